"""Whether what a reason says is true."""

from __future__ import annotations

import re

from claims import club_fight, fifteen_rush, rush_cards, rush_stones, sumo
from claims.case import Case, Check

#: By game each kind of phrase, as a pattern, with its check.
CLAIMS: dict[str, dict[str, Check]] = {
    "rush-stones": rush_stones.CLAIMS, "rush-cards": rush_cards.CLAIMS, "fifteen-rush": fifteen_rush.CLAIMS,
    "club-fight": club_fight.CLAIMS, "club-fight-coop": club_fight.CLAIMS, "sumo": sumo.CLAIMS,
}


def check(case: Case, reason: str) -> None:
    """Each phrase of a reason is of a known kind and true."""
    for phrase in reason.split("; ") if reason else ():
        found = [(match, test) for form, test in CLAIMS[case.before.game.id].items()
                 if (match := re.fullmatch(form, phrase))]
        assert len(found) == 1, f"{phrase!r} is claimed by {len(found)} forms"
        match, test = found[0]
        assert test(case, match), f"{case.before} {case.move} (seat {case.seat}): {phrase!r} is not true"
