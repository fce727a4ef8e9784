"""Print the requirements of this project that stand in pyproject.toml: `build`, `run`, or the names of extras.

`run` is what every user gets. One list serves packaging, make and CI.
"""

import sys
import tomllib
from pathlib import Path


def requirements(names: list[str]) -> list[str]:
    """The requirement lines of these groups, without repeats."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    groups = dict(project["project"]["optional-dependencies"], build=project["build-system"]["requires"],
                  run=project["project"]["dependencies"])
    own = project["project"]["name"]
    lines: list[str] = []
    for name in names:
        # An extra made of other extras, such as `all`, lists them as `dohyo[…]`; they are asked for by name here.
        lines += [line for line in groups[name] if not line.startswith(f"{own}[")]
    return list(dict.fromkeys(lines))


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
