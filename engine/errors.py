"""The tree of exceptions. Each message is one sentence: what was wrong, where, and what would be right."""


class DohyoError(Exception):
    """Anything that was asked for and cannot be done."""


class UsageError(DohyoError):
    """A name, number or combination that the caller chose is not offered."""


class OptionError(UsageError):
    """A rule option is unknown, repeated or out of range."""


class PositionError(DohyoError):
    """A position text is not one; the sentence names the field and the fault."""


class MoveError(DohyoError):
    """A move text is not one, or the move is not legal here."""
