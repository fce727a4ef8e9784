"""Choices made at once, for Python: see zerosum.pxd and bayes.pxd."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from dohyo.search.simultaneous.bayesian_game cimport Bayes, answer, new_bayes
from dohyo.search.simultaneous.zerosum cimport MOST_CHOICES, solve


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


def hidden_game(payoffs, hands, uint32_t rounds):
    """Solve a choice at once in which the other side knows more: `payoffs` has a matrix for each equally likely world,
    `hands` a number for each that says what the other side holds there; it mixes anew for each number.

    Returns (value, mixture over the rows, value of each row against the other side's mixtures), by so many rounds of
    regret matching. ValueError for matrices of different heights, or more than 32 by 32.
    """
    cdef Bayes *game
    cdef uint32_t rows, columns, i, j, w, worlds = <uint32_t> len(payoffs)
    shapes = [_shape(payoff) for payoff in payoffs]
    if worlds == 0 or len({shape[0] for shape in shapes}) != 1 or len(hands) != worlds:
        raise ValueError("every world needs a hand, and as many rows as the others")
    rows = shapes[0][0]
    game = new_bayes(rows, worlds)
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
        value = answer(game, worlds, rounds)
        return value, [game.mix[i] for i in range(rows)], [game.worth[i] for i in range(rows)]
    finally:
        free(game)


def _shape(payoff):
    """Rows and columns."""
    rows, widths = len(payoff), {len(row) for row in payoff}
    if not 0 < rows <= MOST_CHOICES or len(widths) != 1 or not 0 < max(widths) <= MOST_CHOICES:
        raise ValueError(f"a matrix is 1 to {MOST_CHOICES} rows of 1 to {MOST_CHOICES} numbers, all as many")
    return rows, max(widths)
