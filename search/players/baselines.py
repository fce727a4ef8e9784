"""Opponents to beat: a random mover, and a simple policy."""

from dohyo.cext.streams import Random as Stream
from dohyo.cext.streams import derive
from dohyo.engine import Game, View
from dohyo.search.core.api import Searcher
from dohyo.search.core.limits import Limits
from dohyo.search.core.results import Listener, Ranked, Result
from dohyo.search.core.values import chance, is_exact
from dohyo.search.players.oneply import draw, outcomes


class Instant(Searcher):
    """What searchers without a search share: they answer at once, so there is nothing to interrupt or report."""

    def _forget(self) -> None:
        """Nothing is kept."""

    def _stream(self, view: View) -> Stream:
        """Random numbers that are equal for equal seeds and positions."""
        return Stream(derive(int(self.values["Seed"]), view.buffer.hash()))

    def _answer(self, ranked: list[Ranked], limits: Limits, move: str | None = None) -> Result:
        """The result with these moves, best first; move: the choice if it is not the first."""
        chosen = move or ranked[0].move
        return Result(len(ranked), self._meter.elapsed, 1, 1, 0, 0, tuple(ranked[: limits.top]), chosen)

    def _choice(self, view: View, choice: int, moves: tuple[int, ...], limits: Limits) -> Result:
        """The answer of a searcher that chooses one move and knows nothing of the values of any."""
        codes = (choice, *(move for move in moves if move != choice))
        texts = [view.text(move, view.seat) for move in codes]
        return self._answer(
            [Ranked(text, 0.5, float(place == 0), 1, (text,), estimated=False) for place, text in enumerate(texts)],
            limits,
        )


class Random(Instant):
    """A random legal move, by the game's `random_move`; among chosen root moves a uniform one."""

    name = "random"
    title = "a random legal move"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        del game
        return None

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        if limits.searchmoves:
            choice = moves[self._stream(view).below(len(moves))]
        else:
            choice = draw(view.buffer, view.seat - 1, int(self.values["Seed"]))
        return self._choice(view, choice, moves, limits)


class Greedy(Instant):
    """The move of the game's `policy_move`; where it has none, the one after which `evaluate` is best, ties at random.

    Only the latter is an estimate: a policy ranks nothing behind its choice. Where its move is not among chosen root
    moves, a uniform one of these is.
    """

    name = "greedy"
    title = "the game's simple policy, or the best evaluation after one move"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        if game.kernel.hides and not game.kernel.has_policy_move:
            return "the game has no simple policy, and what a move leads to is hidden"
        return None

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        if not view.game.kernel.has_policy_move:
            return self._one_ply(view, moves, limits)
        stream = self._stream(view)
        choice = view.buffer.policy_move(view.seat - 1, stream)
        if choice not in moves:
            choice = moves[stream.below(len(moves))]
        return self._choice(view, choice, moves, limits)

    def _one_ply(self, view: View, moves: tuple[int, ...], limits: Limits) -> Result:
        buffer, stream = view.buffer, self._stream(view)
        values = outcomes(buffer, view.seat - 1, moves)
        scored = [(value, stream.bits(), move) for value, move in zip(values, moves, strict=True)]
        ranked = []
        for place, (value, _, move) in enumerate(sorted(scored, reverse=True)):
            text = view.text(move, view.seat)
            ranked.append(
                Ranked(text, chance(value, buffer.kernel.logit), float(place == 0), 1, (text,), is_exact(value))
            )
        return self._answer(ranked, limits)
