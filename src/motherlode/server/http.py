"""What is asked over HTTP: what there is to play, opening tables, sitting down, games on paper."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody, Parameter

from motherlode.bots import levels
from motherlode.fair import options_text
from motherlode.games import GAMES, game
from motherlode.games.game import Game, Options
from motherlode.server import entries as fact
from motherlode.server import protocol as told
from motherlode.server.commands import PHRASES, Claim, Sit
from motherlode.server.entries import Facts
from motherlode.server.gate import Gate, NoKey, TheGate, address_of, key_in
from motherlode.server.handle import MOST_DEVICES, Refused, Why, handle, name_of
from motherlode.server.house import Held
from motherlode.server.names import lock_of, new_key
from motherlode.server.picture import replay
from motherlode.server.table import Phase, Table

PACE, DAYS = 90, 3
SHOWING, THINKING = 4000, 1200
STAND_IN = 3
_MOST_DAYS = 14

TableName = Annotated[str, Parameter(description="the name of a table", max_length=60)]


class Bad(Exception):
    """A request that cannot be answered, and why, as a code."""

    def __init__(self, status: int, code: str, detail: Any = None) -> None:
        """Answer with a *status* and a *code*."""
        super().__init__(code)
        self.status = status
        self.problem = told.Problem(code, detail)


def offer() -> told.Offer:
    """All that a client needs to open a table."""
    return told.Offer(told.VERSION, tuple(_offered(each) for each in GAMES.values()), PHRASES)


def _offered(each: Game) -> told.GameOffered:
    return told.GameOffered(
        each.id,
        each.title,
        each.designer,
        each.publisher,
        each.seats,
        each.minutes,
        each.age,
        each.fleeting,
        each.match_is_printed,
        tuple(told.LevelOffered(level.number, level.name) for level in levels(each)),
        each.options(seats=each.seats[0]).texts(),
    )


@get("/api/games", summary="What there is to play")
async def games(gate: TheGate, request: Request[Any, Any, Any]) -> told.Offer:
    """The games, the machines to play against, and the quick phrases."""
    gate.admit(request, "reading")
    return offer()


@get("/api/tables", summary="Tables that wait for players")
async def tables(gate: TheGate, request: Request[Any, Any, Any]) -> tuple[told.TableListed, ...]:
    """The tables open to all with a free seat, the newest first."""
    gate.admit(request, "reading")
    return tuple(
        told.TableListed(each.id, each.game, each.seats, each.free, each.opened_at)
        for each in await gate.house.store.open_tables(50)
    )


@post("/api/tables", summary="Open a table")
async def open_table(
    gate: TheGate, request: Request[Any, Any, Any], data: JSONBody[told.OpenTable]
) -> told.Welcome:
    """Open a table, sit down and seat machines in one request."""
    gate.admit(request, "opening")
    its_game = _game(data.game)
    options = _options(its_game, data)
    key = new_key()
    opened = _opened(its_game, options, data, lock_of(key))
    sits = tuple(_sits(gate, its_game, options, data))
    table = await gate.house.open(opened, *sits)
    return told.Welcome(table.id, key, 0, table.seats_of(0))


def _game(name: str) -> Game:
    if name not in GAMES:
        raise Bad(400, "no such game")
    return game(name)


def _options(its_game: Game, data: told.OpenTable) -> Options:
    texts = dict(data.options)
    if data.seats:
        texts.setdefault("seats", str(len(data.seats)))
    texts.setdefault("seats", str(its_game.seats[0]))
    try:
        return its_game.read_options(texts)
    except ValueError:
        raise Bad(400, "bad options") from None


def _opened(its_game: Game, options: Options, data: told.OpenTable, lock: str) -> fact.Opened:
    if data.by_the_day and its_game.fleeting:
        raise Bad(400, "live only")
    usual = DAYS if data.by_the_day else PACE
    pace = usual if data.pace is None else data.pace
    if data.by_the_day and not 1 <= pace <= _MOST_DAYS:
        raise Bad(400, "bad pace")
    return fact.Opened(
        its_game.id,
        its_game.rules_version,
        options_text(options),
        pace,
        data.by_the_day,
        SHOWING if data.showing is None else data.showing,
        data.match,
        data.listed,
        data.chat,
        lock,
        THINKING if data.thinking is None else data.thinking,
        STAND_IN,
    )


def _sits(gate: Gate, its_game: Game, options: Options, data: told.OpenTable) -> list[Facts]:
    if len(data.seats) > options.seats:
        raise Bad(400, "too many seats")
    known = {level.number for level in levels(its_game)}
    sits: list[Facts] = []
    names: list[str] = []
    for seat, wanted in enumerate(data.seats):
        if wanted.level is not None:
            if wanted.level not in known or wanted.name is not None:
                raise Bad(400, "no such level")
            sits.append(fact.MachineSat(seat, wanted.level, gate.house.fresh.seed()))
        elif wanted.name is not None:
            names.append(name_of(wanted.name, names))
            sits.append(fact.Sat(seat, 0, names[-1]))
    return sits


@get("/api/tables/{name:str}", summary="A table, as all see it", media_type=MediaType.JSON)
async def table(gate: TheGate, request: Request[Any, Any, Any], name: TableName) -> Response[bytes]:
    """All about a table that everybody may know, its commitment before all."""
    held = await _held(gate, request, name)
    return Response(bytes(held.picture.about), media_type=MediaType.JSON)


@post("/api/tables/{name:str}/devices", summary="Sit down, or claim a seat")
async def sit_down(
    gate: TheGate, request: Request[Any, Any, Any], name: TableName, data: JSONBody[told.SitDown]
) -> told.Welcome:
    """Bring a new device to the table; it gets a key of its own."""
    gate.admit(request, "sitting")
    held = await gate.table(name, address_of(request))
    key = new_key()

    def change(table: Table, now: int) -> tuple[Facts, ...]:
        if len(table.devices) >= MOST_DEVICES:
            raise Refused(Why.FULL)
        joined = fact.Joined(lock_of(key))
        there = table.joined(joined)
        device = len(table.devices)
        wish = _wish(data)
        return (joined, *handle(there, wish, device, now, gate.house.fresh))

    facts = await gate.house.change(held, change)
    device = held.table.device_with(lock_of(key))
    seats = tuple(each.seat for each in facts if isinstance(each, fact.Sat))
    if device is None:
        raise Bad(503, "storage")
    return told.Welcome(held.table.id, key, device, seats)


def _wish(data: told.SitDown) -> Sit | Claim:
    if not data.claim:
        return Sit(data.name, data.seat)
    if data.seat is None:
        raise Bad(400, "no such seat")
    return Claim(data.seat)


@post("/api/tables/{name:str}/key", summary="Change the key of a device")
async def change_key(
    gate: TheGate, request: Request[Any, Any, Any], name: TableName
) -> told.Welcome:
    """Give a device another key; links with the old one are void, and so is who used them."""
    gate.admit(request, "sitting")
    address = address_of(request)
    held = await gate.table(name, address)
    device, old = _device(gate, request, held, address)
    key = new_key()

    def change(table: Table, _now: int) -> tuple[Facts, ...]:
        if table.devices[device].lock != lock_of(old):
            raise Refused(Why.LATE)
        return (fact.Relocked(device, lock_of(key)),)

    await gate.house.change(held, change)
    return told.Welcome(held.table.id, key, device, held.table.seats_of(device))


def _device(
    gate: Gate, request: Request[Any, Any, Any], held: Held, address: str
) -> tuple[int, str]:
    key = key_in(request)
    if key is None:
        raise NoKey
    return gate.device(held, key, address), key


@get(
    "/api/tables/{name:str}/record",
    summary="The games of a table on paper",
    media_type=MediaType.TEXT,
)
async def record(gate: TheGate, request: Request[Any, Any, Any], name: TableName) -> Response[str]:
    """The games of the series so far as a Record, the one being played without its secret."""
    held = await _held(gate, request, name)
    if not held.table.games:
        raise Bad(409, "not now")
    return Response(held.table.on_paper(), media_type="text/plain; charset=utf-8")


@get(
    "/api/tables/{name:str}/replay/{number:int}",
    summary="A finished game, step by step",
    media_type=MediaType.JSON,
)
async def replay_game(
    gate: TheGate,
    request: Request[Any, Any, Any],
    name: TableName,
    number: Annotated[int, Parameter(ge=1, le=99)],
    seat: Annotated[int | None, Parameter(ge=0, le=9)] = None,
) -> Response[bytes]:
    """Every moment of a finished game of this series, from one chair or the spectators'."""
    held = await _held(gate, request, name)
    table = held.table
    if number > len(table.finished) or table.phase not in {Phase.OVER, Phase.CLOSED}:
        raise Bad(409, "not now")
    if seat is not None and seat >= len(table.seats):
        raise Bad(404, "no such seat")
    return Response(replay(table.finished[number - 1], seat), media_type=MediaType.JSON)


async def _held(gate: Gate, request: Request[Any, Any, Any], name: str) -> Held:
    gate.admit(request, "reading")
    return await gate.table(name, address_of(request))


HANDLERS = (
    games,
    tables,
    open_table,
    table,
    sit_down,
    change_key,
    record,
    replay_game,
)
