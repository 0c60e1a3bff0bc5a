"""Speed of our own games, in the same classes as the peers beside them.

* playouts: uniformly random play inside compiled code, on one core.  Shuffle and deal are included
  in the time, and not counted; legality is worked out at every move, and so are both house rules,
  the cards won and unbiased draws.
* kernel_loop: one game driven from a Python loop through the compiled rules: what is legal is
  read, one of it is played, the next game dealt when one is over.
* position_loop: the same through ``Position``, with moves as text and every position kept.
* views: what a move brings to all at a table, as JSON: once what all see, and for each seat what
  is its own; beside it the whole view of each seat.  The moves are of many tables in turns, as a
  server has them, and every position is looked at for the first time.
* copies: one copy of a state, made from Python and made inside compiled code.
"""

import subprocess
import sys
from collections.abc import Callable
from itertools import chain, zip_longest
from random import Random
from time import perf_counter, process_time

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.measure import Rate, Tally, best_rate, microseconds
from motherlode.games import game
from motherlode.games.game import Deal, Game
from motherlode.games.kernel import room_for_moves
from motherlode.games.position import Position
from motherlode.kernel.chance import stream
from motherlode.kernel.edge import rule

GAMES_A_CALL = 2_000
DEALS = 64
SEED = 20


class _Draws:
    """Draws for one deal: quick and reproducible, which is all a measurement asks for."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def pick(self, _label: str, n: int) -> int:
        return self._random.randrange(n)

    def shuffle(self, _label: str, n: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(n), n))


def playouts(name: str, seats: int, seconds: float) -> Rate:
    """Random games inside compiled code, the deal included."""
    its = game(name)
    setup, order = _dealt(its, seats)[0]
    state, rng = its.kernel.new(), stream(SEED)

    def play() -> Tally:
        moves = its.kernel.play_many(state, setup, order, rng, GAMES_A_CALL)
        return Tally(GAMES_A_CALL, moves, moves)

    return best_rate(f"{name}, {seats} seats", play, seconds)


def kernel_loop(name: str, seats: int, seconds: float) -> Rate:
    """One game driven from Python through the compiled rules."""
    kernel = game(name).kernel
    dealt = _dealt(game(name), seats)
    state, legal, chance = kernel.new(), room_for_moves(), Random(SEED).random

    def play() -> Tally:
        moves = 0
        step, item = kernel.step, legal.item
        for setup, order in dealt:
            kernel.deal(state, setup, order)
            n = kernel.moves(state, legal)
            while n:
                n = step(state, item(int(chance() * n)), legal)
                moves += 1
        return Tally(len(dealt), moves, moves)

    return best_rate(f"{name}, {seats} seats", play, seconds)


def position_loop(name: str, seats: int, seconds: float) -> Rate:
    """One ``Position`` after the other, their moves read as text."""
    its = game(name)
    options = its.options(seats=seats)
    dealt = deals(name, seats)
    chance = Random(SEED).random

    def play() -> Tally:
        moves = 0
        for deal in dealt:
            position = its.start(options, deal)
            while not position.over:
                legal = position.moves
                position = position.play(legal[int(chance() * len(legal))])
                moves += 1
        return Tally(len(dealt), moves, moves)

    return best_rate(f"{name}, {seats} seats", play, seconds)


def views(name: str, seats: int, repeats: int = 5) -> tuple[float, float]:
    """Microseconds of a move's views for all seats: in parts, and each of them whole."""
    write = msgspec.json.Encoder().encode

    def in_parts(position: Position) -> None:
        write(position.shown())
        for seat in range(seats):
            write(position.own(seat))

    def whole(position: Position) -> None:
        for seat in range(seats):
            write(position.view(seat))

    def measured(look: Callable[[Position], None], seed: int) -> float:
        positions = _in_turns(name, seats, seed)
        start = process_time()
        for position in positions:
            look(position)
        return (process_time() - start) / len(positions) * 1e6

    rounds = [(measured(in_parts, seed), measured(whole, seed)) for seed in range(repeats)]
    parts, wholes = zip(*rounds, strict=True)
    return min(parts), min(wholes)


def _in_turns(name: str, seats: int, seed: int) -> list[Position]:
    chance = Random(seed).random
    its = game(name)
    options = its.options(seats=seats)
    games = []
    for deal in deals(name, seats):
        position = its.start(options, deal)
        games.append([position])
        while not position.over:
            legal = position.legal_of(its.words.MOVES)
            position = position.play(legal[int(chance() * len(legal))])
            games[-1].append(position)
    return [position for position in chain(*zip_longest(*games)) if position]


@rule
def copy_back_and_forth(states: NDArray[np.void], n: int) -> None:
    """Copy *n* states among many, so that none stays in a register."""
    for i in range(n):
        states[i & 1023] = states[(i + 512) & 1023]


def copy_inside(name: str) -> float:
    """Microseconds of one copy inside compiled code."""
    states, copies = game(name).kernel.new(1024), 1_000_000
    return microseconds(lambda: copy_back_and_forth(states, copies)) / copies


def copy_from_python(name: str) -> float:
    """Microseconds of one copy made from Python, of the words a state consists of."""
    words = game(name).kernel.new().view(np.uint64)
    return microseconds(words.copy)


def state_bytes(name: str) -> int:
    """The size of one state."""
    return game(name).kernel.state.itemsize


def seconds_to_import() -> float:
    """From the start of a Python process to ``import motherlode`` done."""
    return _seconds_until("import motherlode")


def seconds_to_first_move(name: str, *, scipy: bool) -> float:
    """From the start of a Python process to the first move made.

    Numba loads SciPy wherever it finds it.  We do not need it and nobody who plays has it from us,
    but the peers bring it along here, so the process is told that there is none.
    """
    hidden = "" if scipy else "import sys; sys.modules['scipy'] = None; "
    start = f"import motherlode; first = motherlode.start({name!r}, seed='bench')"
    return _seconds_until(f"{hidden}{start}; first.play(first.moves[0])")


def _seconds_until(code: str, repeats: int = 7) -> float:
    # The clock is the system's, the same in both processes; what a process does to end is left out.
    code += "; import time; print(time.perf_counter())"

    def run() -> float:
        start = perf_counter()
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        return float(done.stdout) - start

    return min(run() for _ in range(repeats))


def deals(name: str, seats: int) -> list[Deal]:
    """The deals everything here is measured on."""
    its = game(name)
    options = its.options(seats=seats)
    return [its.draw(options, _Draws(seed)) for seed in range(DEALS)]


def _dealt(its: Game, seats: int) -> list[tuple[NDArray[np.void], NDArray[np.int8]]]:
    options = its.options(seats=seats)
    set_up: Callable[..., tuple[NDArray[np.void], NDArray[np.int8]]] = its.setting.set_up
    return [set_up(its.kernel, options, deal) for deal in deals(its.id, seats)]
