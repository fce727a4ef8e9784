"""What reasons claim of moves of sumo, each with the check that it is true."""

from __future__ import annotations

import re
from collections import Counter

from claims.case import Case, Check
from information import fields
from models.sumo import COMBINATIONS, distance, value

from dohyo import engine


def shown(case: Case) -> engine.State:
    """The state in which both attacks of the round lie open."""
    state = case.after
    if state.to_move and fields(str(state))["phase"] == "attack" and f"attack{case.seat}" in fields(str(state)):
        state = state.play(state.moves()[0])
    return state


def held(text: dict[str, str], seat: int) -> Counter[str]:
    return Counter(re.sub("[!~]", "", text[f"hand{seat}"]))


def counts(case: Case, match: re.Match[str]) -> bool:
    """By the rules of the model, and by the text where the round stops for a challenge."""
    state = fields(str(shown(case)))
    worth = COMBINATIONS.get(case.move) or value(case.move)
    return worth == int(match[1]) and state.get(f"value{case.seat}", match[1]) == match[1]


def keeps(case: Case, match: re.Match[str]) -> bool:
    told = match[1].split()
    worths = [2 if card == "*" else value(card) for card in told]
    return Counter(told) == held(case.was, case.seat) - Counter(case.move) and worths == sorted(worths, reverse=True)


def push(case: Case) -> int:
    """How far the pending push goes."""
    values = [int(case.was[f"value{seat}"]) for seat in (1, 2)]
    return distance(max(values), min(values)) * (1 if values[0] > values[1] else -1)


def cancels(case: Case, match: re.Match[str]) -> bool:
    """By the cards that the challenge turns up, where no wild one hides what it counts."""
    at = int(case.was["x"]) + 3
    turned = [case.was[f"ring{seat}"][at] if case.was["phase"] == "ring" else case.was[f"sumo{seat}"]
              for seat in (1, 2)]
    if int(match[1]) != abs(push(case)):
        return False
    if any(card in "2*" for card in turned):
        return True
    mine, theirs = value(turned[case.seat - 1]), value(turned[2 - case.seat])
    stayed = case.now["x"] == case.was["x"] and case.now["phase"] in ("attack", "over")
    return stayed == (mine >= theirs)


def near_the_edge(case: Case, match: re.Match[str]) -> bool:
    return 3 - abs(int(case.was["x"]) + push(case)) == int(match[1])


CLAIMS: dict[str, Check] = {
    r"counts (\d+)": counts,
    "wild: draws a card": lambda case, _: case.move in ("2", "*"),
    r"plays (\d) cards": lambda case, match: len(case.move) == int(match[1]) > 1,
    "keeps (.+)": keeps,
    "forced, for the push goes out of the ring":
        lambda case, _: case.before.moves(case.seat) == ["challenge"] and abs(int(case.was["x"]) + push(case)) > 3,
    r"cancels the push of (\d) unless its card is lower": cancels,
    "leaves the sumo cards for a second try":
        lambda case, _: case.was["phase"] == "ring" and case.was["sumoup"] == "0",
    "the last challenge": lambda case, _: case.was["phase"] == "sumo" or case.was["sumoup"] == "1",
    r"goes to column (-?\d)": lambda case, match: case.now["x"] == match[1],
    r"(\d) columns? from the edge": near_the_edge,
    "at the edge": lambda case, _: abs(int(case.now["x"])) == 3,
    "spares the (ring|sumo) cards":
        lambda case, match: case.was["phase"] == match[1]
        and (case.now["up"], case.now["sumoup"]) == (case.was["up"], case.was["sumoup"]),
}
