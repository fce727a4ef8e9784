"""A move that reasons speak of, and what a check of a claim is.

All checks go by texts and by the naive models of `tests/models`, so that they can disagree with the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from information import fields

from dohyo import engine


@dataclass(frozen=True)
class Case:
    """A move that is looked at: the whole truth before and after it."""

    before: engine.State
    seat: int
    move: str

    @cached_property
    def after(self) -> engine.State:
        return self.before.play(self.move, self.seat)

    @cached_property
    def was(self) -> dict[str, str]:
        return listed(self.before)

    @cached_property
    def now(self) -> dict[str, str]:
        return listed(self.after)


Check = Callable[[Case, re.Match[str]], bool]


def listed(state: engine.State) -> dict[str, str]:
    """The fields of a state; an empty list is the empty text."""
    return {field: "" if value == "-" else value for field, value in fields(str(state)).items()}
