"""A game that every column of the store has something of, and the match that it belongs to."""

from fake_players import small_match

from dohyo.engine import Fault, GameRecord, Ply

MATCH = small_match("a", "b")
RECORD = GameRecord(
    "rush-stones size=3 board=3/3/3 turn=b", ("a", "b"),
    (Ply(1, "b2", 0.25, 0.75, 3, 100), Ply(2, "a1", 0.5)), (0.0, 1.0),
    fault=Fault.TIME, fault_seat=1, fault_text="late", extra={"deal": 0},
)
