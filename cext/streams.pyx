"""The generator, for Python: see rng.pxd."""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext cimport rng as c


cdef class Random:
    """A stream of random numbers, the same on every machine for the same seed.

    seed: any whole number; its lowest 64 bits count.
    """

    def __init__(self, seed=0):
        self.seed = seed & 0xffffffffffffffff
        c.seed_rng(&self.rng, self.seed)

    def bits(self):
        """64 random bits."""
        return c.next64(&self.rng)

    def below(self, uint32_t n):
        """A number in [0, n); ValueError unless 0 < n < 2**32."""
        if n == 0:
            raise ValueError("below(0): there is no number in [0, 0)")
        return c.below(&self.rng, n)

    def uniform(self):
        """A number in [0, 1)."""
        return c.uniform(&self.rng)


def derive(seed, *streams):
    """The seed of a derived stream: derive(seed, a, b) is stream b of stream a. Each is a whole number."""
    cdef uint64_t value = seed & 0xffffffffffffffff
    for stream in streams:
        value = c.derive(value, stream & 0xffffffffffffffff)
    return value
