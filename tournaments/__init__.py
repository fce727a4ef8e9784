"""Matches and tournaments between engines: plans, schedules, a referee, a store of all games, statistics and reports.

It may import every other floor; none imports it. Start with `plan.spec` (what a match is) and `commands` (one module
for each command). A match goes from `plan` and `schedule` through `play` into `store`; `stats` and `results` make
figures of the stored games, and `report` prints them. `strength` keeps the project's own engines to their ratings.
"""
