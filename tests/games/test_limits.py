"""How long games can get, how much there can be to choose from, and who wins in the end."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from motherlode.games import game
from motherlode.games.golddigger import cards as digger
from motherlode.games.golddonkey import cards as donkey
from motherlode.games.goldrush import cards as rush
from motherlode.games.kernel import MOST_MOVES_AT_ONCE
from motherlode.games.position import Position
from motherlode.kernel.driver import LEGAL
from tests.games.ledger import things, worth
from tests.worlds import SEATINGS, TABLES, Table, every_seating, every_table, numbers, placed, some

GAMES_A_TABLE = some(12, in_plain_python=2)

Fits = Callable[[int], bool]


def tables(name: str) -> pytest.MarkDecorator:
    """All tables of one game."""
    chosen = [table for table in TABLES if table.game.id == name]
    return pytest.mark.parametrize("table", chosen, ids=str)


# --- GOLD: how long -----------------------------------------------------------------------------


def longest_gold(seats: int) -> int:
    """The flips in the longest possible game of GOLD.

    Let L be the limit of quiet turns.  A turn in which a card leaves (a full turn, for short)
    takes away a digger, by a duel or by carrying, or a dynamite: 35 + 5 = 40 of those there are,
    and so at most 40 full turns.  A duel never removes a 5, for nothing is stronger: at most
    30 full turns are duels.  All others remove two cards, so k full turns leave at most
    64 - k - (k - 30) = 94 - 2k cards if k > 30, and 64 - k in any case.

    Before each full turn come at most L - 1 quiet ones, or it would be the Gold Rush already, and
    after the last at most L.  A turn is two flips, the Gold Rush one for each card left.

    k = 40: no digger and no dynamite is left, the table is dead (Q1) and the rush begins without
    another quiet turn: at most 2 * 40L + 14 flips.
    k = 39: at most 2 * (39L + L) + 16 = 80L + 16.
    k < 39: at most 2L(k + 1) + 64 - k if k < 31, and 2L(k + 1) + 94 - 2k otherwise.  Both grow
    with k, as L is 12 or more: at most 78L + 18, which is less.

    So no game is longer than 80L + 16, and the test below plays one that is as long.
    """
    return 80 * quiet_limit(seats) + 16


def quiet_limit(seats: int) -> int:
    """Twelve quiet turns, or four a seat."""
    return max(12, 4 * seats)


@tables("goldrush")
def test_no_game_of_gold_is_longer_than_the_longest(table: Table) -> None:
    for seed in range(GAMES_A_TABLE):
        *_, end = table.positions(seed)
        assert len(end.history) <= longest_gold(table.options.seats)


def is_gold(card: int) -> bool:
    return rush.DIGGERS <= card < rush.DYNAMITE


def is_five(card: int) -> bool:
    return card < rush.DIGGERS and card % 4 == 3


def is_weaker_digger(card: int) -> bool:
    return card < rush.DIGGERS and card % 4 < 3


def is_dynamite(card: int) -> bool:
    return card == rush.DYNAMITE


def turn(position: Position, first: Fits, second: Fits) -> Position:
    """Turn up a card of the one and a card of the other sort."""
    s = position.state
    assert s["stage"] == rush.FIRST_FLIP
    spots = things(s["table"])
    one = next(spot for spot in spots if first(int(s["card"][spot])))
    other = next(spot for spot in reversed(spots) if second(int(s["card"][spot])))
    texts = position.game.words.MOVES
    return position.play(texts[one]).play(texts[other])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_longest_game_of_gold_can_be_played(seats: int) -> None:
    limit = quiet_limit(seats)
    position = next(table for table in SEATINGS if table.options.seats == seats).start(0)
    assert position.game is game("goldrush")
    full_turns = [
        *[(is_five, is_weaker_digger)] * 30,
        *[(is_dynamite, is_gold)] * 5,
        *[(is_five, is_gold)] * 4,
    ]
    for pair in full_turns:
        for _ in range(limit - 1):
            position = turn(position, is_gold, is_gold)
        position = turn(position, *pair)
    for _ in range(limit):
        position = turn(position, is_gold, is_gold)
    assert position.view(None).rush == "quiet turns"
    while not position.over:
        position = position.play(position.moves[0])

    assert len(position.history) == longest_gold(seats)


@tables("goldrush")
def test_a_turn_of_gold_removes_two_cards_at_most_and_in_the_rush_exactly_one(
    table: Table,
) -> None:
    for seed in range(GAMES_A_TABLE):
        for position in table.positions(seed):
            if position.before is None:
                continue
            before, after = position.before.state, position.state
            gone = things(int(before["table"]) & ~int(after["table"]))
            assert int(after["table"]) & ~int(before["table"]) == 0
            if before["stage"] == rush.RUSH:
                assert [table.game.words.MOVES[spot] for spot in gone] == [position.move]
            elif before["stage"] == rush.FIRST_FLIP:
                assert gone == []
            else:
                assert set(gone) <= set(after["up"].tolist())


@tables("goldrush")
def test_gold_won_and_lost_and_on_the_table_is_24_cards_with_60_nuggets(table: Table) -> None:
    for seed in range(GAMES_A_TABLE):
        lost: Counter[int] = Counter()
        for position in table.positions(seed):
            s = position.state
            if position.before is not None and s["fate"] == rush.BLASTED:
                gone = int(position.before.state["table"]) & ~int(s["table"])
                lost += gold_at(s, things(gone))
            won = Counter(dict(zip(rush.NUGGETS, s["won"].sum(axis=0).tolist(), strict=True)))
            everywhere = lost + won + gold_at(s, things(s["table"]))
            assert everywhere == Counter(rush.GOLD_OF_NUGGETS)
            assert everywhere.total() == 24
            assert sum(nuggets * n for nuggets, n in everywhere.items()) == 60
            assert sum(position.scores) == sum(nuggets * n for nuggets, n in won.items())


def gold_at(s: np.void, spots: list[int]) -> Counter[int]:
    """The gold cards at these spots, by their nuggets."""
    cards = [int(s["card"][spot]) for spot in spots]
    return Counter(card - rush.DIGGERS + 1 for card in cards if is_gold(card))


# --- GOLD DIGGER: how long ----------------------------------------------------------------------


@tables("golddigger")
def test_gold_digger_takes_60_turns_and_as_many_for_each_seat(table: Table) -> None:
    """Each turn plays one card, and all 60 are played; 60 divides by 2, 3, 4 and 5.

    A card can always be played: a mine has five places for its five people, and the six mines
    have 30 places for the 30 ore cards, so one is free before the last of them is laid.
    """
    for seed in range(GAMES_A_TABLE):
        so_far = list(table.positions(seed))
        assert len(so_far) == 60 + 1
        turns = Counter(position.seat for position in so_far[:-1])
        assert set(turns.values()) == {60 // table.options.seats}


@tables("golddigger")
def test_every_mine_ends_with_five_people_and_five_ore_cards_and_all_bags_are_accounted_for(
    table: Table,
) -> None:
    for seed in range(GAMES_A_TABLE):
        *_, end = table.positions(seed)
        view = end.view(None)
        assert [mine.people for mine in view.mines] == [5] * 6
        assert [len(mine.ore) for mine in view.mines] == [5] * 6
        assert sum(mine.bags for mine in view.mines) == sum(view.gold)
        unclaimed = sum(mine.bags for mine in view.mines if not sum(mine.stakes))
        rounding = sum(mine.bags % sum(mine.stakes) for mine in view.mines if sum(mine.stakes))
        assert sum(end.scores) + rounding + unclaimed == sum(view.gold)
        assert all(sum(mine.stakes) <= 5 for mine in view.mines)


def test_the_second_edition_has_48_bags_on_15_gold_cards() -> None:
    assert (len(digger.SECOND_EDITION), sum(digger.SECOND_EDITION)) == (15, 48)


# --- Gold!: how long ----------------------------------------------------------------------------

TAKES = {2: 50, 3: 55}
WORTH = {2: 192, 3: 180}  # all cards together


def longest_donkey(seats: int) -> int:
    """A number of moves that no game of Gold! exceeds.

    Every card laid out is taken in the end, so T = 50 or 55 moves take a card.

    Let x of them take a donkey.  Giving a donkey away lowers the number of donkeys in the rows,
    and nothing but a take raises it (a bonus only moves one), so donkeys are given away at most
    p + x times by p seats, who begin with one each.

    Giving gold for lower gold raises S, the worth of the offer, by 1 or more.  S is nothing at
    the beginning and in the end.  In between, what is laid out raises it by R in all, a take
    lowers it by 8 at most, that of a donkey raises it by 2, and giving a donkey lowers it by 10
    at most.  So gold is given at most 8 (T - x) - 2x + 10 (p + x) - R = 8T + 10p - R times,
    whatever x is.  All but the first donkeys and the two cards set aside is laid out, and those
    two are worth 16 at most: R >= 192 + 4 - 16 with two seats, 180 + 6 - 16 with three.

    A bonus is chosen at most once a set, and a set is three of the T + p cards that ever come
    into rows.  And x is at most T.
    """
    takes = TAKES[seats]
    laid_out = WORTH[seats] + 2 * seats - 16
    gold_given = 8 * takes + 10 * seats - laid_out
    return takes + (seats + takes) + gold_given + (takes + seats) // 3


def test_no_game_of_gold_donkey_is_longer_than_359_moves_with_two_seats_or_432_with_three() -> None:
    assert (longest_donkey(2), longest_donkey(3)) == (359, 432)


def measure(s: np.void) -> tuple[int, int, int]:
    """What falls at every turn of Gold!, as words fall in a dictionary.

    The cards on offer or to come; or else the donkeys in the rows; or else it is the worth of the
    offer that has risen.
    """
    offer = things(s["offer"])
    to_come = int(s["cards"]) - donkey.ASIDE - int(s["drawn"])
    first_gold = 3 * len(donkey.COLOURS)
    donkeys = sum(card < first_gold for row in s["row"].tolist() for card in things(row))
    return len(offer) + to_come, donkeys, -worth(s["offer"])


@tables("golddonkey")
def test_every_turn_of_gold_donkey_lowers_the_measure_so_no_position_ever_comes_back(
    table: Table,
) -> None:
    for seed in range(some(150, in_plain_python=6)):
        turns = [
            measure(position.state)
            for position in table.positions(seed)
            if position.state["stage"] != donkey.BONUS
        ]
        assert all(before > after for before, after in pairwise(turns))


@tables("golddonkey")
def test_gold_donkey_has_exactly_as_many_takes_as_cards_are_laid_out_and_ends_in_time(
    table: Table,
) -> None:
    for seed in range(some(150, in_plain_python=6)):
        *_, end = table.positions(seed)
        takes = sum(move.startswith("take") for move in end.history)
        assert takes == TAKES[table.options.seats]
        assert len(end.history) <= longest_donkey(table.options.seats)


def smallest_step(move: str) -> tuple[int, int]:
    """Gold for gold by one before anything else, then donkeys for the best gold, then takes."""
    words = move.split()
    if words[0] != "swap":
        return 2, 0
    if words[2] == "donkey":
        return 1, -int(words[5])
    return 0, int(words[2]) - int(words[5])


@tables("golddonkey")
def test_a_game_of_smallest_steps_is_long_and_ends_all_the_same(table: Table) -> None:
    lengths = []
    for seed in range(GAMES_A_TABLE):
        position = table.start(seed)
        while not position.over:
            position = position.play(min(position.moves, key=smallest_step))
        lengths.append(len(position.history))
    assert min(lengths) > 130  # at random it is about 110
    assert max(lengths) <= longest_donkey(table.options.seats)


@tables("golddonkey")
def test_no_row_has_more_than_two_of_a_colour_once_a_turn_is_done(table: Table) -> None:
    for seed in range(GAMES_A_TABLE):
        for position in table.positions(seed):
            s = position.state
            if s["stage"] == donkey.ACTION:
                for row in s["row"].tolist():
                    colours = Counter(card % len(donkey.COLOURS) for card in things(row))
                    assert max(colours.values(), default=0) <= 2


@tables("golddonkey")
def test_all_cards_of_gold_donkey_are_worth_192_with_two_seats_and_180_with_three(
    table: Table,
) -> None:
    for position in table.positions(0):
        s = position.state
        heaps = [int(s["offer"]), int(s["unseen"]), *s["row"].tolist(), *s["score"].tolist()]
        assert sum(map(worth, heaps)) == WORTH[table.options.seats]


# --- How much to choose from --------------------------------------------------------------------

# GOLD: each of the 64 cards may be turned up.
#
# GOLD DIGGER: each of three different cards in hand may be ore and laid at six mines; people go
# to one mine, with a stake or without: at most 3 * 6.
#
# Gold!: at the beginning of a turn no row has more than two of a colour (tested above: a third
# would have been scored), so at most 12 different cards may each be given for each of five: 60;
# and each of the five may be taken if all have the same value.  A bonus is one of two cards each
# of at most five colours of two rivals, or none: at most 21.
MOST_MOVES = {"goldrush": 64, "golddigger": 18, "golddonkey": 65}


@every_table
def test_there_is_never_more_to_choose_from_than_can_be(table: Table) -> None:
    assert MOST_MOVES[table.game.id] <= MOST_MOVES_AT_ONCE
    for seed in range(GAMES_A_TABLE):
        for position in table.positions(seed):
            assert len(position.moves) <= MOST_MOVES[table.game.id]


@every_seating
def test_the_most_there_can_be_to_choose_from_is_all_listed(table: Table) -> None:
    states = table.start(0).states()
    s = states[0]
    if table.game.id == "golddigger":
        s["hand"][s["turn"]] = [digger.FOOLS_GOLD, digger.FOOLS_GOLD + 1, digger.FOOLS_GOLD + 8]
    elif table.game.id == "golddonkey":
        s["offer"] = heap(3, 3, 3, 3, 3)
        s["row"][s["turn"]] = heap(8, 8, 8, 8, 8, 8) | heap(-2, -2, -2, -2, -2, -2)
    listed = numbers(table.kernel, states)
    assert len(set(listed)) == len(listed) == MOST_MOVES[table.game.id]
    assert {table.kernel.why_not(states, move) for move in listed} == {LEGAL}


def heap(*values: int) -> int:
    """A heap of cards of Gold! of these values, each of another colour."""
    steps = {value: donkey.RANK_OF_STEP.index(rank) for rank, value in enumerate(donkey.VALUES)}
    return sum(1 << len(donkey.COLOURS) * steps[value] + i for i, value in enumerate(values))


# --- Who wins -----------------------------------------------------------------------------------


def ended(name: str, **fields: object) -> Position:
    """The end of a game with three seats, with these fields in its record."""
    table = next(t for t in SEATINGS if t.game.id == name and t.options.seats == 3)
    *_, end = table.positions(0)
    states = end.states()
    for field, value in fields.items():
        states[field][0] = value
    return placed(end, states, over=True)


@pytest.mark.parametrize(
    ("gold", "scores", "winners", "decided_by"),
    [
        # How many gold cards with one nugget, two, three and four each seat has won.
        (([0, 0, 0, 1], [3, 0, 0, 0], [0, 1, 0, 0]), (4, 3, 2), (0,), "points"),
        (([0, 0, 0, 1], [4, 0, 0, 0], [0, 2, 0, 0]), (4, 4, 4), (1,), "cards"),
        (([0, 0, 0, 1], [2, 1, 0, 0], [1, 0, 1, 0]), (4, 4, 4), (1,), "cards"),
        (([9, 0, 0, 0], [0, 0, 0, 3], [0, 0, 4, 0]), (9, 12, 12), (2,), "cards"),
        (([1, 0, 1, 0], [0, 2, 0, 0], [1, 0, 0, 0]), (4, 4, 1), (0, 1), "shared"),
        (([5, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0]), (5, 5, 5), (0,), "cards"),
        (([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]), (0, 0, 0), (0, 1, 2), "shared"),
        # More than fits into a byte.
        (([0, 0, 7, 5], [0, 0, 0, 0], [5, 7, 0, 0]), (41, 0, 19), (0,), "points"),
    ],
)
def test_gold_is_won_with_most_nuggets_then_most_gold_cards_then_together(
    gold: tuple[list[int], ...], scores: tuple[int, ...], winners: tuple[int, ...], decided_by: str
) -> None:
    outcome = ended("goldrush", won=[*gold, [0] * 4, [0] * 4]).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == (scores, winners, decided_by)


@pytest.mark.parametrize(
    ("stakes", "ore", "scores", "winners", "decided_by"),
    [
        # The stakes of each seat at two mines, and the ore that lies there.
        (([1, 0], [0, 1], [0, 0]), ([5, 2, 0], [4, 2, 0]), (7, 6, 0), (0,), "points"),
        (([1, 0], [0, 1], [0, 0]), ([5, 2, 0], [4, 3, 0]), (7, 7, 0), (0, 1), "shared"),
        (([1, 0], [0, 3], [0, 0]), ([5, 2, 0], [8, 0, 0]), (7, 6, 0), (0,), "points"),
        (([1, 0], [2, 0], [0, 2]), ([8, 1, 0], [4, 2, 1]), (3, 6, 6), (1, 2), "shared"),
        (([2, 0], [0, 0], [0, 0]), ([5, 2, 0], [4, 2, 1]), (6, 0, 0), (0,), "points"),
        (([0, 0], [0, 0], [0, 0]), ([8, 1, 0], [4, 2, 1]), (0, 0, 0), (0, 1, 2), "shared"),
        (([3, 0], [2, 0], [0, 3]), ([20] * 5, [20] * 5), (60, 40, 99), (2,), "points"),
    ],
)
def test_gold_digger_is_won_with_most_bags_and_ties_are_not_broken(
    stakes: tuple[list[int], ...],
    ore: tuple[list[int], ...],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    decided_by: str,
) -> None:
    outcome = ended(
        "golddigger",
        stakes=[[*row, 0, 0, 0, 0] for row in [*stakes, [0, 0], [0, 0]]],
        ore=[*([*bags, 0, 0][:5] for bags in ore), *[[0] * 5] * 4],
    ).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == (scores, winners, decided_by)


_MANY = heap(8, 8, 8, 8, 8, 8) | heap(7, 7, 7, 7, 7, 7) | heap(6, 6, 6, 6, 6, 6)


@pytest.mark.parametrize(
    ("piles", "scores", "winners", "decided_by"),
    [
        ((heap(8), heap(4, 3), heap(3, 3)), (8, 7, 6), (0,), "points"),
        ((heap(8), heap(5, 3), heap(-2)), (8, 8, -2), (1,), "cards"),
        ((heap(7, -2), heap(5), heap(3)), (5, 5, 3), (0,), "cards"),
        ((heap(8), heap(8), heap(7)), (8, 8, 7), (0, 1), "shared"),
        ((heap(4, -2, -2, -2), heap(-2), heap(-2, -2)), (-2, -2, -4), (0,), "cards"),
        ((heap(-2), heap(-2), 0), (-2, -2, 0), (2,), "points"),
        ((0, 0, 0), (0, 0, 0), (0, 1, 2), "shared"),
        # More than fits into a byte.
        ((_MANY | heap(5), 0, 0), (131, 0, 0), (0,), "points"),
    ],
)
def test_gold_donkey_is_won_with_most_points_then_most_cards_in_the_pile_then_together(
    piles: tuple[int, ...], scores: tuple[int, ...], winners: tuple[int, ...], decided_by: str
) -> None:
    outcome = ended("golddonkey", score=piles).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == (scores, winners, decided_by)
