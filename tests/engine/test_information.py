"""The information battery: what a seat knows, over every game that hides something and every rule option."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import information
import pytest
from places import DATA
from refusals import refused

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.testing import battery
from dohyo.testing.chisquare import assert_fits
from dohyo.testing.information import check_keys, check_position, check_world, check_worlds, sampled

HIDING = [game for game in engine.games() if game.kernel.hides]
VARIANTS = [(game, options) for game in HIDING for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]
every_game = pytest.mark.parametrize("game", HIDING, ids=lambda game: game.id)
every_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)


# --- one position --------------------------------------------------------------------------------------------------


def check_cards(view: engine.View, state: engine.State, chance: random.Random) -> None:
    """A view tells nothing that it must not; a state laid out without the kernel's help looks the same."""
    assert " shuffle=" not in str(view)
    information.count_cards(state)
    information.count_cards(view)
    information.compare_lists(view, state)
    worlds = [view.determinize(Random(chance.getrandbits(64))), information.other_world(view, chance)]
    for world in worlds:
        if world is not None:
            information.count_cards(world)
            information.compare_lists(view, world)
            check_world(view, state, world)


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


def check_all(state: engine.State, chance: random.Random) -> None:
    check_position(state, chance)
    for view in battery.views(state):
        check_cards(view, state, chance)
    for seat in state.to_move:
        check_follow(state, seat, chance.choice(state.buffer.moves(seat - 1)))


@every_variant
def test_information(game: engine.Game, options: dict[str, str]) -> None:
    chance = random.Random(1)
    for state in sampled(game, options, 5, 25):
        check_all(state, chance)


@pytest.mark.slow
@every_variant
def test_information_at_length(game: engine.Game, options: dict[str, str]) -> None:
    chance = random.Random(2)
    for seed in range(100, 120):
        for state in sampled(game, options, seed, 60):
            check_all(state, chance)


# --- keys, hints and secrets ---------------------------------------------------------------------------------------


@every_game
def test_keys_are_equal_for_equal_views_and_only_for_them(game: engine.Game) -> None:
    check_keys(game)


@every_game
def test_hidden_parts_belong_to_the_seed_not_to_the_truth(game: engine.Game) -> None:
    check_worlds(game)


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
    """20 seeds give 20 worlds, except in a game so small that 400 seeds meet each of a few worlds often."""
    view = game.deal(4).view()
    worlds = [str(view.determinize(Random(seed))) for seed in range(400)]
    assert len(set(worlds[:20])) == 20 or 1 < len(set(worlds)) < 40
