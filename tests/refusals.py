"""What every refusal promises: an exception of the tree, with one sentence."""

from collections.abc import Callable

from dohyo.engine import DohyoError


def refused(action: Callable[..., object], *arguments: object) -> str:
    """The sentence with which an action is refused, "" when it is done. Other exceptions pass through."""
    try:
        action(*arguments)
    except DohyoError as error:
        sentence = str(error)
    else:
        return ""
    assert sentence
    assert "\n" not in sentence
    return sentence
