"""Positions for the tests: deals whose cards lie where a test wants them, and turns named by cards.

A card or a move is always its text.  Cards a test does not name follow in the order of the deck.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.games import game
from motherlode.games.game import Deal, Options
from motherlode.games.golddigger.cards import deck as digger_deck
from motherlode.games.golddigger.setting import gold_cards
from motherlode.games.golddigger.words import card_text as digger_text
from motherlode.games.golddonkey import cards as donkey_cards
from motherlode.games.golddonkey.words import card_text as donkey_text
from motherlode.games.goldrush.cards import COLOURS, DECK, NOBODY
from motherlode.games.goldrush.words import MOVES as SPOTS
from motherlode.games.goldrush.words import card_text as rush_text
from motherlode.games.position import Position


def play(position: Position, *moves: str) -> Position:
    """The position after all these moves."""
    for move in moves:
        position = position.play(move)
    return position


def play_on(position: Position, choose: Callable[[Position], str]) -> Position:
    """The end of the game, every move being the one *choose* names."""
    while not position.over:
        position = position.play(choose(position))
    return position


def first_move(position: Position) -> str:
    """The first legal move."""
    return position.moves[0]


def in_order(deck: Sequence[str], wanted: Mapping[int, str]) -> tuple[int, ...]:
    """An order that brings each *wanted* card of the *deck* to its place, and the others after."""
    left = list(range(len(deck)))
    taken = {}
    for place, card in wanted.items():
        taken[place] = next(i for i in left if deck[i] == card)
        left.remove(taken[place])
    rest = iter(left)
    return tuple(taken[i] if i in taken else next(rest) for i in range(len(deck)))


def split(cards: str) -> list[str]:
    """The cards of a text such as "red 6, green donkey"."""
    return [card.strip() for card in cards.split(",") if card.strip()]


# --- GOLD ---------------------------------------------------------------------------------------

MOUNTAIN = [rush_text(int(card)) for card in DECK]


def owners(seats: int) -> tuple[int, ...]:
    """Red and orange against green and blue, or a colour each in the order of the colours."""
    if seats == 2:
        return (0, 0, 1, 1, NOBODY)
    return tuple(seat if seat < seats else NOBODY for seat in range(len(COLOURS)))


def mountain(
    at: Mapping[str, str] | None = None,
    *,
    seats: int = 2,
    starter: int = 0,
    layout: str = "scatter",
) -> Position:
    """A game of GOLD with these cards *at* these spots."""
    rush = game("goldrush")
    wanted = {SPOTS.index(spot): card for spot, card in (at or {}).items()}
    deal = Deal(starter, owners(seats), in_order(MOUNTAIN, wanted))
    return rush.start(rush.options(seats=seats, layout=layout), deal)


def small_mountain(cards: Sequence[str], *, seats: int = 2, starter: int = 0) -> Position:
    """A game of GOLD with nothing but these *cards*, from a1 on; only the kernel can deal it."""
    rush = game("goldrush")
    deck = [int(DECK[MOUNTAIN.index(card)]) for card in cards]
    setup = rush.kernel.new_setup(
        deck=deck, cards=len(deck), seats=seats, starter=starter, owner=owners(seats)
    )
    states = rush.kernel.new()
    rush.kernel.deal(states, setup, np.arange(len(deck), dtype=np.int8))
    return Position(rush, rush.options(seats=seats), Deal(starter, owners(seats), ()), states)


def cards_on_table(position: Position) -> dict[str, str]:
    """What lies where, face down or not."""
    s = position.state
    return {
        spot: rush_text(int(s["card"][i]))
        for i, spot in enumerate(SPOTS)
        if int(s["table"]) >> i & 1
    }


def turn(position: Position, *cards: str) -> Position:
    """The position after turning up the first of each of these *cards* that lies on the table."""
    for card in cards:
        up = position.view(None).up if position.view(None).stage == "second flip" else {}
        spot = next(s for s, c in cards_on_table(position).items() if c == card and s not in up)
        position = position.play(spot)
    return position


def turns(position: Position, pairs: Iterable[tuple[str, str]]) -> Position:
    """The position after a turn for each of the *pairs*, none of which may be in the Gold Rush."""
    for first, second in pairs:
        assert position.view(None).stage == "first flip"
        position = turn(position, first, second)
    return position


def of_all_colours(strength: int, copies: int) -> list[str]:
    """So many diggers of that strength, of each colour in turn."""
    return [f"{colour} {strength}" for _ in range(copies) for colour in COLOURS]


# --- GOLD DIGGER --------------------------------------------------------------------------------


def claim(*hands: str, pile: str = "", starter: int = 0, gold: str | None = None) -> Position:
    """A game of GOLD DIGGER with these *hands*, and a *pile* that begins with these cards."""
    digger = game("golddigger")
    options = digger.options(seats=len(hands), **({} if gold is None else {"deck": gold}))
    dealt = [card for hand in hands for card in split(hand)]
    assert len(dealt) == 3 * len(hands)
    wanted = dict(enumerate(dealt + split(pile)))
    deal = Deal(starter, (), in_order(digger_cards(options), wanted))
    return digger.start(options, deal)


def digger_cards(options: Options) -> list[str]:
    """The sixty cards of GOLD DIGGER with these *options*."""
    return [digger_text(card) for card in digger_deck(gold_cards(options.texts()["deck"]))]


# --- Gold! --------------------------------------------------------------------------------------


def yard(*offers: str, donkeys: str, aside: str = "", starter: int = 0) -> Position:
    """A game of Gold! with these *donkeys*, *offers* of five and cards set *aside*."""
    gold = game("golddonkey")
    given = tuple(donkey_cards.COLOURS.index(colour) for colour in split(donkeys))
    deck = [donkey_text(card) for card in donkey_cards.deck(given)]
    wanted = dict(enumerate(split(aside)))
    for i, offer in enumerate(offers):
        assert len(split(offer)) == donkey_cards.OFFER
        wanted |= dict(enumerate(split(offer), donkey_cards.ASIDE + i * donkey_cards.OFFER))
    deal = Deal(starter, given, in_order(deck, wanted))
    return gold.start(gold.options(seats=len(given)), deal)


def take_low(position: Position) -> str:
    """Take the first of the lowest cards on offer, and no bonus."""
    return "no bonus" if position.view(None).bonus else position.moves[0]


def moment(
    *rows: str, offer: str, scored: Sequence[str] = (), pile: str = "", turn: int = 0
) -> Position:
    """Gold! in the middle of a game: these *rows*, this *offer*, these *scored* piles.

    The cards of the *pile* come next, in this order; without any it is the Grand Final.  Two more
    cards were set aside, and what is named nowhere is out of the game.
    """
    gold = game("golddonkey")
    seats = len(rows)
    start = yard(donkeys=", ".join(donkey_cards.COLOURS[:seats]), starter=turn)
    states = start.states()
    left = list(range(donkey_cards.CARDS))

    def take_out(cards: str) -> list[int]:
        found = []
        for text in split(cards):
            found.append(next(card for card in left if donkey_text(card) == text))
            left.remove(found[-1])
        return found

    states["offer"] = heap(take_out(offer))
    for seat in range(seats):
        states["row"][0, seat] = heap(take_out(rows[seat]))
        states["score"][0, seat] = heap(take_out(scored[seat])) if scored else 0
    hidden = take_out(pile) + left[:2]
    drawn = int(states["cards"][0]) - len(hidden)
    states["pile"] = donkey_cards.HIDDEN
    states["pile"][0, drawn : drawn + len(hidden)] = hidden
    states["drawn"] = drawn
    states["unseen"] = heap(hidden)
    return Position(gold, start.options, start.deal, states)


def heap(cards: Iterable[int]) -> int:
    """These cards as the kernel's set of bits."""
    return sum(1 << card for card in cards)


