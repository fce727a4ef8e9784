from collections.abc import Sequence

from dohyo.cext.kernel import Buffer

def playouts(
    start: Buffer, seconds: float, seed: int = 0, *, options: Sequence[int] | None = None, fused: bool = True
) -> tuple[int, float, float]: ...
