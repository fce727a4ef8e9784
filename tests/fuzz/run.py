"""The coverage-guided fuzzer: `python tests/fuzz/run.py --seconds N --folder FOLDER` (see `make fuzz`).

Targets: position (a text), moves (a position, then a line for each move), session (the lines of a conversation).
Coverage is that of the Python code: parsers, notation, protocol. The kernels are not instrumented; what a text makes
them do is guarded by the invariants of the checked build, on which this runs. Each target runs in a process of its
own; its inputs, its log and an input that broke a promise are left in FOLDER/TARGET. The exit code is 0 if none did.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

TARGETS = ("position", "moves", "session")
#: Bytes of the longest input.
LONGEST = 2048
#: Seconds after which an input counts as a hang.
HANG = 60
#: libFuzzer's last line of progress.
_DONE = re.compile(r"#(\d+)\s+DONE\s+cov: (\d+) ft: (\d+) corp: (\d+)")


def fuzz(target: str, seconds: int, folder: Path) -> None:
    """Fuzz one target and leave the process."""
    import atheris

    with atheris.instrument_imports(include=["dohyo"]):
        from fuzz import inputs, promises

    takers: dict[str, Callable[[str], object]] = {
        "position": promises.position,
        "moves": lambda text: promises.moves(*text.split("\n")[:8]),
        "session": lambda text: promises.conversation(text.split("\n")[:12]),
    }
    take = takers[target]
    corpus, start, words = folder / "corpus", folder / "seeds", folder / "words"
    for made in (corpus, start):
        made.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(inputs.seeds(target)):
        (start / f"{number:04}").write_text(seed)
    quoted = (token.replace("\\", "\\\\").replace('"', '\\"') for token in inputs.tokens())
    words.write_text("".join(f'"{token}"\n' for token in quoted))
    atheris.Setup(
        [sys.argv[0], str(corpus), str(start), f"-dict={words}", f"-artifact_prefix={folder}/", f"-max_len={LONGEST}",
         "-len_control=0", f"-timeout={HANG}", f"-max_total_time={seconds}"],
        lambda data: take(data.decode(errors="replace")),
    )
    atheris.Fuzz()


def watch(target: str, seconds: int, folder: Path) -> bool:
    """Fuzz one target in a process and say how far it came; whether all promises held."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log"
    command = [sys.executable, __file__, "--inside", target, "--seconds", str(seconds), "--folder", str(folder)]
    with log.open("w") as out:
        code = subprocess.run(command, stdout=out, stderr=out, check=False).returncode
    text = log.read_text(errors="replace")
    if code != 0:
        print("\n".join(text.splitlines()[-60:]))
        print(f"{target}: a promise was broken (exit code {code}); the input lies in {folder}")
        return False
    done = _DONE.search(text)
    assert done is not None, f"no summary in {log}"
    inputs, edges, features, kept = done.groups()
    print(f"{target}: {inputs} inputs, {edges} edges and {features} features of the Python code covered, {kept} kept")
    return True


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--seconds", type=int, default=60, help="for each target")
    reader.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    reader.add_argument("--inside", choices=TARGETS, help=argparse.SUPPRESS)
    given = reader.parse_args()
    if given.inside:
        fuzz(given.inside, given.seconds, given.folder)
    broken = [target for target in TARGETS if not watch(target, given.seconds, given.folder / target)]
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
