"""The conformance battery: what every game promises, one check a function.

Checks of a position take a `State`; checks of a game take the `Game`. Each raises AssertionError where the promise in
its docstring is broken. `check_game` runs them all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from dohyo import engine
from dohyo.cext.streams import Random
from dohyo.testing.chisquare import assert_fits

#: Evaluations beyond it are those of finished games (ops.pxd).
WIN = 1_000_000
#: What switches colours of a terminal.
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
#: Moves after which a random game must have ended.
LONGEST = 5000


# --- games to look at ----------------------------------------------------------------------------------------------


def variants(game: engine.Game) -> Iterator[dict[str, str]]:
    """The default options, and each other choice or end of range on its own."""
    yield {}
    for option in game.options:
        for value in option.choices or (str(option.low), str(option.high)):
            if value != option.default:
                yield {option.name: value}


def random_game(start: engine.State, seed: int) -> Iterator[engine.State]:
    """The states of a game of random moves, the start first. Where both seats choose at once, either is first."""
    stream, state = Random(seed), start
    for _ in range(LONGEST):
        yield state
        if state.over:
            return
        seat = state.to_move[stream.below(2) if len(state.to_move) == 2 else 0]
        state = state.play_code(state.buffer.random_move(seat - 1, stream), seat)
    raise AssertionError(f"{start} has not ended after {LONGEST} moves")


def move_between(before: engine.State, after: engine.State) -> tuple[int, str]:
    """The seat and the move that lead from one state to the next."""
    return next(
        (seat, move) for seat in before.to_move for move in before.moves(seat) if before.play(move, seat) == after
    )


def views(state: engine.State) -> list[engine.View]:
    """What each seat knows."""
    return [state.view(seat) for seat in range(1, state.game.seats + 1)]


def refused(action: Callable[..., object], *arguments: object) -> str:
    """The sentence with which an action is refused, "" when it is done. Other exceptions pass through."""
    try:
        action(*arguments)
    except engine.DohyoError as error:
        sentence = str(error)
    else:
        return ""
    assert sentence, "a refusal says nothing"
    assert "\n" not in sentence, f"a refusal is more than one line: {sentence!r}"
    return sentence


# --- one position --------------------------------------------------------------------------------------------------


def check_moves(state: engine.State) -> None:
    """Codes ascend without repeats; codes and texts name each other; there is a move until the game is over."""
    assert all(1 <= seat <= state.game.seats for seat in state.to_move), f"{state}: {state.to_move} to move"
    for seat in state.to_move:
        codes = state.buffer.moves(seat - 1)
        assert codes == sorted(set(codes)), f"{state}: codes {codes}"
        assert codes, f"{state}: seat {seat} is to move and has no move"
        texts = state.moves(seat)
        assert len(set(texts)) == len(texts) == len(codes), f"{state}: two moves have one text"
        assert [state.code(text, seat) for text in texts] == codes, f"{state}: a text is read as another move"
        assert all(state.buffer.legal(seat - 1, code) for code in codes), f"{state}: a listed move is not legal"


def check_text(state: engine.State) -> None:
    """A state and its views print texts that parse back to the same text, the same bytes and the same key."""
    for position in (state, *views(state)):
        again = state.game.parse(str(position))
        assert str(again) == str(position), f"{position} is printed again as {again}"
        assert again.buffer == position.buffer, f"{position}: the text does not hold all of the record"
        assert again.buffer.hash() == position.buffer.hash(), f"{position}: equal records have two keys"
    assert state.game.parse(str(state)) == state, f"{state} is read as a view"


def check_views(state: engine.State) -> None:
    """A seat knows who is to move, its own moves and how a game ended; it does not know the moves of others. Where
    nothing is hidden it knows all."""
    hides = state.game.kernel.hides
    for view in views(state):
        assert view.buffer.check() == 0, f"{view}: broken invariant {view.buffer.check()}"
        key = view.buffer.hash()
        assert view.buffer.infoset(view.seat - 1) == key == state.buffer.infoset(view.seat - 1), f"{view}: keys differ"
        assert view.decisions_left >= 1, f"{view}: {view.decisions_left} decisions left"
        if state.over and not view.over:
            # A solitaire may have ended without its player knowing it.
            assert state.game.seats == 1, f"{view}: seat {view.seat} does not know that the game is over"
            continue
        assert view.to_move == state.to_move, f"{view}: {view.to_move} to move"
        assert view.returns == state.returns, f"{view}: returns {view.returns}"
        for seat in state.to_move:
            if seat == view.seat or not hides:
                assert view.moves(seat) == state.moves(seat), f"{view}: other moves than in {state}"
            else:
                assert "does not know the moves" in refused(view.moves, seat), f"{view} tells moves of seat {seat}"
        assert hides or view.buffer == state.buffer, f"{view}: nothing is hidden, and the view is not the state"


def check_buffer(state: engine.State) -> None:
    """Copies are equal and independent; the bytes rebuild the state; `refresh` changes nothing; the invariants hold."""
    buffer = state.buffer
    assert buffer.check() == 0, f"{state}: broken invariant {buffer.check()}"
    assert buffer.copy() == buffer, f"{state}: a copy differs"
    assert buffer.kernel.from_bytes(bytes(buffer)) == buffer, f"{state}: its bytes give another state"
    refreshed = buffer.copy()
    refreshed.refresh()
    assert refreshed == buffer, f"{state}: refresh changed what was derived"


def check_play(state: engine.State) -> None:
    """Playing changes nothing of the state it is played from, and equal moves lead to equal states."""
    before, text = bytes(state.buffer), str(state)
    for seat in state.to_move:
        move = state.moves(seat)[-1]
        assert state.play(move, seat) == state.play(move, seat), f"{state}: {move} leads to two states"
    assert bytes(state.buffer) == before, f"{text} was changed by a move"
    assert str(state) == text, f"{text} was changed by a move"


def check_choices(state: engine.State) -> None:
    """Where both seats choose at once, neither choice changes the other's moves, and their order changes nothing."""
    if len(state.to_move) < 2:
        return
    assert state.game.simultaneous, f"{state}: both seats choose, and the game is not simultaneous"
    first, second = state.moves(1), state.moves(2)
    for one, two in ((first[0], second[-1]), (first[-1], second[0])):
        assert state.play(one, 1).moves(2) == second, f"{state}: {one} changes the moves of seat 2"
        assert state.play(two, 2).moves(1) == first, f"{state}: {two} changes the moves of seat 1"
        both = state.play(one, 1).play(two, 2)
        assert both == state.play(two, 2).play(one, 1), f"{state}: the order of {one} and {two} matters"


