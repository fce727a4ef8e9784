"""Who is stronger: schedules, a referee that owns the truth, a store of every game, statistics and reports."""
