"""`rush_cards_heuristic`, the policy of rush-cards: each rule, its exceptions, and what comes first."""

from __future__ import annotations

import pytest

from dohyo import engine, search
from dohyo.testing import battery

SEEDS = range(40)
EMPTY = ".,.,.,.,."


def state_of(*rows: str, turn: int = 1, **fields: str) -> engine.State:
    """A position with these rows from the top, `-` for an empty one; the seats hold a 2 each unless told otherwise."""
    board = "/".join(EMPTY if row == "-" else row for row in rows)
    given = {"hand1": "2", "hand2": "2", "deck1": "-", "deck2": "-", **fields}
    text = " ".join(f"{name}={value}" for name, value in given.items())
    state = engine.parse(f"rush-cards board={board} {text} turn={turn}")
    assert isinstance(state, engine.State)
    return state


def choices(state: engine.State, *moves: str) -> set[str]:
    """What it plays over many seeds, of these moves if some are given."""
    searcher, found = search.make("rush_cards_heuristic"), set[str]()
    searcher.set_position(state.view())
    for seed in SEEDS:
        searcher.set("Seed", seed)
        result = searcher.search(search.Limits(searchmoves=moves))
        assert result.move is not None
        found.add(result.move)
    return found


def mirrored(rows: list[str]) -> list[str]:
    """The same position for the other seat: rows upside down, colours swapped."""
    return [row.translate(str.maketrans("^v", "v^")) for row in reversed(rows)]


def turned(move: str) -> str:
    """A move of the position that `mirrored` makes."""
    return "".join(str(7 - int(char)) if char.isdigit() else char for char in move)


#: What is tried; the rows from the top, for seat 1; what it may play; rule options.
POSITIONS: list[tuple[str, list[str], set[str], dict[str, str]]] = [
    # 1. Block.
    ("an enemy on the nearest row is taken", ["-", "-", "-", "-", ".,^9,.,.,.", ".,v7,.,.,."], {"b2xb1"}, {}),
    ("any attacker that survives will do", ["-", "-", "-", "-", ".,^9,.,.,.", "^J,v7,.,.,."], {"b2xb1", "a1xb1"}, {}),
    ("surviving comes before a tie", ["-", "-", "-", "-", ".,^9,.,.,.", "^7,v7,.,.,."], {"b2xb1"}, {}),
    ("a tie removes it too", ["-", "-", "-", "-", ".,^7,.,.,.", "^3,v7,.,.,."], {"b2xb1"}, {}),
    ("the whole pair must go", ["-", "-", "-", "-", ".,^Q,.,.,.", ".,v93,.,.,."], {"b2xb1"}, {}),
    ("a pair may block", ["-", "-", "-", "-", ".,^67,.,.,.", ".,vK,.,.,."], {"b2xb1"}, {}),
    ("blocking comes before a safe way out", [".,.,.,.,.", ".,.,.,^3,.", "-", "-", ".,^9,.,.,.", ".,v7,.,.,."],
     {"b2xb1"}, {}),
    ("and before a capture", ["-", "-", ".,.,vK,.,.", ".,.,^A,.,.", ".,^9,.,.,.", ".,v7,.,.,."], {"b2xb1"}, {}),
    # 2. Break through.
    ("onto the far row where nothing is beside", [".,.,.,.,.", ".,^3,.,.,.", "-", "-", "-", "-"], {"b5b6"}, {}),
    ("where only a weaker enemy is beside", [".,.,v2,.,.", ".,^3,.,.,.", "-", "-", "-", "-"], {"b5b6"}, {}),
    ("where one of two ways is safe", ["vK,.,.,.,.", ".,^3,.,^4,.", "-", "-", "-", "-"], {"d5d6"}, {}),
    ("with a pair of which only the top could be taken", [".,.,vQ,.,.", ".,^T3,.,.,.", "-", "-", "-", "-"], {"b5b6"},
     {}),
    ("before a capture", [".,.,.,.,.", ".,^3,.,.,.", ".,.,.,vK,.", ".,.,.,^A,.", "-", "-"], {"b5b6"}, {}),
    ("by advancing after an attack", [".,v2,.,.,.", ".,^3,.,.,.", "-", ".,.,.,vK,.", ".,.,.,^A,.", "-"], {"b5xb6"},
     {"advance": "1"}),
    ("not by advancing to where it is taken", [".,v2,vK,.,.", ".,^3,.,.,.", "-", ".,.,.,vK,.", ".,.,.,^A,.", "-"],
     {"d2xd3"}, {"advance": "1"}),
    # 3. Capture.
    ("the attack that removes most", ["-", ".,v9,.,vJ,.", ".,^T,.,^K,.", "-", "-", "-"], {"d4xd5"}, {}),
    ("equal ones at random", ["-", ".,v9,.,v9,.", ".,^T,.,^K,.", "-", "-", "-"], {"b4xb5", "d4xd5"}, {}),
    ("the top alone where the pair is too strong", ["-", ".,vT9,.,v3,.", ".,^J,.,^4,.", "-", "-", "-"], {"b4xb5t"}, {}),
    ("the whole pair rather than its top", ["-", ".,v52,.,.,.", ".,^J,.,.,.", "-", "-", "-"], {"b4xb5"}, {}),
    ("a top counts alone", ["-", ".,vA2,.,v5,.", ".,^6,.,^6,.", "-", "-", "-"], {"d4xd5"}, {}),
]


