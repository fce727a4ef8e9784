"""Regret matching on a matrix of payoffs: the algorithm of regret.pxd, alone."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.search.ismcts.entries cimport Entry
from dohyo.search.simultaneous.regret cimport current, drawn, learn

cdef enum:
    MOST = 64


def equilibrium(payoffs, uint32_t rounds, uint64_t seed=0):
    """Play a zero-sum matrix game against itself for so many rounds, each side seeing one move of the other a round.

    payoffs: rows of what the first player gets, at most 64 by 64; its moves are the rows, those of the other the
    columns. Returns the average strategies of both as two lists. ValueError for a matrix that is none.
    """
    cdef uint32_t rows = <uint32_t> len(payoffs), columns = <uint32_t> len(payoffs[0]) if payoffs else 0, i, j
    cdef float matrix[64][64]
    cdef Entry *memory
    if not 0 < rows <= MOST or not 0 < columns <= MOST or any(len(row) != <int> columns for row in payoffs):
        raise ValueError(f"a matrix has 1 to {MOST} rows of 1 to {MOST} payoffs each")
    for i in range(rows):
        for j in range(columns):
            matrix[i][j] = payoffs[i][j]
    memory = <Entry *> calloc(2 * MOST, sizeof(Entry))
    if memory == NULL:
        raise MemoryError
    with nogil:
        play_rounds(matrix, memory, rows, columns, rounds, seed)
    found = []
    for number, count in enumerate((rows, columns)):
        sums = [memory[MOST * number + i].average for i in range(<int> count)]
        found.append([each / (sum(sums) or 1) for each in sums])
    free(memory)
    return tuple(found)


cdef void play_rounds(float[64][64] matrix, Entry *memory, uint32_t rows, uint32_t columns, uint32_t rounds,
                      uint64_t seed) noexcept nogil:
    cdef Entry *entries[2][64]
    cdef float chances[2][64]
    cdef float values[64]
    cdef uint32_t number, i, row, column
    cdef Rng rng
    seed_rng(&rng, seed)
    for i in range(MOST):
        entries[0][i] = memory + i
        entries[1][i] = memory + MOST + i
    for number in range(rounds):
        current(entries[0], rows, chances[0])
        current(entries[1], columns, chances[1])
        row = drawn(chances[0], rows, &rng)
        column = drawn(chances[1], columns, &rng)
        for i in range(rows):
            values[i] = matrix[i][column]
        learn(entries[0], rows, chances[0], values, number + 1)
        for i in range(columns):
            values[i] = -matrix[row][i]
        learn(entries[1], columns, chances[1], values, number + 1)
