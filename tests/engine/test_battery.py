"""The conformance battery over every game and every rule option."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice

import battery
import pytest
from chisquare import assert_fits
from command import dohyo

from dohyo import engine
from dohyo.cext.streams import Random

VARIANTS = [(game, options) for game in engine.games() for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]
#: Of their moves `random_move` gives some more weight than others: card slots, ways before equal effects are merged.
WEIGHTED = {"rush-cards", "club-fight", "club-fight-coop"}
#: The keys of `dohyo show --json` (notation.md).
SHOWN = {"game", "seat", "position", "to_move", "moves", "over", "returns"}


def conform(game: engine.Game, options: dict[str, str], seed: int, positions: int) -> None:
    """All checks on about so many positions of a random game."""
    states = list(battery.random_game(game.deal(seed, **options), seed))
    for state in states[:: max(1, len(states) // positions)]:
        battery.check_moves(state)
        battery.check_text(state)
        battery.check_views(state)
        battery.check_buffer(state)
        battery.check_play(state)
        battery.check_choices(state)
        battery.check_bounds(state, states[-1])
    battery.check_text(states[-1])
    battery.check_views(states[-1])
    battery.check_buffer(states[-1])
    battery.check_end(states[-1])


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_conformance(game: engine.Game, options: dict[str, str]) -> None:
    for seed in range(2):
        conform(game, options, seed, positions=30)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_conformance_at_length(game: engine.Game, options: dict[str, str]) -> None:
    for seed in range(2, 30):
        conform(game, options, seed, positions=100)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_the_commands_follow_each_other(game: engine.Game, options: dict[str, str]) -> None:
    """`deal | view | show --json | apply`, in the first plies of a game."""
    line = dohyo("deal", game.id, *(f"{name}={value}" for name, value in options.items()), "--seed", "1").stdout
    assert line == f"{game.deal(1, **options)}\n"
    for _ in range(3):
        state = engine.parse(line)
        assert isinstance(state, engine.State)
        shown = json.loads(dohyo("show", "-", "--json", given=line).stdout)
        assert set(shown) == SHOWN
        assert (shown["game"], shown["seat"], shown["position"]) == (game.id, None, line.removesuffix("\n"))
        assert (shown["over"], shown["returns"]) == (False, None)
        assert shown["to_move"] == list(state.to_move)
        assert shown["moves"] == {str(seat): state.moves(seat) for seat in state.to_move}
        for view in battery.views(state):
            text = dohyo("view", "-", "--seat", str(view.seat), given=line).stdout
            assert text == f"{view}\n"
            seen = json.loads(dohyo("show", "-", "--json", given=text).stdout)
            parsed = engine.parse(text)
            mine = [seat for seat in state.to_move if parsed.seat in (None, seat)]
            assert seen == {**shown, "seat": parsed.seat, "position": str(view),
                            "moves": {str(seat): state.moves(seat) for seat in mine}}
        move = shown["moves"][str(state.to_move[0])][-1]
        line = dohyo("apply", "-", move, given=line).stdout
        assert line == f"{state.play(move, state.to_move[0])}\n"


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_a_finished_game_is_shown_as_json(game: engine.Game) -> None:
    *_, end = battery.random_game(game.deal(2), 2)
    for position in (end, *(view for view in battery.views(end) if view.over)):
        shown = json.loads(dohyo("show", str(position), "--json").stdout)
        assert set(shown) == SHOWN
        assert (shown["to_move"], shown["moves"], shown["over"]) == ([], {}, True)
        assert shown["returns"] == list(end.returns or ())
        assert all(isinstance(value, int) or value == 0.5 for value in shown["returns"])


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_sample_draws_every_legal_move_and_no_other(game: engine.Game) -> None:
    """In equal shares, but for the games whose shares tests of their own hold."""
    stream = Random(1)
    for seed in range(3):
        states = list(islice(battery.random_game(game.deal(seed), seed), 40))
        for state in states[1:: len(states) // 4 or 1]:
            buffer = state.buffer
            for seat in buffer.to_move:
                moves = buffer.moves(seat)
                counts = Counter(buffer.random_move(seat, stream) for _ in range(100 * len(moves)))
                assert set(counts) <= set(moves)
                if game.id not in WEIGHTED and len(moves) > 1:
                    assert_fits([counts[move] for move in moves], [1 / len(moves)] * len(moves))
                else:
                    assert len(counts) > len(moves) // 2


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_deals_repeat_with_their_seed(game: engine.Game) -> None:
    assert game.deal(1) == game.deal(1)
    assert (game.deal(1) != game.deal(2)) == game.chance


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_a_game_describes_itself(game: engine.Game) -> None:
    assert game.seats == game.kernel.seats
    assert game.id == game.kernel.id
    assert game.hidden == game.kernel.hides
    assert game.title
    assert game.note
    for option in game.options:
        assert option.meaning
        assert option.write(option.read(option.default)) == option.default
    assert all(game.notation.seat_name(seat) for seat in range(1, game.seats + 1))


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_options_out_of_range_are_refused_by_name(game: engine.Game) -> None:
    for option in game.options:
        wrong = ["", "x", "-1", "²", *([str(option.low - 1), str(option.high + 1)] if not option.choices else [])]
        for value in wrong:
            with pytest.raises(engine.OptionError, match=option.name) as told:
                game.deal(1, **{option.name: value})
            assert option.accepts in str(told.value)
    with pytest.raises(engine.OptionError, match="has no option 'colour'"):
        game.deal(1, colour="b")


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
    for position in (start, *battery.views(start)):
        assert "\x1b" not in position.draw()
        assert "\x1b" in position.draw(colour=True)
        assert all(line == line.rstrip() for line in position.draw().splitlines())
    assert start.draw() != start.play(start.moves()[0]).draw()
