"""The information battery: what a seat knows, over every game that hides something and every rule option."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import islice

import battery
import information
import pytest
from chisquare import assert_fits
from places import DATA
from refusals import refused

from dohyo import engine, search
from dohyo.cext.streams import Random

HIDING = [game for game in engine.games() if game.kernel.hides]
VARIANTS = [(game, options) for game in HIDING for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]
every_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.id)
every_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)


def sampled(game: engine.Game, options: dict[str, str], seed: int, count: int) -> list[engine.State]:
    """The first and about so many other states of a random game, the last among them."""
    states = list(battery.random_game(game.deal(seed, **options), seed))
    return [*states[: -1 : max(1, len(states) // count)], states[-1]]


# --- one position --------------------------------------------------------------------------------------------------


def check_mask(state: engine.State, view: engine.View) -> None:
    """A view is made once; its text says all of it, and nothing of what it must not show."""
    buffer = view.buffer
    again = view.buffer
    again.to_view(view.seat - 1)
    assert again == buffer
    parsed = engine.parse(str(view))
    assert parsed.buffer == buffer
    assert parsed.seat == view.seat or (parsed.seat is None and "?" not in str(view))
    assert " shuffle=" not in str(view)
    information.count_cards(state)
    information.count_cards(view)
    information.compare_lists(view, state)


def check_world(view: engine.View, state: engine.State, world: engine.State) -> None:
    """A state that the seat cannot tell apart from `state` is whole, looks the same, and leaves it the same moves."""
    text, seat = str(world), view.seat
    assert "?" not in text
    assert world.buffer.check() == 0
    parsed = engine.parse(text)
    # Where no unseen card can save a solitaire that goes on for all its player knows, no text can say that it goes on.
    assert parsed.buffer == world.buffer or (world.game.seats == 1 and parsed.over and not world.over)
    information.count_cards(world)
    information.compare_lists(view, world)
    seen = world.view(seat)
    assert str(seen) == str(view)
    assert seen.buffer == view.buffer
    assert world.buffer.infoset(seat - 1) == view.buffer.hash()
    if seat in world.to_move:
        assert world.buffer.moves(seat - 1) == view.buffer.moves(seat - 1)
        assert world.moves(seat) == view.moves(seat)
        if not state.over:
            assert view.moves(seat) == state.moves(seat)


def check_worlds(view: engine.View, state: engine.State, chance: random.Random) -> None:
    """As `check_world`, for a determinization, and for a state laid out without the kernel's help."""
    seed = chance.getrandbits(64)
    world = view.determinize(Random(seed))
    assert view.determinize(Random(seed)).buffer == world.buffer
    check_world(view, state, world)
    assert world.over == view.over
    assert world.to_move == view.to_move
    other = information.other_world(view, chance)
    if other is not None:
        check_world(view, state, other)


def check_seen(state: engine.State, seat: int, chance: random.Random) -> None:
    """Moves that the other seat cannot tell apart look the same to it; any other move is seen as itself."""
    observer = 3 - seat
    view = state.view(observer)
    moves = state.buffer.moves(seat - 1)
    moves = chance.sample(moves, min(len(moves), 30))
    seen = {move: state.buffer.observed_move(seat - 1, move, observer - 1) for move in moves}
    after = {move: state.play_code(move, seat).view(observer) for move in moves}
    world = view.determinize(Random(chance.getrandbits(64)))
    for move in moves:
        assert state.buffer.observed_move(seat - 1, move, seat - 1) == move
        if world.buffer.legal(seat - 1, move):
            assert world.buffer.observed_move(seat - 1, move, observer - 1) == seen[move]
        for other in moves:
            if seen[move] == seen[other]:
                assert after[move] == after[other]
            elif seen[move] != move:
                assert after[move] != after[other]


