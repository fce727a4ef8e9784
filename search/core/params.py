"""Parameters of searchers: each number has one home, which feeds options, help texts and records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote, whole_number

Value = int | bool | str

#: Values of parameters that are left to the game: of numbers, and of words.
LEFT_TO_GAME = -1
AUTO = "auto"


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    name: as options write it; kind: 'spin' (a whole number), 'check' (true or false) or 'combo' (a word of `choices`);
    meaning: one phrase; unit: what a number counts, '' for none; low, high: the range of a number, both included;
    by_game: -1 or 'auto', which is the default then, leaves the value to the game (`tuning`).
    """

    name: str
    kind: Literal["spin", "check", "combo"]
    default: Value
    meaning: str
    unit: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    by_game: bool = False

    @property
    def accepts(self) -> str:
        """What is accepted, for a sentence."""
        if self.kind == "check":
            return "true or false"
        if self.kind == "combo":
            return "one of " + ", ".join(self.choices)
        number = f"a whole number from {self.low} to {self.high}" + (f" ({self.unit})" if self.unit else "")
        return f"{number}, or {LEFT_TO_GAME} for what suits the game" if self.by_game else number

    @property
    def lowest(self) -> int:
        """The lowest number that is accepted; between LEFT_TO_GAME and `low` none is."""
        return LEFT_TO_GAME if self.by_game else self.low

    def read(self, text: str) -> Value:
        """The value of a text; UsageError if it is not accepted."""
        value: Value | None = None
        if self.kind == "check":
            value = {"true": True, "false": False}.get(text.lower())
        elif self.kind == "combo":
            value = next((choice for choice in self.choices if choice.lower() == text.lower()), None)
        else:
            number = whole_number(text)
            left = self.by_game and number == LEFT_TO_GAME
            value = number if number is not None and (left or self.low <= number <= self.high) else None
        if value is None:
            raise UsageError(f"{self.name}={quote(text)}: {self.name} is {self.accepts}")
        return value

    def write(self, value: Value) -> str:
        """The text of a value."""
        return str(value).lower() if self.kind == "check" else str(value)



def left_to_game(
    name: str, meaning: str, unit: str = "", low: int = 0, high: int = 0, *, choices: tuple[str, ...] = ()
) -> Parameter:
    """A parameter whose default is what suits the game: a number, or with choices a word."""
    if choices:
        return Parameter(name, "combo", AUTO, meaning, choices=(AUTO, *choices), by_game=True)
    return Parameter(name, "spin", LEFT_TO_GAME, meaning, unit, low, high, by_game=True)


SEED = Parameter(
    "Seed", "spin", 0, "chooses the random numbers; equal seeds with equal node limits give equal results",
    low=0, high=999_999_999,
)
THREADS = Parameter("Threads", "spin", 1, "searches with so many threads, where the searcher can", low=1, high=64)
HASH = Parameter("Hash", "spin", 256, "memory for the tree or the table of positions", unit="MB", low=1, high=65536)

#: What every searcher takes, whether it has a use for it or not.
COMMON = (SEED, THREADS, HASH)
