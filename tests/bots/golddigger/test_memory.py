"""What is in mind of GOLD DIGGER: own cards always, all of it at best, and never an odd heap."""

from collections import Counter
from collections.abc import Sequence

import pytest

from motherlode.bots.golddigger.memory import Attention
from motherlode.bots.level import levels
from motherlode.games import game
from motherlode.games.golddigger.cards import CARDS, FIRST_ORE_MOVE, FOOLS_GOLD, HIDDEN, MINES
from motherlode.games.position import Position
from motherlode.kernel.chance import stream
from tests.bots.players import remembered
from tests.worlds import TABLES, States, Table, imagined

DIGGER = game("golddigger")
PERFECT = Attention(numbers=CARDS, counting=1024)
NONE = Attention(numbers=0, counting=0)
SOME = (
    PERFECT,
    NONE,
    Attention(numbers=4, counting=500),
    *(level.attention for level in levels(DIGGER) if level.attention),
)
MIDDLING = FOOLS_GOLD + 2
anyhow = pytest.mark.parametrize("attention", SOME, ids=str)
every_table = pytest.mark.parametrize(
    "table", [table for table in TABLES if table.game is DIGGER], ids=str
)


def heap(seen: States) -> list[int]:
    """The cards a seat has not seen."""
    start = int(seen["drawn"][0]) - int((seen["hand"][0] == HIDDEN).sum())
    cards: list[int] = seen["pile"][0, start : int(seen["cards"][0])].tolist()
    return cards


def people(cards: Sequence[int]) -> Counter[int]:
    return Counter(card for card in cards if card < FOOLS_GOLD)


def ore_laid(position: Position) -> list[tuple[int, int, int]]:
    """Mine, place and bags of all ore that was laid, the newest first."""
    laid: list[tuple[int, int, int]] = []
    room: Counter[int] = Counter()
    for move in position.history:
        number = DIGGER.number_of[move] - FIRST_ORE_MOVE
        if number >= 0:
            bags, mine = divmod(number, len(MINES))
            laid.append((mine, room[mine], bags))
            room[mine] += 1
    return laid[::-1]


@every_table
def test_who_has_all_in_mind_knows_what_can_be_known(table: Table) -> None:
    for _, known, mine in remembered(DIGGER, list(table.positions(1)), PERFECT):
        assert mine.tobytes() == known.tobytes()


@anyhow
@every_table
def test_what_is_in_mind_could_be(table: Table, attention: Attention) -> None:
    for position, known, mine in remembered(DIGGER, list(table.positions(2)), attention):
        for name in known.dtype.names or ():
            if name not in {"pile", "ore"}:
                assert mine[name].tobytes() == known[name].tobytes(), name
        really, as_believed = heap(known), heap(mine)
        assert as_believed == sorted(as_believed)
        assert len(as_believed) == len(really)
        assert people(as_believed) == people(really)
        every_card = {*really, *known["hand"][0, position.seat].tolist()}
        every_card |= {FOOLS_GOLD + bags for _, _, bags in ore_laid(position)}
        assert set(as_believed) <= every_card
        if position.played % 9 == 0:
            world, rng = imagined(DIGGER.kernel, mine, position.played), stream(3)
            while not DIGGER.kernel.over(world):
                DIGGER.kernel.play(world, DIGGER.kernel.any_move(world, rng))


@pytest.mark.parametrize("numbers", [0, 1, 5])
def test_the_newest_numbers_are_known_and_older_gold_is_taken_for_middling(numbers: int) -> None:
    table = next(table for table in TABLES if table.game is DIGGER)
    for position, known, mine in remembered(
        DIGGER, list(table.positions(3)), Attention(numbers, 1024)
    ):
        laid = ore_laid(position)
        gold = [(where, place) for where, place, bags in laid if bags > 0]
        for where, place, bags in laid:
            is_new = (where, place) in gold[:numbers]
            expected = bags if is_new or bags == 0 else MIDDLING - FOOLS_GOLD
            assert mine["ore"][0, where, place] == expected
        assert heap(mine) == heap(known)


@anyhow
@every_table
def test_the_own_hand_is_never_blurred(table: Table, attention: Attention) -> None:
    for position, _, mine in remembered(DIGGER, list(table.positions(4)), attention):
        own = position.states()["hand"][0, position.seat]
        assert mine["hand"][0, position.seat].tolist() == own.tolist()


def test_who_does_not_count_takes_ore_still_to_come_for_any_ore_of_the_game() -> None:
    table = next(table for table in TABLES if table.game is DIGGER)
    positions = list(table.positions(5))
    wrong = {}
    for counting in (1024, 900, 400, 0):
        wrong[counting] = sum(
            (Counter(heap(mine)) - Counter(heap(known))).total()
            for seed in range(3)
            for _, known, mine in remembered(DIGGER, positions, Attention(CARDS, counting), seed)
        )
    assert 0 == wrong[1024] < wrong[900] < wrong[400] < wrong[0]
