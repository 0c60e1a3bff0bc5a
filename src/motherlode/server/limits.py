"""How often somebody may ask for something: enough for anyone who plays, too little to do harm."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

# So many addresses are remembered; the ones unheard of for longest are forgotten first.
_MOST_REMEMBERED = 20_000


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run."""

    at_once: float
    a_second: float


class Rates(NamedTuple):
    """All limits of a server."""

    messages: Rate = Rate(40, 10)  # on one socket
    sockets: Rate = Rate(60, 2)  # opened by one address
    opening: Rate = Rate(10, 0.05)  # tables opened by one address
    sitting: Rate = Rate(30, 0.5)
    reading: Rate = Rate(120, 10)
    misses: Rate = Rate(20, 0.2)  # tables and keys that do not exist: guessing is hopeless
    connected: int = 200  # sockets of one address at one time


NO_RATE = Rate(float("inf"), 0)
UNLIMITED = Rates(NO_RATE, NO_RATE, NO_RATE, NO_RATE, NO_RATE, NO_RATE, 1_000_000)


class Bucket:
    """A bucket of allowances that fills up again with time."""

    __slots__ = ("_clock", "_filled_at", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with a full bucket."""
        self._rate = rate
        self._clock = clock
        self._left = rate.at_once
        self._filled_at = clock()

    def _fill(self) -> None:
        now = self._clock()
        gained = (now - self._filled_at) * self._rate.a_second
        self._left = min(self._rate.at_once, self._left + gained)
        self._filled_at = now

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be taken now."""
        self._fill()
        return self._left < 1

    def take(self) -> bool:
        """Take one; false if there is none."""
        if self.is_empty:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody."""
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._clock)
            if len(self._buckets) > _MOST_REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket
