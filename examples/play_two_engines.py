#!/usr/bin/env python3
"""Play one game between engines, each in a process of its own:

    python play_two_engines.py GAME "ENGINE" ["ENGINE"] [--seed N] [option=value …]

as many engines as the game has seats. A third process, `dohyo engine`, is the referee: it alone is told the truth.
Whoever is asked for a move is shown no more than its seat may know, as `dohyo view` prints it.
"""

import shlex
import subprocess
import sys
import threading

MILLISECONDS, PATIENCE = 100, 30


class Engine:
    """A running engine, spoken to line by line; it is killed when an answer takes longer than PATIENCE seconds."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(shlex.split(command), stdin=-1, stdout=-1, text=True)
        self.greeting = self.ask("ugi", "ugiok")

    def ask(self, line, answer):
        """Send a line; the lines up to the one that begins with the word `answer`, as lists of words."""
        guard = threading.Timer(PATIENCE, self.process.kill)
        guard.start()
        print(line, file=self.process.stdin, flush=True)
        lines = [[]]
        while lines[-1][:1] != [answer]:
            line = self.process.stdout.readline()
            if not line or line.startswith("info string error"):
                raise SystemExit(f"{self.command}: {line.strip() or 'no answer'}")
            lines.append(line.split())
        guard.cancel()
        return lines[1:]

    def query(self, position, what):
        return self.ask(f"position fen {position}\nquery {what}", "response")[-1][1].replace("_", " ")

    def move(self, position):
        return self.ask(f"position fen {position}\ngo movetime {MILLISECONDS}", "bestmove")[-1][1]


def dohyo(*words):
    return subprocess.run(["dohyo", *words], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def seen_by(seat, state):
    return dohyo("view", state, "--seat", str(seat))


def main(game, *words):
    options = [word for word in words if "=" in word and " " not in word]
    seed = words[words.index("--seed") + 1] if "--seed" in words else "1"
    engines = [Engine(word) for word in words if word not in (*options, "--seed", seed)]
    referee = Engine("dohyo engine")
    hidden = next("hidden" in line for line in referee.greeting if line[:2] == ["game", game])
    state = dohyo("deal", game, "--seed", seed, *options)
    while (turn := referee.query(state, "turn")) != "none":
        seats = [int(seat) for seat in turn.split(",")]
        # Where two seats choose at once, both are asked about the same state before either choice is played.
        moves = [engines[seat - 1].move(seen_by(seat, state) if hidden else state) for seat in seats]
        print(*(f"{seat}: {move}" for seat, move in zip(seats, moves, strict=True)))
        state = referee.query(f"{state} moves {' '.join(moves)}", "position")
    print(f"{state}\nscore {referee.query(state, 'score')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
