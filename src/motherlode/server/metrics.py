"""What the server counts about itself, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_PREFIX = "motherlode"
_QUICK = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.25, 1.0, 4.0)


class Metrics:
    """The counters of one process; nothing in them says who plays or what is held."""

    def __init__(self) -> None:
        """Begin at nothing, apart from every other house in this process."""
        self.registry = CollectorRegistry()
        self.opened = Counter(
            "tables_opened", "Tables opened", ["game"], namespace=_PREFIX, registry=self.registry
        )
        self.moves = Counter("moves", "Moves made", namespace=_PREFIX, registry=self.registry)
        self.refused = Counter(
            "refused", "Commands refused", ["why"], namespace=_PREFIX, registry=self.registry
        )
        self.troubles = Counter(
            "store_troubles",
            "Times the store was out of reach",
            namespace=_PREFIX,
            registry=self.registry,
        )
        self.connections = Gauge(
            "connections", "Open sockets", namespace=_PREFIX, registry=self.registry
        )
        self.limited = Counter(
            "limited", "Requests over a limit", ["what"], namespace=_PREFIX, registry=self.registry
        )
        self.answering = Histogram(
            "answer_seconds",
            "From a command to its answer",
            namespace=_PREFIX,
            buckets=_QUICK,
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All of them as Prometheus reads them."""
        return generate_latest(self.registry)
