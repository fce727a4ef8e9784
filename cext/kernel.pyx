"""The only Python classes of this layer: a game's rules, and the owner of one state.

Moves are whole numbers here and seats are 0 and 1; `dohyo.engine` gives both their names.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cpython.buffer cimport PyBuffer_FillInfo

import numpy as np

from dohyo.cext cimport dispatch
from dohyo.cext.invariant cimport CHECKED
from dohyo.cext.ops cimport (
    MAX_ACTIONS, MAX_MOVES, MAX_OPTIONS, MAX_SEATS, NOBODY, NO_CHOICE, OPS_VERSION, Ops, move_t,
)
from dohyo.cext.streams cimport Random

#: Whether this build asserts its invariants.
checked = bool(CHECKED)

cdef extern from *:
    const bint DOHYO_NATIVE

#: Whether this build is for the processor it was compiled on.
native = bool(DOHYO_NATIVE)


cdef class Kernel:
    """One game's rules."""

    def __init__(self):
        raise TypeError("kernels are made by the modules of the games")

    @property
    def size(self):
        """Bytes of one state."""
        return self.ops.size

    @property
    def seats(self):
        """Number of seats."""
        return self.ops.seats

    @property
    def num_actions(self):
        """Every move is below it and means the same action whenever it is played; 0 where that is not so."""
        return self.ops.num_actions

    @property
    def hides(self):
        """Whether a seat does not know everything, so that views differ from states."""
        return dispatch.hides(self.ops)

    @property
    def has_policy_move(self):
        """Whether there is a `Buffer.policy_move`."""
        return self.ops.policy_move != NULL

    @property
    def logit(self):
        """Log-odds of winning per unit of `Buffer.evaluate`."""
        return self.ops.logit

    def new(self):
        """A buffer of zeros, to be dealt or filled."""
        cdef Buffer buffer = Buffer.__new__(Buffer)
        buffer.kernel = self
        buffer.state = calloc(1, self.ops.size)
        if buffer.state == NULL:
            raise MemoryError
        return buffer

    def deal(self, options, seed):
        """A dealt state. options: whole numbers in the order of the game's option table; seed: 64 bits."""
        cdef int32_t values[MAX_OPTIONS]
        cdef uint32_t i
        if len(options) > MAX_OPTIONS:
            raise ValueError(f"{len(options)} options; at most {MAX_OPTIONS} fit")
        for i in range(<uint32_t> len(options)):
            values[i] = options[i]
        cdef Buffer buffer = self.new()
        self.ops.deal(buffer.state, values, seed & 0xffffffffffffffff)
        return buffer

    def from_bytes(self, data):
        """The state whose bytes these are (as `bytes(buffer)` gives them, or a broken invariant printed them)."""
        cdef bytes raw = bytes(data)
        if len(raw) != <Py_ssize_t> self.ops.size:
            raise ValueError(f"{len(raw)} bytes; a state of {self.id} has {self.ops.size}")
        cdef Buffer buffer = self.new()
        memcpy(buffer.state, <const char *> raw, self.ops.size)
        return buffer


cdef int _refuse(str id, str expected, object got) except -1:
    raise ValueError(f"kernel of {id}: expected {expected} in the ops table, got {got}")


cdef int _require(str id, str entry, const void *given) except -1:
    """Refuse a table without a required entry."""
    if given == NULL:
        _refuse(id, entry, "NULL")
    return 0


cdef int _require_both(str id, str entry, const void *given, str other, const void *needed) except -1:
    """Refuse a table with an entry that is given only with another."""
    if given != NULL and needed == NULL:
        _refuse(id, f"{other} beside {entry}", "NULL")
    return 0


cdef int _check_ops(str id, const Ops *ops) except -1:
    """Refuse a table that does not keep what ops.pxd says: the version first, for another has other fields."""
    if ops.version != OPS_VERSION:
        _refuse(id, f"version {OPS_VERSION}", ops.version)
    if ops.size == 0:
        _refuse(id, "size > 0", 0)
    if not 1 <= ops.seats <= MAX_SEATS:
        _refuse(id, f"1 to {MAX_SEATS} seats", ops.seats)
    if ops.num_actions > MAX_ACTIONS:
        _refuse(id, f"num_actions of at most {MAX_ACTIONS}", ops.num_actions)
    if not ops.logit > 0:
        _refuse(id, "logit > 0", ops.logit)
    _require(id, "deal", <const void *> ops.deal)
    _require(id, "to_move", <const void *> ops.to_move)
    _require(id, "moves", <const void *> ops.moves)
    _require(id, "legal", <const void *> ops.legal)
    _require(id, "play", <const void *> ops.play)
    _require(id, "result", <const void *> ops.result)
    _require(id, "hash", <const void *> ops.hash)
    _require(id, "random_move", <const void *> ops.random_move)
    _require(id, "refresh", <const void *> ops.refresh)
    _require(id, "check", <const void *> ops.check)
    _require(id, "evaluate", <const void *> ops.evaluate)
    _require_both(id, "to_view", <const void *> ops.to_view, "determinize", <const void *> ops.determinize)
    _require_both(id, "determinize", <const void *> ops.determinize, "to_view", <const void *> ops.to_view)
    _require_both(id, "observed_move", <const void *> ops.observed_move, "to_view", <const void *> ops.to_view)
    _require_both(id, "take_back", <const void *> ops.take_back, "observed_move", <const void *> ops.observed_move)
    _require_both(id, "canonical", <const void *> ops.canonical, "reflect", <const void *> ops.reflect)
    _require_both(id, "reflect", <const void *> ops.reflect, "canonical", <const void *> ops.canonical)
    return 0


