from dohyo.cext.kernel import Kernel

WORTHS: tuple[int, ...]
KERNEL: Kernel
