"""``python -m motherlode.games``: prepare the rules for this machine."""

import sys

from motherlode.games.prepare import THE_RULES

if __name__ == "__main__":
    THE_RULES.prepare_all(sys.stderr.write)
