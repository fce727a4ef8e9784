"""A UGI engine that is well until it is asked for a move, and then fails in the way that its first argument names.

A second argument is a named pipe that it opens, to tell that it was asked.
"""

import sys
from pathlib import Path


def answer(fault: str) -> None:
    for pipe in sys.argv[2:]:
        Path(pipe).open("w").close()
    if fault == "crash":
        sys.exit(3)
    if fault == "refusal":
        print("info string error go this game has too many cards\nbestmove (none)")
    if fault == "illegal":
        print("bestmove z9")
    if fault == "protocol":
        print("bestmove")


def main(fault: str) -> None:
    shown = False
    for line in sys.stdin:
        verb = line.split()[0]
        if verb == "ugi":
            print("id name Faulty\nugiok")
        elif verb == "isready" and not (shown and fault == "stall"):
            print("readyok")
        elif verb == "position":
            shown = True
        elif verb == "go":
            answer(fault)  # with `time` it thinks for ever
        elif verb == "quit":
            return
        sys.stdout.flush()


main(sys.argv[1])
