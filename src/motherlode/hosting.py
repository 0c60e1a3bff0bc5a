"""The commands of whoever hosts: serve, and look after what is kept.

They are commands of ``motherlode`` like all others; what they need is imported when they run, for
the server is an extra that a research machine does without.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from motherlode.server.keeping import Found

T = TypeVar("T")

_SCREENS = {"DISPLAY", "WAYLAND_DISPLAY"}

DATABASE = click.option(
    "--database",
    envvar="MOTHERLODE_DATABASE",
    default="motherlode.db",
    show_default=True,
    metavar="FILE_OR_URL",
    help="A file for SQLite, or postgresql://USER:PASSWORD@HOST/NAME; "
    "also read from MOTHERLODE_DATABASE, which keeps a password out of lists of processes.",
)


@contextlib.contextmanager
def _with_server() -> Iterator[None]:
    """Say what to install where the extra is missing, and what is wrong with a store."""
    try:
        from motherlode.server.serve import CannotServe
        from motherlode.server.store import StoreError
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"the server needs {error.name}: install motherlode[server]"
        ) from None
    try:
        yield
    except (StoreError, CannotServe) as error:
        raise click.ClickException(str(error)) from None


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@click.command()
@DATABASE
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 to be found by all.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="A site whose pages may use this server, beside its own; may be given again.",
)
@click.option(
    "--behind",
    metavar="ADDRESS",
    help="The address of a proxy whose X-Forwarded-For is believed.",
)
@click.option("--bus", metavar="URL", help="nats://HOST for hints between processes.")
@click.option("--threads", type=click.IntRange(1, 256), help="How many machines think at once.")
@click.option(
    "--forget",
    default=90,
    show_default=True,
    metavar="DAYS",
    type=click.IntRange(0, 36500),
    help="Forget tables where nothing went on for so many days; 0 keeps all.",
)
@click.option(
    "--at-home",
    is_flag=True,
    help="For an evening with friends: let the network in, show a code to scan, open the page.",
)
@click.option("--no-limits", is_flag=True, help="Take everything from everybody: for measuring.")
def serve(
    database: str,
    host: str,
    port: int,
    origins: tuple[str, ...],
    behind: str | None,
    bus: str | None,
    threads: int | None,
    forget: int,
    at_home: bool,
    no_limits: bool,
) -> None:
    """Serve tables to browsers and other clients, until stopped.

    Nothing that was acknowledged is lost, whatever happens to the process: start it again, and
    every table goes on.
    """
    with _with_server():
        from motherlode.server.serve import Settings, run

        run(
            Settings(
                database=database,
                host="0.0.0.0" if at_home else host,  # noqa: S104 - asked for by name
                port=port,
                origins=origins,
                proxies=behind,
                bus=bus,
                threads=threads,
                forget=forget,
                limited=not no_limits,
            ),
            (lambda: _invite(port)) if at_home else lambda: None,
        )


def _invite(port: int) -> None:
    """Show where the page is, to people on the same network and to whoever sits here."""
    import webbrowser

    import segno

    from motherlode.server.serve import addresses

    here = f"http://localhost:{port}"
    for address in addresses("0.0.0.0", port):  # noqa: S104 - where the server listens
        click.echo(f"\nOn the same network, scan this or open {address}\n")
        segno.make(address).terminal(compact=True, border=2)
    click.echo(f"On this machine: {here}\nTo stop: Ctrl+C")
    # Without a screen only browsers for the terminal are found, and ours is taken.
    has_screen = sys.platform in {"darwin", "win32"} or _SCREENS & os.environ.keys()
    if has_screen:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(here)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def backup(file: Path, database: str) -> None:
    """Copy a database into FILE while it is being used.

    A backup holds the secrets of running games; keep it like one.
    """
    with _with_server():
        from motherlode.server.store import backup as back_up

        back_up(database, file)
    click.echo(f"Backed up into {file}.")


@click.command(name="export")
@click.argument("table")
@DATABASE
def export(table: str, database: str) -> None:
    """Print the games of a TABLE as a record, to replay and verify."""
    with _with_server():
        from motherlode.server.keeping import on_paper

        text = _run(on_paper(database, table))
    if text is None:
        raise click.ClickException(f"there is no table {table[:60]!r} with a game on it")
    click.echo(text, nl=False)


@click.command(name="import")
@click.argument("file", type=click.File("rb"))
@DATABASE
def import_(file: Any, database: str) -> None:
    """Put the games of a record FILE on a table of their own, to be looked at in a browser."""
    with _with_server():
        from motherlode.server.keeping import from_paper

        try:
            name = _run(from_paper(database, file.read()))
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    click.echo(name)


@click.command()
@DATABASE
@click.option("--days", default=90, show_default=True, type=click.IntRange(0, 36500))
def prune(database: str, days: int) -> None:
    """Forget the tables that ended more than so many DAYS ago, or where nobody came for as long."""
    with _with_server():
        from motherlode.server.keeping import forget

        count = _run(forget(database, days))
    click.echo(f"{count} table{'' if count == 1 else 's'} forgotten.")


@click.command()
@DATABASE
def reports(database: str) -> None:
    """List what players reported, with what was said before it."""
    with _with_server():
        from motherlode.server.keeping import reported

        found: list[Found] = _run(reported(database))
    for each in found:
        click.echo(
            f"{each.at:%Y-%m-%d %H:%M} UTC  {each.table}  {each.who} was reported: {each.reason}"
        )
        for line in each.before:
            click.echo(f"    {line}")
    if not found:
        click.echo("Nobody has reported anything.")


COMMANDS = (serve, backup, export, import_, prune, reports)