def check_take_back(state: engine.State, seat: int, chance: random.Random) -> None:
    """A choice that the other seat answers without having seen it can be taken back; nothing else can."""
    move = chance.choice(state.buffer.moves(seat - 1))
    after = state.play_code(move, seat).buffer
    # The set-up of rush-cards is secret as well, but goes on.
    stands = state.game.id == "sumo" and state.buffer.observed_move(seat - 1, move, 2 - seat) != move
    assert after.take_back(seat - 1) == (move if stands else None)
    assert (after == state.buffer) == stands
    assert state.buffer.take_back(seat - 1) is None


def check_follow(state: engine.State, seat: int, move: int) -> None:
    """A person who follows the game reads the same view off the table, given what turns up, and is asked for it."""
    after = state.play_code(move, seat)
    for view in battery.views(state):
        text = state.text(move, seat)
        cards = information.turned_up(state, after, seat, text, view.seat)
        if view.over or cards is None:
            continue
        if state.buffer.observed_move(seat - 1, move, view.seat - 1) != move:
            text = information.secret(state, text)
        followed = view.play(text, seat, cards)
        assert str(followed) == str(after.view(view.seat))
        assert followed.buffer == after.view(view.seat).buffer
        for name in cards:
            if name == f"attack{seat}":
                continue  # the move says it, but for its marks
            assert name in refused(view.play, text, seat, {other: cards[other] for other in cards if other != name})
            if not name.startswith("attack"):
                assert name in refused(view.play, text, seat, {**cards, name: cards[name] + cards[name][:2]})
        assert "nowhere" in refused(view.play, text, seat, {**cards, "nowhere": "7"})


def check_position(state: engine.State, chance: random.Random) -> None:
    for view in battery.views(state):
        check_mask(state, view)
        check_worlds(view, state, chance)
    if state.game.seats == 2:
        for seat in state.to_move:
            check_seen(state, seat, chance)
            check_take_back(state, seat, chance)
    for seat in state.to_move:
        check_follow(state, seat, chance.choice(state.buffer.moves(seat - 1)))


@every_variant
def test_information(game: engine.Game, options: dict[str, str]) -> None:
    chance = random.Random(1)
    for state in sampled(game, options, 5, 25):
        check_position(state, chance)


@pytest.mark.slow
@every_variant
def test_information_at_length(game: engine.Game, options: dict[str, str]) -> None:
    chance = random.Random(2)
    for seed in range(100, 120):
        for state in sampled(game, options, seed, 60):
            check_position(state, chance)


# --- keys, hints and secrets ---------------------------------------------------------------------------------------


@every_game
def test_keys_are_equal_for_equal_views_and_only_for_them(game: engine.Game) -> None:
    for seat in range(1, game.seats + 1):
        keys: dict[str, int] = {}
        for seed in range(6):
            for state in sampled(game, {}, seed, 40):
                view = state.view(seat)
                assert keys.setdefault(str(view), view.buffer.hash()) == view.buffer.hash()
        assert len(set(keys.values())) == len(keys)


PLAYED = [(kind.name, game) for game in HIDING for kind in search.searchers() if kind.refusal(game) is None]


@pytest.mark.parametrize(("name", "game"), PLAYED, ids=[f"{name} {game.id}" for name, game in PLAYED])
def test_equal_views_give_equal_hints(name: str, game: engine.Game) -> None:
    """Whatever lies where the seat cannot see, and whatever was searched before."""
    limits = search.Limits(nodes=200, top=5)
    for state in islice(battery.random_game(game.deal(3), 3), 0, 30, 6):
        if state.over:
            break
        view = state.view()
        results = []
        searcher = search.make(name, Seed=4)
        for world in (state, view.determinize(Random(1)), view.determinize(Random(2))):
            searcher.new_game()
            searcher.set_position(world.view(view.seat))
            results.append(replace(searcher.search(limits), time=0.0))
        assert results[0] == results[1] == results[2]


def secret_moves(text: str, seat: int) -> tuple[set[int], set[int]]:
    """What the other seat sees of all legal moves of a seat, and the moves."""
    buffer = engine.parse(text).buffer
    moves = buffer.moves(seat - 1)
    return {buffer.observed_move(seat - 1, move, 2 - seat) for move in moves}, set(moves)


