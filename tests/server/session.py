"""The session docs/protocol.md tells of, at a real server.

What chance decides elsewhere is made up here, and time is ours: it is the same every time.
``python -m tests.server.session`` writes it into the page anew.
"""

import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import uvicorn
from websockets.sync.client import connect

from motherlode.fair import commit_nonce
from motherlode.server import house, http
from motherlode.server.app import make_app
from motherlode.server.house import House
from motherlode.server.serve import config_of
from motherlode.server.store import open_store
from tests.server.evening import Made, key_of, nonce_of
from tests.server.served import terms_of

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
_HEADING = "\n## A whole session\n"
_BLOCK = re.compile(r"^```\n(.*?)\n```$", re.MULTILINE | re.DOTALL)

GAME = "golddonkey"
TABLE = "copper-kettle-mule-4711"
# A line of the page holds so much.
WIDTH = 92
STEP = 1500
# Stands for all that was the same in the message before, where that would fill the page.
AS_BEFORE = "…"


class Session:
    """A server nobody has come to yet, and what was said so far."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.told: list[str] = []
        self.now = 1_800_000_000_000
        keys = map(key_of, count())
        stack.enter_context(mock.patch.object(http, "new_key", side_effect=keys))
        stack.enter_context(mock.patch.object(house, "new_name", return_value=TABLE))
        # However slow the machine that tells this is, nobody is away.
        stack.enter_context(mock.patch.object(house, "BLINK", 3600.0))
        app = make_app(lambda: self._house(folder))
        self.place = stack.enter_context(running(uvicorn.Server(config_of(app, "127.0.0.1", 0))))
        self.client = stack.enter_context(httpx.Client(base_url=f"http://{self.place}"))

    async def _house(self, folder: Path) -> House:
        store = await open_store(str(folder / "session.db"), lambda *_: None)
        return House(store, now=lambda: self.now, fresh=Made(), threads=1)

    def get(self, path: str) -> None:
        """Fetch something, and tell of it."""
        answer = self.client.get(path)
        is_json = "json" in answer.headers["content-type"]
        text = pretty(answer.json()) if is_json else answer.text.rstrip()
        self.told.append(f"GET {path}\n\n{answer.status_code}\n{text}")

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask for something, and tell of it."""
        answer = self.client.post(path, json=body)
        said: dict[str, Any] = answer.json()
        asked = f"POST {path}\n{pretty(body)}"
        self.told.append(f"{asked}\n\n{answer.status_code}\n{pretty(said)}")
        return said


@contextmanager
def running(server: uvicorn.Server) -> Iterator[str]:
    """A server that runs beside us, and where."""
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


class Player:
    """Somebody with a socket, and what was said over it since it was last told."""

    def __init__(self, session: Session, stack: ExitStack, welcome: dict[str, Any]) -> None:
        self.session = session
        self.socket = stack.enter_context(connect(f"ws://{session.place}/api/socket"))
        self.ids = count(1)
        self.said: list[str] = []
        self.knows: dict[str, Any] = {}
        self.ask(do="hello", table=welcome["table"], key=welcome["key"], version=1)
        self.hear()

    def ask(self, **ask: Any) -> None:
        """Send a message, a moment after the last."""
        self.session.now += STEP
        message = {"id": next(self.ids), "ask": ask}
        self.said.append(f"> {pretty(message, '  ')}")
        self.socket.send(json.dumps(message))

    def hear(self) -> None:
        """Wait for the next message, and keep what it says."""
        message = json.loads(self.socket.recv(timeout=20))
        short = dict(message)
        if "table" in message:
            short["table"] = changed(message["table"], self.knows.get("table"))
        self.said.append(f"< {pretty(short, '  ')}")
        self.knows |= message

    def tell(self) -> None:
        """Tell what was said."""
        self.session.told.append("\n".join(self.said))
        self.said.clear()

    def commits(self, place: int, nonce: str) -> str:
        """What to commit to, by all that was shown."""
        return commit_nonce(terms_of(self.knows["table"]), place, nonce)


