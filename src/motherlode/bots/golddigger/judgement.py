"""What a player of GOLD DIGGER sees of the mines.

Every ore card still to come is taken for an average one, so each mine has an expected end.  What is
seen of a move is what it changes there for its seat, for the others, and for what may still come.
Everything is counted so that it is about one.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.eye import Eye
from motherlode.bots.golddigger.belief import BELIEF, imagine_likely
from motherlode.bots.search import MOST_IDEAS, mixed
from motherlode.games.golddigger.cards import (
    FOOLS_GOLD,
    HAND,
    MINES,
    ORE_OF_A_MINE,
    PEOPLE_OF_A_MINE,
    STAKES,
)
from motherlode.games.golddigger.knowledge import hidden_cards
from motherlode.games.golddigger.rules import (
    bags_in,
    card_of,
    is_person,
    is_staked,
    mine_of,
    moves,
)
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.chance import Stream
from motherlode.kernel.edge import Struct, record_type, records, rule

_MINES = len(MINES)
# What is seen of a mine.
BAGS, ROOM, END, ON_IT, OWN, COMING, HELD = range(7)
# What is seen of the whole.
AVERAGE, UNPLACED, RIVALS_UNPLACED, TO_COME, BEST = range(5)

# What is seen of a move.  A person is let go, or stakes a claim; ore is laid.
FEATURES = (
    "let go",
    "let go: early",
    "let go: a share here",
    "let go: a share here that rivals may stake",
    "let go: own share that another stake would take",
    "let go: another of these people is in the hand",
    "let go: a share here that may be staked later",
    "let go: rivals' share that another stake would take",
    "stake",
    "stake: early",
    "stake: very early",
    "stake: the share",
    "stake: the share, early",
    "stake: the share, with people still to come",
    "stake: the share, with rivals and people still to come",
    "stake: own share lost by it",
    "stake: rivals' share lost by it",
    "stake: stakes kept",
    "stake: stakes kept, early",
    "stake: what the best share is above this one",
    "ore",
    "ore: room here",
    "ore: bags",
    "ore: bags, early",
    "ore: own part of the bags",
    "ore: rivals' part of the bags",
    "ore: own part above that of rivals, early",
    "ore: own part above that of rivals, with people and rivals still to come",
    "ore: bags where nobody is yet",
    "ore: bags where people in the hand may stake",
    "ore: bags where stakes kept may go",
    "ore: bags where rivals may stake",
)


# A margin that is much, for practice.
SCALE = 15.0


# What is known beforehand, and room for what is seen.
LORE = record_type(
    ("weights", np.float64, len(FEATURES)),
    ("described", np.float64, len(FEATURES)),
    ("appeal", np.float64, MOST_IDEAS),
    ("mine", np.float64, (_MINES, HELD + 1)),
    ("whole", np.float64, BEST + 1),
    *BELIEF,
    ("ideas", np.int16, MOST_IDEAS),
    ("bags", np.int16),  # of the whole game
    ("ores", np.int16),
)


def new_lore(weights: Eye) -> NDArray[np.void]:
    """Room for lore, with an eye for what is seen."""
    lore = records(LORE)
    lore["weights"] = weights
    lore["kept"] = lore["most"] = 1.0
    return lore


@rule
def ponder(seen: Struct, lore: Struct) -> None:
    """Count all the ore of the game."""
    bags = 0
    ores = 0
    for i in range(seen.drawn - hidden_cards(seen), seen.cards):
        if not is_person(seen.pile[i]):
            bags += int(seen.pile[i]) - FOOLS_GOLD
            ores += 1
    for place in range(HAND):
        card = seen.hand[seen.turn, place]
        if card >= FOOLS_GOLD:
            bags += int(card) - FOOLS_GOLD
            ores += 1
    for mine in range(_MINES):
        bags += int(bags_in(seen, mine))
        ores += int(seen.ores[mine])
    lore.bags = bags
    lore.ores = ores


@rule
def dream(seen: Struct, lore: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world, hands as they are believed to be."""
    imagine_likely(seen, lore, rng, out)


