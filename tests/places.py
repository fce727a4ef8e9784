"""Where tests find what is not a module."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DATA = TESTS / "data"
#: Helpers that tests start as processes.
PROTOCOL = TESTS / "protocol"
CHECK = PROTOCOL / "check"
TOURNAMENTS = TESTS / "tournaments"
