"""The five opponents of GOLD DIGGER."""

from functools import partial

from motherlode.bots.golddigger.belief import Trust
from motherlode.bots.golddigger.eyes import CHILDLIKE, GREEDY, PRACTISED
from motherlode.bots.golddigger.memory import Attention
from motherlode.bots.level import Level, between
from motherlode.bots.search import Style
from motherlode.bots.worth import Taste

# To win counts more than by how much; games are played on to the end.
STYLE = Style(Taste(margin=0.3, scale=30.0), curiosity=1.0, heat=6.0, horizon=64)
EYE = PRACTISED
# Set by how likely the cards were taken to be that rivals really held.
TRUST = Trust(heat=2.0, slip=0.02)

_level = partial(Level, "golddigger", style=STYLE)

LEVELS = (
    _level(
        1,
        "Pip",
        "Looks at its own stakes alone, and keeps no number in mind.",
        eye=CHILDLIKE,
        attention=Attention(numbers=0, counting=0),
    ),
    _level(
        2,
        "Clem",
        "Minds what rivals lose, and keeps the newest number in mind.",
        eye=between(GREEDY, PRACTISED, 0.04),
        attention=Attention(numbers=1, counting=0),
    ),
    _level(
        3,
        "Hattie",
        "Has played for a while, and keeps a few numbers in mind.",
        eye=between(GREEDY, PRACTISED, 0.2),
        attention=Attention(numbers=4, counting=200),
    ),
    _level(
        4,
        "Silas",
        "Knows when to stake a claim, and keeps half a dozen numbers in mind.",
        eye=PRACTISED,
        attention=Attention(numbers=6, counting=700),
    ),
    _level(
        5,
        "Ma Quartz",
        "Forgets nothing, reads hands from what is played, and plays the last cards exactly.",
        eye=PRACTISED,
        rounds=4000,
        exact=True,
        trust=TRUST,
    ),
)