def check_bounds(state: engine.State, end: engine.State) -> None:
    """Bounds of the result and of the evaluation hold at the end of a game that went on from here."""
    assert end.returns is not None, f"{end} is not over"
    low, high = state.buffer.result_bounds()
    assert low <= end.returns[0] <= high, f"{state}: result in [{low}, {high}] was promised, got {end.returns[0]}"
    for seat in range(state.game.seats):
        least, most = state.buffer.value_bounds(seat)
        value = end.buffer.evaluate(seat)
        assert state.over or abs(state.buffer.evaluate(seat)) <= WIN, f"{state}: valued as a finished game"
        assert least <= value <= most, f"{state}: a value in [{least}, {most}] was promised, got {value}"


def check_end(end: engine.State) -> None:
    """A finished game has no moves, a result that fits the kind of game, and an evaluation that fits the result."""
    assert end.to_move == (), f"{end}: {end.to_move} to move after the end"
    assert end.moves() == [], f"{end}: moves after the end"
    returns = end.returns
    assert returns is not None, f"{end}: no result"
    assert len(returns) == end.game.seats, f"{end}: returns {returns}"
    if end.game.seats == 1 or end.game.cooperative:
        assert len(set(returns)) == 1, f"{end}: returns {returns} of seats that win together"
        assert returns[0] in (0, 1), f"{end}: returns {returns}"
    else:
        assert sum(returns) == 1, f"{end}: returns {returns}"
        assert returns[0] in (0, 0.5, 1), f"{end}: returns {returns}"
    for seat, result in enumerate(returns):
        value = end.buffer.evaluate(seat)
        fits = value >= WIN if result == 1 else value <= -WIN if result == 0 else value == 0
        assert fits, f"{end}: evaluated {value} for seat {seat + 1}, who got {result}"


