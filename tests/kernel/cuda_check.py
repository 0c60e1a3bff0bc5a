"""The rules inside CUDA kernels: run in Numba's simulator, or compiled for a GPU that is not here.

``python -m tests.kernel.cuda_check play`` prints what becomes of some games, played by CUDA kernels
if the simulator is on, by the rules as Python calls them otherwise.

``python -m tests.kernel.cuda_check compile`` prints the size of the machine code of each kernel.
"""

import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Numba for CUDA calls it by a name that NumPy 2.5 no longer has.
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # noqa: NPY201

from numba import config, cuda

from motherlode.games import GAMES
from motherlode.games.game import Game
from motherlode.games.kernel import MOST_MOVES_AT_ONCE
from motherlode.kernel import driver
from motherlode.kernel.chance import stream
from motherlode.kernel.edge import records
from tests.worlds import Dice

GAMES_AT_ONCE = 3
MOST_SEATS = 5
H100 = (9, 0)


def kernels(game: Game) -> dict[str, Callable[..., None]]:
    """CUDA kernels that do to a whole batch of games what the rules do to one."""
    rules, knowledge = game.kernel.rules, game.kernel.knowledge
    deal, points, winners = rules.deal, rules.points, rules.winners
    list_moves, why_not, over = rules.moves, rules.why_not, rules.over
    know, invent = knowledge.observe, knowledge.imagine
    finish = game.kernel.bind(driver.play_out)

    def play_out(setups: Any, orders: Any, rngs: Any, states: Any, totals: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            deal(states[i], setups[i], orders[i])
            out[i, 0] = finish(states[i], rngs[i])
            points(states[i], totals[i])
            out[i, 1] = winners(states[i], totals[i])
            out[i, 2] = over(states[i])

    def moves(states: Any, found: Any, out: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            out[i, 0] = list_moves(states[i], found[i])
            out[i, 1] = why_not(states[i], found[i, 0])
            out[i, 2] = why_not(states[i], -1)

    def observe(states: Any, seat: int, seen: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            know(states[i], seat, seen[i : i + 1])

    def imagine(seen: Any, rngs: Any, worlds: Any) -> None:
        i = cuda.grid(1)
        if i < seen.shape[0]:
            invent(seen[i], rngs[i], worlds[i : i + 1])

    return {"play_out": play_out, "moves": moves, "observe": observe, "imagine": imagine}


# --- Played -------------------------------------------------------------------------------------


class Batch:
    """Some games of one kind side by side, as a GPU has them."""

    def __init__(self, game: Game, seats: int) -> None:
        options = game.options(seats=seats)
        deals = [game.draw(options, Dice(seed)) for seed in range(GAMES_AT_ONCE)]
        set_up = [game.setting.set_up(game.kernel, options, deal) for deal in deals]
        self.game = game
        self.setups = np.concatenate([setup for setup, _ in set_up])
        self.orders: NDArray[np.int8] = np.stack([order for _, order in set_up])
        self.states = records(game.kernel.state, GAMES_AT_ONCE)
        self.dealt = records(game.kernel.state, GAMES_AT_ONCE)
        for i, (setup, order) in enumerate(set_up):
            game.kernel.deal(self.dealt[i : i + 1], setup, order)
        self.seen = records(game.kernel.state, GAMES_AT_ONCE)
        self.worlds = records(game.kernel.state, GAMES_AT_ONCE)
        self.rngs = np.stack([stream(seed) for seed in range(GAMES_AT_ONCE)])
        self.totals = np.zeros((GAMES_AT_ONCE, MOST_SEATS), np.int16)
        self.found = np.zeros((GAMES_AT_ONCE, MOST_MOVES_AT_ONCE), np.int16)
        self.out = np.zeros((GAMES_AT_ONCE, 3), np.int64)
        self.listed = np.zeros((GAMES_AT_ONCE, 3), np.int64)

    def calls(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Each kernel with what it is called with."""
        yield "moves", (self.dealt, self.found, self.listed)
        yield (
            "play_out",
            (
                self.setups,
                self.orders,
                self.rngs,
                self.states,
                self.totals,
                self.out,
            ),
        )
        yield "observe", (self.dealt, 1, self.seen)
        yield "imagine", (self.seen, self.rngs, self.worlds)

    def play(self) -> None:
        """Let CUDA kernels do it."""
        for name, arguments in self.calls():
            cuda.jit(kernels(self.game)[name])[1, GAMES_AT_ONCE](*arguments)

    def play_one_by_one(self) -> None:
        """Do the same, game by game, as anybody would from Python."""
        kernel = self.game.kernel
        for i in range(GAMES_AT_ONCE):
            one = slice(i, i + 1)
            self.listed[i, 0] = kernel.moves(self.dealt[one], self.found[i])
            self.listed[i, 1] = kernel.why_not(self.dealt[one], int(self.found[i, 0]))
            self.listed[i, 2] = kernel.why_not(self.dealt[one], -1)
            kernel.deal(self.states[one], self.setups[one], self.orders[i])
            self.out[i, 0] = kernel.play_out(self.states[one], self.rngs[i])
            kernel.points(self.states[one], self.totals[i])
            self.out[i, 1] = kernel.winners(self.states[one], self.totals[i])
            self.out[i, 2] = kernel.over(self.states[one])
            kernel.observe(self.dealt[one], 1, self.seen[one])
            kernel.imagine(self.seen[one], self.rngs[i], self.worlds[one])

    def __str__(self) -> str:
        """All that came of it."""
        arrays = (self.states, self.seen, self.worlds, self.rngs, self.found, self.listed)
        texts = [array.tobytes().hex() for array in arrays]
        return " ".join([*texts, str(self.totals.tolist()), str(self.out.tolist())])


def play() -> None:
    """Print what becomes of some games."""
    simulated = bool(config.ENABLE_CUDASIM)
    print("simulated" if simulated else "one by one")
    for game in GAMES.values():
        for seats in game.seats:
            batch = Batch(game, seats)
            batch.play() if simulated else batch.play_one_by_one()
            print(game.id, seats, batch)


# --- Compiled -----------------------------------------------------------------------------------


def compile_all() -> None:
    """Print the size of every kernel's PTX, and whether it counts with fractions."""
    pretend_there_is_a_gpu()
    from numba import from_dtype, types

    for game in GAMES.values():
        states = from_dtype(game.kernel.state)[::1]
        setups = from_dtype(game.kernel.setup)[::1]
        orders, rngs = types.int8[:, ::1], types.uint64[:, ::1]
        shorts, longs = types.int16[:, ::1], types.int64[:, ::1]
        signatures = {
            "play_out": (setups, orders, rngs, states, shorts, longs),
            "moves": (states, shorts, longs),
            "observe": (states, types.int64, states),
            "imagine": (states, rngs, states),
        }
        for name, kernel in kernels(game).items():
            ptx, _ = cuda.compile_ptx(kernel, signatures[name], cc=H100)
            fractions = ".f32" in ptx or ".f64" in ptx
            print(game.id, name, ".visible .entry" in ptx, fractions, len(ptx))


def pretend_there_is_a_gpu() -> None:
    """Let rules be compiled as device functions: Numba asks the driver which GPU they are for."""
    from numba.cuda import dispatcher

    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=H100)


if __name__ == "__main__":
    {"play": play, "compile": compile_all}[sys.argv[1]]()
