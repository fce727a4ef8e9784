"""club-fight as text: positions and their faults, moves and why they are none, views that a person follows."""

from __future__ import annotations

import pytest
from command import dohyo, refusal

from dohyo import engine
from dohyo.cext.streams import Random

VIEW = "club-fight jokers=1 grid=7d7sAh/2d4sKh/*QsTd deck=?x31 hand=25TK clubs=?x9 spent=- cleared=-"
#: Late in the game: two cards and one club to come.
LATE = ("club-fight jokers=1 grid=5d.4h/3s.2d/AhKs. deck=?x2 hand=258Q clubs=?x1 spent=A34679JT "
        "cleared=AdAs2s2h3d3h4d4s5s6d6s6h7d7s7h8d8s8h9d9s9hTdTsThJdJsJhQdQsQhKdKh")


def position(**fields: str) -> str:
    """VIEW with other fields; an empty value leaves the field out."""
    given = dict(word.split("=") for word in VIEW.split()[1:]) | fields
    return " ".join(["club-fight", *(f"{name}={value}" for name, value in given.items() if value)])


def test_the_example_of_the_notation_round_trips() -> None:
    view = engine.parse(VIEW)
    assert isinstance(view, engine.View)
    assert view.seat == 1
    assert str(view) == VIEW
    assert str(engine.parse(position(jokers="", spent="", cleared=""))) == VIEW
    assert str(engine.parse(position(grid="7d7sAh/2d4sKh/*Qs10d", hand="K1052"))) == VIEW


def test_lists_left_out_are_what_the_decks_lack() -> None:
    text = "club-fight grid=.../.8d./..* deck=- hand=8 clubs=-"
    state = engine.parse(text)
    assert isinstance(state, engine.State)
    assert "spent=A2345679TJQK" in str(state)
    assert "cleared=AdAs" in str(state)
    assert "7h8s8h9d" in str(state)
    assert str(state).endswith("QhKdKsKh")
    assert engine.parse(str(state)).buffer == state.buffer


