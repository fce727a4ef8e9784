"""What the reasons of moves claim, each kind of phrase with the check that it is true of a position and what follows.

All of it goes by texts and by the naive models of `tests/models`, so that it can disagree with the engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from information import fields
from models.club_fight import Grid
from models.rush_cards import FAR_ROW, RushCards, beside, total
from models.rush_stones import RushStones, name, other, point_of
from models.sumo import COMBINATIONS, distance, value

from dohyo import engine


@dataclass(frozen=True)
class Case:
    """A move that is looked at: the whole truth before and after it."""

    before: engine.State
    seat: int
    move: str

    @cached_property
    def after(self) -> engine.State:
        return self.before.play(self.move, self.seat)

    @cached_property
    def was(self) -> dict[str, str]:
        return listed(self.before)

    @cached_property
    def now(self) -> dict[str, str]:
        return listed(self.after)


Check = Callable[[Case, re.Match[str]], bool]


def listed(state: engine.State) -> dict[str, str]:
    """The fields of a state; an empty list is the empty text."""
    return {field: "" if value == "-" else value for field, value in fields(str(state)).items()}


def check(case: Case, reason: str) -> None:
    """Each phrase of a reason is of a known kind and true."""
    for phrase in reason.split("; ") if reason else ():
        found = [(match, test) for form, test in CLAIMS[case.before.game.id].items()
                 if (match := re.fullmatch(form, phrase))]
        assert len(found) == 1, f"{phrase!r} is claimed by {len(found)} forms"
        match, test = found[0]
        assert test(case, match), f"{case.before} {case.move} (seat {case.seat}): {phrase!r} is not true"


# --- rush-stones ---------------------------------------------------------------------------------------------------


def stones(state: engine.State) -> RushStones:
    """The naive model of a position."""
    values = fields(str(state))
    game = RushStones(int(values["size"]))
    game.turn = values["turn"]
    for row, line in enumerate(reversed(values["board"].split("/")), start=1):
        symbols = re.sub(r"\d+", lambda run: "." * int(run[0]), line)
        game.board |= {(row, column): char for column, char in enumerate(symbols, start=1) if char != "."}
    return game


def earning(state: engine.State, colour: str) -> set[str]:
    """The points where a stone of the colour would earn an extra turn."""
    game = stones(state)
    return {name(point) for point in game.legal(colour) if len(game.stones_around(point)) >= 2}


def closed(state: engine.State, colour: str) -> set[str]:
    """The empty points forbidden to a colour."""
    game = stones(state)
    return {name(point) for point in game.points() if point not in game.board} - set(map(name, game.legal(colour)))


def colour_of(word: str) -> str:
    return word[0].lower()


def opens(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[2])
    return set(match[1].split()) == (closed(case.before, colour) - closed(case.after, colour)) - {case.move}


def lets_earn(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[1])
    opened = closed(case.before, colour) - closed(case.after, colour)
    return set(match[2].split()) == earning(case.after, colour) - earning(case.before, colour) - opened


def closes(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[2])
    return (colour == "bw"[case.seat - 1]
            and set(match[1].split()) == closed(case.after, colour) - closed(case.before, colour))


def gives_nothing(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[1])
    return (colour == other("bw"[case.seat - 1]) and case.after.to_move != (case.seat,)
            and earning(case.after, colour) <= earning(case.before, colour))


def extra(case: Case) -> bool:
    return len(stones(case.before).stones_around(point_of(case.move))) >= 2


STONES: dict[str, Check] = {
    "fills the board": lambda case, _: case.after.over,
    "earns an extra turn": lambda case, _: extra(case) and case.after.to_move == (case.seat,),
    "earns an extra turn that cannot be used": lambda case, _: extra(case) and case.after.to_move == (3 - case.seat,),
    "opens (.+) to (Black|White)": opens,
    "lets (Black|White) earn a turn at (.+)": lets_earn,
    "closes (.+) to (Black|White)": closes,
    "gives (Black|White) no new turn": gives_nothing,
}

# --- rush-cards ----------------------------------------------------------------------------------------------------

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
CARDS: dict[str, Check] = {
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

# --- fifteen-rush --------------------------------------------------------------------------------------------------


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


FIFTEEN: dict[str, Check] = {
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

# --- Club Fight ----------------------------------------------------------------------------------------------------

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


CLUBS: dict[str, Check] = {
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

# --- sumo ----------------------------------------------------------------------------------------------------------


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


SUMO: dict[str, Check] = {
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

CLAIMS = {
    "rush-stones": STONES, "rush-cards": CARDS, "fifteen-rush": FIFTEEN, "club-fight": CLUBS,
    "club-fight-coop": CLUBS, "sumo": SUMO,
}
