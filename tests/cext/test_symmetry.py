"""The eight reflections and the keys of positions."""

import random
import re
from collections.abc import Callable

import pytest
from refusals import refused

from dohyo import engine
from dohyo.cext.kernel import Buffer

Rows = list[str]


def turned(rows: Rows) -> Rows:
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def mirrored(rows: Rows) -> Rows:
    return [row[::-1] for row in rows]


def reflections(rows: Rows) -> list[Rows]:
    """The board as seen from each side, and each of these in a mirror."""
    found = []
    for _ in range(4):
        rows = turned(rows)
        found += [rows, mirrored(rows)]
    return found


def random_rows(size: int, chance: random.Random) -> Rows:
    return ["".join(chance.choice("..bw") for _ in range(size)) for _ in range(size)]


def position(rows: Rows, turn: str) -> engine.Position:
    board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    return engine.parse(f"rush-stones size={len(rows)} board={board} turn={turn}")


def random_boards(size: int, count: int) -> list[tuple[Rows, str]]:
    """Boards on which the seat on turn has a move."""
    chance = random.Random(size)
    found: list[tuple[Rows, str]] = []
    while len(found) < count:
        rows, turn = random_rows(size, chance), chance.choice("bw")
        sentence = refused(position, rows, turn)
        assert not sentence or "forbidden" in sentence
        if not sentence:
            found.append((rows, turn))
    return found


SIZES = pytest.mark.parametrize("size", [3, 5, 9, 19])


@SIZES
def test_reflections_share_the_canonical_key(size: int) -> None:
    for rows, turn in random_boards(size, 40):
        keys = {position(seen, turn).buffer.canonical() for seen in reflections(rows)}
        assert len(keys) == 1


@SIZES
def test_reflect_undoes_itself(size: int) -> None:
    for rows, turn in random_boards(size, 40):
        buffer = position(rows, turn).buffer
        moves = buffer.moves("bw".index(turn))
        assert [buffer.reflect(buffer.reflect(move), back=True) for move in moves] == moves
        assert [buffer.reflect(buffer.reflect(move, back=True)) for move in moves] == moves


@SIZES
def test_a_move_leads_to_the_same_key_from_every_side(size: int) -> None:
    """The move that the canonical position names is the same one, whichever reflection is asked."""
    for rows, turn in random_boards(size, 8):
        outcomes = [after_canonical_moves(position(seen, turn).buffer) for seen in reflections(rows)]
        # Where the position is itself symmetric several moves share an outcome, but the outcomes agree all the same.
        assert all(sorted(outcome.values()) == sorted(outcomes[0].values()) for outcome in outcomes)
        if len({position(seen, turn).buffer.hash() for seen in reflections(rows)}) == 8:
            assert all(outcome == outcomes[0] for outcome in outcomes)


def after_canonical_moves(buffer: Buffer) -> dict[int, int]:
    """Canonical key after each move, by the move as the canonical position names it."""
    found = {}
    (seat,) = buffer.to_move
    for move in buffer.moves(seat):
        after = buffer.copy()
        after.play(seat, move)
        found[buffer.reflect(move)] = after.canonical()
    return found


@pytest.mark.parametrize("key", [Buffer.hash, Buffer.canonical])
def test_colour_turn_and_size_change_the_keys(key: Callable[[Buffer], int]) -> None:
    texts = [
        "size=5 board=5/5/2b2/5/5 turn=b", "size=5 board=5/5/2b2/5/5 turn=w", "size=5 board=5/5/2w2/5/5 turn=b",
        "size=5 board=5/5/5/5/5 turn=b", "size=3 board=3/1b1/3 turn=b", "size=3 board=3/3/3 turn=b",
    ]
    assert len({key(engine.parse(f"rush-stones {text}").buffer) for text in texts}) == len(texts)


def test_equal_positions_have_equal_keys_and_others_do_not() -> None:
    """All positions of 3x3, by every order of moves: 19,088 states with a seat to move, as in
    docs/rules/rush-stones.md, and the ends."""
    start = engine.parse("rush-stones size=3").buffer
    seen, waiting, going_on = {bytes(start)}, [start], 0
    keys: dict[tuple[bytes, int], int] = {}
    while waiting:
        buffer = waiting.pop()
        record = buffer.record[0]
        fact = (record["point"].tobytes(), int(record["turn"]))
        assert keys.setdefault(fact, buffer.hash()) == buffer.hash()
        going_on += bool(buffer.to_move)
        for seat in buffer.to_move:
            for move in buffer.moves(seat):
                after = buffer.copy()
                after.play(seat, move)
                if bytes(after) not in seen:
                    seen.add(bytes(after))
                    waiting.append(after)
    assert going_on == 19088
    # Equal positions are equal bytes, whatever the order of moves, and no two others share a key.
    assert len(seen) == len(keys) == len(set(keys.values()))


def test_transpositions_of_texts() -> None:
    """Random games on 5x5: the same text always has the same key, another text another."""
    chance = random.Random(5)
    keys: dict[str, int] = {}
    for _ in range(60):
        state = engine.game("rush-stones").deal(size=5)
        while not state.over:
            state = state.play(chance.choice(state.moves()))
            assert keys.setdefault(str(state), state.buffer.hash()) == state.buffer.hash()
            assert engine.parse(str(state)).buffer == state.buffer
    assert len(set(keys.values())) == len(keys)
