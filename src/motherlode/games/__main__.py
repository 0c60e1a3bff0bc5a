"""``python -m motherlode.games``: prepare the rules for this machine."""

import sys
import time

from motherlode.games.game import Game
from motherlode.games.prepare import is_prepared, prepare


def main() -> None:
    """Compile the rules and say so, for it takes a while; say nothing where it is done."""
    if is_prepared():
        return
    started = time.perf_counter()
    prepare(_tell)
    sys.stderr.write(f"The rules are prepared ({time.perf_counter() - started:.0f} s).\n")


def _tell(game: Game) -> None:
    sys.stderr.write(f"Preparing the rules of {game.title} for this machine …\n")


if __name__ == "__main__":
    main()
