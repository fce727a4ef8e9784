from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dohyo.cext.kernel import Kernel

POLICIES: tuple[str, ...]

class Simulator:
    kernel: Kernel
    games: int
    drawn: int
    def __init__(self, kernel: Kernel, options: Sequence[int], policy: str, seed: int) -> None: ...
    def play(self, games: int) -> npt.NDArray[np.void]: ...
    def trace(
        self, number: int
    ) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
    @property
    def won(self) -> tuple[int, ...]: ...
    @property
    def sums(self) -> dict[str, tuple[float, float, float, float, float]]: ...
