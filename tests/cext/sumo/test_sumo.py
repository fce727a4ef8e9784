"""What only the kernel of sumo can show: its draws, coins and shuffles. Rule numbers: cext/sumo/kernel.pyx."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from dohyo import engine
from dohyo.cext.decks import shuffled
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random, derive
from dohyo.cext.sumo import KERNEL
from dohyo.testing.chisquare import assert_fits

CHALLENGE, ACCEPT, MADE = 24, 25, 26
OPTIONS = list(product((0, 1), (0, 1), (0, 1, 2), (0, 1), (200, 6)))
LAID = "ring1=KKQQJJT ring2=KQJTT99 sumo1=8 sumo2=9"


def without(jokers: int, *used: str) -> str:
    """The cards of the deck that are not used, ascending."""
    deck = Counter([*"A23456789TJQK" * 4, *"*" * jokers])
    deck.subtract(card for cards in used for card in cards if card in deck)
    return "".join(card for card in "A23456789TJQK*" for _ in range(deck[card]))


def position(hand1: str, hand2: str, more: str = "", *, top: str = "", jokers: int = 0) -> str:
    """A state with these hands, these cards on top of the deck, and all others below."""
    deck = top + without(jokers, hand1, hand2, top, "KKQQJJTKQJTT9989")
    return f"sumo jokers={jokers} {LAID} hand1={hand1} hand2={hand2} deck={deck} gone=- {more}"


def fields(position: engine.Position) -> dict[str, str]:
    """The fields of the position's text."""
    return dict(word.split("=") for word in str(position).split()[1:])


def buffer_of(text: str) -> Buffer:
    return engine.parse(text).buffer


# --- choices -------------------------------------------------------------------------------------------------------

SAMPLED = [
    (position("33K", "456"), 0), (position("333", "456"), 0), (position("34*", "35*", jokers=2), 0),
    (position("3**", "345", jokers=2), 1), (position("788", "456"), 0),
]


@pytest.mark.parametrize(("text", "seat"), SAMPLED)
def test_sample_is_uniform_over_the_distinct_moves(text: str, seat: int) -> None:
    buffer, stream = buffer_of(text), Random(1)
    moves = buffer.moves(seat)
    counts = Counter(buffer.random_move(seat, stream) for _ in range(6000))
    assert_fits([counts[move] for move in moves], [1 / len(moves)] * len(moves))


@pytest.mark.parametrize("choose", [Buffer.random_move, Buffer.policy_move])
def test_a_free_challenge_is_a_fair_coin_and_a_forced_one_is_taken(choose: object) -> None:
    assert callable(choose)
    text = position("68", "57", "phase=ring attack1=K attack2=T value1=13 value2=10 x=0")
    deck = text.partition("deck=")[2].split()[0]
    text = text.replace(deck, without(0, without(0, deck), "KT"))
    free, forced, stream = buffer_of(text), buffer_of(text.replace("x=0", "x=2")), Random(2)
    assert (free.moves(1), forced.moves(1)) == ([CHALLENGE, ACCEPT], [CHALLENGE])
    counts = Counter(choose(free, 1, stream) for _ in range(4000))
    assert_fits([counts[CHALLENGE], counts[ACCEPT]], [0.5, 0.5])
    assert {choose(forced, 1, stream) for _ in range(20)} == {CHALLENGE}


@pytest.mark.parametrize(("hand", "jokers", "best"), [
    ("2AK", 0, ["A"]), ("27Q", 0, ["Q"]), ("336", 0, ["33", "6"]), ("448", 0, ["44", "8"]), ("55T", 0, ["55", "T"]),
    ("333", 0, ["333"]), ("222", 0, ["2"]), ("2**", 2, ["2", "*"]), ("3**", 2, ["3**"]), ("34*", 2, ["4*"]),
    ("33*", 2, ["33*"]), ("23*", 2, ["3*"]),
])
def test_the_policy_plays_what_counts_most(hand: str, jokers: int, best: list[str]) -> None:
    state, stream = engine.parse(position(hand, "456", jokers=jokers)), Random(3)
    counts = Counter(state.text(state.buffer.policy_move(0, stream), 1) for _ in range(2000))
    assert set(counts) == set(best)
    if len(best) > 1:
        assert_fits([counts[text] for text in best], [1 / len(best)] * len(best))


