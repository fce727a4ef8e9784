"""The value of a game of two choices made at once, in which one side gets what the other loses."""

from libc.stdint cimport uint32_t

cdef enum:
    # Choices that a side may have.
    MOST_CHOICES = 32
    # Room for a tableau: one row and one column more than the matrix.
    TABLEAU = (MOST_CHOICES + 1) * (MOST_CHOICES + 1)


cdef inline double saddle(uint32_t rows, uint32_t columns, const double *payoff, uint32_t *row,
                          uint32_t *column) noexcept nogil:
    """Where one choice of each side is best against the other's: the payoff, and the two. Else NaN."""
    cdef double low, best_low = -1e300, high, best_high = 1e300
    cdef uint32_t i, j
    for i in range(rows):
        low = 1e300
        for j in range(columns):
            low = min(low, payoff[i * columns + j])
        if low > best_low:
            best_low = low
            row[0] = i
    for j in range(columns):
        high = -1e300
        for i in range(rows):
            high = max(high, payoff[i * columns + j])
        if high < best_high:
            best_high = high
            column[0] = j
    return best_low if best_low == best_high else <double> 0 / <double> 0


cdef inline void pivot(double *t, uint32_t height, uint32_t width, uint32_t row, uint32_t column) noexcept nogil:
    """Exchange the variable of a row with that of a column."""
    cdef double p = 1 / t[row * width + column], factor
    cdef uint32_t i, j
    for j in range(width):
        if j != column:
            t[row * width + j] *= p
    for i in range(height):
        if i != row:
            factor = t[i * width + column]
            for j in range(width):
                if j != column:
                    t[i * width + j] -= factor * t[row * width + j]
            t[i * width + column] = -factor * p
    t[row * width + column] = p


cdef inline double solve(uint32_t rows, uint32_t columns, const double *payoff, double *row_mix,
                         double *column_mix) noexcept nogil:
    """The value of a matrix game (payoff[row * columns + column] to the side that chooses rows), and a best mixture of
    each side, exact but for rounding.

    As a linear program (Dantzig 1951): with all payoffs made positive, maximise the sum of y >= 0 where A y <= 1; then
    1 / sum is the value, and y and the dual solution, scaled to sum 1, are the mixtures. By the simplex method with
    Bland's rule, which always ends.
    """
    cdef double t[TABLEAU]
    cdef uint32_t basic[MOST_CHOICES]       # variables: 0.. the columns, from `columns` on the slacks of the rows
    cdef uint32_t free_[MOST_CHOICES]
    cdef double value, shift = 1e300, ratio, least, total
    cdef uint32_t i, j, row = 0, column = 0, width = columns + 1
    for i in range(rows):
        row_mix[i] = 0
    for j in range(columns):
        column_mix[j] = 0
    value = saddle(rows, columns, payoff, &row, &column)
    if value == value:
        row_mix[row] = 1
        column_mix[column] = 1
        return value
    for i in range(rows * columns):
        shift = min(shift, payoff[i])
    shift = 1 - shift
    for i in range(rows):
        basic[i] = columns + i
        for j in range(columns):
            t[i * width + j] = payoff[i * columns + j] + shift
        t[i * width + columns] = 1
    for j in range(columns):
        free_[j] = j
        t[rows * width + j] = -1
    t[rows * width + columns] = 0
    while True:
        # The entering variable: of those that improve the sum, the one of least number; then of the rows that bound it
        # most tightly, the one whose variable has the least number.
        column = columns
        for j in range(columns):
            if t[rows * width + j] < -1e-12 and (column == columns or free_[j] < free_[column]):
                column = j
        if column == columns:
            break
        row = rows
        least = 0
        for i in range(rows):
            if t[i * width + column] > 1e-12:
                ratio = t[i * width + columns] / t[i * width + column]
                if row == rows or ratio < least or (ratio == least and basic[i] < basic[row]):
                    row = i
                    least = ratio
        if row == rows:
            break
        pivot(t, rows + 1, width, row, column)
        basic[row], free_[column] = free_[column], basic[row]
    total = t[rows * width + columns]
    for i in range(rows):
        if basic[i] < columns:
            column_mix[basic[i]] = t[i * width + columns] / total
    for j in range(columns):
        if free_[j] >= columns:
            row_mix[free_[j] - columns] = max(0.0, t[rows * width + j] / total)
    return 1 / total - shift
