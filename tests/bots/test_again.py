"""The same seed gives the same game, however a bot comes to know what happened."""

from motherlode.bots.sight import Player
from tests.bots.players import answers, played_out, quick_entrants, quick_levels, turns
from tests.worlds import Table, every_seating


@every_seating
def test_the_same_seeds_give_the_same_game_again(table: Table) -> None:
    seats = table.options.seats
    everybody = list(quick_entrants(table.game))
    for first in range(0, len(everybody), seats):
        lineup = [everybody[(first + seat) % len(everybody)] for seat in range(seats)]
        games = [
            played_out(table.start(4), [each.make(seed + i) for i, each in enumerate(lineup)])
            for seed in (7, 7)
        ]

        assert games[0].history == games[1].history, lineup


@every_seating
def test_another_seed_gives_another_game_wherever_chance_has_a_say(table: Table) -> None:
    for entrant in quick_entrants(table.game):
        if entrant.name == "random" or (table.game.id == "goldrush" and "flat" not in entrant.name):
            start = table.start(4)
            games = [
                played_out(start, [entrant.make(seed) for _ in range(table.options.seats)]).history
                for seed in (1, 2)
            ]

            assert games[0] != games[1], entrant


@every_seating
def test_a_bot_told_all_at_once_plays_like_one_told_move_by_move(table: Table) -> None:
    positions = list(table.positions(6))
    asked = turns(positions, seat=1)
    for level in quick_levels(table.game):
        told_all_along = answers(Player(level.make(5)), asked)
        for i in range(0, len(asked), 6):
            assert Player(level.make(5)).move(asked[i]) == told_all_along[i], level

        told_now_and_then = answers(Player(level.make(5)), asked[::3])
        assert told_now_and_then == told_all_along[::3], level
