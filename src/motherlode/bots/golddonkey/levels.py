"""The five opponents of the game Gold!, weakest first."""

from functools import partial

from motherlode.bots.golddonkey.eyes import CHILDLIKE, PRACTISED
from motherlode.bots.golddonkey.memory import Attention
from motherlode.bots.level import Level
from motherlode.bots.search import Style
from motherlode.bots.worth import Taste

# To win counts more than by how much.
STYLE = Style(Taste(margin=0.3, scale=30.0), curiosity=1.0, heat=8.0, horizon=16)
EYE = PRACTISED

_level = partial(Level, "golddonkey", style=STYLE)

LEVELS = (
    _level(
        1,
        "Fern",
        "Likes high numbers, and forgets that colours count.",
        eye=CHILDLIKE,
    ),
    _level(
        2,
        "Barney",
        "Collects colours, and looks a step ahead.",
        eye=EYE,
        rounds=16,
        attention=Attention(fade=1024),
    ),
    _level(
        3,
        "Rosie",
        "Thinks about what others will do, and forgets what is gone.",
        eye=EYE,
        rounds=128,
        attention=Attention(fade=512),
    ),
    _level(
        4,
        "Amos",
        "Thinks well ahead, and remembers most of what is gone.",
        eye=EYE,
        rounds=800,
        attention=Attention(fade=16),
    ),
    _level(
        5,
        "Duchess",
        "Forgets nothing, thinks far ahead, and plays the Grand Final exactly.",
        eye=EYE,
        rounds=4000,
        exact=True,
    ),
)
