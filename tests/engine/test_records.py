"""Records of games: through JSON and back, played again, and refused when they are none."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

from dohyo import engine
from dohyo.engine import Fault, GameRecord, Ply
from dohyo.testing.battery import random_game

CHANCE = st.floats(0, 1)
COUNT = st.integers(0, 10**12)


def record_of(seed: int, size: int) -> GameRecord:
    states = list(random_game(engine.game("rush-stones").deal(size=size), seed))
    plies = []
    for before, after in pairwise(states):
        move = next(move for move in before.moves() if before.play(move) == after)
        plies.append(Ply(before.to_move[0], move))
    returns = states[-1].returns
    assert returns is not None
    return GameRecord(str(states[0]), ("one", "two"), tuple(plies), returns)


def replayed(data: Any) -> list[engine.State]:
    return list(GameRecord.from_json(data).replay())


@given(st.builds(
    GameRecord,
    start=st.text(),
    players=st.tuples(st.text(), st.text()),
    plies=st.lists(st.builds(
        Ply, seat=st.sampled_from([1, 2]), move=st.text(), time=st.floats(0, 1e6), value=st.none() | CHANCE,
        depth=st.none() | COUNT, nodes=st.none() | COUNT,
    )).map(tuple),
    returns=st.tuples(CHANCE, CHANCE),
    fault=st.none() | st.sampled_from(Fault),
    fault_seat=st.none() | st.sampled_from([1, 2]),
    fault_text=st.text(),
    extra=st.dictionaries(st.text(), st.integers() | st.text()),
))
def test_records_round_trip_through_json(record: GameRecord) -> None:
    assert GameRecord.from_json(json.loads(json.dumps(record.as_json()))) == record


@pytest.mark.parametrize("seed", range(5))
def test_a_record_replays_to_its_end(seed: int) -> None:
    record = record_of(seed, 5)
    states = replayed(json.loads(json.dumps(record.as_json())))
    assert len(states) == len(record.plies) + 1
    assert states[-1].returns == record.returns


def test_a_wrong_record_stops_where_it_is_wrong() -> None:
    record = record_of(1, 3)
    twice = replace(record, plies=(record.plies[0], record.plies[0]))
    states = twice.replay()
    next(states)
    next(states)
    with pytest.raises(engine.MoveError):
        next(states)


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(st.data())
def test_what_is_no_record_is_refused_or_read(data: st.DataObject) -> None:
    """A record with one part replaced by anything that JSON can say, and anything at all."""
    good = record_of(1, 3).as_json()
    part = data.draw(st.sampled_from(sorted(good)))
    for candidate in ({**good, part: data.draw(JSON)}, {**good, "returns": [10**400]}, data.draw(JSON)):
        refused(replayed, candidate)


@pytest.mark.parametrize("part", ["seat", "move"])
def test_a_ply_with_anything_in_it_is_refused_or_read(part: str) -> None:
    values: list[object] = [None, 1.5, [], {}, 10**400, "a1", 1, True]
    for value in values:
        good = record_of(1, 3).as_json()
        good["plies"] = [{**good["plies"][0], part: value}]
        refused(replayed, good)


def test_positions_are_copied_as_themselves_and_pickled_as_text() -> None:
    for position in (engine.parse("rush-stones size=3").play("b2"), engine.parse("rush-stones size=5").view()):
        assert copy.deepcopy(position) is position
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.seat == position.seat
