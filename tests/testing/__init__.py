"""Tests for games from outside: what every game promises, whatever its rules. Installed as `dohyo.testing`.

Give a `Game` to `battery.check_game`, and to `information.check_game` where something is hidden; play it in step with
a second, naive implementation by `lockstep.play_in_step`; compare samples with their chances by `chisquare`; keep whole
games as text by `playthrough.text`. A broken promise raises AssertionError that says which and where. All of it runs
as `python -m dohyo.testing GAME`. It imports `cext` and `engine` alone and needs no test runner.

The promises are those of the ops table (`dohyo/cext/ops.pxd`) and of `Notation` (`dohyo/engine/notation.py`):

============================================  =========================================================
op                                            held by
============================================  =========================================================
deal                                          battery.check_deals, check_options
to_move, moves, legal                         battery.check_moves, check_choices
play                                          battery.check_play, check_after_the_end
result, evaluate                              battery.check_end
result_bounds, value_bounds                   battery.check_bounds
minimax_bounds                                nothing here: a solver of the game must tell
hash                                          battery.check_text, check_views; information.check_keys
canonical, reflect                            battery.check_symmetry
random_move, policy_move, playout_move        battery.check_random_moves, check_policies
random_playout                                battery.check_playouts
order                                         battery.check_order
refresh, check                                battery.check_buffer
to_view                                       battery.check_views; information.check_view
determinize                                   information.check_world, check_determinize
observed_move                                 information.check_observed_moves
take_back                                     information.check_take_back
text of positions and moves, drawings         battery.check_text, check_moves, check_drawing
============================================  =========================================================
"""
