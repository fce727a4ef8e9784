"""The commands that print games and positions: output, JSON and refusals."""

from __future__ import annotations

import json

import pytest
from command import dohyo, refusal

from dohyo import engine

START = "rush-stones size=3 board=3/3/3 turn=b"
MIDDLE = "rush-stones size=3 board=wb1/b1b/wwb turn=b"
END = "rush-stones size=3 board=wbw/bbb/wwb turn=w"


def test_games_lists_every_game_with_its_options() -> None:
    head, *rows = dohyo("games").stdout.splitlines()
    assert head.split() == ["id", "title", "seats", "hidden", "chance", "simultaneous", "cooperative", "options"]
    assert [row.split()[0] for row in rows] == [game.id for game in engine.games()]
    for row, game in zip(rows, engine.games(), strict=True):
        assert all(f"{option.name}={option.default}" in row for option in game.options)


#: id: seats, hidden, chance, simultaneous, cooperative
TRAITS = {
    "rush-stones": "2 no no no no",
    "rush-cards": "2 yes yes no no",
    "fifteen-rush": "1 yes yes no no",
    "club-fight": "1 yes yes no no",
    "club-fight-coop": "2 yes yes no yes",
    "sumo": "2 yes yes yes no",
}
#: id: the options in order (docs/notation.md)
OPTIONS = {
    "rush-stones": "size=19",
    "rush-cards": "first=1 setup=secret advance=0 noaction=loss maxplies=1000 maxquiet=200",
    "fifteen-rush": "deal=stuck redeal=combined",
    "club-fight": "jokers=1 runmin=1",
    "club-fight-coop": "jokers=1 runmin=1 first=1",
    "sumo": "jokers=0 placement=simultaneous draworder=fixed reshuffle=lazy maxrounds=200",
}


def test_the_six_games_are_what_the_design_says() -> None:
    listed = json.loads(dohyo("games", "--json").stdout)
    assert [entry["id"] for entry in listed] == list(TRAITS)
    for entry in listed:
        traits = [str(entry["seats"]), *("yes" if entry[trait] else "no"
                                         for trait in ("hidden", "chance", "simultaneous", "common"))]
        assert " ".join(traits) == TRAITS[entry["id"]]
        assert " ".join(f"{option['name']}={option['default']}" for option in entry["options"]) == OPTIONS[entry["id"]]
    for row in dohyo("games").stdout.splitlines()[1:]:
        assert TRAITS[row.split()[0]] in " ".join(row.split())


def test_games_as_json() -> None:
    listed = json.loads(dohyo("games", "--json").stdout)
    assert [entry["id"] for entry in listed] == [game.id for game in engine.games()]
    rush = listed[0]
    assert {"hidden", "chance", "simultaneous", "common", "seats", "title", "note"} < set(rush)
    assert rush["options"][0]["name"] == "size"
    assert rush["options"][0]["accepts"] == "an odd number from 3 to 19"


def test_deal_takes_options() -> None:
    assert dohyo("deal", "rush-stones", "size=3").stdout == f"{START}\n"
    assert "size: expected an odd number from 3 to 19, got '4'" in refusal("deal", "rush-stones", "size=4")
    assert "no option 'colour'" in refusal("deal", "rush-stones", "colour=b")
    assert "'size' is not of the form name=value" in refusal("deal", "rush-stones", "size")
    assert "'size' is given twice" in refusal("deal", "rush-stones", "size=3", "size=5")
    assert "unknown game 'go'" in refusal("deal", "go")


def test_view_of_a_game_without_secrets_is_the_state() -> None:
    assert dohyo("view", START, "--seat", "2").stdout == f"{START}\n"
    assert "rush-stones has no seat 3; seats are 1 to 2" in refusal("view", START, "--seat", "3")


def test_show_draws() -> None:
    assert dohyo("show", MIDDLE).stdout == (
        "   a b c\n"
        " 3 ○ ● · 3\n"
        " 2 ● · ● 2\n"
        " 1 ○ ○ ● 1\n"
        "   a b c\n"
        "● Black 4  ○ White 3\n"
        "Black to move, 1 legal: b2\n"
    )
    assert dohyo("show", END).stdout.endswith("over: Black wins\n")


