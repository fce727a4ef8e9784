"""Opponents to beat: a random mover, and one that looks a single ply ahead."""

from dohyo.cext.streams import Random as Stream
from dohyo.cext.streams import derive
from dohyo.engine import Game, View
from dohyo.search.api import Limits, Listener, Ranked, Result, Searcher
from dohyo.search.oneply import draw, outcomes
from dohyo.search.values import chance, is_exact


class _Instant(Searcher):
    """What both share: they play every game and answer at once, so there is nothing to interrupt or report."""

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        del game
        return None

    def _forget(self) -> None:
        """Nothing is kept."""

    def _stream(self, view: View) -> Stream:
        """Random numbers that are equal for equal seeds and positions."""
        return Stream(derive(int(self.values["Seed"]), view.buffer.hash()))

    def _answer(self, ranked: list[Ranked], limits: Limits) -> Result:
        return Result(len(ranked), self._meter.elapsed, 1, 1, 0, 0, tuple(ranked[: limits.top]), ranked[0].move)


class Random(_Instant):
    """A random legal move, by the game's `sample`; among chosen root moves a uniform one."""

    name = "random"
    title = "a random legal move"

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        if limits.moves:
            choice = moves[self._stream(view).below(len(moves))]
        else:
            choice = draw(view.buffer, view.seat - 1, int(self.values["Seed"]))
        texts = [view.text(move, view.seat) for move in (choice, *(move for move in moves if move != choice))]
        return self._answer([Ranked(text, 0.5, 1 / len(moves), 1, (text,)) for text in texts], limits)


class Greedy(_Instant):
    """The move after which `evaluate` is best; ties at random."""

    name = "greedy"
    title = "the best evaluation after one move"

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
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
