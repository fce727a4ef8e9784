"""The conformance check `dohyo check-engine`: numbered steps against any engine of the protocol.

A step never hangs, and a failed step does not affect the next: the engine is restarted where needed. Imports
`language`, `client` (the subprocess) and `server` (right answers to queries). Start with `greeting` as an example of
steps, then `context` (what steps share), `probe` (one engine under test) and `ledger` (rules for all lines).
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from dohyo.engine import games
from dohyo.protocol.check import (
    asking,
    ending,
    greeting,
    judging,
    options,
    playing,
    positions,
    searching,
    stopping,
    text,
)
from dohyo.protocol.check.context import Check, CheckSettings, CheckStep
from dohyo.protocol.check.probe import BrokenError, SkipError

__all__ = ["STEPS", "CheckSettings", "CheckStep", "Outcome", "StepResult", "run_steps"]

#: All steps in order; their numbers count from 1.
STEPS: tuple[CheckStep, ...] = (
    *greeting.steps.all,
    *options.steps.all,
    *text.steps.all,
    *positions.steps.all,
    *searching.steps.all,
    *stopping.steps.all,
    *asking.steps.all,
    *map(playing.step_for, games()),
    *ending.steps.all,
    *judging.steps.all,
)


class Outcome(StrEnum):
    """How a step ended."""

    PASS = "pass"
    FAIL = "fail"
    SKIP = "skip"


@dataclass(frozen=True)
class StepResult:
    """What a step found. Its fields are those of `check-engine --json`."""

    number: int
    name: str
    outcome: Outcome
    seen: str
    """What the engine did, or why the step was skipped."""
    right: str
    """The behaviour that the step expects."""
    seconds: float
    figures: dict[str, float] = field(default_factory=dict)
    """Measurements; their names end with the unit."""


def run_steps(settings: CheckSettings, numbers: Collection[int] | None = None) -> Iterator[CheckStep | StepResult]:
    """Run the steps of these numbers, by default all; yields each step as it begins, then its result. UsageError if the
    command cannot be started."""
    check = Check(settings)
    try:
        for number, step in enumerate(STEPS, 1):
            if numbers is None or number in numbers:
                yield step
                yield _run(check, number, step)
    finally:
        check.close()


def _run(check: Check, number: int, step: CheckStep) -> StepResult:
    check.figures = {}
    begin = time.monotonic()
    try:
        outcome, seen = Outcome.PASS, step.run(check)
    except BrokenError as error:
        outcome, seen = Outcome.FAIL, str(error)
    except SkipError as error:
        outcome, seen = Outcome.SKIP, str(error)
    return StepResult(number, step.name, outcome, seen, step.right, time.monotonic() - begin, check.figures)
