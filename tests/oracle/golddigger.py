"""GOLD DIGGER, told slowly: play a card, perhaps stake a claim, draw a card.

Written from the rulebook and the rulings alone, so that the tests have a second
opinion.  Nothing here is quick; everything is meant to be read aloud.
"""

MINES = ["badger", "coyote", "eagle", "fox", "moose", "owl"]
HAND = 3
STAKES = 3
PLACES = 5  # for gold and fool's gold, at each mine


def is_person(card: str) -> bool:
    """Whether *card* is one of the people, who each belong to one mine."""
    return card in MINES


def bags(card: str) -> int:
    """The bags of gold on an ore card; fool's gold has none."""
    return 0 if card == "fool" else int(card.removeprefix("gold "))


def payout(gold: int, stakes: list[int]) -> list[int]:
    """What each seat gets from a mine holding *gold* bags: every stake is paid the same.

    >>> payout(9, [1, 2])
    [3, 6]
    """
    if sum(stakes) == 0:
        return [0 for _ in stakes]
    share = gold // sum(stakes)
    return [share * count for count in stakes]


class Golddigger:
    """One game of GOLD DIGGER, from the deal to the last card placed."""

    def __init__(self, seats: int, starter: int, cards: list[str]) -> None:
        self.seats = seats
        self.seat = starter
        self.hands = [cards[HAND * seat : HAND * seat + HAND] for seat in range(seats)]
        self.pile = cards[HAND * seats :]
        self.people = dict.fromkeys(MINES, 0)
        self.ore: dict[str, list[int]] = {mine: [] for mine in MINES}
        self.stakes = {mine: [0] * seats for mine in MINES}
        self.unplaced = [STAKES] * seats

    def over(self) -> bool:
        """The game ends when every card has been placed."""
        return not self.pile and not any(self.hands)

    def legal(self) -> set[str]:
        """Every card in hand, at every mine that takes it, with and without a stake."""
        moves = set()
        for card in self.hands[self.seat]:
            if is_person(card):
                moves.add(card)
                if self.unplaced[self.seat] > 0:
                    moves.add(f"{card} stake")
            else:
                for mine in MINES:
                    if len(self.ore[mine]) < PLACES:
                        moves.add(f"{card.removeprefix('gold ')} {mine}")
        return moves

    def play(self, text: str) -> None:
        """Do *text* for the seat to move, then let it draw and pass the turn to the left."""
        if text not in self.legal():
            open_moves = ", ".join(sorted(self.legal())) or "nothing"
            raise ValueError(f"seat {self.seat + 1} cannot {text!r} now; it may: {open_moves}")
        first_word = text.split(maxsplit=1)[0]
        if is_person(first_word):
            self.place_person(first_word)
            if text.endswith(" stake"):
                self.stake(first_word)
        else:
            card = "fool" if first_word == "fool" else f"gold {first_word}"
            self.place_ore(card, text.split()[1])
        self.draw()
        self.seat = (self.seat + 1) % self.seats

    def place_person(self, mine: str) -> None:
        """Lay a person from the hand beside the mine of its colour."""
        self.hands[self.seat].remove(mine)
        self.people[mine] += 1

    def stake(self, mine: str) -> None:
        """Put one of the seat's own stakes on *mine*, where it stays."""
        self.unplaced[self.seat] -= 1
        self.stakes[mine][self.seat] += 1

    def place_ore(self, card: str, mine: str) -> None:
        """Lay gold or fool's gold from the hand beside *mine*."""
        self.hands[self.seat].remove(card)
        self.ore[mine].append(bags(card))

    def draw(self) -> None:
        """Take the next card from the pile, while there is one."""
        if self.pile:
            self.hands[self.seat].append(self.pile.pop(0))

    def points(self) -> list[int]:
        """What all the mines together would pay each seat now."""
        totals = [0] * self.seats
        for mine in MINES:
            for seat, coins in enumerate(payout(sum(self.ore[mine]), self.stakes[mine])):
                totals[seat] += coins
        return totals

    def winners(self) -> set[int]:
        """Most coins; the rulebook breaks no tie, so a tie is shared."""
        totals = self.points()
        return {seat for seat in range(self.seats) if totals[seat] == max(totals)}

    def facts(self) -> dict[str, object]:
        """The position in plain words, to compare state by state."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": len(self.pile),
            "people": dict(self.people),
            "ore": {mine: sorted(self.ore[mine]) for mine in MINES},
            "stakes": {mine: list(self.stakes[mine]) for mine in MINES},
            "unplaced": list(self.unplaced),
        }
