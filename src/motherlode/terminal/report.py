"""What came of a simulation, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from motherlode.games import game
from motherlode.simulate import Result, SeatResult, Spread, provisional_text
from motherlode.terminal.boards import board_of, many


def report(result: Result) -> str:
    """The result as a page of text."""
    return "\n".join(
        [*_head(result), "", *_seats(result), "", *_wins(result), "", *_course(result)]
    )


def _head(result: Result) -> Iterator[str]:
    played = f"{many(result.games, 'random game')}"
    title = game(result.game).title
    yield f"{title} ({result.game}), {len(result.seats)} seats: {played}, seed {result.seed}"
    options = " ".join(f"{k}={v}" for k, v in result.options.items() if k != "seats")
    if options:
        yield f"Options: {options}"
    if result.provisional:
        yield provisional_text(result.provisional)
    if not result.complete:
        yield f"STOPPED EARLY: {result.games:,} of {result.asked:,} games were played."


def _seats(result: Result) -> Iterator[str]:
    yield f"{'':<16}{'points':>16}{'least':>8}{'most':>7}{'games won':>20}"
    for seat in result.seats:
        name = f"seat {seat.seat}" + (" (starts)" if seat.seat == 1 else "")
        points, won = _points_text(seat.points), _won_text(seat)
        yield f"{name:<16}{points:>16}{seat.points.least:>8}{seat.points.most:>7}{won:>20}"


def _points_text(points: Spread) -> str:
    return f"{points.mean:.2f}" + ("" if points.margin is None else f" ± {points.margin:.2f}")


def _won_text(seat: SeatResult) -> str:
    margin = "" if seat.win_margin is None else f" ± {100 * seat.win_margin:.2f}"
    return f"{100 * seat.win_share:.2f} %{margin}"


def _wins(result: Result) -> Iterator[str]:
    fair = 100 / len(result.seats)
    won = _won_text(result.seats[0])
    yield f"Who starts wins {won} of the games; an equal share is {fair:.2f} %."
    shared = 100 * result.shared_wins / result.games
    yield f"A win shared by k seats counts 1/k for each; {shared:.2f} % of the games were shared."
    yield "± is the margin of error at 95 %."


def _course(result: Result) -> Iterator[str]:
    yield f"Moves in a game: {_length_text(result.moves)}."
    yield from endings_told(result.game, result.endings)


def endings_told(of: str, endings: Mapping[str, int]) -> Iterator[str]:
    """What brought the ends about and how often, in a game where there are several answers."""
    board = board_of(of)
    if len(board.ENDINGS) > 1:
        yield f"{board.ENDINGS_ANSWER}:"
        for reason, sentence in board.ENDINGS.items():
            n = endings.get(reason, 0)
            yield f"{n:>12,}  {100 * n / sum(endings.values()):7.3f} %  {sentence}"


def _length_text(moves: Spread) -> str:
    if moves.least == moves.most:
        return f"always {moves.least}"
    return f"{moves.mean:.1f} on average, {moves.least} at least, {moves.most} at most"
