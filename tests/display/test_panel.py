"""The luma panel on the model of the OLED: what is sent, and what happens when it goes."""

from __future__ import annotations

import errno
import gc
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from stbpi.display.care import Light
from stbpi.display.panel import Bus, LumaPanel, smbus
from stbpi.display.windows import LAYOUTS, memory_of, windows
from stbpi.errors import PanelError
from stbpi.sim.panel_model import PanelModel, Picture
from tests.upgraded import WHY, without

CHIPS = ("ssd1306", "ssd1309", "sh1106")
CHIP = st.sampled_from(CHIPS)
ROTATE = st.sampled_from((0, 180))


def panel_on(model: PanelModel, chip: str = "ssd1306", rotate: int = 0) -> LumaPanel:
    return LumaPanel(chip, lambda: model, rotate=rotate)


def picture_of(pixels: bytes) -> Image.Image:
    return Image.frombytes("1", (128, 64), pixels)


def seen(picture: Image.Image) -> Picture:
    return tuple(tuple(bool(picture.getpixel((x, y))) for x in range(128)) for y in range(64))


def pictures() -> st.SearchStrategy[bytes]:
    """Any pictures, and those of few kinds of bytes, which have much in common."""
    few = st.lists(st.sampled_from([0, 0, 0, 0xFF, 0x18]), min_size=1024, max_size=1024)
    blocks = st.lists(st.sampled_from([bytes(64), b"\xff" * 64]), min_size=16, max_size=16)
    return st.one_of(st.binary(min_size=1024, max_size=1024), few.map(bytes), blocks.map(b"".join))


STRIPES = picture_of(b"\xaa\x0f" * 512)


@pytest.mark.field("D4")
@settings(deadline=None, max_examples=90)
@given(chip=CHIP, rotate=ROTATE, pixels=st.binary(min_size=1024, max_size=1024))
def test_the_panel_shows_the_picture_bit_for_bit(chip: str, rotate: int, pixels: bytes) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip, rotate)
    panel.open()
    panel.show(picture_of(pixels))

    assert model.on
    assert model.picture() == seen(picture_of(pixels).rotate(rotate))


@settings(deadline=None, max_examples=90)
@given(
    chip=CHIP,
    rotate=ROTATE,
    steps=st.lists(
        st.one_of(
            pictures(),
            st.tuples(st.integers(0, 1023), st.binary(min_size=1, max_size=40)),
            st.sampled_from(["open", "check", "power lost and check", *Light]),
        ),
        max_size=12,
    ),
)
def test_after_any_sequence_of_pictures_the_last_one_is_shown(
    chip: str, rotate: int, steps: list[bytes | tuple[int, bytes] | str]
) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip, rotate)
    panel.open()
    pixels = bytes(1024)
    for step in steps:
        match step:
            case bytes():
                pixels = step
            case (at, change):
                pixels = (pixels[:at] + change + pixels[at + len(change) :])[:1024]
            case Light():
                panel.light(step)
            case "open":
                panel.open()
            case _:
                if step != "check":
                    model.plug_in()
                panel.check()
                panel.light(Light.FULL)
        panel.show(picture_of(pixels))
        if model.on:
            assert model.picture() == seen(picture_of(pixels).rotate(rotate))
    panel.light(Light.FULL)
    panel.show(picture_of(pixels))

    assert model.picture() == seen(picture_of(pixels).rotate(rotate))


@pytest.mark.field("D5")
@pytest.mark.parametrize("chip", CHIPS)
def test_a_changed_pixel_costs_a_few_bytes(chip: str) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    panel.show(picture_of(bytes(1024)))
    sent = model.bytes_sent
    panel.show(picture_of(bytes(500) + b"\x08" + bytes(523)))

    layout = LAYOUTS[chip]
    assert model.bytes_sent - sent == 2 + layout.page_bytes + layout.column_bytes + 2 + 1


@settings(deadline=None, max_examples=60)
@given(chip=CHIP, old=pictures(), new=pictures())
def test_the_windows_cost_what_they_are_said_to_and_never_more_than_a_frame(
    chip: str, old: bytes, new: bytes
) -> None:
    frame = {"ssd1306": 1096, "ssd1309": 1096, "sh1106": 1128}[chip]
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    before = model.bytes_sent
    panel.show(picture_of(old))
    assert model.bytes_sent - before == frame
    before = model.bytes_sent
    panel.show(picture_of(new))
    sent = model.bytes_sent - before

    memories = memory_of(picture_of(old)), memory_of(picture_of(new))
    assert sent == LAYOUTS[chip].costs(windows(*memories, LAYOUTS[chip])) <= frame


