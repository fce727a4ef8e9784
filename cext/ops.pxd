"""The narrow waist: all that a game offers and all that a searcher may use.

A game is a plain C struct, its **state**: the whole truth, with every deck in order and the seed of every later
shuffle. The functions below read and change such a struct. None of them holds the GIL, touches a Python object,
allocates, fails, or keeps anything between calls; states are copied with `memcpy`. A searcher knows nothing of a game
but this table.

Where something is hidden, the same struct also holds a **view**: what one seat knows, with the byte UNKNOWN
(`cards.pxd`) in every place that it does not know. `to_view` makes the view of a state, `determinize` a state of a
view. A view knows all that its seat needs to choose: of the ops below, `to_move`, `result`, `hash`, `refresh` and
`check` take views of any seat, and `moves`, `legal`, `order`, `random_move`, `policy_move` and `playout_move` those of
the seat that is asked about. The others take states, or views that happen to know every card that they look at.

Seats are 0 and 1 here (text says 1 and 2). A `move_t` is a 32-bit code whose meaning belongs to the game; one code
is the same move in all states that a seat cannot tell apart. The caller keeps the promises written at each entry;
checked builds assert them (`invariant.pxd`).

An entry marked REQUIRED is in every table. The others may be NULL; `dispatch.pxd` says what then happens in their
place, and searchers call them by it. `make_kernel` refuses a table that lacks a required entry, or has one of two that
are given together. A game fills its table by one literal, `Ops(version=OPS_VERSION, ...)`, that names every entry.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from dohyo.cext.rng cimport Rng

ctypedef uint32_t move_t

cdef enum:
    # The version of this table: one more whenever an entry is added, removed, moved or means something else.
    OPS_VERSION = 1
    MAX_SEATS = 2
    # Room that a caller of `moves` must offer.
    MAX_MOVES = 512
    # Room for the `owner` array of `random_playout`: one byte for each action.
    MAX_ACTIONS = 512
    MAX_OPTIONS = 8
    # Values of `evaluate` beyond this bound, up or down, belong to finished games: WIN + margin.
    WIN = 1000000
    NOBODY = 255
    # The code of no choice: no game has such a move.
    NO_CHOICE = 0x7fffffff

cdef struct Ops:
    # --- Sizes: numbers about the game -----------------------------------------------------------------------------

    # REQUIRED: OPS_VERSION as the game was compiled with it. Always the first field.
    uint32_t version
    # REQUIRED: bytes of one state. States hold no pointers.
    uint32_t size
    # REQUIRED: 1 to MAX_SEATS.
    uint32_t seats
    # With num_actions > 0 every move is below it and means the same action whenever it is played, so that statistics of
    # actions may be shared between positions. With 0 there is no such thing. At most MAX_ACTIONS.
    uint32_t num_actions
    # REQUIRED: what 1 of `evaluate` is worth in log-odds of winning while the game goes on:
    # p = 1 / (1 + exp(-value * logit)).
    float logit

    # --- Rules -----------------------------------------------------------------------------------------------------

    # REQUIRED. Fill the struct from rule options (in the order of the game's option table) and a seed.
    void (*deal)(void *state, const int32_t *options, uint64_t seed) noexcept nogil
    # REQUIRED. The seats that decide now, as a bit mask: two bits where both choose at once, 0 when the game is over.
    uint32_t (*to_move)(const void *state) noexcept nogil
    # REQUIRED. Write every legal move of `seat`, ascending and without repeats; return how many (at least one).
    # `seat` is to move.
    uint32_t (*moves)(const void *state, uint32_t seat, move_t *out) noexcept nogil
    # REQUIRED. Whether `seat` is to move and may play `move`. Any code may be asked about.
    bint (*legal)(const void *state, uint32_t seat, move_t move) noexcept nogil
    # REQUIRED. Apply one legal move and everything automatic that follows.
    void (*play)(void *state, uint32_t seat, move_t move) noexcept nogil
    # REQUIRED. One value per seat: 1 won, 0 lost, 0.5 a draw. Seats that play against each other share 1; a solitaire
    # and seats that win together have 1 or 0, all the same. The game is over.
    void (*result)(const void *state, float *out) noexcept nogil
    # REQUIRED. Zobrist-style key of the whole state: equal states have equal keys.
    uint64_t (*hash)(const void *state) noexcept nogil
    # REQUIRED. One random legal move of `seat` without building the list; the weights are the game's, in its docstring.
    move_t (*random_move)(const void *state, uint32_t seat, Rng *rng) noexcept nogil
    # REQUIRED. Rebuild what is derived, after the defining fields were filled in from text. Where nothing is derived,
    # it does nothing.
    void (*refresh)(void *state) noexcept nogil
    # REQUIRED. The number of the first broken invariant as numbered where the struct stands, or 0.
    uint32_t (*check)(const void *state) noexcept nogil

    # --- Information: what a seat knows ----------------------------------------------------------------------------

    # Given where something is hidden, together with `determinize`. Make the state, or a view that knows at least as
    # much, the view of `seat`: states that the seat cannot tell apart become equal bytes.
    void (*to_view)(void *state, uint32_t seat) noexcept nogil
    # Given with `to_view`. Make the view of `seat` a state, distributed like the deal given the view: unseen cards in
    # uniformly random order over the unknown places, hidden choices uniform over the legal ones.
    void (*determinize)(void *view, uint32_t seat, Rng *rng) noexcept nogil
    # Given where moves are secret, and only with `to_view`. What `observer` sees of a legal move of `seat` when it is
    # played: the move, or a code that tells only that one was made.
    move_t (*observed_move)(const void *state, uint32_t seat, move_t move, uint32_t observer) noexcept nogil
    # Given where a choice may stand unseen while the other seat makes its own, and only with `observed_move`. Take back
    # the choice of `seat` that stands so, and return its code: the state is the one before it was played. Where none
    # stands, nothing is done, and the code is NO_CHOICE.
    move_t (*take_back)(void *state, uint32_t seat) noexcept nogil

    # --- Symmetry --------------------------------------------------------------------------------------------------

    # Given with `reflect`. The least key over the symmetries of the rules, and the number of the symmetry that gives
    # it.
    uint64_t (*canonical)(const void *state, uint32_t *symmetry) noexcept nogil
    # Given with `canonical`. A move as seen through a symmetry; `back` undoes it.
    move_t (*reflect)(const void *state, move_t move, uint32_t symmetry, bint back) noexcept nogil

    # --- Values: estimates and bounds ------------------------------------------------------------------------------

    # REQUIRED. What the position is worth to `seat`: an estimate within +-WIN while the game goes on, and when it is
    # over WIN + margin or -WIN - margin (0 for a draw), margin >= 0.
    int32_t (*evaluate)(const void *state, uint32_t seat) noexcept nogil
    # About what `evaluate` would give `seat` after each of `count` legal moves, but much cheaper: the order to search
    # them in, and what they are worth before anything else is known. Where something is hidden it looks only at what
    # the seat knows: the scores are the same on a state and on the seat's view of it.
    void (*order)(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                  int32_t *scores) noexcept nogil
    # Bounds of the result of seat 0 that hold whatever is played from here (0 and 1 say nothing).
    void (*result_bounds)(const void *state, float *low, float *high) noexcept nogil
    # Bounds of the `evaluate` of the finished game for `seat`, whatever is played from here.
    void (*value_bounds)(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil
    # As `value_bounds`, but when both seats play for it as well as can be: what a search may cut by.
    void (*minimax_bounds)(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil
    # One legal move of `seat` by the simple policy that the docstring states, equally good ones at random. It looks
    # only at what the seat knows.
    move_t (*policy_move)(const void *state, uint32_t seat, Rng *rng) noexcept nogil
    # One legal move of `seat` for playouts that `policy_move` would be too weak for, by what the docstring states,
    # equally good ones at random. It looks only at what the seat knows, and costs little beside `moves`.
    move_t (*playout_move)(const void *state, uint32_t seat, Rng *rng) noexcept nogil

    # --- Speed-ups -------------------------------------------------------------------------------------------------

    # Play on to the end by `random_move`, as one loop with the same distribution. Afterwards only `to_move` and
    # `result` may be asked of the state. With `owner` (and num_actions > 0) the seat that played action c from here on
    # stands in owner[c]; entries of actions not played are left as they were.
    void (*random_playout)(void *state, Rng *rng, uint8_t *owner) noexcept nogil


cdef inline uint32_t first_seat(uint32_t mask) noexcept nogil:
    """The lowest seat of a mask that is not 0. Where both choose at once, seat 0 is asked first."""
    return 0 if mask & 1 else 1
