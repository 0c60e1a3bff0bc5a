"""Twin worlds at a real server: what a device cannot know changes no byte that it is ever sent.

Two servers play the same game with the same moves, the same secrets and the same clock, but with
deals that one seat cannot tell apart.  All that this seat's device, and a spectator, receive over
the socket and over HTTP must be the same to the byte, in the same order; so must logs and metrics.
"""

import asyncio
import io
import logging
import random
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from motherlode.fair import commit_nonce, seeded
from motherlode.games import GAMES, game
from motherlode.games.game import Deal
from motherlode.games.position import Position
from motherlode.server.logs import JsonLines
from motherlode.server.picture import Picture
from motherlode.server.table import Phase
from tests.games.twins import observation_twin, view_twin
from tests.server.evening import Evening, Made
from tests.server.served import Client, Served, deal, served, terms_of

SHOWING = 30_000
SEATS = 3


class Hours:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


def game_so_far(of: str, seed: str, moves: int) -> Position:
    """A game of random moves."""
    its, rng = game(of), random.Random(seed)
    options = its.options(seats=SEATS)
    position = its.start(options, its.draw(options, seeded(of, 1, "any", seed)))
    for _ in range(moves):
        if not position.over:
            position = position.play(rng.choice(position.moves))
    return position


async def told(
    database: Path, dealt: Deal, of: str, moves: Sequence[str], patch: pytest.MonkeyPatch
) -> tuple[dict[int | None, list[str]], list[str]]:
    """What the device of each seat, and a spectator, are sent in a game; and what is kept of it."""
    patch.setattr("motherlode.server.table.dealt_from", lambda _promise, _secret: dealt)
    patch.setattr("motherlode.server.house.new_name", lambda: "copper-kettle-mule-4711")
    hours, lines = Hours(), io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    logging.getLogger("motherlode").addHandler(handler)
    try:
        async with served(database, now=hours, fresh=Made()) as here:
            clients = await table_of(here, of)
            spectator = await here.client(clients[0].table)
            await deal_in_order(clients)
            for number, move in enumerate(moves):
                await next_turn(here, hours)
                mover = next(client for client in clients if client.is_to_move)
                await refusals(mover, number)
                reply = await mover.ask(
                    "move", seat=mover.state["shown"]["turn"], move=move, after=number
                )
                assert reply["is"] == "update", reply
                for client in (*clients, spectator):
                    await client.reaches(number + 1)
            for client in (*clients, spectator):
                client.raw += await asked_over_http(here, client.table)
            sent: dict[int | None, list[str]] = {None: spectator.raw}
            sent |= {seat: client.raw for seat, client in enumerate(clients)}
            counted = here.house.metrics.text().decode().splitlines()
    finally:
        logging.getLogger("motherlode").removeHandler(handler)
    kept = [line for line in counted if "answer_seconds" not in line and "_created" not in line]
    return sent, [*kept, lines.getvalue()]


async def table_of(here: Served, of: str) -> list[Client]:
    ada = await here.open(game=of, seats=[{"name": "Ada"}, {}, {}], showing=SHOWING, pace=0)
    clients = [ada, *[await here.sit(ada.table, name) for name in ("Ben", "Cleo")]]
    for number, client in enumerate(clients):
        client.nonce = f"{number + 1:064x}"
        await client.until(lambda state: all(seat["person"] for seat in state["table"]["seats"]))
        client.raw.clear()
    return clients


async def deal_in_order(clients: Sequence[Client]) -> None:
    """Deal step by step, so that all are told as often as in the other world."""

    async def all_told() -> None:
        number = max(client.state["number"] for client in clients)
        for client in clients:
            await client.until(lambda state: state["number"] == number)

    await clients[0].ask("deal")
    await all_told()
    for place, client in enumerate(clients):
        commits = commit_nonce(terms_of(client.state["table"]), place, client.nonce)
        await client.ask("commit", place=place, commits=commits)
        await all_told()
    for client in clients:
        await client.ask("open", nonce=client.nonce)
        await all_told()


async def next_turn(here: Served, hours: Hours) -> None:
    """Let the showing time pass."""
    hours.now += SHOWING
    for held in here.house._held.values():
        await here.house._ring(held)
    await asyncio.sleep(0)