# --- Rulings ------------------------------------------------------------------------------------

_ID = re.compile(r"(?<![a-z0-9])([gda])(\d\d)(?=_)|(?<![a-z0-9])(q)([12])(?=_)")


def ruled(names: Iterable[str]) -> set[str]:
    """The ids of the rulings these tests carry in their *names*: "test_g12_…" is for "G-12"."""
    ids = set()
    for name in names:
        if name.startswith("test_"):
            for letter, number, quiet, which in _ID.findall(name):
                ids.add(f"{letter.upper()}-{number}" if letter else f"{quiet.upper()}{which}")
    return ids


def numbered(letter: str, last: int) -> set[str]:
    """The ids "G-01" to "G-41", say."""
    return {f"{letter}-{number:02}" for number in range(1, last + 1)}


# --- Changed worlds -----------------------------------------------------------------------------


def changed(
    position: Position, states: NDArray[np.void], before: Position | None = None
) -> Position:
    """The same moment with other cards in it: a position that holds *states* instead."""
    other = Position(position.game, position.options, position.deal, states)
    other._over = position._over
    other._move = position._move
    other._before = before
    other._played = position._played
    return other


def scripted(answers: Mapping[str, Any]) -> Any:
    """Chance that draws what the test says, by label."""

    class Scripted:
        def pick(self, label: str, n: int) -> int:
            return int(answers[label])

        def shuffle(self, label: str, n: int) -> tuple[int, ...]:
            return tuple(answers.get(label, range(n)))

    return Scripted()
