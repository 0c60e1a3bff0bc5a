"""Gold!: take the lowest card on offer, or exchange one, and get rid of the donkeys.

Three cards of a colour are a set and are scored at once, after a bonus card from an opponent if
the player likes one.  When the last offer is gone each colour pays its best row, and the score
piles are counted.

Where the printed rules are silent, the rulebook of this folder says what we ruled.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.games.golddonkey.cards import (
    ACTION,
    ASIDE,
    BONUS,
    CARDS,
    COLOURS,
    EXCHANGES,
    FIRST_BONUS,
    FIRST_SWAP,
    HIDDEN,
    KINDS,
    MOVES,
    NO_BONUS,
    NO_SET,
    OFFER,
    OVER,
    PAIRS_OF_COLOURS,
    RANK_OF_STEP,
    SET,
    STEPS,
    VALUES,
)
from motherlode.kernel.bits import NOTHING, Word, below, bit, count, first, has, last, nth
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, rule

(
    LEGAL,
    GAME_OVER,
    NO_SUCH_MOVE,
    NOT_ON_OFFER,
    NOT_THE_LOWEST,
    NOT_IN_ROW,
    BONUS_FIRST,
    NO_SET_SCORED,
    BONUS_NOT_THERE,
    BONUS_COLOUR_OWNED,
) = range(10)

_COLOURS = len(COLOURS)
_ONE_COLOUR = Word(sum(1 << (_COLOURS * step) for step in range(STEPS)))
_ALL_COLOURS = Word((1 << _COLOURS) - 1)
_DONKEYS = _ALL_COLOURS  # among kinds
_GOLD_CARDS = Word(sum(1 << i for i in range(3 * _COLOURS, CARDS)))
_STEP = tuple(Word(_COLOURS * step) for step in range(STEPS))

_RANK_OF_STEP = np.array(RANK_OF_STEP, np.int8)
_VALUE_OF_STEP = np.array([VALUES[rank] for rank in RANK_OF_STEP], np.int8)
_CARDS_OF_KIND = np.array(
    [
        sum(1 << (_COLOURS * step + colour) for step in range(STEPS) if RANK_OF_STEP[step] == rank)
        for rank in range(len(VALUES))
        for colour in range(_COLOURS)
    ],
    np.uint64,
)
_GIVEN_RANK = np.array([give for give, _ in EXCHANGES], np.int8)
_TAKEN_RANK = np.array([take for _, take in EXCHANGES], np.int8)
_EXCHANGE = np.array(
    [
        [EXCHANGES.index((give, take)) if (give, take) in EXCHANGES else -1 for take in range(7)]
        for give in range(7)
    ],
    np.int16,
)


@rule
def deal(s: Struct, setup: Struct, order: NDArray[np.int8]) -> None:
    """A donkey to each seat, two cards of the shuffled deck aside, five on offer, the rest a pile.

    *order* shuffles only what is left once the donkeys are dealt; its first two cards are set
    aside, unseen.
    """
    cards = setup.cards
    s.pile[:] = HIDDEN
    s.unseen = NOTHING
    for i in range(cards):
        card = setup.deck[order[i]]
        s.pile[i - ASIDE if i >= ASIDE else cards - ASIDE + i] = card
        s.unseen |= bit(card)
    s.row[:] = 0
    s.score[:] = 0
    for seat in range(setup.seats):
        s.row[seat] = bit(setup.donkey[seat])
    s.offer = NOTHING
    s.cards = cards
    s.drawn = 0
    s.seats = setup.seats
    s.turn = setup.starter
    s.stage = ACTION
    s.set = NO_SET
    refill(s)


@rule
def moves(s: Struct, out: NDArray[np.int16]) -> int:
    """Write the legal moves into *out* and return how many they are."""
    n = 0
    if s.stage == ACTION:
        offered = kinds(s.offer)
        n = write_all(lowest(offered), 0, out, n)
        golden = offered & ~_DONKEYS
        own = kinds(s.row[s.turn])
        while golden != NOTHING:
            taken = first(golden)
            golden &= golden - Word(1)
            givers = may_be_given(own, taken)
            while givers != NOTHING:
                out[n] = swap_move(first(givers), taken)
                givers &= givers - Word(1)
                n += 1
    elif s.stage == BONUS:
        for rival in range(s.seats):
            n = write_all(bonuses(s, rival), FIRST_BONUS + rival * KINDS, out, n)
        out[n] = NO_BONUS
        n += 1
    return n


@rule
def write_all(choices: Word, start: int, out: NDArray[np.int16], n: int) -> int:
    """Write a move for each of the *choices*, numbered from *start*, behind the first *n*."""
    while choices != NOTHING:
        out[n] = start + first(choices)
        choices &= choices - Word(1)
        n += 1
    return n


@rule
def why_not(s: Struct, move: int) -> int:
    """The code of the reason why *move* may not be made now, or ``LEGAL``."""
    if over(s):
        return GAME_OVER
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if move >= FIRST_BONUS:
        return why_no_bonus(s, move)
    if s.stage == BONUS:
        return BONUS_FIRST
    offered = kinds(s.offer)
    if not has(offered, taken_kind(move)):
        return NOT_ON_OFFER
    if move < FIRST_SWAP:
        return LEGAL if has(lowest(offered), move) else NOT_THE_LOWEST
    return LEGAL if has(kinds(s.row[s.turn]), given_kind(move)) else NOT_IN_ROW


@rule
def why_no_bonus(s: Struct, move: int) -> int:
    """The same for the moves that answer the question of a bonus."""
    if s.stage != BONUS:
        return NO_SET_SCORED
    if move == NO_BONUS:
        return LEGAL
    rival = bonus_rival(move)
    kind = taken_kind(move)
    if rival == s.turn or rival >= s.seats or not has(kinds(s.row[rival]), kind):
        return BONUS_NOT_THERE
    return LEGAL if has(bonuses(s, rival), kind) else BONUS_COLOUR_OWNED


@rule
def play(s: Struct, move: int) -> None:
    """Make *move*, which must be legal, with all that follows from it."""
    if move >= FIRST_BONUS:
        if move != NO_BONUS:
            take_bonus(s, bonus_rival(move), taken_kind(move))
        score_set(s)
        end_turn(s)
        return
    taken = card_of_kind(s.offer, taken_kind(move))
    s.offer ^= taken
    if move >= FIRST_SWAP:
        given = card_of_kind(s.row[s.turn], given_kind(move))
        s.row[s.turn] ^= given
        s.offer |= given
    s.row[s.turn] |= taken
    look_for_set(s, taken_kind(move) % _COLOURS)


@rule
def look_ahead(s: Struct, numbers: NDArray[np.int16], out: NDArray[np.void]) -> int:
    """Write the legal moves into *numbers* and the game after each of them into *out*.

    What lies in the pile is turned up there: it is for telling what a move does, not for knowing.
    """
    n = moves(s, numbers)
    for i in range(n):
        out[i] = s
        play(out[i], int(numbers[i]))
    return n


@rule
def look_for_set(s: Struct, colour: int) -> None:
    """Score the set of *colour* if this action completed one; ask about the bonus before."""
    if count(s.row[s.turn] & of_colour(colour)) == SET:
        s.set = colour
        if has_bonus(s):
            s.stage = BONUS
            return
        score_set(s)
    end_turn(s)


@rule
def has_bonus(s: Struct) -> bool:
    """Whether any opponent has a card that may be taken as a bonus."""
    for rival in range(s.seats):
        if bonuses(s, rival) != NOTHING:
            return True
    return False


@rule
def bonuses(s: Struct, rival: int) -> Word:
    """The kinds that may be taken from *rival*: of colours the player has nothing of.

    The set still lies in the row, so its colour is out as well; and so are all own cards.
    """
    own = colours(s.row[s.turn]) * _ONE_COLOUR
    return kinds(s.row[rival] & ~own)


@rule
def take_bonus(s: Struct, rival: int, kind: int) -> None:
    """Take the bonus card from the row of *rival*."""
    card = card_of_kind(s.row[rival], kind)
    s.row[rival] ^= card
    s.row[s.turn] |= card


@rule
def score_set(s: Struct) -> None:
    """Move the set from the row to the score pile, where it is safe."""
    keep(s, s.turn, s.row[s.turn] & of_colour(s.set))
    s.set = NO_SET


@rule
def end_turn(s: Struct) -> None:
    """Refill an empty offer, or end the game if nothing is left to refill it with."""
    s.stage = ACTION
    if s.offer == NOTHING:
        if cards_in_pile(s) == 0:
            score_colours(s)
            s.stage = OVER
            return
        refill(s)
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0


@rule
def refill(s: Struct) -> None:
    """Turn up five cards of the pile, or as many as are left."""
    for _ in range(min(OFFER, cards_in_pile(s))):
        card = bit(s.pile[s.drawn])
        s.pile[s.drawn] = HIDDEN
        s.drawn += 1
        s.offer |= card
        s.unseen ^= card


@rule
def cards_in_pile(s: Struct) -> int:
    """How many cards are left to be turned up."""
    return int(s.cards) - ASIDE - int(s.drawn)


@rule
def score_colours(s: Struct) -> None:
    """Colour scoring: the best row of each colour keeps its highest gold, the rest is discarded."""
    for colour in range(_COLOURS):
        best = best_total(s, colour)
        for seat in range(s.seats):
            cards = s.row[seat] & of_colour(colour)
            gold = cards & _GOLD_CARDS
            if gold != NOTHING and worth(cards) == best:
                keep(s, seat, bit(last(gold)))


@rule
def keep(s: Struct, seat: int, cards: Word) -> None:
    """Move *cards* from the row of *seat* to its score pile."""
    s.row[seat] ^= cards
    s.score[seat] |= cards


@rule
def best_total(s: Struct, colour: int) -> int:
    """The highest total of *colour* in any row that has some of it."""
    best = -SET * VALUES[-1]
    for seat in range(s.seats):
        cards = s.row[seat] & of_colour(colour)
        if cards != NOTHING:
            best = max(best, worth(cards))
    return best


@rule
def over(s: Struct) -> bool:
    """Whether the last offer is gone and the colours are scored."""
    return s.stage == OVER


@rule
def points(s: Struct, out: NDArray[np.int16]) -> None:
    """Write what each score pile is worth into *out*."""
    for seat in range(s.seats):
        out[seat] = worth(s.score[seat])


@rule
def winners(s: Struct, points: NDArray[np.int16]) -> int:
    """The set of seats that win with these *points*: most points, then most scored cards."""
    best = -CARDS * CARDS
    ahead = 0
    for seat in range(s.seats):
        standing = int(points[seat]) * CARDS + count(s.score[seat])
        if standing > best:
            best = standing
            ahead = 0
        if standing == best:
            ahead |= 1 << seat
    return ahead


@rule
def any_move(s: Struct, rng: Stream) -> int:
    """One of the legal moves, each exactly as likely."""
    if s.stage == BONUS:
        return any_bonus(s, rng)
    offered = kinds(s.offer)
    own = kinds(s.row[s.turn])
    low = lowest(offered)
    takes = count(low)
    n = takes
    golden = offered & ~_DONKEYS
    while golden != NOTHING:
        n += count(may_be_given(own, first(golden)))
        golden &= golden - Word(1)
    n = pick(rng, n)
    if n < takes:
        return nth(low, n)
    return nth_swap(own, offered & ~_DONKEYS, n - takes)


@rule
def nth_swap(own: Word, golden: Word, n: int) -> int:
    """The *n*-th exchange of *own* kinds against *golden* ones on offer."""
    while True:
        taken = first(golden)
        givers = may_be_given(own, taken)
        swaps = count(givers)
        if n < swaps:
            return swap_move(nth(givers, n), taken)
        n -= swaps
        golden &= golden - Word(1)


@rule
def any_bonus(s: Struct, rng: Stream) -> int:
    """One of the answers to the question of a bonus, each exactly as likely."""
    n = 1
    for rival in range(s.seats):
        n += count(bonuses(s, rival))
    n = pick(rng, n)
    for rival in range(s.seats):
        choices = bonuses(s, rival)
        if n < count(choices):
            return FIRST_BONUS + rival * KINDS + nth(choices, n)
        n -= count(choices)
    return NO_BONUS


@rule
def kinds(cards: Word) -> Word:
    """The kinds among *cards*: equal cards fold into one."""
    donkeys = (cards | cards >> _STEP[1] | cards >> _STEP[2]) & _ALL_COLOURS
    threes = (cards >> _STEP[3] | cards >> _STEP[4]) & _ALL_COLOURS
    return donkeys | threes << _STEP[1] | cards >> _STEP[5] << _STEP[2]


@rule
def colours(cards: Word) -> Word:
    """The colours among *cards*."""
    folded = cards | cards >> _STEP[5]
    folded |= folded >> _STEP[2]
    folded = folded | folded >> _STEP[1] | cards >> _STEP[4] | cards >> _STEP[9]
    return folded & _ALL_COLOURS


@rule
def lowest(offered: Word) -> Word:
    """The kinds of the lowest value among those *offered*."""
    rank = first(offered) // _COLOURS
    return offered & (_ALL_COLOURS << Word(_COLOURS * rank))


@rule
def may_be_given(own: Word, taken: int) -> Word:
    """The *own* kinds that may be given for a gold card: donkeys, and gold of higher value."""
    rank = taken // _COLOURS
    return own & (_DONKEYS | ~below(_COLOURS * (rank + 1)))


@rule
def of_colour(colour: int) -> Word:
    """All cards of a colour."""
    return _ONE_COLOUR << Word(colour)


@rule
def card_of_kind(cards: Word, kind: int) -> Word:
    """The first of the *cards* that are of that *kind*, as a set."""
    return bit(first(cards & _CARDS_OF_KIND[kind]))


@rule
def worth(cards: Word) -> int:
    """The sum of the values of *cards*."""
    total = 0
    while cards != NOTHING:
        total += int(_VALUE_OF_STEP[first(cards) // _COLOURS])
        cards &= cards - Word(1)
    return total


@rule
def swap_move(given: int, taken: int) -> int:
    """Give one kind for another."""
    pair = int(_EXCHANGE[given // _COLOURS, taken // _COLOURS])
    both = given % _COLOURS * _COLOURS + taken % _COLOURS
    return FIRST_SWAP + pair * PAIRS_OF_COLOURS + both


@rule
def given_kind(swap: int) -> int:
    """The kind an exchange gives away."""
    pair = (swap - FIRST_SWAP) // PAIRS_OF_COLOURS
    both = (swap - FIRST_SWAP) % PAIRS_OF_COLOURS
    return int(_GIVEN_RANK[pair]) * _COLOURS + both // _COLOURS


@rule
def taken_kind(move: int) -> int:
    """The kind a move brings into the row."""
    if move < FIRST_SWAP:
        return move
    if move < FIRST_BONUS:
        pair = (move - FIRST_SWAP) // PAIRS_OF_COLOURS
        return int(_TAKEN_RANK[pair]) * _COLOURS + (move - FIRST_SWAP) % _COLOURS
    return (move - FIRST_BONUS) % KINDS


@rule
def bonus_rival(move: int) -> int:
    """The seat a bonus is taken from."""
    return (move - FIRST_BONUS) // KINDS
