"""How long processes outlive `dohyo match` that is ended by `kill -9` in mid-game with an engine that hears nothing:
`make kill-runner`. For each way to start the engine, also through launchers that leave it behind. The exit code is 1 if
a process is left after two seconds."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from test_cases import LAUNCHERS, gone, kill_in_mid_game

#: Seconds.
BOUND = 2.0


def main() -> int:
    kept = True
    for launcher in LAUNCHERS:
        with tempfile.TemporaryDirectory() as folder:
            members = kill_in_mid_game(launcher, Path(folder) / "notes")
            begin = time.monotonic()
            left = [pid for pid in members if not gone(pid)]
            took = time.monotonic() - begin
        good = not left and took <= BOUND
        kept = kept and good
        print(f"engine {launcher}: {len(members)} processes, the last gone after {1000 * took:.0f} ms"
              f"{'' if good else ': MISSED'}", flush=True)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
