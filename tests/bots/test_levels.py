"""The five levels: who they are, and that the weakest is weak and none of them stalls."""

import pytest

from motherlode.bots.eye import eye_of
from motherlode.bots.level import levels
from motherlode.bots.memory import Forgetful
from motherlode.bots.roster import entrant
from motherlode.bots.sight import Bot, Sight
from motherlode.games import GAMES, game
from motherlode.games.game import Game
from motherlode.games.goldrush.cards import FIRST_FLIP, NOTHING_HAPPENED, SECOND_FLIP, SPOTS
from motherlode.games.goldrush.rules import fate_of
from motherlode.games.position import Position
from motherlode.kernel.edge import door
from tests.bots.players import Watched, played_out, quick_levels, share_of
from tests.worlds import SEATINGS, States, Table, some

fate = door(fate_of)
PAIRS = [table for table in SEATINGS if table.options.seats == 2]
every_game = pytest.mark.parametrize("its", GAMES.values(), ids=lambda its: its.id)


@every_game
def test_there_are_five_levels_each_with_a_name_and_one_sentence(its: Game) -> None:
    offered = levels(its)
    assert [level.number for level in offered] == [1, 2, 3, 4, 5]
    assert {level.game for level in offered} == {its.id}
    assert len({level.name for level in offered}) == len({level.sentence for level in offered}) == 5
    for level in offered:
        assert level.name.strip() == level.name != ""
        assert level.sentence.endswith(".")
        assert not any(mark in level.sentence[:-1] for mark in ".!?\n")


def test_no_two_opponents_share_a_name_in_any_game() -> None:
    names = [level.name for its in GAMES.values() for level in levels(its)]
    assert len(set(names)) == len(names)


@pytest.mark.skipif(some(0, 1) == 1, reason="whole matches are long in plain Python")
@pytest.mark.parametrize("table", PAIRS, ids=str)
def test_the_first_level_loses_clearly_to_an_attentive_player(table: Table) -> None:
    first = levels(table.game)[0]
    greedy = entrant(table.game, "greedy")
    assert share_of(first.make, greedy.make, table, deals=40) < 0.4


# --- Nobody stalls in GOLD ----------------------------------------------------------------------

GOLD_TABLES = [table for table in SEATINGS if table.game is game("goldrush")]


def watched(bot: Bot) -> tuple[Bot, Watched]:
    """A bot and the one that decides in it, which is watched from now on."""
    if isinstance(bot, Forgetful):
        bot._bot = inner = Watched(bot._bot)
        return bot, inner
    outer = Watched(bot)
    return outer, outer


def stalls(seen: States, spot: int) -> bool:
    """Whether turning up *spot* is known to change nothing while something else may."""
    table, known = int(seen["table"][0]), int(seen["known"][0])
    if seen["stage"][0] not in {FIRST_FLIP, SECOND_FLIP} or not known >> spot & 1:
        return False
    lying = [i for i in range(SPOTS) if (table & known) >> i & 1]
    firsts = [int(seen["up"][0, 0])] if seen["stage"][0] == SECOND_FLIP else lying
    useful = [{a, b} for a in firsts for b in lying if a != b and changes(seen, a, b)]
    if any(spot in pair for pair in useful):
        return False
    return bool(useful) or table & ~known != 0


def changes(seen: States, a: int, b: int) -> bool:
    """Whether turning up two cards, as they are believed to be, changes anything."""
    cards = seen["card"][0]
    return int(fate(int(cards[a]), int(cards[b]))) != NOTHING_HAPPENED


def check(position: Position, bots: list[tuple[Bot, Watched]]) -> int:
    """Play a game, and count the choices on which nobody stalled."""
    checked = 0
    end = played_out(position, [bot for bot, _ in bots])
    assert end.over
    for _, inner in bots:
        for sight, move in zip(inner.handed, inner.moves, strict=True):
            assert not stalls(sight.seen, sight.game.number_of[move])
            checked += sight.seen["stage"][0] == SECOND_FLIP
    return checked


@pytest.mark.parametrize("table", GOLD_TABLES, ids=str)
def test_nobody_turns_up_a_pair_known_to_change_nothing_while_there_is_anything_else(
    table: Table,
) -> None:
    for level in quick_levels(table.game):
        for seed in range(some(3)):
            bots = [watched(level.make(10 * seed + seat)) for seat in range(table.options.seats)]
            assert check(table.start(seed), bots) > 10


def test_whoever_stalls_is_noticed() -> None:
    class Idle:
        def choose(self, sight: Sight) -> str:
            return min(sight.moves, key=lambda move: not is_known(sight, move))

    def is_known(sight: Sight, move: str) -> bool:
        return bool(int(sight.seen["known"][0]) >> sight.game.number_of[move] & 1)

    table = GOLD_TABLES[0]
    with pytest.raises(AssertionError):
        check(table.start(1), [watched(Idle()) for _ in range(2)])


def test_an_eye_weighs_what_there_is_to_see_and_nothing_else() -> None:
    features = ("gold", "luck", "donkeys")
    assert eye_of(features, {"donkeys": -2.0, "gold": 1.5}) == (1.5, 0.0, -2.0)
    with pytest.raises(ValueError, match="there is nothing called 'glod' to be seen of a move"):
        eye_of(features, {"gold": 1.5, "glod": 1.0})
