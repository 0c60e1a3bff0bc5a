"""``python -m bench.ceiling``: how much there is to be won against greed in GOLD, and who wins it.

What the best of all players wins against ``greedy`` is found exactly, in whole games of a few cards
and on the last tables of full games.  Nobody wins more there, however well it plays: that is the
ceiling, with stalling and without.  Players of ours are held against it.  A player that reaches it
where it is known, because it searches and knows that its rival is greedy, is then sent against
greed in the full game, where the ceiling is not known.

What a player wins on small deals is told from its choices and not from who won: it wins what the
best player would, less what each of its choices is worth less than the best one.  That is the same
on average, and what the cards do to a result is left out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bench.small import GOLD, OWNER, Exact, Full, Small, State
from bench.whole import BEST, BUSY, GREEDY
from motherlode.bots.roster import UnknownEntrant
from motherlode.bots.sight import Bot
from motherlode.games.goldrush.cards import DECK, RUSH_AT, SPOTS

ANYBODY = "the best there is"
NO_STALLING = "the best that never stalls"
_SEATS = (0, 1)


class Seating(NamedTuple):
    """A moment from which on one seat plays against greed."""

    small: Small
    start: State
    seat: int

    def ceiling(self, plan: int) -> Exact:
        """Exact values where that seat plays by such a *plan*."""
        both = (plan, GREEDY) if self.seat == 0 else (GREEDY, plan)
        return Exact(self.small, self.small.seen(self.start), both)

    def mine(self, share: float) -> float:
        """What is left of the victory for this seat when the first one has that *share*."""
        return share if self.seat == 0 else 1 - share

    def reshuffled(self, rng: random.Random) -> State:
        """The same moment, the unseen cards in another order."""
        s = self.start.copy()
        unseen = [
            spot
            for spot in range(SPOTS)
            if int(s["table"][0]) >> spot & 1 and not int(s["known"][0]) >> spot & 1
        ]
        cards = s["card"][0, unseen].tolist()
        rng.shuffle(cards)
        s["card"][0, unseen] = cards
        return s


def given_away(seating: Seating, deal: State, values: Exact, bot: Bot, rival: Bot) -> float:
    """What a *bot* gives away in one game, by what its choices are worth against that *rival*."""
    small, s = seating.small, deal.copy()
    total = 0.0
    played = 0
    while not small.over(s):
        sight = small.sight(s, played)
        chooser = bot if sight.seat == seating.seat else rival
        move = GOLD.number_of[chooser.choose(sight)]
        if chooser is bot and len(sight.moves) > 1:
            worth = values.ideas(sight.seen)
            total += max(worth.values()) - worth[values.idea(sight.seen, move)]
        small.play(s, move)
        played += 1
    return total


class Tally:
    """What was won deal by deal, by name."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._won = defaultdict[str, list[list[float]]](list)

    def next_deal(self) -> None:
        """From now on it is another deal."""
        for won in self._won.values():
            won.append([])

    def add(self, name: str, share: float) -> None:
        """Somebody won that much in this deal."""
        if name not in self._won:
            self._won[name] = [[]]
        self._won[name][-1].append(share)

    def lines(self) -> Iterator[str]:
        """A line for each name: the average over deals, and its standard error."""
        for name, won in self._won.items():
            means = np.array([np.mean(deal) for deal in won])
            error = means.std(ddof=1) / len(means) ** 0.5 if len(means) > 1 else float("nan")
            yield f"  {name:28}{100 * means.mean():7.2f} %  ± {100 * error:.2f}"


def measured(seatings: Iterator[list[Seating]], names: list[str], games: int) -> Iterator[str]:
    """Lines about all these deals, each a list of seatings, after so many *games* in each."""
    tally = Tally()
    for number, deal in enumerate(seatings):
        tally.next_deal()
        for seating in deal:
            any_best, busy_best = seating.ceiling(BEST), seating.ceiling(BUSY)
            tally.add(ANYBODY, seating.mine(any_best.value))
            tally.add(NO_STALLING, seating.mine(busy_best.value))
            tally.add("greedy", seating.mine(seating.ceiling(GREEDY).value))
            greedy = seating.small.bot("greedy", 2)
            for name in names:
                values = any_best if name.startswith("stalling") else busy_best
                bot, rng = seating.small.bot(name, 1), random.Random(number)
                given = [
                    given_away(seating, seating.reshuffled(rng), values, bot, greedy)
                    for _ in range(games)
                ]
                tally.add(name, seating.mine(values.value) - float(np.mean(given)))
    yield from tally.lines()


# --- Whole games of a few cards -----------------------------------------------------------------


def rush_of(cards: int) -> int:
    """When the Gold Rush comes in a game of so many cards: as in the full one."""
    return max(1, round(cards * RUSH_AT / SPOTS))


