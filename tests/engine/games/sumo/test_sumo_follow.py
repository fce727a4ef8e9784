"""Following a table of sumo from one seat: a view after a move and what it showed is the view of the truth."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from command import dohyo, refusal
from refusals import refused

from dohyo import engine
from dohyo.cext.decks import shuffled
from dohyo.cext.streams import Random, derive
from dohyo.engine import cards
from dohyo.testing import battery

VARIANTS = [
    *battery.variants(engine.game("sumo")),
    {"placement": "leader", "draworder": "leader", "jokers": "2"},
    {"placement": "leader", "draworder": "random", "reshuffle": "eager", "jokers": "2"},
]
WILD = "2*"


class Table:
    """The cards that a move of the truth draws, in order, drawn again by hand."""

    def __init__(self, state: engine.State) -> None:
        values = fields(state)
        self.deck, self.gone = list(values["deck"].strip("-")), list(values["gone"].strip("-"))
        self.seed, self.eager = int(values.get("shuffle", "0"), 16), values.get("reshuffle") == "eager"

    def reshuffle(self) -> None:
        if self.gone:
            order = shuffled(bytes(sorted(cards.read("gone", "".join(self.gone)))), self.seed)
            self.deck, self.gone, self.seed = list(cards.write(order)), [], derive(self.seed, 0)

    def draw(self) -> str:
        if not self.deck:
            self.reshuffle()
        card = self.deck.pop(0)
        self.emptied()
        return card

    def emptied(self) -> None:
        if self.eager and not self.deck:
            self.reshuffle()


def fields(position: engine.Position) -> dict[str, str]:
    """The fields of the position's text."""
    return dict(word.split("=") for word in str(position).split()[1:])


def marked(hand: str, attack: str) -> str:
    """The cards of an attack as they leave the hand, those drawn since the last reshuffle with `~`."""
    places = [place for place, card in enumerate(hand) if card not in "!~"]
    held = [(hand[place], hand[place + 1 : place + 2] == "~") for place in places]
    played = ""
    for card in attack:
        drawn = next(drawn for rank, drawn in held if rank == card)
        held.remove((card, drawn))
        played += card + "~" * drawn
    return played


def shown(state: engine.State, after: engine.State, seat: int, move: str, viewer: int) -> dict[str, str]:
    """What a person at the seat of `viewer` sees of a move, as for --reveal. Coins are left out."""
    before, then, told, wild, table = fields(state), fields(after), {}, "", Table(state)
    attacks = [before.get("attack1", ""), before.get("attack2", "")]
    if before["phase"] == "attack":
        attacks[seat - 1] = move
        if not all(attacks):
            return {}
        other = 3 - viewer
        told[f"attack{other}"] = marked(before[f"hand{other}"], attacks[other - 1])
        wild = "".join(attack for attack in attacks if attack in WILD)
    elif move == "challenge":
        column = int(before["x"]) + 3
        for name in ("1", "2"):
            pile = f"{before['phase']}{name}"
            told[pile] = before[pile][column] if before["phase"] == "ring" else before[pile]
        wild = "".join(card for name, card in told.items() if card in WILD)
    drawn = ""
    for _ in wild:
        drawn += table.draw()
        while drawn[-1] in WILD:
            drawn += table.draw()
    if "attack1" not in then or then["round"] != before["round"]:
        table.gone += [*"".join(attacks), *before.get("drawn", ""), *drawn]
        table.emptied()
        for number in (1, 2):
            left = len(before[f"hand{number}"].translate({ord("!"): None, ord("~"): None}).strip("-"))
            left -= len(attacks[number - 1]) if before["phase"] == "attack" else 0
            for _ in range(3 - left):
                card = table.draw()
                drawn += card if number == viewer else ""
    return {**told, **({"deck": drawn} if drawn else {})}


def followed(view: engine.View, seat: int, move: str, told: dict[str, str]) -> Iterator[engine.View]:
    """The views after the move for every outcome of the coins that it tosses."""
    for coins in ({}, *({name: side} for name in ("first", "lead") for side in "12"),
                  *({"first": one, "lead": two} for one in "12" for two in "12")):
        if not refused(view.play, move, seat, told | coins):
            yield view.play(move, seat, told | coins)


