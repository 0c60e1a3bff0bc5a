"""Known simple players to measure the levels against; nobody is offered them as an opponent."""

from motherlode.bots.sight import Sight
from motherlode.kernel.chance import pick, stream


class AtRandom:
    """Makes any legal move, each exactly as likely."""

    def __init__(self, seed: int) -> None:
        """Begin a stream of chance of its own."""
        self._rng = stream(seed)

    def choose(self, sight: Sight) -> str:
        """One of the legal moves."""
        return sight.moves[pick(self._rng, len(sight.moves))]
