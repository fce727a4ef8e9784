"""The name, author and version that the engine gives in every protocol."""

from functools import cache
from importlib import metadata

NAME = "Dohyo"
AUTHOR = "the Dohyo authors"


@cache
def version() -> str:
    """The installed version; '' when run from the sources."""
    try:
        return metadata.version("dohyo")
    except metadata.PackageNotFoundError:
        return ""
