"""What reasons claim of moves of rush-cards, each with the check that it is true."""

from __future__ import annotations

import re

from claims.case import Case, Check
from information import fields
from models.rush_cards import FAR_ROW, RushCards, beside, total

from dohyo import engine

UNIT = r"[A2-9TJQK]{1,2} on [a-e][1-6]"
UNITS = f"({UNIT}(?: and {UNIT})*)"


def cards(state: engine.State) -> RushCards:
    return RushCards.from_text(str(state))


def ranks(game: RushCards, cell: str) -> str:
    return "".join(card.rank for card in game.board.get(cell, []))


def named(match: re.Match[str]) -> set[tuple[str, str]]:
    """The units of a list, as cards and cell."""
    return {(unit.split(" on ")[0], unit.split(" on ")[1]) for unit in match[1].split(" and ")}


def stands(case: Case) -> str:
    """The cell of the unit that moved, attacked or came in; it is still there."""
    if "x" not in case.move:
        return case.move[-2:]
    moved_in = ranks(cards(case.after), case.move[3:5]) == ranks(cards(case.before), case.move[:2])
    advanced = "advance=1" in str(case.before) and not case.move.endswith("t") and moved_in
    return case.move[3:5] if advanced else case.move[:2]


def outcome(game: RushCards, start: str, cell: str, *, top: bool = False) -> tuple[bool, str]:
    """Whether a unit survives an attack on another, and what that one still has; the game is used up."""
    attacker, defender = game.board[start], game.board[cell]
    game.attack(start, cell, top_only=top)
    survives = any(unit is attacker for unit in game.board.values())
    return survives, "".join(card.rank for card in defender)


def fights(state: engine.State, cell: str, *, top: bool = False) -> dict[tuple[str, str], tuple[bool, str]]:
    """How an attack by each enemy unit beside a cell on the unit there would end, by cards and cell of the attacker."""
    game = cards(state)
    owner = game.board[cell][0].owner
    enemies = [start for start in beside(cell) if start in game.units(3 - owner)]
    if top and len(game.board[cell]) < 2:
        return {}
    return {(ranks(game, start), start): outcome(cards(state), start, cell, top=top) for start in enemies}


def can_be_taken(case: Case, match: re.Match[str]) -> bool:
    return named(match) == {enemy for enemy, end in fights(case.after, stands(case)).items() if end == (True, "")}


def can_be_traded(case: Case, match: re.Match[str]) -> bool:
    return named(match) == {enemy for enemy, end in fights(case.after, stands(case)).items() if end == (False, "")}


def nothing_can_take_it(case: Case, _: re.Match[str]) -> bool:
    """Its last card stays whatever attacks."""
    cell = stands(case)
    ends = [*fights(case.after, cell).values(), *fights(case.after, cell, top=True).values()]
    return cell[1] == FAR_ROW[case.seat] and all(left for _, left in ends)


def top_can_be_taken(case: Case, match: re.Match[str]) -> bool:
    whole, top = fights(case.after, stands(case)), fights(case.after, stands(case), top=True)
    return named(match) == {enemy for enemy in top if top[enemy][0] and whole[enemy][1]}


def threatens(case: Case, match: re.Match[str]) -> bool:
    cell, game = stands(case), cards(case.after)
    enemies = [target for target in beside(cell) if target in game.units(3 - case.seat)]
    return named(match) == {
        (ranks(game, target), target) for target in enemies if outcome(cards(case.after), cell, target) == (True, "")
    }


def lets_win(case: Case, match: re.Match[str]) -> bool:
    game = cards(case.after)
    winners = {(ranks(game, cell), cell) for cell in game.units(3 - case.seat) if cell[1] == FAR_ROW[3 - case.seat]}
    return named(match) == winners and case.after.returns == ((0, 1) if case.seat == 1 else (1, 0))


def can_step(case: Case, match: re.Match[str]) -> bool:
    (unit,), end = named(match), match[2]
    game = cards(case.after)
    if unit not in {(ranks(game, cell), cell) for cell in game.units(3 - case.seat)} or end in game.board:
        return False
    takers = []
    for start in beside(end):
        game = cards(case.after)
        game.board[end] = game.board.pop(unit[1])
        if start in game.units(case.seat):
            takers.append(outcome(game, start, end)[1] == "")
    return end in beside(unit[1]) and end[1] == FAR_ROW[3 - case.seat] and not any(takers)


