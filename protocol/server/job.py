"""A job: what a message starts that takes longer than its answer, such as the search of a `go`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """What runs beside the conversation, on a thread of the command queue."""

    work: Callable[[], list[str]]
    """Blocks, and gives the last lines to print."""
    stop: Callable[[], None]
    """Makes `work` return soon; callable from any thread, also before `work` is called."""
    infinite: bool = False
    """Whether `work` returns only after `stop`."""
