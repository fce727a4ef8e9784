"""The generator as a Python object: see streams.pyx."""

from dohyo.cext.rng cimport Rng


cdef class Random:
    cdef Rng rng
    cdef readonly object seed
