from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from threading import active_count
from typing import Protocol

import pytest

from stbpi.box.gpio import FACTORIES, GpioSwitches, MockPins, mock_factory, open_factory
from stbpi.box.gpio_contacts import Contacts
from stbpi.box.port import Levels
from stbpi.errors import BoxError
from stbpi.games.game import NO_TILES, all_tiles, tiles

PINS = (5, 6, 12, 13, 16, 17, 18, 19, 20)
ROLL = 24


@pytest.fixture
def factory() -> MockPins:
    return mock_factory()


class Opener(Protocol):
    def __call__(
        self, tile_pins: Sequence[int] = PINS, *, closed_is: str = "down"
    ) -> GpioSwitches: ...


@pytest.fixture
def opened(factory: MockPins) -> Iterator[Opener]:
    """Opens switches that are closed at the end; gpiozero 1.6.2 has one set of pins for all."""
    with ExitStack() as stack:

        def opened(tile_pins: Sequence[int] = PINS, *, closed_is: str = "down") -> GpioSwitches:
            switches = GpioSwitches(Contacts(tile_pins, ROLL, closed_is=closed_is), factory)
            stack.callback(switches.close)
            return switches

        yield opened


@pytest.mark.field("B9")
@pytest.mark.parametrize(
    ("closed_is", "closed", "down"),
    [
        ("down", (), ()),
        ("down", (2, 9), (2, 9)),
        ("up", range(1, 10), ()),
        ("up", (1,), range(2, 10)),
    ],
)
def test_the_polarity_of_the_tiles_is_applied_once(
    factory: MockPins,
    opened: Opener,
    closed_is: str,
    closed: tuple[int, ...],
    down: tuple[int, ...],
) -> None:
    switches = opened(closed_is=closed_is)
    for number in closed:
        factory.pin(PINS[number - 1]).drive_low()

    assert switches.count == 9
    assert switches.levels() == Levels(down=tiles(*down), roll=False)


@pytest.mark.parametrize("closed_is", ["down", "up"])
def test_the_button_is_pressed_when_its_line_is_low(
    factory: MockPins, opened: Opener, closed_is: str
) -> None:
    switches = opened(closed_is=closed_is)
    factory.pin(ROLL).drive_low()

    down = NO_TILES if closed_is == "down" else all_tiles(9)
    assert switches.levels() == Levels(down=down, roll=True)


@pytest.mark.field("B9")
def test_a_contact_is_closed_or_open_and_means_down_or_up(opened: Opener) -> None:
    with pytest.raises(ValueError, match="expected 'down' or 'up'"):
        opened(closed_is="closed")


def test_every_edge_of_every_line_wakes(factory: MockPins, opened: Opener) -> None:
    switches = opened()
    woken: list[bool] = []
    switches.on_edge(lambda: woken.append(True))

    for pin in (*PINS, ROLL):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()

    assert len(woken) == 2 * 10


def test_an_edge_before_anybody_listens_is_nothing(factory: MockPins, opened: Opener) -> None:
    switches = opened()
    factory.pin(5).drive_low()

    assert switches.levels().down == tiles(1)


