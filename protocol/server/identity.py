"""What the engine says of itself, in every protocol."""

from functools import cache
from importlib import metadata

NAME = "Dohyo"
AUTHOR = "the Dohyo authors"


@cache
def version() -> str:
    """The version that is installed; '' when run from the sources."""
    try:
        return metadata.version("dohyo")
    except metadata.PackageNotFoundError:
        return ""