def test_random_play_has_the_figures_of_the_rules() -> None:
    """docs/rules/sumo.md, and independent simulators: 10.27 rounds, 26.3 decisions but for forced challenges, seat 1
    50 %."""
    games, rounds, decisions, won, stream = 12000, 0, 0, 0.0, Random(4)
    for seed in range(games):
        buffer = KERNEL.deal([0, 0, 0, 0, 200], derive(5, seed))
        while buffer.to_move:
            seat = buffer.to_move[0]
            move = buffer.random_move(seat, stream)
            decisions += move != CHALLENGE or buffer.legal(seat, ACCEPT)
            buffer.play(seat, move)
        rounds += int(buffer.record[0]["round"])
        won += buffer.result()[0]
    # Five standard errors; one game of random play has about 8 rounds and 21 decisions of standard deviation.
    assert abs(rounds / games - 10.27) < 0.37
    assert abs(decisions / games - 26.3) < 1.0
    assert abs(won / games - 0.5) < 0.023


@pytest.mark.parametrize("options", OPTIONS)
def test_rollout_is_sample_and_play_draw_for_draw(options: tuple[int, ...]) -> None:
    for seed in range(60):
        plain, start = KERNEL.deal(options, seed), Random(seed + 1)
        for _ in range(seed % 12):
            if plain.to_move:
                plain.play(plain.to_move[0], plain.random_move(plain.to_move[0], start))
        fused, one, two = plain.copy(), Random(seed), Random(seed)
        fused.random_playout(one)
        while plain.to_move:
            plain.play(plain.to_move[0], plain.random_move(plain.to_move[0], two))
        assert fused.to_move == ()
        assert fused.result() == plain.result()
        assert fused.record[0]["round"] == plain.record[0]["round"]
        assert one.bits() == two.bits()


def test_rollout_starts_from_small_hands_and_from_the_end() -> None:
    text = position("3", "45")
    one, two, plain = buffer_of(text), Random(1), buffer_of(text)
    one.random_playout(Random(1))
    while plain.to_move:
        plain.play(plain.to_move[0], plain.random_move(plain.to_move[0], two))
    assert one.result() == plain.result()
    before = bytes(one)
    one.random_playout(Random(2))
    assert bytes(one) == before


# --- coins and shuffles --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("shuffle", range(1, 9))
def test_a_coin_decides_who_draws_first(shuffle: int) -> None:
    """R5: coin 1 of round 3 for attacks. Who draws first draws the 8."""
    state = engine.parse(position("27K", "256", f"draworder=random round=3 shuffle={shuffle:x}", top="8A"))
    after = state.play("2", 1).play("2", 2)
    first = derive(shuffle, 4 * 3 + 1) & 1
    assert after.buffer.record[0]["value"].tolist() == ([14, 8] if first else [8, 14])


def test_a_coin_decides_who_places_first_in_the_middle() -> None:
    """R3: coin 0 of the round that starts, and never elsewhere than in column 0."""
    seen = set()
    for seed in range(40):
        state = engine.game("sumo").deal(seed, placement="leader")
        while not state.over:
            record = state.buffer.record[0]
            if record["phase"] == 0 and not record["attack"].any():
                x, lead = int(record["x"]), int(record["lead"])
                coin = 1 + (derive(int(record["shuffle"]), 4 * int(record["round"])) & 1)
                assert lead == (coin if x == 0 else 1 if x > 0 else 2)
                assert state.to_move == (lead,)
                seen.add((x == 0, lead))
            state = state.play(state.moves()[-1])
    assert len(seen) == 4


@pytest.mark.parametrize("reshuffle", ["lazy", "eager"])
def test_a_reshuffle_puts_the_sorted_discards_into_the_order_of_the_seed(reshuffle: str) -> None:
    """R12, R13: seat 1 draws the last two cards, seat 2 one of the new deck, with the attacks in it."""
    gone = without(0, "337", "567", "48", "KKQQJJTKQJTT9989")
    text = f"sumo reshuffle={reshuffle} {LAID} hand1=337 hand2=567 deck=48 gone={gone} shuffle=ab"
    after = engine.parse(text).play("33", 1).play("6", 2)
    record = after.buffer.record[0]
    order = list(shuffled(bytes(sorted(["-A23456789TJQK".index(card) for card in gone + "336"])), 0xAB))
    assert record["deck"][: record["decksize"]].tolist()[::-1] == order[1:]
    assert record["shuffle"] == derive(0xAB, 0)
    assert record["hand"][0].tolist() == [4, 7, 8]
    assert Counter(record["hand"][1].tolist()) == Counter([5, 7, order[0] | 128])


