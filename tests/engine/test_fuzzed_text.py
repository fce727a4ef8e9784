"""Almost positions and moves, of every game: each text is refused with one sentence, or keeps all promises."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import information
from command import dohyo
from fuzz import drawn, inputs, promises
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dohyo import engine

GAMES = st.sampled_from([game.id for game in engine.games()])
POSITIONS = GAMES.flatmap(lambda game: st.sampled_from(inputs.positions_of(game)))
MOVES = st.deferred(lambda: st.sampled_from(inputs.moves()))
TOKENS = st.deferred(lambda: st.sampled_from(inputs.tokens()))
#: A value that stays one word of the line.
WORD = st.text(st.characters(exclude_categories=["Z", "C"]), max_size=12)
CARDS = st.lists(st.sampled_from([*"A23456789TJQK*?!~-", "7d", "As", "Th", "?x3"]), max_size=8).map("".join)
VALUES = CARDS | st.integers(-5, 60).map(str) | TOKENS.map(str.strip) | WORD
REVEALED = st.dictionaries(st.deferred(lambda: st.sampled_from(field_names())), CARDS, max_size=2)


def field_names() -> list[str]:
    """Every field of every game."""
    return sorted({field for game in engine.games() for field in game.notation.fields})


def mutated(draw: Callable[..., Any], text: str) -> str:
    """A text with some stretches of it replaced."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        text = text[:start] + draw(TOKENS | st.text(max_size=4)) + text[end:]
    return text


@st.composite
def mutated_positions(draw: st.DrawFn) -> str:
    return mutated(draw, draw(POSITIONS))


@st.composite
def mixed_positions(draw: st.DrawFn) -> str:
    """A position with fields of another of the same game, left out, swapped among each other, or made up."""
    text = draw(POSITIONS)
    name, *words = text.split()
    fields = dict(word.split("=", 1) for word in words)
    other = draw(st.sampled_from(inputs.positions_of(name)))
    for field, value in (word.split("=", 1) for word in other.split()[1:]):
        if draw(st.integers(0, 5)) == 0:
            fields[field] = value
    for _ in range(draw(st.integers(0, 2))):
        field = draw(st.sampled_from(sorted(fields)))
        match draw(st.integers(0, 2)):
            case 0:
                fields[field] = draw(VALUES)
            case 1:
                second = draw(st.sampled_from(sorted(fields)))
                fields[field], fields[second] = fields[second], fields[field]
            case 2 if len(fields) > 1:
                del fields[field]
    return " ".join([name, *(f"{field}={value}" for field, value in fields.items())])


@st.composite
def moved_cards(draw: st.DrawFn) -> str:
    """A position in which two cards have changed their places: it adds up, but could hardly be reached."""
    text = draw(POSITIONS)
    lists = re.finditer(r"(?<==)[-A-KQTJ0-9*?^v.,/!~dsh]+(?= |$)", text)
    places = [place for found in lists for place in range(*found.span()) if text[place] in "A23456789TJQK*"]
    assume(len(places) > 1)
    symbols = list(text)
    for _ in range(draw(st.integers(1, 4))):
        first, second = draw(st.sampled_from(places)), draw(st.sampled_from(places))
        symbols[first], symbols[second] = symbols[second], symbols[first]
    return "".join(symbols)


@given(mutated_positions())
def test_mutated_positions(text: str) -> None:
    promises.position(text)


@given(mixed_positions())
def test_mixed_positions(text: str) -> None:
    promises.position(text)


@given(moved_cards())
def test_positions_that_cannot_be_reached(text: str) -> None:
    promises.position(text)


@given(st.sampled_from(sorted(information.DECKS)), st.randoms(use_true_random=False))
def test_positions_drawn_up_at_random(game: str, chance: random.Random) -> None:
    promises.position(drawn.position(game, chance))


@given(GAMES, st.data())
def test_made_up_fields(name: str, data: st.DataObject) -> None:
    fields = engine.game(name).notation.fields
    words = [f"{field}={data.draw(VALUES)}" for field in fields if data.draw(st.booleans())]
    promises.position(" ".join([name, *words]))


@given(st.text())
def test_any_text_is_a_position_or_refused(text: str) -> None:
    assert promises.position(text) is None


@given(POSITIONS, st.lists(st.tuples(MOVES | WORD | TOKENS, REVEALED), max_size=4))
def test_any_text_is_a_move_or_refused(text: str, steps: list[tuple[str, dict[str, str]]]) -> None:
    found: engine.Position = engine.parse(text)
    for move, cards in steps:
        found = promises.play(found, move, cards) or found


@given(POSITIONS, st.data())
def test_legal_moves_and_their_misspellings(text: str, data: st.DataObject) -> None:
    """In a view the cards that turn up may be missing, right or wrong."""
    found: engine.Position = engine.parse(text)
    for _ in range(3):
        seats = inputs.own_seats(found)
        if not seats or seats[0] != found.to_move[0]:
            return
        move = data.draw(st.sampled_from(found.moves(seats[0])))
        if data.draw(st.booleans()):
            move = mutated(data.draw, move)
        cards = data.draw(REVEALED) if isinstance(found, engine.View) else {}
        found = promises.play(found, move, cards) or found


@given(st.one_of(mutated_positions(), mixed_positions(), moved_cards()), st.lists(MOVES | WORD, max_size=2),
       st.lists(st.builds("{}={}".format, st.sampled_from(["deck", "stock", "hand2", "clubs", "x", ""]), CARDS),
                max_size=2))
@settings(max_examples=60)
def test_the_commands_refuse_in_one_sentence(text: str, moves: list[str], reveal: list[str]) -> None:
    """Exit code 2 and a sentence, or 0 and what was asked for."""
    options = [word for each in reveal for word in ("--reveal", each)]
    for command in (["show", text], ["show", text, "--json"], ["view", text, "--seat", "1"],
                    ["apply", *options, "--", text, *moves]):
        result = dohyo(*command, code=None)
        assert result.exit_code in (0, 2), result.output
        assert "Traceback" not in result.output
        assert (result.stdout == "") == (result.exit_code == 2)
        assert len(result.stderr.splitlines()) == (result.exit_code == 2)
