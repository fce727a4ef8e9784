"""The conformance battery over every game and every rule option."""

import battery
import pytest

from dohyo import engine

VARIANTS = [(game, options) for game in engine.games() for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_conformance(game: engine.Game, options: dict[str, str]) -> None:
    for seed in range(2):
        states = list(battery.random_game(game.deal(seed, **options), seed))
        for state in states[:: max(1, len(states) // 50)]:
            battery.check_moves(state)
            battery.check_text(state)
            battery.check_buffer(state)
            battery.check_play(state)
            battery.check_bounds(state, states[-1])
        battery.check_text(states[-1])
        battery.check_buffer(states[-1])
        battery.check_end(states[-1])


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_deals_repeat_with_their_seed(game: engine.Game) -> None:
    assert game.deal(1) == game.deal(1)
    assert (game.deal(1) != game.deal(2)) == game.chance


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_a_game_describes_itself(game: engine.Game) -> None:
    assert game.seats == game.kernel.seats
    assert game.id == game.kernel.id
    assert game.title
    assert game.note
    for option in game.options:
        assert option.meaning
        assert option.write(option.read(option.default)) == option.default
    assert all(game.notation.seat_name(seat) for seat in range(1, game.seats + 1))


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_nothing_may_be_played_after_the_end(game: engine.Game) -> None:
    *_, end = battery.random_game(game.deal(3), 3)
    with pytest.raises(engine.MoveError, match="the game is over"):
        end.play("a1")
    with pytest.raises(engine.MoveError, match="the game is over"):
        end.play_code(0)


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_drawings_show_the_position_without_colours_unless_asked(game: engine.Game) -> None:
    start = game.deal(1)
    assert "\x1b" not in start.draw()
    assert "\x1b" in start.draw(colour=True)
    assert start.draw() != start.play(start.moves()[0]).draw()
