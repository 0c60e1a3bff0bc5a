"""Compile ahead, into the disk cache, what would otherwise be compiled while somebody waits."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from motherlode.games import GAMES
from motherlode.games.game import Game
from motherlode.kernel.edge import RULES, cache_folder, compiled, compiler


class Preparation:
    """One kind of code that every game needs, and whether it is in the cache."""

    def __init__(
        self, what: str, parts: tuple[str, ...], compile_for: Callable[[Game], None]
    ) -> None:
        """Say *what* it is, which *parts* it is made from and how it is compiled for a game."""
        self.what = what
        self._parts = parts
        self._compile_for = compile_for

    def is_done(self, game: Game) -> bool:
        """Whether all that *game* needs is in the cache already."""
        return not compiled() or self._mark(game).exists()

    def prepare(self, game: Game) -> None:
        """Compile for *game* what is not in the cache yet."""
        if self.is_done(game):
            return
        self._compile_for(game)
        # Where nothing can be kept there is nothing to mark, either.
        with contextlib.suppress(OSError):
            self._mark(game).touch()

    def prepare_all(self, tell: Callable[[str], object]) -> None:
        """The same for all games; *tell* hears of it, for it takes a while, unless it is done."""
        missing = [game for game in GAMES.values() if not self.is_done(game)]
        started = perf_counter()
        for game in missing:
            tell(f"Preparing the {self.what} of {game.title} for this machine …\n")
            self.prepare(game)
        if missing:
            tell(f"The {self.what} are prepared ({perf_counter() - started:.0f} s).\n")

    def _mark(self, game: Game) -> Path:
        return cache_folder(self._parts) / f"prepared-{game.id}-{compiler()}"


class AsTheyLie:
    """Draws that leave everything in place: any deal will do to compile with."""

    def pick(self, _label: str, _n: int) -> int:
        """The first."""
        return 0

    def shuffle(self, _label: str, n: int) -> tuple[int, ...]:
        """No other order."""
        return tuple(range(n))


def _compile_rules(game: Game) -> None:
    options = game.options()
    deal = game.draw(options, AsTheyLie())
    setup, order = game.setting.set_up(game.kernel, options, deal)
    game.kernel.prepare(setup, order)
    position = game.start(options, deal)
    position = position.play(position.moves[0])
    position.view(position.seat)


THE_RULES = Preparation("rules", RULES, _compile_rules)