def check_symmetry(state: engine.State) -> None:
    """A move seen through the symmetry of the canonical position, and back, is the move; no two become one."""
    for seat in state.to_move:
        codes, buffer = state.buffer.moves(seat - 1), state.buffer
        seen = [buffer.reflect(code) for code in codes]
        assert len(set(seen)) == len(codes), f"{state}: two moves are reflected to one"
        back = [buffer.reflect(code, back=True) for code in seen]
        assert back == codes, f"{state}: reflecting back gives another move"


def check_order(state: engine.State) -> None:
    """`order` scores each legal move on its own, and looks only at what the seat knows."""
    for seat in state.to_move:
        buffer, known = state.buffer, state.view(seat).buffer
        codes = buffer.moves(seat - 1)
        try:
            scores = buffer.order(seat - 1, codes)
        except ValueError:
            return  # the game has no such op
        assert len(scores) == len(codes), f"{state}: {len(scores)} scores for {len(codes)} moves"
        assert buffer.order(seat - 1, codes[::-2]) == scores[::-2], f"{state}: a score depends on the other moves asked"
        assert known.order(seat - 1, codes) == scores, f"{state}: scores depend on what seat {seat} does not know"


def check_policies(state: engine.State) -> None:
    """The policies choose legal moves, and look only at what the seat knows."""
    for seat in state.to_move:
        buffer, known = state.buffer, state.view(seat).buffer
        for name in ("policy_move", "playout_move"):
            for seed in range(3):
                try:
                    move = getattr(buffer, name)(seat - 1, Random(seed))
                except ValueError:
                    break  # the game has no such op
                assert buffer.legal(seat - 1, move), f"{state}: {name} chose {move}, which is not legal"
                again = getattr(known, name)(seat - 1, Random(seed))
                assert again == move, f"{state}: {name} depends on what seat {seat} does not know"


def check_playouts(state: engine.State) -> None:
    """A playout ends the game, and equal seeds give equal ends."""
    ends = []
    for _ in range(2):
        buffer = state.buffer
        buffer.random_playout(Random(5))
        assert buffer.to_move == (), f"{state}: a playout has not ended"
        ends.append(buffer.result())
    assert ends[0] == ends[1], f"{state}: equal seeds end in {ends[0]} and {ends[1]}"


#: The checks of one position, in order.
POSITION_CHECKS = (check_moves, check_text, check_views, check_buffer, check_play, check_choices, check_symmetry,
                   check_order, check_policies, check_playouts)


