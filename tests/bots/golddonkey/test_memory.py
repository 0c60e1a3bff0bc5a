"""What is in mind of Gold!: which cards may still come, and never one that lies open."""

from collections.abc import Sequence

import pytest

from motherlode.bots.golddonkey.memory import Attention
from motherlode.bots.level import levels
from motherlode.games import game
from motherlode.kernel.chance import stream
from tests.bots.players import remembered
from tests.worlds import SEATINGS, Table, imagined

DONKEY = game("golddonkey")
PERFECT = Attention(fade=0)
SOME = (
    PERFECT,
    Attention(fade=40),
    Attention(fade=1024),
    *(level.attention for level in levels(DONKEY) if level.attention),
)
anyhow = pytest.mark.parametrize("attention", SOME, ids=str)
TABLES = [table for table in SEATINGS if table.game is DONKEY]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def union(words: Sequence[int]) -> int:
    cards = 0
    for word in words:
        cards |= int(word)
    return cards


@every_table
def test_who_forgets_nothing_knows_what_can_be_known(table: Table) -> None:
    for _, known, mine in remembered(DONKEY, list(table.positions(1)), PERFECT):
        assert mine.tobytes() == known.tobytes()


@anyhow
@every_table
def test_what_is_expected_could_come(table: Table, attention: Attention) -> None:
    for position, known, mine in remembered(DONKEY, list(table.positions(2)), attention):
        for name in known.dtype.names or ():
            if name != "unseen":
                assert mine[name].tobytes() == known[name].tobytes(), name
        expected, unseen = int(mine["unseen"][0]), int(known["unseen"][0])
        scored = union(known["score"][0])
        assert expected.bit_count() == unseen.bit_count()
        assert expected & ~(unseen | scored) == 0
        assert expected & (int(known["offer"][0]) | union(known["row"][0])) == 0
        if position.played % 9 == 0:
            world, rng = imagined(DONKEY.kernel, mine, position.played), stream(3)
            while not DONKEY.kernel.over(world):
                DONKEY.kernel.play(world, DONKEY.kernel.any_move(world, rng))


@every_table
def test_more_wrong_cards_are_expected_where_more_is_forgotten(table: Table) -> None:
    games = [list(table.positions(seed)) for seed in range(3)]
    wrong = [
        sum(
            (int(mine["unseen"][0]) & ~int(known["unseen"][0])).bit_count()
            for positions in games
            for _, known, mine in remembered(DONKEY, positions, Attention(fade))
        )
        for fade in (0, 20, 1024)
    ]
    assert 0 == wrong[0] < wrong[1] < wrong[2]