@settings(deadline=None, max_examples=90)
@given(chip=CHIP, transfers=st.integers(0, 80))
def test_a_panel_that_goes_within_a_window_gets_a_whole_picture(chip: str, transfers: int) -> None:
    """Also when it comes back so soon that only one transfer has failed."""
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    panel.show(STRIPES)
    model.unplug(after_writes=transfers)
    pictures = (picture_of(b"\xaa\x0f" * 300 + bytes(424)), STRIPES)
    with pytest.raises(PanelError):
        while True:
            for picture in pictures:
                panel.show(picture)
    model.plug_in()
    panel.open()
    panel.show(pictures[0])

    assert model.picture() == seen(pictures[0])


@pytest.mark.parametrize("status", [0x00, 0x40, 0xFF, OSError(errno.EIO, "no")])
def test_a_chip_whose_status_says_nothing_is_initialised_at_every_check(
    status: int | OSError,
) -> None:
    class Clone(PanelModel):
        def read_byte(self, address: int, /) -> int:
            if isinstance(status, OSError):
                raise status
            return status

    model = Clone()
    panel = panel_on(model)
    panel.open()
    panel.show(STRIPES)
    model.plug_in()
    panel.check()
    panel.show(STRIPES)

    assert model.picture() == seen(STRIPES)


@pytest.mark.field("D1")
@settings(deadline=None, max_examples=60)
@given(
    chip=CHIP,
    number=st.sampled_from([errno.EIO, errno.ENXIO, errno.EREMOTEIO, errno.ETIMEDOUT, 95]),
    transfer=st.integers(0, 70),
)
def test_any_error_at_any_transfer_is_told_and_leaves_no_wrong_picture(
    chip: str, number: int, transfer: int
) -> None:
    """Of commands, of data, of a whole frame, of a window; the panel itself stays lit."""

    class OneFailure(PanelModel):
        left = transfer

        def write_i2c_block_data(self, address: int, register: int, data: object, /) -> None:
            self.left -= 1
            if self.left == -1:
                raise OSError(number, "no")
            assert isinstance(data, list)
            super().write_i2c_block_data(address, register, data)

    model = OneFailure(chip)
    panel = panel_on(model, chip)
    failures = 0
    pictures = [picture_of(bytes(n) + b"\xf0" * 40 + bytes(984 - n)) for n in (0, 300, 900)]
    is_open = False
    for picture in [STRIPES, *pictures * 5]:
        try:
            if not is_open:
                panel.open()
            is_open = True
            panel.show(picture)
        except PanelError:
            is_open = False
            failures += 1
        else:
            assert model.picture() == seen(picture)

    assert failures == 1


def test_a_check_whose_read_fails_once_initialises_the_panel() -> None:
    class Clone(PanelModel):
        fails = False

        def read_byte(self, address: int, /) -> int:
            if self.fails:
                raise OSError(errno.EIO, "no")
            return super().read_byte(address)

    model = Clone()
    panel = panel_on(model)
    panel.open()
    panel.show(STRIPES)
    model.fails = True
    model.plug_in()
    panel.check()
    panel.show(STRIPES)

    assert model.picture() == seen(STRIPES)


def test_a_check_of_a_panel_that_is_well_is_one_read() -> None:
    model = PanelModel()
    panel = panel_on(model)
    panel.open()
    panel.show(STRIPES)
    sent = model.bytes_sent
    panel.check()
    panel.show(STRIPES)

    assert model.bytes_sent == sent + 2


@pytest.mark.parametrize("light", list(Light))
def test_a_check_of_a_panel_that_is_gone_is_told(light: Light) -> None:
    model = PanelModel()
    panel = panel_on(model)
    panel.open()
    panel.light(light)
    model.unplug()

    with pytest.raises(PanelError, match="no display answers at 0x3C"):
        panel.check()


@pytest.mark.parametrize("chip", CHIPS)
def test_a_panel_is_bright_dim_or_dark(chip: str) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    full = model.contrast
    panel.light(Light.DIM)
    assert (model.on, model.contrast) == (True, 0x10)
    panel.light(Light.FULL)
    assert (model.on, model.contrast) == (True, full)
    panel.light(Light.DARK)
    assert not model.on
    panel.light(Light.DIM)

    assert (model.on, model.contrast) == (True, 0x10)


