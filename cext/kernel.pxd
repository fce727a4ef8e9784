"""Owners of what C only borrows."""

from libc.stdint cimport uint32_t

from dohyo.cext.ops cimport Ops


cdef class Kernel:
    """One game's rules. Immutable; one object for the life of the process."""

    cdef const Ops *ops
    cdef readonly str id
    # The NumPy dtype of one state: names, types and shapes of the struct's fields.
    cdef object fields


cdef class Buffer:
    """One state of one game, and the memory it lives in."""

    cdef readonly Kernel kernel
    cdef void *state

    cdef uint32_t seat_to_move(self, seat) except? 0xffffffff


# The kernel of a game. ops: its table, which lives as long as the process; fields: the NumPy dtype of its state.
# ValueError that names the game and the entry where the table lacks one that is required, or is of another version.
cdef Kernel make_kernel(str id, const Ops *ops, object fields)
