"""The arena: how strong each player is, measured on paired deals."""

from motherlode.arena.book import BadResult
from motherlode.arena.crew import Crew, CrewLost, here, on_ray, processes, processors
from motherlode.arena.journal import BadJournal, contest_in
from motherlode.arena.plan import Contest, Pairing, contest
from motherlode.arena.result import Result
from motherlode.arena.table import ArenaError, Foul
from motherlode.arena.tournament import Tournament

__all__ = [
    "ArenaError",
    "BadJournal",
    "BadResult",
    "Contest",
    "Crew",
    "CrewLost",
    "Foul",
    "Pairing",
    "Result",
    "Tournament",
    "contest",
    "contest_in",
    "here",
    "on_ray",
    "processes",
    "processors",
]
