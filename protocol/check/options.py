"""Steps: options, and words that mean nothing."""

from __future__ import annotations

from collections.abc import Iterator

from dohyo.engine.grammar import quote
from dohyo.protocol.check.context import Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError, SkipError, errors_of
from dohyo.protocol.language.replies import EMPTY, OptionLine

steps = CheckSteps()


@steps.add("setoption", "an option takes its default, by its name in any case and with any blanks, and may be empty")
def setoption(check: Check) -> str:
    probe = check.fresh()
    count = 0
    for option in check.greeting.options:
        for line in _spellings(option):
            probe.say(line)
            if errors := errors_of(probe.ready()):
                raise BrokenError(f"`{line}` was answered by {errors[0]}")
            count += 1
    if not count:
        raise SkipError("the engine offers no option with a value")
    return f"{count} lines were taken"


def _spellings(option: OptionLine) -> Iterator[str]:
    """Lines that set an option to its default."""
    if option.kind == "button" or option.default is None:
        return
    value = f" {option.default}" if option.default else ""
    yield f"setoption name {option.name} value{value}"
    yield f"setoption name {option.name.upper()} value{value}"
    blanks = option.name.replace(" ", "   ")
    yield f"  setoption\tname  {blanks.lower()}   value {value}  "
    if option.kind == "string" and option.default == "":
        yield f"setoption name {option.name} value "
        yield f"setoption name {option.name} value {EMPTY}"


@steps.add("options take effect", "what was set holds for the next `position startpos`, also by a name in other case")
def effect(check: Check) -> str:
    check.need_ugi()
    if check.greeting.option("Rules") is None or "rush-stones" not in [game.id for game in check.games]:
        raise SkipError("the engine has no option Rules, or is not checked by rush-stones, which has a start")
    probe = check.fresh()
    probe.say("setoption name gAME value rush-stones")
    for text, size in (("size=5", 5), ("size=3", 3), ("", 19)):
        probe.say(f"setoption name RULES value {text}", "position startpos")
        answer = probe.query("position")
        if f"_size={size}_" not in answer:
            raise BrokenError(f"after `setoption name RULES value {text}` the start is {answer[:40]}")
    return "size=5, size=3 and the default came into effect"


@steps.add("wrong options", "a wrong `setoption` is answered by an info string error and changes nothing else")
def wrong(check: Check) -> str:
    probe = check.fresh()
    lines = ["setoption name No Such Option value 1", "setoption name No Such Option", "setoption", "setoption name",
             "setoption value 3"]
    for option in check.greeting.options:
        if option.kind == "spin" and option.high is not None:
            lines.append(f"setoption name {option.name} value {option.high + 1}")
            lines.append(f"setoption name {option.name} value many")
        if option.kind in ("combo", "check"):
            lines.append(f"setoption name {option.name} value no-such-word")
    for line in lines:
        probe.say(line)
        if not errors_of(probe.ready()):
            raise BrokenError(f"`{line}` was not answered by an error")
    return f"{len(lines)} lines were refused"


@steps.add("unknown words", "an unknown command or token is ignored after `info string error unknown …`")
def unknown(check: Check) -> str:
    probe = check.engine()
    for line in ("xyzzy plugh", "GO nodes 1", "isready-not"):
        probe.say(line)
        lines = probe.ready()
        if not any(text.startswith("error unknown") for text in errors_of(lines)):
            raise BrokenError(f"`{line}` was answered by {quote(lines[0].line)}")
    probe.say("isready sideways")
    probe.until(lambda reply: str(reply) == "readyok", "readyok to `isready sideways`")
    found = check.legal(probe.go("nodes 5 sideways", check.case.text), check.case)
    if not any(text.startswith("error unknown") for text in found.errors):
        raise BrokenError("`go nodes 5 sideways` was not answered by an error")
    probe.say("", "   \t ")
    if lines := probe.ready()[:-1]:
        raise BrokenError(f"a blank line was answered by {quote(lines[0].line)}")
    return "they were, and blank lines were passed over"