async def refusals(mover: Client, number: int) -> None:
    """Ask for some things that cannot be had."""
    seat = mover.state["shown"]["turn"]
    for move in ("a1", "owl stake", "take red donkey", "nonsense"):
        await mover.ask("move", seat=seat, move=move, after=number + 1)
    await mover.ask("move", seat=(seat + 1) % 3, move="a1", after=number)
    await mover.ask("look", seat=(seat + 1) % 3)


async def asked_over_http(here: Served, table: str) -> list[str]:
    paths = (
        "/api/tables",
        f"/api/tables/{table}",
        f"/api/tables/{table}/record",
        f"/api/tables/{table}/replay/1",
        f"/api/tables/{table}/replay/1?seat=0",
        "/healthz",
        "/readyz",
    )
    answers = [await here.http.get(path) for path in paths]
    return [f"{answer.status_code} {answer.text}" for answer in answers]


@pytest.mark.parametrize("of", GAMES)
def test_no_byte_a_server_sends_tells_a_device_what_its_seat_cannot_know(
    of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = game_so_far(of, "twins at a server", 24)
    moves = position.history
    real, kept = asyncio.run(told(tmp_path / "real.db", position.deal, of, moves, monkeypatch))

    for seat in (0, 2):
        other = observation_twin(position, seat, random.Random(seat))
        assert other.deal != position.deal
        name = tmp_path / f"{seat}.db"
        twin, twins_kept = asyncio.run(told(name, other.deal, of, moves, monkeypatch))

        assert len(real[seat]) > 2 * len(moves)
        assert twin[seat] == real[seat]
        assert twin[None] == real[None]
        assert twins_kept == kept


@pytest.mark.parametrize("of", GAMES)
@pytest.mark.parametrize("turned_down", [False, True])
def test_other_cards_where_a_seat_does_not_look_change_no_byte_of_the_picture(
    of: str, turned_down: bool
) -> None:
    evening = Evening(of, 3)
    evening.all_sit()
    evening.deal()
    table = evening.table
    rng = random.Random(7)
    for moves in range(0, 40, 3):
        position = game_so_far(of, f"picture {moves}", moves)
        for seat in (0, 1, 2, None):
            other = view_twin(position, seat, rng, turned_down=turned_down)
            one, two = (
                Picture(
                    msgspec.structs.replace(table, position=each), None, turned_down=turned_down
                )
                for each in (position, other)
            )
            assert bytes(one.shown) == bytes(two.shown)
            assert bytes(one.own(seat)) == bytes(two.own(seat))
            assert bytes(one.about) == bytes(two.about)


def test_a_card_turned_down_is_in_nothing_that_is_sent_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = game_so_far("goldrush", "turned down", 2)
    card = re.compile(r"(red|orange|green|blue|violet|gold) [1-5]|dynamite")

    async def evening() -> None:
        monkeypatch.setattr("motherlode.server.table.dealt_from", lambda *_: position.deal)
        hours = Hours()
        async with served(tmp_path / "tables.db", now=hours, fresh=Made()) as here:
            clients = await table_of(here, "goldrush")
            await deal(*clients)
            for number, move in enumerate(position.history):
                mover = next(client for client in clients if client.is_to_move)
                seat = mover.state["shown"]["turn"]
                await mover.ask("move", seat=seat, move=move, after=number)
            await clients[0].until(lambda state: state["played"] == 2)
            assert card.search(clients[0].raw[-1])

            await next_turn(here, hours)
            await clients[0].until(lambda state: state["shown"]["up"] == {})
            late = await here.client(clients[0].table)
            for client in clients:
                client.raw.clear()
                await client.close()
                await client.connect()
            await clients[0].ask("say", seat=0, phrase="hello")
            answers = await asked_over_http(here, late.table)
            sent = [late.raw, *[client.raw for client in clients], answers]
            assert not [text for texts in sent for text in texts if card.search(text)]

    asyncio.run(evening())


def test_the_secret_of_a_deal_leaves_only_when_the_game_is_over() -> None:
    evening = Evening("golddonkey", 2)
    evening.all_sit()
    phases = set()
    evening.deal()
    while evening.table.phase is Phase.PLAYING:
        secret = evening.table.secret
        picture = Picture(evening.table, None, turned_down=False)
        sent = bytes(picture.about) + bytes(picture.shown) + bytes(picture.own(0))
        assert secret.encode() not in sent
        assert secret not in evening.table.on_paper()
        phases.add(evening.table.phase)
        evening.move()

    assert evening.table.secret.encode() in bytes(
        Picture(evening.table, None, turned_down=False).about
    )
    assert evening.table.secret in evening.table.on_paper()
