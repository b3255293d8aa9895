from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.collector import mqtt_payloads as payloads
from stbpi.collector.database import Row
from stbpi.collector.mqtt_state import BoxState
from tests import processes
from tests.collector.box_model import BoxModel
from tests.collector.mosquitto import Mosquitto, needs_mosquitto, running
from tests.collector.mqtt_rig import (
    LONG_S,
    PlainClient,
    collector,
    count,
    events,
    fill,
    published,
    some_rows,
    until,
)
from tests.collector.test_mqtt_state import transcript

pytestmark = needs_mosquitto


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with running(tmp_path / "mosquitto") as found:
        yield found


@pytest.fixture
def plain(mosquitto: Mosquitto, tmp_path: Path) -> Iterator[PlainClient]:
    with closing(PlainClient(mosquitto.port, tmp_path / "plain")) as found:
        yield found


def play(test: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(test())


def cursor(path: Path) -> list[tuple[str, int, int]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT box, first, last FROM mqtt_published").fetchall()


def damaged(path: Path) -> list[bytes]:
    with closing(sqlite3.connect(path)) as db:
        return [data for (data,) in db.execute("SELECT data FROM damaged ORDER BY id")]


def test_what_is_stored_reaches_another_collection(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    box = BoxModel("bar #1")
    box.happen(50)

    async def evening() -> None:
        async with (
            collector(there, subscribe=mosquitto.broker()),
            collector(here, publish=mosquitto.broker()) as publisher,
        ):
            publisher.fed.feed(box.hello() + box.send())
            await until(lambda: count(there) == 50)
            box.happen(5)
            publisher.fed.more(box.send())
            await until(lambda: count(there) == 55)

    play(evening)
    assert events(there) == events(here) == box.rows()
    assert cursor(here) == [("bar #1", 1, 55)]
    told = [json.loads(payload) for payload in plain.all("stbpi/bar %231/events")]
    assert [(event["box"], event["n"]) for event in told] == [("bar #1", n) for n in range(1, 56)]


def test_many_bars_share_a_broker(mosquitto: Mosquitto, tmp_path: Path) -> None:
    bars = {name: tmp_path / f"{name}.db" for name in ("oslo", "riga")}
    central = tmp_path / "central.db"
    for name, path in bars.items():
        fill(path, some_rows(name, 1, 300))

    async def evening() -> None:
        async with (
            collector(bars["oslo"], publish=mosquitto.broker()),
            collector(bars["riga"], publish=mosquitto.broker()),
            collector(central, subscribe=mosquitto.broker()),
            collector(tmp_path / "other.db", subscribe=mosquitto.broker(base="other")),
        ):
            await until(lambda: count(central) == 600, within_s=LONG_S)

    play(evening)
    assert events(central) == [*events(bars["oslo"]), *events(bars["riga"])]
    assert events(tmp_path / "other.db") == []


def test_a_plain_client_finds_how_a_box_stands_and_home_assistant_a_device(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    box = BoxModel("bar")
    *rows, last = transcript()

    async def evening() -> None:
        fill(tmp_path / "here.db", rows)
        async with collector(tmp_path / "here.db", publish=mosquitto.broker()) as publisher:
            await until(lambda: plain.state("bar").get("last") == rows[-1].n)
            await until(lambda: plain.last("stbpi/bar/online") == "offline")
            box.last = last.n
            publisher.fed.feed(box.hello() + line_of(last))
            await until(lambda: plain.state("bar")["last"] == last.n)
            await until(lambda: plain.last("stbpi/bar/online") == "online")
            publisher.fed.cut()
            await until(lambda: plain.last("stbpi/bar/online") == "offline")

    play(evening)
    state = plain.state("bar")
    assert [player["name"] for player in state["players"]] == ["Ann", "Bo"]
    assert (state["version"], state["tiles"]) == ("1.0", 9)
    config = json.loads(plain.last("homeassistant/device/stbpi-bar/config"))
    assert plain.last(config["state_topic"])
    assert config["device"]["sw_version"] == "1.0"
    assert plain.last(config["availability"][0]["topic"]) == "offline"


def test_events_that_come_together_in_another_order_make_the_same_state(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    box = BoxModel("bar")
    *rows, one, two = transcript()

    async def evening() -> None:
        fill(tmp_path / "here.db", rows)
        async with collector(tmp_path / "here.db", publish=mosquitto.broker()) as publisher:
            await until(lambda: plain.state("bar").get("last") == rows[-1].n)
            box.last = two.n
            publisher.fed.feed(box.hello() + line_of(two) + line_of(one))
            await until(lambda: len(plain.all("stbpi/bar/events")) == two.n)
            await until(lambda: plain.state("bar")["last"] == two.n)

    play(evening)
    kept = json.loads(BoxState([*rows, one, two]).payload("bar", version="1.0", tiles=9))
    assert plain.state("bar") == kept


def line_of(row: Row) -> bytes:
    return payloads.told(row.box, payloads.event(row)).data


def test_the_broker_tells_when_a_collector_has_gone_without_a_word(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    box = BoxModel("bar")
    box.happen(3)
    options = ["--db", str(tmp_path / "here.db"), "--mqtt", mosquitto.url]
    process = subprocess.Popen(
        [sys.executable, "-m", "stbpi", "collect", "-", "--plain", *options],
        env=processes.environ({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdin is not None
        process.stdin.write(box.hello() + box.send())
        process.stdin.flush()
        play(lambda: until(lambda: plain.last("stbpi/bar/online") == "online", within_s=LONG_S))
    finally:
        process.kill()
        process.communicate()
    play(lambda: until(lambda: plain.last("stbpi/bar/online") == "offline"))


def test_a_subscriber_that_was_away_for_too_long_asks_for_what_it_lacks(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    fill(here, some_rows("bar", 1, 100))

    async def evening() -> None:
        async with (
            collector(here, publish=mosquitto.broker()),
            collector(there, subscribe=mosquitto.broker()),
        ):
            await until(lambda: count(there) == 100)
        mosquitto.kill()
        (tmp_path / "mosquitto" / "mosquitto.db").unlink(missing_ok=True)  # the session, too
        mosquitto.start()
        fill(here, some_rows("bar", 101, 3000))
        async with collector(here, publish=mosquitto.broker()) as publisher:
            await until(lambda: cursor(here) == [("bar", 1, 3000)], within_s=LONG_S)
            async with collector(there, subscribe=mosquitto.broker()):
                await until(lambda: count(there) == 3000, within_s=LONG_S)
            assert publisher.collecting.damaged == 0

    play(evening)
    assert events(there) == events(here)
    assert damaged(there) == []


def test_what_the_publisher_has_not_is_not_asked_for_for_ever(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    rows = [row for row in some_rows("bar", 1, 60) if not 20 <= row.n < 30]
    fill(here, rows)

    async def evening() -> None:
        async with (
            collector(here, publish=mosquitto.broker()),
            collector(there, subscribe=mosquitto.broker()) as subscriber,
        ):
            await until(lambda: bool(subscriber.heard.texts("absent")), within_s=LONG_S)
            assert subscriber.collecting.missing == 0

    play(evening)
    assert events(there) == rows


def test_an_event_that_comes_late_is_published_late(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    here = tmp_path / "here.db"
    early = [row for row in some_rows("bar", 1, 9) if row.n != 4]
    fill(here, early)

    async def evening() -> None:
        async with collector(here, publish=mosquitto.broker()):
            await until(lambda: cursor(here) == [("bar", 1, 3), ("bar", 5, 9)])
        fill(here, some_rows("bar", 4, 4))
        async with collector(here, publish=mosquitto.broker()):
            await until(lambda: len(plain.all("stbpi/bar/events")) == 9)

    play(evening)
    told = [json.loads(payload)["n"] for payload in plain.all("stbpi/bar/events")]
    assert told == [1, 2, 3, 5, 6, 7, 8, 9, 4]
    assert cursor(here) == [("bar", 1, 9)]


def test_what_is_no_event_is_counted_and_kept(mosquitto: Mosquitto, tmp_path: Path) -> None:
    there = tmp_path / "there.db"

    async def evening() -> None:
        async with collector(there, subscribe=mosquitto.broker()) as subscriber:
            await until(lambda: bool(subscriber.heard.texts("opened")))
            published(mosquitto.port, "stbpi/bar/events", '{"box":"bar","n":1,"e":"rolled"}')
            published(mosquitto.port, "stbpi/bar/state", "no state")
            published(mosquitto.port, "stbpi/bar/other", "none of ours")
            await until(lambda: subscriber.collecting.damaged == 2)

    play(evening)
    assert damaged(there) == [b'{"box":"bar","n":1,"e":"rolled"}', b"no state"]


def test_a_broker_that_is_away_is_waited_for_while_events_are_stored(tmp_path: Path) -> None:
    here = tmp_path / "here.db"
    mosquitto = Mosquitto(tmp_path / "mosquitto")
    box = BoxModel("bar")
    box.happen(5)

    async def evening() -> None:
        async with collector(here, publish=mosquitto.broker()) as publisher:
            publisher.fed.feed(box.hello() + box.send())
            await until(lambda: count(here) == 5)
            await until(lambda: bool(publisher.heard.texts("waiting")))
            mosquitto.start()
            await until(lambda: cursor(here) == [("bar", 1, 5)], within_s=LONG_S)
            mosquitto.kill()
            await until(lambda: len(publisher.heard.texts("waiting")) > 1)
            box.happen(5)
            publisher.fed.more(box.send())
            await until(lambda: count(here) == 10)
            mosquitto.start()
            await until(lambda: cursor(here) == [("bar", 1, 10)], within_s=LONG_S)
        assert "can't be reached: Connection refused" in publisher.heard.texts("waiting")[0]
        assert "was lost" in publisher.heard.texts("waiting")[1]

    try:
        play(evening)
    finally:
        mosquitto.kill()


def test_a_log_that_ends_is_published_before_the_program_ends(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    box = BoxModel("bar")
    box.happen(700)
    log = tmp_path / "log"
    log.write_bytes(box.hello() + box.send())
    asyncio.run(until(plain.is_there))

    assert main(["collect", str(log), "--db", str(tmp_path / "db"), "--mqtt", mosquitto.url]) == 0
    assert cursor(tmp_path / "db") == [("bar", 1, 700)]
    asyncio.run(until(lambda: len(plain.all("stbpi/bar/events")) == 700))


def test_whoever_asks_is_answered_where_he_listens_and_nowhere_else(
    mosquitto: Mosquitto, plain: PlainClient, tmp_path: Path
) -> None:
    fill(tmp_path / "here.db", some_rows("bar", 1, 5))

    async def evening() -> None:
        async with collector(tmp_path / "here.db", publish=mosquitto.broker()):
            await until(lambda: len(plain.all("stbpi/bar/events")) == 5)
            published(mosquitto.port, "stbpi/bar/resume", '{"resume": 3}')
            await until(lambda: bool(plain.last("stbpi/bar/again")))
            for where in ("stbpi/bar/events", "stbpi/other/again/me", "stbpi/bar/again/me"):
                published(mosquitto.port, "stbpi/bar/resume", '{"resume":4}', answer_to=where)
            await until(lambda: bool(plain.last("stbpi/bar/again/me")))

    play(evening)
    assert [json.loads(line)["n"] for line in plain.lines("stbpi/bar/again")[:2]] == [4, 5]
    beat = {"e": "heartbeat", "box": "bar", "last": 5}
    assert json.loads(plain.lines("stbpi/bar/again")[2]) == beat
    assert json.loads(plain.lines("stbpi/bar/again/me")[0])["n"] == 5
    assert len(plain.all("stbpi/bar/events")) == 5
    assert plain.all("stbpi/other/again/me") == []