# --- information ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("cards", [2, 3])
def test_a_known_number_of_cards_excludes_hands_and_nothing_else(cards: int) -> None:
    """Against every hand of two unseen cards and the 3, each physical card counted, and its attacks of that many."""
    gone, pool = "55668899TTJJ", "QQQQAAAKKK7772222444"
    view = engine.parse("sumo jokers=2 placement=leader ring1=??????? ring2=??????? sumo1=? sumo2=? hand1=AK7 "
                        f"hand2=??3! deck=?x20 gone={gone} lead=2 attack2={'?' * cards} pool={pool} seat=1")
    assert isinstance(view, engine.View)
    chances: Counter[tuple[str, str]] = Counter()
    for pair in combinations(without(2, "AK7", "3", gone, pool), 2):
        hand = sorted(["3", *pair])
        attacks = [text for text in ("33", "44", "55", "3*", "4*", "5*", "333", "33*", "3**")
                   if len(text) == cards and not Counter(text) - Counter(hand)]
        for attack in attacks:
            chances["".join(hand), attack] += 1 / len(attacks)
    stream = Random(6)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(4000):
        world = fields(view.determinize(stream))
        counts["".join(sorted(world["hand2"].replace("!", ""))), world["attack2"]] += 1
    total = sum(chances.values())
    assert set(counts) <= set(chances)
    assert_fits([counts[way] for way in chances], [chance / total for chance in chances.values()])


def test_recycled_cards_lie_in_the_deck_and_in_the_other_hand() -> None:
    """R14: of 22 recycled cards the deck has 20; two of the three unknown cards of the hand are recycled ones."""
    pool = "QQQQAAAKKK777222244455"
    view = engine.parse("sumo ring1=??????? ring2=??????? sumo1=? sumo2=? hand1=AK7 hand2=??? deck=?x20 "
                        f"gone=668899TTJJ pool={pool} seat=1")
    assert isinstance(view, engine.View)
    stream, counts = Random(7), Counter[str]()
    for _ in range(3000):
        world = fields(view.determinize(stream))
        drawn = [world["hand2"][place - 1] for place, mark in enumerate(world["hand2"]) if mark == "~"]
        assert len(drawn) == 2
        assert Counter(world["deck"]) + Counter(drawn) == Counter(pool)
        counts.update(drawn)
    ranks = Counter(pool)
    assert_fits([counts[rank] for rank in ranks], [ranks[rank] / len(pool) for rank in ranks])


def test_a_hidden_attack_is_uniform_over_those_of_the_hand() -> None:
    """A hand known to be 3, 3, 4."""
    view = engine.parse("sumo ring1=??????? ring2=??????? sumo1=? sumo2=? hand1=AK7 hand2=3!3!4! deck=?x22 "
                        "gone=668899TT pool=QQQQAAAKKK777222244455 attack2=? seat=1")
    assert isinstance(view, engine.View)
    stream = Random(8)
    counts = Counter(fields(view.determinize(stream))["attack2"] for _ in range(3000))
    assert_fits([counts[text] for text in ("3", "4", "33")], [1 / 3] * 3)
    assert counts.total() == counts["3"] + counts["4"] + counts["33"]


@pytest.mark.parametrize(("option", "code"), [("", MADE), ("placement=leader lead=1", MADE + 2)])
def test_seen_says_only_that_an_attack_was_chosen(option: str, code: int) -> None:
    buffer = buffer_of(position("33K", "456", option))
    attack = 15
    assert buffer.observed_move(0, attack, 1) == code
    assert buffer.observed_move(0, attack, 0) == attack
    buffer.play(0, attack)
    assert buffer.observed_move(1, 5, 0) == 5, "the second attack is shown at once"


def test_values_of_the_seats_are_opposite_and_grow_with_the_column() -> None:
    last = -10**6
    for x in range(-3, 4):
        buffer = buffer_of(position("33K", "456", f"x={x}"))
        assert buffer.evaluate(0) == -buffer.evaluate(1) > last
        last = buffer.evaluate(0)


def test_the_value_of_a_finished_game_is_its_result() -> None:
    wins = {}
    for x, most in ((4, 200), (-5, 200), (1, 1)):
        buffer = buffer_of(position("33K", "456", f"x={x} maxrounds={most} phase=over"))
        wins[x] = buffer.evaluate(0), buffer.result()
    assert wins == {4: (10**6, (1, 0)), -5: (-(10**6), (0, 1)), 1: (0, (0.5, 0.5))}
