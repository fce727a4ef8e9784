"""The table of playing strength: the command `dohyo strength`, what it plays and its report.

Imports the other rooms of tournaments; none imports it. Start with `command`. `plan` reads the rows of a file, by
default `strength.toml`; `tasks` are the rows of one run, `playing` plays them, `figures` computes their figures and
`table` prints them.
"""
