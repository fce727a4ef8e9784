"""The tournament whose games a file keeps, from the plan that is stored beside them."""

from __future__ import annotations

from typing import Any

from dohyo.tournaments.plan.tournament import Tournament, from_plan
from dohyo.tournaments.store.games import Store


def kept_in(store: Store, **settings: Any) -> Tournament:
    """The tournament whose games are kept in a store. settings: as for `from_plan`. A plan that leaves open how many
    rounds there are, as those of `dohyo strength` do, has as many as were begun."""
    plan = store.plan
    if "events" not in plan and "rounds" not in plan:
        plan = {**plan, "rounds": max(1, store.rounds())}
    return from_plan(plan, **settings)
