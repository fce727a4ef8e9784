"""Statistics of games: functions from numbers to numbers.

Imports nothing of tournaments. Start with `elo` (scores and intervals), then `sprt` and `ratings`.
"""
