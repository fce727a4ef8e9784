"""Fifteen Rush as text. Start with `text` (positions and the drawing); `table` reads records, `reasons` words moves."""
