"""A choice made at once against a side that knows its own hand in each of several worlds.

One side has a single mixture for all worlds; the other mixes for each of its hands, that is for each set of worlds in
which it knows the same. Solved by regret matching plus with alternating updates and linear averaging (Tammelin 2014):
the averages approach an equilibrium.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport malloc
from libc.string cimport memset

from dohyo.search.simultaneous.matrix_game cimport MOST_CHOICES

cdef struct BayesianGame:
    uint32_t rows
    uint32_t worlds             # there is room for
    # All of these in the memory of this struct.
    double *mix                 # the mixture over the rows
    double *worth               # of each row against the mixtures of the other side
    double *spread              # standard error of each worth over the worlds, squared
    double *row_regret
    double *row_sum
    double *row_now
    float *payoff               # [world][row][MOST_CHOICES]
    uint32_t *columns           # of each world
    uint64_t *keys              # what the other side knows in each world
    uint32_t *group             # the first world with the same key
    double *regret              # [group][MOST_CHOICES], at the place of its first world
    double *now
    double *sum
    double *reply_worth


cdef inline BayesianGame *new_bayesian_game(uint32_t rows, uint32_t worlds) noexcept nogil:
    """Room for a game, to be freed by its only pointer; NULL where there is none."""
    cdef size_t each = <size_t> worlds * MOST_CHOICES
    cdef size_t doubles = 6 * <size_t> rows + 4 * each
    cdef size_t bytes_ = (doubles * sizeof(double) + worlds * sizeof(uint64_t) + each * rows * sizeof(float)
                          + 2 * <size_t> worlds * sizeof(uint32_t))
    cdef BayesianGame *game = <BayesianGame *> malloc(sizeof(BayesianGame) + bytes_)
    if game == NULL:
        return NULL
    game.rows = rows
    game.worlds = worlds
    game.mix = <double *> (game + 1)
    game.worth = game.mix + rows
    game.spread = game.worth + rows
    game.row_regret = game.spread + rows
    game.row_sum = game.row_regret + rows
    game.row_now = game.row_sum + rows
    game.regret = game.row_now + rows
    game.now = game.regret + each
    game.sum = game.now + each
    game.reply_worth = game.sum + each
    game.keys = <uint64_t *> (game.reply_worth + each)
    game.payoff = <float *> (game.keys + worlds)
    game.columns = <uint32_t *> (game.payoff + each * rows)
    game.group = game.columns + worlds
    return game


cdef inline void match_regrets(uint32_t count, const double *regret, double *now) noexcept nogil:
    """The mixture in proportion to the regrets, none of which is below 0; uniform where all are 0."""
    cdef double total = 0
    cdef uint32_t i
    for i in range(count):
        total += regret[i]
    for i in range(count):
        now[i] = regret[i] / total if total > 0 else 1.0 / count


cdef inline void regret_plus(uint32_t count, const double *worth, const double *now, double *regret) noexcept nogil:
    """Add to each choice's regret what it would have brought beyond the mixture; never below 0."""
    cdef double mean = 0
    cdef uint32_t i
    for i in range(count):
        mean += now[i] * worth[i]
    for i in range(count):
        regret[i] = max(0.0, regret[i] + worth[i] - mean)


cdef inline void row_worth(const BayesianGame *game, uint32_t worlds, const double *replies,
                           double *worth) noexcept nogil:
    """The mean over the worlds of each row's payoff against the other side's mixtures."""
    cdef const float *payoff
    cdef const double *reply
    cdef double total
    cdef uint32_t w, i, j
    for i in range(game.rows):
        worth[i] = 0
    for w in range(worlds):
        reply = replies + <size_t> game.group[w] * MOST_CHOICES
        for i in range(game.rows):
            payoff = game.payoff + (<size_t> w * game.rows + i) * MOST_CHOICES
            total = 0
            for j in range(game.columns[w]):
                total += payoff[j] * reply[j]
            worth[i] += total
    for i in range(game.rows):
        worth[i] /= worlds


cdef inline void reply_regrets(BayesianGame *game, uint32_t worlds) noexcept nogil:
    """One step of the other side, for each of its hands, against the rows' mixture of now."""
    cdef const float *payoff
    cdef double *worth
    cdef size_t at
    cdef uint32_t w, i, j
    memset(game.reply_worth, 0, <size_t> worlds * MOST_CHOICES * sizeof(double))
    for w in range(worlds):
        worth = game.reply_worth + <size_t> game.group[w] * MOST_CHOICES
        for i in range(game.rows):
            payoff = game.payoff + (<size_t> w * game.rows + i) * MOST_CHOICES
            for j in range(game.columns[w]):
                worth[j] -= game.row_now[i] * payoff[j]
    for w in range(worlds):
        if game.group[w] == w:
            at = <size_t> w * MOST_CHOICES
            regret_plus(game.columns[w], game.reply_worth + at, game.now + at, game.regret + at)
            match_regrets(game.columns[w], game.regret + at, game.now + at)


cdef inline void group_worlds(BayesianGame *game, uint32_t worlds) noexcept nogil:
    """Find the worlds in which the other side knows the same."""
    cdef uint32_t w, g
    for w in range(worlds):
        g = 0
        while game.keys[g] != game.keys[w]:
            g += 1
        game.group[w] = g


cdef inline double solve_bayesian(BayesianGame *game, uint32_t worlds, uint32_t rounds) noexcept nogil:
    """Fill in `mix`, `worth` and `spread` from the first so many worlds; return the value."""
    cdef double total, value = 0, one
    cdef const float *payoff
    cdef const double *reply
    cdef uint32_t t, i, j, g, w
    group_worlds(game, worlds)
    for i in range(game.rows):
        game.row_regret[i] = game.row_sum[i] = 0
        game.row_now[i] = 1.0 / game.rows
    for g in range(worlds):
        for j in range(game.columns[g]):
            game.regret[g * MOST_CHOICES + j] = game.sum[g * MOST_CHOICES + j] = 0
            game.now[g * MOST_CHOICES + j] = 1.0 / game.columns[g]
    for t in range(1, rounds + 1):
        row_worth(game, worlds, game.now, game.worth)
        regret_plus(game.rows, game.worth, game.row_now, game.row_regret)
        match_regrets(game.rows, game.row_regret, game.row_now)
        reply_regrets(game, worlds)
        for i in range(game.rows):
            game.row_sum[i] += t * game.row_now[i]
        for g in range(worlds):
            if game.group[g] == g:
                for j in range(game.columns[g]):
                    game.sum[g * MOST_CHOICES + j] += t * game.now[g * MOST_CHOICES + j]
    match_regrets(game.rows, game.row_sum, game.mix)
    for g in range(worlds):
        match_regrets(game.columns[g], game.sum + g * MOST_CHOICES, game.now + g * MOST_CHOICES)
    row_worth(game, worlds, game.now, game.worth)
    for i in range(game.rows):
        value += game.mix[i] * game.worth[i]
        total = 0
        for w in range(worlds):
            payoff = game.payoff + (<size_t> w * game.rows + i) * MOST_CHOICES
            reply = game.now + <size_t> game.group[w] * MOST_CHOICES
            one = -game.worth[i]
            for j in range(game.columns[w]):
                one += payoff[j] * reply[j]
            total += one * one
        game.spread[i] = total / worlds / (worlds - 1) if worlds > 1 else 0
    return value
