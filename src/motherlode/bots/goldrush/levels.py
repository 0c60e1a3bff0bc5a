"""The five opponents of GOLD."""

from functools import partial

from motherlode.bots.goldrush.eyes import GREEDY, PRACTISED
from motherlode.bots.goldrush.memory import Attention
from motherlode.bots.level import Level
from motherlode.bots.search import Style
from motherlode.bots.worth import Taste

# To win counts more than by how much.
STYLE = Style(Taste(margin=0.3, scale=30.0), curiosity=1.0, heat=12.0, horizon=16)
EYE = PRACTISED

_level = partial(Level, "goldrush", style=STYLE)

LEVELS = (
    _level(
        1,
        "Dot",
        "Remembers two cards at most, and not always where.",
        eye=GREEDY,
        attention=Attention(capacity=2, fade=200, slip=400),
    ),
    _level(
        2,
        "Wesley",
        "Remembers three cards, and mixes up neighbours.",
        eye=GREEDY,
        attention=Attention(capacity=3, fade=120, slip=400),
    ),
    _level(
        3,
        "Nell",
        "Remembers five cards, most of them right.",
        eye=GREEDY,
        attention=Attention(capacity=5, fade=72, slip=300),
    ),
    _level(
        4,
        "Jasper",
        "Remembers eight cards, and knows what pays in the end.",
        eye=EYE,
        attention=Attention(capacity=8, fade=30, slip=300),
    ),
    _level(
        5,
        "Old Flint",
        "Forgets nothing, thinks far ahead, and plays the Gold Rush exactly.",
        eye=EYE,
        rounds=4000,
        exact=True,
    ),
)