def session(folder: Path) -> list[str]:
    """Everything Ada's browser says and hears, and Björn's before he has a socket."""
    with ExitStack() as stack:
        its = Session(folder, stack)
        ada = Player(
            its,
            stack,
            its.post("/api/tables", {"game": GAME, "seats": [{"name": "Ada"}, {}]}),
        )
        ada.tell()
        welcome = its.post(f"/api/tables/{TABLE}/devices", {"name": "Björn"})
        ada.hear()
        ada.tell()
        bjoern = Player(its, stack, welcome)
        deal(ada, bjoern)
        play(ada, bjoern)
        end(ada, bjoern)
        its.get(f"/api/tables/{TABLE}/record")
        return its.told


def deal(ada: Player, bjoern: Player) -> None:
    """Deal, with a nonce of both."""
    ada.ask(do="deal")
    both_hear(ada, bjoern)
    ada.tell()
    for place, player in enumerate((ada, bjoern)):
        player.ask(do="commit", place=place, commits=player.commits(place, nonce_of(place)))
        both_hear(ada, bjoern)
    ada.tell()
    for place, player in enumerate((ada, bjoern)):
        player.ask(do="open", nonce=nonce_of(place))
        both_hear(ada, bjoern)
    ada.tell()


def play(ada: Player, bjoern: Player) -> None:
    """Move, and try what does not go."""
    players = (ada, bjoern)
    for _ in range(2):
        turn = ada.knows["shown"]["turn"]
        player = players[turn]
        after, move = player.knows["played"], player.knows["own"]["moves"][0]["move"]
        player.ask(do="move", seat=turn, move=move, after=after)
        both_hear(ada, bjoern)
        if player is ada:
            ada.ask(do="move", seat=turn, move=move, after=after)
            ada.hear()
    ada.tell()


def end(ada: Player, bjoern: Player) -> None:
    """Agree to stop, which opens the secret."""
    for seat, player in enumerate((ada, bjoern)):
        player.ask(do="wish end", seat=seat, wishes=True)
        both_hear(ada, bjoern)
    ada.tell()


def both_hear(*players: Player) -> None:
    """Everybody at the table is told."""
    for player in players:
        player.hear()


def pretty(value: Any, indent: str = "") -> str:
    """JSON, with line breaks where it is too long for one line."""
    if isinstance(value, dict):
        named = [
            AS_BEFORE if each is AS_BEFORE else f"{_json(name)}: {pretty(each, indent + '  ')}"
            for name, each in value.items()
        ]
        return _filled("{", "}", named, indent)
    if isinstance(value, list):
        return _filled("[", "]", [pretty(each, indent + "  ") for each in value], indent)
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _filled(opens: str, closes: str, parts: list[str], indent: str) -> str:
    """The *parts* between brackets: in one line, or in as few as hold them."""
    line = f"{opens}{', '.join(parts)}{closes}"
    if "\n" not in line and len(indent) + len(line) <= WIDTH:
        return line
    lines = [""]
    for part in parts:
        joined = f"{lines[-1]} {part}," if lines[-1] else f"{part},"
        if lines[-1] and ("\n" in joined or len(indent) + len(joined) + 2 > WIDTH):
            lines.append(f"{part},")
        else:
            lines[-1] = joined
    body = "\n".join(f"{indent}  {each}" for each in lines)
    return f"{opens}\n{body.removesuffix(',')}\n{indent}{closes}"


def changed(now: Any, before: Any) -> Any:
    """What is other in a part of a message than it was; one mark for all between that is not."""
    if not isinstance(now, dict) or not isinstance(before, dict):
        return now
    kept: dict[str, Any] = {}
    last = None
    for name, value in now.items():
        is_same = before.get(name) == value
        if not is_same:
            kept[name] = changed(value, before.get(name))
        elif last is not AS_BEFORE:
            kept[name] = AS_BEFORE
        last = AS_BEFORE if is_same else None
    return kept


def told_on(page: str) -> list[str]:
    """The session as a page tells of it."""
    return _BLOCK.findall(page.partition(_HEADING)[2])


def told_anew(page: str, told: list[str]) -> str:
    """The page with the session in place of the one it tells of."""
    before, heading, section = page.partition(_HEADING)
    blocks = iter(told)
    return before + heading + _BLOCK.sub(lambda _: f"```\n{next(blocks)}\n```", section)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(told_anew(PAGE.read_text("utf-8"), session(Path(folder))), "utf-8")
