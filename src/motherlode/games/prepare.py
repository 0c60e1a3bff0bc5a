"""Compile the rules of all games into the disk cache, so that nobody waits for it at a table."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from motherlode.games import GAMES
from motherlode.games.game import Game
from motherlode.kernel.edge import cache_folder, compiled, compiler


class _AsTheyLie:
    """Draws that leave everything in place: any deal will do to compile with."""

    def pick(self, _label: str, _n: int) -> int:
        return 0

    def shuffle(self, _label: str, n: int) -> tuple[int, ...]:
        return tuple(range(n))


def is_prepared() -> bool:
    """Whether all rules are in the cache already."""
    return not compiled() or _mark().exists()


def prepare(tell: Callable[[Game], None]) -> None:
    """Compile what is not in the cache yet; *tell* hears of each game before it starts."""
    if is_prepared():
        return
    for game in GAMES.values():
        tell(game)
        _prepare(game)
    # Where nothing can be kept there is nothing to mark, either.
    with contextlib.suppress(OSError):
        _mark().touch()


def _prepare(game: Game) -> None:
    options = game.options()
    deal = game.draw(options, _AsTheyLie())
    setup, order = game.setting.set_up(game.kernel, options, deal)
    game.kernel.prepare(setup, order)
    position = game.start(options, deal)
    position.play(position.moves[0]).view(0)


def _mark() -> Path:
    return cache_folder() / f"prepared-{compiler()}"
