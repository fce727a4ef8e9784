"""Positions and moves of sumo as text: every field's errors, what may be left out, drawings."""

from __future__ import annotations

import random

import pytest
from refusals import refused

from dohyo import engine
from dohyo.cext.streams import Random

STATE = (
    "sumo jokers=0 x=0 ring1=4J942Q5 ring2=KJ8KA5Q up=0000000 sumo1=2 sumo2=2 sumoup=0 hand1=567 hand2=8TK "
    "deck=873AJ7T945KA674A36T6J2TQQ98933 gone=- round=1 phase=attack"
)
VIEW = (
    "sumo jokers=0 x=0 ring1=??????? ring2=??????? up=0000000 sumo1=? sumo2=? sumoup=0 hand1=567 hand2=??? "
    "deck=?x30 gone=- round=1 phase=attack seat=1"
)
#: As STATE, seat 1 about to be pushed by a king.
RING = STATE.replace("hand1=567", "hand1=67").replace("hand2=8TK", "hand2=8T").replace(
    "phase=attack", "phase=ring attack1=5 attack2=K value1=5 value2=13")
#: A view after a reshuffle: two cards of hand2 are recycled ones.
RECYCLED = (
    "sumo jokers=0 x=0 ring1=??????? ring2=??????? up=0000000 sumo1=? sumo2=? sumoup=0 hand1=5!67~ hand2=??? "
    "deck=?x20 gone=668899TTJJ round=9 phase=attack pool=AAAA222344455577QQQKKK seat=1"
)


def change(text: str, **fields: str) -> str:
    """The position with other values of some fields; "" leaves a field out."""
    name, *words = text.split()
    values = dict(word.split("=", 1) for word in words) | fields
    return " ".join([name, *(f"{field}={value}" for field, value in values.items() if value)])


