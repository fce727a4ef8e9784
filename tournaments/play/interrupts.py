"""Ctrl-C while engines run: it is noted, and who waits for the engines looks for it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Interrupt:
    """came: whether Ctrl-C was pressed."""

    came: bool = False

    def note(self, number: int, frame: object) -> None:
        """Handle the signal."""
        self.came = True


@contextmanager
def noted() -> Iterator[Interrupt]:
    """Within this, Ctrl-C raises nothing, as it would at any place, also while a lock is held, and where people press
    twice in what ends the engines. Where another handler than Python's own is set, that one decides instead."""
    found = Interrupt()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield found
        return
    signal.signal(signal.SIGINT, found.note)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)
