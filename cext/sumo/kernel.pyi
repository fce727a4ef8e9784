from dohyo.cext.kernel import Kernel

KERNEL: Kernel