def test_options_are_printed_unless_default() -> None:
    assert str(engine.parse(position(runmin="1"))) == VIEW
    text = position(jokers="2", deck="?x32", cleared="").replace("jokers=2", "jokers=2 runmin=2")
    assert str(engine.parse(text)) == f"{text} cleared=-"


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"grid": ""}, "field grid is missing; it has no default"),
    ({"deck": ""}, "field deck is missing"),
    ({"hand": ""}, "field hand is missing"),
    ({"clubs": ""}, "field clubs is missing"),
    ({"jokers": "3"}, "jokers: expected one of 1, 2, got '3'"),
    ({"runmin": "0"}, "runmin: expected one of 1, 2, got '0'"),
    ({"seat": "1"}, "club-fight has no field 'seat'"),
    ({"grid": "7d7sAh/2d4sKh"}, "field grid has 2 rows; it has 3"),
    ({"grid": "7d7sAh/2d4sKh/*Qs"}, "field grid, row 3 has 2 cells; it has 3"),
    ({"grid": "7d7sAh/2d4sKh/*QsT"}, "field grid, row 3: expected a rank and a suit d, s or h, a Joker"),
    ({"grid": "7d7sAh/2d4?Kh/*QsTd"}, "or . for an empty cell, got '4?'"),
    ({"grid": "7d7dAh/2d4sKh/*QsTd"}, "the side of the grid has 7d more often than its deck, 1 too many"),
    ({"grid": "7d7sAh/2d4sKh/**Td"}, "the side of the grid has * more often than its deck, 1 too many"),
    ({"deck": "?x30"}, "does not add up to its deck of 40"),
    ({"deck": "?x30", "cleared": ""}, "field cleared is missing: in a view it may be left out only if"),
    ({"deck": "?x41"}, "does not add up to its deck of 40"),
    ({"deck": "?x999"}, "does not add up to its deck of 40"),
    ({"deck": "3d?"}, "field deck: nobody knows a part of this deck; in a view it is ?x2"),
    ({"deck": "3d3s"}, "field deck: the player does not know the order of this deck; in a view it is ?x2"),
    ({"deck": "3"}, "field deck: the suit of '3' is missing"),
    ({"clubs": "346789AJQ"}, "field clubs: the player does not know the order of this deck; in a view it is ?x9"),
    ({"clubs": "?x8"}, "the side of the clubs does not add up to its deck of 13"),
    ({"clubs": "3*"}, "field clubs: '*' is not a card here"),
    ({"hand": "25T?"}, "field hand: '?' is not a card here"),
    ({"hand": "25T!"}, "field hand: '!' is not a card here"),
    ({"hand": "22TK"}, "the side of the clubs has 2 more often than its deck"),
    ({"hand": "25TK3", "clubs": "?x8"}, "field hand has 5 clubs; it has at most 4"),
    ({"hand": "-", "clubs": "?x13"}, "field hand is empty, though the clubs deck is not"),
    ({"spent": "3"}, "does not add up to its deck of 13"),
    ({"spent": "?"}, "field spent: '?' is not a card here"),
    ({"cleared": "3"}, "field cleared: the suit of '3' is missing"),
    ({"cleared": "7d"}, "the side of the grid has 7d more often"),
])
def test_a_bad_position_is_told_where_and_why(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(engine.DohyoError) as told:
        engine.parse(position(**fields))
    assert sentence in str(told.value)
    assert len(str(told.value)) < 250


def test_an_empty_grid_beside_a_deck_is_refused() -> None:
    with pytest.raises(engine.PositionError, match="field grid has no card, though the deck has"):
        engine.parse("club-fight grid=.../.../... deck=3d hand=4 clubs=-")


def test_263_moves() -> None:
    """docs/rules/club-fight.md, C5: the most there can be."""
    view = engine.parse("club-fight grid=AdAhAs/2d2h2s/3d3h3s deck=?x31 hand=89TJ clubs=?x9")
    moves = view.moves()
    assert len(moves) == 263
    assert [sum(move.startswith(f"{club}:sum:") for move in moves) for club in "89TJ"] == [57, 62, 57, 51]
    assert sum(":any:" in move for move in moves) == 36


@pytest.mark.parametrize(("grid", "spellings", "printed"), [
    # docs/rules/club-fight.md, position 9: three actions clear the 7 alone.
    ("7d2dKd/KhKsQh/QsJhJs", ("7:match", "7:sum:1", "7:any:1"), "7:match"),
    ("7d../.../...", ("7:match", "7:sum:1", "7:any:1", "7:line:r1", "7:line:c1"), "7:match"),
    ("7d.7h/.../...", ("7:match", "7:line:r1"), "7:match"),
    ("7d7h./.../...", ("7:sum:1", "7:any:1", "7:line:c1"), "7:sum:1"),
    ("7d7h*/.../...", ("7:line:r1",), "7:line:r1"),
    ("6d../8h../...", ("7:run:14", "7:run:41"), "7:run:14"),
    ("6d../8h../...", ("7:any:1", "7:run:1", "7:down"), "7:any:1"),
    ("6d../8h../...", ("7:any:4", "7:run:4", "7:up"), "7:any:4"),
    ("6d5d./.../...", ("7:down", "7:run:12", "7:run:21"), "7:down"),
    ("4d3d./.../...", ("7:sum:12", "7:sum:21", "7:down"), "7:sum:12"),
    ("Td../.../...", ("10:match", "T:sum:1", "T:any:1", "T:line:c1"), "T:match"),
])
def test_every_spelling_of_a_move_is_read(grid: str, spellings: tuple[str, ...], printed: str) -> None:
    state = engine.parse(f"club-fight grid={grid} deck=- hand=7T clubs=-")
    for spelling in spellings:
        assert state.text(state.code(spelling)) == printed
    assert printed in state.moves()


FREE = "9d*4s/Kh2s./8hAh3d"  # one or two of each suit but hearts
FAULTS = [
    (FREE, "pass", "a move is a club from A to K, a colon and one of match, sum:cells such as 345"),
    (FREE, "", "a move is a club from A to K, a colon"),
    (FREE, "*:match", "a move is a club from A to K, a colon"),
    (FREE, "7:give", "a move is a club from A to K, a colon"),
    (FREE, "9:match:1", "a move is a club from A to K, a colon"),
    (FREE, "9:sum", "a move is a club from A to K, a colon"),
    (FREE, "7:match", "the grid holds no 7"),
    (FREE, "9:any:1:2", "'1:2' names no cells; cells are digits from 1 to 9, each once"),
    (FREE, "9:any:", "'' names no cells"),
    (FREE, "9:any:0", "'0' names no cells"),
    (FREE, "9:any:11", "'11' names no cells"),
    (FREE, "9:any:13", "Any clears one card, not 2"),
    (FREE, "9:any:6", "cell 6 is empty"),
    (FREE, "7:sum:35", "the cards add up to 6, not to 7"),
    (FREE, "7:sum:123", "a Joker has no value to add"),
    (FREE, "9:line:d1", "'d1' is not a line; lines are r1 r2 r3 c1 c2 c3"),
    (FREE, "9:line:r2", "row 2 holds no 9"),
    (FREE, "9:line:c2", "column 2 holds no 9"),
    (FREE, "5:match", "the grid holds no 5"),
    (FREE, "K:match", "the hand has no K, only 2359"),
    (FREE, "9:down", "Down takes a club from 2 to 7"),
    (FREE, "5:up", "Up takes a club from 7 to Q"),
    ("Ah2s./.../...", "9:up", "the grid holds no card above 9"),
    ("9hKs./.../...", "5:down", "the grid holds no card below 5"),
    ("Ad2d3d/.../...", "2:line:r1", "Line is blocked while the grid holds three or more diamonds"),
    ("As2s3s/.../...", "2:down", "Up/Down is blocked while the grid holds three or more spades"),
    (FREE, "9:run:7", "Run is blocked while the grid holds three or more hearts"),
    ("8d*4s/Ks2s./8hAh3d", "9:run:12", "a Joker is not part of a run"),
    ("9d*4s/Ks2s./8hAh3d", "9:run:17", "a run takes no card of the club's own rank 9"),
    ("8d*4s/Ks2s./8hAh3d", "9:run:17", "a run takes one card of a rank, not 2 of rank 8"),
    ("8d*6s/Ks2s./9hAh3d", "9:run:13", "the run has a gap: there is no card of rank 7 in it"),
    ("Ad*6s/Ks2s./9hAh3d", "2:run:4", "the run has a gap: there is no card of rank 3 in it"),
]


@pytest.mark.parametrize(("grid", "move", "sentence"), FAULTS, ids=[f"{move} {text}" for _, move, text in FAULTS])
def test_a_bad_move_is_told_why(grid: str, move: str, sentence: str) -> None:
    state = engine.parse(f"club-fight grid={grid} deck=- hand=2359 clubs=-")
    with pytest.raises(engine.MoveError) as told:
        state.play(move)
    assert str(told.value).startswith(f"move '{move}'")
    assert sentence in str(told.value)


def test_a_short_run_is_told_so() -> None:
    state = engine.parse("club-fight runmin=2 grid=4d6d7s/.../... deck=- hand=5 clubs=-")
    assert state.play("5:run:12").moves() == []
    assert "5:run:23" in state.moves()
    assert "5:run:2" not in state.moves()
    with pytest.raises(engine.MoveError, match="with runmin=2 a run takes at least 2 cards"):
        state.play("5:run:2")


@pytest.mark.parametrize(("code", "sentence"), [
    (0, "there is no such club"), (20 << 9 | 1, "there is no such club"),
    (2 << 9 | 7, "no action of the 2 clears these cells"), (3 << 9 | 1, "the hand has no 3, only 25TK"),
])
def test_a_code_that_is_no_move_is_told_why(code: int, sentence: str) -> None:
    view = engine.parse(VIEW)
    assert isinstance(view, engine.View)
    with pytest.raises(engine.MoveError, match=sentence):
        view.play_code(code)


# --- a person at a table -------------------------------------------------------------------------------------------


def test_apply_on_a_view_takes_what_turns_up() -> None:
    after = dohyo("apply", VIEW, "2:any:7", "--reveal", "deck=9h", "--reveal", "clubs=7").stdout
    assert after == ("club-fight jokers=1 grid=7d7sAh/2d4sKh/9hQsTd deck=?x30 hand=57TK clubs=?x8 spent=2 cleared=*\n")
    after = dohyo("apply", LATE, "Q:any:8", "--reveal", "deck=5h*", "--reveal", "clubs=K").stdout
    assert after.startswith("club-fight jokers=1 grid=5d5h4h/3s*2d/Ah.. deck=- hand=258K clubs=- spent=A34679TJQ ")
    after = dohyo("apply", after.strip(), "8:any:1").stdout
    assert after.startswith("club-fight jokers=1 grid=.5h4h/3s*2d/Ah.. deck=-")


@pytest.mark.parametrize(("move", "reveal", "sentence"), [
    ("2:any:1", [], "--reveal deck is missing: this move turns up 1 card, such as --reveal deck=Ad"),
    ("K:sum:38", ["deck=3s"], "--reveal deck='3s': this move turns up 2 cards, not 1, such as --reveal deck=AdAs"),
    ("2:any:1", ["deck=3s"], "--reveal clubs is missing: this move turns up 1 card, such as --reveal clubs=A"),
    ("2:any:1", ["deck=3s", "clubs=25"], "--reveal clubs='25': this move turns up 1 card, not 2"),
    ("2:any:1", ["deck=7d", "clubs=7"], "--reveal deck='7d': 7d cannot turn up, for it has been seen already"),
    ("2:any:1", ["deck=3s", "clubs=2"], "--reveal clubs='2': 2 cannot turn up"),
    ("2:any:1", ["deck=3", "clubs=7"], "field --reveal deck: the suit of '3' is missing"),
    ("2:any:1", ["deck=?", "clubs=7"], "field --reveal deck: '?' is not a card here"),
    ("2:any:1", ["deck=3s", "clubs=7", "hand=3"], "--reveal hand: this move turns up only deck, clubs"),
])
def test_what_turns_up_must_be_said_and_possible(move: str, reveal: list[str], sentence: str) -> None:
    words = [word for cards in reveal for word in ("--reveal", cards)]
    assert sentence in refusal("apply", VIEW, move, *words)


def test_nothing_turns_up_when_the_game_is_won() -> None:
    view = "club-fight grid=8d.*/.../... deck=- hand=58 clubs=?x2 spent=A23469TJQ"
    assert "clubs=?x2" in dohyo("apply", view, "8:line:r1").stdout
    assert "over: won" in dohyo("show", dohyo("apply", view, "8:line:r1").stdout.strip()).stdout
    assert "--reveal clubs: this move turns up nothing" in refusal("apply", view, "8:line:r1", "--reveal", "clubs=7")


def revealed(before: engine.State, after: engine.State) -> dict[str, str]:
    """What a person sees turn up between two states."""
    old, new = (dict(word.split("=") for word in str(state).split()[1:]) for state in (before, after))
    seen = {}
    for field in ("deck", "clubs"):
        turned = old[field].removesuffix(new[field].strip("-")).strip("-")
        if turned:
            seen[field] = turned
    return seen


@pytest.mark.parametrize("options", [{}, {"jokers": "2"}])
def test_a_view_followed_from_the_table_is_the_view_of_the_truth(options: dict[str, str]) -> None:
    for seed in range(6):
        state, stream = engine.game("club-fight").deal(seed, **options), Random(seed)
        view = state.view()
        while not state.over:
            move = state.text(state.buffer.policy_move(0, stream) if seed % 2 else state.buffer.random_move(0, stream))
            after = state.play(move)
            view = view.play(move, cards=revealed(state, after))
            state = after
            assert str(view) == str(state.view())
            assert view.buffer == state.view().buffer


def test_drawing() -> None:
    view = engine.parse(VIEW)
    assert view.draw() == (
        "7♦ 7♠ A♥    1 2 3\n"
        "2♦ 4♠ K♥    4 5 6\n"
        " * Q♠ T♦    7 8 9\n"
        "deck 31  cleared 0  blocked: Line (♦), Up/Down (♠)\n"
        "hand 2 5 T K  clubs 9  spent -"
    )
    assert "\x1b[" in view.draw(colour=True)
    assert dohyo("show", VIEW).stdout.splitlines()[-1].startswith("Player to move, ")
