"""The luma panel on the model of the OLED: what is sent, and what happens when it goes."""

from __future__ import annotations

import errno
import gc
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from stbpi.display.panel import Bus, LumaPanel, smbus
from stbpi.errors import PanelError
from stbpi.sim.panel_model import PanelModel, Picture

CHIPS = ("ssd1306", "sh1106")


def panel_on(model: PanelModel, chip: str = "ssd1306", rotate: int = 0) -> LumaPanel:
    return LumaPanel(chip, lambda: model, rotate=rotate)


def picture_of(pixels: bytes) -> Image.Image:
    return Image.frombytes("1", (128, 64), pixels)


def seen(picture: Image.Image) -> Picture:
    return tuple(tuple(bool(picture.getpixel((x, y))) for x in range(128)) for y in range(64))


STRIPES = picture_of(b"\xaa\x0f" * 512)


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("rotate", [0, 180])
@settings(deadline=None, max_examples=50)  # the machine may be busy
@given(pixels=st.binary(min_size=1024, max_size=1024))
def test_the_panel_shows_the_picture_bit_for_bit(chip: str, rotate: int, pixels: bytes) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip, rotate)
    panel.open()
    panel.show(picture_of(pixels))

    assert model.on
    assert model.picture() == seen(picture_of(pixels).rotate(rotate))


@pytest.mark.parametrize("chip", CHIPS)
def test_an_unchanged_picture_sends_nothing(chip: str) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    panel.show(STRIPES)
    sent = model.bytes_sent
    panel.show(STRIPES.copy())

    assert model.bytes_sent == sent


@pytest.mark.parametrize("chip", CHIPS)
def test_opening_an_open_panel_again_clears_nothing_and_repairs_it(chip: str) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    panel.show(STRIPES)
    panel.open()

    assert model.picture() == seen(STRIPES)

    model.plug_in()
    panel.open()
    panel.show(STRIPES)

    assert model.picture() == seen(STRIPES)


@pytest.mark.parametrize("chip", CHIPS)
@settings(deadline=None, max_examples=50)  # the machine may be busy
@given(writes=st.integers(0, 150))
def test_a_panel_may_go_at_any_write_and_come_back(chip: str, writes: int) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    model.unplug(after_writes=writes)
    pictures = (STRIPES, picture_of(bytes(1024)), STRIPES)
    with pytest.raises(PanelError, match="no display answers at 0x3C"):
        while True:
            panel.open()
            for picture in pictures:
                panel.show(picture)
    model.plug_in()
    panel.open()
    panel.show(STRIPES)

    assert model.picture() == seen(STRIPES)


def test_closing_clears_the_panel_and_switches_it_off() -> None:
    model = PanelModel()
    panel = panel_on(model)
    panel.open()
    panel.show(STRIPES)
    panel.close()

    assert not model.on
    model.write_i2c_block_data(0x3C, 0x00, [0xAF])
    assert model.picture() == seen(picture_of(bytes(1024)))


def test_closing_a_panel_that_is_gone_or_was_never_open_is_no_error() -> None:
    model = PanelModel()
    panel = panel_on(model)
    panel.close()
    panel.open()
    model.unplug()
    panel.close()


def test_a_panel_that_is_not_reached_leaves_nothing_behind() -> None:
    """Luma's hook for the end of the program would keep every device that it ever made."""
    from luma.core.device import device

    def devices() -> int:
        gc.collect()
        return sum(isinstance(thing, device) for thing in gc.get_objects())

    before = devices()
    model = PanelModel()
    panel = panel_on(model)
    panel.open()
    panel.close()
    model.unplug()
    for _ in range(3):
        with pytest.raises(PanelError):
            panel.open()

    assert devices() == before


def test_a_bus_that_is_missing_is_told() -> None:
    panel = LumaPanel("ssd1306", smbus(31))

    with pytest.raises(PanelError, match="bus of the display is missing"):
        panel.open()


@pytest.mark.parametrize(
    "number", [errno.EACCES, errno.EIO, errno.ENXIO, errno.EREMOTEIO, errno.ETIMEDOUT, 95]
)
def test_every_error_of_the_bus_is_told_in_a_short_sentence(number: int) -> None:
    def no_bus() -> Bus:
        raise OSError(number, "no")

    with pytest.raises(PanelError) as told:
        LumaPanel("ssd1306", no_bus).open()

    assert len(told.value.what) <= 60
    assert told.value.what.isascii()


def test_missing_luma_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.core.error", None)

    with pytest.raises(PanelError, match=r"luma\.oled is not installed"):
        panel_on(PanelModel()).open()


def test_importing_the_display_task_imports_no_hardware_library() -> None:
    program = (
        "import sys, stbpi.display.display, stbpi.display.panel;"
        "print({'PIL', 'luma', 'smbus2'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (done.stdout.strip(), done.stderr) == ("set()", "")