ERRORS = [
    (STATE, {"jokers": "1"}, "jokers: expected one of 0, 2"),
    (STATE, {"placement": "both"}, "placement: expected one of simultaneous, leader"),
    (STATE, {"draworder": "1"}, "draworder: expected one of fixed, random, leader"),
    (STATE, {"reshuffle": "never"}, "reshuffle: expected one of lazy, eager"),
    (STATE, {"maxrounds": "0"}, "maxrounds: expected a number from 1 to 10000"),
    (STATE, {"x": "left"}, "x: expected a number from -6 to 6"),
    (STATE, {"x": "4"}, "field x=4: the game is over there"),
    (STATE, {"ring1": "4J942Q"}, "field ring1 has 6 cards; a row has 7"),
    (STATE, {"ring2": "KJ8KA5*"}, "field ring2: '*' is not a card here"),
    (STATE, {"ring1": ""}, "field ring1 is missing"),
    (STATE, {"ring1": "?J942Q5"}, "field ring1: ? stands only in a view"),
    (VIEW, {"ring1": "4??????"}, "field ring1: column -3 lies face down, so a view shows ?"),
    (VIEW, {"up": "1000000"}, "field ring1: column -3 lies face up, so a view shows the card"),
    (STATE, {"up": "000000"}, "up: expected 7 digits"),
    (STATE, {"up": "0000002"}, "up: expected 7 digits"),
    (STATE, {"sumo1": "22"}, "field sumo1 has 2 cards; each seat has one"),
    (STATE, {"sumo2": ""}, "field sumo2 is missing"),
    (VIEW, {"sumo1": "2"}, "field sumo1: the sumo card lies face down"),
    (STATE, {"sumoup": "2"}, "sumoup: expected a number from 0 to 1"),
    (STATE, {"hand1": ""}, "field hand1 is missing"),
    (STATE, {"hand1": "5678"}, "field hand1 has 4 cards"),
    (STATE, {"hand2": "-"}, "field hand2 has 0 cards"),
    (STATE, {"hand1": "5!!67"}, "field hand1: '!' is not a card"),
    (VIEW, {"hand1": "56?"}, "field hand1: '?' is not a card here"),
    (VIEW, {"hand2": "??K"}, "field hand2: the view of seat 1 shows ? there but for cards marked !"),
    (VIEW, {"hand2": "??K~"}, "field hand2: the view of seat 1 shows ? there but for cards marked !"),
    (STATE, {"deck": ""}, "field deck is missing"),
    (STATE, {"deck": "A" * 39}, "field deck has 39 cards; there are at most 38"),
    (STATE, {"deck": "?x30"}, "field deck: ? stands only in a view"),
    (VIEW, {"deck": "873AJ7T945KA674A36T6J2TQQ98933"}, "field deck: a view knows no card of it"),
    (STATE, {"deck": "873AJ7T945KA674A36T6J2TQQ98934"}, "4 more often than its deck, 1 too many"),
    (STATE, {"deck": "873AJ7T945KA674A36T6J2TQQ9893"}, "not listed are 3"),
    (VIEW, {"gone": "", "deck": "?x29"}, "field gone is missing"),
    (VIEW, {"gone": "?", "deck": "?x29"}, "field gone: '?' is not a card here"),
    (STATE, {"round": "0"}, "round: expected a number from 1 to 200"),
    (STATE, {"round": "8", "maxrounds": "7"}, "round: expected a number from 1 to 7"),
    (STATE, {"phase": "push"}, "phase: expected one of attack, ring, sumo, over"),
    (STATE, {"phase": "over"}, "field phase=over: the game ends beyond column 3 or -3, or in round 200"),
    (RING, {"up": "0001000"}, "field phase=ring: the ring cards of column 0 lie face up already"),
    (RING, {"phase": "sumo"}, "field phase=sumo: the sumo cards must lie face down"),
    (RING, {"phase": "sumo", "up": "0001000", "sumoup": "1"}, "field phase=sumo: the sumo cards must lie face down"),
    (STATE, {"lead": "1"}, "field lead is only for placement=leader"),
    (STATE, {"placement": "leader"}, "field lead is missing"),
    (STATE, {"placement": "leader", "lead": "0"}, "lead: expected a number from 1 to 2"),
    (STATE, {"attack1": "8"}, "field attack1='8': these cards are not in hand1"),
    (STATE, {"attack1": "55"}, "field attack1='55': these cards are not in hand1"),
    (STATE, {"attack1": "56"}, "field attack1='56': an attack is one card, 33, 333, 44 or 55"),
    (STATE, {"attack1": "3*"}, "field attack1='3*': an attack is one card"),
    (STATE, {"attack1": "?"}, "field attack1='?': an attack is one card"),
    (STATE, {"attack1": "5", "attack2": "8"}, "when both have chosen, phase=attack is past"),
    (STATE, {"placement": "leader", "lead": "2", "attack1": "5"}, "field attack1: seat 2 places first"),
    (VIEW, {"attack2": "8"}, "field attack2='8': the view of seat 1 shows ? there"),
    (VIEW, {"attack2": "??"}, "field attack2='??': the view of seat 1 shows ? there"),
    (VIEW, {"attack1": "?"}, "field attack1='?': an attack is one card"),
    (VIEW, {"placement": "leader", "lead": "2", "attack2": "????"}, "one for each card placed, at most three"),
    (change(VIEW, hand2="??", deck="?x31", placement="leader", lead="2"), {"attack2": "???"},
     "field attack2: no hand that the view allows has such an attack"),
    (RING, {"attack1": ""}, "field attack1 is missing"),
    (RING, {"attack1": "-"}, "field attack1='-': an attack is one card"),
    (RING, {"value1": ""}, "field value1 is missing"),
    (RING, {"value1": "6"}, "field value1=6: attack1 counts 5"),
    (RING, {"value2": "K"}, "value2: expected a number from 2 to 14"),
    (RING, {"attack2": "5", "attack1": "5", "hand1": "6K", "value2": "5", "deck": "873AJ7T94KA674A36T6J2TQQ989337"},
     "nobody is pushed, so the phase is not ring"),
    (RING, {"attack1": "2", "hand1": "67", "deck": "873AJ7T945KA674A36T6J5TQQ98933"},
     "field value1=5: attack1 counts what the last card drawn for it counts"),
    (STATE, {"value1": "5"}, "field value1: attacks count only when both are shown"),
    (change(STATE, phase="over", x="4"), {"value1": "5"}, "come only with attack1 and attack2"),
    (STATE, {"drawn": "7", "deck": "83AJ7T945KA674A36T6J2TQQ98933"}, "field drawn: cards are drawn for wild ones only"),
    (RING, {"drawn": "2" * 7}, "field drawn has 7 cards; at most 6"),
    (STATE, {"pool": "A"}, "field pool: in a state it lists, after a reshuffle, exactly the cards of the deck"),
    (RECYCLED, {"pool": ""}, "field pool has 0 cards; after a reshuffle those of the deck are in it, 20 cards"),
    (RECYCLED, {"pool": "AAAA222344455577QQQKKK33"}, "field pool has 24 cards"),
    (RECYCLED, {"pool": "AAAA222344455577QQQK66"}, "field pool has 6 more often than it can be unseen"),
    (STATE, {"shuffle": "xyz"}, "shuffle: expected 1 to 16 hexadecimal digits"),
    (STATE, {"shuffle": "1" * 17}, "shuffle: expected 1 to 16 hexadecimal digits"),
    (VIEW, {"shuffle": "1f"}, "field shuffle: a view never shows the seed"),
    (VIEW, {"seat": "3"}, "seat: expected a number from 1 to 2"),
    (VIEW, {"seat": ""}, "? stands only in a view"),
    (STATE, {"turn": "1"}, "sumo has no field 'turn'"),
]


