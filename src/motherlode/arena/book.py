"""What was played so far: a small row of numbers for each pairing and deal.

Only whole numbers are kept, so that sums are exact and the order in which results came in cannot
show.  What counts of a pairing are its first deals without a gap, up to where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from motherlode.arena.clear import Doubt
from motherlode.arena.plan import Contest, Pairing
from motherlode.arena.table import Played, Score
from motherlode.games import game

# A whole victory: it can be shared by two, three, four or five seats without a remainder.
VICTORY = 60
GAME = np.dtype([("won", np.int8), ("ending", np.int8), ("moves", np.int16), ("margin", np.int32)])


class BadResult(ValueError):
    """A result that does not belong to the contest."""


class Page:
    """The results of one pairing."""

    def __init__(self, pairing: Pairing, contest: Contest, endings: tuple[str, ...]) -> None:
        """An empty page with room for every deal."""
        self.pairing = pairing
        self.moves = [0, 0]
        self.ms = [0.0, 0.0]
        self._endings = endings
        self._rows = np.zeros((contest.deals, pairing.games), GAME)
        self._is_there = np.zeros(contest.deals, bool)
        self._reached = 0
        self._doubt = Doubt() if contest.until_clear else None
        self._stopped = False

    def add(self, played: Played) -> bool:
        """Write down what was played on a deal, and say whether it is news."""
        if not 1 <= played.deal <= len(self._rows) or len(played.games) != self.pairing.games:
            raise BadResult(f"deal {played.deal} of {self.pairing} is none of this contest")
        if self._is_there[played.deal - 1]:
            return False
        for i, score in enumerate(played.games):
            self._rows[played.deal - 1, i] = self._row(score, i % self.pairing.seats)
        self._is_there[played.deal - 1] = True
        for side in range(2):
            self.moves[side] += played.moves[side]
            self.ms[side] += played.ms[side]
        self._go_on()
        return True

    def _row(self, score: Score, lone: int) -> tuple[int, int, int, int]:
        """A game as the one who sat alone has it."""
        won = VICTORY // len(score.winners) if lone in score.winners else 0
        margin = self.pairing.seats * score.points[lone] - sum(score.points)
        return won, self._endings.index(score.ending), score.moves, margin

    def _go_on(self) -> None:
        while not self.is_complete and self._is_there[self._reached]:
            won = self._rows[self._reached]["won"].tolist()
            self._reached += 1
            if self._doubt:
                self._doubt.hear(_balance(won, self.pairing.seats))
                self._stopped = self._doubt.is_settled

    @property
    def deals(self) -> int:
        """How many deals count."""
        return self._reached

    @property
    def stopped(self) -> bool:
        """Whether it became clear who is the stronger."""
        return self._stopped

    @property
    def is_complete(self) -> bool:
        """Whether no more deals are needed."""
        return self._stopped or self._reached == len(self._rows)

    @property
    def rows(self) -> NDArray[np.void]:
        """The games of the deals that count, a row for each deal."""
        return self._rows[: self._reached]

    @property
    def won(self) -> NDArray[np.int64]:
        """What both won alone, by deal, side and seat; a whole victory is ``VICTORY``."""
        return self._both_sides("won", VICTORY)

    @property
    def margin(self) -> NDArray[np.int64]:
        """How many points more both had alone than each of the others, added up over these."""
        return self._both_sides("margin", 0)

    def _both_sides(self, name: str, whole: int) -> NDArray[np.int64]:
        found = self.rows[name].astype(np.int64).reshape(self.deals, -1, self.pairing.seats)
        if self.pairing.seats > 2:
            return found
        # Where two sit, what one wins alone is what the other does not, in the other seat.
        return np.concatenate([found, whole - found[:, :, ::-1]], axis=1)

    @property
    def ms_a_deal(self) -> float:
        """How long the bots think on one deal, as far as is known."""
        return sum(self.ms) / max(int(self._is_there.sum()), 1)

    def missing(self) -> Iterator[int]:
        """The numbers of the deals that are not here."""
        return (int(deal) + 1 for deal in np.flatnonzero(~self._is_there))


def _balance(won: list[int], seats: int) -> float:
    """How a deal went: 1 if the one won all and the other nothing, 0.5 if they won the same."""
    there, back = sum(won[:seats]), sum(won[seats:])
    if seats == 2:
        back = seats * VICTORY - there
    return (1 + (there - back) / (seats * VICTORY)) / 2


class Book:
    """The results of a contest."""

    def __init__(self, contest: Contest) -> None:
        """A page for each pairing."""
        endings = tuple(game(contest.game).words.ENDINGS)
        self.pages = {pairing: Page(pairing, contest, endings) for pairing in contest.pairings}

    def add(self, played: Played) -> bool:
        """Write down what was played on a deal, and say whether it is news."""
        if played.pairing not in self.pages:
            raise BadResult(f"{played.pairing} is none of this contest's pairings")
        return self.pages[played.pairing].add(played)
