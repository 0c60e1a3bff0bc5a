"""A match: as many games as seats, the start moves on by one seat each game, points add up.

GOLD's rulebook prints it; for the other games it is ours, and marked so.  Level totals are decided
by the last game, and still level after that the match is shared.

The rulings are G-38, G-39, D-26 and A-01.
"""

import msgspec

from motherlode.games import game

_MOST_POINTS = 9999


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match at one moment; adding the scores of a game gives the next one."""

    game: str
    seats: int
    first_starter: int
    scores: tuple[tuple[int, ...], ...] = ()  # of the games played so far, by seat

    def __post_init__(self) -> None:
        """Refuse what no table could have come to."""
        possible = game(self.game).seats
        if type(self.seats) is not int or self.seats not in possible:
            named = ", ".join(map(str, possible))
            raise ValueError(f"{game(self.game).title} has {named} seats, not {self.seats!r:.60}")
        if type(self.first_starter) is not int or not 0 <= self.first_starter < self.seats:
            raise ValueError(
                f"the starter is a seat from 0 to {self.seats - 1}, not {self.first_starter!r:.60}"
            )
        if len(self.scores) > self.seats:
            raise ValueError(f"the match has {self.seats} games, not {len(self.scores)}")
        for scores in self.scores:
            _check_scores(scores, self.seats)

    @classmethod
    def begin(cls, game: str, seats: int, first_starter: int) -> "Match":
        """A match before its first game.

        >>> Match.begin("goldrush", seats=3, first_starter=2).starter
        2
        """
        return cls(game, seats, first_starter)

    @property
    def games(self) -> int:
        """How many games the match has."""
        return self.seats

    @property
    def number(self) -> int:
        """The number of the next game, counted from 1."""
        self._refuse_if_over()
        return len(self.scores) + 1

    @property
    def starter(self) -> int:
        """The seat that starts the next game."""
        self._refuse_if_over()
        return (self.first_starter + len(self.scores)) % self.seats

    def add(self, scores: tuple[int, ...]) -> "Match":
        """The match after one more game with these *scores*."""
        self._refuse_if_over()
        return msgspec.structs.replace(self, scores=(*self.scores, tuple(scores)))

    def _refuse_if_over(self) -> None:
        if self.over:
            raise ValueError(f"the match is over: all {self.games} games are played")

    @property
    def over(self) -> bool:
        """Whether all games are played."""
        return len(self.scores) == self.games

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat over all games so far."""
        return tuple(sum(scores[seat] for scores in self.scores) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; nobody before it is over.

        >>> Match("goldrush", 2, 0, ((9, 5), (5, 9))).winners
        (1,)
        """
        if not self.over:
            return ()
        ahead = _best(range(self.seats), self.totals)
        return _best(ahead, self.scores[-1])

    @property
    def printed(self) -> bool:
        """Whether the game's own rulebook has matches, or they are ours."""
        return game(self.game).match_is_printed

    def to_json(self) -> bytes:
        """The whole match."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, text: bytes | str) -> "Match":
        """The match ``to_json`` wrote; anything else raises ``ValueError``."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ValueError(f"this is no match: {error}") from None


def _best(seats: range | tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    most = max(points[seat] for seat in seats)
    return tuple(seat for seat in seats if points[seat] == most)


def _check_scores(scores: tuple[int, ...], seats: int) -> None:
    if len(scores) != seats:
        raise ValueError(f"a game has a score for each of the {seats} seats, not {len(scores)}")
    for points in scores:
        if type(points) is not int or abs(points) > _MOST_POINTS:
            raise ValueError(f"points are whole numbers, not {points!r:.60}")
