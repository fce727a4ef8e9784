"""The logarithm of selection rules."""

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy


cdef inline float ln(uint32_t n) noexcept nogil:
    """Natural logarithm of n > 0, within 1e-4; by operations that are exact alike on every machine."""
    cdef float x = <float> n
    cdef uint32_t bits
    memcpy(&bits, &x, 4)
    cdef float exponent = <float> (<int32_t> (bits >> 23) - 127)
    bits = (bits & 0x7fffff) | 0x3f800000
    memcpy(&x, &bits, 4)
    return <float> 0.69314718 * (exponent + ((((<float> -0.08161580 * x + <float> 0.64514236) * x
                                               - <float> 2.12067513) * x + <float> 4.07009079) * x
                                             - <float> 2.51285462))
