"""The page: the files the browser client was built into, the rulebooks, and codes to scan."""

from __future__ import annotations

import gzip
import io
import mimetypes
from functools import cache
from importlib import resources
from typing import Annotated, Any, NamedTuple

import segno
from litestar import MediaType, Request, Response, get, post, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, Parameter

from motherlode.games import GAMES
from motherlode.games.game import LANGUAGES
from motherlode.server import protocol as told
from motherlode.server.gate import TheGate, is_at_the_machine

# Files with a hash in their names never change; all others are asked for again.
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_WORTH_PACKING = 500
_PACKED = ("text/", "image/svg", "application/json", "application/manifest")

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
# Some systems take what a registry says about scripts, and then a browser runs none.
mimetypes.add_type("text/javascript", ".js")


class File(NamedTuple):
    """A file as it goes over the wire."""

    body: bytes
    packed: bytes | None
    media_type: str
    keep: str


@cache
def files() -> dict[str, File]:
    """Everything the page was built into, by its path; nothing where it was not built."""
    root = resources.files("motherlode.server") / "page"
    if not root.is_dir():
        return {}
    return {path: _file(path, body) for path, body in _walk(root, "")}


def _walk(folder: Any, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for each in folder.iterdir():
        path = f"{prefix}/{each.name}"
        found += _walk(each, path) if each.is_dir() else [(path, each.read_bytes())]
    return found


def _file(path: str, body: bytes) -> File:
    media_type = mimetypes.guess_type(path)[0] or "application/octet-stream"
    pack = media_type.startswith(_PACKED) and len(body) > _WORTH_PACKING
    keep = _FOR_EVER if path.startswith("/assets/") else _ASK_AGAIN
    return File(body, gzip.compress(body, mtime=0) if pack else None, media_type, keep)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the page; every other address is one the page itself knows how to show."""
    path = request.path_params.get("path", "/")
    if path.startswith("/api/"):
        raise NotFoundException
    found = files().get(path)
    if found is None and "." in path.rsplit("/", 1)[-1]:
        raise NotFoundException
    return _answer(request, found or files().get("/index.html"))


def _answer(request: Request[Any, Any, Any], file: File | None) -> Response[bytes]:
    if file is None:
        return Response(b"The page is not built here: run make page.\n", media_type=MediaType.TEXT)
    headers = {"cache-control": file.keep, "vary": "accept-encoding"}
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.packed, "gzip"
    return Response(body, media_type=file.media_type, headers=headers)


@get(
    "/api/rulebooks/{game:str}/{language:str}",
    summary="The rulebook of a game",
    media_type="text/markdown",
)
async def rulebook(
    gate: TheGate,
    request: Request[Any, Any, Any],
    game: Annotated[str, Parameter(max_length=40)],
    language: Annotated[str, Parameter(max_length=10)],
) -> Response[bytes]:
    """The rules in our words, as Markdown; what is our own ruling is marked so."""
    gate.admit(request, "reading")
    if game not in GAMES or language not in LANGUAGES:
        raise NotFoundException
    book = GAMES[game].rulebook(language)
    return Response(book.encode(), media_type="text/markdown; charset=utf-8")


@get("/api/here", summary="Where others find this server")
async def here(gate: TheGate, state: State, request: Request[Any, Any, Any]) -> told.Here:
    """The addresses for other devices, told to whoever sits at the server's own machine.

    Somebody whose page is at "localhost" would otherwise invite others to nowhere.
    """
    gate.admit(request, "reading")
    return told.Here(state.addresses if is_at_the_machine(request) else ())


@post(
    "/api/code",
    summary="A link as a code to scan",
    status_code=200,
    media_type="image/svg+xml",
)
async def code(
    gate: TheGate, request: Request[Any, Any, Any], data: JSONBody[told.Scanned]
) -> Response[bytes]:
    """A QR code as a picture; the link is in the body, for it may hold a key."""
    gate.admit(request, "reading")
    return Response(picture_of(data.link), media_type="image/svg+xml")


def picture_of(link: str) -> bytes:
    """The code of a link as SVG: dark on light in every theme, or no camera reads it."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, scale=8, border=3, dark="#201812", light="#fffaf0"
    )
    return out.getvalue()


HANDLERS = (rulebook, here, code, page)
