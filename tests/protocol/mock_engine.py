"""An engine that is wrong in one way: `python mock_engine.py FAULT`. It needs the standard library only.

It plays `a1`, and says its process id as its author, so that a test can see it die.
"""

import os
import signal
import sys
import threading
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
GREETING = f"id name mock\nid author {os.getpid()}\noption name Seed type spin default 0 min 0 max 9\n"


def say(text):
    """One or more lines, in the manner of the fault."""
    data = (text + "\n").encode()
    if FAULT == "half-lines":
        for byte in data:
            os.write(1, bytes([byte]))
            time.sleep(0.001)
        return
    if FAULT == "noise":
        os.write(1, b"\xff\xfe\x00garbage\x80\n\r\n")
    if FAULT == "long-line":
        os.write(1, b"info string " + b"x" * 1_000_000 + b"\n")
    if FAULT == "stderr":
        os.write(2, b"e" * 1_000_000 + b" the last words\n")
    while data:
        data = data[os.write(1, data) :]


def flood():
    while True:
        say("info depth 1 score win 500 nodes 1 pv a1")


def greet(word):
    if FAULT == "crash-handshake":
        os._exit(3)
    if word == "ugi" and FAULT == "uci-only":
        return
    say(GREETING + word + "ok")
    if FAULT == "never-reads":
        say("readyok")
        signal.pause()


def ready(searches):
    if FAULT == "crash-ready" and searches:
        os._exit(3)
    if not (FAULT == "stall" and searches):
        say("readyok")


def go(searches):
    """Answer the n-th `go`."""
    if FAULT == "crash-go":
        os._exit(3)
    if FAULT == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if FAULT == "closed-output":
        os.close(1)
        signal.pause()
    if FAULT == "flood":
        flood()
    if FAULT == "dumb" or (FAULT == "late" and searches == 1):
        return
    move = {"illegal": "z99", "late": f"a{searches}"}.get(FAULT, "a1")
    say(f"info depth 3 multipv 1 score win 700 nodes 42 pv {move}\ninfo depth 3 multipv 2 score win 100 pv b1")
    say("bestmove" if FAULT == "malformed" else f"bestmove {move}")
    if FAULT == "twice":
        say(f"bestmove {move}")


def converse():
    """Until `quit` or the end of input, each of which ends it."""
    searches = 0
    for line in iter(sys.stdin.readline, ""):
        word = line.split(maxsplit=1)[0]
        if FAULT == "silent":
            continue
        if word in ("ugi", "uci"):
            greet(word)
        elif word == "isready":
            ready(searches)
        elif word == "go":
            searches += 1
            print(line.strip(), file=sys.stderr, flush=True)
            go(searches)
        elif word == "stop" and FAULT == "late":
            threading.Timer(0.1, say, ["bestmove late"]).start()
        elif word == "quit" and FAULT != "deaf":
            return


if FAULT == "slow-start":
    time.sleep(0.5)
converse()
while FAULT == "deaf":
    signal.pause()
