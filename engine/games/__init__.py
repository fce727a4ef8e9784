"""The games: a folder each, which turns its kernel's records into text and back.

The same file names everywhere: `game` (the entry of the registry), `text` (positions), `moves`, `drawing`, `reasons`,
`figures`, `tuning` (what suits the game: parameters of searchers, policies, benchmarks), and `follow` where something
is hidden. One more file or two say what the game's records hold. A game
imports `cext`, the files of `engine` below the registry, and no other game but the one that it is a mode of. What a
game must give is the list of fields of `engine/notation.py`.
"""
