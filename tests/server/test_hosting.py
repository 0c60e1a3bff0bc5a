"""Looking after a server from the command line, beside it while it runs."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from motherlode import cli, start
from motherlode.record import Record, Series
from tests.server.postgres import Server
from tests.server.served import Client, Served, deal, play_on, served

Output = pytest.CaptureFixture[str]
QUICK = {"showing": 0, "thinking": 0}
SEATS = [{"name": "Ada"}, {}]
WRONG = 1


class Desk:
    """Where the host types commands about one database."""

    def __init__(self, database: Path | str, output: Output) -> None:
        self.database = str(database)
        self._output = output

    def type(self, *words: str) -> str:
        """A command that must go well: what it printed."""
        code, out, err = self.try_(*words)
        assert (code, err) == (0, "")
        return out

    def try_(self, *words: str) -> tuple[int, str, str]:
        """A command: its exit code, and what it wrote."""
        self._output.readouterr()
        code = cli.run([*words, "--database", self.database])
        written = self._output.readouterr()
        return code, written.out, written.err

    def fails(self, *words: str) -> str:
        """A command that must not go well, and says so in one line."""
        code, out, err = self.try_(*words)
        assert (code, out, err.count("\n")) == (WRONG, "", 1)
        return err.removeprefix("Error: ").rstrip()


@pytest.fixture
def desk(address: str, capsys: Output) -> Desk:
    """A desk for an empty database, of each kind in turn."""
    return Desk(address, capsys)


@pytest.fixture
def file_desk(tmp_path: Path, capsys: Output) -> Desk:
    """A desk for a database in a file."""
    return Desk(tmp_path / "tables.db", capsys)


async def played(here: Served, games: int = 1, **more: object) -> tuple[Client, Client]:
    """Two people who have played to the end."""
    ada, ben = await at_table(here, **more)
    for _ in range(games):
        await deal(ada, ben)
        await play_on(ada, ben)
    return ada, ben


async def at_table(here: Served, **more: object) -> tuple[Client, Client]:
    """Two people at a table for two."""
    ada = await here.open(game="golddonkey", seats=SEATS, **QUICK, **more)
    return ada, await here.sit(ada.table, "Ben")


async def record_of(here: Served, table: str) -> str:
    """What the server itself gives as the record."""
    return (await here.http.get(f"/api/tables/{table}/record")).text


# --- Export and import ---------------------------------------------------------------------------


def test_a_game_is_exported_beside_the_server_as_the_server_tells_it(desk: Desk) -> None:
    async def evening() -> None:
        async with served(desk.database) as here:
            ada, _ = await played(here)
            text = await asyncio.to_thread(desk.type, "export", ada.table)
            assert text == await record_of(here, ada.table)

    asyncio.run(evening())


def test_a_running_game_is_exported_without_its_secret(file_desk: Desk) -> None:
    async def evening() -> None:
        async with served(file_desk.database) as here:
            ada, ben = await at_table(here)
            await deal(ada, ben)
            await play_on(ada, ben, moves=5)
            text = await asyncio.to_thread(file_desk.type, "export", ada.table)
            secret = here.house._held[ada.table].table.secret
            assert "commitment" in text
            assert secret not in text

    asyncio.run(evening())


def test_a_match_goes_to_paper_and_back_and_can_be_looked_at(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"

    async def evening() -> str:
        async with served(desk.database) as here:
            ada, _ = await played(here, 2, match=True)
            return ada.table

    async def next_morning(table: str) -> None:
        async with served(desk.database) as here:
            watcher = await here.client(table)
            assert watcher.state["table"]["phase"] == "closed"
            assert [seat["name"] for seat in watcher.state["table"]["seats"]] == ["Ada", "Ben"]
            assert await record_of(here, table) == file.read_text("utf-8")
            for game in (1, 2):
                replayed = await here.http.get(f"/api/tables/{table}/replay/{game}")
                assert replayed.is_success
            late = await here.http.post(f"/api/tables/{table}/devices", json={"name": "Eve"})
            assert late.json()["code"] == "closed"

    file.write_text(desk.type("export", asyncio.run(evening())), "utf-8")
    again = desk.type("import", str(file)).strip()

    assert desk.type("export", again) == file.read_text("utf-8")
    assert {str(each.result) for each in Series.read(file.read_text("utf-8")).verify()} == {
        "consistent"
    }
    asyncio.run(next_morning(again))


def test_an_import_beside_a_server_waits_for_no_file_and_says_who_has_it(
    file_desk: Desk, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with served(file_desk.database) as here:
            ada, _ = await played(here)
            file = tmp_path / "game.txt"
            file.write_text(await record_of(here, ada.table), "utf-8")
            said = await asyncio.to_thread(file_desk.fails, "import", str(file))
            assert "in use by another process" in said

    asyncio.run(evening())


def test_an_import_beside_servers_on_postgres_is_there_at_once(
    on_postgres: str, capsys: Output, tmp_path: Path
) -> None:
    desk = Desk(on_postgres, capsys)

    async def evening() -> None:
        async with served(on_postgres) as here:
            ada, _ = await played(here)
            file = tmp_path / "game.txt"
            file.write_text(await record_of(here, ada.table), "utf-8")
            table = (await asyncio.to_thread(desk.type, "import", str(file))).strip()
            assert await record_of(here, table) == file.read_text("utf-8")

    asyncio.run(evening())


def test_only_games_that_are_finished_and_promised_are_imported(
    file_desk: Desk, tmp_path: Path
) -> None:
    position = start("golddonkey", seats=2, seed="lamplight")
    while not position.over:
        position = position.play(position.moves[0])
    seeded = Record.of_position(position).write()

    async def evening() -> list[str]:
        async with served(file_desk.database) as here:
            ada, ben = await at_table(here)
            await deal(ada, ben)
            await play_on(ada, ben, moves=5)
            running = await record_of(here, ada.table)
            for seat, client in enumerate((ada, ben)):
                await client.ask("wish end", seat=seat, wishes=True)
            return [running, await record_of(here, ada.table)]

    running, agreed = asyncio.run(evening())
    for text, says in (
        (running, "a secret not open"),
        (agreed, "game 1: found a game that is not over, expected a finished game"),
        (seeded, "game 1: found a deal that was not promised, expected one that can be verified"),
        (agreed.replace("take", "tale"), "line "),
        ("", "the end of the file"),
        ("\0\1 no record", "line 1"),
    ):
        file = tmp_path / "game.txt"
        file.write_text(text, "utf-8")
        assert says in file_desk.fails("import", str(file))


def test_what_is_not_there_cannot_be_exported(file_desk: Desk) -> None:
    async def evening() -> str:
        async with served(file_desk.database) as here:
            ada, _ = await at_table(here)
            return ada.table

    gathering = asyncio.run(evening())

    for table in (gathering, "amber-mule-lamp-0001", "'; drop table tables; --"):
        assert "with a game on it" in file_desk.fails("export", table)


# --- Reports -------------------------------------------------------------------------------------


def test_reports_are_listed_with_what_was_said_before_them(desk: Desk) -> None:
    async def evening() -> None:
        async with served(desk.database) as here:
            ada, ben = await at_table(here, chat=True)
            await deal(ada, ben)
            await ben.ask("write", seat=1, text="you cheat")
            await ada.ask("report", seat=1, reason="he is rude")
            await ben.ask("write", seat=1, text="I never said that")
            said = await asyncio.to_thread(desk.type, "reports")
            first, *lines = said.splitlines()
            assert first.endswith(f" UTC  {ada.table}  Ben was reported: he is rude")
            assert lines == ["    Ben: you cheat"]

    asyncio.run(evening())


def test_no_news_is_said_to_be_none(desk: Desk) -> None:
    async def evening() -> None:
        async with served(desk.database) as here:
            await at_table(here)

    asyncio.run(evening())

    assert desk.type("reports") == "Nobody has reported anything.\n"


# --- Forgetting ----------------------------------------------------------------------------------


def test_only_left_tables_are_pruned(desk: Desk) -> None:
    async def evening() -> tuple[str, str]:
        async with served(desk.database) as here:
            left, _ = await at_table(here)
            ada, ben = await at_table(here, by_the_day=True)
            await deal(ada, ben)
            return left.table, ada.table

    left, by_the_day = asyncio.run(evening())

    assert desk.type("prune") == "0 tables forgotten.\n"
    assert desk.type("prune", "--days", "0") == "1 table forgotten.\n"
    assert "with a game on it" in desk.fails("export", left)
    assert desk.type("export", by_the_day)


def test_a_file_that_a_server_uses_is_pruned_by_that_server_alone(file_desk: Desk) -> None:
    async def evening() -> None:
        async with served(file_desk.database):
            said = await asyncio.to_thread(file_desk.fails, "prune")
            assert "in use by another process" in said

    asyncio.run(evening())


# --- Backups -------------------------------------------------------------------------------------


def test_a_backup_made_beside_the_server_goes_on_where_it_was_made(
    file_desk: Desk, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"

    async def evening() -> tuple[str, str | None]:
        async with served(file_desk.database) as here:
            ada, ben = await at_table(here)
            await deal(ada, ben)
            await play_on(ada, ben, moves=4)
            said = await asyncio.to_thread(file_desk.type, "backup", str(copy))
            assert said == f"Backed up into {copy}.\n"
            await play_on(ada, ben, moves=2)
            return ada.table, ada.key

    async def restored(table: str, key: str | None) -> None:
        async with served(copy) as here:
            ada = await here.client(table, key)
            assert ada.state["played"] == 4

    asyncio.run(restored(*asyncio.run(evening())))
    assert copy.stat().st_mode & 0o077 == 0


def test_postgres_says_how_it_is_backed_up(
    postgres: Server, capsys: Output, tmp_path: Path
) -> None:
    desk = Desk(postgres.database(), capsys)

    assert "pg_dump" in desk.fails("backup", str(tmp_path / "copy"))


# --- What is no database -------------------------------------------------------------------------


COMMANDS = (
    ("backup", "{folder}/copy.db"),
    ("export", "amber-mule-lamp-0001"),
    ("prune",),
    ("reports",),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_is_no_database_of_ours_is_named_and_left_as_it_is(
    words: tuple[str, ...], tmp_path: Path, capsys: Output
) -> None:
    words = tuple(word.format(folder=tmp_path) for word in words)
    text, other, none = tmp_path / "text", tmp_path / "other.db", tmp_path / "none.db"
    text.write_text("no database, " * 100, "utf-8")
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE recipes (name)")
        database.commit()
    before = (text.read_bytes(), other.read_bytes())

    for file in (text, other, none):
        said = Desk(file, capsys).fails(*words)
        assert str(file) in said
        assert "database" in said
    assert (text.read_bytes(), other.read_bytes()) == before
    assert not none.exists()
    assert not (tmp_path / "copy.db").exists()


def test_a_database_out_of_reach_is_named_without_its_password(capsys: Output) -> None:
    desk = Desk("postgresql://ada:opensesame@127.0.0.1:9/tables", capsys)

    said = desk.fails("reports")
    assert "postgresql://ada@127.0.0.1:9/tables" in said
    assert "opensesame" not in said
