import numpy as np
import numpy.typing as npt

from dohyo.cext.kernel import Buffer, Kernel

KERNEL: Kernel

def traits_of(buffer: Buffer) -> npt.NDArray[np.float32]: ...
def traits_after_moves(buffer: Buffer) -> npt.NDArray[np.float32]: ...
