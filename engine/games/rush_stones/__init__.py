"""Rush (Mark Steere) as text. Start with `text` (positions, moves and the drawing); `reasons` words moves."""
