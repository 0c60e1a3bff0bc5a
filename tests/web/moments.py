"""Telling moments of real games as the browser is told them, for looking at the boards.

``python -m tests.web.moments FILE`` writes them: by game and name, what all see and what the first
seat sees alone.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from motherlode.bots.roster import entrant
from motherlode.bots.sight import Player
from motherlode.games import GAMES
from motherlode.games.game import Game
from motherlode.games.position import Position
from tests.worlds import SEATINGS, TABLES, Dice, Table

LOOKING = 0
SEEDS = range(12)

Wanted = Callable[[Any], bool]


def happens(*events: str) -> Wanted:
    """Whether all of these happened in the last move."""
    return lambda view: set(events) <= {event["event"] for event in view["happened"]}


def my_turn(view: Any) -> bool:
    """Whether the seat that looks is to move."""
    return bool(view["turn"] == LOOKING)


def both(*wanted: Wanted) -> Wanted:
    """Whether all of these hold."""
    return lambda view: all(each(view) for each in wanted)


def is_over(view: Any) -> bool:
    """Whether the game has ended."""
    return view["outcome"] is not None


WANTED: dict[str, dict[str, Wanted]] = {
    "goldrush": {
        "start": both(my_turn, lambda view: len(view["table"]) == 64 and not view["up"]),
        "first card": both(my_turn, lambda view: view["stage"] == "second flip"),
        "nothing": happens("nothing happened"),
        "carry": happens("carried"),
        "carry late": both(happens("carried"), lambda view: len(view["table"]) < 30),
        "duel": happens("duelled"),
        "dynamite": happens("blasted"),
        "middle": both(my_turn, lambda view: 20 < len(view["table"]) < 36 and not view["up"]),
        "few quiet turns": lambda view: (view["quiet_turns_left"] or 9) <= 2,
        "rush": happens("gold rush"),
        "taken": happens("taken"),
        "cleared": happens("cleared"),
        "end": is_over,
        "haul": both(is_over, lambda view: not view["up"]),
    },
    "golddigger": {
        "start": both(my_turn, lambda view: view["pile"] > 40),
        "staked": both(my_turn, happens("staked")),
        "ore": both(my_turn, happens("played"), lambda view: view["pile"] in range(20, 30)),
        "middle": both(my_turn, lambda view: view["pile"] in range(10, 20)),
        "late": both(my_turn, lambda view: view["pile"] == 0),
        "theirs": lambda view: view["turn"] not in {LOOKING, None} and view["pile"] < 30,
        "end": is_over,
    },
    "golddonkey": {
        "start": both(my_turn, lambda view: not view["happened"] or view["pile"] > 30),
        "taken": both(my_turn, happens("took"), lambda view: len(view["rows"][0]) > 2),
        "swapped": both(my_turn, happens("swapped")),
        "set": both(my_turn, happens("scored set")),
        "a set to make": both(my_turn, lambda view: _scores(view["moves"])),
        "bonus": both(my_turn, lambda view: view["bonus"]),
        "their bonus": lambda view: view["bonus"] and not my_turn(view),
        "refilled": both(my_turn, happens("refilled")),
        "final": both(my_turn, lambda view: view["grand_final"]),
        "end": is_over,
    },
}


def _scores(moves: Any) -> bool:
    return any(event["event"] == "may take bonus" for move in moves for event in move["does"])


def moments() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The moments of all games for every number of seats: game, name, and what is seen."""
    for table in SEATINGS + tuple(t for t in TABLES if str(t).endswith("layout=grid")):
        missing = dict(WANTED[table.game.id])
        for seen in sights(table):
            view = seen["shown"] | seen["own"]
            for name in [name for name, wanted in missing.items() if wanted(view)]:
                del missing[name]
                yield table.game.id, f"{str(table).partition('-')[2]} {name}", seen
            if not missing:
                break


def sights(table: Table) -> Iterator[dict[str, Any]]:
    """What the seat that looks is told in some games, turned cards up and down again."""
    for seed in SEEDS:
        yield from told(played(table, seed))


def told(position: Position) -> list[dict[str, Any]]:
    """A game moment by moment, as the seat that looks is told of it."""
    found = []
    then: Position | None = position
    while then is not None:
        if then.game.fleeting:
            found.append(moment(then, turned_down=True))
        found.append(moment(then, turned_down=False))
        then = then.before
    return found[::-1]


def moment(position: Position, *, turned_down: bool) -> dict[str, Any]:
    """A moment in the two parts it is sent in."""
    shown, own = position.shown(turned_down=turned_down), position.own(LOOKING)
    return {"shown": msgspec.to_builtins(shown), "own": msgspec.to_builtins(own)}


def played(table: Table, seed: int) -> Position:
    """A whole game among machines of the second level."""
    position = table.game.start(table.options, table.game.draw(table.options, Dice(seed)))
    level = entrant(table.game, "2")
    players = [Player(level.make(seed * 10 + seat)) for seat in range(table.options.seats)]
    while not position.over:
        position = position.play(players[position.seat].move(position))
    return position


def story(game: Game, seats: int, seed: int) -> list[dict[str, Any]]:
    """A whole game."""
    table = next(t for t in SEATINGS if t.game is game and t.options.seats == seats)
    return told(played(table, seed))


def main() -> None:
    """Write the moments, and a whole game of each kind, to the file that was named."""
    found: dict[str, dict[str, Any]] = {name: {} for name in GAMES}
    for game, name, seen in moments():
        found[game][name] = seen
    stories = {name: story(GAMES[name], 3, 1) for name in GAMES}
    Path(sys.argv[1]).write_bytes(msgspec.json.encode({"moments": found, "stories": stories}))


if __name__ == "__main__":
    main()
