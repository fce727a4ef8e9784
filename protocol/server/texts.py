"""What `d`, `eval` and `help` print for people: functions from a position to text."""

from dohyo.engine import Position, UsageError, View
from dohyo.search.core.values import chance

HELP = """\
ugi | uci                         greet: name, options and games
isready                           readyok, also during a search
setoption name NAME value VALUE   set an option
uginewgame | ucinewgame           forget the last game
position startpos [moves M ...]   the start of options Game and Rules
position fen POSITION [moves M ...]
go [movetime MS] [nodes N] [depth D] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N]
   [infinite] [searchmoves M ...] search; without a limit until stop
stop                              end the search; its bestmove follows
query gameover | p1turn | result | turn | legal | position | score
d                                 draw the position
eval                              the evaluation without a search
perft N                           number of move sequences of N moves
bench                             search a fixed number of nodes and say how fast
quit                              leave"""


def drawing(position: Position) -> str:
    """A drawing, the position as text, and who is to move."""
    seats = " and ".join(position.game.notation.seat_name(seat) for seat in position.to_move)
    return f"{position.draw()}\n{position}\n{f'{seats} to move' if seats else 'the game is over'}"


def evaluation(view: View) -> str:
    """What the seat of the view may expect without a search; UsageError where cards are hidden."""
    if view.game.hidden:
        raise UsageError(f"{view.game.id} hides cards, so a position has no single evaluation; use `go`")
    buffer = view.buffer
    value = buffer.evaluate(view.seat - 1)
    name = view.game.notation.seat_name(view.seat)
    return f"evaluation {value} for {name}: {100 * chance(value, buffer.kernel.logit):.1f} % to win"
