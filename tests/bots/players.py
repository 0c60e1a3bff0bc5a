"""Who plays in the tests of bots, quick enough for whole games, and how games are played."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from motherlode.bots.level import Level, levels
from motherlode.bots.memory import Forgetful, recollection
from motherlode.bots.roster import Entrant, entrant
from motherlode.bots.sight import Bot, Player, Sight
from motherlode.games.game import Game
from motherlode.games.position import Position
from tests.worlds import States, Table, seen_by

ROUNDS = 12
BASELINES = ("random", "greedy", f"best:{ROUNDS}", f"plain:{ROUNDS}", f"flat:{ROUNDS}")


def quick_levels(game: Game, rounds: int = ROUNDS) -> tuple[Level, ...]:
    """The levels of a *game*; those that look ahead do so only a few times."""
    return tuple(level._replace(rounds=min(level.rounds, rounds)) for level in levels(game))


def quick_entrants(game: Game) -> Iterator[Entrant]:
    """All who play a *game*, quick enough for the tests."""
    for level in quick_levels(game):
        yield Entrant(str(level.number), level.make)
    for name in BASELINES:
        yield entrant(game, name)


def played_out(position: Position, bots: Sequence[Bot], *, in_turn: bool = False) -> Position:
    """The end of a game between *bots*."""
    players = [Player(bot) for bot in bots]
    while not position.over:
        move = players[position.seat].move(position)
        assert move in position.moves
        position = (position.in_turn(move) if in_turn else position).play(move)
    return position


def turns(positions: Sequence[Position], seat: int) -> list[Position]:
    """Those of the *positions* in which *seat* is to move."""
    return [each for each in positions if not each.over and each.seat == seat]


def answers(player: Player, asked: Sequence[Position]) -> list[str]:
    """What a *player* would do at each of these turns, whatever was done there."""
    return [player.move(position) for position in asked]


def share_of(
    one: Callable[[int], Bot], other: Callable[[int], Bot], table: Table, deals: int
) -> float:
    """The share of the victories of *one*, of two seats; each deal is played from both."""
    total = 0.0
    for deal in range(deals):
        for seat in range(2):
            bots = [other(2 * deal), other(2 * deal)]
            bots[seat] = one(2 * deal + 1)
            end = played_out(table.start(deal), bots, in_turn=True)
            total += (seat in end.winners) / len(end.winners)
    return total / (2 * deals)


class Watched:
    """Lets another bot decide, and keeps what it was handed and what it made of it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.handed: list[Sight] = []
        self.moves: list[str] = []

    def choose(self, sight: Sight) -> str:
        """What the other bot says."""
        move = self.bot.choose(sight)
        self.handed.append(sight)
        self.moves.append(move)
        return move


class FirstOne:
    """Always makes the first legal move."""

    def choose(self, sight: Sight) -> str:
        """The first one."""
        return sight.moves[0]


def remembered(
    game: Game, positions: Sequence[Position], attention: Any, seed: int = 0
) -> Iterator[tuple[Position, States, States]]:
    """Every moment with what could be known, and what is remembered of it."""
    watched = Watched(FirstOne())
    players = {
        seat: Player(Forgetful(watched, recollection(game), attention, seed))
        for seat in range(game.seats[-1])
    }
    for position in positions:
        if not position.over:
            players[position.seat].move(position)
            known = seen_by(game.kernel, position.states(), position.seat)
            yield position, known, watched.handed[-1].seen