@pytest.mark.parametrize(("rows", "moves", "options"), [case[1:] for case in POSITIONS],
                         ids=[case[0] for case in POSITIONS])
def test_the_first_rule_that_applies(rows: list[str], moves: set[str], options: dict[str, str]) -> None:
    assert choices(state_of(*rows, **options)) == moves
    assert choices(state_of(*mirrored(rows), turn=2, **options)) == set(map(turned, moves))


#: What must not be taken for a reason to move: the rows, and the move that would be wrong to insist on.
AT_RANDOM: list[tuple[str, list[str], str]] = [
    ("what wins cannot be removed", ["-", "-", "-", "-", ".,^8,.,.,.", ".,v9T,.,.,."], "b2xb1"),
    ("a step to where it is taken is not a way out", [".,.,vK,.,.", ".,^3,.,.,.", "-", "-", "-", "-"], "b5b6"),
    ("a step that is tied is none either", [".,.,v3,.,.", ".,^3,.,.,.", "-", "-", "-", "-"], "b5b6"),
    ("nor one while an enemy wins first", [".,.,.,.,.", ".,^3,.,.,.", "-", "-", "-", ".,.,.,.,v2"], "b5b6"),
    ("an attack that ties is not a capture", ["-", "-", ".,v9,.,.,.", ".,^9,.,.,.", "-", "-"], "b3xb4"),
    ("nor is one that loses", ["-", "-", ".,vT,.,.,.", ".,^9,.,.,.", "-", "-"], "b3xb4"),
]


@pytest.mark.parametrize(("rows", "wrong"), [case[1:] for case in AT_RANDOM], ids=[case[0] for case in AT_RANDOM])
def test_else_it_moves_at_random(rows: list[str], wrong: str) -> None:
    for state, move in ((state_of(*rows), wrong), (state_of(*mirrored(rows), turn=2), turned(wrong))):
        assert move in state.moves()
        played = choices(state)
        assert len(played) > 4
        assert played <= set(state.moves())


def test_the_top_of_a_winning_pair_is_a_capture_all_the_same() -> None:
    """Nothing saves the seat; of what is left to it, it takes the best capture."""
    rows = ["-", "-", "-", "-", ".,^8,.,.,.", ".,v93,.,.,."]
    assert choices(state_of(*rows)) == {"b2xb1t"}


def test_with_advance_an_attack_onto_the_far_row_is_no_way_out_for_a_tie() -> None:
    rows = [".,v3,.,.,.", ".,^3,.,.,.", "-", ".,.,.,vK,.", ".,.,.,^A,.", "-"]
    assert choices(state_of(*rows, advance="1")) == {"d2xd3"}


def test_only_chosen_root_moves_are_played() -> None:
    rows = ["-", "-", "-", "-", ".,^9,.,.,.", "^J,v7,.,.,."]
    assert choices(state_of(*rows), "a1xb1", "a1a2") == {"a1xb1"}
    assert choices(state_of(*rows), "a1a2", "b2b3") == {"a1a2", "b2b3"}


def test_the_set_up_is_at_random() -> None:
    state = engine.game("rush-cards").deal(3)
    assert len(choices(state)) > 5
    assert choices(state) <= set(state.moves())


def test_it_answers_only_by_what_it_sees() -> None:
    """The cards that the other seat holds change nothing."""
    rows = ["-", ".,v9,.,v9,.", ".,^T,.,^2,.", "-", "-", "-"]
    one, other = state_of(*rows, hand2="2345A", deck2="KQJ"), state_of(*rows, hand2="KQJ2A", deck2="345")
    assert one != other
    assert one.view() == other.view()
    assert choices(one) == choices(other)


def test_other_games_are_refused_with_the_reason() -> None:
    for game in engine.games():
        said = search.searcher("rush_cards_heuristic").refusal(game)
        assert (said is None) == (game.id == "rush-cards")
        assert said in (None, "it plays rush-cards only")


def test_its_games_end() -> None:
    """It goes forward by no rule, and yet by rules enough: a few hundred plies, no draws by the caps."""
    state, searcher = engine.game("rush-cards").deal(2, setup="random"), search.make("rush_cards_heuristic", Seed=1)
    plies = 0
    while not state.over:
        searcher.set_position(state.view())
        state = state.play(str(searcher.search(search.Limits()).move))
        plies += 1
    assert plies < 900
    assert state.returns in ((1.0, 0.0), (0.0, 1.0))
    battery.check_end(state)