@pytest.mark.parametrize(("text", "fields", "says"), ERRORS)
def test_a_bad_field_is_named(text: str, fields: dict[str, str], says: str) -> None:
    assert says in refused(engine.parse, change(text, **fields))


@pytest.mark.parametrize("text", [STATE, VIEW, RING, RECYCLED])
def test_the_positions_of_this_file_print_as_they_stand(text: str) -> None:
    assert str(engine.parse(text)) == text


@pytest.mark.parametrize(("given", "printed"), [
    # Defaults, cards in any order, 10 for T, an out-of-play list left out.
    (change(STATE, jokers="", x="", up="", sumoup="", gone="", round="", phase="", hand2="K108"), STATE),
    (change(VIEW, jokers="", gone="", hand1="765"), VIEW),
    (change(STATE, shuffle="AB"), f"{STATE} shuffle=00000000000000ab"),
    (change(STATE, shuffle="0"), STATE),
    (change(STATE, placement="leader", x="2"),
     change(STATE, x="2", lead="1").replace("jokers=0", "jokers=0 placement=leader")),
    # After a reshuffle a state lists its deck as pool, and `~` is enough to say that there was one.
    (change(STATE, hand1="7~65"),
     change(STATE, hand1="567~", pool="AAA2333344566677788999TTTJJQQK")),
    (change(STATE, attack2="10"), f"{STATE} attack2=T"),
    (change(STATE, phase="over", x="-4"), change(STATE, x="-4", phase="over")),
    (change(STATE, phase="over", round="200"), change(STATE, round="200", phase="over")),
])
def test_what_may_be_left_out_or_written_otherwise(given: str, printed: str) -> None:
    assert str(engine.parse(given)).split() == printed.split()
    assert str(engine.parse(str(engine.parse(given)))) == str(engine.parse(given))


def test_the_moves_are_printed_in_their_order_and_read_in_any() -> None:
    state = engine.parse(change(STATE, jokers="2", hand1="3**", hand2="455", ring1="4J942QK", ring2="KJ8KA85",
                                deck="873AJ7T95A674A36T6J2TQQQ98937TK63"[:32]))
    assert state.moves(1) == ["3", "*", "3*", "3**"]
    assert state.moves(2) == ["4", "5", "55"]
    assert [state.code(text, 1) for text in ("*3", "**3", "*3*")] == [state.code("3*", 1), *[state.code("3**", 1)] * 2]
    assert engine.parse(STATE).code("10", 2) == engine.parse(STATE).code("T", 2)


