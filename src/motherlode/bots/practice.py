# ruff: noqa: F821 - the rules declared without a value stand for those of a game
"""Learning to see: an eye plays against itself, and what won is given more weight.

Every seat plays by the same eye, each move as likely as it looks good.  After each lesson, a
thousand games, the weights follow the gradient of the expected result (REINFORCE with the mean of
the table as its baseline, steps by Adam).  The result is the share of the victory and, with less
weight, the margin.

``python -m motherlode.bots.practice GAME [LESSONS]`` writes an eye as ``bots/<game>/eyes.py`` holds
it, beginning with the eye for greed that stands there.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import eye
from motherlode.bots.eye import Eye
from motherlode.bots.search import MOST_IDEAS
from motherlode.bots.searcher import eyes_of, judgement_of
from motherlode.games.game import Deal, Game
from motherlode.games.prepare import AsTheyLie
from motherlode.kernel.chance import Stream, shuffle, stream
from motherlode.kernel.edge import Struct, bind

GAMES_OF_A_LESSON = 1024
_MARGIN = 0.5  # how much the margin counts beside the victory
_STEP, _LAST_STEP = 0.1, 0.005
_KEEP, _KEEP_SQUARES = 0.9, 0.99  # of Adam

any_of: Callable[[Any, int, Stream], int]
choices: Callable[[Struct, Any, NDArray[np.int16]], int]
deal: Callable[[Struct, Struct, NDArray[np.int8]], None]
describe: Callable[[Struct, Any, int], None]
look: Callable[[Struct, Any], None]
move_of: Callable[[Struct, Any, int], int]
observe: Callable[[Struct, int, NDArray[np.void]], None]
over: Callable[[Struct], bool]
play: Callable[[Struct, int], None]
points: Callable[[Struct, NDArray[np.int16]], None]
ponder: Callable[[Struct, Any], None]
take_note: Callable[..., int]
weighed: Callable[[Any], float]
winners: Callable[[Struct, NDArray[np.int16]], int]


class Notes(NamedTuple):
    """Room for what was seen at one move, and what each seat would have liked to do more often."""

    seen: NDArray[np.float64]  # by idea
    wish: NDArray[np.float64]  # by seat
    points: NDArray[np.int16]


def new_notes(features: int) -> Notes:
    """Blank notes."""
    return Notes(np.zeros((MOST_IDEAS, features)), np.zeros((8, features)), np.zeros(8, np.int16))


def take_note_of(s: Struct, lore: Any, notes: Notes, rng: Stream) -> int:
    """Choose an idea, and note by what it differs from the others on average."""
    look(s, lore)
    n = choices(s, lore, lore.ideas)
    for i in range(n):
        describe(s, lore, lore.ideas[i])
        lore.appeal[i] = weighed(lore)
        for j in range(len(lore.weights)):
            notes.seen[i, j] = lore.described[j]
    chosen = any_of(lore, n, rng)
    total = 0.0
    for i in range(n):
        total += lore.appeal[i]
    for j in range(len(lore.weights)):
        average = 0.0
        for i in range(n):
            average += lore.appeal[i] * notes.seen[i, j]
        notes.wish[s.turn, j] += notes.seen[chosen, j] - average / total
    return int(lore.ideas[chosen])


def lesson(
    states: NDArray[np.void],
    seen: NDArray[np.void],
    setups: NDArray[np.void],
    orders: NDArray[np.int8],
    sizes: NDArray[np.int64],
    lores: NDArray[np.void],
    notes: Notes,
    gradient: NDArray[np.float64],
    scale: float,
    rng: Stream,
    games: int,
) -> None:
    """Play that many games, and write into *gradient* how the weights should change."""
    s, lore = states[0], lores[0]
    gradient[:] = 0.0
    for game in range(games):
        which = game % len(setups)
        shuffle(rng, orders[which], sizes[which])
        deal(s, setups[which], orders[which])
        s.turn = game // len(setups) % s.seats
        observe(s, s.turn, seen)
        ponder(seen[0], lore)
        notes.wish[:] = 0.0
        while not over(s):
            play(s, move_of(s, lore, take_note(s, lore, notes, rng)))
        points(s, notes.points)
        ahead = winners(s, notes.points)
        victors = 0
        mean = 0.0
        for seat in range(s.seats):
            victors += ahead >> seat & 1
            mean += notes.points[seat] / s.seats
        for seat in range(s.seats):
            result = (ahead >> seat & 1) / victors - 1.0 / s.seats
            result += _MARGIN * (notes.points[seat] - mean) / scale
            for j in range(len(gradient)):
                gradient[j] += result * notes.wish[seat, j] / games


def _setups(game: Game) -> tuple[NDArray[np.void], NDArray[np.int8], NDArray[np.int64]]:
    """One table of each size, that for two twice: what most people play."""
    setups, orders = [], []
    for seats in (game.seats[0], *game.seats):
        options = game.options(seats=seats)
        dealt: Deal = game.draw(options, AsTheyLie())
        setup, order = game.setting.set_up(game.kernel, options, dealt)
        setups.append(setup)
        orders.append(order)
    sizes = np.array([len(order) for order in orders])
    padded = np.zeros((len(orders), max(sizes)), np.int8)
    for row, order in zip(padded, orders, strict=True):
        row[: len(order)] = order
    return np.concatenate(setups), padded, sizes


def practise(game: Game, weights: Eye, lessons: int, seed: int) -> Iterator[Eye]:
    """The weights after each of the *lessons*, beginning with the ones given."""
    judgement = judgement_of(game)
    names = {**vars(game.kernel.rules), **vars(game.kernel.knowledge), **vars(judgement)}
    names |= {"weighed": eye.weighed, "any_of": eye.any_of}
    names["take_note"] = bind(take_note_of, names)
    teach = bind(lesson, names)
    lores, notes = judgement.new_lore(weights), new_notes(len(weights))
    rng, tables = stream(seed), _setups(game)
    states, seen = game.kernel.new(), game.kernel.new()
    gradient, mean, square = (np.zeros(len(weights)) for _ in range(3))
    for done in range(1, lessons + 1):
        teach(
            states, seen, *tables, lores, notes, gradient, judgement.SCALE, rng, GAMES_OF_A_LESSON
        )
        mean += (1 - _KEEP) * (gradient - mean)
        square += (1 - _KEEP_SQUARES) * (gradient**2 - square)
        step = _LAST_STEP + (_STEP - _LAST_STEP) * (1 - done / lessons)
        pace = np.sqrt(square / (1 - _KEEP_SQUARES**done)) + 1e-8
        lores["weights"][0] += step * (mean / (1 - _KEEP**done)) / pace
        yield tuple(lores["weights"][0].tolist())


def main() -> None:
    """Practise, and write what was learned."""
    from motherlode.games import game

    its, lessons = game(sys.argv[1]), int((sys.argv[2:] or ["400"])[0])
    *_, weights = practise(its, eyes_of(its).GREEDY, lessons, seed=1)
    for weight, feature in zip(weights, judgement_of(its).FEATURES, strict=True):
        sys.stdout.write(f'        "{feature}": {weight:.3f},\n')


if __name__ == "__main__":
    main()
