"""The kernel of rush-cards: weights of `random_move`, `policy_move`, `evaluate`, chances of `determinize`, codes,
invariants.

The lockstep tests hold its rules; R numbers the rules of cext/rush_cards/kernel.pyx, I the invariants of
cext/rush_cards/state.pxd.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from dohyo import engine
from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_cards import KERNEL
from dohyo.cext.streams import Random
from dohyo.testing.chisquare import assert_fits

GAME = engine.game("rush-cards")
EMPTY = ".,.,.,.,."
WIN = 1_000_000
#: first, setup, advance, noaction, maxplies, maxquiet: 400 plies after the set-up, as in the figures of the rules.
FIGURES = [0, 0, 0, 0, 420, 10000]


def position(board: str, hand1: str = "7", hand2: str = "7", **fields: str) -> str:
    """A state with empty decks unless fields say otherwise; what is not on the board or in the hands is discarded."""
    fields = {"deck1": "-", "deck2": "-"} | fields
    words = [f"{name}={value}" for name, value in fields.items()]
    return " ".join(["rush-cards", f"board={board}", f"hand1={hand1}", f"hand2={hand2}", *words])


#: Moves, attacks on singles, on a pair and on its top, placings, fusions of equal and different ranks, withdrawals.
CROWDED = position("v9,v5,.,.,./.,.,v64,.,./.,v2,v8A,vK,./.,^Q,^97,^3,./.,.,.,^A,./^4,.,.,^33,^5",
                   "A2!22557JQK")
WEIGHED = [
    CROWDED,
    f"{CROWDED} chamber1=68",
    position(f"{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/^7,.,.,.,.", "K"),
    position(f"v4,v4,v5,v5,v6/v6,v8,.,v9,^2/.,.,v23,.,./{EMPTY}/{EMPTY}/{EMPTY}", hand2="-", chamber2="55", turn="2"),
    position(f"{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}", "23456789TJQK" * 4, chamber1="AA"),
    position(f"{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/^8,^T,^3,.,./{EMPTY}", "-", "-", phase="setup", deal1="AA27KKK",
             deal2="2345678999"),
]


def weight(move: str, hand: Counter[str]) -> int:
    """What the docstring of `random_move` promises."""
    what, sign, where = move.partition("@")
    if sign:
        return 1 if what == "+" else hand[what]
    if "+" in what:
        bottom, top = what.split("+")
        return hand[bottom] * (hand[top] - (bottom == top))
    assert not where
    return 1


@pytest.mark.parametrize("text", WEIGHED)
def test_sample_weighs_each_card_slot(text: str) -> None:
    state, stream = engine.parse(text), Random(1)
    seat, = state.to_move
    field = re.search(f"deal{seat}=(\\S+)" if "phase=setup" in text else f"hand{seat}=(\\S+)", text)
    assert field is not None
    hand = Counter(field[1].replace("!", ""))
    moves = state.moves()
    weights = [weight(move, hand) for move in moves]
    buffer = state.buffer
    counts = Counter(state.text(buffer.random_move(seat - 1, stream)) for _ in range(30000))
    assert set(counts) <= set(moves)
    if len(moves) > 1:
        assert_fits([counts[move] for move in moves], [each / sum(weights) for each in weights])


def test_random_games_have_the_figures_of_the_rules() -> None:
    """By `random_move`, 400 plies after the set-up: 87.9 % have no winner, each side wins 6 %."""
    stream, games = Random(2), 8000
    won = [0, 0]
    for seed in range(games):
        buffer = KERNEL.deal(FIGURES, seed)
        buffer.random_playout(stream)
        for seat in (0, 1):
            won[seat] += buffer.result()[seat] == 1
    assert abs(1 - sum(won) / games - 0.879) < 0.015
    assert all(abs(count / games - 0.06) < 0.012 for count in won)


def test_random_games_have_the_legal_moves_of_the_rules() -> None:
    """By `random_move`, 36.05 legal card-slot moves in the mean."""
    stream, total, plies = Random(3), 0, 0
    for seed in range(60):
        buffer = KERNEL.deal(FIGURES, seed)
        while buffer.to_move:
            seat, = buffer.to_move
            record = buffer.record[0]
            if record["phase"] == 0:
                hand = Counter({rank: (int(record["hand"][seat]) >> 4 * rank & 15).bit_count() for rank in range(16)})
                total += sum(slots(move, hand) for move in buffer.moves(seat))
                plies += 1
            buffer.play(seat, buffer.random_move(seat, stream))
    assert abs(total / plies - 36.05) < 1.5


def slots(move: int, hand: Counter[int]) -> int:
    """As `weight`, of a code."""
    kind, a, b = move >> 10, move >> 5 & 31, move & 31
    return hand[a] if kind == 4 else hand[a] * (hand[b] - (a == b)) if kind == 3 else 1


@pytest.mark.parametrize("text", WEIGHED)
def test_legal_accepts_exactly_the_moves(text: str) -> None:
    buffer = engine.parse(text).buffer
    seat, = buffer.to_move
    codes = [*range(1 << 13), 0xffffffff, 1 << 31]
    assert [code for code in codes if buffer.legal(seat, code)] == buffer.moves(seat)
    assert not any(buffer.legal(1 - seat, code) for code in codes)


def test_positions_with_most_moves_fit() -> None:
    """Ten placing cells for thirteen ranks and a hundred fusions, and no more than 512 moves with a full board."""
    bare = engine.parse(position("/".join([EMPTY] * 6), "A23456789TJQK" * 4))
    assert len(bare.moves()) == 13 * 10 + 100
    assert len(engine.parse(CROWDED).moves()) < 512


POLICIES = [
    # On the far row at once, rather than the capture of a king.
    (position(f"{EMPTY}/.,^2,.,.,./{EMPTY}/.,.,vK,.,./.,.,^A,.,./{EMPTY}"), {"b5b6"}),
    # The enemy on the nearest row goes first, by the attack that survives.
    (position(f"{EMPTY}/.,^2,.,.,./{EMPTY}/{EMPTY}/.,^9,.,.,./^T,v9,.,.,."), {"a1xb1"}),
    # If need be by a tie; equally good ones at random.
    (position(f"{EMPTY}/.,^2,.,.,./{EMPTY}/{EMPTY}/.,^9,.,.,./^9,v9,^8,.,."), {"a1xb1", "b2xb1"}),
    # The most is removed that can be removed; a pair's top card counts alone.
    (position(f"{EMPTY}/{EMPTY}/.,v9,v3J,vQ,./.,^Q,^Q,^Q,./{EMPTY}/{EMPTY}"), {"c3xc4t"}),
    (position(f"{EMPTY}/{EMPTY}/.,v9,v64,vQ,./.,^Q,^Q,^Q,./{EMPTY}/{EMPTY}"), {"c3xc4"}),
    # No step onto the far row where a neighbour could remove the unit, or tie with it: rather the capture.
    (position(f".,.,v2,.,./.,^2,.,.,./{EMPTY}/.,.,vK,.,./.,.,^A,.,./{EMPTY}"), {"c2xc3"}),
    # An enemy unit about to step onto the nearest row for good: it is removed, by a unit that survives; by a tie;
    (position(f"{EMPTY}/{EMPTY}/{EMPTY}/.,v9,vK,.,./.,^T,v9,^9,./{EMPTY}"), {"b2xc2"}),
    (position(f"{EMPTY}/{EMPTY}/{EMPTY}/.,v8,vK,.,./.,^9,v9,^9,./{EMPTY}"), {"b2xc2", "d2xc2"}),
    # or else the way is blocked by the hand card that counts most, though there is a capture.
    (position(f"{EMPTY}/{EMPTY}/{EMPTY}/v7,.,.,.,./^9,.,v9,.,./{EMPTY}", "3A7K"), {"A@c1"}),
    (position(f"{EMPTY}/^5,.,v9,^T,./.,vT,^9,.,./v7,.,.,.,./{EMPTY}/{EMPTY}", "7", "37K", turn="2"), {"K@a6", "K@d6"}),
    # That is not needed where a unit beside could remove it there.
    (position(f"{EMPTY}/{EMPTY}/{EMPTY}/v7,.,.,.,./^9,.,v9,.,./.,^9,.,.,.", "3A7K"), {"a2xa3"}),
]
#: Where nothing urges: the steps forward that the policy plays three times in four.
ADVANCES = [
    # The unit that is farthest; a tie or a defeat does not count as an attack.
    (position(f"{EMPTY}/{EMPTY}/^7,v8,.,^4,./{EMPTY}/.,^4,.,.,./{EMPTY}"), {"a4a5", "d4d5"}),
    # Not where an enemy could attack it and survive, as by the pair's top card alone.
    (position(f"{EMPTY}/v8,.,.,v5,./^7,.,.,^5,./{EMPTY}/.,^4,.,.,./{EMPTY}"), {"b2b3"}),
    (position(f"{EMPTY}/.,.,v8,.,./.,^76,.,^67,./{EMPTY}/.,^4,.,.,./{EMPTY}"), {"b2b3"}),
    (position(f"{EMPTY}/.,v4,.,.,./.,.,.,v8,./.,.,^A,.,./.,.,^9,.,./{EMPTY}", turn="2"), {"b5b4"}),
]


@pytest.mark.parametrize(("text", "expected"), POLICIES)
def test_policy_takes_what_urges(text: str, expected: set[str]) -> None:
    assert set(policies(text, 60)) == expected


@pytest.mark.parametrize(("text", "expected"), ADVANCES)
def test_policy_mostly_steps_forward(text: str, expected: set[str]) -> None:
    counts = policies(text, 2000)
    steps = sum(counts[move] for move in expected)
    assert min(counts[move] for move in expected) > 0.7 * 2000 / len(expected)
    # Of a quarter that is random, some are the same moves.
    assert 0.75 - 0.04 < steps / 2000 < 0.75 + 0.25 / 4 + 0.04


def policies(text: str, count: int) -> Counter[str]:
    """The moves of the policy in a position."""
    state, stream = engine.parse(text), Random(4)
    seat, = state.to_move
    return Counter(state.text(state.buffer.policy_move(seat - 1, stream)) for _ in range(count))


def test_policy_sets_the_highest_cards_up_in_the_middle_of_the_front() -> None:
    """The three cells in the middle of the row nearer to the enemy; onto the others the lowest first."""
    state = GAME.deal(3)
    stream = Random(1)
    while "phase=setup" in str(state):
        seat, = state.to_move
        buffer = state.buffer
        moves = buffer.moves(seat - 1)
        counts = [14 if move >> 5 & 31 == 1 else move >> 5 & 31 for move in moves]
        middle = (moves[0] & 31) in (6, 7, 8, 21, 22, 23)
        choice = buffer.policy_move(seat - 1, stream)
        assert counts[moves.index(choice)] == (max if middle else min)(counts)
        scores = buffer.order(seat - 1, moves)
        assert scores is not None
        assert max(zip(scores, moves, strict=True))[1] == choice
        state = state.play_code(choice, seat)


def test_policy_ends_its_games() -> None:
    """Without a cap, in about 120 plies, each seat winning half of them."""
    games, plies, won = 2000, 0, 0.0
    for seed in range(games):
        buffer, stream = KERNEL.deal([0, 0, 0, 0, 1000, 200], seed), Random(seed)
        while buffer.to_move:
            seat, = buffer.to_move
            buffer.play(seat, buffer.policy_move(seat, stream))
        assert buffer.result()[0] != 0.5
        plies += int(buffer.record[0]["ply"])
        won += buffer.result()[0]
    assert abs(plies / games - 120) < 5
    assert abs(won / games - 0.5) < 0.04


def test_policy_without_anything_to_want_is_sample() -> None:
    state, stream = engine.parse(position(f"{'/'.join([EMPTY] * 4)}/{EMPTY}/{EMPTY}", "77K")), Random(5)
    counts = Counter(state.text(state.buffer.policy_move(0, stream)) for _ in range(20000))
    moves = state.moves()
    assert_fits([counts[move] for move in moves], [weight(move, Counter("77K")) / 32 for move in moves])


def test_determinize_deals_the_unseen_cards_of_a_hand_and_a_deck() -> None:
    """Two unknown hand cards of a seat that has 2, 3, 3, 3 unseen: hand 2 3 with chance 1/2."""
    gone = "".join(rank * 4 for rank in "A456789TJQK") + "222"
    view = engine.parse(position("/".join([EMPTY] * 6), "5", "??3!", deck2="??", gone2=gone, seat="1"))
    assert isinstance(view, engine.View)
    stream, counts = Random(6), Counter[tuple[str, str]]()
    for _ in range(8000):
        world = view.determinize(stream)
        assert world.view(1).buffer == view.buffer
        fields = dict(word.split("=") for word in str(world).split()[1:])
        counts[fields["hand2"], fields["deck2"]] += 1
    chances = {("23!3", "33"): 1 / 2, ("3!33", "23"): 1 / 4, ("3!33", "32"): 1 / 4}
    assert set(counts) == set(chances)
    assert_fits([counts[each] for each in chances], list(chances.values()))


def test_determinize_arranges_the_set_up_of_the_other_seat() -> None:
    """Ten unseen cards, four of them aces, of which two are placed."""
    gone = "".join(rank * 4 for rank in "23456789TJ") + "QQ"
    view = engine.parse(position(f"{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/^?,^?,.,.,./{EMPTY}", "-", "-", deck2="?x42",
                                 phase="setup", deal1="?x8", deal2="2345678999", gone1=gone, seat="2"))
    assert isinstance(view, engine.View)
    stream, counts = Random(7), Counter[tuple[int, int]]()
    for _ in range(8000):
        world = view.determinize(stream)
        assert world.view(2).buffer == view.buffer
        first, second = re.findall(r"\^(.)", str(world))
        counts[first == "A", second == "A"] += 1
    chances = {(first, second): both_chance(first, second) for first in (True, False) for second in (True, False)}
    assert_fits([counts[each] for each in chances], list(chances.values()))


def both_chance(first: bool, second: bool) -> float:
    """The chance that the first and the second of ten cards, four of them aces, are aces or not."""
    one = 0.4 if first else 0.6
    two = (4 - first) / 9
    return one * (two if second else 1 - two)


def test_seen_tells_where_a_card_of_the_set_up_lies_and_no_more() -> None:
    state = GAME.deal(1)
    move = state.code(state.moves()[0])
    assert state.buffer.observed_move(0, move, 0) == move
    assert state.text(state.buffer.observed_move(0, move, 1)) == "?@a2"
    later = GAME.deal(1, setup="random")
    assert all(later.buffer.observed_move(0, move, 1) == move for move in later.buffer.moves(0))


def test_the_unknown_placement_is_legal_only_where_the_deal_is_unknown() -> None:
    state = GAME.deal(1)
    code = state.buffer.observed_move(0, state.buffer.moves(0)[0], 1)
    assert not state.buffer.legal(0, code)
    assert not state.view(1).buffer.legal(0, code)
    assert state.view(2).buffer.legal(0, code)


def values(text: str) -> tuple[int, int]:
    buffer = engine.parse(text).buffer
    return buffer.evaluate(0), buffer.evaluate(1)


def test_evaluate_is_the_same_for_both_sides() -> None:
    for seed in range(20):
        buffer, stream = KERNEL.deal([0, 1, 0, 0, 1000, 200], seed), Random(seed)
        while buffer.to_move:
            assert buffer.evaluate(0) == -buffer.evaluate(1)
            assert abs(buffer.evaluate(0)) < WIN
            seat, = buffer.to_move
            buffer.play(seat, buffer.policy_move(seat, stream))
        lead = (buffer.result()[0] - buffer.result()[1]) * WIN
        assert buffer.evaluate(0) == -buffer.evaluate(1)
        assert buffer.evaluate(0) == 0 if lead == 0 else abs(buffer.evaluate(0)) >= WIN
        assert buffer.evaluate(0) * lead >= 0


def test_evaluate_knows_a_mirrored_position() -> None:
    one = f"{EMPTY}/.,.,v7,.,./.,^3,.,.,./.,.,v2,.,./.,.,^KA,.,./^4,.,.,.,."
    two = f".,.,.,.,v4/.,.,vKA,.,./.,.,^2,.,./.,.,.,v3,./.,.,^7,.,./{EMPTY}"
    assert values(position(one, "29K", "7Q")) == values(position(two, "7Q", "29K", turn="2"))[::-1]


#: Boards that seat 1, to move, likes better than others, as their rows from the top; a missing row is empty.
BETTER = [
    # A unit nearer to the far row.
    ({5: ".,^7,.,.,.", 2: "v7,.,.,.,."}, {4: ".,^7,.,.,.", 2: "v7,.,.,.,."}),
    # A stronger unit.
    ({4: "^K,.,.,.,."}, {4: "^2,.,.,.,."}),
    # An enemy on the nearest row that can be beaten, or tied with.
    ({2: "^Q,.,.,.,.", 1: "vQ,.,.,.,."}, {2: "^J,.,.,.,.", 1: "vQ,.,.,.,."}),
    # A step onto the far row that no neighbour can answer.
    ({5: "^5,v4,.,.,."}, {6: ".,v6,.,.,.", 5: "^5,.,.,.,."}),
]


def rows(given: dict[int, str]) -> str:
    return "/".join(given.get(row, EMPTY) for row in range(6, 0, -1))


@pytest.mark.parametrize(("better", "worse"), BETTER)
def test_evaluate_prefers(better: dict[int, str], worse: dict[int, str]) -> None:
    assert values(position(rows(better)))[0] > values(position(rows(worse)))[0]


def test_evaluate_sees_what_is_decided() -> None:
    lost = values(position(rows({2: "^J,.,.,.,.", 1: "vQ,.,.,.,."})))[0]
    won = values(position(rows({5: "^5,v4,.,.,."})))[0]
    assert won > 5000
    assert lost < -5000


def test_evaluate_prefers_to_win_soon() -> None:
    won = position(f"^7,.,.,.,./{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}/{EMPTY}")
    assert values(f"{won} ply=30")[0] > values(f"{won} ply=31")[0] > WIN
    assert values(f"{won} ply=31")[1] < -WIN


BROKEN = [
    (1, "maxplies", 0, 20),
    (1, "maxquiet", 0, 0),
    (1, "turn", 0, 2),
    (1, "phase", 0, 2),
    (1, "unused", (0, 1), 1),
    (2, "own", (0, 1), 1 << 14 | 1 << 9),
    (2, "pairs", 0, 1 << 20),
    (2, "chamber_top", (0, 0), 3),
    (3, "shown", (0, 0), 1 << 4 * 12),
    (3, "hand", (0, 0), 2 << 4 * 7),
    (3, "held", (0, 0), 0),
    (4, "deck", (0, 0, 3), 1),
    (4, "left", (0, 1), 53),
    (5, "held", (0, 1), 2),
    (5, "gone", (0, 0), 0),
    (6, "bottom", (0, 14), 15),
]


@pytest.mark.parametrize(("number", "field", "index", "value"), BROKEN)
def test_check_names_the_broken_invariant(number: int, field: str, index: int | tuple[int, ...], value: int) -> None:
    buffer = engine.parse(position(f"{EMPTY}/{EMPTY}/{EMPTY}/.,.,.,.,^9/{EMPTY}/{EMPTY}")).buffer
    assert buffer.check() == 0
    buffer.record[field][index] = value
    assert buffer.check() == number


def test_check_names_a_broken_set_up() -> None:
    for field, index, value in (("turn", 0, 1), ("held", (0, 0), 9), ("own", (0, 0), 2)):
        buffer = GAME.deal(1).buffer
        buffer.record[field][index] = value
        assert buffer.check() in (2, 3, 7)


def test_a_seat_that_is_passed_over_is_not_on_move() -> None:
    """R11: refresh passes it over too, so that a position text may name either seat."""
    board = f"{EMPTY}/{EMPTY}/.,.,^7,.,./{EMPTY}/{EMPTY}/{EMPTY}"
    text = position(board, "-", "-", noaction="pass")
    one, two = engine.parse(text), engine.parse(f"{text} turn=2")
    assert one == two
    assert one.to_move == (1,)
    after = one.play("c4c5")
    assert after.to_move == (1,)
    assert " turn=1 phase=play ply=1 " in str(after)


def test_every_byte_of_a_view_is_the_same_whatever_is_hidden() -> None:
    stream = Random(8)
    for seed in range(3):
        buffer = KERNEL.deal([seed & 1, 0, 0, 0, 300, 200], seed)
        while buffer.to_move:
            for seat in (0, 1):
                check_hidden(buffer, seat, stream)
            mover, = buffer.to_move
            buffer.play(mover, buffer.random_move(mover, stream))


def check_hidden(buffer: Buffer, seat: int, stream: Random) -> None:
    """`to_view` is idempotent, and takes back what `determinize` fills in."""
    view = buffer.copy()
    view.to_view(seat)
    again = view.copy()
    again.to_view(seat)
    assert again == view
    assert view.to_move == buffer.to_move
    assert view.check() == 0
    again.determinize(seat, stream)
    assert again.check() == 0
    again.to_view(seat)
    assert again == view
