"""What came of a contest in the arena, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from motherlode.arena.plan import called
from motherlode.arena.result import Estimate, PairingResult, Result
from motherlode.games import game
from motherlode.simulate import provisional_text
from motherlode.terminal.boards import many
from motherlode.terminal.report import endings_told

_NAME = 16


def standings(result: Result) -> str:
    """The result as a page of text."""
    parts = [_head(result), _ratings(result)]
    for seats in result.contest.seats:
        if not result.contest.ladder:
            parts.append(_cross_table(result, seats))
        parts.append(_pairings(result, seats))
    parts += [_course(result), _how_to_read(result)]
    return "\n\n".join("\n".join(part) for part in parts)


def _head(result: Result) -> Iterator[str]:
    contest = result.contest
    its = game(contest.game)
    seats = ", ".join(map(str, contest.seats))
    played = f"{many(result.games, 'game')} on paired deals, seed {contest.seed}"
    yield f"{its.title} ({its.id}), {seats} seats: {played}"
    options = " ".join(f"{name}={text}" for name, text in contest.options.items())
    if options:
        yield f"Options: {options}"
    if result.provisional:
        yield provisional_text(result.provisional)
    if not result.complete:
        done = sum(pairing.deals for pairing in result.pairings)
        all_deals = sum(
            pairing.deals if pairing.stopped else contest.deals for pairing in result.pairings
        )
        yield f"STOPPED EARLY: {done:,} of {all_deals:,} deals were played."


def _ratings(result: Result) -> Iterator[str]:
    its = game(result.contest.game)
    ms = {cost.entrant: cost.ms_a_move for cost in result.cost.entrants}
    yield f"{'':<{_NAME}}{'rating':>8}{'95 %':>16}{'ms a move':>14}"
    for each in sorted(result.ratings, key=lambda each: -each.rating):
        within = _within(Estimate(each.rating, each.low, each.high), 0)
        time = ms[each.entrant]
        spent = "" if time is None else f"{time:.3f}"
        name = called(its, each.entrant)
        yield f"{name:<{_NAME}}{each.rating:>8.0f}{within:>16}{spent:>14}"


def _cross_table(result: Result, seats: int) -> Iterator[str]:
    names = result.contest.entrants
    width = max(8, *(len(name) + 2 for name in names))
    shares = {
        (line_up.lone, line_up.rest): f"{100 * line_up.share.mean:.1f}"
        for pairing in result.pairings
        if pairing.seats == seats
        for line_up in pairing.line_ups
    }
    yield f"Games won by the one on the left ({seats} seats; an equal share is {100 / seats:.4g} %)"
    yield "against the one above:" if seats == 2 else "alone among copies of the one above:"
    yield f"{'':<{_NAME}}" + "".join(f"{name:>{width}}" for name in names)
    for row in names:
        cells = (shares.get((row, column), "–") for column in names)
        yield f"{row:<{_NAME}}" + "".join(f"{cell:>{width}}" for cell in cells)


def _pairings(result: Result, seats: int) -> Iterator[str]:
    here = [pairing for pairing in result.pairings if pairing.seats == seats]
    rows = [row for pairing in here for row in _rows(pairing)]
    width = max(len(row[0]) for row in rows) + 2
    head = (f"{seats} seats", "won", "95 %", "points", "95 %", "deals", "gain", "moves")
    for name, won, held, points, margin, deals, gain, moves in (head, *rows):
        yield (
            f"{name:<{width}}{won:>8}{held:>15}{points:>9}{margin:>20}{deals:>8}{gain:>7}{moves:>7}"
        ).rstrip()


def _rows(pairing: PairingResult) -> Iterator[tuple[str, ...]]:
    """A line for each line-up; where two sit both are the same games."""
    for i, line_up in enumerate(pairing.line_ups[: 1 if pairing.seats == 2 else 2]):
        between = "against" if pairing.seats == 2 else "among"
        common = (
            f"{pairing.deals:,}" + ("*" if pairing.stopped else ""),
            "" if pairing.pairing_gain is None else f"{pairing.pairing_gain:.2f}",
            f"{pairing.moves:.1f}",
        )
        yield (
            f"{line_up.lone} {between} {line_up.rest}",
            f"{100 * line_up.share.mean:.1f} %",
            _within(line_up.share, 1, 100),
            f"{line_up.margin.mean:+.2f}",
            _within(line_up.margin, 2, sign="+"),
            *(common if i == 0 else ("", "", "")),
        )


def _within(of: Estimate, digits: int, times: float = 1, sign: str = "") -> str:
    if of.low is None or of.high is None:
        return ""
    return f"{times * of.low:{sign}.{digits}f} … {times * of.high:{sign}.{digits}f}"


def _course(result: Result) -> Iterator[str]:
    endings: Counter[str] = Counter()
    for pairing in result.pairings:
        endings.update(pairing.endings)
    length = sum(each.moves * sum(each.endings.values()) for each in result.pairings)
    yield f"Moves in a game: {length / result.games:.1f} on average."
    yield from endings_told(result.contest.game, endings)


def _how_to_read(result: Result) -> Iterator[str]:
    contest = result.contest
    anchor = called(game(contest.game), contest.entrants[0])
    yield f"{anchor} stands at 1000; 400 points more are odds of ten to one."
    if not result.reachable:
        yield (
            "Some never lost to the others, and no rating is high enough for that: to every line-up"
            "\nan imaginary deal was added, shared evenly."
        )
    yield "A win shared by k seats counts 1/k for each; points are those more than the others'."
    yield "gain: how many times more games it would take if each had a deal of its own."
    if contest.until_clear:
        yield "*: stopped, for it was clear who is the stronger.  Intervals of the games won hold"
        yield "at any moment, those of ratings only for a number of deals fixed beforehand."
    else:
        yield "Intervals hold 95 %: bootstrap over deals."
