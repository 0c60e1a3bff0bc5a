"""What is remembered of GOLD: at best all that was seen, never anything that cannot be."""

from collections import Counter
from itertools import count, islice, product

import pytest

from motherlode.bots.goldrush.memory import Attention
from motherlode.bots.level import levels
from motherlode.games import game
from motherlode.games.goldrush.cards import HIDDEN, SECOND_FLIP, SPOTS
from tests.bots.players import remembered
from tests.worlds import SEATINGS, States, Table, imagined

GOLD = game("goldrush")
TABLES = [table for table in SEATINGS if table.game is GOLD]
PERFECT = Attention(capacity=SPOTS, fade=0, slip=0)
SOME = (
    PERFECT,
    Attention(capacity=0, fade=0, slip=0),
    Attention(capacity=3, fade=200, slip=500),
    Attention(capacity=SPOTS, fade=300, slip=1024),
    Attention(capacity=9, fade=1024, slip=1024),
    *(level.attention for level in levels(GOLD) if level.attention),
)
anyhow = pytest.mark.parametrize("attention", SOME, ids=str)
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def spots(word: int) -> set[int]:
    return {spot for spot in range(SPOTS) if int(word) >> spot & 1}


def believed(mine: States) -> dict[int, int]:
    """The cards held in mind, by where they are believed to lie."""
    return {spot: int(mine["card"][0, spot]) for spot in spots(mine["table"][0] & mine["known"][0])}


def truth(known: States, spot: int) -> int:
    return int(known["card"][0, spot])


@every_table
def test_who_forgets_nothing_knows_what_can_be_known(table: Table) -> None:
    for _, known, mine in remembered(GOLD, list(table.positions(1)), PERFECT):
        assert mine.tobytes() == known.tobytes()


@anyhow
@every_table
def test_what_is_remembered_could_be(table: Table, attention: Attention) -> None:
    for position, known, mine in remembered(GOLD, list(table.positions(2)), attention):
        lying = spots(known["table"][0])
        in_mind = believed(mine)
        for name in ("table", "left", "won", "turn", "stage", "up", "quiet", "owner", "rush"):
            assert mine[name].tobytes() == known[name].tobytes(), name
        assert spots(mine["known"][0]) - lying == spots(known["known"][0]) - lying
        assert {spot for spot in lying if mine["card"][0, spot] != HIDDEN} == set(in_mind)
        left = dict(enumerate(known["left"][0].tolist()))
        assert all(n <= left[card] for card, n in Counter(in_mind.values()).items())
        if position.played % 9 == 0:
            world = imagined(GOLD.kernel, mine, position.played)
            cards = Counter(truth(world, spot) for spot in lying)
            assert cards == Counter({card: n for card, n in left.items() if n})
            assert all(truth(world, spot) == card for spot, card in in_mind.items())


@anyhow
def test_never_more_cards_are_held_in_mind_than_there_is_room_for(attention: Attention) -> None:
    for _, known, mine in remembered(GOLD, list(TABLES[0].positions(3)), attention):
        in_sight = known["stage"][0] == SECOND_FLIP
        assert len(believed(mine)) <= max(attention.capacity, int(in_sight))


@pytest.mark.parametrize("capacity", [1, 4, 10])
def test_the_newest_cards_are_the_ones_held_in_mind(capacity: int) -> None:
    attention = Attention(capacity=capacity, fade=0, slip=0)
    for position, known, mine in remembered(GOLD, list(TABLES[0].positions(4)), attention):
        turned = [GOLD.number_of[move] for move in position.history]
        newest = list(dict.fromkeys(reversed(turned)))
        held = [spot for spot in newest if spot in spots(known["table"][0])]
        in_mind = believed(mine)

        # A card that left the table made room, and what had gone before does not come back.
        assert set(in_mind) == set(held[: len(in_mind)])
        assert all(truth(known, spot) == card for spot, card in in_mind.items())


def test_what_fades_for_certain_is_gone_when_the_next_card_is_turned_up() -> None:
    attention = Attention(capacity=SPOTS, fade=1024, slip=0)
    for position, _, mine in remembered(GOLD, list(TABLES[0].positions(5)), attention):
        newest = {GOLD.number_of[move] for move in position.history[-1:]}
        assert set(believed(mine)) <= newest


def test_more_fades_where_the_chance_is_higher() -> None:
    positions = list(TABLES[0].positions(6))
    held = [
        sum(
            len(believed(mine))
            for *_, mine in remembered(GOLD, positions, Attention(SPOTS, fade, 0))
        )
        for fade in (0, 30, 120, 500)
    ]
    assert held == sorted(held, reverse=True)
    assert held[0] > 1.2 * held[1] > 2 * held[2] > 4 * held[3] > 0


def test_a_card_that_slips_is_believed_next_door_and_as_often_on_each_side() -> None:
    attention = Attention(capacity=SPOTS, fade=1024, slip=1024)
    start = TABLES[0].start(0)
    slips: Counter[int] = Counter()
    seeds = count()
    for column, row, far in product((2, 3, 4), (2, 3, 4), (0, 7, 56, 63)):
        first = 8 * row + column
        moment = start.play(GOLD.words.MOVES[first]).play(GOLD.words.MOVES[far])
        state = moment.states()
        if len(spots(state["table"][0])) < SPOTS:
            continue
        for seed in islice(seeds, 50):
            ((_, known, mine),) = remembered(GOLD, [moment], attention, seed)
            in_mind = believed(mine)
            assert in_mind.pop(far) == truth(known, far)
            assert list(in_mind.values()) == [truth(state, first)]
            slips[next(iter(in_mind)) - first] += 1
    assert set(slips) == {1, -1, 8, -8}
    assert min(slips.values()) > 0.7 * slips.total() / 4 > 30


def test_what_is_believed_was_believed_before_or_next_door_or_was_just_turned_up() -> None:
    attention = Attention(capacity=SPOTS, fade=400, slip=1024)
    slipped = 0
    for table, seed in product(TABLES[:2], range(4)):
        before: dict[int, int] = {}
        for position, known, mine in remembered(GOLD, list(table.positions(7)), attention, seed):
            turned = {GOLD.number_of[move] for move in position.history[-1:]}
            now = believed(mine)
            for spot in now.keys() - turned:
                near = {spot, *next_door(spot)} & before.keys()
                assert now[spot] in {before[place] for place in near}
                slipped += now[spot] != truth(known, spot)
            # Where not all that is believed can be, some is held back until it can.
            before |= now
    assert slipped > 100


def next_door(spot: int) -> set[int]:
    column, row = spot % 8, spot // 8
    around = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
    return {8 * y + x for x, y in around if 0 <= x < 8 and 0 <= y < 8}
