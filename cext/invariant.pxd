"""Assertions for code without the GIL.

`invariant(condition, what)` costs nothing in a release build. In the checked and asan builds a false condition prints
the sentence, and ends the process: a broken invariant is a bug of this code, never of its input. `invariant_state`
prints the bytes of the state too; `Kernel.from_bytes` reads them back.
"""

from libc.stddef cimport size_t

cdef extern from *:
    """
    #include <stdio.h>
    #include <stdlib.h>
    #ifdef DOHYO_CHECKED
    static void dohyo_broken(const char *what, const void *state, size_t size) {
        fprintf(stderr, "broken invariant: %s\\n", what);
        if (state) {
            fputs("state ", stderr);
            for (size_t i = 0; i < size; i++) fprintf(stderr, "%02x", ((const unsigned char *)state)[i]);
            fputc('\\n', stderr);
        }
        abort();
    }
    #define dohyo_invariant(condition, what) ((condition) ? (void)0 : dohyo_broken(what, 0, 0))
    #define dohyo_invariant_state(condition, what, state, size) \
        ((condition) ? (void)0 : dohyo_broken(what, state, size))
    #define DOHYO_IS_CHECKED 1
    #else
    #define dohyo_invariant(condition, what) ((void)(what))
    #define dohyo_invariant_state(condition, what, state, size) ((void)(what))
    #define DOHYO_IS_CHECKED 0
    #endif
    """
    void invariant "dohyo_invariant"(bint condition, const char *what) noexcept nogil
    void invariant_state "dohyo_invariant_state"(bint condition, const char *what, const void *state,
                                                 size_t size) noexcept nogil
    const bint CHECKED "DOHYO_IS_CHECKED"
