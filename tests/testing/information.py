"""The information tests: what a seat knows, for games that hide something.

They hold `to_view`, `determinize`, `observed_move` and `take_back` against each other and against the text. What
lies in the unknown places they cannot tell: whether determinizations are distributed like the deal is a matter of the
game's own tests, for which `dohyo.testing.chisquare` has the test.
"""

from __future__ import annotations

import random
from collections import defaultdict

from dohyo import engine
from dohyo.cext.streams import Random
from dohyo.testing.battery import random_game, variants, views


def sampled(game: engine.Game, options: dict[str, str], seed: int, count: int) -> list[engine.State]:
    """The first and about so many other states of a random game, the last among them."""
    states = list(random_game(game.deal(seed, **options), seed))
    return [*states[: -1 : max(1, len(states) // count)], states[-1]]


def check_view(view: engine.View) -> None:
    """A view is the view of itself; its text says all of it, and whose it is."""
    buffer, again = view.buffer, view.buffer
    again.to_view(view.seat - 1)
    assert again == buffer, f"{view}: its own view is another"
    parsed = view.game.parse(str(view))
    assert parsed.buffer == buffer, f"{view}: the text does not hold all of it"
    # The text of a solitaire's view in which nothing is unknown is that of the state.
    assert parsed.seat == view.seat or (parsed.seat is None and "?" not in str(view)), f"{view}: read for {parsed.seat}"


def check_world(view: engine.View, state: engine.State, world: engine.State) -> None:
    """A state that the seat cannot tell apart from `state` is whole, looks the same, and leaves it the same moves."""
    text, seat = str(world), view.seat
    assert "?" not in text, f"{text} is not a whole state"
    assert world.buffer.check() == 0, f"{text}: broken invariant {world.buffer.check()}"
    parsed = world.game.parse(text)
    # Where no unseen card can save a solitaire that goes on for all its player knows, no text can say that it goes on.
    lost = world.game.seats == 1 and parsed.over and not world.over
    assert parsed.buffer == world.buffer or lost, f"{text}: the text does not hold all of it"
    seen = world.view(seat)
    assert str(seen) == str(view), f"{world} is seen as {seen}, not as {view}"
    assert seen.buffer == view.buffer, f"{world}: its view has the text of {view}, but other bytes"
    assert world.buffer.infoset(seat - 1) == view.buffer.hash(), f"{world}: its key of seat {seat} is not its view's"
    if seat in world.to_move:
        assert world.buffer.moves(seat - 1) == view.buffer.moves(seat - 1), f"{world}: other moves than in {view}"
        assert world.moves(seat) == view.moves(seat), f"{world}: other moves than in {view}"
        if not state.over:
            assert view.moves(seat) == state.moves(seat), f"{view}: other moves than in {state}"


def check_determinize(view: engine.View, state: engine.State, chance: random.Random) -> None:
    """A determinization depends on the view and the seed alone, and is a state that the seat cannot tell apart."""
    seed = chance.getrandbits(64)
    world = view.determinize(Random(seed))
    assert view.determinize(Random(seed)).buffer == world.buffer, f"{view}: seed {seed} gives two states"
    twin = world.view(view.seat).determinize(Random(seed))
    assert twin.buffer == world.buffer, f"{view}: determinize looks at what the seat does not know"
    check_world(view, state, world)
    assert world.over == view.over, f"{view}: over is {view.over}, in {world} it is {world.over}"
    assert world.to_move == view.to_move, f"{view}: {view.to_move} to move, in {world} {world.to_move}"


def check_observed_moves(state: engine.State, seat: int, chance: random.Random) -> None:
    """Moves that the other seat cannot tell apart look the same to it; any other move is seen as itself."""
    observer = 3 - seat
    view = state.view(observer)
    moves = state.buffer.moves(seat - 1)
    moves = chance.sample(moves, min(len(moves), 30))
    seen = {move: state.buffer.observed_move(seat - 1, move, observer - 1) for move in moves}
    after = {move: state.play_code(move, seat).view(observer) for move in moves}
    world = view.determinize(Random(chance.getrandbits(64)))
    for move in moves:
        assert state.buffer.observed_move(seat - 1, move, seat - 1) == move, f"{state}: seat {seat} does not see {move}"
        if world.buffer.legal(seat - 1, move):
            told = world.buffer.observed_move(seat - 1, move, observer - 1)
            assert told == seen[move], f"{state}: what seat {observer} sees of {move} depends on what it does not know"
        for other in moves:
            if seen[move] == seen[other]:
                assert after[move] == after[other], f"{state}: {move} and {other} look the same, and the views differ"
            elif seen[move] != move:
                assert after[move] != after[other], f"{state}: {move} and {other} look different; the views are equal"


def check_take_back(state: engine.State, seat: int, chance: random.Random) -> None:
    """A choice that the other seat answers without having seen it can be taken back; nothing else can."""
    move = chance.choice(state.buffer.moves(seat - 1))
    after = state.play_code(move, seat).buffer
    hidden = state.buffer.observed_move(seat - 1, move, 2 - seat) != move
    stands = state.game.simultaneous and hidden and after.to_move == (2 - seat,)
    taken = after.take_back(seat - 1)
    assert taken == (move if stands else None), f"{state}: of {move} of seat {seat}, {taken} was taken back"
    assert (after == state.buffer) == stands, f"{state}: {move} and back leads elsewhere"
    assert state.buffer.take_back(seat - 1) is None, f"{state}: a choice that was not made is taken back"


def check_keys(game: engine.Game) -> None:
    """Keys are equal for equal views and only for them."""
    for seat in range(1, game.seats + 1):
        keys: dict[str, int] = {}
        for seed in range(6):
            for state in sampled(game, {}, seed, 40):
                view = state.view(seat)
                key = view.buffer.hash()
                assert keys.setdefault(str(view), key) == key, f"{view} has two keys"
        assert len(set(keys.values())) == len(keys), f"{game.id}: two views of seat {seat} have one key"


def check_position(state: engine.State, chance: random.Random) -> None:
    """All checks of one position. chance: chooses seeds and moves."""
    for view in views(state):
        check_view(view)
        check_determinize(view, state, chance)
    if state.game.seats == 2:
        for seat in state.to_move:
            check_observed_moves(state, seat, chance)
            check_take_back(state, seat, chance)


def check_worlds(game: engine.Game) -> None:
    """Seeds give different worlds, and equal views equal ones."""
    worlds = {str(game.deal(4).view().determinize(Random(seed))) for seed in range(20)}
    assert len(worlds) > 1, f"{game.id}: 20 seeds give one state"
    found = defaultdict(set)
    for state in sampled(game, {}, 6, 8)[:-1]:
        view = state.view()
        for world in (state, view.determinize(Random(1))):
            found[str(view)].add(str(world.view(view.seat).determinize(Random(2))))
    for text, alike in found.items():
        assert len(alike) == 1, f"{text}: states that look like it are determinized differently"


def check_game(game: engine.Game, *, seeds: int = 2, positions: int = 25) -> None:
    """All of it, in random games with every option; nothing where nothing is hidden.

    Parameters
    ----------
    game
        The game; it need not be in the registry.
    seeds, positions
        Random games for each variant of the options, and about how many positions of each are looked at.

    Raises
    ------
    AssertionError
        A promise is broken; the message says which and where.
    """
    if not game.kernel.hides:
        return
    check_keys(game)
    check_worlds(game)
    chance = random.Random(1)
    for options in variants(game):
        for seed in range(5, 5 + seeds):
            for state in sampled(game, options, seed, positions):
                check_position(state, chance)
