"""Games as JSON Lines, PGN and SGF, read back by other readers."""

import json
import random
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import DATA
from sgfmill import sgf as sgfmill

from dohyo import engine
from dohyo.engine import DohyoError, Fault, GameRecord, Ply, State, parse
from dohyo.tournaments.report.exports import ExportedGame, Note, from_jsonl, to_jsonl, to_pgn, to_sgf

TWO_PLAYERS = ("rush-stones", "rush-cards", "sumo")


def played(game: str, seed: int, players: tuple[str, ...] = ("first", "second"), most: int = 400,
           **options: str | int) -> GameRecord:
    """A random game, cut off with a forfeit of seat 1 after so many plies."""
    rng = random.Random(seed)
    state = engine.game(game).deal(seed, **options)
    start, plies = str(state), []
    while not state.over and len(plies) < most:
        seat = state.to_move[0]
        move = rng.choice(state.moves(seat))
        plies.append(Ply(seat, move, rng.random(), rng.random(), rng.randrange(9), rng.randrange(999)))
        state = state.play(move, seat)
    names = players[: state.game.seats]
    if state.over:
        assert state.returns is not None
        return GameRecord(start, names, tuple(plies), state.returns, extra={"seeds": [1, 2]})
    return GameRecord(start, names, tuple(plies), (0.0, 1.0)[: len(names)], Fault.TIME, 1, "too late: 5 } \\ ]")


@pytest.mark.parametrize("game", [game.id for game in engine.games()])
def test_json_lines_keep_everything(game: str) -> None:
    entries = [ExportedGame(played(game, seed, most=30), f"{seed}.1", "2026-11-30T10:00:00") for seed in range(3)]
    lines = list(to_jsonl(entries))
    assert all("\n" not in line for line in lines)
    assert json.loads(lines[0])["start"].startswith(game)
    assert list(from_jsonl([lines[0], "", *lines[1:]])) == entries


@pytest.mark.parametrize(("line", "said"), [
    ("{", "line 2"), ("[]", "a JSON object"), ('{"start": 1}', "invalid game record"),
])
def test_lines_that_are_no_games_are_named(line: str, said: str) -> None:
    good = next(to_jsonl([ExportedGame(played("sumo", 1))]))
    with pytest.raises(DohyoError, match=f"line 2: expected a game.*{said}" if said != "line 2" else said):
        list(from_jsonl([good, line]))


def pgn_games(text: str) -> list[tuple[dict[str, str], list[tuple[int, str]], str]]:
    """Tags, plies with their seats, and result of each game, by the letter of the specification's tag pairs."""
    found = []
    for part in re.findall(r"((?:\[.*\]\n)+)\n(\{[^}]*\})\n(\S+)\n\n?", text):
        tags = dict(re.findall(r'^\[([A-Za-z0-9_]+) "((?:[^"\\]|\\.)*)"\]$', part[0], re.MULTILINE))
        told = [word.split(":", 1) for word in re.split(r"\s\(", part[1].strip("{}"))[0].split()
                if ":" in word]
        found.append((tags, [(int(seat), move) for seat, move in told], part[2]))
    return found


@pytest.mark.parametrize("game", TWO_PLAYERS)
def test_pgn_tells_who_won_and_replays(game: str) -> None:
    options = {"size": 5} if game == "rush-stones" else {}
    records = [played(game, seed, **options) for seed in range(6)]
    note = Note()
    lines = list(to_pgn([ExportedGame(record, str(number)) for number, record in enumerate(records)], "an event", note))
    assert str(note) == ""
    assert max(len(line) for line in lines if not line.startswith("[")) <= 79
    games = pgn_games("\n".join(lines) + "\n")
    assert len(games) == len(records)
    for (tags, plies, result), record in zip(games, records, strict=True):
        assert (tags["White"], tags["Black"], tags["Site"], tags["Date"]) == ("first", "second", "?", "????.??.??")
        assert tags["Result"] == result == {1: "1-0", 0: "0-1", 0.5: "1/2-1/2"}[record.returns[0]]
        assert tags["Position"] == record.start
        assert plies == [(ply.seat, ply.move) for ply in record.plies]
        assert list(tags)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


def test_stored_pgn_replays_to_its_results() -> None:
    """The 80 games that Ordo rated: each leads from its position to its result, by the rules of today."""
    games = pgn_games((DATA / "rush_cards_games.pgn").read_text("utf-8"))
    assert len(games) == 80
    for tags, plies, result in games[::8]:
        state = parse(tags["Position"])
        assert isinstance(state, State)
        for seat, move in plies:
            state = state.play(move, seat)
        assert state.returns is not None
        assert {1: "1-0", 0: "0-1", 0.5: "1/2-1/2"}[state.returns[0]] == result
        assert tags["PlyCount"] == str(len(plies))


def test_pgn_leaves_out_what_it_has_no_words_for() -> None:
    records = [played("fifteen-rush", 1), played("club-fight-coop", 1), played("fifteen-rush", 2),
               GameRecord("sumo jokers=0", ("a", "b"), (), (0.75, 0.25))]
    note = Note()
    assert list(to_pgn([ExportedGame(record) for record in records], "", note)) == []
    assert list(note.left_out.values()) == [2, 1, 1]
    assert "2 games left out: fifteen-rush is a solitaire" in str(note)
    assert "1 game left out: the players of club-fight-coop share their result" in str(note)
    assert "its result is not a win, draw or loss" in str(note)


