"""The GTP face of rush-stones: the Go Text Protocol, version 2, and the extensions by which GoGui plays other games.

Imports `server` (options, limits, streams), `language`, `dohyo.search` and rush-stones. Start with `session` (commands
by name, and the search). `text`: lines to commands, answers to lines; `board`: the game with points in GTP's notation;
`clock`: GTP's time systems; `standard`, `rules`, `analysis`: the commands; `loop`: the process.
"""

from dohyo.protocol.gtp import analysis, rules, standard

#: Imported here, so that whoever imports any part of the package finds the table of commands full.
__all__ = ["analysis", "rules", "standard"]
