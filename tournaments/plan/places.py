"""Errors of a plan that name their place: the file and the key, or the flag that stands above it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from dohyo.engine import UsageError

Table = dict[str, Any]
T = TypeVar("T")

#: Characters of a value that an error shows.
SHOWN = 200
#: What stands before a key of one game.
_GAME = re.compile(r"game\[\d+\]\.")


class PlanError(UsageError):
    """Names the place of what is wrong in a plan."""


@dataclass(frozen=True)
class Places:
    """Where the keys of a plan come from."""

    where: str
    """What errors call the file."""
    flags: Mapping[str, str]
    """The flags that stand above the file, by their dotted keys."""

    def wrong(self, path: str, what: str, *value: Any) -> PlanError:
        """The error of a key, or of the flag that stands above it or above a key of its table."""
        key = _GAME.sub("", path)
        flag = next((flag for name, flag in self.flags.items() if name == key or name.startswith(f"{key}.")), "")
        place = (f"--{flag}",) if flag else (self.where, path)
        given = f" = {shown(value[0])}" if value and (not flag or key in self.flags) else ""
        return PlanError(": ".join(filter(None, (*place[:-1], f"{place[-1]}{given}", what))))

    def expected(self, path: str, what: str, value: Any) -> PlanError:
        """The error of a key whose value is another than is expected."""
        return self.wrong(path, f"expected {what}, got {shown(value)}")

    def made(self, path: str, make: Callable[[], T]) -> T:
        """What a function makes; its errors name the place."""
        try:
            return make()
        except PlanError:
            raise
        except UsageError as error:
            raise self.wrong(path, str(error)) from error


def shown(value: Any) -> str:
    """A value as it stands in a file, cut to a length that fits an error."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