def test_an_exception_behind_a_callback_stays_behind_it(
    factory: MockPins, opened: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    def explode() -> None:
        raise RuntimeError("Event loop is closed")

    switches = opened()
    switches.on_edge(explode)

    with caplog.at_level(logging.ERROR):
        factory.pin(5).drive_low()

    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert switches.levels().down == tiles(1)


def test_switches_start_no_thread(opened: Opener) -> None:
    before = active_count()
    opened()

    assert active_count() == before


def test_closed_switches_give_their_lines_back_and_may_be_closed_again(opened: Opener) -> None:
    switches = opened()
    switches.close()
    switches.close()

    opened().close()


def test_closed_switches_cannot_be_read(opened: Opener) -> None:
    switches = opened()
    switches.close()

    with pytest.raises(BoxError, match="the switches are not open any more") as caught:
        switches.levels()
    assert caught.value.pin == 5


def test_closed_switches_wake_nobody(factory: MockPins, opened: Opener) -> None:
    switches = opened()
    woken: list[bool] = []
    switches.on_edge(lambda: woken.append(True))
    switches.close()
    factory.pin(5).drive_low()

    assert woken == []


def test_a_pin_that_cannot_be_had_is_named_and_frees_the_others(opened: Opener) -> None:
    with pytest.raises(BoxError, match="pin 6 is used twice") as caught:
        opened((5, 6, 6))
    assert caught.value.pin == 6

    opened((5, 6))


def test_a_pin_that_the_board_does_not_have_is_named(opened: Opener) -> None:
    with pytest.raises(BoxError, match="this board has no pin 99"):
        opened((5, 99))


def test_the_mock_factory_is_opened_by_its_name_and_makes_pins_that_can_do_pwm() -> None:
    from gpiozero import PWMOutputDevice

    factory = open_factory("mock")

    PWMOutputDevice(26, pin_factory=factory).close()
    factory.close()


OPEN = """
import os
from stbpi.box.gpio import open_factory
from stbpi.errors import BoxError
try:
    open_factory({name!r}).close()
except BoxError as error:
    print(error)
print(os.getcwd(), os.listdir("."))
"""


def in_a_program_of_its_own(script: str, cwd: Path, **env: str) -> str:
    root = str(Path(__file__).parents[2])
    old_gpiozero = "ignore:pkg_resources is deprecated:DeprecationWarning"  # 1.6 imports it
    return subprocess.run(
        [sys.executable, "-W", "error", "-W", old_gpiozero, "-c", script],
        cwd=cwd,
        env={"PYTHONPATH": f"{env.pop('PYTHONPATH', '')}:{root}", **env},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is installed on a Pi only")
@pytest.mark.field("A2")
@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
@pytest.mark.parametrize("variable", ["LG_WD", "RUNTIME_DIRECTORY", "NONE"])
def test_lgpio_leaves_nothing_in_the_working_directory(
    tmp_path: Path, name: str, variable: str
) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()

    said = in_a_program_of_its_own(OPEN.format(name=name), here, **{variable: str(elsewhere)})

    assert said.splitlines()[-1] == f"{here} []"
    left = [path.name for path in elsewhere.iterdir()]
    assert left == ([".lgd-nfy0"] if variable == "LG_WD" else [])


@pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is installed on a Pi only")
@pytest.mark.field("A2")
@pytest.mark.parametrize("variable", ["LG_WD", "RUNTIME_DIRECTORY"])
def test_a_directory_that_lgpio_cannot_write_is_told(tmp_path: Path, variable: str) -> None:
    said = in_a_program_of_its_own(
        OPEN.format(name="lgpio"), tmp_path, **{variable: str(tmp_path / "missing")}
    )

    assert said.startswith("lgpio can't make its pipe: ")


@pytest.mark.field("A3")
@pytest.mark.parametrize("name", sorted(set(FACTORIES) - {"mock"}))
def test_a_driver_that_is_not_installed_says_what_to_install(tmp_path: Path, name: str) -> None:
    missing = "raise ModuleNotFoundError(f'No module named {__name__!r}')"
    for module in ("lgpio", "RPi"):
        (tmp_path / f"{module}.py").write_text(missing)

    said = in_a_program_of_its_own(OPEN.format(name=name), tmp_path, PYTHONPATH=str(tmp_path))

    assert said.startswith(f"the GPIO driver {name} can't be loaded: No module named ")
    assert "install python3-" in said


def test_importing_the_driver_loads_no_gpio_library(tmp_path: Path) -> None:
    script = """
import sys
import stbpi.box.gpio, stbpi.sim.hand
print([m for m in ("gpiozero", "lgpio", "RPi") if m in sys.modules])
"""
    assert in_a_program_of_its_own(script, tmp_path) == "[]\n"


def test_the_mock_driver_loads_no_real_one(tmp_path: Path) -> None:
    script = """
import sys
from stbpi.box.gpio import GpioSwitches, mock_factory
from stbpi.box.gpio_contacts import Contacts
GpioSwitches(Contacts((5, 6), 24), mock_factory()).levels()
print([m for m in ("lgpio", "RPi") if m in sys.modules])
"""
    assert in_a_program_of_its_own(script, tmp_path) == "[]\n"
