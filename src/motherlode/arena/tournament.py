"""A contest being played: who plays what next, what is kept, when it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import perf_counter

from motherlode.arena.book import Book, Page
from motherlode.arena.crew import Crew, Task, here
from motherlode.arena.journal import Journal
from motherlode.arena.plan import Contest
from motherlode.arena.result import Result, result
from motherlode.arena.table import table

# A task is long enough that handing it out costs nothing, and short enough to wait for.
_MS_A_TASK = 250.0
_LEAST_MS_A_DEAL = 2.0


class Tournament:
    """A contest, and how far it has come."""

    def __init__(self, contest: Contest, file: Path | None = None) -> None:
        """Get ready, and read what is already in the journal in *file*."""
        self.contest = contest
        self._book = Book(contest)
        self._seconds = 0.0
        self._journal = Journal(file, contest) if file else None
        if self._journal:
            for played in self._journal.begin():
                self._book.add(played)

    def warm_up(self) -> None:
        """Compile here what several processes would all compile at the same time."""
        table(self.contest.to_json())

    def run(self, crew: Crew = here, progress: Callable[[int], None] | None = None) -> Result:
        """Play what is missing, telling *progress* how many deals came off the list each time.

        Stopped on the way, the tournament still has the ``result`` of what was played.
        """
        started = perf_counter()
        left = self.deals_left
        try:
            with closing(crew(self._tasks())) as arriving:  # type: ignore[type-var]
                for played in arriving:
                    if self._book.add(played) and self._journal:
                        self._journal.write(played)
                    if progress:
                        progress(left - self.deals_left)
                    left = self.deals_left
        finally:
            self._seconds += perf_counter() - started
            if self._journal:
                self._journal.close()
        return self.result

    @property
    def deals_left(self) -> int:
        """How many deals still have to be played, over all pairings, if no more of them stop."""
        return sum(
            self.contest.deals - page.deals
            for page in self._book.pages.values()
            if not page.is_complete
        )

    @property
    def is_rated(self) -> bool:
        """Whether every pairing has a result, so that something can be said about all."""
        return all(page.deals for page in self._book.pages.values())

    @property
    def result(self) -> Result:
        """What came of what was played so far: at least one deal of every pairing."""
        return result(self.contest, self._book, self._seconds)

    def _tasks(self) -> Iterator[Task]:
        """What is to be played next: some deals of each pairing in turn, as long as they count."""
        contest = self.contest.to_json()
        lists = {page: page.missing() for page in self._book.pages.values()}
        while lists:
            for page in list(lists):
                deals = tuple(islice(lists[page], _deals_a_task(page)))
                if page.is_complete or not deals:
                    del lists[page]
                else:
                    yield Task(contest, page.pairing, deals)


def _deals_a_task(page: Page) -> int:
    return max(1, int(_MS_A_TASK / max(page.ms_a_deal, _LEAST_MS_A_DEAL)))
