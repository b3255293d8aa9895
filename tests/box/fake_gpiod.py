"""gpiod 2 without a kernel: lines whose levels are set, on a pipe whose end is an edge.

Keep: only what the driver uses, with the names and the errors of the library.
"""

from __future__ import annotations

import enum
import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace

LINES = 54


class Value(enum.Enum):
    INACTIVE = 0
    ACTIVE = 1


class Direction(enum.Enum):
    INPUT = 2
    OUTPUT = 3


class Bias(enum.Enum):
    PULL_UP = 4


class Edge(enum.Enum):
    BOTH = 4


@dataclass(kw_only=True)
class FakeRequest:
    """Lines that are held.

    Attributes:
        settings: how they were asked for.
        consumer: who holds them, as it says itself.
        closed: the pins whose contacts are closed.
        driven: what an output was switched to, in order.
        gone: the chip is not there any more.
        released: the lines were given back.
    """

    pins: tuple[int, ...]
    settings: dict[str, object]
    consumer: str
    closed: set[int] = field(default_factory=set)
    driven: list[tuple[int, Value]] = field(default_factory=list)
    gone: bool = False
    released: bool = False

    def __post_init__(self) -> None:
        self.fd, self._kernel = os.pipe()

    def move(self, pin: int, *, closed: bool) -> None:
        """Move a contact, which is an edge."""
        (self.closed.add if closed else self.closed.discard)(pin)
        os.write(self._kernel, bytes(48))

    def vanish(self) -> None:
        """Take the chip away; its descriptor has an end now."""
        self.gone = True
        os.close(self._kernel)

    def get_values(self) -> list[Value]:
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return [Value(pin in self.closed) for pin in self.pins]

    def set_value(self, pin: int, value: Value) -> None:
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        self.driven.append((pin, value))

    def release(self) -> None:
        self.released = True
        os.close(self.fd)
        if not self.gone:
            os.close(self._kernel)


class FakeChip:
    """An open chip."""

    def __init__(self, gpiod: FakeGpiod) -> None:
        self._gpiod = gpiod

    def __enter__(self) -> FakeChip:
        return self

    def __exit__(self, *exc: object) -> None:
        self._gpiod.open_chips -= 1

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(num_lines=LINES)

    def request_lines(
        self,
        config: dict[Iterable[int], dict[str, object]],
        *,
        consumer: str,
        event_buffer_size: int,
    ) -> FakeRequest:
        if self._gpiod.refuses is not None:
            raise self._gpiod.refuses
        ((pins, settings),) = config.items()
        request = FakeRequest(pins=tuple(pins), settings=settings, consumer=consumer)
        self._gpiod.requests.append(request)
        return request


class FakeGpiod(ModuleType):
    """The module; `line` is its submodule.

    Attributes:
        requests: what was asked for, in order.
        closed_to_us: what opening the chip fails with.
        refuses: what asking for lines fails with.
        open_chips: how many chips are open.
    """

    def __init__(self) -> None:
        super().__init__("gpiod")
        self.line = ModuleType("gpiod.line")
        vars(self.line).update(Bias=Bias, Direction=Direction, Edge=Edge, Value=Value)
        self.LineSettings = dict
        self.requests: list[FakeRequest] = []
        self.closed_to_us: OSError | None = None
        self.refuses: OSError | None = None
        self.open_chips = 0

    def Chip(self, path: str) -> FakeChip:  # noqa: N802 - the library's name
        if self.closed_to_us is not None:
            raise self.closed_to_us
        self.open_chips += 1
        return FakeChip(self)
