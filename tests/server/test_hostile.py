"""Nonsense, floods, other people's seats: answered with a code, or not at all, never with a 500."""

import asyncio
import json
import random
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from motherlode.server.app import SECURITY
from motherlode.server.commands import Commands
from motherlode.server.handle import Why
from motherlode.server.house import as_told
from motherlode.server.limits import UNLIMITED, Rate, Rates
from motherlode.server.socket import LONGEST_MESSAGE
from motherlode.server.table import Table
from tests.server.served import Client, Served, bearer, deal, play_on, served

COMMANDS = [
    *(each.__struct_config__.tag for each in get_args(Commands)),
    *("look", "ping", "hello", "nonsense"),
]


async def two_playing(here: Served) -> tuple[Client, Client]:
    """Two people in the middle of a game."""
    ada = await here.open(
        game="golddigger", seats=[{"name": "Ada"}, {}], showing=0, thinking=0, chat=True
    )
    ben = await here.sit(ada.table, "Ben")
    await deal(ada, ben)
    await play_on(ada, ben, moves=5)
    return ada, ben


async def after_saying(here: Served, message: str | bytes, hello: str = "") -> list[dict[str, Any]]:
    """All that comes back for a message, until the server closes or keeps silent."""
    heard: list[dict[str, Any]] = []
    async with connect(f"ws://{here.place}/api/socket", max_size=2**20) as socket:
        if hello:
            await socket.send(hello)
            heard.append(json.loads(await socket.recv()))
        try:
            await socket.send(message)
            async with asyncio.timeout(0.5):
                while True:
                    heard.append(json.loads(await socket.recv()))
        except (TimeoutError, ConnectionClosed):
            pass
        heard.append({"is": "closed", "code": socket.close_code})
    return heard


# --- The socket ---------------------------------------------------------------------------------


MALFORMED: dict[str, str | bytes] = {
    "no JSON": "hello?",
    "nothing": "",
    "bytes that are no text": b"\xff\xfe\x00",
    "a number": "7",
    "deep": "[" * 4000,
    "deep objects": '{"id":1,"ask":' * 400,
    "another kind": '{"id": 1, "ask": {"do": "fly"}}',
    "a field too many": '{"id": 1, "ask": {"do": "ping", "key": "x"}}',
    "a huge number": '{"id": 1e400, "ask": {"do": "ping"}}',
    "a negative seat": '{"id": 1, "ask": {"do": "look", "seat": -1}}',
    "half of a character": '{"id": 1, "ask": {"do": "say", "seat": 0, "phrase": "\\ud800"}}',
    "a null": '{"id": null, "ask": null}',
}