cdef Kernel make_kernel(str id, const Ops *ops, object fields):
    _check_ops(id, ops)
    cdef Kernel kernel = Kernel.__new__(Kernel)
    kernel.id = id
    kernel.ops = ops
    kernel.fields = fields
    return kernel


cdef class Buffer:
    """One state of one game. Made by a Kernel; equal when all bytes are equal."""

    def __init__(self):
        raise TypeError("buffers are made by Kernel.deal, Kernel.new and Buffer.copy")

    def __dealloc__(self):
        free(self.state)

    def copy(self):
        """A second, independent buffer with the same state."""
        cdef Buffer other = self.kernel.new()
        memcpy(other.state, self.state, self.kernel.ops.size)
        return other

    def __bytes__(self):
        return (<char *> self.state)[:self.kernel.ops.size]

    def __eq__(self, other):
        if not isinstance(other, Buffer):
            return NotImplemented
        return self.kernel is (<Buffer> other).kernel and bytes(self) == bytes(other)

    def __hash__(self):
        return hash(bytes(self))

    @property
    def record(self):
        """The state as a one-element structured NumPy array that shares this memory: reads and writes by field name.
        After writing defining fields call `refresh`."""
        return np.frombuffer(self, dtype=self.kernel.fields)

    def __getbuffer__(self, Py_buffer *view, int flags):
        PyBuffer_FillInfo(view, self, self.state, self.kernel.ops.size, 0, flags)

    @property
    def to_move(self):
        """The seats that decide now, as a tuple: empty when the game is over, two where both choose at once."""
        cdef uint32_t mask = self.kernel.ops.to_move(self.state)
        return tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1)

    cdef uint32_t seat_to_move(self, seat) except? 0xffffffff:
        if seat not in self.to_move:
            raise ValueError(f"seat {seat} is not to move")
        return seat

    def moves(self, seat):
        """Every legal move of a seat that is to move, ascending; ValueError for another seat."""
        cdef move_t out[MAX_MOVES]
        cdef uint32_t count = self.kernel.ops.moves(self.state, self.seat_to_move(seat), out)
        cdef uint32_t i
        return [out[i] for i in range(count)]

    def legal(self, seat, move_t move):
        """Whether the seat is to move and may play this code."""
        return bool(seat in self.to_move and self.kernel.ops.legal(self.state, seat, move))

    def play(self, seat, move_t move):
        """Play one move in place, with everything automatic that follows; ValueError unless it is legal."""
        if not self.kernel.ops.legal(self.state, self.seat_to_move(seat), move):
            raise ValueError(f"move {move} is not legal for seat {seat}")
        self.kernel.ops.play(self.state, seat, move)

    def result(self):
        """One value in [0, 1] per seat; ValueError while the game goes on."""
        cdef float out[MAX_SEATS]
        if self.kernel.ops.to_move(self.state):
            raise ValueError("the game is not over")
        self.kernel.ops.result(self.state, out)
        return tuple(out[seat] for seat in range(<int> self.kernel.ops.seats))

    def result_bounds(self):
        """Bounds (low, high) of the result of seat 0 that hold whatever is played from here."""
        cdef float low, high
        dispatch.result_bounds(self.kernel.ops, self.state, &low, &high)
        return low, high

    def value_bounds(self, seat):
        """Bounds (low, high) of `evaluate` for a seat at the end of the game, whatever is played from here."""
        cdef int32_t low, high
        _check_seat(self.kernel, seat)
        dispatch.value_bounds(self.kernel.ops, self.state, seat, &low, &high)
        return low, high

    def random_move(self, seat, Random stream not None):
        """One random legal move of a seat that is to move, with the weights of the game's `random_move`."""
        return self.kernel.ops.random_move(self.state, self.seat_to_move(seat), &stream.rng)

    def policy_move(self, seat, Random stream not None):
        """One move of a seat that is to move, by the game's simple policy; ValueError where it has none."""
        if self.kernel.ops.policy_move == NULL:
            raise ValueError(f"{self.kernel.id} has no policy_move")
        return self.kernel.ops.policy_move(self.state, self.seat_to_move(seat), &stream.rng)

    def playout_move(self, seat, Random stream not None):
        """One move of a seat that is to move, by the game's op for playouts; ValueError where it has none."""
        if self.kernel.ops.playout_move == NULL:
            raise ValueError(f"{self.kernel.id} has no playout_move")
        return self.kernel.ops.playout_move(self.state, self.seat_to_move(seat), &stream.rng)

    def order(self, seat, moves):
        """The scores that order these legal moves (codes) of a seat that is to move, as a list; ValueError where the
        game has none."""
        cdef move_t codes[MAX_MOVES]
        cdef int32_t scores[MAX_MOVES]
        cdef uint32_t i, count = len(moves)
        if self.kernel.ops.order == NULL:
            raise ValueError(f"{self.kernel.id} does not order moves")
        if count > MAX_MOVES:
            raise ValueError(f"expected at most {MAX_MOVES} moves, got {count}")
        if not all(self.legal(seat, move) for move in moves):
            raise ValueError(f"expected legal moves of seat {seat}, got {list(moves)}")
        for i in range(count):
            codes[i] = moves[i]
        self.kernel.ops.order(self.state, seat, codes, count, scores)
        return [scores[i] for i in range(count)]

    def to_view(self, seat):
        """Forget, in place, all that a seat does not know: a state becomes its view. Nothing if nothing is hidden."""
        _check_seat(self.kernel, seat)
        dispatch.to_view(self.kernel.ops, self.state, seat)

    def determinize(self, seat, Random stream not None):
        """Make a seat's view, in place, a random state that the seat cannot tell from the true one, distributed like
        the deal given the view. Nothing where nothing is hidden."""
        _check_seat(self.kernel, seat)
        dispatch.determinize(self.kernel.ops, self.state, seat, &stream.rng)

    def observed_move(self, seat, move_t move, observer):
        """What another seat sees of a legal move: the move, or a code that tells only that one was made."""
        _check_seat(self.kernel, observer)
        return dispatch.observed_move(self.kernel.ops, self.state, self.seat_to_move(seat), move, observer)

    def take_back(self, seat):
        """Take back, in place, the choice of a seat that stands while the other seat makes its own, and return its
        code; None, and nothing is done, where none stands."""
        _check_seat(self.kernel, seat)
        move = dispatch.take_back(self.kernel.ops, self.state, seat)
        return None if move == NO_CHOICE else move

    def random_playout(self, Random stream not None):
        """Play on to the end by `random_move`, in place; afterwards ask only `to_move` and `result`.

        Returns one byte for each action: the seat that played it from here on, 255 where none did. b"" for a game
        whose moves are not the same actions throughout (`Kernel.num_actions` is 0).
        """
        cdef uint8_t owner[MAX_ACTIONS]
        cdef uint8_t *noted = NULL
        if self.kernel.ops.num_actions:
            noted = owner
        memset(owner, NOBODY, MAX_ACTIONS)
        dispatch.random_playout(self.kernel.ops, self.state, &stream.rng, noted)
        return (<char *> owner)[:self.kernel.ops.num_actions]

    def evaluate(self, seat):
        """What the position is worth to a seat: see ops.pxd."""
        _check_seat(self.kernel, seat)
        return self.kernel.ops.evaluate(self.state, seat)

    def hash(self):
        """64-bit key of the state."""
        return self.kernel.ops.hash(self.state)

    def infoset(self, seat):
        """64-bit key of what a seat knows."""
        _check_seat(self.kernel, seat)
        cdef Buffer scratch = self.kernel.new()
        return dispatch.infoset(self.kernel.ops, self.state, seat, scratch.state)

    def canonical(self):
        """The key shared by all positions that the symmetries of the game turn into each other."""
        cdef uint32_t symmetry
        return dispatch.canonical(self.kernel.ops, self.state, &symmetry)

    def reflect(self, move_t move, back=False):
        """A move as seen through the symmetry that leads to the canonical position, or back from there."""
        cdef uint32_t symmetry
        dispatch.canonical(self.kernel.ops, self.state, &symmetry)
        return dispatch.reflect(self.kernel.ops, self.state, move, symmetry, back)

    def refresh(self):
        """Rebuild what is derived, after defining fields were written through `record`."""
        self.kernel.ops.refresh(self.state)

    def check(self):
        """The number of the first broken invariant (see the kernel file), or 0."""
        return self.kernel.ops.check(self.state)


cdef int _check_seat(Kernel kernel, seat) except -1:
    if not 0 <= seat < <int> kernel.ops.seats:
        raise ValueError(f"there is no seat {seat}")
    return 0
