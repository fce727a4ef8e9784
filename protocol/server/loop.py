"""The engine loop over stdin and stdout.

The process never ends because of what it reads. It ends after `quit`, at the end of input when a finite search has
printed its move, and when nobody reads its output any more.
"""

from __future__ import annotations

import signal
import sys

from dohyo.engine import DohyoError
from dohyo.protocol.language import messages
from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.language.messages import Word
from dohyo.protocol.server.options import Options
from dohyo.protocol.server.session import Session
from dohyo.protocol.server.streams import Writer, take_lines

#: Seconds that `quit` leaves to a running search for its last lines.
QUIT_WITHIN = 0.15
#: Seconds between two looks at the output while a search ends after the end of input.
LOOK_EVERY = 0.1


def serve(options: Options, source: int = 0, sink: int = 1) -> int:
    """Hold one conversation over two file descriptors; the exit code: 0, or 130 after Ctrl-C."""
    writer = Writer(sink)
    session = Session(writer, options)
    try:
        if take_lines(writer, source, sink, lambda line: _take(session, line)):
            session.end_input()
            while not writer.closed and not session.wait(LOOK_EVERY):
                pass
        _leave(session)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        _leave(session)
        return 130
    return 0


def _take(session: Session, line: str | None) -> bool:
    """Hand one line to the session; False after `quit`."""
    if line is None:
        session.error(f"a line is longer than {MAX_LINE} bytes and is not read")
        return True
    message, unknown = messages.read(line)
    if message is Word.QUIT:
        return False
    session.handle(message, unknown)
    return True


def _leave(session: Session) -> None:
    """End what runs: the interpreter waits for the threads of a search before it leaves."""
    session.handle(Word.QUIT)
    session.wait(QUIT_WITHIN)


def main() -> None:
    """`python -m dohyo.protocol.server.loop`: the command `dohyo engine` without the rest of the command line."""
    from dohyo.protocol.commands import engine

    try:
        engine()
    except DohyoError as error:
        print(f"dohyo: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
