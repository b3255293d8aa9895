"""The model of the OLED, byte by byte."""

from __future__ import annotations

import errno

import pytest

from stbpi.sim.panel_model import HEIGHT, WIDTH, PanelModel

ADDRESS = 0x3C
COMMANDS = 0x00
DATA = 0x40


def lit(model: PanelModel) -> set[tuple[int, int]]:
    rows = model.picture()
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if rows[y][x]}


def started(chip: str) -> PanelModel:
    """Return a panel that is on and stands upright, with pages as addresses."""
    model = PanelModel(chip)
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0x8D, 0x14, 0xA1, 0xC8, 0xAF])
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xB0, 0x00, 0x10])
    return model


def test_a_panel_that_was_not_initialised_shows_nothing() -> None:
    model = PanelModel()
    model.write_i2c_block_data(ADDRESS, DATA, [0xFF])

    assert not model.on
    assert lit(model) == set()


def test_an_ssd1306_without_its_charge_pump_stays_dark() -> None:
    model = PanelModel("ssd1306")
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xAF])

    assert not model.on


def test_a_byte_is_eight_pixels_of_a_column() -> None:
    model = started("ssd1306")
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xB2, 0x05, 0x11])
    model.write_i2c_block_data(ADDRESS, DATA, [0b1000_0001])

    assert lit(model) == {(21, 16), (21, 23)}


def test_horizontal_addressing_fills_its_window_line_by_line() -> None:
    model = started("ssd1306")
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0x20, 0, 0x21, 10, 11, 0x22, 1, 2])
    model.write_i2c_block_data(ADDRESS, DATA, [1, 0, 2, 4, 8])

    assert lit(model) == {(10, 11), (10, 17), (11, 18)}


def test_the_glass_of_an_sh1106_begins_at_its_third_column() -> None:
    model = started("sh1106")
    model.write_i2c_block_data(ADDRESS, DATA, [1, 1, 1])

    assert lit(model) == {(0, 0)}


def test_an_sh1106_ignores_the_commands_that_only_an_ssd1306_knows() -> None:
    """Luma sends them; what follows them is no argument."""
    model = started("sh1106")
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0x20, 0xB1, 0x8D, 0x02, 0x10])
    model.write_i2c_block_data(ADDRESS, DATA, [1])

    assert lit(model) == {(0, 8)}


def test_without_remapping_the_picture_stands_on_its_head() -> None:
    model = started("ssd1306")
    model.write_i2c_block_data(ADDRESS, DATA, [1])
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xA0, 0xC0])

    assert lit(model) == {(127, 63)}


def test_the_contrast_is_kept() -> None:
    model = started("ssd1306")
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0x81, 0x0F])

    assert model.contrast == 0x0F


def test_bytes_are_counted_with_address_and_register() -> None:
    model = PanelModel()
    model.write_i2c_block_data(ADDRESS, DATA, [0] * 32)

    assert model.bytes_sent == 34


def test_the_status_says_whether_it_is_on_and_is_counted() -> None:
    model = PanelModel()
    assert model.read_byte(ADDRESS) == 0x40
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xAF])
    sent = model.bytes_sent
    assert model.read_byte(ADDRESS) == 0
    assert model.bytes_sent == sent + 2
    model.plug_in()
    assert model.read_byte(ADDRESS) == 0x40
    model.unplug()

    with pytest.raises(OSError, match="Remote I/O error"):
        model.read_byte(ADDRESS)


def test_nothing_answers_at_another_address() -> None:
    with pytest.raises(OSError) as told:
        PanelModel(address=0x3D).write_i2c_block_data(ADDRESS, COMMANDS, [0xAF])

    assert told.value.errno == errno.EREMOTEIO == 121


def test_a_block_is_at_most_32_bytes() -> None:
    with pytest.raises(ValueError, match="33 bytes"):
        PanelModel().write_i2c_block_data(ADDRESS, DATA, [0] * 33)


def test_an_unplugged_panel_answers_nothing_and_has_forgotten_everything() -> None:
    model = started("ssd1306")
    model.write_i2c_block_data(ADDRESS, DATA, [1])
    model.unplug()
    with pytest.raises(OSError, match="Remote I/O error"):
        model.write_i2c_block_data(ADDRESS, DATA, [1])
    model.plug_in()
    assert not model.on
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0x8D, 0x14, 0xA1, 0xC8, 0xAF])

    assert model.on
    assert lit(model) == set()


def test_a_panel_can_go_after_a_number_of_writes() -> None:
    model = started("ssd1306")
    model.unplug(after_writes=2)
    for _ in range(2):
        model.write_i2c_block_data(ADDRESS, DATA, [1])
    assert model.on
    with pytest.raises(OSError):
        model.write_i2c_block_data(ADDRESS, DATA, [1])

    assert not model.on


def test_a_panel_can_go_in_the_middle_of_a_picture() -> None:
    model = started("ssd1306")
    model.unplug(after_writes=1, after_bytes=2, keeps_power=True)
    model.write_i2c_block_data(ADDRESS, DATA, [1])
    with pytest.raises(OSError, match="Remote I/O error"):
        model.write_i2c_block_data(ADDRESS, DATA, [2, 4, 8])
    with pytest.raises(OSError, match="Remote I/O error"):
        model.read_byte(ADDRESS)

    assert lit(model) == {(0, 0), (1, 1), (2, 2)}
    model.plug_in()
    assert lit(model) == {(0, 0), (1, 1), (2, 2)}


@pytest.mark.parametrize("keeps_power", [True, False])
def test_a_command_that_was_cut_off_waits_for_its_arguments_as_long_as_there_is_power(
    keeps_power: bool,
) -> None:
    model = started("ssd1306")
    model.unplug(after_bytes=2, keeps_power=keeps_power)
    with pytest.raises(OSError, match="Remote I/O error"):
        model.write_i2c_block_data(ADDRESS, COMMANDS, [0xA1, 0x81, 0x10])
    model.plug_in()
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xAF, 0x8D, 0x14])

    assert model.contrast == (0xAF if keeps_power else 0x7F)
    assert model.on
    model.write_i2c_block_data(ADDRESS, COMMANDS, [0xAE])
    assert not model.on


def test_the_version_changes_with_the_picture() -> None:
    model = started("ssd1306")
    before = model.version
    model.picture()
    assert model.version == before
    model.write_i2c_block_data(ADDRESS, DATA, [1])
    after = model.version
    model.unplug()

    assert before < after < model.version


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_any_command_is_taken(chip: str) -> None:
    """A driver for another chip shows rubbish, and that is all."""
    model = started(chip)
    for command in range(256):
        model.write_i2c_block_data(ADDRESS, COMMANDS, [command, command])
        model.write_i2c_block_data(ADDRESS, DATA, [command] * 32)

    assert model.version > 512
