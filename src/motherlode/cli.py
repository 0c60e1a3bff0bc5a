"""The command line: each command is a function, and what several share stands before or after.

What a command needs is imported when it runs, so that help and rules come at once.

Exit codes: 0 fine, 1 a record that is wrong or could not be verified, or a contest that could not
go on, 2 asked in a way that cannot be answered, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from motherlode import __version__, hosting
from motherlode.games import GAMES
from motherlode.games.game import LANGUAGES, Game, Options

if TYPE_CHECKING:
    from motherlode.arena import Crew, Tournament
    from motherlode.arena import Result as Standings
    from motherlode.fair import Kept, Verdict
    from motherlode.games.position import Position
    from motherlode.record import Record, Series
    from motherlode.simulate import Simulation
    from motherlode.terminal.screen import Screen


class Showable(Protocol):
    """What came of something, for people and for programs."""

    def to_json(self) -> bytes:
        """The same for programs."""


R = TypeVar("R", bound=Showable)

WRONG, USAGE, STOPPED = 1, 2, 130
# Long enough that a warm cache never shows the message, short enough that nobody wonders.
_PATIENCE = 2.0
_WIDEST_TEXT = 88


# --- How things are asked for -------------------------------------------------------------------


class Commands(click.Group):
    """A group of commands that helps with a name mistyped."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of that name; an error names the closest ones."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise click.UsageError(_no_such("command", name, self.commands), ctx)
        return super().resolve_command(ctx, args)


def _no_such(what: str, asked: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(asked.lower(), known, n=1)
    meant = f" Did you mean {close[0]!r}?" if close else ""
    return f"there is no {what} {asked[:40]!r}; the {what}s are {', '.join(known)}.{meant}"


def read_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """Options written as name=value, each once."""
    read: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise click.UsageError(f"an option is written name=value, not {pair[:60]!r}")
        if name in read:
            raise click.UsageError(f"the option {name!r} is given twice")
        read[name] = value
    return read


def options_of(game: Game, seats: int | None, pairs: Mapping[str, str]) -> Options:
    """The options of *game*; for as few seats as can play it, unless told otherwise."""
    if seats is not None and "seats" in pairs:
        raise click.UsageError("the seats are given twice, by --seats and by --option")
    texts = {"seats": str(seats or game.seats[0]), **pairs}
    if seats is not None and seats not in game.seats:
        possible = " or ".join([", ".join(map(str, game.seats[:-1])), str(game.seats[-1])])
        raise click.UsageError(f"{game.title} is for {possible} seats, not {seats}")
    with as_usage_error():
        return game.read_options(texts)


@contextlib.contextmanager
def as_usage_error() -> Iterator[None]:
    """Turn what the house refuses into what the command line says about it."""
    try:
        yield
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _read_game(ctx: click.Context, param: click.Parameter, name: str | None) -> Game:
    game = _read_game_if_named(ctx, param, name)
    if game is None:
        raise click.UsageError(f"which game? the games are {', '.join(GAMES)}")
    return game


def _read_game_if_named(
    _ctx: click.Context, _param: click.Parameter, name: str | None
) -> Game | None:
    if name is None:
        return None
    try:
        return GAMES[name.lower()]
    except KeyError:
        raise click.BadParameter(_no_such("game", name, GAMES)) from None


def _check_seed(_ctx: click.Context, _param: click.Parameter, seed: str | None) -> str | None:
    if seed is None:
        return None
    from motherlode.record import Seed

    try:
        Seed(seed)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return seed


GAME = click.argument("game", metavar="GAME", callback=_read_game, required=False)
FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
SEATS = click.option("--seats", type=int, metavar="N", help="How many sit at the table.")
PAIRS = click.option(
    "--option",
    "pairs",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, such as layout=grid; may be given several times.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
PLOT = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also draw it, into a file that ends in .svg or .png.",
)
SEED = click.option(
    "--seed",
    metavar="TEXT",
    callback=_check_seed,
    help="Any text; the same text gives the same cards again.",
)


def epilog(*lines: str) -> str:
    """Examples below a help text, line by line as they are."""
    return "\b\n" + "\n".join(lines)


# --- The commands -------------------------------------------------------------------------------


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=epilog(
        "Examples:",
        "  motherlode play                      choose a game and play it",
        "  motherlode rules goldrush            how it goes",
        "  motherlode simulate goldrush --seats 3 --games 100000",
        "  motherlode arena goldrush            how strong the machines are",
        "  motherlode COMMAND --help            more about a command",
    ),
)
@click.version_option(__version__, prog_name="motherlode", message="%(prog)s %(version)s")
def commands() -> None:
    """Three gold-rush card games: play them, read their rules, simulate and verify them."""


