from dohyo.cext.kernel import Buffer

NAMES: tuple[str, ...]
WEIGHTS: tuple[int, ...]


def features(position: Buffer) -> list[int]: ...
def decided(position: Buffer) -> bool: ...
