"""Club Fight for two as a reader of the rules would write it: slow, plain, and without a look at the kernel.

The comments sum up the rules as ruled in docs/rules/club-fight-coop.md. What a seat knows is kept club by club: who has
seen where it is.
"""

from __future__ import annotations

import re
from typing import Self

from models.club_fight import RANKS, Grid, pile, ranked

SEATS = (1, 2)


class ClubFightCoop:
    """One game. clubs: each seat's deck, top first; knows: by club, the seats that have seen where it is now."""

    def __init__(self, grid: Grid, first: int) -> None:
        self.grid = grid
        self.first = first
        self.hands: dict[int, list[str]] = {1: [], 2: []}
        self.clubs: dict[int, list[str]] = {1: [], 2: []}
        self.display: list[str] = []
        self.turn = first
        self.phase = "play"
        self.knows: dict[str, set[int]] = {rank: set() for rank in RANKS}

    @classmethod
    def from_text(cls, text: str) -> Self:
        fields = dict(word.split("=", 1) for word in text.split()[1:])
        game = cls(Grid.from_fields(fields), int(fields.get("first", 1)))
        game.turn, game.phase = int(fields.get("turn", 1)), fields.get("phase", "play")
        game.display = list(fields["display"].strip("-"))
        for seat in SEATS:
            game.clubs[seat] = list(fields[f"clubs{seat}"].strip("-"))
            for club in re.findall(r"[A-Z2-9]!?", fields[f"hand{seat}"]):
                game.hands[seat].append(club[0])
                game.knows[club[0]] = set(SEATS) if club.endswith("!") else {seat}
        for club in game.display:
            game.knows[club] = set(SEATS)
        game.look()
        return game

    def open_hands(self) -> bool:
        """ "Hidden until both decks are empty"."""
        return not (self.clubs[1] or self.clubs[2])

    def look(self) -> None:
        """Open hands are seen by both."""
        if self.open_hands():
            for club in self.hands[1] + self.hands[2]:
                self.knows[club] = set(SEATS)

    def over(self) -> bool:
        """Won, or "the player whose turn it is has no club to play"."""
        return self.grid.empty() or not (self.hands[self.turn] or self.display)

    def to_move(self) -> tuple[int, ...]:
        return () if self.over() else (self.turn,)

    def returns(self) -> tuple[float, ...] | None:
        """ "Result shared (both 1 or both 0)"."""
        if not self.over():
            return None
        return (1.0, 1.0) if self.grid.empty() else (0.0, 0.0)

    def spellings(self) -> dict[str, str]:
        """Every legal spelling of every legal move, and the text that is printed for it. "Playable clubs: own hand +
        display"; to give "from all clubs left (hand plus display if not played)"."""
        clubs = self.hands[self.turn] + self.display
        if self.phase == "give":
            return {f"give:{club}": f"give:{club}" for club in clubs}
        return self.grid.spellings("".join(clubs))

    def moves(self, seat: int) -> list[str]:
        assert seat == self.turn
        return sorted(set(self.spellings().values()))

    def play(self, seat: int, move: str) -> None:
        """ "action, refill, GIVE (seeing the new grid), draw"."""
        assert seat == self.turn
        if self.phase == "give":
            self.give(move.removeprefix("give:"))
            self.end_turn()
            return
        (self.display if move[0] in self.display else self.hands[seat]).remove(move[0])
        self.grid.clear(move)
        self.grid.refill()
        if self.grid.empty():
            return  # "Win on turn t: skip give/draw"
        if self.hands[seat] or self.display:
            self.phase = "give"
        else:
            self.end_turn()  # "on turn 13 nothing to give"

    def give(self, club: str) -> None:
        """ "exactly one becomes the display; re-showing the same display club is allowed"; both see the display, and a
        club taken from it is still known."""
        hand = self.hands[self.turn]
        hand.extend(self.display)
        hand.remove(club)
        self.display = [club]
        self.knows[club] = set(SEATS)

    def end_turn(self) -> None:
        """ "Draw to 3 from own deck only"."""
        hand, clubs = self.hands[self.turn], self.clubs[self.turn]
        while clubs and len(hand) < 3:
            hand.append(clubs.pop(0))
            self.knows[hand[-1]] = {self.turn}
        self.look()
        self.turn = 3 - self.turn
        self.phase = "play"

    def text(self) -> str:
        return self.write(None)

    def view(self, seat: int) -> str:
        return self.write(seat)

    def write(self, seat: int | None) -> str:
        words = ["club-fight-coop", f"jokers={self.grid.jokers}"]
        if self.grid.runmin != 1:
            words.append(f"runmin={self.grid.runmin}")
        if self.first != 1:
            words.append(f"first={self.first}")
        table, cleared = self.grid.words(hidden=seat is not None)
        words += table
        words += [f"hand{owner}={self.hand_of(owner, seat)}" for owner in SEATS]
        words.append("display=" + ("".join(self.display) or "-"))
        words += [f"clubs{owner}={pile(self.clubs[owner], hidden=seat is not None)}" for owner in SEATS]
        unspent = [*self.hands[1], *self.hands[2], *self.display, *self.clubs[1], *self.clubs[2]]
        words.append("spent=" + ("".join(rank for rank in RANKS if rank not in unspent) or "-"))
        words += [cleared, f"turn={self.turn}", f"phase={self.phase}"]
        return " ".join(words + ([f"seat={seat}"] if seat else []))

    def hand_of(self, owner: int, seat: int | None) -> str:
        """A hand as a seat sees it, None for the whole truth; `!` "the other seat knows that this card is there", and
        none where "hands are open to both"."""
        hand, open_to_both = ranked(self.hands[owner]), self.open_hands()
        seen = [club for club in hand if seat in (None, *self.knows[club])]
        marked = [club + "!" * (not open_to_both and self.knows[club] == set(SEATS)) for club in seen]
        return "?" * (len(hand) - len(seen)) + "".join(marked) or "-"
