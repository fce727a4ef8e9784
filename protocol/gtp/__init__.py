"""The GTP face of rush-stones: the Go Text Protocol, version 2, and the extensions by which GoGui plays other games.

text: line to command, answer to lines; board: the game as it was played, with points as GTP writes them; clock: its
time systems; session: commands by name and the search; standard, rules, analysis: the commands; loop: the process.
"""

from dohyo.protocol.gtp import analysis, rules, standard

#: Imported here, so that whoever imports any part of the package finds the table of commands full.
__all__ = ["analysis", "rules", "standard"]