def conform(game: engine.Game, options: dict[str, str], seed: int, positions: int) -> None:
    """All checks of positions on about so many positions of a random game, and on its end."""
    states = list(random_game(game.deal(seed, **options), seed))
    for state in states[:: max(1, len(states) // positions)]:
        for check in POSITION_CHECKS:
            check(state)
        check_bounds(state, states[-1])
    for last in (check_text, check_views, check_buffer, check_end):
        last(states[-1])


# --- a game --------------------------------------------------------------------------------------------------------


def check_description(game: engine.Game) -> None:
    """The game and its options describe themselves, and every seat has a name."""
    assert game.title, f"{game.id} has no title"
    assert game.note, f"{game.id} has no note"
    for option in game.options:
        assert option.meaning, f"option {option.name} has no meaning"
        assert option.write(option.read(option.default)) == option.default, f"option {option.name}: its default changes"
    assert all(game.notation.seat_names), f"{game.id}: a seat has no name"


def check_options(game: engine.Game) -> None:
    """A value that is not accepted is refused in a sentence that names the option and what it accepts."""
    for option in game.options:
        wrong = ["", "x", "-1", "²", *([str(option.low - 1), str(option.high + 1)] if not option.choices else [])]
        for value in wrong:
            sentence = refused(lambda value=value, name=option.name: game.deal(1, **{name: value}))
            assert option.name in sentence, f"{option.name}={value!r}: refused by {sentence!r}"
            assert option.accepts in sentence, f"{option.name}={value!r}: refused by {sentence!r}"
    assert "has no option 'nowhere'" in refused(lambda: game.deal(1, nowhere="b")), "an unknown option is accepted"


def check_deals(game: engine.Game) -> None:
    """Equal seeds deal equal states; other seeds deal others exactly where the game says that there is chance."""
    assert game.deal(1) == game.deal(1), f"{game.id}: seed 1 deals two states"
    assert (game.deal(1) != game.deal(2)) == game.chance, f"{game.id}: chance is {game.chance}; seeds 1 and 2 tell else"


def check_random_moves(game: engine.Game, *, equal: bool = True) -> None:
    """`random_move` draws legal moves only, and every one of them in equal shares.

    Parameters
    ----------
    game
        The game.
    equal
        False for a game whose docstring gives some moves more weight; then most moves must be drawn at least.
    """
    stream = Random(1)
    for seed in range(3):
        states = list(islice(random_game(game.deal(seed), seed), 40))
        for state in states[1 :: len(states) // 4 or 1]:
            buffer = state.buffer
            for seat in buffer.to_move:
                moves = buffer.moves(seat)
                counts = Counter(buffer.random_move(seat, stream) for _ in range(100 * len(moves)))
                assert set(counts) <= set(moves), f"{state}: drawn, but not legal: {set(counts) - set(moves)}"
                if equal and len(moves) > 1:
                    assert_fits([counts[move] for move in moves], [1 / len(moves)] * len(moves))
                else:
                    assert len(counts) > len(moves) // 2, f"{state}: {len(counts)} of {len(moves)} moves are drawn"


def check_after_the_end(game: engine.Game) -> None:
    """Nothing can be played after the end."""
    *_, end = random_game(game.deal(3), 3)
    assert "the game is over" in refused(end.play, "a1"), f"{end} goes on"
    assert "the game is over" in refused(end.play_code, 0), f"{end} goes on"


def check_drawing(game: engine.Game) -> None:
    """Drawings have colours only if asked for, no blanks at line ends, and change with the position."""
    start = game.deal(1)
    for position in (start, *views(start)):
        assert "\x1b" not in position.draw(), f"{position} is drawn with colours"
        plain, coloured = position.draw().splitlines(), _COLOUR.sub("", position.draw(colour=True)).splitlines()
        assert all(line == line.rstrip() for line in plain), f"{position}: blanks at line ends"
        assert plain == [line.rstrip() for line in coloured], f"{position}: drawn differently with colours"
    assert start.draw() != start.play(start.moves()[0]).draw(), f"{start} is drawn as the position after a move"


#: The checks of a game as a whole, but for `check_random_moves`.
GAME_CHECKS = (check_description, check_options, check_deals, check_after_the_end, check_drawing)


def check_game(game: engine.Game, *, equal: bool = True, seeds: int = 2, positions: int = 30) -> None:
    """The whole battery: all checks of the game, and those of positions in random games with every option.

    Parameters
    ----------
    game
        The game; it need not be in the registry.
    equal
        Whether `random_move` gives all moves equal weight.
    seeds, positions
        Random games for each variant of the options, and about how many positions of each are looked at.

    Raises
    ------
    AssertionError
        A promise is broken; the message says which and where.
    """
    for check in GAME_CHECKS:
        check(game)
    check_random_moves(game, equal=equal)
    for options in variants(game):
        for seed in range(seeds):
            conform(game, options, seed, positions)
