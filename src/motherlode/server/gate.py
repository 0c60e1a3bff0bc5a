"""The gate: what every request and every socket passes before it reaches a table."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from motherlode.server.house import Held, House, NoSuchTable
from motherlode.server.limits import Buckets, Rates
from motherlode.server.names import is_key, lock_of

Connection = ASGIConnection[Any, Any, Any, Any]


class Limited(Exception):
    """Too much was asked for in too short a time."""


class NotFromHere(Exception):
    """A page of another site asks; browsers tell us, and we do not answer."""


class NoKey(Exception):
    """The key fits no device at this table."""


class Gate:
    """Who may pass, and how often."""

    def __init__(self, house: House, rates: Rates, origins: tuple[str, ...] = ()) -> None:
        """Guard a *house*; pages of these *origins* are let in beside its own."""
        self.house = house
        self.rates = rates
        self._origins = frozenset(origins)
        self._buckets = {
            kind: Buckets(getattr(rates, kind))
            for kind in ("sockets", "opening", "sitting", "reading", "misses")
        }
        self.connected: Counter[str] = Counter()

    def check_origin(self, connection: Connection) -> None:
        """Refuse what a page of another site asks for."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._origins:
            return
        if urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower():
            raise NotFromHere

    def admit(self, connection: Connection, kind: str) -> None:
        """Let a request through: from a page that may ask, and not too many of them."""
        self.check_origin(connection)
        self.take(kind, address_of(connection))

    def take(self, kind: str, address: str) -> None:
        """Count one more; ``Limited`` if that is too much."""
        if not self._buckets[kind].of(address).take():
            self.house.metrics.limited.labels(kind).inc()
            raise Limited

    def take_socket(self, address: str) -> None:
        """Count one more socket; ``Limited`` if there are too many, or too many in a short time."""
        self.take("sockets", address)
        if self.connected[address] >= self.rates.connected:
            raise Limited

    async def table(self, name: str, address: str) -> Held:
        """The table of that name; whoever tries names that do not exist is slowed down."""
        misses = self._buckets["misses"].of(address)
        if misses.is_empty:
            self.house.metrics.limited.labels("misses").inc()
            raise Limited
        try:
            return await self.house.held(name)
        except NoSuchTable:
            misses.take()
            raise

    def device(self, held: Held, key: str, address: str) -> int:
        """The device with that key."""
        device = held.table.device_with(lock_of(key)) if is_key(key) else None
        if device is None:
            self.take("misses", address)
            raise NoKey
        return device


# The gate as Litestar hands it to whoever answers a request.
TheGate = NamedDependency[Gate]


def address_of(connection: Connection) -> str:
    """Who is asking; an IPv6 network counts as one, since anyone has billions of addresses."""
    client = connection.client
    if client is None:
        return "local"
    try:
        address = ipaddress.ip_address(client.host)
    except ValueError:
        return client.host
    if address.version == 6 and not address.is_loopback:
        return str(ipaddress.ip_network(f"{address}/64", strict=False))
    return str(address)


def is_at_the_machine(connection: Connection) -> bool:
    """Whether whoever asks sits at the server's own machine, and through no proxy."""
    client, headers = connection.client, connection.headers
    through_proxy = "x-forwarded-for" in headers or "forwarded" in headers
    return client is not None and client.host in {"127.0.0.1", "::1"} and not through_proxy


def key_in(connection: Connection) -> str | None:
    """The key a request brings in its header; never in its address, which ends in logs."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" and key else None
