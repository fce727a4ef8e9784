"""Solvers of simultaneous choices, for Python: by linear programming, and by regret matching."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.search.core.entries cimport MoveEntry
from dohyo.search.simultaneous.bayesian_game cimport BayesianGame, solve_bayesian, new_bayesian_game
from dohyo.search.simultaneous.matrix_game cimport MOST_CHOICES, solve
from dohyo.search.simultaneous.regret_matching cimport current, drawn, learn

cdef enum:
    MOST_MOVES = 64


def matrix_game(payoff):
    """Solve a matrix game. payoff: to the side that chooses a row, as rows of equal length, at most 32 by 32.

    Returns (value, mixture over the rows, mixture over the columns). ValueError for another shape.
    """
    cdef double entries[MOST_CHOICES * MOST_CHOICES]
    cdef double row_mix[MOST_CHOICES]
    cdef double column_mix[MOST_CHOICES]
    cdef uint32_t rows, columns, i, j
    rows, columns = _shape(payoff)
    memset(entries, 0, sizeof(entries))
    for i in range(rows):
        for j in range(columns):
            entries[i * columns + j] = payoff[i][j]
    value = solve(rows, columns, entries, row_mix, column_mix)
    return value, [row_mix[i] for i in range(rows)], [column_mix[j] for j in range(columns)]


def bayesian_game(payoffs, hands, uint32_t rounds):
    """Solve a choice at once in which the other side knows more: `payoffs` has a matrix for each equally likely world,
    `hands` a number for each that says what the other side holds there; it mixes anew for each number.

    Returns (value, mixture over the rows, value of each row against the other side's mixtures), by so many rounds of
    regret matching. ValueError for matrices of different heights, or more than 32 by 32.
    """
    cdef BayesianGame *game
    cdef uint32_t rows, columns, i, j, w, worlds = <uint32_t> len(payoffs)
    shapes = [_shape(payoff) for payoff in payoffs]
    if worlds == 0 or len({shape[0] for shape in shapes}) != 1 or len(hands) != worlds:
        raise ValueError("every world needs a hand, and as many rows as the others")
    rows = shapes[0][0]
    game = new_bayesian_game(rows, worlds)
    if game == NULL:
        raise MemoryError
    try:
        for w in range(worlds):
            columns = shapes[w][1]
            game.columns[w] = columns
            game.keys[w] = <uint64_t> hands[w]
            for i in range(rows):
                for j in range(columns):
                    game.payoff[(w * rows + i) * MOST_CHOICES + j] = payoffs[w][i][j]
        value = solve_bayesian(game, worlds, rounds)
        return value, [game.mix[i] for i in range(rows)], [game.worth[i] for i in range(rows)]
    finally:
        free(game)


def _shape(payoff):
    """Rows and columns."""
    rows, widths = len(payoff), {len(row) for row in payoff}
    if not 0 < rows <= MOST_CHOICES or len(widths) != 1 or not 0 < max(widths) <= MOST_CHOICES:
        raise ValueError(f"a matrix is 1 to {MOST_CHOICES} rows of 1 to {MOST_CHOICES} numbers, all as many")
    return rows, max(widths)


def equilibrium(payoffs, uint32_t rounds, uint64_t seed=0):
    """Play a zero-sum matrix game against itself for so many rounds, each side seeing one move of the other a round.

    payoffs: rows of what the first player gets, at most 64 by 64; its moves are the rows, those of the other the
    columns. Returns the average strategies of both as two lists. ValueError for another shape.
    """
    cdef uint32_t rows = <uint32_t> len(payoffs), columns = <uint32_t> len(payoffs[0]) if payoffs else 0, i, j
    cdef float matrix[64][64]
    cdef MoveEntry *memory
    if not 0 < rows <= MOST_MOVES or not 0 < columns <= MOST_MOVES or any(len(row) != <int> columns for row in payoffs):
        raise ValueError(f"payoffs: expected 1 to {MOST_MOVES} rows of 1 to {MOST_MOVES} numbers, all of one length")
    for i in range(rows):
        for j in range(columns):
            matrix[i][j] = payoffs[i][j]
    memory = <MoveEntry *> calloc(2 * MOST_MOVES, sizeof(MoveEntry))
    if memory == NULL:
        raise MemoryError
    with nogil:
        play_rounds(matrix, memory, rows, columns, rounds, seed)
    found = []
    for number, count in enumerate((rows, columns)):
        sums = [memory[MOST_MOVES * number + i].average for i in range(<int> count)]
        found.append([each / (sum(sums) or 1) for each in sums])
    free(memory)
    return tuple(found)


cdef void play_rounds(float[64][64] matrix, MoveEntry *memory, uint32_t rows, uint32_t columns, uint32_t rounds,
                      uint64_t seed) noexcept nogil:
    cdef MoveEntry *entries[2][64]
    cdef float chances[2][64]
    cdef float values[64]
    cdef uint32_t number, i, row, column
    cdef Rng rng
    seed_rng(&rng, seed)
    for i in range(MOST_MOVES):
        entries[0][i] = memory + i
        entries[1][i] = memory + MOST_MOVES + i
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
