"""The whole web application: the handlers, and what all answers have in common."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from motherlode import __version__
from motherlode.server import page
from motherlode.server import protocol as told
from motherlode.server.gate import Gate, Limited, NoKey, NotFromHere, TheGate, is_at_the_machine
from motherlode.server.handle import Refused, Why
from motherlode.server.house import House, NoSuchTable
from motherlode.server.http import HANDLERS, Bad
from motherlode.server.limits import Rates
from motherlode.server.socket import socket_handler
from motherlode.server.store import Unavailable

log = logging.getLogger("motherlode.server")

LARGEST_BODY = 16 * 1024

# A page of ours loads nothing from anywhere else, and stands in nobody's frame.
SECURITY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

_STATUS = {
    Why.NOT_YOURS: 403,
    Why.HOST_ONLY: 403,
    Why.NO_KEY: 401,
    Why.REMOVED: 403,
    Why.NO_SUCH_SEAT: 404,
    Why.BAD_NAME: 400,
    Why.BAD_TEXT: 400,
    Why.CLOSED: 410,
}


@get("/healthz", include_in_schema=False)
async def healthy() -> dict[str, str]:
    """Whether the process answers at all."""
    return {"status": "ok", "version": __version__}


@get("/readyz", include_in_schema=False)
async def ready(gate: TheGate) -> Response[dict[str, str]]:
    """Whether players should be sent here."""
    house = gate.house
    if house.stopping or house.trouble:
        return Response({"status": "stopping" if house.stopping else "storage"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(gate: TheGate, request: Request[Any, Any, Any]) -> Response[bytes]:
    """What Prometheus reads; only for who asks from this machine, or through no proxy."""
    if not is_at_the_machine(request):
        return Response(b"", status_code=404)
    return Response(gate.house.metrics.text(), media_type="text/plain; version=0.0.4")


def make_app(
    open_house: Callable[[], Awaitable[House]],
    *,
    rates: Rates | None = None,
    origins: tuple[str, ...] = (),
    addresses: tuple[str, ...] = (),
    more: tuple[Any, ...] = (),
) -> Litestar:
    """The application; *open_house* makes the house once the event loop runs.

    *addresses* are where others on the same network find it.
    """
    gates: list[Gate] = []

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        house = await open_house()
        gates[:] = [Gate(house, rates or Rates(), origins)]
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    return Litestar(
        route_handlers=[*HANDLERS, *page.HANDLERS, healthy, ready, metrics, socket_handler, *more],
        lifespan=[lifespan],
        dependencies={"gate": Provide(lambda: gates[0], sync_to_thread=False)},
        state=State({"addresses": addresses}),
        after_request=_with_headers,
        exception_handlers=_EXCEPTIONS,
        openapi_config=OpenAPIConfig(
            title="Motherlode",
            version=str(told.VERSION),
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
    )


def _with_headers(response: Response[Any]) -> Response[Any]:
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")
    return response


def _problem(status: int, problem: told.Problem) -> Response[Any]:
    headers = {"retry-after": "5"} if status in {429, 503} else None
    body = msgspec.json.encode(problem)
    answer: Response[Any] = Response(
        body, status_code=status, media_type=MediaType.JSON, headers=headers
    )
    return _with_headers(answer)


def _answer(status: int, code: str) -> Callable[[Request[Any, Any, Any], Exception], Any]:
    def answer(_request: Request[Any, Any, Any], _error: Exception) -> Response[Any]:
        return _problem(status, told.Problem(code))

    return answer


def _bad(_request: Request[Any, Any, Any], error: Bad) -> Response[Any]:
    return _problem(error.status, error.problem)


def _refused(_request: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    return _problem(_STATUS.get(error.why, 409), told.Problem(error.why, error.number))


def _http_exception(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    codes = {400: "bad request", 404: "not found", 405: "bad method", 413: "too large"}
    return _problem(error.status_code, told.Problem(codes.get(error.status_code, "bad request")))


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    # The path may hold the name of a table, which is as good as an invitation.
    log.error("a request failed", exc_info=error, extra={"method": request.method})
    return _problem(500, told.Problem("error"))


_EXCEPTIONS: dict[int | type[Exception], Callable[[Request[Any, Any, Any], Any], Response[Any]]] = {
    Bad: _bad,
    Refused: _refused,
    Limited: _answer(429, "too much"),
    NoKey: _answer(401, "no key"),
    NotFromHere: _answer(403, "not from here"),
    NoSuchTable: _answer(404, "no such table"),
    Unavailable: _answer(503, "storage"),
    # Bodies that are no text at all, or nested beyond reason.
    UnicodeError: _answer(400, "bad request"),
    RecursionError: _answer(400, "bad request"),
    HTTPException: _http_exception,
    Exception: _unexpected,
}
