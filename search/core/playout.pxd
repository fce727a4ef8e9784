"""Chances from evaluations."""

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from dohyo.cext.ops cimport Ops


cdef inline float chance(const Ops *ops, int32_t value) noexcept nogil:
    """The expected result of an evaluation: the logistic function, within 1e-4, by operations that are exact alike on
    every machine."""
    cdef float x = <float> value * ops.logit * <float> 1.44269504
    x = 30 if x > 30 else x
    x = -30 if x < -30 else x
    # 2^x: the whole part goes into the exponent, the rest into a polynomial.
    cdef int32_t whole = <int32_t> (x + 128) - 128
    cdef float rest = x - <float> whole
    cdef uint32_t bits = <uint32_t> (whole + 127) << 23
    cdef float power
    memcpy(&power, &bits, 4)
    power *= ((<float> 0.0790204 * rest + <float> 0.2241) * rest + <float> 0.6967) * rest + <float> 1.0
    return power / (1 + power)
