from dohyo.cext.kernel import Kernel

PROMISES: dict[tuple[int, int], tuple[int, ...]]
KERNEL: Kernel
