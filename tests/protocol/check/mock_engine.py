"""An engine that is wrong in one way: `python mock_engine.py FAULT`, the good engine without one.

A fault is a class in one of the modules below that replaces a part of `good_engine.Engine`; its name on the command
line is that of the class with hyphens. The standard library only.
"""

import re
import sys

import mock_greetings
import mock_searches
import mock_streams
from good_engine import Engine


def faults():
    """{name: class}; 'none' is the good engine."""
    found = {"none": Engine}
    for module in (mock_greetings, mock_searches, mock_streams):
        for name, kind in vars(module).items():
            if isinstance(kind, type) and issubclass(kind, Engine) and kind is not Engine:
                found[re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()] = kind
    return found


if __name__ == "__main__":
    faults()[sys.argv[1] if len(sys.argv) > 1 else "none"]().run()