def test_show_as_json() -> None:
    assert json.loads(dohyo("show", MIDDLE, "--json").stdout) == {
        "game": "rush-stones", "seat": None, "position": MIDDLE, "to_move": [1], "moves": {"1": ["b2"]},
        "over": False, "returns": None,
    }
    assert json.loads(dohyo("show", END, "--json").stdout) == {
        "game": "rush-stones", "seat": None, "position": END, "to_move": [], "moves": {}, "over": True,
        "returns": [1, 0],
    }


def test_apply_plays_in_order() -> None:
    assert dohyo("apply", START, "b2", "a1").stdout == "rush-stones size=3 board=3/1b1/w2 turn=b\n"
    assert dohyo("apply", "rush-stones size=3").stdout == f"{START}\n"
    assert "'b2' is not legal: a stone stands there" in refusal("apply", START, "b2", "b2")
    assert "the game is over" in refusal("apply", END, "a1")


def test_apply_has_nothing_to_reveal_where_nothing_is_hidden() -> None:
    assert "this position is a whole state" in refusal("apply", START, "b2", "--reveal", "deck=7")


def test_apply_reveals_only_in_views_and_only_with_a_move() -> None:
    game = engine.game("fifteen-rush")
    state = game.deal(1)
    assert "this position is a whole state" in refusal("apply", str(state), "deal", "--reveal", "stock=7")
    view = str(state.view())
    assert "no move is given" in refusal("apply", view, "--reveal", "stock=7")
    assert "'stock' is given twice" in refusal("apply", view, "deal", "--reveal", "stock=7", "--reveal", "stock=8")
    assert "'stock' is not of the form name=value" in refusal("apply", view, "deal", "--reveal", "stock")


@pytest.mark.parametrize("game", [game for game in engine.games() if game.hidden], ids=lambda game: game.id)
def test_apply_on_a_view_names_what_it_does_not_know(game: engine.Game) -> None:
    """Nothing turns up nowhere; and a move that turns up cards asks for them."""
    state = game.deal(1, **({"setup": "random"} if game.id == "rush-cards" else {}))
    view = state.view()
    sentences = [refusal("apply", str(view), move, "--reveal", "nowhere=7") for move in view.moves()[:3]]
    assert all("nowhere" in sentence or "such as --reveal " in sentence for sentence in sentences)
    assert "does not know what turns up" in refusal("perft", str(view), "1")
    assert "does not know what turns up" in refusal("perft", str(view), "1", "--divide")


@pytest.mark.parametrize("game", [game for game in engine.games() if game.hidden and game.seats == 2],
                         ids=lambda game: game.id)
def test_a_view_is_the_view_of_one_seat(game: engine.Game) -> None:
    view = game.deal(1).view(2)
    assert dohyo("view", str(view), "--seat", "2").stdout == f"{view}\n"
    assert "the position is the view of seat 2; seat 1 sees only a whole state" in refusal(
        "view", str(view), "--seat", "1"
    )
    text = str(view).removesuffix(" seat=2")
    assert "seat" in refusal("show", text)
    assert refusal("show", f"{text} seat=3")


def test_perft_ends_with_the_number() -> None:
    assert dohyo("perft", "rush-stones size=3", "4").stdout == "3024\n"
    *lines, total = dohyo("perft", "rush-stones size=3", "2", "--divide").stdout.splitlines()
    assert lines == [f"{move}: 8" for move in engine.parse(START).moves()]
    assert total == "72"
    assert "DEPTH: expected a number from 0 to 64" in refusal("perft", START, "99999999999999999999")


def test_bad_positions_are_refused_in_one_sentence() -> None:
    assert refusal("show", "rush-stones size=4") == "size: expected an odd number from 3 to 19, got '4'"
    assert "standard input: expected one line with a position" in refusal("show", "-")
    assert "the position is empty" in refusal("show", "-", given="\n")
    assert "is not a field" in refusal("show", "-", given=b"rush-stones \xff\xfe\x00\n")
    assert "at most 65536" in refusal("show", "-", given="x" * 10**6)
