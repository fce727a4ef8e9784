"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Every run of the suite tries the same inputs; `make fuzz` looks for new ones.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# Programs that tests start in other folders must find the build under test too.
os.environ["PYTHONPATH"] = os.pathsep.join(
    str(Path(folder).resolve()) for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder
)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """`make test` runs the suite in two passes; the last lines of the second tell of a failure in the first."""
    if os.environ.get("DOHYO_TOGETHER", "0") not in ("0", "5"):
        terminalreporter.write_line("The tests that ran together before these failed too: see above.", red=True)