@commands.command(epilog=epilog("Example:", "  motherlode games"))
def games() -> None:
    """List the games."""
    for game in GAMES.values():
        seats = f"{game.seats[0]} to {game.seats[-1]} seats"
        click.echo(f"{game.id:<12}{click.style(game.title, bold=True)} by {game.designer}")
        click.echo(f"{'':<12}{game.pitch}")
        click.echo(f"{'':<12}{seats}, {game.minutes} minutes, from {game.age} years on")
        click.echo(f"{'':<12}{game.publisher}\n")
    click.echo("motherlode play GAME plays one, motherlode rules GAME explains it.")


@commands.command(
    epilog=epilog(
        "Examples:", "  motherlode rules golddigger", "  motherlode rules goldrush --lang de"
    )
)
@GAME
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="The language to read them in.",
)
def rules(game: Game, lang: str) -> None:
    """Show the rules of a game.

    They are in our own words, and what we settled ourselves is marked as ours.
    """
    text = game.rulebook(lang)
    if sys.stdin.isatty() and sys.stdout.isatty():
        click.echo_via_pager(_laid_out(text))
    else:
        click.echo(text, nl=False)


def _laid_out(text: str) -> str:
    """A rulebook as wide as the terminal, its lines broken between words."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.capture() as capture:
        console.print(Markdown(text), width=min(console.width, _WIDEST_TEXT))
    return capture.get()


@commands.command(
    epilog=epilog(
        "Examples:",
        "  motherlode simulate goldrush --seats 4 --games 1000000 --seed 7",
        "  motherlode simulate golddonkey --json > result.json",
        "  motherlode simulate golddigger --option deck=1,1,1,1,2,2,2,3,3,3,4,4,5,6,8",
        "  motherlode simulate goldrush --plot points.svg",
    )
)
@GAME
@SEATS
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    metavar="M",
    help="How many to play.",
)
@SEED
@PAIRS
@AS_JSON
@PLOT
def simulate(
    game: Game,
    seats: int | None,
    games: int,
    seed: str | None,
    pairs: tuple[str, ...],
    as_json: bool,
    plot: Path | None,
) -> int:
    """Play random games and count what happens.

    It tells the points by seat, who wins how often, and how long a game is.  Seat 1 starts every
    game, and every legal move is as likely as any other.  The same seed gives the same result.
    Ctrl-C stops early and shows what was played so far.
    """
    options = options_of(game, seats, read_pairs(pairs))
    if plot:
        _check_plot(plot)
    simulation, complete = _simulated(game, options, games, seed or secrets.token_hex(4))
    if simulation.games == 0:
        click.echo("Stopped before the first games were played.", err=True)
        return STOPPED
    from motherlode.plot import picture
    from motherlode.terminal.report import report

    _show_result(simulation.result, report, as_json=as_json)
    if plot:
        _draw(simulation.result, picture, plot)
    return 0 if complete else STOPPED


def _simulated(game: Game, options: Options, games: int, seed: str) -> tuple[Simulation, bool]:
    from motherlode.simulate import Simulation

    with patience(), as_usage_error():
        simulation = Simulation(game, options, games, seed)
        Simulation(game, options, 1, seed).run()
    try:
        with _progress(games) as progress:
            simulation.run(progress)
    except KeyboardInterrupt:
        return simulation, False
    return simulation, True


@contextlib.contextmanager
def _progress(games: int) -> Iterator[Any]:
    """A bar on the screen of whoever waits; nothing for a log."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda n: bar.advance(task, n)


def _show_result(result: R, page: Callable[[R], str], *, as_json: bool) -> None:
    click.echo(result.to_json() if as_json else page(result))


