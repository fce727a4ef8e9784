"""What reasons claim of moves of fifteen-rush, each with the check that it is true."""

from __future__ import annotations

import re

from claims.case import Case, Check


def piles(text: dict[str, str]) -> dict[str, str]:
    """The cards of each pile and of the waste, bottom to top, by the names that moves have for them."""
    rows = [pile.replace("-", "") for pile in text["piles"].split(",")]
    return {**{str(number): pile for number, pile in enumerate(rows, start=1)}, "w": text["waste"]}


def places(case: Case) -> set[str]:
    return set(case.move.split("+"))


def pairs(case: Case, match: re.Match[str]) -> bool:
    tops = piles(case.was)
    return [match[1], match[2]] == [tops[place][-1] for place in case.move.split("+")]


def uncovers(case: Case, match: re.Match[str]) -> bool:
    before, after = piles(case.was)[match[2]], piles(case.now)[match[2]]
    known = match[1] == "a card" or after[-1] == match[1][-1]
    return match[2] in places(case) and before[:-1] == after and len(after) - 1 == int(match[3]) and known


def uncovers_last(case: Case, match: re.Match[str]) -> bool:
    after = piles(case.now)[match[1]]
    return match[1] in places(case) and len(after) == 1 and match[2] in (None, after)


def gets(case: Case, match: re.Match[str]) -> bool:
    pile, source = piles(case.now)[match[1]], {"stock": case.was["stock"], "waste": case.was["waste"]}[match[3]]
    fewer = len(case.now[match[3]]) < len(source)
    return len(piles(case.was)[match[1]]) == 1 == len(pile) and fewer and match[2] in ("a card", f"the {pile}")


def others(case: Case) -> set[str]:
    """The other pairs that showed, but for those with a card of the waste that has come to lie on a pile."""
    shown = {move for move in case.before.moves() if "+" in move} - {case.move}
    moved = case.now["waste"] != case.was["waste"] and "w" not in case.move
    return {pair for pair in shown if not (moved and "w" in pair)}


def leaves(case: Case, match: re.Match[str]) -> bool:
    kept = {pair for pair in others(case) if not places(case) & set(pair.split("+"))}
    return len(kept) == int(match[1]) and kept <= set(case.after.moves())


def gives_up(case: Case, match: re.Match[str]) -> bool:
    return set(match[1].split()) == {pair for pair in others(case) if places(case) & set(pair.split("+"))}


def brings_up(case: Case, match: re.Match[str]) -> bool:
    fitting = [pair.removesuffix("+w") for pair in case.after.moves() if pair.endswith("+w")]
    return piles(case.now)["w"][-1] == match[1] and (match[2] or "").split() == fitting


CLAIMS: dict[str, Check] = {
    "pairs (.) and (.)": pairs,
    r"uncovers (a card|the .) of pile (\d), (\d) more cards? under it": uncovers,
    r"uncovers the last card of pile (\d)(?:, the (.))?": uncovers_last,
    r"pile (\d) gets (a card|the .) of the (stock|waste)": gets,
    r"empties pile (\d) for good":
        lambda case, match: piles(case.now)[match[1]] == "" and not case.now["stock"] + case.now["waste"],
    "shows the (.) of the waste": lambda case, match: piles(case.now)["w"][-1] == match[1] and "w" in places(case),
    "gives up (.+)": gives_up,
    r"leaves (\d+) other pairs?": leaves,
    "no pair shows": lambda case, _: not any("+" in move for move in case.before.moves()),
    r"leaves (\d+) pairs? unplayed":
        lambda case, match: sum("+" in move for move in case.before.moves()) == int(match[1]),
    "turns the waste over":
        lambda case, _: not case.was["stock"] and int(case.now["passes"]) == int(case.was["passes"]) + 1,
    r"deals (\d) cards?": lambda case, match: len(case.now["waste"]) - len(case.was["waste"]) == int(match[1]),
    "brings up the (.), which pairs with (?:no pile|pile (.+))": brings_up,
}
