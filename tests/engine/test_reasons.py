"""Reasons of moves: what is said is true, by what the seat knows; and the words, case by case."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from claims.case import Case
from claims.check import check

from dohyo import engine
from dohyo.cext.streams import Random
from dohyo.testing import battery

#: What a notation must give.
REQUIRED = ("fields", "parse", "format", "format_move", "parse_move", "explain", "draw", "seat_names")
VARIANTS = [(game, options) for game in engine.games() if game.notation.explains_moves
            for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]
#: Sizes and lengths that random games of these are played with.
BRIEF = {"rush-stones": {"size": "5"}}


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
def test_what_is_said_is_true_in_every_world(game: engine.Game, options: dict[str, str]) -> None:
    """Of random moves in a random game: in the truth, and in other states that the seat cannot tell from it."""
    chance = random.Random(1)
    states = list(battery.random_game(game.deal(4, **{**BRIEF.get(game.id, {}), **options}), 4))
    for state in chance.sample(states[:-1], min(len(states) - 1, 40)):
        for seat in state.to_move:
            view, moves = state.view(seat), state.moves(seat)
            worlds = [state] if not game.hidden else [state, view.determinize(Random(chance.getrandbits(64)))]
            for move in chance.sample(moves, min(len(moves), 6)):
                reason = view.reason(move, seat)
                assert reason == state.reason(move, seat)
                for world in worlds:
                    check(Case(world, seat, move), reason)


def grid(*rows: str) -> str:
    """A position of rush-cards with these rows from the top, `-` for an empty one."""
    board = "/".join(".,.,.,.,." if row == "-" else row for row in rows)
    return f"rush-cards board={board} hand1=2578A hand2=2 deck1=KQJ deck2=- chamber1=-"


SUMO = "ring1=??????? ring2=??????? sumo1=? sumo2=? up=0000000"
PUSHED = f"{SUMO} hand1=?? hand2=55 deck=?x30 attack1=J attack2=9 value1=11 value2=9 seat=2"
FIGHT = "grid=7d7sAh/2d4sKh/*QsTd"
WORDS: list[tuple[str, dict[str, str]]] = [
    ("rush-stones size=5 board=5/5/2w2/1w3/5 turn=w", {"a1": "lets Black earn a turn at b1 a2; closes b1 a2 to White"}),
    ("rush-stones size=5 board=5/5/2w2/1w3/5 turn=b", {"b3": "earns an extra turn", "e5": "gives White no new turn"}),
    ("rush-stones size=5 board=5/5/2w2/1w3/5", {"c1": "opens c2 to White; lets White earn a turn at b1"}),
    ("rush-stones size=3 board=wwb/b1b/wb1 turn=b", {"b2": "earns an extra turn that cannot be used"}),
    ("rush-stones size=3 board=wwb/bbb/wb1 turn=w", {"c1": "fills the board"}),
    (grid("-", ".,^3,.,.,.", "-", "-", "-", "-"), {
        "b5b6": "steps onto the far row; nothing can take it there",
        "b5a5": "steps aside, 1 row from the far row", "b5b4": "steps back, 2 rows from the far row",
        "7@a1": "draws a card", "5+A": "makes a pair that counts 19; draws 2 cards",
    }),
    (grid(".,.,vK,v3,.", ".,^3,^3,.,.", "-", "-", "-", "-"), {
        "b5b6": "steps onto the far row; can be taken by K on c6", "c5xc6": "loses the 3 to the K",
        "c5d5": "steps aside, 1 row from the far row; can be traded for 3 on d6",
    }),
    (grid("-", "-", ".,v79,.,.,.", ".,^J,^9,.,.", "-", "-"), {
        "b3xb4": "loses the J to the 79", "b3xb4t": "takes the top 9 and leaves the 7; threatens 7 on b4",
        "c3c4": "steps forward, 2 rows from the far row; can be taken by 79 on b4",
    }),
    (grid("-", ".,.,v7,.,.", ".,^T2,.,.,.", "-", "-", "-"), {
        "b4c4": "steps aside, 2 rows from the far row; its top can be taken by 7 on c5; threatens 7 on c5",
    }),
    (grid("-", "-", ".,vT2,.,.,.", ".,^2,.,.,.", "-", "-"), {
        "b3xb4t": "trades the 2 for the top 2 and leaves the T", "b3xb4": "loses the 2 to the T2",
    }),
    (grid("-", "-", ".,v9,.,.,.", ".,^9,.,.,.", "-", "-"), {"b3xb4": "trades the 9 for the 9"}),
    (grid("-", "-", ".,v9,.,.,.", ".,^J,.,.,.", "-", "-"), {"b3xb4": "takes the 9 and stays"}),
    (f'{grid("-", "-", ".,v9,.,.,.", ".,^J,.,.,.", "-", "-")} advance=1', {"b3xb4": "takes the 9 and moves in"}),
    (grid("-", "-", "-", "-", ".,^9,.,.,.", ".,v7,.,.,."), {
        "b2xb1": "takes the 7 and stays; stops it from winning",
        "b2b3": "steps forward, 3 rows from the far row; lets 7 on b1 win", "2@a1": "lets 7 on b1 win; draws a card",
    }),
    (grid("-", "-", "-", "-", ".,v7,.,.,.", "^5,.,.,.,."), {
        "a1-": "takes the 5 back into the hand, where it is known; 7 on b2 can step to b1, where nothing can take it",
        "a1b1": "steps aside, 5 rows from the far row; can be taken by 7 on b2",
    }),
    (grid("-", ".,^3,.,.,.", "-", "-", ".,v7,.,.,.", "-"), {
        "b5b6": "steps onto the far row; nothing can take it there",
        "b5b4": "steps back, 2 rows from the far row; 7 on b2 can step to b1, where nothing can take it",
    }),
    (grid("-", "-", "-", "-", "-", ".,^8,.,.,.").replace("2578A", "25678").replace("chamber1=-", "chamber1=9A"), {
        "+@a2": "brings in a pair that counts 23",
    }),
    ("fifteen-rush piles=A,?2,??7,???9,????K,?????3,??????J stock=?x24 waste=- gone=- passes=0", {
        "2+5": "pairs 2 and K; uncovers the last card of pile 2; uncovers a card of pile 5, 3 more cards under it",
    }),
    ("fifteen-rush piles=7,38,K,K,K,K,Q stock=Q99 waste=2", {
        "1+2": "pairs 7 and 8; uncovers the last card of pile 2; pile 1 gets a card of the stock; leaves 4 other pairs",
        "3+w": "pairs K and 2; pile 3 gets a card of the stock; gives up 4+w 5+w 6+w; leaves 1 other pair",
    }),
    ("fifteen-rush piles=6,-,9,K,K,K,Q stock=- waste=24J passes=1", {
        "1+3": "pairs 6 and 9; pile 1 gets the J of the waste; pile 3 gets the 4 of the waste",
    }),
    ("fifteen-rush piles=6,9,Q,-,-,-,- stock=- waste=-", {
        "1+2": "pairs 6 and 9; empties pile 1 for good; empties pile 2 for good",
    }),
    ("fifteen-rush piles=K,K,K,K,Q,Q,Q stock=- waste=562T", {
        "deal": "no pair shows; turns the waste over; brings up the 2, which pairs with pile 1 2 3 4",
    }),
    ("fifteen-rush deal=anytime piles=K,2,8,K,Q,Q,Q stock=97 waste=5", {
        "deal": "leaves 2 pairs unplayed; deals 2 cards",
    }),
    (f"club-fight jokers=1 {FIGHT} deck=?x31 hand=25TK clubs=?x9 spent=- cleared=-", {
        "2:match": "clears a card: 2d; may unblock Line; leaves 39 cards for 12 clubs",
        "T:any:7": "clears a card: *; leaves 39 cards for 12 clubs",
    }),
    ("club-fight jokers=1 grid=8d.*/.../... deck=- hand=8 clubs=-", {
        "8:line:r1": "clears 2 cards: 8d *; the last ones",
        "8:any:1": "clears a card: 8d; nothing is blocked then; leaves 1 card and no club",
    }),
    ("club-fight jokers=1 grid=5h6h7h/2s3sAd/2d9dKd deck=8s hand=45 clubs=-", {
        "5:any:1": "clears a card: 5h; unblocks Run; blocks Up/Down; leaves 9 cards for 1 club",
        "4:down": "clears 4 cards: 2s 3s Ad 2d; unblocks Line; leaves 6 cards for 1 club",
    }),
    (f"club-fight-coop {FIGHT} deck=?x31 hand1=25T hand2=??? display=7 clubs1=?x3 clubs2=?x3 seat=1", {
        "7:match": "plays the display; clears 2 cards: 7d 7s; may unblock Line and Up/Down; "
                   "leaves 38 cards for 12 clubs",
    }),
    (f"club-fight-coop {FIGHT} deck=?x30 hand1=25T hand2=??? display=- clubs1=?x3 clubs2=?x3 spent=7 cleared=8d "
     "phase=give seat=1", {"give:T": "shows the T, which can clear 3 cards now; keeps 25"}),
    (f"sumo jokers=2 x=0 {SUMO} hand1=33* hand2=??? deck=?x32 seat=1", {
        "3": "counts 3; keeps 3 *", "*": "wild: draws a card; keeps 3 3", "33*": "counts 9; plays 3 cards",
    }),
    (f"sumo x=0 {SUMO} hand1=2AK hand2=??? deck=?x30 seat=1", {
        "2": "wild: draws a card; keeps A K", "K": "counts 13; keeps A 2",
    }),
    (f"sumo phase=ring x=1 {PUSHED}", {
        "challenge": "cancels the push of 2 unless its card is lower; leaves the sumo cards for a second try",
        "accept": "goes to column 3; at the edge; spares the ring cards",
    }),
    (f"sumo phase=ring x=-3 {PUSHED}", {"accept": "goes to column -1; spares the ring cards"}),
    (f"sumo phase=ring x=2 {PUSHED}", {
        "challenge": "forced, for the push goes out of the ring; cancels the push of 2 unless its card is lower; "
                     "leaves the sumo cards for a second try",
    }),
    (f"sumo phase=sumo x=0 {PUSHED}".replace(SUMO, "ring1=???K??? ring2=???7??? sumo1=? sumo2=? up=0001000"), {
        "challenge": "cancels the push of 2 unless its card is lower; the last challenge",
        "accept": "goes to column 2; 1 column from the edge; spares the sumo cards",
    }),
]


@pytest.mark.parametrize(("text", "reasons"), WORDS)
def test_the_words(text: str, reasons: dict[str, str]) -> None:
    position = engine.parse(text)
    assert {move: position.reason(move) for move in reasons} == reasons
    if isinstance(position, engine.State):
        for move, reason in reasons.items():
            check(Case(position, position.to_move[0], move), reason)


def test_what_is_not_true_is_found() -> None:
    """The checks of these tests, tried on reasons that are wrong."""
    state = engine.parse("rush-stones size=5 board=5/5/2w2/1w3/5 turn=b")
    assert isinstance(state, engine.State)
    for wrong in ("earns an extra turn", "closes a1 to Black", "lets White earn a turn at e4", "fills the board"):
        with pytest.raises(AssertionError, match="is not true"):
            check(Case(state, 1, "e5"), wrong)
    with pytest.raises(AssertionError, match="claimed by 0 forms"):
        check(Case(state, 1, "e5"), "is a good move")


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_reasons_are_one_line_without_a_stop(game: engine.Game) -> None:
    state = game.deal(7)
    for seat in state.to_move:
        for move in state.moves(seat)[:40]:
            reason = state.reason(move, seat)
            assert "\n" not in reason
            assert not reason.endswith(".")
            assert reason[:1] == reason[:1].lower()


def test_only_legal_moves_that_the_position_knows_have_reasons() -> None:
    state = engine.game("sumo").deal(1)
    with pytest.raises(engine.MoveError, match="is not legal"):
        state.reason("challenge", 1)
    with pytest.raises(engine.MoveError, match="does not know the moves of seat 2"):
        state.view(1).reason(state.moves(2)[0], 2)
    over = engine.parse("rush-stones size=3 board=bbb/bbb/www")
    with pytest.raises(engine.MoveError, match="the game is over"):
        over.reason("a1")


def test_a_game_without_words_says_nothing() -> None:
    game = engine.game("rush-stones")
    given = {name: getattr(game.notation, name) for name in REQUIRED}
    silent = replace(game, notation=engine.Notation(**given))
    assert not silent.notation.explains_moves
    assert silent.deal(size=3).reason("a1") == ""
