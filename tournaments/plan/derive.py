"""Where every random number of a tournament comes from: a seed, and a path that names what it is for."""

import hashlib


def derive(seed: int, *path: str | int) -> int:
    """63 bits that depend on the seed and on every step of the path, and tell nothing of either."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
