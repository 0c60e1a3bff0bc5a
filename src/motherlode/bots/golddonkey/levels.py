"""The five opponents of the game Gold!, weakest first."""

from functools import partial

from motherlode.bots.golddonkey.eyes import CHILDLIKE, GREEDY, PRACTISED
from motherlode.bots.golddonkey.memory import Attention
from motherlode.bots.level import Level, between
from motherlode.bots.search import Style
from motherlode.bots.worth import Taste

# To win counts more than by how much.
STYLE = Style(Taste(margin=0.3, scale=30.0), curiosity=1.0, heat=12.0, horizon=16)
EYE = PRACTISED

_level = partial(Level, "golddonkey", style=STYLE)

LEVELS = (
    _level(
        1,
        "Fern",
        "Likes high numbers best, and colours a little.",
        eye=CHILDLIKE,
    ),
    _level(
        2,
        "Barney",
        "Collects colours, and gets rid of donkeys where he can.",
        eye=between(GREEDY, PRACTISED, 0.1),
    ),
    _level(
        3,
        "Rosie",
        "Knows what a move leaves to others, and forgets what is gone.",
        eye=EYE,
        rounds=2,
        attention=Attention(fade=512),
    ),
    _level(
        4,
        "Amos",
        "Thinks a little ahead, and remembers some of what is gone.",
        eye=EYE,
        rounds=12,
        attention=Attention(fade=16),
    ),
    _level(
        5,
        "Duchess",
        "Forgets nothing, thinks ahead, and plays the Grand Final exactly.",
        eye=EYE,
        rounds=36,
        exact=True,
    ),
)
