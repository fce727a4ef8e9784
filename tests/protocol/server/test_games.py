"""Every game through the protocol: an engine asked by views, games at the terminal, answers to queries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from conversation import Conversation

from dohyo import engine
from dohyo.engine import GameRecord, Ply
from dohyo.protocol.client.client import Client, own_engine_command
from dohyo.protocol.console.command import play
from dohyo.protocol.console.play import ConsoleGame
from dohyo.protocol.language.go_line import Limits
from dohyo.protocol.server import queries
from dohyo.testing import battery

GAMES = engine.games()
#: Rule options that make games short.
BRIEF = {"rush-stones": {"size": "3"}, "rush-cards": {"maxplies": "40"}}
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def deal(game: engine.Game, seed: int = 1) -> engine.State:
    return game.deal(seed, **BRIEF.get(game.id, {}))


@EACH_GAME
@pytest.mark.parametrize("searcher", ["random", "greedy"])
def test_an_engine_plays_whole_games_by_its_views(game: engine.Game, searcher: str) -> None:
    """One process in all seats, asked anew for each decision; nothing but the view of the seat is sent."""
    state = deal(game)
    with Client(own_engine_command(searcher)) as client:
        assert client.games[game.id].seats == game.seats
        while not state.over:
            choices = [(seat, client.go(f"fen {state.view(seat)}", Limits(nodes=10), 60)) for seat in state.to_move]
            for seat, answer in choices:
                assert answer.move in state.moves(seat)
                state = state.play(answer.move, seat)
        # The last view is over for the engine, too.
        assert client.go(f"fen {state.view(1)}", Limits(nodes=10), 60).move == "(none)"


@EACH_GAME
def test_the_handshake_tells_what_a_game_is_like(game: engine.Game) -> None:
    with Conversation() as conversation:
        conversation.send("ugi")
        lines = conversation.until("ugiok")
        traits = [name for name in ("hidden", "chance", "simultaneous", "common") if getattr(game, name)]
        assert " ".join(["game", game.id, "seats", str(game.seats), *traits]) in lines
        conversation.send("quit")


def moments(game: engine.Game) -> Iterator[engine.Position]:
    """States and views of a random game."""
    for state in battery.random_game(deal(game, 3), 3):
        yield state
        yield from (state.view(seat) for seat in range(1, game.seats + 1))


@EACH_GAME
def test_queries_are_one_token_that_says_what_is_so(game: engine.Game) -> None:
    for position in moments(game):
        said = {what: queries.answer(position, what) for what in
                ("gameover", "p1turn", "result", "turn", "legal", "position", "score")}
        assert all(token and " " not in token for token in said.values())
        assert said["gameover"] == ("true" if position.over else "false")
        assert said["p1turn"] == ("true" if 1 in position.to_move else "false")
        assert said["turn"] == (",".join(map(str, position.to_move)) or "none")
        assert said["position"].replace("_", " ") == str(position)
        mine = [seat for seat in position.to_move if position.seat in (None, seat)]
        assert said["legal"] == (",".join(position.moves(mine[0])) if mine else "none")
        if position.returns is None:
            assert (said["result"], said["score"]) == ("none", "none")
        else:
            won = {1.0: "p1win", 0.5: "draw", 0.0: "p2win"}
            assert said["result"] == won[position.returns[0]]
            assert said["score"] == ",".join(f"{value:g}" for value in position.returns)


# --- at the terminal -----------------------------------------------------------------------------------------------

def typed(game: engine.Game, lines: list[str], *flags: str) -> str:
    """The output of a game of the first deal in which these lines are typed."""
    rules = [word for name, value in BRIEF.get(game.id, {}).items() for word in ("--set", f"{name}={value}")]
    result = CliRunner().invoke(play, [game.id, *rules, "--seed", "1", "--engine", "greedy", "--level", "1", *flags],
                                input="\n".join(lines))
    if result.exception is not None:
        raise result.exception
    return result.output


def whole_game(game: engine.Game, person: int) -> list[str]:
    """What a person types who always takes the first legal move, until the end of the game."""
    lines: list[str] = []
    table = ConsoleGame(deal(game), person)
    with Client(own_engine_command("greedy")) as client:
        while table.seat is not None:
            if table.seat == person:
                move = table.state.moves(person)[0]
                lines.append(move)
            else:
                move = client.go(table.position_for(table.seat), Limits(nodes=25), 60).move
            table.play(Ply(table.seat, move))
    return lines


@EACH_GAME
def test_a_whole_game_against_an_engine(game: engine.Game) -> None:
    person = game.seats
    output = typed(game, whole_game(game, person), "--seat", str(person))
    assert output.splitlines()[-1] in ("You win.", "You lose.", "A draw.")
    assert "is not legal" not in output
    if game.seats == 2:
        assert "(Dohyo" in output


@EACH_GAME
def test_the_commands_of_a_game(game: engine.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = deal(game).moves(1)
    output = typed(game, ["moves", "hint", first[0], f"save {path}", "undo", "resign"])
    assert " ".join(first) in output
    assert "would play" in output
    assert ("what has been seen cannot be taken back" in output) == game.hidden
    assert output.splitlines()[-1] == "You resigned."
    record = GameRecord.from_json(json.loads(path.read_text()))
    assert record.plies[0].move == first[0]
    assert str(ConsoleGame.load(path).state) == str([*record.replay()][-1])
    assert "You resigned." in typed(game, ["resign"], "--load", str(path))


@EACH_GAME
def test_a_person_sees_what_is_not_secret(game: engine.Game) -> None:
    """A move that the table does not show makes no difference to what the person sees of the position."""
    for state in list(battery.random_game(deal(game, 5), 5))[:-1]:
        for person in range(1, game.seats + 1):
            for seat in state.to_move:
                table = ConsoleGame(state, person)
                shown = [table.shows(Ply(seat, move)) for move in state.moves(seat)]
                views = {str(state.play(move, seat).view(person)) for move in state.moves(seat)}
                assert all(shown) or not any(shown)
                if not all(shown):
                    assert seat != person
                    assert len(views) == 1


def test_secret_choices_are_not_told() -> None:
    sumo = engine.game("sumo").deal(1)
    assert not any(ConsoleGame(sumo, 2).shows(Ply(1, move)) for move in sumo.moves(1))
    after = sumo.play(sumo.moves(1)[0], 1)
    # The second choice is revealed at once.
    assert all(ConsoleGame(after, 1).shows(Ply(2, move)) for move in after.moves(2))
    cards = engine.game("rush-cards").deal(1)
    assert not any(ConsoleGame(cards, 2).shows(Ply(1, move)) for move in cards.moves(1))
    output = typed(engine.game("sumo"), ["quit"], "--seat", "2")
    assert "has moved" in output


def test_who_resigns_a_common_game_wins_nothing_for_the_partner() -> None:
    table = ConsoleGame(engine.game("club-fight-coop").deal(1), 1)
    table.resigned = True
    assert table.returns() == (0.0, 0.0)
    table = ConsoleGame(engine.game("sumo").deal(1), 1)
    table.resigned = True
    assert table.returns() == (0.0, 1.0)
