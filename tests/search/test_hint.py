"""`dohyo hint`: ranked moves for people and for programs, and refusals."""

from __future__ import annotations

import json

import pytest
from command import dohyo, refusal

from dohyo import engine, search
from dohyo.search import commands
from dohyo.search.core.results import Info, Ranked, Result

START = "rush-stones size=3 board=3/3/3 turn=b"
GAME = engine.game("rush-stones")
NAMES = [kind.name for kind in search.searchers() if kind.refusal(GAME) is None]


@pytest.mark.parametrize("name", NAMES)
def test_json_is_what_the_notation_says(name: str) -> None:
    told = json.loads(dohyo("hint", START, "--searcher", name, "--nodes", "2000", "--top", "9", "--json").stdout)
    assert list(told) == ["position", "seat", "searcher", "nodes", "time", "worlds", "moves"]
    assert (told["position"], told["seat"], told["searcher"], told["worlds"]) == (START, 1, name, 0)
    assert sorted(move["move"] for move in told["moves"]) == sorted(engine.parse(START).moves())
    for move in told["moves"]:
        assert list(move) == ["move", "value", "share", "depth", "line", "reason", "error"]
        assert 0 <= move["value"] <= 1
        assert move["error"] is None
        assert move["reason"]
        assert 0 <= move["share"] <= 1
        assert move["line"][0] == move["move"]
        state = engine.parse(START)
        for text in move["line"]:
            state = state.play(text)


@pytest.mark.parametrize("name", NAMES)
def test_people_get_a_table(name: str) -> None:
    head, titles, *rows = dohyo("hint", START, "--searcher", name, "--nodes", "100", "--top", "2").stdout.splitlines()
    assert head.startswith(f"Black to move; {name}, ")
    assert titles.split() == ["move", "chance", "share", "depth", "line"]
    assert len(rows) == 2
    assert all(row.split()[0] in engine.parse(START).moves() for row in rows)


@pytest.mark.parametrize("name", [None, *(kind.name for kind in search.searchers())])
@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_a_dealt_view_of_every_game_has_a_hint_or_a_refusal(game: engine.Game, name: str | None) -> None:
    """From every searcher that plays the game, for each seat that may choose; from the others the reason why not."""
    kind = search.default_searcher(game) if name is None else search.searcher(name)
    asked = ["--nodes", "50", "--top", "400", "--json", *(["--searcher", name] if name else [])]
    for seat in game.deal(3).to_move:
        seen = game.deal(3).view(seat)
        if (why := kind.refusal(game)) is not None:
            assert refusal("hint", str(seen), *asked) == f"{kind.name} does not play {game.id}: {why}"
            continue
        told = json.loads(dohyo("hint", str(seen), *asked).stdout)
        assert (told["position"], told["seat"], told["searcher"]) == (str(seen), seat, kind.name)
        moves = [move["move"] for move in told["moves"]]
        assert len(set(moves)) == len(moves) > 0
        assert set(moves) <= set(seen.moves(seat))
        assert [move["line"][0] for move in told["moves"]] == moves
        assert all(seen.reason(move["move"], seat) in move["reason"] for move in told["moves"])
        assert any(move["reason"] for move in told["moves"])
        assert all(move["error"] is None or move["error"] >= 0 for move in told["moves"])
        # The whole state is first reduced to the view.
        again = json.loads(dohyo("hint", str(game.deal(3)), *asked, "--seat", str(seat)).stdout)
        assert {**again, "time": 0} == {**told, "time": 0}


@pytest.mark.parametrize("name", [None, "random", "greedy"])
@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_every_move_can_be_hinted(game: engine.Game, name: str | None) -> None:
    asked = ["--nodes", "50", "--top", "400", "--json", *(["--searcher", name] if name else [])]
    state = game.deal(3)
    told = json.loads(dohyo("hint", str(state), *asked, "--seat", "1").stdout)
    assert sorted(move["move"] for move in told["moves"]) == sorted(state.moves(1))


def test_where_both_choose_one_is_hinted() -> None:
    state = str(engine.game("sumo").deal(1))
    assert "--seat: expected 1 or 2, as both seats choose at once, got nothing" in refusal("hint", state)
    seen = str(engine.game("sumo").deal(1).view(1))
    assert "the view of seat 1; it cannot hint a move of seat 2" in refusal("hint", seen, "--seat", "2")


def test_what_is_not_estimated_is_not_told_as_a_chance() -> None:
    asked = ["--seat", "1", "--searcher", "random"]
    rows = dohyo("hint", str(engine.game("sumo").deal(1)), *asked).stdout.splitlines()
    assert rows[1].split() == ["move", "chance", "share", "depth", "line"]
    assert all(row.split()[1] == "-" for row in rows[2:])


def test_equal_node_limits_give_equal_hints() -> None:
    asked = ["hint", "rush-stones size=5", "--nodes", "3000", "--set", "Seed=7", "--json"]
    first, second = (json.loads(dohyo(*asked).stdout) for _ in range(2))
    assert {**first, "time": 0} == {**second, "time": 0}


def test_a_hint_ends_by_time() -> None:
    told = json.loads(dohyo("hint", "rush-stones size=9", "--time", "0.05", "--json").stdout)
    assert told["searcher"] == search.searchers()[0].name
    assert told["moves"]


