"""Parameters of searchers. Each is defined once; options, help texts and records follow from the definition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote, whole_number

Value = int | bool | str

#: The values that leave a parameter to the game: for a number, and for a word.
LEFT_TO_GAME = -1
AUTO = "auto"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a searcher; the engine's options are the same things."""

    name: str
    """The name of the option."""
    kind: Literal["spin", "check", "combo"]
    """spin: a whole number; check: true or false; combo: a word of `choices`."""
    default: Value
    meaning: str
    """What the parameter decides, for help texts: a phrase without a full stop."""
    unit: str = ""
    """What a number counts, '' for none."""
    low: int = 0
    """The lowest number that is accepted."""
    high: int = 0
    """The highest number that is accepted."""
    choices: tuple[str, ...] = ()
    """The words of a combo."""
    usual: Value | None = None
    """The value in games that set none, where the default (LEFT_TO_GAME or AUTO) leaves the value to the game."""
    aliases: tuple[str, ...] = ()
    """Earlier names, which are accepted wherever the name is."""
    choice_aliases: tuple[tuple[str, str], ...] = ()
    """Earlier words for choices: (word, choice) each."""

    @property
    def by_game(self) -> bool:
        """Whether the value may be left to the game."""
        return self.usual is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the earlier ones."""
        return self.name, *self.aliases

    def suited(self, values: Mapping[str, Value]) -> Value:
        """The value for a game, which gives values of this searcher's parameters by name."""
        assert self.usual is not None, f"{self.name} is not left to the game"
        return values.get(self.name, self.usual)

    @property
    def accepts(self) -> str:
        """What is accepted, to follow "expected"."""
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
            words = {choice.lower(): choice for choice in self.choices} | dict(self.choice_aliases)
            value = words.get(text.lower())
        else:
            number = whole_number(text)
            left = self.by_game and number == LEFT_TO_GAME
            value = number if number is not None and (left or self.low <= number <= self.high) else None
        if value is None:
            raise UsageError(f"{self.name}: expected {self.accepts}, got {quote(text)}")
        return value

    def write(self, value: Value) -> str:
        """The text of a value."""
        return str(value).lower() if self.kind == "check" else str(value)


def left_to_game(
    name: str, usual: Value, meaning: str, unit: str = "", *, low: int = 0, high: int = 0,
    choices: tuple[str, ...] = (), aliases: tuple[str, ...] = (),
) -> Parameter:
    """A parameter whose default leaves the value to the game.

    Parameters
    ----------
    usual: the value in games that set none.
    low, high: the range of a number, where there are no choices.
    choices: the words to choose from; AUTO is added as the first and is the default.
    """
    if choices:
        return Parameter(name, "combo", AUTO, meaning, choices=(AUTO, *choices), usual=usual, aliases=aliases)
    return Parameter(name, "spin", LEFT_TO_GAME, meaning, unit, low, high, usual=usual, aliases=aliases)


SEED = Parameter(
    "Seed", "spin", 0, "seed of the random numbers; equal seeds with equal node limits give equal results",
    low=0, high=999_999_999,
)
THREADS = Parameter("Threads", "spin", 1, "threads that search, where the searcher can use several",
                    low=1, high=64)
HASH = Parameter("Hash", "spin", 256, "memory for the tree or the transposition table", "MB", low=1, high=65536)

#: Taken by every searcher, even one that has no use for it.
COMMON = (SEED, THREADS, HASH)