@rule
def choices(s: Struct, lore: Struct, ideas: NDArray[np.int16]) -> int:
    """Write into *ideas* the moves worth thinking about: all of them."""
    return moves(s, ideas)


@rule
def move_of(s: Struct, lore: Struct, idea: int) -> int:
    """An idea is a move here."""
    return idea


@rule
def idea_of(s: Struct, move: int) -> int:
    """And a move an idea."""
    return move


@rule
def one_like(seen: Struct, move: int, rng: Stream) -> int:
    """Every move differs from every other."""
    return move


@rule
def key(s: Struct, lore: Struct) -> Word:
    """What the seat to move knows, as a number: the mines, whose turn it is, and its hand."""
    h = Word(s.turn)
    for mine in range(_MINES):
        word = Word(int(s.people[mine]) << 16 | int(s.ores[mine]) << 10 | int(bags_in(s, mine)))
        for seat in range(s.seats):
            word = word << Word(2) | Word(s.stakes[seat, mine])
        h = mixed(h, word)
    hand = NOTHING
    for place in range(HAND):
        hand = hand << Word(6) | Word(s.hand[s.turn, place] + 1)
    return mixed(h, hand)


@rule
def look(s: Struct, lore: Struct) -> None:
    """See how the mines stand for the seat to move."""
    bags = int(lore.bags)
    ores = int(lore.ores)
    for mine in range(_MINES):
        bags_here = int(bags_in(s, mine))
        bags -= bags_here
        ores -= int(s.ores[mine])
        seen = lore.mine[mine]
        seen[BAGS] = bags_here
        seen[ROOM] = ORE_OF_A_MINE - s.ores[mine]
        seen[OWN] = s.stakes[s.turn, mine]
        seen[ON_IT] = stakes_on(s, mine)
        seen[COMING] = (PEOPLE_OF_A_MINE - s.people[mine]) / PEOPLE_OF_A_MINE
        seen[HELD] = 0.0
    for place in range(HAND):
        card = s.hand[s.turn, place]
        if 0 <= card < FOOLS_GOLD:
            lore.mine[card, HELD] += 1.0
    whole = lore.whole
    whole[AVERAGE] = bags / ores if ores > 0 else 0.0
    whole[BEST] = 0.0
    for mine in range(_MINES):
        seen = lore.mine[mine]
        seen[END] = seen[BAGS] + seen[ROOM] * whole[AVERAGE]
        if seen[COMING] > 0:
            whole[BEST] = max(whole[BEST], next_share(lore, mine))
    kept = 0
    for seat in range(s.seats):
        kept += int(s.unplaced[seat])
    own = int(s.unplaced[s.turn])
    whole[UNPLACED] = own / STAKES
    whole[RIVALS_UNPLACED] = (kept - own) / (STAKES * (s.seats - 1))
    whole[TO_COME] = (int(s.cards) - int(s.played)) / int(s.cards)


@rule
def stakes_on(s: Struct, mine: int) -> int:
    """All the stakes on *mine*."""
    stakes = 0
    for seat in range(s.seats):
        stakes += int(s.stakes[seat, mine])
    return stakes


@rule
def next_share(lore: Struct, mine: int) -> float:
    """What the next stake on *mine* would be worth, in threes of bags."""
    return lore.mine[mine, END] / (lore.mine[mine, ON_IT] + 1.0) / 3.0


@rule
def describe(s: Struct, lore: Struct, move: int) -> None:
    """Write down what is seen of *move*."""
    lore.described[:] = 0.0
    card = card_of(move)
    mine = mine_of(move)
    if not is_person(card):
        describe_ore(s, lore, mine, card - FOOLS_GOLD)
    elif is_staked(move):
        describe_stake(s, lore, mine)
    else:
        describe_letting_go(s, lore, mine)


