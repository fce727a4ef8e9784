"""The options that this engine offers: those of the loop, and every parameter of every searcher."""

from __future__ import annotations

from dohyo import engine, search
from dohyo.engine.grammar import quote
from dohyo.protocol.language.replies import EMPTY, OptionLine
from dohyo.search.core.params import Value

#: The word of option Searcher for the first searcher of the list that plays the game of the position.
AUTO = "auto"
#: Lines of one report, so that one a second stays within the rate of info lines (`progress`).
MOST_LINES = 20


def _own() -> tuple[search.Parameter, ...]:
    games = tuple(game.id for game in engine.games())
    names = (AUTO, *(kind.name for kind in search.searchers()))
    return (
        search.Parameter("Game", "combo", games[0], "the game of `position startpos`", choices=games),
        search.Parameter(
            "Searcher", "combo", AUTO, "the searcher; auto: the first that plays the game", choices=names,
            choice_aliases=tuple(search.searcher_aliases().items()),
        ),
        search.Parameter(
            "MultiPV", "spin", 1, "how many of the best moves are reported", "moves", low=1, high=MOST_LINES
        ),
        search.Parameter(
            "MoveOverhead", "spin", 10, "kept back for each move, for the way of a line; a quarter of the time at most",
            unit="ms", low=0, high=5000,
        ),
    )


class Options:
    """The table of options and their values. Names are looked up without regard to case."""

    def __init__(self) -> None:
        parameters = (*_own(), *search.parameters().values())
        self._parameters = {parameter.name.lower(): parameter for parameter in parameters}
        self._values: dict[str, Value] = {parameter.name: parameter.default for parameter in parameters}
        #: Rule options of `position startpos`, as their names and values.
        self.rules: dict[str, str] = {}

    def set(self, name: str, text: str | None) -> str:
        """Set one option and return its name as offered; UsageError for an unknown name or a value out of range.
        UCI clients write the empty text as they read it in the default."""
        text = "" if text == EMPTY else text
        if name.lower() == "rules":
            self.rules = _read_rules(text or "")
            return "Rules"
        parameter = self._parameters.get(search.current_name(name).lower())
        if parameter is None:
            names = ", ".join(["Rules", *self._values])
            raise engine.UsageError(f"unknown option {quote(name)}; the options are {names}")
        self._values[parameter.name] = parameter.read(text or "")
        return parameter.name

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of a spin."""
        return int(self._values[name])

    def of(self, kind: type[search.Searcher]) -> dict[str, Value]:
        """The values of a searcher's parameters."""
        return {parameter.name: self._values[parameter.name] for parameter in kind.parameters()}

    def lines(self) -> list[OptionLine]:
        """What the handshake prints."""
        offered = [_line(parameter) for parameter in self._parameters.values()]
        return [offered[0], OptionLine("Rules", "string", ""), *offered[1:]]


def _line(parameter: search.Parameter) -> OptionLine:
    spin = parameter.kind == "spin"
    return OptionLine(
        parameter.name,
        parameter.kind,
        parameter.write(parameter.default),
        parameter.lowest if spin else None,
        parameter.high if spin else None,
        parameter.choices,
    )


def _read_rules(text: str) -> dict[str, str]:
    rules = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise engine.UsageError(f"Rules: expected name=value, got {quote(word)}")
        rules[name] = value
    return rules
