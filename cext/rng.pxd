"""The generator of all randomness: wyrand (Wang Yi, public domain), 64 bits of state.

It passes BigCrush and PractRand, costs one multiplication a draw, and any seed is good. Streams are derived, never
shared: `derive(seed, stream)` gives seeds that are as unrelated as random ones, by the SplitMix64 finaliser
(Steele, Lea, Flood 2014).
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    typedef unsigned __int128 dohyo_uint128;
    """
    ctypedef unsigned long long uint128_t "dohyo_uint128"

cdef struct Rng:
    uint64_t state


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """SplitMix64's finaliser: a bijection of 64-bit words without visible structure."""
    x = (x ^ (x >> 30)) * <uint64_t> 0xbf58476d1ce4e5b9
    x = (x ^ (x >> 27)) * <uint64_t> 0x94d049bb133111eb
    return x ^ (x >> 31)


cdef inline uint64_t derive(uint64_t seed, uint64_t stream) noexcept nogil:
    """The seed of stream number `stream` of `seed`."""
    return mix(mix(seed + <uint64_t> 0x9e3779b97f4a7c15) + stream * <uint64_t> 0x9e3779b97f4a7c15)


cdef inline void seed_rng(Rng *rng, uint64_t seed) noexcept nogil:
    rng.state = mix(seed + <uint64_t> 0x9e3779b97f4a7c15)


cdef inline uint64_t next64(Rng *rng) noexcept nogil:
    """64 random bits."""
    rng.state += <uint64_t> 0xa0761d6478bd642f
    cdef uint128_t product = <uint128_t> rng.state * (rng.state ^ <uint64_t> 0xe7037ed1a0b428db)
    return <uint64_t> (product >> 64) ^ <uint64_t> product


cdef inline uint32_t below(Rng *rng, uint32_t n) noexcept nogil:
    """A number in [0, n), n > 0; by multiplication (Lemire 2019) without the rejection step: the bias is below
    n / 2^32, unseen in any number of games that can be played."""
    return <uint32_t> ((<uint64_t> <uint32_t> next64(rng) * n) >> 32)


cdef inline double uniform(Rng *rng) noexcept nogil:
    """A number in [0, 1) with 53 random bits."""
    return <double> (next64(rng) >> 11) * (1.0 / 9007199254740992.0)