@rule
def share_lost(lore: Struct, mine: int) -> float:
    """What each stake on *mine* would lose by another one."""
    stakes = lore.mine[mine, ON_IT]
    if stakes == 0:
        return 0.0
    return lore.mine[mine, END] / stakes / 3.0 - next_share(lore, mine)


@rule
def describe_letting_go(s: Struct, lore: Struct, mine: int) -> None:
    """What is seen of playing one of the people of *mine* without a stake."""
    see, here, whole = lore.described, lore.mine[mine], lore.whole
    share = next_share(lore, mine)
    lost = share_lost(lore, mine)
    see[0] = 1.0
    see[1] = whole[TO_COME]
    see[2] = share
    see[3] = share * whole[RIVALS_UNPLACED]
    see[4] = lost * here[OWN]
    see[5] = 1.0 if here[HELD] > 1 else 0.0
    see[6] = share * whole[UNPLACED]
    see[7] = lost * (here[ON_IT] - here[OWN]) / (s.seats - 1)


@rule
def describe_stake(s: Struct, lore: Struct, mine: int) -> None:
    """What is seen of a stake on *mine*."""
    see, here, whole = lore.described, lore.mine[mine], lore.whole
    share = next_share(lore, mine)
    lost = share_lost(lore, mine)
    see[8] = 1.0
    see[9] = whole[TO_COME]
    see[10] = whole[TO_COME] * whole[TO_COME]
    see[11] = share
    see[12] = share * whole[TO_COME]
    see[13] = share * here[COMING]
    see[14] = share * here[COMING] * whole[RIVALS_UNPLACED]
    see[15] = lost * here[OWN]
    see[16] = lost * (here[ON_IT] - here[OWN]) / (s.seats - 1)
    see[17] = whole[UNPLACED]
    see[18] = whole[UNPLACED] * whole[TO_COME]
    see[19] = whole[BEST] - share


@rule
def describe_ore(s: Struct, lore: Struct, mine: int, bags: int) -> None:
    """What is seen of laying ore with so many *bags* at *mine*."""
    see, here, whole = lore.described, lore.mine[mine], lore.whole
    above = (bags - whole[AVERAGE]) / 2.0
    stakes = here[ON_IT]
    own = 0.0
    rivals = 0.0
    if stakes > 0:
        own = here[OWN] / stakes
        rivals = (stakes - here[OWN]) / stakes / (s.seats - 1)
    may_join = above / (stakes + 1.0)
    see[20] = 1.0
    see[21] = here[ROOM] / ORE_OF_A_MINE
    see[22] = bags / 4.0
    see[23] = bags / 4.0 * whole[TO_COME]
    see[24] = above * own
    see[25] = above * rivals
    see[26] = above * (own - rivals) * whole[TO_COME]
    see[27] = above * (own - rivals) * here[COMING] * whole[RIVALS_UNPLACED]
    see[28] = above if stakes == 0 else 0.0
    see[29] = may_join * whole[UNPLACED] if here[HELD] > 0 else 0.0
    see[30] = may_join * whole[UNPLACED] * here[COMING]
    see[31] = may_join * whole[RIVALS_UNPLACED] * here[COMING]


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: any is."""
    return True


@rule
def promise(s: Struct, lore: Struct, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat may hope for, and return how much may still change.

    In sixteenths of a bag.
    """
    look(s, lore)
    for seat in range(s.seats):
        points[seat] = 0
    for mine in range(_MINES):
        stakes = stakes_on(s, mine)
        if stakes > 0:
            share = int(16 * lore.mine[mine, END]) // stakes
            for seat in range(s.seats):
                points[seat] += int(s.stakes[seat, mine]) * share
    kept = int(16 * lore.whole[BEST] * 2)
    for seat in range(s.seats):
        points[seat] += int(s.unplaced[seat]) * kept
    return 1.0 + 8.0 * sqrt(float(s.cards - s.played))
