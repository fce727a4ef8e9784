"""Statistics of games: scores with intervals, Elo, tests of a difference, ratings, the sequential test.

All are functions from numbers to numbers. May import `engine` for its errors and intervals, and nothing of tournaments.
Start with `elo` (scores, Elo and their intervals); `exact_tests` compares two engines, `ratings` rates many, `sprt` is
the sequential test. `bradley_terry` and `likelihood` hold the models below these.
"""