def _check_plot(file: Path) -> None:
    """Find out before the games are played whether a picture can be drawn afterwards."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError:
        raise click.UsageError(
            "--plot needs matplotlib, which is not installed; "
            "get it with: pip install 'motherlode[plot]'"
        ) from None
    from motherlode.plot import format_of

    with as_usage_error():
        format_of(file)
    _check_writable(file, "--plot")


def _check_writable(file: Path, option: str, *, new: bool = False) -> None:
    """Refuse a file that cannot be written, and leave none behind by trying."""
    existed = file.exists()
    try:
        with file.open("xb" if new else "ab"):
            pass
    except FileExistsError:
        raise click.UsageError(
            f"{option}: {str(file)!r} exists already; name a file that does not"
        ) from None
    except (OSError, ValueError) as error:
        raise click.UsageError(
            f"{option}: {str(file)!r} cannot be written: {_why(error)}"
        ) from None
    if not existed:
        file.unlink()


def _why(error: OSError | ValueError) -> str:
    told = getattr(error, "strerror", None) or str(error)
    return f"{told[:1].lower()}{told[1:]}"


def _draw(result: R, picture: Callable[[R, str], bytes], file: Path) -> None:
    from motherlode.plot import format_of

    file.write_bytes(picture(result, format_of(file)))
    click.echo(f"drawn in {file}", err=True)


@commands.command(
    epilog=epilog(
        "Examples:",
        "  motherlode arena goldrush                           every level against every other",
        "  motherlode arena golddigger --ladder --plot ladder.svg",
        "  motherlode arena golddonkey 3 greedy plain:500 --seats 2 --seats 3 --deals 1000",
        "  motherlode arena goldrush 4 5 --until-clear --deals 20000 --out evening.jsonl",
        "",
        "Entrants are the levels by their numbers, and to compare them with: random, greedy,",
        "flat:N and plain:N, which look ahead N times before every move.",
    )
)
@GAME
@click.argument("entrants", nargs=-1, metavar="[ENTRANT]...")
@click.option(
    "--seats",
    "seat_counts",
    multiple=True,
    type=int,
    metavar="N",
    help="How many sit at the table; may be given several times.",
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    metavar="N",
    help="How many deals each pairing plays, with every rotation of seats.",
)
@click.option("--ladder", is_flag=True, help="Let each meet only the one named before.")
@click.option(
    "--until-clear", is_flag=True, help="Stop a pairing when it is clear who is stronger."
)
@SEED
@PAIRS
@click.option(
    "--jobs",
    type=click.IntRange(1, 512),
    metavar="N",
    help="How many processes play; one for each processor if not given.",
)
@click.option(
    "--ray", metavar="ADDRESS", help='Play on a Ray cluster; "auto" is the one that runs here.'
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep a journal; the same command goes on from there.",
)
@AS_JSON
@PLOT
def arena(
    game: Game,
    entrants: tuple[str, ...],
    seat_counts: tuple[int, ...],
    deals: int,
    seed: str | None,
    pairs: tuple[str, ...],
    jobs: int | None,
    ray: str | None,
    out: Path | None,
    plot: Path | None,
    *,
    ladder: bool,
    until_clear: bool,
    as_json: bool,
) -> int:
    """Measure how strong bots are.

    On each deal every seat is taken by each side, with the same cards, so that luck falls on both
    alike.  The same command with the same seed gives the same result, however many processes play.
    Ctrl-C stops early and shows what was played so far.
    """
    options = [options_of(game, seats, read_pairs(pairs)) for seats in seat_counts or (None,)]
    if plot:
        _check_plot(plot)
    if out:
        _check_writable(out, "--out")
    crew = _crew(jobs, ray)
    with patience():
        from motherlode.arena import Tournament, contest
        from motherlode.bots import levels

        named = entrants or [str(level.number) for level in levels(game)]
        with as_usage_error():
            seed = seed or _seed_in(out) or secrets.token_hex(4)
            asked = contest(
                game, options, named, deals=deals, seed=seed, ladder=ladder, until_clear=until_clear
            )
            tournament = Tournament(asked, out)
        tournament.warm_up()
    result, complete = _held(tournament, crew)
    if out and not complete:
        click.echo(f"Stopped; {out} has what was played, and the same command goes on.", err=True)
    if result is None:
        click.echo("Stopped before every pairing had played a deal.", err=True)
        return STOPPED
    from motherlode.arena.picture import picture
    from motherlode.terminal.standings import standings

    _show_result(result, standings, as_json=as_json)
    if plot:
        _draw(result, picture, plot)
    return 0 if complete else STOPPED


def _crew(jobs: int | None, ray: str | None) -> Crew:
    from motherlode.arena import here, on_ray, processes, processors

    if ray is None:
        jobs = jobs or processors()
        return processes(jobs) if jobs > 1 else here
    if jobs is not None:
        raise click.UsageError("--jobs and --ray: either this machine plays or a cluster does")
    try:
        return on_ray(ray)
    except ImportError:
        raise click.UsageError(
            "--ray needs Ray, which is not installed; get it with: pip install 'motherlode[ray]'"
        ) from None


def _seed_in(journal: Path | None) -> str | None:
    """The seed of the contest that goes on, where none is given."""
    from motherlode.arena import contest_in

    begun = contest_in(journal) if journal else None
    return begun.seed if begun else None


def _held(tournament: Tournament, crew: Crew) -> tuple[Standings | None, bool]:
    from motherlode.arena import ArenaError

    try:
        with _progress(tournament.deals_left) as progress:
            return tournament.run(crew, progress), True
    except ArenaError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        return tournament.result if tournament.is_rated else None, False


@commands.command(
    epilog=epilog(
        "Examples:",
        "  motherlode replay evening.txt              the whole game, move by move",
        "  motherlode replay evening.txt --to 20      the table after 20 moves",
        "  motherlode replay evening.txt --step       one move after another",
    )
)
@FILE
@click.option("--game", "number", type=click.IntRange(1), metavar="K", help="The K-th of a match.")
@click.option("--to", "moves", type=click.IntRange(0), metavar="N", help="Stop after N moves.")
@click.option("--step", is_flag=True, help="Draw the table after each move; Enter goes on.")
def replay(file: Path, number: int | None, moves: int | None, step: bool) -> None:
    """Replay a recorded game."""
    from rich.console import Console

    from motherlode.terminal.replay import story
    from motherlode.terminal.screen import Screen

    series = _read_series(file)
    screen = Screen(Console(highlight=False))
    chosen = [_chosen(series, number)] if number else list(series.games)
    if step or moves is not None:
        record = _only(chosen)
        _show_moments(screen, record, _replayed(record), moves, step=step)
        return
    for record in chosen:
        screen.say(*story(record, _replayed(record)))


def _read_series(file: Path) -> Series:
    from motherlode.record import LARGEST_FILE, RecordError, Series

    try:
        with file.open("rb") as opened:
            return Series.read(opened.read(LARGEST_FILE + 1))
    except OSError as error:
        raise click.UsageError(f"{str(file)!r} cannot be read: {_why(error)}") from None
    except RecordError as error:
        raise click.ClickException(f"{str(file)!r} is no good record: {error}") from None


def _chosen(series: Series, number: int) -> Record:
    if number > len(series.games):
        raise click.UsageError(f"--game {number}: the file has {_count(series.games, 'game')}")
    return series.games[number - 1]


def _only(records: Sequence[Record]) -> Record:
    if len(records) > 1:
        raise click.UsageError(
            f"the file has {len(records)} games; say which one, with --game 1 to {len(records)}"
        )
    return records[0]


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _replayed(record: Record) -> tuple[Position, ...]:
    from motherlode.record import RecordError

    try:
        with patience():
            return record.replay()
    except RecordError as error:
        raise click.ClickException(f"the game cannot be replayed: {error}") from None


def _show_moments(
    screen: Screen,
    record: Record,
    positions: tuple[Position, ...],
    to: int | None,
    *,
    step: bool,
) -> None:
    from motherlode.terminal.replay import moment

    last = len(positions) - 1
    if to is not None and to > last:
        raise click.UsageError(f"--to {to}: the record has {_count(record.moves, 'move')}")
    end = last if to is None else to
    for moves in range(end + 1) if step else (end,):
        if step:
            screen.wipe()
        screen.say(*moment(record, positions, moves, screen.size))
        if step and moves < end:
            screen.wait_for_enter("(Enter goes on, Ctrl-C stops) ")


@commands.command(
    epilog=epilog(
        "Examples:",
        "  motherlode verify evening.txt",
        "  motherlode verify evening.txt --commitment 3f5c… --head 90ab…",
        "",
        "Without what you kept yourself a file can only be found consistent: whoever wrote it",
        "could have written another one. Exit code 0: consistent or proved; 1: it is not.",
    )
)
@FILE
@click.option("--game", "number", type=click.IntRange(1), metavar="K", help="The K-th of a match.")
@click.option("--commitment", metavar="HEX", help="The commitment you were shown before the game.")
@click.option("--nonce", metavar="HEX", help="The nonce your own device added to the deal.")
@click.option(
    "--device",
    type=click.IntRange(1, 8),
    metavar="D",
    help="The number of your device, 1 if not given.",
)
@click.option("--roll", metavar="HEX", help="The roll your device kept as it opened its nonce.")
@click.option("--head", metavar="HEX", help="The head of the chain as you were shown it last.")
def verify(file: Path, number: int | None, device: int | None, **kept: str | None) -> int:
    """Check that a game was dealt as promised and played by the rules."""
    series = _read_series(file)
    mine = _kept(device, kept)
    chosen = [_chosen(series, number)] if number else list(series.games)
    if mine:
        _only(chosen)
    with patience():
        verdicts = [record.verify(mine) for record in chosen]
    told = [
        _verdict_text(record, verdict, series)
        for record, verdict in zip(chosen, verdicts, strict=True)
    ]
    # All at once: a reader who stops at the first line must not cost us the exit code.
    click.echo("\n".join(told))
    return 0 if all(_is_good(verdict) for verdict in verdicts) else WRONG


def _kept(device: int | None, texts: Mapping[str, str | None]) -> Kept | None:
    from motherlode.fair import Kept

    given = {name: text.strip().lower() for name, text in texts.items() if text is not None}
    if device is not None and "nonce" not in given:
        raise click.UsageError("--device goes with --nonce, the nonce of that device")
    if not given:
        return None
    number = (device or 1) - 1 if "nonce" in given else None
    with as_usage_error():
        return Kept(device=number, **given)


def _verdict_text(record: Record, verdict: Verdict, series: Series) -> str:
    place = f"game {record.number}: " if len(series.games) > 1 else ""
    lines = [f"{place}{verdict.result.value.upper()}", verdict.says]
    if record.ending is None:
        lines.append("The game is not finished.")
    return "\n".join([*lines, f"head  {record.head}"])


def _is_good(verdict: Verdict) -> bool:
    from motherlode.fair import Result

    return verdict.result in {Result.PROVED, Result.CONSISTENT}


@commands.command(
    epilog=epilog(
        "Examples:",
        "  motherlode play                                  choose a game and play it",
        "  motherlode play goldrush --seats 3               against two machines",
        "  motherlode play goldrush --level 5               against the strongest there is",
        "  motherlode play golddigger --seat 1 --seat 2     two people at one screen",
        "  motherlode play golddonkey --record evening.txt  keep it, to replay and verify",
    )
)
@click.argument("game", callback=_read_game_if_named, required=False)
@SEATS
@click.option(
    "--seat",
    "people",
    multiple=True,
    type=click.IntRange(1),
    metavar="K",
    help="A seat a person sits at, 1 if not given; several people pass the screen on.",
)
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=click.IntRange(1, 5),
    metavar="N",
    help="How well machines play, from 1 to 5, 2 if not given; once for all of them, or once for "
    "each in the order of their seats.",
)
@SEED
@PAIRS
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the games into a new file.",
)
@click.option(
    "--show",
    type=click.FloatRange(0, 60),
    default=4.0,
    show_default=True,
    metavar="SECONDS",
    help="How long cards lie open that are turned down again; Enter goes on sooner.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a machine takes over a move while no such cards lie open.",
)
@click.option(
    "--scores", is_flag=True, help="Show running scores, where all at the table can work them out."
)
def play(
    game: Game | None,
    seats: int | None,
    people: tuple[int, ...],
    levels: tuple[int, ...],
    seed: str | None,
    pairs: tuple[str, ...],
    record: Path | None,
    show: float,
    pace: float,
    scores: bool,
) -> None:
    """Play in the terminal, against machines of five levels.

    Without a GAME it asks which, for how many, and how well the machines shall play.

    With a seed anyone can have the same deal and the same machines again; otherwise nobody can
    know or choose the deal, and afterwards it can be verified.
    """
    from rich.console import Console

    from motherlode.terminal.sitting import Wishes, sit_down
    from motherlode.terminal.table import NoSense

    chosen = read_pairs(pairs)
    sitting = tuple(sorted({seat - 1 for seat in people} or {0}))

    def make_options(of: Game, asked: int | None) -> Options:
        options = options_of(of, asked, chosen)
        _check_people(sitting, options.seats)
        _check_levels(levels, options.seats - len(sitting))
        return options

    if game:
        make_options(game, seats)
    if record:
        _check_writable(record, "--record", new=True)
    wishes = Wishes(
        game=game,
        seats=seats,
        people=sitting,
        levels=levels,
        seed=seed,
        record=record,
        showing=show,
        pace=pace,
        running_scores=scores,
    )
    try:
        sit_down(Console(highlight=False), wishes, make_options, _get_ready)
    except NoSense as error:
        raise click.UsageError(f"stopped: {error}") from None


def _check_people(people: tuple[int, ...], seats: int) -> None:
    if people[-1] >= seats:
        raise click.UsageError(f"--seat {people[-1] + 1}: there are {seats} seats at this table")


def _check_levels(levels: tuple[int, ...], machines: int) -> None:
    if levels and machines == 0:
        raise click.UsageError("--level: people sit at all seats, and no machine plays")
    if len(levels) > 1 and len(levels) != machines:
        asked = f"{_count(levels, 'level')} for {_count(range(machines), 'machine')}"
        raise click.UsageError(f"--level: {asked}; give one for all, or one for each")


def _get_ready(game: Game) -> None:
    """See to it that nothing is compiled in front of a player."""
    from motherlode.bots.prepare import THE_BOTS
    from motherlode.games.prepare import THE_RULES

    with patience():
        THE_RULES.prepare(game)
        THE_BOTS.prepare(game)


for command in hosting.COMMANDS:
    commands.add_command(command)


# --- Around the commands ------------------------------------------------------------------------


@contextlib.contextmanager
def patience() -> Iterator[None]:
    """Say so if the rules are still being compiled for this machine, which takes a while once."""
    timer = Timer(_PATIENCE, _say_preparing)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def _say_preparing() -> None:
    with contextlib.suppress(OSError):
        click.echo("Preparing the rules for this machine, once only; a minute at most…", err=True)


def run(args: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _prepare_streams()
    try:
        code = commands(args=args, prog_name="motherlode", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return STOPPED
    except SystemExit:
        # Only click and rich leave like this, over a pipe that nobody reads any more.
        return _seen_enough()
    except OSError as error:
        return _on_os_error(error)
    return code if isinstance(code, int) else 0


def _seen_enough() -> int:
    """Whoever read our output wants no more; Python would complain when it closes the pipe."""
    sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - stays open
    os.dup2(sys.stdout.fileno(), 1)
    return 0


def _on_os_error(error: OSError) -> int:
    if error.errno == errno.EPIPE:
        return _seen_enough()
    name = f" ({error.filename})" if error.filename else ""
    click.echo(f"Error: {_why(error)}{name}", err=True)
    return WRONG


def _prepare_streams() -> None:
    """Never fail over a closed stream, a letter the terminal lacks, or bytes that are no text."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nothing)
        elif hasattr(stream, "reconfigure"):
            with contextlib.suppress(io.UnsupportedOperation):
                stream.reconfigure(errors="replace")


def main() -> None:
    """Be the program ``motherlode``."""
    sys.exit(run())


if __name__ == "__main__":
    main()
