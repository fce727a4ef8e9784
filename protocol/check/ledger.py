"""Judges every line of a whole check by the rules that hold for all lines.

The ledger looks at each line once, as it is taken, and notes what is wrong by rule; the steps that judge these rules
read the notes. So a fault of this kind fails its own step and disturbs no other.
"""

from __future__ import annotations

from collections import Counter, deque
from enum import StrEnum

from dohyo.engine.grammar import quote
from dohyo.protocol.check.wording import strange
from dohyo.protocol.client.transport import Arrival
from dohyo.protocol.language import replies
from dohyo.protocol.language.messages import Malformed
from dohyo.protocol.language.replies import BestMove, InfoLine

#: Info lines that a search may print in any second.
MOST_A_SECOND = 20


class Rule(StrEnum):
    """The rules that are judged over the whole check."""

    FORM = "form"
    ONE_BESTMOVE = "one bestmove"
    TWO_TOKENS = "two tokens"
    SCORED = "scored"
    SILENT = "silent"
    RATE = "rate"


class Ledger:
    """See the module. margin: seconds that a loaded machine may add."""

    def __init__(self, margin: float) -> None:
        #: The first line that broke each rule, as the end of a sentence; how many did; and how many were looked at.
        self.first: dict[Rule, str] = {}
        self.broken: Counter[Rule] = Counter()
        self.lines = self.bestmoves = self.infos = 0
        self.fastest = 0
        self._margin = margin
        self.restart()

    def restart(self) -> None:
        """A new process: nothing is open."""
        #: Searches that were asked for and are not answered.
        self.open = 0
        self._scored = False
        self._recent: deque[float] = deque()

    def asked(self, searches: int = 1) -> None:
        """So many `go` are about to be sent."""
        if not self.open:
            self._scored = False
            self._recent.clear()
        self.open += searches

    def look(self, arrival: Arrival) -> None:
        """Look at a line. Call it once for each, in order."""
        self.lines += 1
        reply = replies.read(arrival.line)
        problem = strange(arrival, reply)
        if not problem and arrival.time - arrival.begun > self._margin:
            problem = f"the line {quote(arrival.line)} came in pieces, {arrival.time - arrival.begun:.2f} s apart"
        if problem:
            self._note(Rule.FORM, problem)
        if isinstance(reply, InfoLine) and (reply.text is None or reply.score is not None):
            self._look_at_info(arrival, reply)
        elif isinstance(reply, BestMove) or (isinstance(reply, Malformed) and reply.verb == "bestmove"):
            self._look_at_best(arrival.line)

    def _look_at_info(self, arrival: Arrival, info: InfoLine) -> None:
        self.infos += 1
        if not self.open:
            self._note(Rule.SILENT, f"{quote(arrival.line)} came while no search ran")
            return
        self._scored = self._scored or info.score is not None
        self._recent.append(arrival.time)
        while self._recent[0] <= arrival.time - 1:
            self._recent.popleft()
        self.fastest = max(self.fastest, len(self._recent))
        if len(self._recent) > MOST_A_SECOND * (1 + self._margin):
            self._note(Rule.RATE, f"{len(self._recent)} info lines came within a second")

    def _look_at_best(self, line: str) -> None:
        self.bestmoves += 1
        if not self.open:
            self._note(Rule.ONE_BESTMOVE, f"{quote(line)} came while no search ran")
            return
        self.open -= 1
        if len(line.split()) != 2:
            self._note(Rule.TWO_TOKENS, f"{quote(line)} has {len(line.split())} tokens")
        # A refused `go` has nothing to score.
        if not self._scored and line.split()[1:] != ["(none)"]:
            self._note(Rule.SCORED, f"{quote(line)} had no scored info line before it")
        self._scored = False

    def _note(self, rule: Rule, problem: str) -> None:
        self.first.setdefault(rule, problem)
        self.broken[rule] += 1
