"""The kernel of fifteen-rush: what it draws, what a view is, and the figures of the rules."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations

import pytest

from dohyo import engine
from dohyo.cext.fifteen_rush import KERNEL
from dohyo.cext.streams import Random
from dohyo.testing.chisquare import assert_fits

WIN = 1_000_000
SIXTEEN = "piles=7,7,7,7,8,8,8 stock=- waste=8"


def parse(fields: str) -> engine.State | engine.View:
    return engine.parse(f"fifteen-rush {fields}")


def parse_view(fields: str) -> engine.View:
    view = parse(fields)
    assert isinstance(view, engine.View)
    return view


# --- sample and policy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fields", [
    SIXTEEN,
    f"deal=anytime {SIXTEEN}",
    "deal=anytime redeal=separate piles=A,A,K,2,3,4,6 stock=- waste=9",
    "piles=K,K,K,K,Q,Q,Q stock=52 waste=JJ",
])
def test_sample_is_uniform_over_the_legal_moves(fields: str) -> None:
    buffer, stream = parse(fields).buffer, Random(1)
    moves = buffer.moves(0)
    counts = Counter(buffer.random_move(0, stream) for _ in range(20000))
    assert set(counts) == set(moves)
    if len(moves) > 1:
        assert_fits([counts[move] for move in moves], [1 / len(moves)] * len(moves))


@pytest.mark.parametrize(("fields", "best"), [
    # The waste counts 0, a pile its cards.
    ("piles=37,-,58,K,-,-,- stock=- waste=7", ["1+3"]),
    ("piles=37,-,8,4,-,-,- stock=- waste=8", ["1+3"]),
    ("piles=37,-,8,347,-,-,- stock=- waste=8", ["3+4"]),
    ("piles=37,-,58,57,-,-,- stock=- waste=8", ["1+3", "3+4"]),
    (SIXTEEN, ["1+5", "1+6", "1+7", "2+5", "2+6", "2+7", "3+5", "3+6", "3+7", "4+5", "4+6", "4+7"]),
    # Nothing is dealt while a pair shows.
    ("deal=anytime piles=7,-,-,-,-,-,- stock=9 waste=8", ["1+w"]),
    ("deal=anytime piles=7,-,-,-,-,-,- stock=8 waste=9", ["deal"]),
    ("deal=anytime redeal=separate piles=7,-,-,-,-,-,- stock=- waste=3389", ["turn"]),
])
def test_policy_plays_the_highest_piles_and_ties_at_random(fields: str, best: list[str]) -> None:
    position, stream = parse(fields), Random(2)
    counts = Counter(position.text(position.buffer.policy_move(0, stream)) for _ in range(6000))
    assert sorted(counts) == best
    if len(best) > 1:
        assert_fits([counts[move] for move in best], [1 / len(best)] * len(best))


# --- figures (docs/rules/fifteen-rush.md) -----------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "expected"), [([0, 0], 0.420), ([0, 1], 0.420), ([1, 0], 0.400), ([1, 1], 0.406)])
def test_random_play_wins_as_often_as_expected(options: list[int], expected: float) -> None:
    stream, games, won = Random(3), 30000, 0.0
    for seed in range(games):
        buffer = KERNEL.deal(options, seed)
        buffer.random_playout(stream)
        won += buffer.result()[0]
    assert abs(won / games - expected) < 4 * (expected * (1 - expected) / games) ** 0.5 + 0.002


def test_policy_wins_as_often_as_expected() -> None:
    stream, games, won = Random(4), 5000, 0.0
    for seed in range(games):
        buffer = KERNEL.deal([0, 0], seed)
        while buffer.to_move:
            buffer.play(0, buffer.policy_move(0, stream))
        won += buffer.result()[0]
    assert abs(won / games - 0.783) < 4 * (0.783 * 0.217 / games) ** 0.5 + 0.003


# --- views and determinizations (R8, R9) ---------------------------------------------------------------------------

def gone_but(listed: str) -> str:
    """The out-of-play list of a position in which these cards are left."""
    return "".join(rank * (4 - listed.count(rank)) for rank in "A23456789TJQK")


def test_a_view_is_over_only_if_what_was_seen_proves_it() -> None:
    dead = "piles=K,K,K,K,Q,Q,Q stock=299 waste=9"
    lost = parse(dead)
    assert isinstance(lost, engine.State)
    assert lost.over
    assert lost.view(1).moves() == ["deal"]
    # The same cards after the waste was turned over: the order of the stock is known.
    assert parse(f"{dead} passes=1").over
    # Nothing to deal, although cards are face down.
    assert parse_view(f"piles=?K,K,-,-,-,-,- stock=- waste=- gone={gone_but('QKK')}").over


def test_states_that_look_the_same_have_the_same_view() -> None:
    rest = "redeal=separate piles=K,{},K,K,Q,Q,3Q stock={} waste=9 since=1"
    texts = [("2K", "A99"), ("AK", "299"), ("9K", "2A9")]
    masked = set()
    for text in texts:
        buffer = parse(rest.format(*text)).buffer
        buffer.to_view(0)
        masked.add(bytes(buffer))
        buffer.to_view(0)
        assert bytes(buffer) in masked
    assert len(masked) == 1


def worlds(view: engine.View, unseen: str) -> set[str]:
    """Every state of a game that goes on, as text: the unseen cards at the `?` in every order."""
    text = re.sub(r"\?x(\d+)", lambda many: "?" * int(many[1]), str(view))
    found = set()
    for order in set(permutations(unseen)):
        cards = iter(order)
        state = engine.parse("".join(next(cards) if char == "?" else char for char in text))
        if not state.over:
            found.add(str(state))
    return found


#: Views with no pair on show and a stock not yet seen, and their unseen cards. The rest is gone.
UNSEEN = [
    # The third card and the last are reached.
    ("piles=K,K,-,-,-,-,- stock=?x4 waste=-", "2566"),
    # Fitting cards may also lie below a pile.
    ("piles=?K,??K,-,-,-,-,- stock=?x2 waste=-", "22566"),
    # In the next pass, counted from the bottom of the waste, other cards of the stock are reached.
    ("piles=K,K,-,-,-,-,- stock=?x5 waste=6", "22556"),
    ("piles=?K,K,A,-,-,-,- stock=?x4 waste=66", "A2255"),
    # Each unseen card fits.
    ("piles=?K,?K,-,-,-,-,- stock=?x1 waste=6", "222"),
    # A card of the waste fits in the next pass, so the stock may be anything.
    ("piles=K,K,-,-,-,-,- stock=?x4 waste=5525", "2566"),
]


@pytest.mark.parametrize(("fields", "unseen"), UNSEEN)
def test_determinizations_are_uniform_over_the_worlds_in_which_the_game_goes_on(fields: str, unseen: str) -> None:
    view = parse_view(f"{fields} gone={gone_but(re.sub(r'[?]x[0-9]', '', fields) + unseen)}")
    assert view.moves() == ["deal"]
    possible = sorted(worlds(view, unseen))
    stream = Random(5)
    drawn = [view.determinize(stream) for _ in range(200 * len(possible))]
    assert all(world.view(1).buffer == view.buffer and not world.over for world in drawn[:200])
    assert all(world.buffer.check() == 0 and engine.parse(str(world)).buffer == world.buffer for world in drawn[:200])
    counts = Counter(map(str, drawn))
    assert set(counts) == set(possible)
    if len(possible) > 1:
        assert_fits([counts[world] for world in possible], [1 / len(possible)] * len(possible))


def test_where_no_card_fits_the_game_still_goes_on_until_it_is_seen() -> None:
    view = parse_view(f"piles=K,?K,-,-,-,-,- stock=?x1 waste=229 gone={gone_but('KK22999')}")
    world = view.determinize(Random(6))
    assert world.moves() == ["deal"]
    assert world.view(1).buffer == view.buffer
    assert world.buffer.check() == 0
    again = world.buffer
    again.determinize(0, Random(7))
    assert again == world.buffer
    after = world.play("deal")
    assert after.over
    assert after.view(1).over


@pytest.mark.parametrize("fields", ["piles=K,K,K,K,Q,Q,Q stock=299 waste=9", "piles=K,2K,K,K,Q,Q,Q stock=922 waste=9"])
def test_a_whole_state_is_determinized_to_itself(fields: str) -> None:
    buffer = parse(fields).buffer
    buffer.determinize(0, Random(8))
    assert buffer == parse(fields).buffer


# --- evaluation and invariants -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "value"), [
    ("piles=-,-,-,-,-,-,- stock=- waste=-", WIN),
    ("piles=-,-,Q,-,-,-,- stock=- waste=-", -WIN - 1),
    ("piles=K,K,K,K,Q,Q,Q stock=- waste=2999", -WIN - 11),
])
def test_a_finished_game_is_worth_its_margin(fields: str, value: int) -> None:
    assert parse(fields).buffer.evaluate(0) == value


def test_a_card_on_all_its_partners_is_hopeless() -> None:
    free = parse("piles=A,A,2K,K,-,-,- stock=22 waste=2").buffer
    stuck = parse("piles=A,A,22K,K,-,-,- stock=2 waste=2").buffer
    hopeless = parse("piles=A,A,2222K,-,-,-,- stock=- waste=-").buffer
    assert WIN > free.evaluate(0) > stuck.evaluate(0) > hopeless.evaluate(0) > -WIN
    assert parse("piles=AAAA,8,7,-,-,-,- stock=- waste=-").buffer.evaluate(0) < -1000
    assert parse("piles=AAA,8,7,-,-,-,- stock=A waste=-").buffer.evaluate(0) > -1000


@pytest.mark.parametrize(("field", "at", "value", "invariant"), [
    ("anytime", 0, 2, 1),
    ("waste", 0, 1, 1),
    ("passes", 0, 10000, 1),
    ("since", 0, 10000, 1),
    ("pile", (0, 0, 7), 1, 1),
    ("pile", (0, 0, 0), 14, 2),
    ("pile", (0, 1, 0), 15, 2),
    ("gone", (0, 13), 1, 3),
    ("pile", (0, 0, 0), 1, 3),
    ("top", (0, 0), 2, 4),
    ("legal", 0, 0, 4),
])
def test_check_names_what_is_broken(field: str, at: int | tuple[int, ...], value: int, invariant: int) -> None:
    buffer = parse("piles=K,2K,2K,2K,23,3Q,Q stock=- waste=-").buffer
    assert buffer.check() == 0
    buffer.record[field][at] = value
    assert buffer.check() == invariant
