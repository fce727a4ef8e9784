"""Bytes in, whole lines out. Server and client read foreign streams through it, so that neither ever buffers more than
one line."""

#: Bytes of the longest line that is read, its end not counted.
MAX_LINE = 65536


class LineSplitter:
    """Cuts a stream of bytes into lines at `\\n` or `\\r\\n`. errors: how bytes that are not UTF-8 are decoded, as in
    `bytes.decode`."""

    def __init__(self, errors: str = "replace") -> None:
        self._errors = errors
        self._rest = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[str | None]:
        """The lines that these bytes complete; None stands for one that was too long and is skipped whole."""
        *ends, rest = data.split(b"\n")
        lines = [self._end(part) for part in ends]
        self._add(rest)
        return lines

    @property
    def pending(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._rest) or self._too_long

    def finish(self) -> list[str | None]:
        """The last line where the stream ended without a line end; else nothing."""
        return [self._end(b"")] if self.pending else []

    def _add(self, part: bytes) -> None:
        if self._too_long or len(self._rest) + len(part) > MAX_LINE + 1:  # one more for `\r`
            self._too_long = True
            self._rest.clear()
        else:
            self._rest += part

    def _end(self, part: bytes) -> str | None:
        self._add(part)
        line = bytes(self._rest).removesuffix(b"\r")
        too_long = self._too_long or len(line) > MAX_LINE
        self._rest.clear()
        self._too_long = False
        return None if too_long else line.decode("utf-8", self._errors)
