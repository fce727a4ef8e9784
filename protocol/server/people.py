"""What the engine loop offers to people who type: drawings, counts and help."""

import threading

from dohyo import engine, search
from dohyo.engine import DohyoError, Position, UsageError, View
from dohyo.search.core.values import chance

#: Plies of a perft that are counted in one go, without a look at `stop`.
UNBROKEN = 2
DEEPEST = 64
#: Nodes of the search of `bench`.
BENCH_NODES = 20_000

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


class Perft:
    """A count that can be stopped. UsageError for a depth out of range or a position that cannot be counted."""

    def __init__(self, position: Position, depth: int) -> None:
        if depth > DEEPEST:
            raise UsageError(f"depth {depth} is out of range; it goes from 0 to {DEEPEST}")
        engine.perft(position, 0)  # refuses what cannot be counted, at once
        self._position, self._depth = position, depth
        self._stopped = threading.Event()
        self.stop = self._stopped.set

    def run(self) -> str:
        """The number as text, or a sentence."""
        try:
            count = self._count(self._position, self._depth)
        except DohyoError as error:
            return f"info string error perft {error}"
        return "perft stopped" if self._stopped.is_set() else str(count)

    def _count(self, position: Position, depth: int) -> int:
        if depth <= UNBROKEN:
            return engine.perft(position, depth)
        total = 0
        for move in position.moves():
            if self._stopped.is_set():
                break
            total += self._count(position.play(move), depth - 1)
        return total


class Bench:
    """One search of a fixed number of nodes, by a searcher that has searched nothing before."""

    def __init__(self, searcher: search.Searcher, view: View) -> None:
        searcher.set_position(view)
        self._searcher = searcher
        self.stop = searcher.stop
        searcher.start(search.Limits(nodes=BENCH_NODES))

    def run(self) -> str:
        """What was done and how fast, as text."""
        try:
            result = self._searcher.wait()
        except (DohyoError, RuntimeError) as error:
            return f"info string error bench {error}"
        assert result is not None
        speed = f"{result.nodes / result.time:.0f}" if result.time > 0 else "-"
        return f"{self._searcher.name} nodes {result.nodes} time {1000 * result.time:.0f} ms, {speed} nodes a second"
