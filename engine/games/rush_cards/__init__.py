"""Rush (Kymani) as text. Start with `text`; `board` reads records and move codes, `reasons` words moves."""
