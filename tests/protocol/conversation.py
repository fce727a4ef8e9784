"""A conversation with the engine loop in a process, as tests hold it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Self

#: Seconds: a guard against hanging, nothing that a test measures.
GUARD = 60


class Conversation:
    """One engine process. Lines are sent as bytes; nothing is added but the line end."""

    def __init__(self, *arguments: str, module: Sequence[str] = ("-m", "dohyo.protocol.server")) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.input, self.output, self.errors = self.process.stdin, self.process.stdout, self.process.stderr

    def send(self, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        self.input.write(data + b"\n")
        self.input.flush()

    def line(self) -> str:
        """The next line; '' at the end of output."""
        return self.output.readline().decode().removesuffix("\n")

    def trimmed(self) -> str | None:
        """The next line without the blanks at its end; None at the end of output."""
        data = self.output.readline().decode()
        return data.rstrip() if data else None

    def until(self, start: str) -> list[str]:
        """The lines up to the first that starts so, that one included."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            data = self.output.readline().decode()
            assert data, f"the engine left before it said {start!r}: {lines} {self.errors.read().decode()}"
            lines.append(data.removesuffix("\n"))
        return lines

    def end(self) -> tuple[list[str], str, int]:
        """Close the input: the lines that still come, standard error, the exit code."""
        output, errors = self.process.communicate(timeout=GUARD)
        return output.decode().splitlines(), errors.decode(), self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.input, self.output, self.errors):
            if not stream.closed:
                stream.close()
