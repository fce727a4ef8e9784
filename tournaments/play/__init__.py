"""Playing: the referee, the players, and the processes or machines that they run on.

Imports `plan`, `schedule`, `store` and `results`. Start with `referee` (one game), then `unit_queue` and `executor`.
"""
