"""Results for people and programs: text, JSON, HTML, PGN and SGF. Never writes a store.

Imports `results` and what stands below it. Start with `match_report` and `tournament_report`; `page` is the HTML page.
"""