def test_names_cannot_break_a_tag() -> None:
    """Ordo takes a name up to the next quote and knows no escapes, so a name has neither."""
    record = GameRecord("sumo jokers=0", ('say "hi"', "back\\slash\nnew"), (), (1.0, 0.0), Fault.CRASH, 2, "{gone}")
    lines = list(to_pgn([ExportedGame(record, date="2026-11-30T09:00:00")], 'the "event"', Note()))
    assert '[White "say \'hi\'"]' in lines
    assert '[Black "back/slash new"]' in lines
    assert '[Event "the \'event\'"]' in lines
    assert '[Date "2026.11.30"]' in lines
    assert '[Termination "abandoned"]' in lines
    assert "{no moves ((gone))}" in lines


@pytest.mark.parametrize(("ending", "termination", "result"), [
    ("rules", "normal", "W+"), ("length", "normal", "W+"), ("resign", "adjudication", "W+R"),
    ("solver", "adjudication", "W+"), ("plies", "adjudication", "W+"),
])
def test_games_that_the_referee_ended_are_told_apart(ending: str, termination: str, result: str) -> None:
    start = str(engine.game("rush-stones").deal(0, size=5))
    record = GameRecord(start, ("a", "b"), (), (0.0, 1.0), extra={"ending": ending})
    assert f'[Termination "{termination}"]' in to_pgn([ExportedGame(record)], "", Note())
    assert sgfmill.Sgf_game.from_string(sgf_text(record)).get_root().get("RE") == result


def sgf_text(record: GameRecord, *, setup: bool = False) -> str:
    note = Note()
    text = "\n".join(to_sgf([ExportedGame(record, "2.1", "2026-11-30T09:00:00")], "an event", note, setup=setup))
    assert str(note) == ""
    return text


@given(st.integers(0, 10_000), st.sampled_from([3, 5, 9, 19]))
@settings(max_examples=20)
def test_sgf_has_a_node_for_every_placement(seed: int, size: int) -> None:
    """As sgfmill reads it: rows from the bottom, columns from the left."""
    record = played("rush-stones", seed, ("Black [1]", "White \\ 2"), size=size)
    game = sgfmill.Sgf_game.from_string(sgf_text(record))
    assert game.get_size() == size
    assert (game.get_player_name("b"), game.get_player_name("w")) == ("Black [1]", "White \\ 2")
    nodes = game.get_main_sequence()[1:]
    columns = "abcdefghjklmnopqrst"
    moves = [(" bw".index(colour), f"{columns[point[1]]}{point[0] + 1}") for colour, point in
             (node.get_move() for node in nodes)]
    assert moves == [(ply.seat, ply.move) for ply in record.plies]
    assert len(moves) == size * size
    assert any(one[0] == two[0] for one, two in pairwise(moves)) or size == 3
    *_, last = record.replay()
    stones = str(last).split()[2]
    margin = abs(stones.count("b") - stones.count("w") - 1)  # `board=` has a b of its own
    assert game.get_root().get("RE") == f"{'BW'[record.returns[0] == 0]}+{margin}"
    assert game.get_winner() == "bw"[record.returns[0] == 0]


def test_sgf_starts_from_the_stones_that_lay_there() -> None:
    record = played("rush-stones", 3, size=5)
    *states, _ = record.replay()
    later = GameRecord(str(states[7]), record.players, record.plies[7:], record.returns)
    game = sgfmill.Sgf_game.from_string(sgf_text(later))
    black, white, _ = game.get_root().get_setup_stones()
    first = {1: set(), 2: set()}  # type: dict[int, set[tuple[int, int]]]
    for ply in record.plies[:7]:
        first[ply.seat].add((int(ply.move[1:]) - 1, "abcde".index(ply.move[0])))
    assert (black, white) == (first[1], first[2])
    assert game.get_root().get("PL") == "bw"[record.plies[7].seat - 1]
    assert len(game.get_main_sequence()) == 25 - 7 + 1


def test_sgf_as_setup_shows_the_whole_board_at_the_end() -> None:
    """No program lifts stones that were not moved there."""
    record = played("rush-stones", 5, size=9)
    game = sgfmill.Sgf_game.from_string(sgf_text(record, setup=True))
    board: dict[tuple[int, int], str] = {}
    for node in game.get_main_sequence():
        black, white, _ = node.get_setup_stones()
        board.update(dict.fromkeys(black, "b") | dict.fromkeys(white, "w"))
    assert len(board) == 81
    *_, last = record.replay()
    rows = ["".join(board[row, column] for column in range(9)) for row in reversed(range(9))]
    assert f"board={'/'.join(rows)}" in str(last)


def test_sgf_tells_forfeits_and_leaves_out_other_games() -> None:
    record = played("rush-stones", 1, size=5, most=4)
    game = sgfmill.Sgf_game.from_string(sgf_text(record))
    assert game.get_root().get("RE") == "W+T"
    assert game.get_root().get("C") == "too late: 5 } \\ ]"
    assert re.fullmatch(r"value 0\.\d{3}, depth \d, \d+ nodes, 0\.\d{3} s", game.get_main_sequence()[1].get("C"))
    note = Note()
    assert list(to_sgf([ExportedGame(played("sumo", 1))], "", note)) == []
    assert str(note) == "1 game left out: SGF is for rush-stones, and this is sumo"
