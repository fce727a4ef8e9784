"""The engine loop over stdin and stdout.

The process never ends because of what it reads. It ends after `quit`, at the end of input when a finite search has
printed its move, and when nobody reads its output any more.
"""

from __future__ import annotations

import signal

from dohyo.protocol.server.conversation import Conversation
from dohyo.protocol.server.options import Options
from dohyo.protocol.server.streams import Writer, take_lines

#: Seconds that `quit` leaves to a running search for its last lines.
QUIT_WITHIN = 0.15
#: Seconds between two looks at the output while a search ends after the end of input.
LOOK_EVERY = 0.1


def serve(options: Options, source: int = 0, sink: int = 1) -> int:
    """Hold one conversation over two file descriptors; the exit code: 0, or 130 after Ctrl-C."""
    writer = Writer(sink)
    conversation = Conversation(writer, options)
    try:
        if take_lines(writer, source, sink, conversation.take):
            conversation.end_input()
            while not writer.closed and not conversation.wait(LOOK_EVERY):
                pass
        _leave(conversation)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        _leave(conversation)
        return 130
    return 0


def _leave(conversation: Conversation) -> None:
    """End what runs: the interpreter waits for the threads of a search before it leaves."""
    conversation.quit()
    conversation.wait(QUIT_WITHIN)
