"""One deal, played: every seat is taken by each side, and nothing but the deal is in common."""

from typing import Any

import msgspec
import pytest

from motherlode.arena import Contest, Pairing
from motherlode.arena.table import Foul, OtherSources, Played, Table
from motherlode.bots import Entrant, Sight
from motherlode.games import GAMES
from motherlode.games.game import Game
from tests.arena.made_up import contest_of

TABLES = [(its, seats) for its in GAMES.values() for seats in its.seats]


class Witness:
    """Makes the first legal move, and notes who sat where with which seed and what it saw."""

    seen: list[tuple[str, int, int, bytes]]

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed

    def choose(self, sight: Sight) -> str:
        if sight.played == sight.seat:
            Witness.seen.append((self.name, sight.seat, self.seed, sight.seen.tobytes()))
        return sight.moves[0]


class Cheat:
    """Answers with a move of another game."""

    def choose(self, sight: Sight) -> str:
        return "castle" if sight.played > 4 else sight.moves[0]


def table_of(asked: Contest, **bots: Any) -> Table:
    table = Table(asked)
    for name, make in bots.items():
        table._entrants[name] = Entrant(name, make)
    return table


@pytest.fixture
def witnessed() -> dict[str, Any]:
    Witness.seen = []
    return {
        "greedy": lambda seed: Witness("greedy", seed),
        "random": lambda seed: Witness("random", seed),
    }


def untimed(played: Played) -> Played:
    return msgspec.structs.replace(played, ms=(0.0, 0.0))


@pytest.mark.parametrize(("its", "seats"), TABLES, ids=str)
def test_a_deal_is_the_same_again_at_any_table_that_names_its_seed(its: Game, seats: int) -> None:
    pairing = Pairing(seats, "random", "greedy")
    tables = [
        Table(contest_of("greedy", "random", of=its.id, seats=(seats,))),
        Table(contest_of("1", "random", "greedy", of=its.id, seats=its.seats, deals=7)),
    ]
    played = [untimed(table.play(pairing, 3)) for table in (*tables, tables[0])]

    assert played[0] == played[1] == played[2]
    assert played[0].games != tables[0].play(pairing, 4).games
    assert len(played[0].games) == pairing.games
    assert sum(played[0].moves) == sum(score.moves for score in played[0].games)


def test_another_seed_deals_other_cards() -> None:
    pairing = Pairing(2, "random", "greedy")
    played = [Table(contest_of(seed=seed)).play(pairing, 1).games for seed in ("lamp", "light")]

    assert played[0] != played[1]


@pytest.mark.parametrize("seats", [2, 3])
def test_both_sides_sit_alone_in_every_seat(seats: int, witnessed: dict[str, Any]) -> None:
    asked = contest_of("greedy", "random", seats=(seats,))
    table_of(asked, **witnessed).play(asked.pairings[0], 1)
    names = [name for name, *_ in Witness.seen]
    tables = [names[i : i + seats] for i in range(0, len(names), seats)]

    assert (
        tables
        == {
            2: [["random", "greedy"], ["greedy", "random"]],
            3: [
                ["random", "greedy", "greedy"],
                ["greedy", "random", "greedy"],
                ["greedy", "greedy", "random"],
                ["greedy", "random", "random"],
                ["random", "greedy", "random"],
                ["random", "random", "greedy"],
            ],
        }[seats]
    )


def test_all_games_on_a_deal_have_the_same_cards_and_each_seat_its_seed(
    witnessed: dict[str, Any],
) -> None:
    asked = contest_of("greedy", "random", seats=(3,))
    table = table_of(asked, **witnessed)
    table.play(asked.pairings[0], 1)
    there, back = Witness.seen[:9], Witness.seen[9:]

    assert len({seen for _, seat, _, seen in Witness.seen if seat == 0}) == 1
    assert [seed for _, _, seed, _ in there] == [seed for _, _, seed, _ in back]
    assert len({seed for _, _, seed, _ in there}) == 9
    Witness.seen = []
    table.play(asked.pairings[0], 2)
    assert Witness.seen[0][3] != there[0][3]


def test_luck_is_common_even_where_players_choose_the_card_to_turn_up() -> None:
    turned_up = []

    class Chooser:
        def __init__(self, which: int) -> None:
            self.which = which

        def choose(self, sight: Sight) -> str:
            if sight.played == 1:
                spot = int(sight.seen["known"][0]).bit_length() - 1
                turned_up.append((spot, int(sight.seen["card"][0][spot])))
            return sight.moves[self.which]

    asked = contest_of("greedy", "random", of="goldrush")
    bots = {"greedy": lambda _: Chooser(-1), "random": lambda _: Chooser(0)}
    table_of(asked, **bots).play(asked.pairings[0], 1)
    (first_spot, first_card), (last_spot, last_card) = turned_up

    assert first_spot != last_spot
    assert first_card == last_card


def test_a_move_that_cannot_be_played_is_a_foul_of_whoever_made_it() -> None:
    asked = contest_of("greedy", "random")
    table = table_of(asked, greedy=lambda seed: Cheat())

    with pytest.raises(Foul, match=r"greedy on deal 5, after .*castle"):
        table.play(asked.pairings[0], 5)


def test_a_worker_with_other_code_refuses_to_play() -> None:
    with pytest.raises(OtherSources, match="install the same motherlode everywhere"):
        Table(msgspec.structs.replace(contest_of(), sources="0" * 12))