def steps(case: Case, match: re.Match[str]) -> bool:
    start, end = case.move[:2], case.move[2:]
    ahead = (int(end[1]) - int(start[1])) * (1 if case.seat == 1 else -1)
    rows = abs(int(end[1]) - int(FAR_ROW[case.seat]))
    return match[1] == {1: "forward", 0: "aside", -1: "back"}[ahead] and int(match[2]) == rows > 0


def attack(case: Case, match: re.Match[str]) -> bool:
    """Who is taken, traded or lost, against the cards before and after."""
    told = match.groupdict()
    start, cell = case.move[:2], case.move[3:5]
    before, after, mine = cards(case.before), cards(case.after), cards(case.before).units(case.seat)
    attacked = ranks(before, cell)[-1:] if case.move.endswith("t") else ranks(before, cell)
    left = "" if cell in after.units(case.seat) else ranks(after, cell)
    survives = ranks(after, start) == ranks(before, start) or cell in after.units(case.seat)
    return (
        start in mine and told["theirs"] == attacked and told["mine"] in (None, ranks(before, start))
        and ("top" in match[0]) == case.move.endswith("t")
        and survives == (told["verb"] == "takes")
        and left == (ranks(before, cell) if told["verb"] == "loses" else told["left"] or "")
        and ("moves in" in match[0]) == (told["verb"] == "takes" and cell in after.units(case.seat))
    )


def stops(case: Case, _: re.Match[str]) -> bool:
    cell = case.move[3:5]
    return (cell in cards(case.before).units(3 - case.seat) and cell[1] == FAR_ROW[3 - case.seat]
            and cell not in cards(case.after).units(3 - case.seat))


def withdraws(case: Case, match: re.Match[str]) -> bool:
    shown = fields(str(case.after.view(3 - case.seat)))[f"hand{case.seat}"]
    return ranks(cards(case.before), case.move[:2]) == match[1] and all(f"{rank}!" in shown for rank in match[1])


def draws(case: Case, match: re.Match[str]) -> bool:
    deck = f"deck{case.seat}"
    return len(case.was[deck]) - len(case.now[deck]) == (1 if match[1] == "a card" else int(match[1].split()[0]))


def behind(case: Case, match: re.Match[str]) -> bool:
    cell = case.move[-2:]
    return ranks(cards(case.before), cell[0] + {"1": "2", "6": "5"}[cell[1]]) == match[1]


PAIR = "(?P<left>[A2-9TJQK])"
CLAIMS: dict[str, Check] = {
    "in the front row": lambda case, _: case.move[-1] == "25"[case.seat - 1],
    "behind the (.)": behind,
    "steps onto the far row": lambda case, _: len(case.move) == 4 and case.move[3] == FAR_ROW[case.seat],
    r"steps (forward|back|aside), (\d) rows? from the far row": steps,
    rf"(?P<verb>takes|trades|loses) the (?:(?P<mine>\w+) (?:for|to) the )?(?:top )?(?P<theirs>[A2-9TJQK]+)"
    rf"(?: and (?:stays|moves in|leaves the {PAIR}))?": attack,
    "stops it from winning": stops,
    r"makes a pair that counts (\d+)": lambda case, match: total(cards(case.after).chamber[case.seat]) == int(match[1]),
    r"brings in a pair that counts (\d+)":
        lambda case, match: total(cards(case.after).board[case.move[-2:]]) == int(match[1]),
    r"takes the (\w+) back into the hand, where it is known": withdraws,
    r"draws (a card|\d cards)": draws,
    f"can be taken by {UNITS}": can_be_taken,
    f"can be traded for {UNITS}": can_be_traded,
    f"its top can be taken by {UNITS}": top_can_be_taken,
    "nothing can take it there": nothing_can_take_it,
    f"threatens {UNITS}": threatens,
    f"lets {UNITS} win": lets_win,
    f"({UNIT}) can step to (..), where nothing can take it": can_step,
}
