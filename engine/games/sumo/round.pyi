import numpy as np
import numpy.typing as npt

def solve(
    plays: npt.NDArray[np.uint8],
    sizes: npt.NDArray[np.uint8],
    chances: npt.NDArray[np.float64],
    payoff: npt.NDArray[np.float64],
    steps: int,
) -> tuple[float, float, npt.NDArray[np.float64], npt.NDArray[np.float64]]: ...