@pytest.mark.parametrize("hello", [False, True], ids=["first", "after hello"])
def test_malformed_messages_close_that_connection_and_no_other(hello: bool, tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_playing(here)
            greeting = json.dumps({"id": 0, "ask": {"do": "hello", "table": ada.table}})
            for name, message in MALFORMED.items():
                heard = await after_saying(here, message, greeting if hello else "")
                codes = [told.get("code") for told in heard[-2:]]
                refused = {"is": "refused", "re": 1, "why": "no key"}
                assert codes == ["bad message", 4400] or refused in heard, (name, heard)
            await play_on(ada, ben)
            assert ada.state["table"]["phase"] == "over"

    asyncio.run(evening())


def test_a_message_too_long_is_not_even_read(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            heard = await after_saying(here, "x" * (LONGEST_MESSAGE + 1))
            assert heard[-1] == {"is": "closed", "code": 1009}

    asyncio.run(evening())


def test_who_says_nothing_or_something_else_than_hello_is_not_listened_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motherlode.server.socket.HELLO", 0.2)

    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ping = json.dumps({"id": 1, "ask": {"do": "ping"}})
            assert (await after_saying(here, ping))[-1]["code"] == 4400
            async with connect(f"ws://{here.place}/api/socket") as socket:
                assert json.loads(await socket.recv())["code"] == "no hello"

    asyncio.run(evening())


def any_value(rng: random.Random) -> Any:
    """Something a client might send."""
    kinds: list[Callable[[], Any]] = [
        lambda: rng.randint(-3, 12),
        lambda: rng.choice(["a1", "badger", "badger stake", "fool owl", "Ada", "hello", ""]),
        lambda: "".join(rng.choices(string.printable, k=rng.randint(0, 300))),
        lambda: rng.choice([True, False, None]),
        lambda: f"{rng.getrandbits(256):064x}",
        lambda: 2 ** rng.randint(1, 80),
        lambda: rng.choice([[], {}, [1, 2], {"seat": 0}]),
    ]
    return rng.choice(kinds)()


FIELDS = ("seat", "move", "after", "place", "commits", "nonce", "name", "level", "phrase", "text")


def any_ask(rng: random.Random) -> dict[str, Any]:
    """A command with fields that may fit and values that mostly do not."""
    ask: dict[str, Any] = {"do": rng.choice(COMMANDS)}
    for name in rng.sample((*FIELDS, "wishes", "muted", "reason"), rng.randint(0, 4)):
        ask[name] = any_value(rng)
    return ask


@pytest.mark.parametrize("seed", range(3))
def test_a_fuzzer_at_every_seat_harms_no_game(seed: int, tmp_path: Path) -> None:
    """Strangers, spectators and even people at the table send anything, and the table goes on."""

    async def evening() -> None:
        rng = random.Random(seed)
        async with served(tmp_path / "tables.db") as here:
            ada, ben = await two_playing(here)
            for _ in range(120):
                key = rng.choice([None, ben.key, "x" * 32])
                hello = {"do": "hello", "table": ada.table} | ({"key": key} if key else {})
                heard = await fuzzed(here, hello, [any_ask(rng) for _ in range(6)])
                for told in heard:
                    assert told["is"] in {"update", "refused", "trouble", "pong"}
                    assert told["is"] != "refused" or told["why"] in set(Why)
            assert here.house.metrics.troubles._value.get() == 0
            log = await here.house.store.read(ada.table)
            assert Table.told(ada.table, as_told(log)) == here.house._held[ada.table].table

    asyncio.run(evening())


async def fuzzed(here: Served, hello: dict[str, Any], asks: list[dict[str, Any]]) -> list[Any]:
    """What a connection hears that sends all this."""
    heard: list[Any] = []
    try:
        async with connect(f"ws://{here.place}/api/socket", max_size=2**20) as socket:
            for number, ask in enumerate([hello, *asks]):
                await socket.send(json.dumps({"id": number, "ask": ask}))
            await socket.send(json.dumps({"id": 999, "ask": {"do": "ping"}}))
            async with asyncio.timeout(5):
                async for message in socket:
                    heard.append(json.loads(message))
                    if heard[-1]["is"] == "pong" and heard[-1]["re"] == 999:
                        break
    except ConnectionClosed:
        pass
    return heard


# --- Limits -------------------------------------------------------------------------------------


def test_a_flood_on_one_socket_ends_that_socket_and_delays_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        rates = UNLIMITED._replace(messages=Rate(50, 10))
        async with served(tmp_path / "tables.db", rates=rates) as here:
            ada, ben = await two_playing(here)
            flooder = await here.client(ada.table)
            for _ in range(60):
                await flooder.send({"do": "ping"})
            await flooder.until(lambda _: bool(flooder.troubles))
            assert flooder.troubles == ["too much"]
            reply = await (ada if ada.is_to_move else ben).move()
            assert reply["is"] == "update"

    asyncio.run(evening())


def test_names_and_keys_cannot_be_guessed_for_long(tmp_path: Path) -> None:
    async def evening() -> None:
        rates = UNLIMITED._replace(misses=Rate(20, 0.001))
        async with served(tmp_path / "tables.db", rates=rates) as here:
            ada, _ = await two_playing(here)
            statuses = [
                (await here.http.get(f"/api/tables/copper-kettle-mule-{n:04}")).status_code
                for n in range(30)
            ]
            assert statuses == [404] * 20 + [429] * 10
            stopped = await here.http.get(f"/api/tables/{ada.table}")
            assert stopped.status_code == 429

    asyncio.run(evening())


def test_one_address_opens_only_so_many_tables_and_sockets(tmp_path: Path) -> None:
    async def evening() -> None:
        rates = UNLIMITED._replace(opening=Rate(3, 0.001), connected=4)
        async with served(tmp_path / "tables.db", rates=rates) as here:
            wanted = {"game": "golddigger"}
            answers = [await here.http.post("/api/tables", json=wanted) for _ in range(5)]
            assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
            table = answers[0].json()["table"]
            for _ in range(4):
                await here.client(table)
            with pytest.raises(Exception, match="403"):
                await here.client(table)

    asyncio.run(evening())


def test_the_limits_people_play_under_are_never_felt_in_a_quick_game(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db", rates=Rates()) as here:
            ada, ben = await two_playing(here)
            await play_on(ada, ben, moves=20)
            assert not ada.troubles

    asyncio.run(evening())


# --- HTTP ---------------------------------------------------------------------------------------


def test_every_answer_has_the_security_headers_even_errors(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            for path in ("/api/games", "/api/tables/nobody", "/nothing", "/api/openapi.json"):
                answer = await here.http.get(path)
                for name, value in SECURITY.items():
                    assert answer.headers.get(name) == value, (path, name)
                assert "set-cookie" not in answer.headers
                assert "server" not in answer.headers

    asyncio.run(evening())


def test_a_page_of_another_site_gets_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, _ = await two_playing(here)
            elsewhere = {"origin": "https://elsewhere.example"}
            own = {"origin": f"http://{here.place}"}
            path = f"/api/tables/{ada.table}"
            assert (await here.http.get(path, headers=elsewhere)).status_code == 403
            assert (await here.http.get(path, headers=own)).status_code == 200
            with pytest.raises(Exception, match="403"):
                await connect(f"ws://{here.place}/api/socket", additional_headers=elsewhere)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b'{"game": 7}', 400),
        (b'{"game": "chess"}', 400),
        (b'{"game": "goldrush", "by_the_day": true}', 400),
        (b'{"game": "goldrush", "seats": [{"level": 9}]}', 400),
        (b'{"game": "goldrush", "options": {"seats": "99"}}', 400),
        (b'{"game": "goldrush", "options": {"seats": "\xff"}}', 400),
        (b'{"game": "goldrush", "seats": [{"name": "\\u202e"}]}', 400),
        (b'{"game": "goldrush", "unheard": 1}', 400),
        (b"[" * 10_000, 400),
        (b'{"game": "' + b"x" * 20_000 + b'"}', 413),
    ],
)
def test_a_request_that_makes_no_sense_is_told_so_by_a_code(
    body: bytes, status: int, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            headers = {"content-type": "application/json"}
            answer = await here.http.post("/api/tables", content=body, headers=headers)
            assert answer.status_code == status, answer.text
            assert set(answer.json()) <= {"code", "detail"}

    asyncio.run(evening())


def test_a_key_that_fits_nothing_changes_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            ada, _ = await two_playing(here)
            path = f"/api/tables/{ada.table}/key"
            for headers in ({}, bearer("x" * 32), {"authorization": f"Basic {ada.key}"}):
                answer = await here.http.post(path, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (401, "no key")

    asyncio.run(evening())


# --- Whatever the description allows --------------------------------------------------------------


async def requests_of(here: Served, seed: int) -> None:
    """Send what the description allows, and what it does not, to every operation."""
    description = (await here.http.get("/api/openapi.json")).json()
    schema = schemathesis.openapi.from_dict(description)
    loop = asyncio.get_running_loop()

    def all_operations() -> None:
        for found in schema.get_all_operations():
            operation = found.ok()  # type: ignore[union-attr]

            @hypothesis.seed(seed)
            @settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy())
            def sent(case: Any) -> None:
                answer = case.call(base_url=f"http://{here.place}")
                assert answer.status_code < 500, (case.as_curl_command(), answer.text)

            sent()

    await loop.run_in_executor(None, all_operations)


def test_no_request_the_description_allows_makes_a_500(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path / "tables.db") as here:
            await requests_of(here, seed=1)

    asyncio.run(evening())
