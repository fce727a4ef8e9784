"""The conformance battery over every game and every rule option."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from command import dohyo

from dohyo import engine
from dohyo.testing import battery

VARIANTS = [(game, options) for game in engine.games() for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]
#: Of their moves `random_move` gives some more weight than others: card slots, ways before equal effects are merged.
WEIGHTED = {"rush-cards", "club-fight", "club-fight-coop"}
#: The keys of `dohyo show --json` (docs/notation.md).
SHOWN = {"game", "seat", "position", "to_move", "moves", "over", "returns"}


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_conformance(game: engine.Game, options: dict[str, str]) -> None:
    for seed in range(2):
        battery.conform(game, options, seed, positions=30)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_conformance_at_length(game: engine.Game, options: dict[str, str]) -> None:
    for seed in range(2, 30):
        battery.conform(game, options, seed, positions=100)


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
        after = state.play(move, state.to_move[0])
        assert line == f"{after}\n"
        if after.over:
            break  # a game may be as short as two moves


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
def test_random_moves_are_every_legal_move_and_no_other(game: engine.Game) -> None:
    """In equal shares, but for the games whose shares tests of their own hold."""
    battery.check_random_moves(game, equal=game.id not in WEIGHTED)


@pytest.mark.parametrize("check", battery.GAME_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_a_game_as_a_whole(game: engine.Game, check: Callable[[engine.Game], None]) -> None:
    check(game)
