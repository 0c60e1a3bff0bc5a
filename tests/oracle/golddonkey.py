"""Gold!, told slowly: take the lowest card or exchange one, and score every set of three.

Written from the rulebook and the rulings alone, so that the tests have a second
opinion.  Nothing here is quick; everything is meant to be read aloud.
"""

COLOURS = ["green", "blue", "violet", "red", "orange", "pink"]
DONKEY = -2
ASIDE = 2
OFFER = 5
SET = 3


def colour(card: str) -> str:
    """The colour of *card*."""
    return card.split(maxsplit=1)[0]


def is_donkey(card: str) -> bool:
    """Whether *card* is a donkey; every other card is gold."""
    return card.endswith(" donkey")


def value(card: str) -> int:
    """What *card* is worth."""
    return DONKEY if is_donkey(card) else int(card.split()[1])


def may_exchange(own: str, offered: str) -> bool:
    """Whether *own* may be given for *offered*.

    >>> may_exchange("blue 6", "green 4"), may_exchange("blue 6", "red donkey")
    (True, False)
    """
    if is_donkey(offered):
        return False
    return is_donkey(own) or value(offered) < value(own)


def colour_prizes(rows: list[list[str]], wanted: str) -> dict[int, str]:
    """Who scores *wanted* in the colour scoring, and with which card."""
    totals: dict[int, int] = {}
    best_gold: dict[int, str] = {}
    for seat, row in enumerate(rows):
        cards = [card for card in row if colour(card) == wanted]
        gold = [card for card in cards if not is_donkey(card)]
        if cards:
            totals[seat] = sum(value(card) for card in cards)
        if gold:
            best_gold[seat] = max(gold, key=value)
    # Donkeys alone total -2 at most and gold with a donkey 1 at least, so the best total is a
    # total with gold in it whenever anybody has gold; if nobody has, there is no prize.
    return {seat: card for seat, card in best_gold.items() if totals[seat] == max(totals.values())}


class Golddonkey:
    """One game of Gold!, from the first offer to the colour scoring."""

    def __init__(self, seats: int, starter: int, donkeys: list[str], cards: list[str]) -> None:
        self.seats = seats
        self.seat = starter
        self.rows = [[f"{donkey} donkey"] for donkey in donkeys]
        self.score: list[list[str]] = [[] for _ in range(seats)]
        self.pile = cards[ASIDE:]
        self.offer: list[str] = []
        self.bonus = False
        self.ended = False
        self.refill()

    def over(self) -> bool:
        """The game ends after the turn in which the last card on offer is taken."""
        return self.ended

    def legal(self) -> set[str]:
        """A take or an exchange, or the choice of a bonus card when a set has just been made."""
        if self.ended:
            return set()
        if self.bonus:
            return self.bonuses() | {"no bonus"}
        return self.takes() | self.swaps()

    def takes(self) -> set[str]:
        """Any of the lowest cards on offer."""
        lowest = min(value(card) for card in self.offer)
        return {f"take {card}" for card in self.offer if value(card) == lowest}

    def swaps(self) -> set[str]:
        """Gold for lower gold, or a donkey for any gold."""
        moves = set()
        for own in self.rows[self.seat]:
            for offered in self.offer:
                if may_exchange(own, offered):
                    moves.add(f"swap {own} for {offered}")
        return moves

    def bonuses(self) -> set[str]:
        """Opponents' cards in colours the seat has none of; its set is still in its row."""
        own_colours = {colour(card) for card in self.rows[self.seat]}
        moves = set()
        for seat in range(self.seats):
            if seat != self.seat:
                for card in self.rows[seat]:
                    if colour(card) not in own_colours:
                        moves.add(f"bonus {card} from {seat + 1}")
        return moves

    def play(self, text: str) -> None:
        """Do *text* for the seat to move, and all that follows from it."""
        if text not in self.legal():
            open_moves = ", ".join(sorted(self.legal())) or "nothing"
            raise ValueError(f"seat {self.seat + 1} cannot {text!r} now; it may: {open_moves}")
        if self.bonus:
            self.take_bonus(text)
            self.bonus = False
        else:
            self.act(text)
            self.bonus = self.set_colour() is not None and len(self.bonuses()) > 0
        if not self.bonus:
            self.end_turn()

    def act(self, text: str) -> None:
        """Take a card from the offer, or exchange an own card for one of its cards."""
        row = self.rows[self.seat]
        if text.startswith("take "):
            card = text.removeprefix("take ")
            self.offer.remove(card)
            row.append(card)
        else:
            own, offered = text.removeprefix("swap ").split(" for ")
            self.offer.remove(offered)
            row.append(offered)
            row.remove(own)
            self.offer.append(own)

    def take_bonus(self, text: str) -> None:
        """Take the chosen card from the opponent's row, unless the seat wants none."""
        if text != "no bonus":
            card, opponent = text.removeprefix("bonus ").split(" from ")
            self.rows[int(opponent) - 1].remove(card)
            self.rows[self.seat].append(card)

    def set_colour(self) -> str | None:
        """The colour the seat to move has three of, if there is one."""
        colours = [colour(card) for card in self.rows[self.seat]]
        for name in COLOURS:
            if colours.count(name) >= SET:
                return name
        return None

    def end_turn(self) -> None:
        """Move a set to the score pile, lay out a new offer, pass the turn or end the game."""
        made = self.set_colour()
        row = self.rows[self.seat]
        self.score[self.seat] += [card for card in row if colour(card) == made]
        self.rows[self.seat] = [card for card in row if colour(card) != made]
        if not self.offer:
            self.refill()
        if self.offer:
            self.seat = (self.seat + 1) % self.seats
        else:
            self.score_colours()
            self.ended = True

    def refill(self) -> None:
        """Lay out the next five cards of the pile, or as many as there are."""
        self.offer = self.pile[:OFFER]
        self.pile = self.pile[OFFER:]

    def score_colours(self) -> None:
        """The colour scoring: a prize in each colour, then every row is discarded."""
        for name in COLOURS:
            for seat, card in colour_prizes(self.rows, name).items():
                self.score[seat].append(card)
        self.rows = [[] for _ in range(self.seats)]

    def points(self) -> list[int]:
        """The value of each score pile."""
        return [sum(value(card) for card in pile) for pile in self.score]

    def winners(self) -> set[int]:
        """Most points, then most cards in the score pile, then shared."""
        results = [(sum(value(card) for card in pile), len(pile)) for pile in self.score]
        return {seat for seat in range(self.seats) if results[seat] == max(results)}

    def facts(self) -> dict[str, object]:
        """The position in plain words, to compare state by state."""
        return {
            "offer": sorted(self.offer),
            "rows": [sorted(row) for row in self.rows],
            "score": [sorted(pile) for pile in self.score],
            "pile": len(self.pile),
            "bonus": self.bonus,
        }
