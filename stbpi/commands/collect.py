"""`stbpi collect`: the serial logs of any number of boxes, in one database."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.commands.options import paragraphs, state_file
from stbpi.commands.screen import is_drawable
from stbpi.errors import AddressError, BrokerError
from stbpi.language import _, plural

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from stbpi.collector.collecting import Collecting, Companion
    from stbpi.collector.mqtt_topics import Broker
    from stbpi.collector.sources import Source
    from stbpi.collector.store import Store

BAUD = 115_200
MOST_BAUD = 4_000_000
STDIN = "-"
_BROKER = "mqtt[s]://[USER[:PASSWORD]@]HOST[:PORT][/BASE]"
_MQTT_PASSWORD = "STBPI_MQTT_PASSWORD"


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    collect = commands.add_parser(
        "collect",
        help=_("store what boxes tell over serial lines in a database"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=paragraphs(
            _("Stores what boxes tell over serial lines in a database."),
            _(
                "A box is asked for what is missing; each event is stored once, however often the "
                "cable is pulled or this program is started again. What can't be stored is kept "
                "in the table {table}."
            ).format(table="damaged"),
            _("Ctrl-C ends it; everything that has come is stored then."),
            _(
                "Brokers are named {example}; the base is {base} if none is named. The password "
                "may also stand in the environment ({variable})."
            ).format(example=_BROKER, base="stbpi", variable=_MQTT_PASSWORD),
        ),
    )
    collect.add_argument(
        "ports",
        nargs="*",
        metavar="PORT",
        help=_(
            "a serial port, an address like {url}, or a captured log: a file, a pipe, or - for "
            "the input"
        ).format(url="socket://host:port"),
    )
    collect.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help=_("the database (default: {file} in {folder} or {other})").format(
            file="stbpi/collection.db", folder="$XDG_STATE_HOME", other="~/.local/state"
        ),
    )
    collect.add_argument(
        "--baud",
        type=_baud,
        default=BAUD,
        metavar="N",
        help=_("bits a second of serial ports (default: {value})").format(value=BAUD),
    )
    collect.add_argument(
        "--once",
        action="store_true",
        help=_("end when the ports have gone, and don't wait for one that isn't there"),
    )
    collect.add_argument(
        "--mqtt",
        action="append",
        default=[],
        metavar="URL",
        help=_("publish what is stored on this MQTT broker; may be given again"),
    )
    collect.add_argument(
        "--from-mqtt",
        action="append",
        default=[],
        metavar="URL",
        help=_("store what is published on this MQTT broker; may be given again"),
    )
    how = collect.add_mutually_exclusive_group()
    how.add_argument(
        "--plain", action="store_true", help=_("print one line an event, and draw nothing")
    )
    how.add_argument(
        "--json", action="store_true", help=_("print events and notices as JSON, for programs")
    )
    collect.set_defaults(command=_collect)


def _collect(arguments: argparse.Namespace) -> int:
    from stbpi.collector.sources import source
    from stbpi.collector.store import Store

    ports = tuple(dict.fromkeys(arguments.ports))
    publish, subscribe = _brokers(arguments.mqtt), _brokers(arguments.from_mqtt)
    _check(ports, publish, subscribe)
    sources = [source(port, baud=arguments.baud, once=arguments.once) for port in ports]
    companions: list[Companion] = []
    with ExitStack() as stack:
        store = stack.enter_context(closing(Store(arguments.db or state_file("collection.db"))))
        if publish or subscribe:
            from stbpi.collector.mqtt_ledger import Ledger
            from stbpi.collector.mqtt_publishing import Publishing
            from stbpi.collector.mqtt_source import MqttSource

            ledger = stack.enter_context(closing(Ledger(store.path)))
            companions = [Publishing(broker, ledger, wall=_wall) for broker in publish]
            sources += [MqttSource(b, ledger.client, once=arguments.once) for b in subscribe]
        if _is_live(arguments):
            from stbpi.collector import live

            collecting = live.collect(store, sources, wall=_wall, companions=companions)
        else:
            running = _in_lines(store, sources, companions, is_json=arguments.json)
            collecting = asyncio.run(running)
    if not arguments.json:
        _remark(_sum(collecting))
    return 0


def _brokers(urls: Iterable[str]) -> tuple[Broker, ...]:
    from stbpi.collector.mqtt_topics import broker

    return tuple(dict.fromkeys(broker(url, os.environ) for url in urls))


def _check(ports: Sequence[str], publish: Sequence[Broker], subscribe: Sequence[Broker]) -> None:
    """Refuse what can't be meant.

    Raises:
        AddressError: nothing is named that anything could come from.
        BrokerError: everything would be published where it comes from.
    """
    if not (ports or subscribe):
        do = _("Name a serial port, a file, or a broker with {option}.").format(
            option="--from-mqtt"
        )
        raise AddressError(_("there is nothing to store anything from"), do)
    names = {broker.name for broker in publish}
    for broker in subscribe:
        if broker.name in names:
            what = _("what comes from {broker} can't be published there again")
            do = _("Name another broker, or another base.")
            raise BrokerError(what.format(broker=broker.name), do, is_refusal=True)


def _is_live(arguments: argparse.Namespace) -> bool:
    """Say whether there is a terminal to draw on, and what draws."""
    if arguments.plain or arguments.json or STDIN in arguments.ports:
        return False
    if not is_drawable():
        return False
    if importlib.util.find_spec("textual") is None:
        text = _("The live view needs Textual: {command}").format(
            command="pip install 'stbpi[sim]'"
        )
        _remark(f"stbpi: {text}\n")
        return False
    return True


async def _in_lines(
    store: Store, sources: Iterable[Source], companions: Iterable[Companion], *, is_json: bool
) -> Collecting:
    from stbpi.collector.collecting import Collecting
    from stbpi.collector.tell import JsonLines, PlainLines

    listener = JsonLines(_print) if is_json else PlainLines(_print, _remark)
    collecting = Collecting(store, sources, [listener], wall=_wall, companions=companions)
    for number_ in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number_, collecting.stop)
    await collecting.run()
    return collecting


def _sum(collecting: Collecting) -> str:
    """Say at the end what has become of it."""
    stored = plural("{n} event was stored", "{n} events were stored", collecting.stored)
    damaged = plural("{n} piece was kept apart", "{n} pieces were kept apart", collecting.damaged)
    missing = plural("{n} event is missing", "{n} events are missing", collecting.missing)
    return f"{stored} · {missing} · {damaged}\n"


def _wall() -> int:
    return int(time.time())


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _remark(text: str) -> None:
    """Tell people something; whoever has closed the way to them doesn't want to know."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def _baud(text: str) -> int:
    baud = int(text) if text.isascii() and text.isdecimal() else 0
    if not 0 < baud <= MOST_BAUD:
        raise argparse.ArgumentTypeError(
            _("expected a number of bits a second, at most {most}").format(most=MOST_BAUD)
        )
    return baud
