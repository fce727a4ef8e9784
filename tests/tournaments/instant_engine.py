"""A UGI engine that answers at once: it plays the moves of its arguments, one after the other."""

import os
import sys

SCRIPT = sys.argv[1:]
REPLIES = {b"ugi": b"id name Instant\nugiok\n", b"isready": b"readyok\n"}


def main() -> None:
    played, rest = 0, b""
    while data := os.read(0, 65536):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            verb = line.partition(b" ")[0]
            if verb == b"position":
                played = len(line.partition(b" moves ")[2].split())
            elif verb == b"go":
                os.write(1, b"bestmove " + SCRIPT[played].encode() + b"\n")
            elif verb == b"quit":
                return
            elif verb in REPLIES:
                os.write(1, REPLIES[verb])


main()
