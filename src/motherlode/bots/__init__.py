"""Machines to play against: what they may know, how they remember, how they decide."""

from motherlode.bots.level import Level, levels
from motherlode.bots.roster import Entrant, UnknownEntrant, entrant, entrants
from motherlode.bots.sight import Bot, Event, Player, Sight, look

__all__ = [
    "Bot",
    "Entrant",
    "Event",
    "Level",
    "Player",
    "Sight",
    "UnknownEntrant",
    "entrant",
    "entrants",
    "levels",
    "look",
]
