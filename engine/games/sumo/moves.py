"""Moves of sumo as text, how the kernel's codes stand for them, and why a move is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.cext.sumo import COMBOS
from dohyo.engine import cards
from dohyo.engine.errors import MoveError
from dohyo.engine.games.sumo.ring import ATTACK
from dohyo.engine.grammar import quote

#: The first combination; challenge and accept; from MADE on, choices of which only that they were made is known.
_COMBINATIONS, CHALLENGE, ACCEPT, MADE = 15, 24, 25, 26
#: What a wild card counts until a card is drawn for it, and an ace, the highest.
WILD, HIGHEST = 2, 14

#: The cards of each attack by its code.
ATTACKS: dict[int, tuple[int, ...]] = {
    **{code: (code,) for code in range(1, _COMBINATIONS)},
    **{
        code: (rank,) * copies + (cards.JOKER,) * jokers
        for code, (rank, copies, jokers) in enumerate(COMBOS, _COMBINATIONS)
    },
}
_BY_CARDS = {attack: code for code, attack in ATTACKS.items()}
_WORDS = {"challenge": CHALLENGE, "accept": ACCEPT}
_TEXTS = {**{code: cards.write(attack) for code, attack in ATTACKS.items()}, CHALLENGE: "challenge", ACCEPT: "accept"}
_BY_TEXT = {text: code for code, text in _TEXTS.items()}


def name(code: int) -> str:
    """The text of a move; of a hidden choice one `?`, or one for each card where their number is known."""
    return _TEXTS[code] if code < MADE else "?" * max(1, code - MADE)


def counts(attack: Sequence[int]) -> int:
    """What the cards of an attack count: WILD for a single 2 or Joker."""
    first = attack[0]
    if len(attack) == 1:
        return HIGHEST if first == 1 else WILD if first == cards.JOKER else first
    return first * len(attack)


def distance(first: int, second: int) -> int:
    """How far a round goes towards column 3 by what both seats count, none WILD, if it is not challenged."""

    def kind(count: int) -> int:
        return (count > 10) + (count == HIGHEST)

    high, low = max(first, second), min(first, second)
    if high == low:
        return 0
    push = 1 if kind(high) == kind(low) else kind(high) + (kind(low) == 0)
    return push if first > second else -push


def attack_of(played: list[int]) -> int | None:
    """The code of the attack by these cards, in any order, or None."""
    return _BY_CARDS.get(tuple(sorted(cards.plain(card) for card in played)))


def read_attack(text: str) -> int | None:
    """The code of an attack, or None; its cards may stand in any order."""
    return _BY_TEXT.get("".join(sorted(text.replace("10", "T"), key="A23456789TJQK*".find))) if text else None


def read_hidden(text: str, *, counted: bool) -> int | None:
    """The code of a hidden choice, or None. counted: the number of its cards is known, one `?` each."""
    if not text or text.strip("?") or len(text) > (3 if counted else 1):
        return None
    return MADE + len(text) if counted else MADE


def write(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.format_move`."""
    del buffer, seat
    return name(move)


def read(buffer: Buffer, seat: int, text: str) -> int:
    """See `Notation.parse_move`."""
    del seat
    counted = bool(buffer.record[0]["placement"])
    code = _WORDS.get(text) or read_attack(text) or read_hidden(text, counted=counted)
    if code is None:
        raise MoveError(f"move {quote(text)}: a move is an attack (a card such as K, or 33, 333, 44, 55, with Jokers "
                        "* also 3*, 33*, 3**, 4*, 5*), challenge or accept")
    return code


def explain(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.explain`."""
    record = buffer.record[0]
    if record["phase"] != ATTACK:
        if move == ACCEPT:
            return "the push goes out of the ring, so it must be challenged"
        return "attacks are shown already; the seat pushed answers by challenge or accept"
    if move in (CHALLENGE, ACCEPT):
        return "nobody is pushed; attacks are chosen now"
    if move >= MADE:
        return "only in a view may the other seat's choice stay hidden, and only while its own seat has not chosen"
    if int(record["viewer"]) in (0, seat):
        return f"the hand does not have {cards.write(ATTACKS[move])}"
    return f"by what the view shows, hand{seat} cannot hold {cards.write(ATTACKS[move])}"
