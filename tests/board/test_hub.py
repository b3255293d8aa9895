"""What watchers are told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from stbpi.board import hub as hubs
from stbpi.board import watcher as watchers
from stbpi.board.aftermath import last_turn
from stbpi.board.chance import Position, chance_to_shut
from stbpi.board.hub import Hub, read_place
from stbpi.board.source import News, Source
from stbpi.board.stored import Shelf
from stbpi.games.events import SettingChanged, TileDown, TileUp
from stbpi.sim.virtual import run
from tests.board.live import Told, WrittenBox, messages, of_kind
from tests.books.journals import Box, left
from tests.doubles import PATIENCE_S
from tests.history.hand import WORKED, Hand
from tests.history.stores import collected

Stream = AsyncGenerator[bytes, None]


@asynccontextmanager
async def followed(path: Path) -> AsyncIterator[Hub]:
    """Follow a file for a while."""
    hub = Hub(Source(path, box="bar"), last_turn(Shelf(path, "bar", lambda: 0)))
    await hub.look()
    following = asyncio.create_task(hub.follow())
    try:
        yield hub
    finally:
        hub.end()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def begun(stream: Stream) -> list[Told]:
    """Return what a watcher is told when he comes."""
    return messages(await anext(stream)) + messages(await anext(stream))


async def until(stream: Stream, n: int) -> list[Told]:
    """Return what a watcher is told until a box stands as it does behind an event."""
    told: list[Told] = []
    while n not in [state["n"] for state in of_kind("state", told)]:
        told += messages(await anext(stream))
    return told


def test_a_watcher_is_told_the_state_at_once_and_then_every_event(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            hand = Hand(box, ("Ann",))
            before = len(box.recorded)
            async with followed(box.path) as hub:
                stream = hub.watch("en")
                told = await begun(stream)

                assert [(kind, id_) for kind, id_, _ in told] == [
                    ("beat", ""),
                    ("trouble", ""),
                    ("state", f"bar={before}"),
                ]
                assert of_kind("state", told)[0]["reset"] is True
                hand.throws(((4, 5), (9,)))
                told = await until(stream, len(box.recorded))
                await stream.aclose()

        new = range(before + 1, len(box.recorded) + 1)
        assert [event["n"] for event in of_kind("happened", told)] == [*new]
        assert [id_ for kind, id_, _ in told if kind == "happened"] == [f"bar={n}" for n in new]
        assert "reset" not in of_kind("state", told)[-1]
        assert of_kind("happened", told)[-1] == {
            "box": "bar",
            "n": len(box.recorded),
            "boot": 1,
            "match": 1,
            "t": box.recorded[-1].t,
            "wall": box.recorded[-1].wall,
            "e": "tile_down",
            "tile": 9,
        }

    run(story())


def test_who_comes_back_is_told_what_he_has_missed(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            Hand(box, ("Ann",)).throws(((4, 5), (9,)))
            last = len(box.recorded)
            async with followed(box.path) as hub:
                missed = await begun(hub.watch("en", f"bar={last - 3}"))
                nothing = await begun(hub.watch("en", f"bar={last}"))

        assert [event["n"] for event in of_kind("happened", missed)] == [last - 2, last - 1, last]
        assert [event["n"] for event in of_kind("happened", nothing)] == []
        for told in (missed, nothing):
            assert [state["n"] for state in of_kind("state", told)] == [last]
            assert "reset" not in of_kind("state", told)[0]

    run(story())


@pytest.mark.parametrize(
    "known", ["bar=9999", "elsewhere=3", "bar=-1", "bar=x", "bar=1&" * 3000, "\x00", "bar=²"]
)
def test_who_knows_what_never_was_is_told_everything_anew(known: str, tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            box.plays(left(1), names=("Ann",))
            async with followed(box.path) as hub:
                told = await begun(hub.watch("en", known))

        assert [kind for kind, _, _ in told] == ["beat", "trouble", "state"]
        assert of_kind("state", told)[0]["reset"] is True

    run(story())


def test_a_place_of_several_boxes_is_read_as_it_is_written(tmp_path: Path) -> None:
    async def story() -> None:
        one, other = Box(), Box()
        one.plays(left(1), names=("Ann",))
        other.plays(left(2), left(3), names=("Bo", "Cid"))
        path = collected(tmp_path / "c.db", {"a & b": one.recorded, "c=d": other.recorded})
        async with followed(path) as hub:
            told = await begun(hub.watch("en"))
            place = told[-1][1]
            assert read_place(place) == {"a & b": len(one.recorded), "c=d": len(other.recorded)}
            again = await begun(hub.watch("en", place))

        assert all("reset" not in state for state in of_kind("state", again))

    run(story())


def test_who_is_too_slow_is_told_how_it_stands_in_place_of_what_has_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchers, "MOST_WAITING", 500)

    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            Hand(box, ("Ann",))
            async with followed(box.path) as hub:
                slow, quick = hub.watch("en"), hub.watch("en")
                await begun(slow)
                await begun(quick)
                before = len(box.recorded)
                told: list[Told] = []
                for tile in range(1, 10):
                    box.tell(TileDown(tile=tile))
                    told += await until(quick, len(box.recorded))
                late = messages(await anext(slow))
                box.tell(TileUp(tile=1))
                later = await until(slow, len(box.recorded))

        last = len(box.recorded)
        assert [one["n"] for one in of_kind("happened", told)] == [*range(before + 1, last)]
        assert of_kind("happened", late) == []
        assert [(s["n"], s["reset"]) for s in of_kind("state", late)] == [(last - 1, True)]
        assert [one["n"] for one in of_kind("happened", later)] == [last]

    run(story())


def test_a_hundred_watchers_miss_nothing_of_a_storm(tmp_path: Path) -> None:
    rounds, a_round = 20, 10

    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            Hand(box, ("Ann",))
            before = len(box.recorded)
            last = before + rounds * a_round

            async def watch(hub: Hub) -> list[int]:
                stream = hub.watch("en")
                await begun(stream)
                ready.release()
                told = await until(stream, last)
                await stream.aclose()
                return [event["n"] for event in of_kind("happened", told)]

            ready = asyncio.Semaphore(0)
            async with followed(box.path) as hub:
                watching = [asyncio.create_task(watch(hub)) for _ in range(100)]
                for _ in watching:
                    await ready.acquire()
                for at in range(rounds):
                    moved = TileUp if at % 2 else TileDown
                    box.tell(*(moved(tile=1 + i % 9) for i in range(a_round)))
                    await asyncio.sleep(a_round / 200)
                heard = await asyncio.gather(*watching)
                assert hub.watchers == 0

        assert all(numbers == [*range(before + 1, last + 1)] for numbers in heard)

    run(story())


def test_a_quiet_board_is_heard_all_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            box.plays(left(1), names=("Ann",))
            async with followed(box.path) as hub:
                stream = hub.watch("en")
                await begun(stream)
                began = asyncio.get_running_loop().time()
                told = messages(await anext(stream))
                passed = asyncio.get_running_loop().time() - began

        assert [kind for kind, _, _ in told] == ["beat", "trouble"]
        assert passed == pytest.approx(hubs.BEAT_S)

    run(story())


def test_what_can_not_be_read_is_told_until_it_can(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            box.plays(left(1), names=("Ann",))
        async with followed(box.path) as hub:
            stream = hub.watch("en")
            await begun(stream)
            box.path.rename(tmp_path / "away.db")
            told = messages(await anext(stream))
            assert "there is no journal" in of_kind("trouble", told)[-1]
            (tmp_path / "away.db").rename(box.path)
            told = messages(await anext(stream))
            assert of_kind("trouble", told)[-1] == ""

    run(story())


def test_what_makes_no_sense_at_all_is_told_and_followed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_source: Source) -> list[News]:
        raise ValueError("wild")

    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            box.plays(left(1), names=("Ann",))
            async with followed(box.path) as hub:
                stream = hub.watch("en")
                await begun(stream)
                with monkeypatch.context() as context:
                    context.setattr(Source, "news", fail)
                    told = messages(await anext(stream))
                    assert of_kind("trouble", told) == ["ValueError('wild')"]
                told = messages(await anext(stream))
                assert of_kind("trouble", told) == [""]

    run(story())


def test_how_a_turn_has_gone_is_told_until_the_next_throw(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            hand = Hand(box, ("Ann", "Bo"))
            async with followed(box.path) as hub:
                stream = hub.watch("da")
                await begun(stream)
                hand.throws(*WORKED)
                said = ""
                while not said:
                    for state in of_kind("state", messages(await anext(stream))):
                        said = state["words"]["luck"]
                hand.goes_on()
                hand.throws(((4, 5), (9,)))
                told = await until(stream, len(box.recorded))

        assert "Ann" in said and "+10,5" in said and "1,5" in said
        assert of_kind("state", told)[-1]["words"]["luck"] == ""

    run(story())


def test_the_key_of_the_landlord_is_not_told(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            box.plays(left(1), names=("Ann",))
            box.tell(SettingChanged(key="box.key", value="4711"))
            async with followed(box.path) as hub:
                last = len(box.recorded)
                told = await begun(hub.watch("en", f"bar={last - 1}"))

        assert of_kind("happened", told)[0]["value"] == "hidden"
        assert "4711" not in str(told)

    run(story())


def test_everybody_hears_his_own_language(tmp_path: Path) -> None:
    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            Hand(box, ("Ann",))
            async with followed(box.path) as hub:
                said = {
                    code: of_kind("state", await begun(hub.watch(code)))[0]["words"]["round"]
                    for code in ("en", "lv", "da")
                }

        assert said["en"] == "Round 1/4"
        assert len({*said.values()}) == 3

    run(story())


def test_the_chance_to_shut_is_told_when_it_is_known_and_holds_up_nothing(tmp_path: Path) -> None:
    asked: list[Position] = []
    may_answer = threading.Event()

    def reckon(position: Position) -> float | None:
        asked.append(position)
        may_answer.wait(PATIENCE_S)
        return chance_to_shut(position)

    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            hand = Hand(box, ("Ann",))
            hub = Hub(Source(box.path, box="bar"), lambda box, match: None, reckon)
            await hub.look()
            stream = hub.watch("en")
            await begun(stream)
            for played in (((4, 5), (9,)), ((6, 4), (4,))):
                hand.throws(played)
                await hub.look()
                told = await until(stream, len(box.recorded))
                assert {state["chance"] for state in of_kind("state", told)} == {None}

            may_answer.set()
            told = messages(await anext(stream))
            while not any(state["chance"] for state in of_kind("state", told)):
                told += messages(await anext(stream))
            assert of_kind("state", told)[-1]["words"]["chance"] == "Chance to shut: 14 %"
            assert of_kind("happened", told) == []
            await stream.aclose()
            hub.end()
            await hub.close()

    run(story())

    assert [position.dice for position in asked] == [(), (6, 4)]


def test_a_chance_that_can_not_be_reckoned_is_not_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def reckon(position: Position) -> float | None:
        raise ZeroDivisionError

    async def story() -> None:
        with closing(WrittenBox(tmp_path / "bar.db")) as box:
            hand = Hand(box, ("Ann",))
            hub = Hub(Source(box.path, box="bar"), lambda box, match: None, reckon)
            await hub.look()
            stream = hub.watch("en")
            told = await begun(stream)
            hand.throws(((4, 5), (9,)))
            await hub.look()
            told += await until(stream, len(box.recorded))
            await stream.aclose()
            hub.end()
            await hub.close()

        assert {state["chance"] for state in of_kind("state", told)} == {None}

    run(story())
    assert caplog.records == []
