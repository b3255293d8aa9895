"""What the collector has to say, to people and to machines.

`code` and the facts are for machines and never change; the text is for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stbpi.collector.ranges import Run
from stbpi.language import Message, counted, message
from stbpi.serial_log.lines import PROTOCOL, Hello


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth a line.

    Attributes:
        code: what kind it is.
        text: for people.
        port: where it happened; empty if it is about a box on any of them.
        box: the box, if it is about one.
        facts: numbers and texts, for machines.
    """

    code: str
    text: Message
    port: str = ""
    box: str = ""
    facts: tuple[tuple[str, int | str], ...] = ()

    def members(self) -> Mapping[str, int | str]:
        """Return it as the members of a JSON object, without the text."""
        about = {"port": self.port, "box": self.box}
        return {
            "notice": self.code,
            **{key: value for key, value in about.items() if value},
            **dict(self.facts),
        }


def opened(port: str) -> Notice:
    return Notice("opened", message("{port}: open", port=port), port)


def waiting(port: str, why: str) -> Notice:
    text = message("{why}; it is tried again.", why=why)
    return Notice("waiting", text, port, facts=(("why", why),))


def ended(port: str) -> Notice:
    return Notice("ended", message("{port}: read to its end", port=port), port)


def hello(port: str, line: Hello, missing: int) -> Notice:
    to_come = counted("{n} event to come", "{n} events to come", missing)
    text = message(
        "{port}: this is box {box} with {tiles} tiles, {to_come}",
        port=port,
        box=line.box,
        tiles=line.tiles,
        to_come=to_come,
    )
    facts = (("version", line.version), ("tiles", line.tiles), ("last", line.last))
    return Notice("hello", text, port, line.box, (*facts, ("missing", missing)))


def named(port: str, box: str, missing: int) -> Notice:
    """A box that was there before us has said who it is."""
    to_come = counted("{n} event to come", "{n} events to come", missing)
    text = message("{port}: this is box {box}, {to_come}", port=port, box=box, to_come=to_come)
    return Notice("named", text, port, box, (("missing", missing),))


def unnamed(port: str) -> Notice:
    text = message(
        "{port}: no box has said its name yet; what comes until then is kept apart.", port=port
    )
    return Notice("no_hello", text, port)


def newer(port: str, line: Hello) -> Notice:
    text = message(
        "{port}: box {box} speaks version {protocol} of the lines, this stbpi knows {known}; what "
        "can be read is stored. Update stbpi.",
        port=port,
        box=line.box,
        protocol=line.protocol,
        known=PROTOCOL,
    )
    return Notice("newer_protocol", text, port, line.box, (("protocol", line.protocol),))


def gap(port: str, box: str, missing: Run, *, is_asked: bool) -> Notice:
    about = _about(box, missing)
    if is_asked:
        text = message("{box}: events {first} to {last} are missing; they are asked for.", **about)
    else:
        text = message("{box}: events {first} to {last} are missing.", **about)
    return _of_run("gap", text, port, box, missing)


def whole(port: str, box: str) -> Notice:
    return Notice("whole", message("{box}: nothing is missing any more.", box=box), port, box)


def absent(port: str, box: str, lacks: Run) -> Notice:
    text = message(
        "{box}: the box itself does not have events {first} to {last} any more.",
        **_about(box, lacks),
    )
    return _of_run("absent", text, port, box, lacks)


def one_way(port: str, box: str) -> Notice:
    text = message(
        "{port}: box {box} does not hear us; what is missing is stored if it comes once more.",
        port=port,
        box=box,
    )
    return Notice("one_way", text, port, box)


def conflict(port: str, box: str, n: int) -> Notice:
    text = message(
        "{port}: box {box} tells another event {n} than is stored: is it another box, or has its "
        "card been replaced? What it tells is kept apart. Give it another name ({key}), or name "
        "another file ({option}).",
        port=port,
        box=box,
        n=n,
        key="[box] name",
        option="--db",
    )
    return Notice("conflict", text, port, box, (("n", n),))


def same_name(port: str, other: str, box: str) -> Notice:
    text = message(
        "{port} and {other} both say that they are box {box}; two boxes need two names ({key}).",
        port=port,
        other=other,
        box=box,
        key="[box] name",
    )
    return Notice("same_name", text, port, box, (("other", other),))


def noise(port: str, length: int, *, is_file: bool) -> Notice:
    """There are bytes, and no line in them; a file or a pipe has no baud rate."""
    if is_file:
        text = message("{port}: {length} bytes and not one line.", port=port, length=length)
        return Notice("noise", text, port, facts=(("length", length),))
    text = message(
        "{port}: {length} bytes have come and not one line: is the baud rate right ({option})?",
        port=port,
        length=length,
        option="--baud",
    )
    return Notice("noise", text, port, facts=(("length", length),))


def _about(box: str, run: Run) -> dict[str, int | str]:
    first, last = run
    return {"box": box, "first": first, "last": last}


def _of_run(code: str, text: Message, port: str, box: str, run: Run) -> Notice:
    first, last = run
    return Notice(code, text, port, box, (("first", first), ("last", last)))
