"""Who plays the games: this process, several processes, or a Ray cluster.

Each crew takes tasks as it has hands free and gives back what was played, in any order.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, NamedTuple, TypeAlias, TypeVar

from motherlode.arena.plan import Pairing
from motherlode.arena.table import ArenaError, Played, table

T = TypeVar("T")

# Tasks on their way for each worker: the next one is there when one is done.
_AHEAD = 2


class CrewLost(ArenaError):
    """Those who played are gone, or cannot be reached."""


class Task(NamedTuple):
    """Some deals of one pairing."""

    contest: bytes
    pairing: Pairing
    deals: tuple[int, ...]


Crew: TypeAlias = Callable[[Iterator[Task]], Iterator[Played]]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(task: Task) -> list[Played]:
    """Play all of a task."""
    return list(here(iter([task])))


def here(tasks: Iterator[Task]) -> Iterator[Played]:
    """Play in this process."""
    for task in tasks:
        for deal in task.deals:
            yield table(task.contest).play(task.pairing, deal)


def processes(jobs: int) -> Crew:
    """A crew of so many processes on this machine."""

    def crew(tasks: Iterator[Task]) -> Iterator[Played]:
        others = set(active_children())
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin_work)

        def collect(sent: list[Future[Any]]) -> tuple[list[list[Played]], list[Future[Any]]]:
            done, waiting = wait(sent, return_when=FIRST_COMPLETED)
            return [future.result() for future in done], list(waiting)

        try:
            yield from _keep_busy(tasks, jobs, lambda task: pool.submit(play, task), collect)
        except BrokenProcessPool:
            raise CrewLost("a process that played was ended from outside") from None
        except BaseException:
            for child in set(active_children()) - others:
                child.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    return crew


def _begin_work() -> None:
    """Leave Ctrl-C to the process that hands out the work, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def on_ray(address: str) -> Crew:
    """A crew of all processors of the Ray cluster at *address*, "auto" being the one here."""
    import ray

    def crew(tasks: Iterator[Task]) -> Iterator[Played]:
        try:
            ray.init(address=address, logging_level="ERROR", log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise CrewLost(f"no Ray cluster answers at {address!r}: {error}") from None
        remote = ray.remote(play)

        def collect(sent: list[Any]) -> tuple[list[list[Played]], list[Any]]:
            done, waiting = ray.wait(sent)
            return ray.get(done), waiting

        try:
            hands = int(ray.cluster_resources().get("CPU", 1))
            yield from _keep_busy(tasks, hands, remote.remote, collect)
        except ray.exceptions.RayError as error:
            raise CrewLost(f"the Ray cluster could not play: {error}") from None
        finally:
            ray.shutdown()

    return crew


def _keep_busy(
    tasks: Iterator[Task],
    hands: int,
    send: Callable[[Task], T],
    collect: Callable[[list[T]], tuple[list[list[Played]], list[T]]],
) -> Iterator[Played]:
    """Hand out tasks as long as there are any, a few ahead, and give back what was played."""
    sent: list[T] = []
    while True:
        sent += [send(task) for task in islice(tasks, _AHEAD * hands - len(sent))]
        if not sent:
            return
        done, sent = collect(sent)
        for played in done:
            yield from played