@pytest.mark.parametrize(("text", "move", "says"), [
    (STATE, "", "a move is an attack"), (STATE, "56", "a move is an attack"), (STATE, "??", "a move is an attack"),
    (STATE, "K", "the hand does not have K"), (STATE, "challenge", "nobody is pushed; attacks are chosen now"),
    (STATE, "?", "only in a view may the other seat's choice stay hidden"),
    (RING, "6", "the seat pushed answers by challenge or accept"),
    (change(RING, x="-2"), "accept", "the push goes out of the ring"),
])
def test_a_move_that_cannot_be_is_refused_with_the_reason(text: str, move: str, says: str) -> None:
    assert says in refused(engine.parse(text).play, move)


def broken(text: str, chance: random.Random) -> str:
    """The position with a few fields or characters changed."""
    words = text.split()
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(1, len(words))
        name, _, value = words[place].partition("=")
        if chance.random() < 0.2:
            words.pop(place)
        elif chance.random() < 0.5:
            at = chance.randrange(len(value) + 1)
            words[place] = f"{name}={value[:at]}{chance.choice('A23456789TJQK*?!~-01x')}{value[at + 1:]}"
        else:
            words[place] = chance.choice(RING.split()[1:])
    return " ".join(words)


def test_broken_positions_are_refused_or_whole() -> None:
    """Whatever is read keeps the invariants, round-trips, and can be played on."""
    chance, texts = random.Random(1), []
    for options in ({}, {"jokers": "2", "placement": "leader"}, {"reshuffle": "eager", "maxrounds": "9"}):
        state, stream = engine.game("sumo").deal(7, **options), Random(7)
        while not state.over:
            texts += [str(state), str(state.view(1)), str(state.view(2))]
            seat = state.to_move[-1]
            state = state.play_code(state.buffer.random_move(seat - 1, stream), seat)
    whole = 0
    for _ in range(4000):
        text = broken(chance.choice(texts), chance)
        if refused(engine.parse, text):
            continue
        whole += 1
        position = engine.parse(text)
        assert position.buffer.check() == 0
        assert engine.parse(str(position)).buffer == position.buffer
        if isinstance(position, engine.View):
            state = position.determinize(Random(whole))
            assert state.view(position.seat).buffer == position.buffer
            position = state
        while not position.over:
            seat = position.to_move[0]
            position = position.play_code(position.buffer.random_move(seat - 1, Random(whole)), seat)
            assert position.buffer.check() == 0
    assert whole > 100


def test_a_drawing_shows_what_the_seat_sees() -> None:
    drawn = engine.parse(VIEW).draw().splitlines()
    assert drawn[-3:] == [
        "East hand  5 6 7", "West hand  ? ? ?", "round 1 of 200, both choose an attack; deck 30, discards -",
    ]
    assert engine.parse(RECYCLED).draw().endswith("recycled and not seen since: AAAA222344455577QQQKKK")
    assert "West hand  8 T  plays K, counts 13" in engine.parse(RING).draw()
    assert "East is pushed and may challenge with the ring cards" in engine.parse(RING).draw()
    assert "West places first" in engine.parse(change(STATE, placement="leader", lead="2")).draw()
    assert "; deck" in engine.parse(change(STATE, phase="over", x="-4")).draw()


@pytest.mark.parametrize("x", range(-3, 4))
def test_the_wrestlers_stand_below_their_column(x: int) -> None:
    numbers, row, wrestlers, *_ = engine.parse(change(STATE, x=str(x))).draw().splitlines()
    names = [numbers[place : place + 4].strip() for place in range(11, len(numbers), 4)]
    assert names[x + 3] == (f"{x:+}" if x else "0")
    assert wrestlers.index("/") in range(11 + 4 * (x + 3), 15 + 4 * (x + 3))
    assert len(row) <= len(numbers)