@pytest.mark.parametrize("options", VARIANTS, ids=" ".join)
def test_a_view_that_is_told_what_shows_becomes_the_view_of_the_truth(options: dict[str, str]) -> None:
    reshuffles = 0
    for seed in range(5):
        state, stream = engine.game("sumo").deal(seed, **options), Random(seed)
        while not state.over:
            seat = state.to_move[stream.below(len(state.to_move))]
            code = state.buffer.random_move(seat - 1, stream)
            move, after = state.text(code, seat), state.play_code(code, seat)
            reshuffles += fields(state).get("shuffle") != fields(after).get("shuffle")
            for viewer in (1, 2):
                view, wanted = state.view(viewer), after.view(viewer)
                told = shown(state, after, seat, move, viewer)
                views = list(followed(view, seat, move, told))
                assert any(found.buffer == wanted.buffer for found in views), f"{view} {move} {told}"
                for name in told:
                    if not (name.startswith("attack") and seat != viewer):
                        less = {other: told[other] for other in told if other != name}
                        assert not list(followed(view, seat, move, less)), f"{view} {move} {less}"
            state = after
    assert reshuffles or "maxrounds" in options


VIEW = (
    "sumo jokers=0 x=0 ring1=??????? ring2=??????? up=0000000 sumo1=? sumo2=? sumoup=0 hand1=267 hand2=??? "
    "deck=?x30 gone=- round=1 phase=attack"
)
SEEN = f"{VIEW} seat=1"
PUSHED = VIEW.replace("hand1=267", "hand1=27").replace("hand2=???", "hand2=??").replace(
    "phase=attack", "phase=ring attack1=6 attack2=K value1=6 value2=13") + " seat=1"
RECYCLED = (
    "sumo jokers=0 x=0 ring1=??????? ring2=??????? up=0000000 sumo1=? sumo2=? sumoup=0 hand1=567 hand2=??? "
    "deck=?x20 gone=668899TTJJ round=9 phase=attack pool=AAAA222344455577QQQKKK seat=1"
)


def apply(view: str, *words: str) -> str:
    """What `dohyo apply` prints; of `words`, those with a sign = go to --reveal."""
    moves = [word for word in words if "=" not in word]
    return dohyo("apply", view, *moves, *(f"--reveal={word}" for word in words if "=" in word)).stdout.strip()


def test_a_round_is_followed_on_the_command_line() -> None:
    chosen = apply(SEEN, "6")
    assert chosen == f"{VIEW} attack1=6 seat=1"
    pushed = apply(SEEN, "6", "K")
    assert pushed == PUSHED
    assert apply(pushed, "accept", "deck=9") == (
        "sumo jokers=0 x=-2 ring1=??????? ring2=??????? up=0000000 sumo1=? sumo2=? sumoup=0 hand1=279 hand2=??? "
        "deck=?x28 gone=6K round=2 phase=attack seat=1"
    )
    tie = apply(pushed, "challenge", "ring1=8", "ring2=8", "deck=9")
    assert " x=0 ring1=???8??? ring2=???8??? up=0001000 " in tie
    wild = apply(pushed, "challenge", "ring1=2", "ring2=8", "deck=2Q9")
    assert "hand1=279 hand2=??? deck=?x26 gone=26QK round=2" in wild
    assert "phase=sumo attack1=6 attack2=K value1=6 value2=13" in apply(pushed, "challenge", "ring1=7", "ring2=8")


def test_the_other_seat_may_choose_first_and_unseen() -> None:
    shown = apply(f"{VIEW} attack2=? seat=1", "7", "attack2=44")
    assert "hand1=26 hand2=? " in shown
    assert "phase=ring attack1=7 attack2=44 value1=7 value2=8" in shown
    view = engine.parse(SEEN)
    assert fields(view.play("?", 2))["attack2"] == "?"
    assert fields(view.play("44", 2))["attack2"] == "?"
    leads = engine.parse(SEEN.replace("jokers=0", "jokers=0 placement=leader lead=2"))
    assert fields(leads.play("44"))["attack2"] == fields(leads.play("??"))["attack2"] == "??"


