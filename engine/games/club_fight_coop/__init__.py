"""Club Fight for two as text: `text`. What both modes share stands in `dohyo.engine.games.club_fight`."""
