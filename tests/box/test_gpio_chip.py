from __future__ import annotations

import errno
import fcntl
import os
import struct
from pathlib import Path

import pytest

from stbpi.box import gpio_chip
from stbpi.box.gpio_chip import find_chip, holder, label, number
from stbpi.errors import BoxError, NoPermissionError, WrongBoardError

ROOT = Path(__file__).parents[2]


class Kernel:
    """Chips of a machine, whose devices are files that lie in a folder.

    Attributes:
        labels: of the chips; one that has none can't be asked.
        lines: (chip, pin): (flags, who holds it).
        fails: what asking a chip without a label fails with.
    """

    def __init__(self, dev: Path) -> None:
        self.dev = dev
        self.labels: dict[str, str] = {}
        self.lines: dict[tuple[str, int], tuple[int, str]] = {}
        self.fails = errno.EACCES

    def add(self, name: str, label: str = "") -> Path:
        device = self.dev / name
        device.touch()
        if label:
            self.labels[name] = label
        return device

    def ioctl(self, handle: int, request: int, question: bytes) -> bytes:
        name = os.path.basename(os.readlink(f"/proc/self/fd/{handle}"))  # noqa: PTH119, PTH115
        if name not in self.labels:
            raise OSError(self.fails, os.strerror(self.fails))
        if len(question) == 68:
            return struct.pack("32s32sI", name.encode(), self.labels[name].encode(), 54)
        assert request & 0xFFFF == 0xB405
        assert request >> 16 & 0x3FFF == len(question) == 256
        (pin,) = struct.unpack_from("I", question, 64)
        flags, who = self.lines.get((name, pin), (0, ""))
        return struct.pack("32s32sIIQ176x", b"GPIO", who.encode(), pin, 0, flags)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = Kernel(tmp_path)
    monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
    return kernel


@pytest.mark.field("A4")
@pytest.mark.parametrize(
    ("chips", "wanted"),
    [
        ({"gpiochip0": "pinctrl-bcm2835"}, "gpiochip0"),
        ({"gpiochip0": "pinctrl-bcm2711", "gpiochip1": "raspberrypi-exp-gpio"}, "gpiochip0"),
        ({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"}, "gpiochip4"),
        ({"gpiochip0": "pinctrl-rp1", "gpiochip10": "gpio-brcmstb@107d508500"}, "gpiochip0"),
        ({"gpiochip0": "pinctrl-bcm2712", "gpiochip3": "pinctrl-rp1"}, "gpiochip3"),
    ],
)
def test_the_header_is_found_by_the_label_of_its_chip(
    kernel: Kernel, chips: dict[str, str], wanted: str
) -> None:
    for name, text in chips.items():
        kernel.add(name, text)

    assert find_chip("auto", dev=kernel.dev).name == wanted


@pytest.mark.field("A4")
def test_a_second_name_of_a_chip_is_no_chip(kernel: Kernel) -> None:
    device = kernel.add("gpiochip0", "pinctrl-rp1")
    (kernel.dev / "gpiochip4").symlink_to("gpiochip0")

    assert gpio_chip.devices(kernel.dev) == [device]
    assert find_chip("auto", dev=kernel.dev) == device
    assert number(kernel.dev / "gpiochip4") == 0


def test_a_chip_of_another_board_is_found_by_its_own_label(kernel: Kernel) -> None:
    kernel.add("gpiochip0", "pinctrl-rp1")
    kernel.add("gpiochip1", "gpio-mockup-A")

    assert find_chip("gpio-mockup-A", dev=kernel.dev).name == "gpiochip1"


def test_a_device_is_what_it_is_called(kernel: Kernel) -> None:
    device = kernel.add("gpiochip1", "whatever")

    assert find_chip(str(device)) == device


def test_a_chip_that_may_not_be_asked_is_passed_over_if_another_is_the_right_one(
    kernel: Kernel,
) -> None:
    kernel.add("gpiochip0")
    kernel.add("gpiochip1", "pinctrl-rp1")

    assert find_chip("auto", dev=kernel.dev).name == "gpiochip1"


@pytest.mark.field("A12")
@pytest.mark.parametrize("wanted", ["auto", "pinctrl-rp1", "the device"])
def test_chips_that_may_not_be_asked_are_told_with_the_group(kernel: Kernel, wanted: str) -> None:
    closed = kernel.add("gpiochip0")
    kernel.add("gpiochip1", "raspberrypi-exp-gpio")

    with pytest.raises(NoPermissionError, match=f"may not use {closed}") as caught:
        find_chip(str(closed) if wanted == "the device" else wanted, dev=kernel.dev)
    assert "usermod -aG gpio" in caught.value.do


def test_a_chip_that_has_just_gone_is_none(kernel: Kernel) -> None:
    kernel.fails = errno.ENODEV
    kernel.add("gpiochip0")

    with pytest.raises(WrongBoardError, match="this machine has no GPIO chip") as caught:
        find_chip("auto", dev=kernel.dev)
    assert "stbpi sim" in caught.value.do


def test_another_machine_is_told_with_the_chips_that_it_has(kernel: Kernel) -> None:
    device = kernel.add("gpiochip0", "INT3450:00")

    with pytest.raises(WrongBoardError) as caught:
        find_chip("auto", dev=kernel.dev)
    assert caught.value.what == (
        f"this machine is not a Raspberry Pi: its GPIO chips are INT3450:00 ({device})"
    )
    assert "gpio.chip" in caught.value.do


def test_a_label_that_no_chip_has_is_told(kernel: Kernel) -> None:
    kernel.add("gpiochip0", "pinctrl-rp1")

    with pytest.raises(WrongBoardError, match='has the label "gpio-x", there are pinctrl-rp1'):
        find_chip("gpio-x", dev=kernel.dev)


@pytest.mark.parametrize("name", ["missing", "a file"])
def test_a_device_that_is_no_chip_is_told(kernel: Kernel, name: str) -> None:
    kernel.fails = errno.ENOTTY
    device = kernel.dev / name
    if name != "missing":
        device.touch()

    with pytest.raises(WrongBoardError, match=f"{name} is not a GPIO chip"):
        find_chip(str(device))


def test_the_kernel_tells_who_holds_a_line(kernel: Kernel) -> None:
    device = kernel.add("gpiochip0", "pinctrl-bcm2711")
    kernel.lines = {("gpiochip0", 5): (1, "stbpi-812"), ("gpiochip0", 6): (1, "")}

    assert label(device) == "pinctrl-bcm2711"
    assert [holder(device, pin) for pin in (5, 6, 7)] == ["stbpi-812", "a kernel driver", ""]
    assert holder(kernel.dev / "missing", 5) == ""


def test_lgpio_knows_a_chip_by_its_number() -> None:
    assert number(Path("/dev/gpiochip12")) == 12
    with pytest.raises(BoxError, match="lgpio can't open /dev/box"):
        number(Path("/dev/box"))


@pytest.mark.field("A5")
def test_nothing_uses_the_pins_of_sysfs() -> None:
    places = [ROOT / "stbpi", ROOT / "systemd"]
    files = [path for place in places for path in place.rglob("*") if path.is_file()]
    found = [path for path in files if b"/sys/class/gpio" in path.read_bytes()]

    assert len(files) > 50
    assert found == []