@pytest.mark.field("D5")
@pytest.mark.parametrize("chip", CHIPS)
def test_an_unchanged_picture_sends_nothing(chip: str) -> None:
    model = PanelModel(chip)
    panel = panel_on(model, chip)
    panel.open()
    panel.show(STRIPES)
    sent = model.bytes_sent
    panel.show(STRIPES.copy())

    assert model.bytes_sent == sent


@pytest.mark.field("D4")
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


@settings(deadline=None, max_examples=80)
@given(chip=CHIP, writes=st.integers(0, 150))
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


@pytest.mark.field("D6")
def test_closing_clears_the_panel_and_switches_it_off() -> None:
    model = PanelModel()
    panel = panel_on(model)
    panel.open()
    panel.show(STRIPES)
    panel.close()

    assert not model.on
    model.write_i2c_block_data(0x3C, 0x00, [0xAF])
    assert model.picture() == seen(picture_of(bytes(1024)))


@pytest.mark.field("D1")
@pytest.mark.parametrize("chip", CHIPS)
def test_a_wrong_address_is_told_with_what_to_look_for(chip: str) -> None:
    panel = LumaPanel(chip, lambda: PanelModel(chip, address=0x3D))

    with pytest.raises(PanelError, match="no display answers at 0x3C") as told:
        panel.open()
    assert "stbpi doctor" in told.value.do
    assert "display.address" in told.value.do


@pytest.mark.field("D1")
@pytest.mark.parametrize("chip", CHIPS)
def test_a_panel_that_goes_after_any_transfer_of_a_picture_shows_it_when_it_is_back(
    chip: str,
) -> None:
    """After every single one, of its initialisation too."""
    picture = picture_of(b"\xaa\x0f" * 100 + b"\x3c" * 700 + b"\xaa\x0f" * 62)
    transfers, fails = 0, True
    while fails:
        model = PanelModel(chip)
        panel = panel_on(model, chip)
        model.unplug(after_writes=transfers)
        try:
            panel.open()
            panel.show(picture)
        except PanelError:
            transfers += 1
            model.plug_in()
            panel.open()
            panel.show(picture)
        else:
            fails = False
        assert model.picture() == seen(picture)
    assert transfers > 30


@pytest.mark.field("D1")
@pytest.mark.parametrize("keeps_power", [True, False], ids=["power kept", "power lost"])
@pytest.mark.parametrize(("chip", "size"), [("ssd1306", 42), ("sh1106", 36)])
def test_a_panel_that_goes_at_any_byte_shows_the_picture_when_it_is_back(
    chip: str, size: int, keeps_power: bool
) -> None:
    """Of two windows, and of an initialisation with the first blocks of a whole picture."""
    picture = STRIPES.copy()
    for box in ((10, 8, 30, 16), (60, 40, 70, 48)):
        picture.paste(ImageChops.invert(STRIPES.crop(box)), box)
    wanted = seen(picture)
    model = PanelModel(chip)
    panel = panel_on(model, chip)

    def show() -> None:
        panel.show(picture)

    def show_anew() -> None:
        panel.open()
        show()

    panel.open()
    for send, most in ((show, size), (show_anew, 80)):
        for count in range(most):
            panel.show(STRIPES)
            model.unplug(after_bytes=count, keeps_power=keeps_power)
            with pytest.raises(PanelError, match="no display answers"):
                send()
            model.plug_in()
            show_anew()
            assert model.picture() == wanted
    panel.show(STRIPES)
    model.unplug(after_bytes=size)
    show()
    assert model.picture() == wanted


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


@pytest.mark.field("D1")
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


@pytest.mark.parametrize(
    ("library", "name"), [("luma", "luma.oled"), ("PIL", "Pillow"), ("smbus2", "smbus2")]
)
@pytest.mark.parametrize(
    ("error", "how"),
    [
        (ModuleNotFoundError("No module"), "is not installed"),
        (ImportError(WHY), "can't be loaded"),
        (OSError(WHY), "can't be loaded"),
    ],
)
def test_a_library_that_can_not_be_had_is_told_with_what_to_do(
    library: str, name: str, error: Exception, how: str
) -> None:
    with without(library, error), pytest.raises(PanelError) as told:
        LumaPanel("ssd1306", smbus(31)).open()

    assert told.value.what == f"{name} {how}"
    assert told.value.do.startswith(f"{error}. ")
    assert "apt install" in told.value.do
    assert "pip install" in told.value.do


def test_importing_the_display_task_imports_no_hardware_library() -> None:
    program = (
        "import sys, stbpi.display.display, stbpi.display.panel;"
        "print({'PIL', 'luma', 'smbus2'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (done.stdout.strip(), done.stderr) == ("set()", "")
