"""The tree of exceptions. Each message is one sentence: where, what was expected there, and what was found."""


class DohyoError(Exception):
    """A request that cannot be met; the root of all exceptions that this package raises on purpose."""


class UsageError(DohyoError):
    """The caller chose a name, number or combination that is not offered."""


class OptionError(UsageError):
    """A rule option is unknown, repeated or out of range."""


class PositionError(DohyoError):
    """A text does not describe a position; the sentence names the field and the fault."""


class MoveError(DohyoError):
    """A text does not describe a move, or the move is not legal here."""
