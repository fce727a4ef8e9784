"""Club Fight as text. Start with `text`; `grid`, `moves` and `reasons` serve the game for two as well."""
