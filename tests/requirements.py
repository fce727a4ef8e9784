"""Print the requirements of this project that stand in pyproject.toml: `build`, or the names of extras.

The dependencies that every user gets are always among them. One list serves packaging, make and CI.
"""

import sys
import tomllib
from pathlib import Path


def requirements(names: list[str]) -> list[str]:
    """The requirement lines of these groups, without repeats."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    groups = dict(project["project"]["optional-dependencies"], build=project["build-system"]["requires"])
    own = project["project"]["name"]
    lines = list(project["project"]["dependencies"])
    for name in names:
        # An extra made of other extras, such as `all`, lists them as `dohyo[…]`; they are asked for by name here.
        lines += [line for line in groups[name] if not line.startswith(f"{own}[")]
    return list(dict.fromkeys(lines))


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
