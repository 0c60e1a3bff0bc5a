"""Random games told in full: one line a moment, with everything the rules can be asked.

``python -m tests.kernel.story GAMES FIRST_SEED`` tells GAMES games of every table.  Two ways of
running the rules agree if they tell the same.
"""

import random
import sys
from collections.abc import Iterator
from hashlib import blake2b

import numpy as np

from motherlode.games.position import Position
from motherlode.kernel import bits, chance
from tests.worlds import TABLES, Table, imagined, numbers, seen_by

ASKED = 25  # moves out of all there are, and those just outside


def tell(games: int, first_seed: int) -> Iterator[str]:
    """All games of all tables, and then the tools the rules are made with."""
    for seed in range(first_seed, first_seed + games):
        for table in TABLES:
            for i, position in enumerate(table.positions(seed)):
                yield f"{table} {seed} {i} {position.move!r}: {moment(table, position, seed + i)}"
    yield from tools(first_seed, 40 * games)


def moment(table: Table, position: Position, seed: int) -> str:
    """Everything about a moment of a game, boiled down."""
    kernel, states, chance_now = table.kernel, position.states(), random.Random(seed)
    moves = table.game.words.MOVES
    asked = [-1, len(moves), *(chance_now.randrange(len(moves)) for _ in range(ASKED))]
    facts: list[object] = [
        states.tobytes(),
        numbers(kernel, states),
        [int(kernel.why_not(states, move)) for move in asked],
        position.scores,
        position.winners,
        bool(kernel.over(states)),
        int(kernel.winners(states, np.array([0, 5, 5, 1, 0], np.int16))),
    ]
    rng = chance.stream(seed)
    for seat in range(table.options.seats):
        seen = seen_by(kernel, states, seat)
        facts.append(seen.tobytes())
        if seat == seed % table.options.seats:
            world = imagined(kernel, seen, rng)
            facts += [world.tobytes(), int(rng[0])]
            if seed % 20 == 0:
                facts += [int(kernel.play_out(world, rng)), world.tobytes(), int(rng[0])]
    if not position.over:
        facts += [int(kernel.any_move(states, rng)), int(rng[0])]
    return digest(facts)


def tools(seed: int, n: int) -> Iterator[str]:
    """Bit sets and chance."""
    chance_now = random.Random(seed)
    for _ in range(n):
        number = chance_now.getrandbits(64) >> chance_now.randrange(64) or 1
        word, rng = np.uint64(number), chance.stream(number)
        size = number.bit_count()
        cards = np.arange(20, dtype=np.int8)
        chance.shuffle(rng, cards, 20)
        span = chance_now.randint(1, 2**32)
        yield f"tools {number}: " + digest(
            [
                [int(f(word)) for f in (bits.count, bits.first, bits.last)],
                [int(bits.nth(word, i)) for i in {0, size // 2, size - 1}],
                [bool(bits.has(word, i)) for i in (0, 31, 63)],
                [int(bits.below(size)), int(bits.bit(size - 1))],
                cards.tobytes(),
                [int(chance.pick(rng, span)), int(chance.draw(rng)), int(rng[0])],
            ]
        )


def digest(facts: list[object]) -> str:
    """Short and the same for the same facts."""
    return blake2b(repr(facts).encode(), digest_size=8).hexdigest()


if __name__ == "__main__":
    for line in tell(int(sys.argv[1]), int(sys.argv[2])):
        print(line)
