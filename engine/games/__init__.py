"""One file per game: its position, moves and drawing as text."""
