"""Following a real table of Sumo from one seat: what a move shows that the seat's view does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.errors import MoveError
from dohyo.engine.games.sumo import moves
from dohyo.engine.games.sumo.moves import ATTACKS, CHALLENGE, MADE
from dohyo.engine.games.sumo.ring import ATTACK, EDGE, RING, ranks
from dohyo.engine.grammar import quote


def suppose(buffer: Buffer, seat: int, move: int) -> None:
    """See `Notation.suppose`."""
    record = buffer.record[0]
    if record["phase"] == ATTACK and move in ATTACKS:
        _put_into_hand(record, seat, ATTACKS[move])


def _put_into_hand(record: Any, seat: int, attack: Sequence[int], *, marked: bool = False) -> bool:
    """Put the cards of an attack into a hand where unknown cards are; whether that can be. marked: `~` says which are
    recycled; else a card counts as recycled only where it cannot be another."""
    hand = [card for card in record["hand"][seat - 1].tolist() if card]
    known = Counter(cards.plain(card) for card in hand if card != cards.UNKNOWN)
    missing = [card for card in attack if not _take(known, cards.plain(card))]
    unknown = hand.count(cards.UNKNOWN)
    pool = Counter(ranks(record["pool"].tolist()))
    recycled = max(0, pool.total() - int(record["decksize"])) if pool else 0
    rest = _unseen(record)
    for marks in sorted(product((0, cards.DRAWN), repeat=len(missing)), key=sum):
        if marked and any(mark != card & cards.DRAWN for mark, card in zip(marks, missing, strict=True)):
            continue
        old = Counter(cards.plain(card) for card, mark in zip(missing, marks, strict=True) if mark)
        new = Counter(cards.plain(card) for card, mark in zip(missing, marks, strict=True) if not mark)
        if old.total() <= recycled and new.total() <= unknown - recycled and old <= pool and new <= rest:
            placed = [cards.plain(card) | mark for card, mark in zip(missing, marks, strict=True)]
            shown = [card for card in hand if card != cards.UNKNOWN]
            left = [cards.UNKNOWN] * (unknown - len(placed))
            record["hand"][seat - 1][: len(hand)] = cards.in_order([*left, *shown, *placed])
            for card in old.elements():
                record["pool"][card] -= 1
            return True
    return False


def _take(counts: Counter[int], card: int) -> bool:
    counts[card] -= 1
    return counts[card] >= 0


def _unseen(record: Any) -> Counter[int]:
    """The cards that a view knows to be neither anywhere nor in its pool."""
    rest = Counter(dict.fromkeys(range(1, cards.JOKER), 4)) + Counter({cards.JOKER: int(record["jokers"])})
    for name in ("ring", "sumo", "hand", "drawn"):
        rest.subtract(cards.plain(card) for card in record[name].ravel().tolist())
    rest.subtract(ranks(record["gone"].tolist()))
    rest.subtract(ranks(record["pool"].tolist()))
    if record["phase"] != ATTACK:
        rest.subtract(card for code in record["attack"].tolist() if code for card in ATTACKS[code])
    return +Counter({card: rest[card] for card in range(1, cards.UNKNOWN)})


def _forget(record: Any, seat: int) -> None:
    """Make the cards that were put into a hand unknown again."""
    hand = record["hand"][seat - 1].tolist()
    for place, card in enumerate(hand):
        if card and not card & cards.SHOWN:
            if card & cards.DRAWN:
                record["pool"][cards.plain(card)] += 1
            hand[place] = cards.UNKNOWN
    size = len(hand) - hand.count(0)
    record["hand"][seat - 1][:size] = cards.in_order(hand[:size])


def turn_up(buffer: Buffer, seat: int, mover: int, move: int, told: Mapping[str, str]) -> None:
    """See `Notation.turn_up`. Fields: attack1 or attack2, of the other seat; ring1 and ring2, or sumo1 and sumo2, of a
    challenge; deck, the cards that the seat sees drawn; first and lead, the seats that coins chose."""
    record, left = buffer.record[0], dict(told)
    if record["phase"] == ATTACK:
        if not record["attack"][2 - mover]:
            _refuse(left)
            return
        _show_attack(record, 3 - seat, left, move if mover != seat else None)
    elif move == CHALLENGE:
        names = ("ring1", "ring2") if record["phase"] == RING else ("sumo1", "sumo2")
        for place, name in enumerate(names):
            column = int(record["x"]) + EDGE
            at = record["ring"][7 * place + column :] if record["phase"] == RING else record["sumo"][place:]
            at[0] = _one_card(record, name, left)
    _tell(buffer, seat, mover, move, left)


def _refuse(left: Mapping[str, str]) -> None:
    if left:
        name = next(iter(left))
        raise MoveError(f"--reveal {name}: this move turns up nothing of that kind that the view does not show")


def _show_attack(record: Any, other: int, left: dict[str, str], move: int | None) -> None:
    """The attack of the other seat, which is `move` if that is known, is shown."""
    name = f"attack{other}"
    if name not in left:
        if move is None:
            raise MoveError(f"--reveal {name} is missing: both attacks are shown now; give the other one, such as "
                            f"--reveal {name}=K")
        return
    text = left.pop(name)
    played = cards.read(name, text, jokers=bool(record["jokers"]), unknown=False, marks="~",
                        error=MoveError)
    code = moves.attack_of(played)
    if code is None or move not in (None, code):
        right = "an attack is one card, 33, 333, 44, 55 or with Jokers 3*, 33*, 3**, 4*, 5*"
        raise MoveError(f"--reveal {name}={quote(text)}: {right if move is None else 'the move names other cards'}")
    placed = int(record["attack"][other - 1]) - MADE
    if move is None and placed not in (0, len(played)):
        raise MoveError(f"--reveal {name}={quote(text)}: seat {other} has placed {placed} cards")
    _forget(record, other)
    if not _put_into_hand(record, other, played, marked=any(card & cards.DRAWN for card in played)):
        raise MoveError(f"--reveal {name}={quote(text)}: hand{other} cannot hold these cards, by what the view shows")
    if move is None:
        record["attack"][other - 1] = code


def _one_card(record: Any, name: str, left: dict[str, str]) -> int:
    if name not in left:
        raise MoveError(f"--reveal {name} is missing: the challenge turns up one card for each of "
                        f"{name[:-1]}1 and {name[:-1]}2; give them, such as --reveal {name}=7")
    text = left.pop(name)
    given = cards.read(name, text, jokers=bool(record["jokers"]), unknown=False, error=MoveError)
    if len(given) != 1:
        raise MoveError(f"--reveal {name}={quote(text)}: {len(given)} cards; one card turns up there")
    if not _unseen(record)[given[0]]:
        raise MoveError(f"--reveal {name}={quote(text)}: no such card can lie there, by what the view shows")
    return given[0]


def _tell(buffer: Buffer, seat: int, mover: int, move: int, left: dict[str, str]) -> None:
    """Put in the cards drawn and the coins, after a trial of the move that tells which it needs."""
    record, text = buffer.record[0], left.pop("deck", "-")
    drawn = cards.read("deck", text, jokers=bool(record["jokers"]), unknown=False, error=MoveError)
    most = len(record["coming"])
    record["coming"][: min(len(drawn), most)] = drawn[:most]
    coins = {name: left.pop(name, None) for name in ("first", "lead")}
    for name, chosen in coins.items():
        if chosen not in (None, "1", "2"):
            raise MoveError(f"--reveal {name}={quote(chosen or '')}: {name} is a seat, 1 or 2")
        record[f"told{name}"] = int(chosen or 0)
    _refuse(left)
    trial = buffer.copy()
    trial.play(mover - 1, move)
    after = trial.record[0]
    _check_coin("first", coins["first"], bool(after["askedfirst"]), "who draws first for wild cards")
    needed = int(after["asked"])
    if len(drawn) < needed:
        raise MoveError(f"--reveal deck={quote(text)}: {len(drawn)} cards, and the seat sees at least {needed} drawn "
                        f"now, for wild cards and into its own hand; give all in that order, such as "
                        f"--reveal deck={'7KA'[:needed] if needed < 4 else '7KA…'}")
    if len(drawn) > needed:
        raise MoveError(f"--reveal deck={quote(text)}: {len(drawn)} cards, and the seat sees only {needed} drawn now, "
                        "for wild cards and into its own hand")
    _check_coin("lead", coins["lead"], bool(after["askedlead"]), "who places first in the next round")
    trial.to_view(seat - 1)
    if trial.check():
        raise MoveError(f"--reveal deck={quote(text)}: not all of these cards can lie there, by what the view shows")


def _check_coin(name: str, chosen: str | None, needed: bool, what: str) -> None:
    if needed and chosen is None:
        raise MoveError(f"--reveal {name} is missing: a coin decides {what}; give the seat, such as --reveal {name}=1")
    if chosen is not None and not needed:
        raise MoveError(f"--reveal {name}={chosen}: no coin decides {what} here")
