"""The policies that games register, as searchers: they answer at once."""

from __future__ import annotations

from dohyo.engine import Game, View
from dohyo.engine.policy import Policy, WeighedMove, draw_weighted
from dohyo.search.core.limits import Limits
from dohyo.search.core.results import Listener, Ranked, Result
from dohyo.search.players.baselines import Instant

#: The value that is reported where nothing is known of it.
UNKNOWN = 0.5


def policy_searcher(owner: Game, policy: Policy) -> type[Instant]:
    """A policy of a game as a searcher, which plays that game alone."""

    class PolicySearcher(Instant):
        """Draws its move by the weights of the policy, which it reports as shares."""

        name = policy.name
        title = policy.title
        aliases = policy.aliases

        @classmethod
        def refusal(cls, game: Game) -> str | None:
            return None if game.id == owner.id else f"it plays {owner.id} only"

        def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
            stream = self._stream(view)
            found = policy.rank(view.buffer, view.seat, stream, moves if limits.searchmoves else None)
            weights = {each.move: each.weight for each in found}
            choice = moves[draw_weighted([weights[move] for move in moves], stream)]
            return self._answer([_ranked(view, each) for each in found], limits, view.text(choice, view.seat))

    return PolicySearcher


def _ranked(view: View, found: WeighedMove) -> Ranked:
    text, known = view.text(found.move, view.seat), found.value is not None
    value = UNKNOWN if found.value is None else found.value
    return Ranked(text, value, found.weight, 1, (text,), estimated=known)
