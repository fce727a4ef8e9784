"""What reasons claim of moves of Club Fight, for both modes, each with the check that it is true."""

from __future__ import annotations

import re
from collections import Counter

from claims.case import Case, Check
from models.club_fight import Grid

SUIT_OF = {"Line": "d", "Up/Down": "s", "Run": "h"}


def actions(text: str) -> list[str]:
    return text.split(" and ")


def is_blocked(text: dict[str, str], action: str) -> bool:
    return Grid.from_fields(text).blocked(SUIT_OF[action])


def split(text: str) -> list[str]:
    """The cards of a list with suits."""
    return re.findall(r"[A2-9TJQK][dsh]|\*", text)


def clears(case: Case, match: re.Match[str]) -> bool:
    told = match[2].split()
    gone = Counter(split(case.now["cleared"])) - Counter(split(case.was["cleared"]))
    return Counter(told) == gone and len(told) == (1 if match[1] == "a card" else int(match[1].split()[0]))


def may_unblock(case: Case, match: re.Match[str]) -> bool:
    gone = Counter(split(case.now["cleared"])) - Counter(split(case.was["cleared"]))
    kept = Counter(split(case.was["grid"])) - gone
    return all(
        is_blocked(case.was, action) and sum(card[1:] == SUIT_OF[action] for card in kept.elements()) < 3
        for action in actions(match[1])
    )


def leaves_clubs(case: Case, match: re.Match[str]) -> bool:
    left = len(split(case.now["grid"])) + len(split(case.now["deck"]))
    return left == int(match[1]) and 13 - len(case.now["spent"]) == int(match[2] or 0)


def can_clear(case: Case, match: re.Match[str]) -> bool:
    ways = Grid.from_fields(case.was).ways(match[1]).values()
    return case.move == f"give:{match[1]}" and max(map(len, ways)) == int(match[2])


def keeps_clubs(case: Case, match: re.Match[str]) -> bool:
    hand = case.was[f"hand{case.seat}"].replace("!", "") + case.was["display"]
    return sorted(match[1]) == sorted(hand.replace(case.move[-1], ""))


CLAIMS: dict[str, Check] = {
    r"clears (a card|\d cards): (.+)": clears,
    "the last ones": lambda case, _: case.after.over and set(case.after.returns or ()) == {1},
    "unblocks (.+)": lambda case, match: all(
        is_blocked(case.was, action) and not is_blocked(case.now, action) for action in actions(match[1])),
    "may unblock (.+)": may_unblock,
    "blocks (.+)": lambda case, match: all(
        not is_blocked(case.was, action) and is_blocked(case.now, action) for action in actions(match[1])),
    "nothing is blocked then": lambda case, _: not any(is_blocked(case.now, action) for action in SUIT_OF),
    r"leaves (\d+) cards? (?:for (\d+) clubs?|and no club)": leaves_clubs,
    "plays the display": lambda case, _: case.move[0] == case.was["display"],
    r"shows the (.), which can clear (\d) cards? now": can_clear,
    r"keeps (\w+)": keeps_clubs,
}
