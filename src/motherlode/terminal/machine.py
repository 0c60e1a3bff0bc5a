"""The simple machine: it plays any legal move, and says so."""

from typing import Any

from motherlode.kernel.chance import pick, stream

HONESTLY = "Machines play at random: any legal move, each exactly as likely."


class Machine:
    """Plays for every seat no person sits at; it is handed what the seat sees, never more."""

    def __init__(self, seed: int) -> None:
        """Begin the machine's own stream of chance, which has no part in the deal."""
        self._rng = stream(seed)

    def choose(self, view: Any) -> str:
        """One of the legal moves."""
        move: str = view.moves[pick(self._rng, len(view.moves))].move
        return move
