"""GOLD, told slowly: flip two cards a turn until the Gold Rush, then one.

Written from the rulebook and the rulings alone, so that the tests have a second
opinion.  Nothing here is quick; everything is meant to be read aloud.
"""

from itertools import combinations

SPOTS = [column + row for row in "12345678" for column in "abcdefgh"]
FEW = 10


def is_gold(card: str) -> bool:
    """Whether *card* is gold."""
    return card.startswith("gold")


def is_dynamite(card: str) -> bool:
    """Whether *card* is dynamite."""
    return card == "dynamite"


def is_digger(card: str) -> bool:
    """Whether *card* is a gold digger, of whatever colour."""
    return not is_gold(card) and not is_dynamite(card)


def value(card: str) -> int:
    """The number on a digger or on gold."""
    return int(card.split()[1])


def meeting(first: str, second: str) -> str:
    """What two cards do to each other: "blast", "carry", "duel" or "nothing"."""
    if is_dynamite(first) or is_dynamite(second):
        return "blast"
    if is_gold(first) and is_gold(second):
        return "nothing"
    if is_digger(first) and is_digger(second):
        return "duel" if value(first) != value(second) else "nothing"
    digger, gold = (first, second) if is_digger(first) else (second, first)
    return "carry" if value(digger) >= value(gold) else "nothing"


def is_dead(cards: list[str]) -> bool:
    """Whether no two of *cards* can change the table."""
    return all(meeting(first, second) == "nothing" for first, second in combinations(cards, 2))


class Goldrush:
    """One game of GOLD, from the cards laid out to the last one gone."""

    def __init__(
        self, seats: int, starter: int, owners: dict[str, int | None], cards: list[str]
    ) -> None:
        self.seats = seats
        self.seat = starter
        self.owners = dict(owners)
        # Fewer than 64 cards leave the last spots empty: handy for setting up a position.
        self.table = dict(zip(SPOTS, cards, strict=False))
        self.won: list[list[int]] = [[] for _ in range(seats)]
        self.first: str | None = None
        self.rush: str | None = None
        self.quiet = 0
        self.begin_turn()

    def over(self) -> bool:
        """The game ends when the last card has left the table."""
        return not self.table

    def legal(self) -> set[str]:
        """Every spot with a card lying face down."""
        return set(self.table) - {self.first}

    def play(self, text: str) -> None:
        """Flip the card at the spot *text*."""
        if text not in self.legal():
            open_moves = ", ".join(sorted(self.legal())) or "nothing"
            raise ValueError(f"seat {self.seat + 1} cannot {text!r} now; it may: {open_moves}")
        if self.rush:
            self.pick(text)
            self.next_turn()
        elif self.first is None:
            self.first = text
        else:
            cards_before = len(self.table)
            self.settle(self.first, text)
            self.first = None
            self.quiet = self.quiet + 1 if len(self.table) == cards_before else 0
            self.next_turn()

    def pick(self, spot: str) -> None:
        """One flip in the Gold Rush: gold is kept, anything else just leaves."""
        card = self.table.pop(spot)
        if is_gold(card):
            self.won[self.seat].append(value(card))

    def settle(self, first: str, second: str) -> None:
        """Let the two cards turned up do what they do."""
        what = meeting(self.table[first], self.table[second])
        if what == "blast":
            del self.table[first], self.table[second]
        elif what == "duel":
            first_loses = value(self.table[first]) < value(self.table[second])
            del self.table[first if first_loses else second]
        elif what == "carry":
            self.carry(self.table.pop(first), self.table.pop(second))

    def carry(self, first: str, second: str) -> None:
        """Give the gold to the digger's owner, or to the seat to move if nobody owns it."""
        digger, gold = (first, second) if is_digger(first) else (second, first)
        owner = self.owners[digger.split()[0]]
        self.won[self.seat if owner is None else owner].append(value(gold))

    def next_turn(self) -> None:
        """Pass the turn to the left."""
        self.seat = (self.seat + 1) % self.seats
        self.begin_turn()

    def begin_turn(self) -> None:
        """See whether the Gold Rush begins now; once begun it never stops."""
        if self.rush:
            return
        if len(self.table) <= FEW:
            self.rush = "few left"
        elif is_dead(list(self.table.values())):
            self.rush = "dead table"  # house rule Q1
        elif self.quiet >= max(12, 4 * self.seats):
            self.rush = "quiet turns"  # house rule Q2
        if self.rush:
            self.quiet = 0

    def points(self) -> list[int]:
        """The gold each seat has won so far."""
        return [sum(gold) for gold in self.won]

    def winners(self) -> set[int]:
        """Most gold by value, then most gold cards, then shared."""
        results = [(sum(gold), len(gold)) for gold in self.won]
        return {seat for seat in range(self.seats) if results[seat] == max(results)}

    def facts(self) -> dict[str, object]:
        """The position in plain words, to compare state by state."""
        return {
            "table": sorted(self.table),
            "first": self.first,
            "rush": self.rush,
            "quiet": self.quiet,
            "won": [sorted(gold) for gold in self.won],
        }
