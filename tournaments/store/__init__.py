"""Where games are kept: one SQLite file, or memory.

Imports `plan` and `schedule`. Start with `games`; `storefile` opens and locks files, `migrations` brings old ones up
to date.
"""
