"""What a seat knows, read off the text: cards counted, and unseen cards laid out in any order or in every order.

All of it goes by what docs/notation.md writes, not by the kernels' bytes or their `determinize`, so that it can
disagree with them. Positions here are of games that hide something.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from dohyo import engine

RANKS = "A23456789TJQK"
_FOUR_SUITS = 4 * list(RANKS)
_THREE_SUITS = [rank + suit for rank in RANKS for suit in "dsh"]

#: By game its decks, each as its cards without Jokers and the fields where they lie. `^` and `v` are the cards of a
#: board that move up and down. Jokers belong to the first deck.
DECKS: dict[str, tuple[tuple[list[str], str], ...]] = {
    "rush-cards": (
        (_FOUR_SUITS, "^ hand1 chamber1 deck1 gone1 deal1"),
        (_FOUR_SUITS, "v hand2 chamber2 deck2 gone2 deal2"),
    ),
    "fifteen-rush": ((_FOUR_SUITS, "piles stock waste gone"),),
    "club-fight": ((_THREE_SUITS, "grid deck cleared"), (list(RANKS), "hand clubs spent")),
    "club-fight-coop": (
        (_THREE_SUITS, "grid deck cleared"), (list(RANKS), "hand1 hand2 display clubs1 clubs2 spent"),
    ),
    "sumo": ((_FOUR_SUITS, "ring1 ring2 sumo1 sumo2 hand1 hand2 deck gone attack1 attack2 drawn"),),
}
_MANY = re.compile(r"\?x(\d+)")
_CARD = re.compile(r"[A2-9TJQK*?][dsh]?")


def fields(text: str) -> dict[str, str]:
    """The fields of a position text by name, with `?xN` written out as N unknown cards."""
    pairs = (word.split("=", 1) for word in text.split()[1:])
    return {name: _MANY.sub(lambda many: "?" * int(many[1]), value) for name, value in pairs}


def deck_of(game: str, text: str, number: int) -> Counter[str]:
    """The cards of one deck of a position."""
    jokers = int(fields(text).get("jokers", "0")) if number == 0 else 0
    return Counter([*DECKS[game][number][0], *"*" * jokers])


def lists(text: str) -> dict[str, list[str]]:
    """The lists of DECKS in a position, without marks. Cards that are chosen but not yet shown are still in the
    hand."""
    found: dict[str, list[str]] = {}
    values = fields(text)
    names = {name for _, names in DECKS[text.partition(" ")[0]] for name in names.split()}
    for name, value in values.items():
        if name == "board":
            for owner in "^v":
                cells = (cell for cell in re.split("[/,]", value) if cell.startswith(owner))
                found[owner] = _CARD.findall("".join(cells))
        elif name in names and not (name.startswith("attack") and values["phase"] == "attack"):
            found[name] = _CARD.findall(value)
    return found


def count_cards(position: engine.Position) -> None:
    """Every deck is there once, card by card; what is unknown in a view is as many cards as are missing."""
    game, text = position.game.id, str(position)
    there = lists(text)
    for number, (_, names) in enumerate(DECKS[game]):
        cards = Counter(card for name in names.split() for card in there.get(name, []))
        hidden = cards.pop("?", 0)
        whole = deck_of(game, text, number)
        assert cards <= whole, f"{text}: {cards - whole} too often"
        assert cards.total() + hidden == whole.total()
        assert hidden == 0 or position.seat is not None


def compare_lists(view: engine.View, state: engine.State) -> None:
    """Each list of the view is as long as in the state, and what the view knows of it is there."""
    seen, true = lists(str(view)), lists(str(state))
    for name, cards in seen.items():
        assert len(cards) == len(true[name]), name
        known = Counter(card for card in cards if card != "?")
        assert known <= Counter(true[name]), name
        if not name.startswith(("hand", "deal", "gone", "cleared", "spent")):
            assert all(card in ("?", truth) for card, truth in zip(cards, true[name], strict=True)), name


@dataclass(frozen=True)
class Unseen:
    """Cards that the seat has not seen, and where they may lie: numbers of unknown cards of the text, with the mark
    that a card lying there has in a state."""

    cards: list[str]
    places: list[tuple[int, str]]

    def orders(self) -> Iterator[tuple[str, ...]]:
        """Every way to lay the cards out that can be told apart."""
        return _arrangements(Counter(self.cards), len(self.cards))

    def count(self) -> int:
        """How many ways there are."""
        repeats = math.prod(math.factorial(number) for number in Counter(self.cards).values())
        return math.factorial(len(self.cards)) // repeats


def _arrangements(cards: Counter[str], length: int) -> Iterator[tuple[str, ...]]:
    if length == 0:
        yield ()
        return
    for card in sorted(cards):
        if cards[card]:
            cards[card] -= 1
            yield from ((card, *rest) for rest in _arrangements(cards, length - 1))
            cards[card] += 1


class Layout:
    """The text of a view, ready to be filled in. `groups` may be laid out independently of each other."""

    def __init__(self, view: engine.View) -> None:
        self.view = view
        values = fields(str(view))
        pool = _CARD.findall(values.pop("pool", ""))
        values.pop("seat", None)
        #: The seat whose choice is hidden and, where that is known, of how many cards it is.
        self.chooser, self.chosen = self._choice(values)
        self._pieces = f"{view.game.id} {' '.join(f'{name}={value}' for name, value in values.items())}".split("?")
        self.fields = list(self._fields(values))
        self.recycled = bool(pool)
        self.groups = list(self._groups(pool))

    def _choice(self, values: dict[str, str]) -> tuple[int, int]:
        for seat in (1, 2):
            if "?" in values.get(f"attack{seat}", ""):
                hidden = len(values.pop(f"attack{seat}"))
                return seat, hidden if values.get("placement") == "leader" else 0
        return 0, 0

    @staticmethod
    def _fields(values: dict[str, str]) -> Iterator[str]:
        """The field of each unknown card, as in DECKS."""
        for name, value in values.items():
            for place, symbol in enumerate(value):
                if symbol == "?":
                    before = value[:place]
                    yield name if name != "board" else max("^v", key=before.rfind)

    def _groups(self, pool: list[str]) -> Iterator[Unseen]:
        game, text = self.view.game.id, str(self.view)
        there = lists(text)
        for number, (_, names) in enumerate(DECKS[game]):
            known = Counter(card for name in names.split() for card in there.get(name, []) if card != "?")
            rest = deck_of(game, text, number) - known
            places = [place for place, name in enumerate(self.fields) if name in names.split()]
            if pool:
                # Recycled cards lie in the deck and, drawn since, in the other hand.
                deck = [place for place in places if self.fields[place] == "deck"]
                hand = [place for place in places if self.fields[place].startswith("hand")]
                drawn = hand[: len(pool) - len(deck)]
                rest -= Counter(pool)
                places = [place for place in places if place not in deck and place not in drawn]
                yield Unseen(pool, [*((place, "") for place in deck), *((place, "~") for place in drawn)])
            yield Unseen(sorted(rest.elements()), [(place, "") for place in places])

    def count(self) -> int:
        """How many ways there are to lay out all unseen cards."""
        return math.prod(group.count() for group in self.groups)

    def fill(self, orders: Sequence[Sequence[str]]) -> str:
        """The text of a state: the cards of each group in the order given."""
        cards = [""] * len(self.fields)
        for group, order in zip(self.groups, orders, strict=True):
            for (place, mark), card in zip(group.places, order, strict=True):
                cards[place] = card + mark
        deck = [card for card, name in zip(cards, self.fields, strict=True) if name == "deck"]
        # A state says by its pool, the whole deck, that the deck is one of recycled cards.
        pool = f" pool={''.join(sorted(deck, key=(RANKS + '*').index))}" if self.recycled and deck else ""
        return "".join(piece + card for piece, card in zip(self._pieces, [*cards, ""], strict=True)) + pool

    def choices(self, text: str) -> list[str]:
        """The texts with each choice that the hidden one may be."""
        if not self.chooser:
            return [text]
        moves = engine.parse(text).moves(self.chooser)
        fitting = (move for move in moves if self.chosen in (0, len(move)))
        return [f"{text} attack{self.chooser}={move}" for move in fitting]


def other_world(view: engine.View, chance: random.Random) -> engine.State | None:
    """A state that the seat cannot tell apart from the true one, laid out by this file; None if these cards leave no
    choice that the hidden one may be."""
    layout = Layout(view)
    texts = layout.choices(layout.fill([chance.sample(group.cards, len(group.cards)) for group in layout.groups]))
    if not texts:
        return None
    text = chance.choice(texts)
    if view.game.id == "sumo":
        text += f" shuffle={chance.getrandbits(64) or 1:x}"
    world = engine.parse(text)
    assert isinstance(world, engine.State)
    return world


def without_shuffle(state: engine.State) -> str:
    """The text of a state but for the seed of its later shuffles, which a deal draws besides."""
    return re.sub(r" shuffle=\w+", "", str(state))


def worlds(view: engine.View) -> dict[str, float]:
    """The chance of every state that the seat cannot tell from the true one, as text, by laying out all unseen cards
    in all ways: orders of the physical cards are equally likely, hidden choices among the legal ones too, and a game
    that goes on has not ended."""
    layout = Layout(view)
    weights: dict[str, float] = defaultdict(float)
    # Each way that can be told apart stands for as many orders of the physical cards as any other.
    for orders in product(*(list(group.orders()) for group in layout.groups)):
        texts = layout.choices(layout.fill(orders))
        for text in texts:
            world = engine.parse(text)
            assert isinstance(world, engine.State)
            if world.over == view.over:
                assert world.view(view.seat) == view, f"{world} is not seen as {view}"
                weights[str(world)] += 1 / len(texts)
    total = sum(weights.values())
    return {text: weight / total for text, weight in weights.items()}


# --- what turns up -------------------------------------------------------------------------------------------------


def turned_up(before: engine.State, after: engine.State, mover: int, move: str, seat: int) -> dict[str, str] | None:
    """The cards that a move turned up for a seat, as --reveal takes them: what changed in the truth. None where the
    two states do not tell them: a deck was reshuffled, or a coin chose who drew first."""
    step = _Step(before, after, mover, move, seat)
    told = _FOLLOWED[before.game.id](step)
    return {name: shown for name, shown in step.found.items() if shown} if told is not False else None


def secret(state: engine.State, move: str) -> str:
    """How the other seat writes a move of which it sees only that it was made."""
    if state.game.id == "rush-cards":
        return f"?{move[1:]}"
    return "?" * (len(move) if "placement=leader" in str(state) else 1)


class _Step:
    """A move, and what is found in it. view, true, after: the lists of the view before it, of the truth before and
    after; was, is_now: the fields of the truth."""

    def __init__(self, before: engine.State, after: engine.State, mover: int, move: str, seat: int) -> None:
        self.mover, self.move, self.seat = mover, move, seat
        self.view, self.true, self.after = (lists(str(each)) for each in (before.view(seat), before, after))
        self.was, self.is_now = fields(str(before)), fields(str(after))
        self.found: dict[str, str] = {}

    def draw(self, deck: str) -> None:
        """Find the cards that left the top of a deck whose order the seat did not know."""
        if "?" in self.view[deck]:
            self.found[deck] = "".join(self.true[deck][: len(self.true[deck]) - len(self.after[deck])])


def _rush_cards(step: _Step) -> None:
    if "deal2" in step.true and "deal2" not in step.after:
        # The cards set up are turned up, each home from the row nearer the enemy, and hands are drawn.
        far = step.after["v"]
        step.found["board"] = "".join(far[5:] + far[:5] if step.seat == 1 else step.after["^"])
        step.draw(f"deck{step.seat}")
    elif step.mover == step.seat:
        step.draw(f"deck{step.seat}")


def _fifteen_rush(step: _Step) -> None:
    # A pile that got lower, but not empty, has a new last card.
    piles = zip(step.was["piles"].split(","), step.is_now["piles"].split(","), strict=True)
    step.found["piles"] = "".join(new[-1] for old, new in piles if len(new) < len(old)).replace("-", "")
    step.draw("stock")


def _club_fight(step: _Step) -> None:
    step.draw("deck")
    step.draw("clubs")


def _club_fight_coop(step: _Step) -> None:
    step.draw("deck")
    if step.mover == step.seat:
        step.draw(f"clubs{step.seat}")
    clubs = "clubs1", "clubs2"
    if any(step.true[deck] for deck in clubs) and not any(step.after[deck] for deck in clubs):
        # Hands are open now: the partner's cards but for those that were known, in the hand or as the display.
        hand = f"hand{3 - step.seat}"
        known = Counter(step.view[hand]) + Counter(step.true["display"] if step.mover != step.seat else [])
        step.found[hand] = "".join(sorted((Counter(step.after[hand]) - known).elements()))


def _sumo(step: _Step) -> bool:
    was, is_now, other = step.was, step.is_now, 3 - step.mover
    played = {}
    if was["phase"] == "attack":
        if f"attack{other}" not in was:
            return True  # attacks are shown when both are chosen
        played = {step.mover: step.move, other: was[f"attack{other}"]}
        hidden = 3 - step.seat
        step.found[f"attack{hidden}"] = _with_marks(played[hidden], was[f"hand{hidden}"])
    elif step.move == "challenge":
        column = int(was["x"]) + 3 if was["phase"] == "ring" else 0
        step.found.update({f"{was['phase']}{seat}": was[f"{was['phase']}{seat}"][column] for seat in (1, 2)})
    if was.get("shuffle") != is_now.get("shuffle") or was.get("draworder", "fixed") != "fixed":
        return False
    drawn = step.true["deck"][: len(step.true["deck"]) - len(step.after["deck"])]
    if "attack1" not in is_now:
        # The round has ended: after the draws for wild cards seat 1 drew up, then seat 2, each unseen by the other.
        held = {seat: len(step.true[f"hand{seat}"]) - len(played.get(seat, "")) for seat in (1, 2)}
        first, second = (len(step.after[f"hand{seat}"]) - held[seat] for seat in (1, 2))
        wild = len(drawn) - first - second
        drawn = drawn[:wild] + (drawn[wild : wild + first] if step.seat == 1 else drawn[wild + first :])
        if is_now["phase"] != "over" and is_now["x"] == "0":
            step.found["lead"] = is_now.get("lead", "")
    step.found["deck"] = "".join(drawn)
    return True


def _with_marks(cards: str, hand: str) -> str:
    """An attack with `~` on the recycled cards: of equal ranks `!` leaves the hand first, then unmarked ones."""
    held = sorted(re.findall(r".[!~]?", hand), key=lambda card: "! ~".index(card[1:] or " "))
    shown = ""
    for card in cards:
        found = next(each for each in held if each[0] == card)
        held.remove(found)
        shown += found.replace("!", "")
    return shown


_FOLLOWED: dict[str, Callable[[_Step], bool | None]] = {
    "rush-cards": _rush_cards,
    "fifteen-rush": _fifteen_rush,
    "club-fight": _club_fight,
    "club-fight-coop": _club_fight_coop,
    "sumo": _sumo,
}
