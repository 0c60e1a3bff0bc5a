"""How fast our bots think.

* simulations: rounds of a search at the first choice of a full game, one core, the choice itself
  and all that Python does around it included.  A round imagines a world, walks down the tree and
  plays on: plain search by chance to the very end, which is what OpenSpiel's does; ours with
  judgement for as long as its style says, at better moves that take longer to find.
* slowest_move: CPU time of a bot's moves in whole games that it plays alone at the table.
* delays: how late an asyncio loop that wants to wake every millisecond wakes, while a search
  by the clock runs in a thread of the same process.  What the machine itself adds is in there.
"""

import asyncio
from collections.abc import Callable, Iterator
from threading import Thread
from time import perf_counter, process_time, sleep

import numpy as np

from bench.measure import Rate, Tally, best_rate
from bench.ours import SEED, deals
from bench.spiel import Peer
from motherlode.bots.level import levels
from motherlode.bots.roster import entrant
from motherlode.bots.searcher import Budget, Searcher, judging
from motherlode.bots.sight import Bot, Player, Sight, look
from motherlode.games import game

ROUNDS = 1_000
DEALS = 8
SEARCH_SECONDS = 0.3
TICK = 0.001


def plain(name: str, seats: int, seconds: float) -> Rate:
    """Search without judgement, random games to the end."""
    bot = entrant(game(name), f"plain:{ROUNDS}").make(SEED)
    return _simulations(f"{name}, {seats} seats, plain", bot, name, seats, seconds)


def judged(name: str, seats: int, seconds: float) -> Rate:
    """Search with judgement, as the levels use it."""
    bot = _searcher(name, Budget(rounds=ROUNDS))
    return _simulations(f"{name}, {seats} seats, with judgement", bot, name, seats, seconds)


def driven(name: str, seats: int, seconds: float) -> Rate:
    """OpenSpiel's search in Python on one of our games."""
    bot = Peer(ROUNDS, SEED)
    return _simulations(f"{name}, {seats} seats, OpenSpiel in Python", bot, name, seats, seconds)


def _searcher(name: str, budget: Budget) -> Searcher:
    best = levels(game(name))[-1]
    return Searcher(judging(game(name)), best.eye, best.style, budget, SEED, trust=best.trust)


def _simulations(label: str, bot: Bot, name: str, seats: int, seconds: float) -> Rate:
    sights = first_choices(name, seats)
    rounds = ROUNDS * len(sights)

    def play() -> Tally:
        for sight in sights:
            bot.choose(sight)
        return Tally(rounds, rounds, rounds)

    return best_rate(label, play, seconds)


def first_choices(name: str, seats: int) -> list[Sight]:
    """What the first seat to move knows in a few deals."""
    options = game(name).options(seats=seats)
    return [look(game(name).start(options, deal)) for deal in deals(name, seats)[:DEALS]]


def slowest_move(name: str, seats: int, level: str) -> float:
    """Milliseconds of CPU of the slowest move of a game."""
    spent = _moves(name, seats, level)
    next(spent)  # the first move finds the compiled code
    return 1000 * max(spent)


def _moves(name: str, seats: int, level: str) -> Iterator[float]:
    its, deal = game(name), deals(name, seats)[0]
    position = its.start(its.options(seats=seats), deal)
    players = [Player(entrant(its, level).make(SEED + seat)) for seat in range(seats)]
    while not position.over:
        start = process_time()
        move = players[position.seat].move(position)
        yield process_time() - start
        position = position.play(move)


def delays(name: str, searches: int) -> tuple[float, float]:
    """By how many milliseconds the loop is late at 99 of 100 times, and at worst."""
    bot, sight = _searcher(name, Budget(seconds=SEARCH_SECONDS)), first_choices(name, 2)[0]
    bot.choose(sight)
    return _mostly_and_worst(lambda: bot.choose(sight), searches)


def idle_delays(times: int) -> tuple[float, float]:
    """The same with nothing else to do in the process: what the machine itself adds."""
    return _mostly_and_worst(lambda: sleep(SEARCH_SECONDS), times)


def _mostly_and_worst(work: Callable[[], object], times: int) -> tuple[float, float]:
    late = 1000 * np.array([each for _ in range(times) for each in _late(work)])
    return float(np.percentile(late, 99)), float(late.max())


def _late(work: Callable[[], object]) -> list[float]:
    """By how many seconds the loop wakes too late while the *work* is done in a thread."""

    async def wake() -> list[float]:
        late = []
        thread = Thread(target=work)
        thread.start()
        while thread.is_alive():
            start = perf_counter()
            await asyncio.sleep(TICK)
            late.append(perf_counter() - start - TICK)
        thread.join()
        return late

    return asyncio.run(wake())