REFUSED = [
    (f"{VIEW} attack2=? seat=1", ["7"], {}, "--reveal attack2 is missing"),
    (f"{VIEW} attack2=? seat=1", ["7"], {"attack2": "45"}, "an attack is one card"),
    (f"{VIEW} attack2=? seat=1", ["7"], {"attack2": "?"}, "field attack2: '?' is not a card here"),
    (f"{VIEW} attack2=? seat=1", ["7"], {"attack2": "K~"}, "hand2 cannot hold these cards"),
    (SEEN.replace("jokers=0", "placement=leader lead=2 attack2=??"), ["7"], {"attack2": "4"}, "has placed 2 cards"),
    (SEEN, ["7", "K"], {"attack2": "Q"}, "the move names other cards"),
    (SEEN, ["7", "9"], {"deck": "7"}, "only 0 drawn now"),
    (SEEN, ["7", "9"], {"lead": "1"}, "no coin decides who places first"),
    (SEEN, ["7", "7"], {}, "at least 1 drawn now"),
    (SEEN, ["2", "7"], {}, "such as --reveal deck=7"),
    (SEEN, ["2", "7"], {"deck": "2"}, "at least 2 drawn now"),
    (SEEN, ["2", "7"], {"deck": "?"}, "field deck: '?' is not a card"),
    (SEEN, ["2", "7"], {"deck": "2222K"}, "not all of these cards can lie there"),
    (SEEN, ["2", "7"], {"deck": "2" * 12}, "not all of these cards can lie there"),
    (SEEN, ["2", "7"], {"deck": "2" * 13}, "sees only 12 drawn now"),
    (SEEN, ["7"], {"deck": "2"}, "this move turns up nothing of that kind"),
    (SEEN, ["7", "9"], {"ring1": "2"}, "this move turns up nothing of that kind"),
    (SEEN.replace("jokers=0", "draworder=random"), ["2", "2"], {"deck": "34"}, "--reveal first is missing"),
    (SEEN.replace("jokers=0", "draworder=random"), ["2", "2"], {"first": "3"}, "first is a seat, 1 or 2"),
    (SEEN.replace("jokers=0", "placement=leader lead=1"), ["7", "7"], {"deck": "3"}, "--reveal lead is missing"),
    (PUSHED, ["challenge"], {"ring1": "8"}, "--reveal ring2 is missing"),
    (PUSHED, ["challenge"], {"ring1": "88", "ring2": "8"}, "2 cards; one card turns up there"),
    (PUSHED.replace("gone=-", "gone=8888").replace("?x30", "?x26"), ["challenge"], {"ring1": "8", "ring2": "9"},
     "no such card can lie there"),
    (RECYCLED, ["7", "7"], {"deck": "8"}, "not all of these cards can lie there"),
]


@pytest.mark.parametrize(("view", "moves", "told", "says"), REFUSED)
def test_what_cannot_be_shown_is_refused(view: str, moves: list[str], told: dict[str, str], says: str) -> None:
    reveals = [f"--reveal={name}={value}" for name, value in told.items()]
    assert says in refusal("apply", view, *moves, *reveals)


def test_a_hand_cannot_hold_cards_that_are_elsewhere() -> None:
    view = engine.parse(SEEN.replace("gone=-", "gone=8888").replace("?x30", "?x26"))
    assert "hand2 cannot hold 8" in refused(view.play, "8", 2)


@pytest.mark.parametrize(("told", "left"), [
    # The 5 may be a recycled one; without a mark it is another. All aces are recycled ones, with or without a mark.
    ({"attack2": "5"}, "AAAA222344455577QQQKKK"), ({"attack2": "5~"}, "AAAA22234445577QQQKKK"),
    ({}, "AAAA222344455577QQQKKK"),
])
def test_a_recycled_card_is_recognised_when_it_is_shown(told: dict[str, str], left: str) -> None:
    view = engine.parse(RECYCLED.replace("hand1=567", "hand1=667").replace("668899TTJJ", "8899TTJJ93"))
    assert isinstance(view, engine.View)
    after = view.play("7").play("5", 2, told)
    assert fields(after)["pool"] == left
    assert fields(view.play("7").play("A", 2))["pool"] == "AAA222344455577QQQKKK"


def test_a_reshuffle_shows_what_the_other_seat_drew_of_the_last_deck() -> None:
    """Seat 2 holds the two recycled cards that have not come out; seat 1 draws from the new deck."""
    view = engine.parse(
        "sumo jokers=0 x=0 ring1=??????? ring2=??????? up=0000000 sumo1=? sumo2=? sumoup=0 hand1=567~ hand2=??? "
        "deck=- gone=AAAA2223445566778899TTJJQQQQKK round=9 phase=attack pool=8K seat=1"
    )
    assert isinstance(view, engine.View)
    after = fields(view.play("6").play("6", 2, {"deck": "A"}))
    assert (after["hand1"], after["hand2"], after["deck"], after["gone"]) == ("A~57!", "?8!K!", "?x30", "-")
    assert after["pool"] == "AAA222344556666778899TTJJQQQQKK"
