"""Rule options: what may be varied in a game's rules, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass

from dohyo.engine.errors import OptionError
from dohyo.engine.grammar import quote, whole_number


@dataclass(frozen=True)
class Option:
    """One rule option of a game.

    A choice has `choices`; any other option is a number and has `low`, `high` and `odd_only`. Inside the program a
    value is a whole number: of a choice the index of the word chosen.
    """

    name: str
    default: str
    """The text of the default value."""
    meaning: str
    """What the option decides, for help texts: a phrase without a full stop."""
    low: int = 0
    high: int = 0
    odd_only: bool = False
    choices: tuple[str, ...] = ()

    @property
    def accepts(self) -> str:
        """What is accepted, to follow "expected"."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        kind = "an odd number" if self.odd_only else "a number"
        return f"{kind} from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        """The value of a text; OptionError if it is not accepted."""
        if self.choices:
            if text not in self.choices:
                raise self._refusal(text)
            return self.choices.index(text)
        value = whole_number(text)
        if value is None or not self.low <= value <= self.high or (self.odd_only and value % 2 == 0):
            raise self._refusal(text)
        return value

    def _refusal(self, text: str) -> OptionError:
        return OptionError(f"{self.name}: expected {self.accepts}, got {quote(text)}")

    def write(self, value: int) -> str:
        """The text of a value."""
        return self.choices[value] if self.choices else str(value)
