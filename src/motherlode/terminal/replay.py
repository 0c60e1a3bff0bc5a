"""A recorded game told move by move, or drawn as it stood at one moment."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from motherlode.games.position import Position
from motherlode.record import Record
from motherlode.terminal.boards import Scene, board_of, many, why_over

_WIDEST_MOVE = 14


def names_in(record: Record) -> tuple[str, ...]:
    """The names of the seats, a seat without one being called by its number."""
    return tuple(name or f"Seat {seat}" for seat, name in enumerate(record.names, 1))


def headline(record: Record) -> str:
    """Which game it is."""
    place = f" · game {record.number} of {record.of}" if record.of > 1 else ""
    return f"{record.game.title}{place} · {many(len(record.moves), 'move')}"


def story(record: Record, positions: tuple[Position, ...]) -> Iterator[RenderableType]:
    """All moves, what came of each, and how the game ended."""
    board, names = board_of(record.game.id), names_in(record)
    yield Text(headline(record), "bold")
    yield Text(f"At the table: {', '.join(names)}. {names[positions[0].seat]} starts.\n")
    width = min(_WIDEST_MOVE, max((len(move.text) for move in record.moves), default=0))
    for number, position in enumerate(positions[1:], 1):
        view = position.view(None)
        told = " ".join(board.tell(view.happened, view, names))
        move = f"{position.move:<{width}}  "
        yield Text.assemble((f"{number:>4}  ", "dim"), (move, "bold"), told)
    yield Text()
    yield from ending(record, positions[-1])


def ending(record: Record, last: Position) -> Iterator[RenderableType]:
    """How the game ended, if it did."""
    board, names = board_of(record.game.id), names_in(record)
    if last.outcome is None:
        yield Text("The record ends here, the game does not.")
        return
    yield Text(f"{why_over(board, last.outcome.reason)}\n")
    yield board.explain(last.view(None), Scene(names))
    yield Text(f"\nWon by {' and '.join(names[seat] for seat in last.winners)}.", "bold")


def moment(
    record: Record, positions: tuple[Position, ...], moves: int, size: tuple[int, int]
) -> Iterator[RenderableType]:
    """The table after that many moves."""
    board, names = board_of(record.game.id), names_in(record)
    position = positions[moves]
    view = position.view(None)
    of = f"after {moves} of {many(len(record.moves), 'move')}"
    yield Text(f"{record.game.title} · {of} · {board.subtitle(view)}", "bold")
    yield Text()
    yield board.draw(view, Scene(names, *size))
    yield Text()
    yield from map(Text, board.tell(view.happened, view, names))
    if position.over:
        yield from ending(record, position)