def test_nothing_but_the_answer_is_printed_in_a_pipe() -> None:
    assert dohyo("hint", "rush-stones size=9", "--time", "0.3").stderr == ""


def test_parameters_reach_the_searcher() -> None:
    dohyo("hint", START, "--searcher", "random", "--set", "Seed=5", "--threads", "2", "--nodes", "1")
    assert "unknown parameter 'Speed' of random" in refusal("hint", START, "--searcher", "random", "--set", "Speed=5")
    assert "Seed: expected a whole number" in refusal("hint", START, "--searcher", "random", "--set", "Seed=x")
    assert "Threads: expected a whole number from 1" in refusal("hint", START, "--threads", "0")
    assert "'Seed' is not of the form name=value" in refusal("hint", START, "--set", "Seed")


def test_positions_without_a_move_to_hint_are_refused() -> None:
    assert "expected an unfinished game" in refusal("hint", "rush-stones size=3 board=bbb/bbb/www")
    assert "seat 2 is not to move; seat 1 is" in refusal("hint", START, "--seat", "2")
    assert "unknown searcher 'x'; expected one of" in refusal("hint", START, "--searcher", "x")
    assert "size: expected an odd number" in refusal("hint", "rush-stones size=4")


def test_the_search_is_given_a_view() -> None:
    state = engine.game("rush-stones").deal(size=3)
    seen = commands.view_to_hint(state, None)
    assert isinstance(seen, engine.View)
    assert seen.seat == 1
    assert commands.view_to_hint(seen, None) is seen
    with pytest.raises(engine.UsageError, match="the view of seat 2"):
        commands.view_to_hint(state.view(2), 1)


def test_the_table_says_what_is_exact_how_sure_it_is_and_why() -> None:
    view = engine.game("rush-stones").deal(size=3).view()
    line = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    ranked = (
        Ranked("a1", 1.0, 0.75, 9, line, proven=True, error=0.0),
        Ranked("b1", 0.25, 0.25, 3, ("b1",), reason="closes c2", error=0.0123),
    )
    text = commands.as_text(view, search.make("random"), Result(12345, 1.25, 9, 9, 0, 40, ranked, "a1"))
    assert text.splitlines() == [
        "Black to move; random, 12,345 nodes in 40 worlds, 1.2 s",
        "move  chance        share   depth  line",
        "a1    100.0 %       75.0 %  9      a1 b1 c1 a2 b2 c2 a3 b3 …  (proven)",
        "b1    25.0 ± 1.2 %  25.0 %  3      b1  (closes c2)",
    ]


def test_an_error_is_told_beside_the_value() -> None:
    view = engine.game("rush-stones").deal(size=3).view()
    ranked = (Ranked("a1", 0.5, 1.0, 3, ("a1",), error=0.0123), Ranked("b1", 0.5, 0.0, 3, ("b1",)))
    told = commands.as_object(view, search.make("random"), Result(10, 0.1, 3, 3, 0, 5, ranked, "a1"))
    assert told["worlds"] == 5
    assert isinstance(told["moves"], list)
    assert [move["error"] for move in told["moves"]] == [0.0123, None]


def test_a_proof_stands_before_the_reason() -> None:
    """The last point but one of a won and a lost game; what the searcher itself says is left as it is."""
    for board, verdict in (("bbb/1bw/wwb", "loses"), ("bbb/1bw/wbb", "wins")):
        state = engine.parse(f"rush-stones size=3 board={board} turn={'w' if verdict == 'loses' else 'b'}")
        assert isinstance(state, engine.State)
        for name, said in (("mcts", f"{verdict}; fills the board"), ("alphabeta", verdict)):
            searcher = search.make(name)
            searcher.set_position(state.view())
            ranked, = searcher.search(search.Limits(nodes=50)).ranked
            assert (ranked.proven, ranked.reason) == (True, said)


def test_reasons_are_given_unless_they_are_not_wanted() -> None:
    view = engine.game("sumo").deal(1).view(1)
    searcher = search.make("greedy")
    searcher.set_position(view)
    for ranked in searcher.search(search.Limits(top=9)).ranked:
        assert ranked.reason == view.reason(ranked.move)
    assert {ranked.reason for ranked in searcher.search(search.Limits(top=9, reasons=False)).ranked} == {""}


def test_the_progress_line() -> None:
    ranked = (Ranked("a1", 0.5, 1.0, 4, ("a1",)),)
    assert commands.progress_line(Info(1500, 0.5, 4, 6, 0, 0, ranked)) == "a1 50.0 %  depth 4  1,500 nodes  0.5 s"
    assert commands.progress_line(Info(0, 0.0, 0, 0, 0, 0, ())) == "depth 0  0 nodes  0.0 s"


@pytest.mark.parametrize(
    ("value", "proven", "text"),
    [(1.0, True, "100.0 %"), (0.99996, False, ">99.9 %"), (0.9994, False, "99.9 %"), (0.0, True, "0.0 %"),
     (0.0001, False, "<0.1 %"), (0.5, False, "50.0 %")],
)
def test_certainty_is_said_only_where_it_is_proved(value: float, proven: bool, text: str) -> None:
    assert commands.chance(Ranked("a1", value, 1.0, 1, ("a1",), proven)) == text
