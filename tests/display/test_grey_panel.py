"""A grey panel of 128×128 memory on the model of its chip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from stbpi.clock import SystemClock
from stbpi.display.care import Light
from stbpi.display.gallery import SCENES
from stbpi.display.panel import LumaPanel
from stbpi.display.screens_tall import draw_tall
from stbpi.errors import PanelError
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import run
from tests.display.showing import pixels
from tests.doubles import SeededDice
from tests.sim.playing import NINE_TILES

FRAME = 128 * 64 + 256 * 2 + 4 * 8
"""Bytes of a whole picture: in blocks of 32, each with address and register, in four parts."""


def picture_of(memory: bytes) -> Image.Image:
    return Image.frombytes("1", (128, 128), memory)


def opened(model: PanelModel, rotate: int = 0) -> LumaPanel:
    panel = LumaPanel("ssd1327", lambda: model, rotate=rotate)
    panel.open()
    return panel


STRIPES = picture_of(b"\xaa\x0f" * 1024)


@pytest.mark.parametrize("rotate", [0, 180])
@settings(deadline=None, max_examples=20)  # the machine may be busy
@given(
    steps=st.lists(
        st.binary(min_size=2048, max_size=2048)
        | st.tuples(st.integers(0, 2047), st.binary(min_size=1, max_size=40))
        | st.sampled_from(["open", "check", "power lost and check", *Light]),
        max_size=6,
    )
)
def test_after_any_sequence_of_pictures_the_last_one_is_shown(
    rotate: int, steps: list[bytes | tuple[int, bytes] | str]
) -> None:
    model = PanelModel("ssd1327")
    panel = opened(model, rotate)
    memory = bytes(2048)
    for step in steps:
        match step:
            case bytes():
                memory = step
            case (at, change):
                memory = (memory[:at] + change + memory[at + len(change) :])[:2048]
            case Light():
                panel.light(step)
            case "open":
                panel.open()
            case _:
                if step != "check":
                    model.plug_in()
                panel.check()
        panel.light(Light.FULL)
        panel.show(picture_of(memory))

        assert model.picture() == pixels(picture_of(memory).rotate(rotate))


def test_only_what_has_changed_is_sent() -> None:
    model = PanelModel("ssd1327")
    panel = opened(model)
    sent = model.bytes_sent
    panel.show(STRIPES)
    whole = model.bytes_sent - sent
    panel.show(STRIPES.copy())
    assert model.bytes_sent == sent + whole
    assert whole <= FRAME
    changed = STRIPES.copy()
    changed.putpixel((77, 99), 1 - bool(changed.getpixel((77, 99))))
    panel.show(changed)

    assert model.bytes_sent - sent - whole < 20
    assert model.picture() == pixels(changed)


def test_it_is_bright_dim_or_dark() -> None:
    model = PanelModel("ssd1327")
    panel = opened(model)
    levels = []
    for light in Light:
        panel.light(light)
        levels.append((model.on, model.contrast))

    assert levels == [(True, 0x7F), (True, 0x10), (False, 0x10)]


@settings(deadline=None, max_examples=30)
@given(writes=st.integers(0, 700))
def test_it_may_go_at_any_write_and_come_back(writes: int) -> None:
    model = PanelModel("ssd1327")
    panel = LumaPanel("ssd1327", lambda: model)
    model.unplug(after_writes=writes)
    with pytest.raises(PanelError, match="no display answers at 0x3C"):
        while True:
            panel.open()
            for picture in (STRIPES, picture_of(bytes(2048)), STRIPES):
                panel.show(picture)
    model.plug_in()
    panel.open()
    panel.show(STRIPES)

    assert model.picture() == pixels(STRIPES)


@pytest.mark.parametrize("name", ["ready_twelve_players", "covering", "attract_title"])
def test_screens_are_shown_bit_for_bit(name: str) -> None:
    model = PanelModel("ssd1327")
    picture = draw_tall(SCENES[name]).picture
    opened(model).show(picture)

    assert model.picture() == pixels(picture)


def test_closing_clears_it_and_switches_it_off() -> None:
    model = PanelModel("ssd1327")
    panel = opened(model)
    panel.show(STRIPES)
    panel.close()

    assert not model.on
    model.write_i2c_block_data(0x3C, 0x00, [0xAF])
    assert not any(map(any, model.picture()))


def test_a_box_with_such_a_panel_shows_everybody(tmp_path: Path) -> None:
    """On the whole program."""
    config = replace(NINE_TILES, display=replace(NINE_TILES.display, driver="ssd1327"))

    async def main() -> None:
        box = Simulation(
            config,
            dice=SeededDice(1),
            journal=tmp_path / "journal.db",
            make_clock=SystemClock,
            watchers=Watchers(scene=lambda _: None, events=lambda _: None),
        )
        await box.start()
        assert box.panel.picture() == pixels(draw_tall(box.scene).picture)
        await box.stop()

    run(main())