def test_a_card_set_up_is_seen_only_as_set_up() -> None:
    state = engine.game("rush-cards").deal(1)
    for _ in range(20):
        (seat,) = state.to_move
        seen, moves = secret_moves(str(state), seat)
        assert len(moves) == 1 or (len(seen) == 1 and not seen & moves)
        state = state.play(state.moves()[-1])
    seen, moves = secret_moves(str(state), 1)
    assert seen == moves


@pytest.mark.parametrize("placement", ["simultaneous", "leader"])
def test_an_attack_is_seen_only_as_chosen_until_both_have_chosen(placement: str) -> None:
    """Where one seat places first, the other sees how many cards it placed."""
    text = (f"sumo placement={placement} ring1=AAAA222 ring2=2QQQQJJ sumo1=J sumo2=J hand1=33K hand2=448 deck=KK8833"
            + " lead=1" * (placement == "leader"))
    first, moves = secret_moves(text, 1)
    assert len(moves) == 3
    assert len(first) == (2 if placement == "leader" else 1)
    assert not first & moves
    second, moves = secret_moves(f"{text} attack1=33", 2)
    assert second == moves


# --- the distribution of determinizations --------------------------------------------------------------------------


def enumerated() -> list[str]:
    """tests/data/information_views.txt: views with few unknown cards."""
    lines = (DATA / "information_views.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("text", enumerated())
def test_determinizations_are_distributed_like_the_deal(text: str) -> None:
    """Against all ways to lay out the unseen cards, one by one."""
    view = engine.parse(text)
    assert isinstance(view, engine.View)
    assert str(view) == text
    chances = information.worlds(view)
    stream = Random(7)
    draws = max(4000, 10 * len(chances))
    counts = Counter(information.without_shuffle(view.determinize(stream)) for _ in range(draws))
    assert set(counts) <= set(chances)
    assert len(chances) == 1 or len(counts) > len(chances) // 2
    if len(chances) > 1:
        assert_fits([counts[world] for world in chances], list(chances.values()))


@every_game
def test_every_unseen_card_is_anywhere_equally_often(game: engine.Game) -> None:
    """List by list, where no rule ties cards to places: in the views of games that have begun."""
    stream, draws = Random(8), 1500
    for state in sampled(game, {}, 9, 4)[:-1]:
        view = state.view()
        layout = information.Layout(view)
        if layout.chooser or (game.seats == 1 and view.moves() == ["deal"]):
            continue  # the hidden choice was possible; the game has not ended
        worlds = [information.lists(str(view.determinize(stream))) for _ in range(draws)]
        known = information.lists(str(view))
        for group in layout.groups:
            names = {layout.fields[place] for place, _ in group.places}
            if len(layout.groups) > len(information.DECKS[game.id]) and any(name.startswith("hand") for name in names):
                continue  # recycled cards and others share the hand
            for name in names:
                counts: Counter[str] = Counter()
                for world in worlds:
                    counts += Counter(world[name]) - Counter(known[name])
                cards, total = Counter(group.cards), len(group.cards)
                # Cards drawn without replacement spread less than the test allows for, so it errs on the safe side.
                assert set(counts) <= set(cards)
                assert_fits([counts[card] for card in sorted(cards)], [cards[card] / total for card in sorted(cards)])


@every_game
def test_two_worlds_differ(game: engine.Game) -> None:
    worlds = {str(game.deal(4).view().determinize(Random(seed))) for seed in range(20)}
    assert len(worlds) == 20


@every_game
def test_hidden_parts_belong_to_the_seed_not_to_the_truth(game: engine.Game) -> None:
    """Two states that look the same to a seat are determinized alike."""
    chance = random.Random(3)
    found = defaultdict(set)
    for state in sampled(game, {}, 6, 8)[:-1]:
        view = state.view()
        for world in (state, view.determinize(Random(1)), information.other_world(view, chance) or state):
            found[str(view)].add(str(world.view(view.seat).determinize(Random(2))))
    assert all(len(worlds) == 1 for worlds in found.values())
