"""The daemon: everything put together, told to systemd, and taken apart again."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from stbpi.box.gpio import MockPins, mock_factory
from stbpi.box.gpio_driver import GpiozeroPins
from stbpi.box.scanner import Scanner
from stbpi.build import Parts, real_parts, setup_of
from stbpi.config import Config, GpioSection, RulesSection, SoundSection
from stbpi.daemon import Daemon
from stbpi.desk.menu import ADJUSTMENTS
from stbpi.desk.page import Act, Menu
from stbpi.desk.settings import ATTRACT_SOUND, NIGHT, NIGHT_LEVEL
from stbpi.dice.source import Dice
from stbpi.display.panel import Bus
from stbpi.errors import BoxError, InUseError, RulesError
from stbpi.games.events import Fault, MatchStarted, Rolled
from stbpi.games.game import Phase, StartMatch, all_tiles
from stbpi.games.shut_the_box import ShutTheBox
from stbpi.games.shut_the_box.tables import sum_covers
from stbpi.journal.store import Journal
from stbpi.notify import Notifier
from stbpi.serial_log.port import Port
from stbpi.sim.hand import Hand
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.serial_line import SerialLine
from stbpi.sim.virtual import VirtualClock, run
from stbpi.sound.cues import Cue, OwnCue
from tests.box.fakes import FakeSwitches
from tests.doubles import PATIENCE_S, HangingBus, SeededDice, ServiceManager
from tests.sim.playing import facts
from tests.upgraded import WHY, without

NINE_TILES = replace(GpioSection(), tiles=GpioSection().tiles[:9])
CONFIG = Config(gpio=NINE_TILES)
START = StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())
BUZZER, ROLL = CONFIG.gpio.buzzer, CONFIG.gpio.roll


class Bench:
    """What a daemon is built on: pins, a hand, a panel, a disk and a service manager."""

    def __init__(
        self,
        folder: Path,
        *,
        pins: MockPins | None = None,
        bus: Bus | None = None,
        dice: Dice | None = None,
    ) -> None:
        self.pins = pins or mock_factory()
        self.hand = Hand(self.pins, CONFIG.gpio.tiles, ROLL)
        self.panel = PanelModel()
        self.was_loaded: list[bool] = []
        self.journal = folder / "journal.db"
        self.systemd = ServiceManager(str(folder / "notify"))
        self._bus = bus or self.panel
        self._dice = dice or SeededDice(1)

    def daemon(
        self,
        config: Config = CONFIG,
        *,
        pins: MockPins | None = None,
        journal: Path | None = None,
        line: Port | None = None,
    ) -> Daemon:
        """Build a daemon; in virtual time where that runs."""
        loop = asyncio.get_running_loop()
        return Daemon(
            config,
            Parts(
                clock=VirtualClock(loop, wall=1_800_000_000),
                dice=self._dice,
                pins=GpiozeroPins(pins or self.pins),
                bus=lambda: self._bus,
                wired=self.hand.reapply,
                journal=journal or self.journal,
                serial=lambda _: line,
                loaded=lambda: self.was_loaded.append(self.panel.bytes_sent > 0),
            ),
        )

    def notifier(self, *, watchdog_s: float = 0) -> Notifier:
        return Notifier(self.systemd.environ(watchdog_s=watchdog_s))

    def close(self) -> None:
        self.systemd.close()
        self.pins.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with closing(Bench(tmp_path)) as it:
        yield it


Story = Callable[[Daemon], Awaitable[None]]


async def live(daemon: Daemon, story: Story, notifier: Notifier | None = None) -> None:
    """Let a daemon run while a story is told, and stop it."""
    life = asyncio.create_task(daemon.run(notifier))
    try:
        await story(daemon)
    finally:
        daemon.stop()
        await life
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def press(bench: Bench, daemon: Daemon) -> None:
    await daemon.scanner.ready.wait()
    for pressed in (True, False):
        bench.hand.press_roll(pressed)
        await asyncio.sleep(0.1)


# Built


def test_that_everything_is_loaded_is_told_once_before_the_display_shows_anything(
    bench: Bench,
) -> None:
    async def main() -> None:
        await live(bench.daemon(), lambda daemon: press(bench, daemon))

    run(main())
    assert bench.was_loaded == [False]
    assert bench.panel.bytes_sent > 0


def test_on_a_box_garbage_is_looked_for_only_among_what_comes_after_the_start() -> None:
    parts = real_parts(replace(CONFIG, gpio=replace(NINE_TILES, pin_factory="mock")))
    gc.disable()
    try:
        parts.loaded()

        assert gc.isenabled()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
        gc.enable()
        parts.pins.close()


def test_rules_that_need_more_tiles_than_are_wired_are_refused(bench: Bench) -> None:
    config = replace(CONFIG, rules=RulesSection(house_rules=(("tiles", 10),)))

    async def main() -> None:
        with pytest.raises(RulesError) as refused:
            bench.daemon(config)
        assert (refused.value.field, refused.value.found) == ("tiles", 10)

    run(main())
    assert not bench.journal.exists()


def test_the_set_up_offers_the_presets_that_fit_the_box() -> None:
    game = ShutTheBox()

    setup = setup_of(game.name, CONFIG)

    assert (setup.preset, setup.seats, setup.home) == ("luk_kassen", 1, "luk_kassen")
    fitting = [name for name in game.presets() if game.summary(name, ()).tiles <= 9]
    assert setup.offers == tuple((name, game.summary(name, ())) for name in fitting)


def test_a_preset_of_the_house_is_offered_as_its_rules_make_it_fit() -> None:
    six = replace(CONFIG, gpio=replace(NINE_TILES, tiles=NINE_TILES.tiles[:6]))
    house = RulesSection(preset="classic", house_rules=(("tiles", 6),))

    setup = setup_of("shut_the_box", replace(six, rules=house))

    assert [(name, offer.tiles) for name, offer in setup.offers] == [("classic", 6)]
    assert setup.start().house_rules == (("tiles", 6),)


def test_house_rules_are_checked_before_anything_is_opened(bench: Bench) -> None:
    config = replace(CONFIG, rules=RulesSection(house_rules=(("tils", 9),)))

    async def main() -> None:
        with pytest.raises(RulesError, match="Did you mean tiles"):
            bench.daemon(config)

    run(main())
    assert not bench.journal.exists()


def test_two_daemons_can_not_share_a_journal_and_the_first_plays_on(bench: Bench) -> None:
    async def story(daemon: Daemon) -> None:
        with closing(mock_factory()) as pins, pytest.raises(InUseError, match="another stbpi"):
            bench.daemon(pins=pins)
        await daemon.table.start_match(START)

    async def main() -> None:
        await live(bench.daemon(), story)

    run(main())
    assert any(isinstance(event, MatchStarted) for event in facts(bench.journal))


def test_a_daemon_that_can_not_have_its_pins_lets_go_of_the_journal(bench: Bench) -> None:
    other = bench.journal.with_name("other.db")

    async def story(_: Daemon) -> None:
        with pytest.raises(BoxError, match="is used twice"):
            bench.daemon(journal=other)
        Journal(other).close()

    async def main() -> None:
        await live(bench.daemon(), story)

    run(main())


@pytest.mark.field("A14")
def test_after_a_stop_pins_and_journal_are_free_again(bench: Bench) -> None:
    async def nothing(_: Daemon) -> None:
        await asyncio.sleep(1)

    async def main() -> None:
        for _ in range(3):
            await live(bench.daemon(), nothing)

    run(main())
    Journal(bench.journal).close()


def test_a_stop_before_the_box_is_read_is_a_stop(bench: Bench) -> None:
    async def at_once(_: Daemon) -> None:
        pass

    async def main() -> None:
        await live(bench.daemon(), at_once, bench.notifier())

    run(main())
    assert bench.systemd.received() == ["STOPPING=1"]


# What is chosen on the box


async def choose(bench: Bench, daemon: Daemon, wanted: str) -> None:
    """Go to a line of the menu that is open, by its act or its key, and hold the button."""
    menu = open_menu(daemon)
    places = [wanted in (line.act, line.key) for line in menu.lines]
    for _ in range((places.index(True) - menu.at) % len(places)):
        await press(bench, daemon)
    await hold(bench, 1)


def open_menu(daemon: Daemon) -> Menu:
    scene = daemon.table.scene
    assert scene is not None
    assert isinstance(scene.page, Menu)
    return scene.page


async def hold(bench: Bench, seconds: float) -> None:
    bench.hand.press_roll(True)
    await asyncio.sleep(seconds)
    bench.hand.press_roll(False)
    await asyncio.sleep(0.1)


def test_how_the_box_sounds_is_as_was_chosen_on_it_now_and_after_a_restart(bench: Bench) -> None:
    config = replace(CONFIG, sound=SoundSection(night="21:00-09:00", night_level=0, roll="fives"))
    chosen = replace(config.sound, attract="rarely", night="22:00-08:00", night_level=1)

    async def by_the_menu(daemon: Daemon) -> None:
        await daemon.scanner.ready.wait()
        await hold(bench, 4)
        assert daemon.sound.settings == config.sound
        for wanted in (Act.LANDLORD, ADJUSTMENTS, ATTRACT_SOUND, NIGHT, NIGHT_LEVEL):
            await choose(bench, daemon, wanted)
        assert daemon.sound.settings == chosen

    async def again(daemon: Daemon) -> None:
        await daemon.scanner.ready.wait()
        await asyncio.sleep(1)
        assert daemon.sound.settings == chosen

    async def main() -> None:
        await live(bench.daemon(config), by_the_menu)
        await live(bench.daemon(config), again)

    run(main())


# The service manager


@pytest.mark.field("F5")
def test_a_box_is_ready_when_it_has_been_read_and_alive_twice_a_watch(bench: Bench) -> None:
    times: list[tuple[float, str]] = []

    async def listen() -> None:
        while True:
            now = asyncio.get_running_loop().time()
            times.extend((now, message) for message in bench.systemd.received())
            await asyncio.sleep(0.1)

    async def story(daemon: Daemon) -> None:
        listener = asyncio.create_task(listen())
        await asyncio.sleep(20.5)
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)
        assert daemon.scanner.ready.is_set()

    async def main() -> None:
        await live(bench.daemon(), story, bench.notifier(watchdog_s=10))

    run(main())

    assert [message for _, message in times] == ["READY=1\nSTATUS=playing", *["WATCHDOG=1"] * 5]
    fed = [now for now, message in times if message == "WATCHDOG=1"]
    assert [later - sooner for sooner, later in pairwise(fed)] == [pytest.approx(5, abs=0.11)] * 4
    assert bench.systemd.received() == ["STOPPING=1"]


def test_without_a_watchdog_nothing_is_fed(bench: Bench) -> None:
    async def story(_: Daemon) -> None:
        await asyncio.sleep(60)

    async def main() -> None:
        await live(bench.daemon(), story, bench.notifier())

    run(main())
    assert bench.systemd.received() == ["READY=1\nSTATUS=playing", "STOPPING=1"]


class StoppingScanner(Scanner):
    """A scanner that stops reading without an error, at once or after a while."""

    def __init__(self, daemon: Daemon, *, after_s: float) -> None:
        super().__init__(FakeSwitches(), daemon.table.tell, settle_ms=20)
        self._after_s = after_s

    async def run(self) -> None:
        reading = asyncio.create_task(super().run())
        try:
            await asyncio.sleep(self._after_s)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        await asyncio.Event().wait()


def told_with(bench: Bench, *, after_s: float, seconds: float) -> list[str]:
    """Return what systemd is told by a daemon whose scanner stops, before it is stopped."""
    told: list[str] = []

    async def story(_: Daemon) -> None:
        await asyncio.sleep(seconds)
        told.extend(bench.systemd.received())

    async def main() -> None:
        daemon = bench.daemon()
        daemon.scanner = StoppingScanner(daemon, after_s=after_s)
        await live(daemon, story, bench.notifier(watchdog_s=10))

    run(main())
    return told


def test_the_watchdog_starves_when_the_scanner_stops(bench: Bench) -> None:
    told = told_with(bench, after_s=12, seconds=300)

    assert told == ["READY=1\nSTATUS=playing", *["WATCHDOG=1"] * 4]


def test_a_box_that_can_not_be_read_is_never_ready(bench: Bench) -> None:
    assert told_with(bench, after_s=0, seconds=300) == []


class GatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """A pin whose reading does not return while `gate` is closed, or fails once it is `gone`."""

    gate = threading.Event()
    gone = False

    def _get_state(self) -> Any:
        self.gate.wait(10)
        if self.gone:
            raise OSError("the lines are gone")
        return super()._get_state()


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[Bench]:
    """A bench on pins that can hang and fail."""
    GatedPin.gate.set()
    with closing(Bench(tmp_path, pins=MockFactory(pin_class=GatedPin))) as it:
        yield it
        GatedPin.gone = False
        GatedPin.gate.set()


def test_the_watchdog_starves_while_the_scanner_hangs(gated: Bench) -> None:
    """In real time: a driver that does not return holds up everything."""
    stops: list[Callable[[], object]] = []

    async def main() -> None:
        daemon, loop = gated.daemon(), asyncio.get_running_loop()
        stops.append(lambda: loop.call_soon_threadsafe(daemon.stop))
        await daemon.run(gated.notifier(watchdog_s=0.1))

    program = threading.Thread(target=asyncio.run, args=(main(),))
    program.start()
    assert gated.systemd.next() == "READY=1\nSTATUS=playing"
    assert gated.systemd.next() == "WATCHDOG=1"

    GatedPin.gate.clear()
    time.sleep(0.15)  # what was on its way has come
    gated.systemd.received()
    with pytest.raises(TimeoutError):
        gated.systemd.next(within_s=0.3)

    GatedPin.gate.set()
    assert gated.systemd.next() == "WATCHDOG=1"
    stops[0]()
    program.join()


def test_switches_that_can_not_be_read_any_more_end_the_daemon_in_good_order(
    gated: Bench,
) -> None:
    async def main() -> None:
        daemon = gated.daemon()
        life = asyncio.create_task(daemon.run(gated.notifier()))
        await asyncio.sleep(1)
        await daemon.table.start_match(START)
        await asyncio.sleep(1)
        assert gated.panel.on
        GatedPin.gone = True
        with pytest.raises(BoxError, match="the lines are gone"):
            await life

    run(main())

    assert gated.systemd.received()[-1] == "STOPPING=1"
    assert not gated.panel.on
    assert isinstance(facts(gated.journal)[0], MatchStarted)
    Journal(gated.journal).close()


# What may be missing


@pytest.mark.field("D10")
def test_a_bus_that_hangs_holds_up_neither_the_game_nor_a_stop(tmp_path: Path) -> None:
    """In real time: a thread that hangs can not be waited for in virtual time."""
    bus = HangingBus()
    with closing(Bench(tmp_path, bus=bus)) as bench:

        async def is_thrown(daemon: Daemon) -> bool:
            await press(bench, daemon)  # on a busy machine it may last for as long as a hold
            scene = daemon.table.scene
            assert scene is not None
            return scene.view.phase is Phase.COVERING

        async def main() -> None:
            daemon = bench.daemon()
            life = asyncio.create_task(daemon.run())
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.to_thread(bus.is_asked.wait, PATIENCE_S)
                await daemon.table.start_match(START)
                while not await is_thrown(daemon):
                    pass
                daemon.stop()
                await life

        asyncio.run(main())
        assert bus.is_asked.is_set()
        bus.free()

        assert any(isinstance(event, Rolled) for event in facts(bench.journal))


async def hang(*_: object, **__: object) -> int:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.mark.parametrize("seconds", [0, 10], ids=["at once", "in a match"])
def test_a_stop_takes_less_than_two_seconds_if_display_sound_and_serial_log_hang(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async def main() -> float:
        line, loop = SerialLine(), asyncio.get_running_loop()
        daemon = bench.daemon(line=line)

        async def silent_and_hang() -> None:
            daemon.sound.close()
            await hang()

        life = asyncio.create_task(daemon.run())
        await daemon.scanner.ready.wait()
        await asyncio.sleep(seconds)
        monkeypatch.setattr(daemon.display, "job", lambda _: loop.create_future())
        monkeypatch.setattr(daemon.sound, "finish", silent_and_hang)
        monkeypatch.setattr(line, "write", hang)
        monkeypatch.setattr(line, "close", hang)
        await daemon.table.start_match(START)
        asked = loop.time()
        daemon.stop()
        await life
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return loop.time() - asked

    assert run(main()) < 2
    assert any(isinstance(event, MatchStarted) for event in facts(bench.journal))
    Journal(bench.journal).close()


def frequency(bench: Bench) -> Any:
    pin: Any = bench.pins.pin(BUZZER)
    return pin.frequency


def test_a_throw_is_heard(bench: Bench) -> None:
    async def story(daemon: Daemon) -> None:
        heard: list[Cue | OwnCue] = []
        daemon.sound.on_cue.append(lambda phrase: heard.append(phrase.cue) if phrase else None)
        await daemon.table.start_match(START)
        await asyncio.sleep(1)
        heard.clear()
        await press(bench, daemon)
        await asyncio.sleep(1)
        assert heard == [Cue.ROLL]

    async def main() -> None:
        await live(bench.daemon(), story)

    run(main())
    assert frequency(bench) is None


def test_a_cover_that_becomes_complete_is_heard(bench: Bench) -> None:
    async def story(daemon: Daemon) -> None:
        await daemon.table.start_match(START)
        await press(bench, daemon)
        await asyncio.sleep(1)
        assert daemon.sound.cue is None
        scene = daemon.table.scene
        assert scene is not None
        total = sum(scene.view.roll)
        bench.hand.lower(sum_covers(all_tiles(9), total, count=9, most=9)[0])
        await asyncio.sleep(0.08)
        assert daemon.sound.cue is not None
        assert daemon.sound.cue.cue is Cue.COMPLETE

    async def main() -> None:
        await live(bench.daemon(), story)

    run(main())


def test_a_stop_ends_a_tone(bench: Bench) -> None:
    async def story(daemon: Daemon) -> None:
        await daemon.table.start_match(START)
        daemon.table.on_scene.append(lambda scene: daemon.stop() if scene.view.roll else None)
        await press(bench, daemon)
        await asyncio.sleep(0.1)

    async def main() -> None:
        await live(bench.daemon(), story)
        assert frequency(bench) is None

    run(main())


@pytest.mark.parametrize(
    "config",
    [
        replace(CONFIG, sound=replace(CONFIG.sound, on=False)),
        replace(CONFIG, gpio=replace(NINE_TILES, buzzer=0)),
    ],
    ids=["off", "none"],
)
def test_a_box_that_shall_be_silent_leaves_the_pin_alone(bench: Bench, config: Config) -> None:
    async def story(daemon: Daemon) -> None:
        await daemon.table.start_match(START)
        await press(bench, daemon)
        assert frequency(bench) is None
        pin: Any = bench.pins.pin(BUZZER)
        assert pin.function == "input"

    async def main() -> None:
        await live(bench.daemon(config), story)

    run(main())


def test_a_buzzer_that_can_not_be_had_is_said_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Bench(tmp_path, pins=MockFactory())) as bench:  # pins without PWM

        async def story(daemon: Daemon) -> None:
            await daemon.table.start_match(START)
            await press(bench, daemon)

        async def main() -> None:
            await live(bench.daemon(), story)

        with caplog.at_level(logging.INFO, "stbpi"):
            run(main())

        assert isinstance(facts(bench.journal)[-1], Rolled)
    warnings = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert warnings[0].startswith("the game goes on without sound: ")


@pytest.mark.parametrize(
    ("library", "what", "command"),
    [
        ("luma", "luma.oled can't be loaded", "sudo apt install --reinstall python3-luma.oled"),
        ("PIL", "Pillow can't be loaded", "sudo apt install --reinstall python3-pil"),
    ],
)
def test_a_library_of_the_display_that_can_not_be_loaded_is_said_once_and_the_game_goes_on(
    library: str, what: str, command: str, bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(daemon: Daemon) -> None:
        heard: list[Cue | OwnCue] = []
        daemon.sound.on_cue.append(lambda phrase: heard.append(phrase.cue) if phrase else None)
        await daemon.table.start_match(START)
        await asyncio.sleep(60)
        heard.clear()
        await press(bench, daemon)
        await asyncio.sleep(1)
        assert heard == [Cue.ROLL]
        assert daemon.table.books is not None

    async def main() -> None:
        await live(bench.daemon(), story)

    with without(library), caplog.at_level(logging.INFO, "stbpi"):
        run(main())

    told = facts(bench.journal)
    assert isinstance(told[-1], Rolled)
    assert [it for it in told if isinstance(it, Fault)] == [Fault(part="display", what=what)]
    assert bench.was_loaded == [False]
    assert bench.panel.bytes_sent == 0
    [warning] = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert warning.startswith(f"the game goes on without display: {what}. {WHY}. ")
    assert command in warning


def test_a_display_whose_library_is_installed_again_comes_back(bench: Bench) -> None:
    async def story(daemon: Daemon) -> None:
        with without("PIL"):
            await asyncio.sleep(5)
            assert bench.panel.bytes_sent == 0
        await daemon.table.start_match(START)
        await asyncio.sleep(10)
        assert bench.panel.on
        assert daemon.display.screen

    async def main() -> None:
        await live(bench.daemon(), story)

    run(main())


def test_an_evening_without_trouble_logs_nothing_above_info(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(daemon: Daemon) -> None:
        await daemon.table.start_match(START)
        for _ in range(5):
            await press(bench, daemon)
        await asyncio.sleep(600)

    async def main() -> None:
        await live(bench.daemon(), story)

    with caplog.at_level(logging.DEBUG):
        run(main())

    assert [r for r in caplog.records if r.levelno > logging.INFO] == []