def small_deals(small: Small, cards: int, deals: int) -> Iterator[list[Seating]]:
    """So many deals of some of the full deck's *cards*, all seatings of each."""
    for number in range(deals):
        rng = random.Random(f"{cards} cards, deal {number}")
        deck = rng.sample(DECK.tolist(), cards)
        starts = [small.start(deck, OWNER, starter) for starter in _SEATS]
        yield [Seating(small, start, seat) for start in starts for seat in _SEATS]


def of_small_deals(asked: argparse.Namespace) -> Iterator[str]:
    """What is won in whole games of a few cards."""
    for cards in asked.cards:
        small = Small(asked.rush or rush_of(cards))
        yield f"{asked.deals} deals of {cards} cards, Gold Rush at {small.rush_at}:"
        seatings = small_deals(small, cards, asked.deals)
        yield from measured(seatings, asked.players, asked.games)


def of_small_deals_against_the_best(asked: argparse.Namespace) -> Iterator[str]:
    """What is won in such games against a player that plays exactly and does not stall."""
    for cards in asked.cards:
        small, tally = Small(asked.rush or rush_of(cards)), Tally()
        yield f"{asked.deals} deals of {cards} cards, Gold Rush at {small.rush_at}, exact rival:"
        for number, deal in enumerate(small_deals(small, cards, asked.deals)):
            tally.next_deal()
            for seating in deal:
                values = Exact(small, small.seen(seating.start), (BUSY, BUSY))
                for name in ("greedy", *asked.players):
                    bot, rng = small.bot(name, 1), random.Random(number)
                    given = [
                        given_away(seating, seating.reshuffled(rng), values, bot, values)
                        for _ in range(asked.games)
                    ]
                    tally.add(name, seating.mine(values.value) - float(np.mean(given)))
        yield from tally.lines()


# --- The last tables of full games --------------------------------------------------------------


def full_deal(small: Small, number: int) -> State:
    """A full game before the first flip."""
    rng = random.Random(f"full game {number}")
    return small.start(rng.sample(DECK.tolist(), SPOTS), OWNER, number % 2)


def last_tables(small: Small, cards: int, deals: int) -> Iterator[list[Seating]]:
    """Where so many greedy games stood when the first turn with so few *cards* began."""
    for number in range(deals):
        s, greedy = full_deal(small, number), small.bot("greedy", 1)
        played = 0
        while small.cards(s) > cards or small.is_amid_a_turn(s):
            small.play(s, GOLD.number_of[greedy.choose(small.sight(s, played))])
            played += 1
        yield [Seating(small, s, seat) for seat in _SEATS]


def of_last_tables(asked: argparse.Namespace) -> Iterator[str]:
    """What is won from the last tables on."""
    small = Small(RUSH_AT)
    for cards in asked.cards:
        yield f"the last {cards} cards of {asked.deals} full games:"
        yield from measured(last_tables(small, cards, asked.deals), asked.players, asked.games)


# --- Full games ---------------------------------------------------------------------------------


def share_won(small: Small, start: State, bots: list[Bot]) -> float:
    """The first seat's share of the victory after a game between these *bots*.

    Whichever unseen card is turned up shows the next one of the stack, so that games from the same
    start have their luck in common.
    """
    s, played, order = start.copy(), 0, np.arange(SPOTS, dtype=np.int8)
    while not small.over(s):
        sight = small.sight(s, played)
        move = GOLD.number_of[bots[sight.seat].choose(sight)]
        small.bring_next(s, order, move)
        small.play(s, move)
        played += 1
    return small.share(s)


def of_full_games(asked: argparse.Namespace) -> Iterator[str]:
    """What is won in full games, each deal played both ways."""
    small, tally = Small(RUSH_AT), Tally()
    for number in range(asked.deals):
        tally.next_deal()
        start = full_deal(small, number)
        for name in asked.players:
            bot, greedy = small.bot(name, 1), small.bot("greedy", 2)
            tally.add(name, share_won(small, start, [bot, greedy]))
            tally.add(name, 1 - share_won(small, start, [greedy, bot]))
    yield f"{asked.deals} full games, both ways:"
    yield from tally.lines()


_MEASURES = {
    "small": of_small_deals,
    "exact": of_small_deals_against_the_best,
    "last": of_last_tables,
    "full": of_full_games,
}


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=_MEASURES)
    parser.add_argument("--cards", type=int, nargs="+", default=[8, 10, 12])
    parser.add_argument("--rush", type=int, help="cards at which the Gold Rush comes")
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--games", type=int, default=10, help="played from each seating")
    parser.add_argument("--players", nargs="*", default=["5", "best:4000", "knowing:4000"])
    asked = parser.parse_args()
    if not all(1 < cards <= SPOTS for cards in asked.cards):
        parser.error(f"there are games of 2 to {SPOTS} cards")
    try:
        for line in _MEASURES[asked.what](asked):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    except (Full, UnknownEntrant) as why:
        parser.error(str(why))


if __name__ == "__main__":
    main()
