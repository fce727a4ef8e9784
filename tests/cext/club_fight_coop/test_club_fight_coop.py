"""The kernel of club-fight-coop: gifts, weights of `random_move`, `policy_move`, what views know, `evaluate`, `check`,
and the figures of the rules."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations

import pytest
from models.club_fight_coop import ClubFightCoop

from dohyo import engine
from dohyo.cext.club_fight_coop import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random
from dohyo.testing.chisquare import assert_fits

WIN = 1_000_000
GIVE = 8192
CODES = range(GIVE + 20)
#: Two decks of three, and the next club from the hand, from the display, and to be given.
REST = "clubs1=348 clubs2=6JA"
PLAYS = [
    f"grid=7d7sAh/2d4sKh/*Qs9d deck=- hand1=79T hand2=25Q display=K {REST}",
    f"runmin=2 grid=Ad2d2h/3d3h3s/5d5s6s deck=- hand1=79T hand2=25Q display=K turn=2 {REST}",
    f"grid=7d2dKd/KhKsQh/QsJhJs deck=- hand1=79T hand2=25Q display=- {REST}",
]
GIFTS = [
    f"grid=7d7sAh/2d4sKh/*Qs9d deck=- hand1=79T hand2=25Q display=- phase=give {REST}",
    f"grid=7d7sAh/2d4sKh/*Qs9d deck=- hand1=9T hand2=25Q display=K phase=give {REST}",
    f"grid=7d7sAh/2d4sKh/*Qs9d deck=- hand1=9T hand2=- display=- turn=1 phase=give {REST}",
]


def position_of(text: str) -> engine.Position:
    return engine.parse(f"club-fight-coop {text}")


@pytest.mark.parametrize("text", PLAYS)
def test_a_move_is_sampled_as_often_as_it_is_an_action(text: str) -> None:
    position, stream, model = position_of(text), Random(1), ClubFightCoop.from_text(f"club-fight-coop {text}")
    buffer, seat = position.buffer, model.turn
    weights = Counter(model.grid.spellings("".join(model.hands[seat] + model.display)).values())
    codes = {position.code(move): weight for move, weight in weights.items()}
    counts = Counter(buffer.random_move(seat - 1, stream) for _ in range(20000))
    assert set(counts) <= set(codes)
    assert_fits([counts[code] for code in codes], [weight / sum(codes.values()) for weight in codes.values()])


@pytest.mark.parametrize("text", PLAYS)
def test_policy_clears_the_most(text: str) -> None:
    buffer, stream = position_of(text).buffer, Random(2)
    (seat,) = buffer.to_move
    moves = buffer.moves(seat)
    most = max((move & 511).bit_count() for move in moves)
    best = [move for move in moves if (move & 511).bit_count() == most]
    counts = Counter(buffer.policy_move(seat, stream) for _ in range(3000))
    assert set(counts) <= set(best)
    if len(best) > 1:
        assert_fits([counts[move] for move in best], [1 / len(best)] * len(best))


@pytest.mark.parametrize("text", GIFTS)
def test_gifts_are_drawn_evenly(text: str) -> None:
    buffer, stream = position_of(text).buffer, Random(3)
    moves = buffer.moves(0)
    for draw in (buffer.random_move, buffer.policy_move):
        counts = Counter(draw(0, stream) for _ in range(6000))
        assert_fits([counts[move] for move in moves], [1 / len(moves)] * len(moves))


@pytest.mark.parametrize("text", [*PLAYS, *GIFTS])
def test_legal_knows_the_moves_among_all_codes(text: str) -> None:
    buffer = position_of(text).buffer
    (seat,) = buffer.to_move
    assert [code for code in CODES if buffer.legal(seat, code)] == buffer.moves(seat)
    assert not any(buffer.legal(1 - seat, code) for code in buffer.moves(seat))
    assert not any(buffer.legal(seat, code) for code in (1 << 14, (1 << 32) - 1))


def play_out(buffer: Buffer, stream: Random, *, greedy: bool) -> int:
    """The number of decisions of the rest of a game."""
    count = 0
    while buffer.to_move:
        (seat,) = buffer.to_move
        buffer.play(seat, buffer.policy_move(seat, stream) if greedy else buffer.random_move(seat, stream))
        count += 1
    return count


def test_random_play_never_wins_and_takes_25_decisions() -> None:
    """docs/rules/club-fight-coop.md: 0 %; 13 plays and 12 gifts."""
    stream = Random(4)
    for seed in range(2000):
        buffer = KERNEL.deal([0, 0, seed % 2], seed)
        assert play_out(buffer, stream, greedy=False) == 25
        assert buffer.result() == (0, 0)


def test_greedy_play_with_random_gifts_wins_as_often_as_expected() -> None:
    """docs/rules/club-fight-coop.md: about 34 %."""
    stream, won, games = Random(5), 0, 6000
    for seed in range(games):
        buffer = KERNEL.deal([0, 0, 0], seed)
        play_out(buffer, stream, greedy=True)
        assert len(set(buffer.result())) == 1
        won += buffer.result() == (1, 1)
    assert abs(won / games - 0.34) < 0.01 + 4 * math.sqrt(0.34 * 0.66 / games)


def test_the_sizes_of_hands_and_decks_are_forced() -> None:
    """docs/rules/club-fight-coop.md, C6: before turn t."""
    expected = [
        (3, 3, 1, 3, 3), (3, 3, 1, 2, 3), (3, 3, 1, 2, 2), (3, 3, 1, 1, 2), (3, 3, 1, 1, 1), (3, 3, 1, 0, 1),
        (3, 3, 1, 0, 0), (2, 3, 1, 0, 0), (2, 2, 1, 0, 0), (1, 2, 1, 0, 0), (1, 1, 1, 0, 0), (0, 1, 1, 0, 0),
        (0, 0, 1, 0, 0), (0, 0, 0, 0, 0),
    ]
    buffer, stream, found = KERNEL.deal([0, 0, 0], 6), Random(6), []
    while True:
        record = buffer.record[0]
        if record["phase"] == 0:
            hands = [int(hand).bit_count() for hand in record["hand"]]
            found.append((*hands, int(record["display"]).bit_count(), *record["undrawn"].tolist()))
        if not buffer.to_move:
            break
        (seat,) = buffer.to_move
        buffer.play(seat, buffer.random_move(seat, stream))
    assert found == expected


def test_unknown_clubs_are_anywhere_equally_often() -> None:
    """2, 3 and 4 are in the other hand and the two decks; the 5 was seen."""
    text = ("club-fight-coop jokers=1 grid=Ad../.../... deck=?x1 hand1=9 hand2=?5! display=T clubs1=?x1 clubs2=?x1 "
            "spent=A678JQK cleared=AsAh2d2s2h3d3s3h4d4s4h5d5s5h6d6s6h7d7s7h8d8s8h9d9s9hTdTsThJdJsJhQdQsQhKdKsKh "
            "turn=1 phase=play seat=1")
    view, stream = engine.parse(text), Random(7)
    assert isinstance(view, engine.View)
    worlds = [
        text.removesuffix(" seat=1").replace("deck=?x1", "deck=*").replace("hand2=?5!", f"hand2={hand}5!")
        .replace("clubs1=?x1", f"clubs1={one}").replace("clubs2=?x1", f"clubs2={two}")
        for hand, one, two in permutations("234")
    ]
    seen = Counter(str(view.determinize(stream)) for _ in range(3000))
    assert set(seen) == set(worlds)
    assert_fits([seen[world] for world in worlds], [1 / len(worlds)] * len(worlds))


@pytest.mark.parametrize(("text", "value"), [
    (f"grid=.../.../... deck=- hand1=79T hand2=25Q display=K {REST}", WIN + 13),
    ("grid=.../.../... deck=- hand1=- hand2=- display=- clubs1=- clubs2=-", WIN),
    ("grid=Ad*./.../... deck=3h hand1=- hand2=- display=- clubs1=- clubs2=- turn=2", -WIN - 3),
    ("grid=Ad*./.../... deck=3h hand1=- hand2=25 display=- clubs1=- clubs2=-", -WIN - 3),
])
def test_the_end_is_worth_the_same_to_both_seats(text: str, value: int) -> None:
    buffer = position_of(text).buffer
    assert buffer.to_move == ()
    assert [buffer.evaluate(seat) for seat in (0, 1)] == [value, value]
    assert buffer.result() == (float(value > 0),) * 2


@pytest.mark.parametrize(("field", "place", "value", "broken"), [
    ("hand", (0,), 0, 5), ("hand", (0,), 0x7c, 5), ("hidden", (1,), 1, 5), ("spent", (), 0x80, 5),
    ("display", (), 3 << 12, 5), ("clubs", (0, 0), 0, 5), ("clubs", (1, 0), 14, 5), ("clubs", (1, 3), 1, 5),
    ("undrawn", (0,), 14, 5), ("shown", (0,), 4, 6), ("first", (), 2, 7), ("turn", (), 2, 7), ("phase", (), 2, 7),
])
def test_broken_states_are_told_by_number(field: str, place: tuple[int, ...], value: int, broken: int) -> None:
    buffer = position_of(PLAYS[0]).buffer
    assert buffer.check() == 0
    buffer.record[field][(0, *place)] = value
    assert buffer.check() == broken


def test_open_hands_show_and_hide_nothing() -> None:
    buffer = position_of("grid=Ad*./.../... deck=- hand1=3 hand2=25 display=- clubs1=- clubs2=-").buffer
    assert buffer.check() == 0
    buffer.record["shown"][0, 0] = 8
    assert buffer.check() == 6


def test_a_gift_that_cannot_be_is_broken() -> None:
    buffer = position_of("grid=Ad*./.../... deck=- hand1=- hand2=25 display=- clubs1=- clubs2=-").buffer
    buffer.record["phase"] = 1
    assert buffer.check() == 7
