"""Where every card is, read from the kernel's record by another hand than the rules'.

For each game: the cards in play, where they all are, and which of them a seat knows nothing of.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Protocol

from motherlode.games.golddigger import cards as digger
from motherlode.games.golddigger.setting import gold_cards
from motherlode.games.golddonkey import cards as donkey
from motherlode.games.goldrush import cards as rush
from motherlode.games.position import Position
from tests.worlds import States

DONKEY_VALUES = [donkey.VALUES[rank] for rank in donkey.RANK_OF_STEP]


class Ledger(Protocol):
    """What there is to know about the cards of a game."""

    def deck(self, position: Position) -> Counter[int]:
        """All cards of the game."""

    def cards(self, states: States) -> Counter[int]:
        """All cards the record accounts for; one that is in two places is counted twice."""

    def hidden(self, states: States, seat: int) -> list[int]:
        """The cards *seat* knows nothing of, place by place."""

    def rearranged(self, states: States, seat: int, hidden: Sequence[int]) -> States:
        """The same game with other cards in the places *seat* knows nothing of."""


def things(heap: int) -> list[int]:
    """The things in a set that is written as the bits of a number."""
    return [i for i in range(64) if int(heap) >> i & 1]


class RushLedger:
    """The 64 cards of GOLD: a card that has left the table is still noted at its spot."""

    def deck(self, position: Position) -> Counter[int]:
        return Counter(rush.DECK.tolist())

    def cards(self, states: States) -> Counter[int]:
        s = states[0]
        on_table = Counter(s["card"][things(s["table"])].tolist())
        assert on_table == Counter(dict(enumerate(s["left"].tolist()))), "left is miscounted"
        return Counter(s["card"].tolist())

    def hidden(self, states: States, seat: int) -> list[int]:
        cards: list[int] = states["card"][0][self._spots(states)].tolist()
        return cards

    def rearranged(self, states: States, seat: int, hidden: Sequence[int]) -> States:
        changed = states.copy()
        changed["card"][0][self._spots(states)] = hidden
        return changed

    def _spots(self, states: States) -> list[int]:
        return things(int(states["table"][0]) & ~int(states["known"][0]))


class DiggerLedger:
    """The 60 cards of GOLD DIGGER."""

    def deck(self, position: Position) -> Counter[int]:
        deck = position.options.texts()["deck"]
        return Counter(digger.deck(gold_cards(deck)))

    def cards(self, states: States) -> Counter[int]:
        s = states[0]
        drawn = int(s["drawn"])
        assert (s["pile"][:drawn] == digger.NO_CARD).all(), "a card was drawn and is still there"
        found = Counter(s["pile"][drawn:].tolist())
        found += Counter(card for card in s["hand"].ravel().tolist() if card != digger.NO_CARD)
        for mine in range(len(digger.MINES)):
            found[mine] += int(s["people"][mine])
            bags = s["ore"][mine][: s["ores"][mine]].tolist()
            found += Counter(digger.FOOLS_GOLD + n for n in bags)
        return found

    def hidden(self, states: States, seat: int) -> list[int]:
        s = states[0]
        held = [card for rival in self._rivals(states, seat) for card in s["hand"][rival].tolist()]
        pile: list[int] = s["pile"][s["drawn"] :].tolist()
        return [card for card in held if card != digger.NO_CARD] + pile

    def rearranged(self, states: States, seat: int, hidden: Sequence[int]) -> States:
        changed = states.copy()
        s = changed[0]
        given = iter(hidden)
        for rival in self._rivals(states, seat):
            n = int((s["hand"][rival] != digger.NO_CARD).sum())
            s["hand"][rival][:n] = sorted(next(given) for _ in range(n))
        s["pile"][s["drawn"] :] = list(given)
        return changed

    def _rivals(self, states: States, seat: int) -> Iterable[int]:
        return [rival for rival in range(int(states["seats"][0])) if rival != seat]


class DonkeyLedger:
    """The cards of Gold!, less those in the box."""

    def deck(self, position: Position) -> Counter[int]:
        start = list(position.deal.given)
        return Counter(donkey.deck(position.deal.given) + start)

    def cards(self, states: States) -> Counter[int]:
        s = states[0]
        unseen = things(s["unseen"])
        assert sorted(s["pile"][s["drawn"] : s["cards"]].tolist()) == unseen, "the pile is wrong"
        heaps = [s["offer"], *s["row"], *s["score"]]
        return Counter(unseen) + Counter(card for heap in heaps for card in things(heap))

    def hidden(self, states: States, seat: int) -> list[int]:
        s = states[0]
        cards: list[int] = s["pile"][s["drawn"] : s["cards"]].tolist()
        return cards

    def rearranged(self, states: States, seat: int, hidden: Sequence[int]) -> States:
        changed = states.copy()
        s = changed[0]
        s["pile"][s["drawn"] : s["cards"]] = hidden
        return changed


LEDGERS: dict[str, Ledger] = {
    "goldrush": RushLedger(),
    "golddigger": DiggerLedger(),
    "golddonkey": DonkeyLedger(),
}


def ledger(position: Position) -> Ledger:
    """The ledger of the game that is played."""
    return LEDGERS[position.game.id]


def worth(heap: int) -> int:
    """What a heap of cards of Gold! is worth."""
    return sum(DONKEY_VALUES[card // len(donkey.COLOURS)] for card in things(heap))


def worlds(position: Position, seat: int) -> Counter[bytes]:
    """Every game that fits what *seat* knows, as often as the hidden cards can make it up."""
    book = ledger(position)
    states = position.states()
    return Counter(
        book.rearranged(states, seat, cards).tobytes()
        for cards in permutations(book.hidden(states, seat))
    )
