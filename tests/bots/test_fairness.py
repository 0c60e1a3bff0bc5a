"""A bot knows what its seat may know and nothing else: in twin worlds it makes the same moves."""

import random
from collections.abc import Callable
from functools import partial

import numpy as np

from motherlode.bots.roster import Entrant
from motherlode.bots.sight import Bot, Event, Player, Sight, look
from motherlode.games.game import Game
from motherlode.games.position import Position
from tests.bots.players import answers, quick_entrants, turns
from tests.games.twins import observation_twin, past
from tests.worlds import Table, every_seating, seen_by

SEED = 11


def twins(table: Table, seed: int) -> list[tuple[int, Position, Position]]:
    """Early, late and last turns of some seats, each with a world its seat cannot tell apart."""
    rng = random.Random(seed)
    positions = list(table.positions(seed))
    found = []
    for part in (0.3, 0.7, 1.0):
        seat = rng.randrange(table.options.seats)
        own = turns(positions, seat)
        moment = own[int(part * (len(own) - 1))]
        found.append((seat, moment, observation_twin(moment, seat, rng)))
    return found


def whole(position: Position, seat: int) -> list[Position]:
    """All turns of *seat* up to this *position*."""
    return turns(list(past(position))[::-1], seat)


def tells_apart(make: Callable[[], Player], seat: int, one: Position, other: Position) -> bool:
    """Whether a player does anything else in one world than in the other, up to that moment."""
    return answers(make(), whole(one, seat)) != answers(make(), whole(other, seat))


def player_of(entrant: Entrant) -> Player:
    """Somebody new at the table."""
    return Player(entrant.make(SEED))


@every_seating
def test_nobody_plays_otherwise_where_only_what_it_cannot_know_is_different(table: Table) -> None:
    worlds = twins(table, seed=3)
    assert any(one != other for _, one, other in worlds)
    for entrant in quick_entrants(table.game):
        for seat, one, other in worlds:
            assert not tells_apart(partial(player_of, entrant), seat, one, other), entrant


class Peeking(Player):
    """Somebody who looks at the cards beneath the table, and chooses by them."""

    def move(self, position: Position) -> str:
        """A move that depends on how the cards were dealt."""
        chance = random.Random(str(position.deal.order))
        return chance.choice(look(position).moves)


@every_seating
def test_whoever_peeks_is_caught(table: Table) -> None:
    class Nobody:
        def choose(self, sight: Sight) -> str:
            return sight.moves[0]

    worlds = [each for seed in (3, 4, 5) for each in twins(table, seed)]
    assert any(tells_apart(lambda: Peeking(Nobody()), *each) for each in worlds)


@every_seating
def test_a_sight_holds_no_position_and_no_card_its_seat_has_not_seen(table: Table) -> None:
    positions = list(table.positions(8))
    for position in positions[:-1:5]:
        sight = look(position, told=max(0, position.played - 7))

        held = [Game, int, int, np.ndarray, tuple, tuple]
        assert [type(thing) for thing in sight] == held
        assert {type(event) for event in sight.events} <= {Event}
        assert {type(move) for move in sight.moves} == {str}
        told = [(sight.seen, position)]
        told += [
            (event.seen, positions[i])
            for i, event in enumerate(sight.events, position.played - len(sight.events) + 1)
        ]
        for seen, then in told:
            known = seen_by(table.kernel, then.states(), sight.seat)
            assert seen.tobytes() == known.tobytes()


@every_seating
def test_a_bot_cannot_change_the_game_through_what_it_is_handed(table: Table) -> None:
    class Meddler:
        def choose(self, sight: Sight) -> str:
            for seen in (sight.seen, *(event.seen for event in sight.events)):
                seen.view(np.uint8)[:] = 255
            return sight.moves[-1]

    bot: Bot = Meddler()
    for position in list(table.positions(2))[:-1:9]:
        before = [each.states().tobytes() for each in past(position)]

        assert Player(bot).move(position) == position.moves[-1]
        assert [each.states().tobytes() for each in past(position)] == before
