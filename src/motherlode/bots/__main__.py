"""``python -m motherlode.bots``: prepare the rules, and the bots that play by them."""

import sys

from motherlode.bots.prepare import THE_BOTS
from motherlode.games.prepare import THE_RULES

if __name__ == "__main__":
    for each in (THE_RULES, THE_BOTS):
        each.prepare_all(sys.stderr.write)
