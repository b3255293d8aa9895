"""`python -m hardware.make.enclosure`: what is made of hardware/enclosure with OpenSCAD.

    --sheets          the panels for a laser, as SVG and DXF (checked in)
    --pictures        pictures of the box and its mechanism, as PNG (checked in)
    --solids FOLDER   every part to be printed, as STL and (with FreeCAD) as STEP

Without any of them: sheets and pictures.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from hardware.make.wiring import HARDWARE

SOURCES = HARDWARE / "enclosure"
SHEETS = SOURCES / "sheets"
PICTURES = HARDWARE / "pictures"
COUNTS = (9, 10, 12)
LONGEST_PRINT = 6  # tiles: a strip for more is printed in pieces
FREECAD = Path("/usr/lib/freecad-python3/lib")
MOST_S = 600

Value = int | float | str | list[int] | bool


@dataclass(frozen=True, slots=True)
class View:
    """A picture.

    Attributes:
        source: what is looked at.
        camera: where from: what is looked at, the turns about x, y and z, the distance.
        values: other values for some names of the source.
    """

    source: str
    camera: tuple[float, ...]
    values: Mapping[str, Value] = field(default_factory=dict)


VIEWS = {
    "box-9": View("box.scad", (110, 105, 10, 58, 0, 25, 640)),
    "box-12": View("box.scad", (146, 105, 10, 58, 0, 25, 720), {"count": 12, "shut": [3, 7, 12]}),
    "bay": View("box.scad", (110, 150, 15, 48, 0, 155, 640), {"top": False}),
    "bay-reed": View(
        "box.scad", (110, 150, 15, 48, 0, 155, 640), {"top": False, "switches": "reed"}
    ),
    "mechanism": View("section.scad", (0, 122, 27, 90, 0, 90, 330)),
    "mechanism-reed": View("section.scad", (0, 122, 27, 90, 0, 90, 330), {"switches": "reed"}),
    "exploded": View("exploded.scad", (110, 110, 30, 62, 0, 25, 1000)),
}


class ToolIsMissing(Exception):
    """A program is missing; the text says how to get it."""


def sheets(folder: Path = SHEETS) -> None:
    """Write the panels of each size."""
    folder.mkdir(parents=True, exist_ok=True)
    for count in COUNTS:
        for kind in ("svg", "dxf"):
            openscad("sheet.scad", folder / f"box-{count}.{kind}", {"count": count})


def pictures(folder: Path = PICTURES) -> None:
    """Draw all views."""
    for name, view in VIEWS.items():
        camera = ",".join(map(str, view.camera))
        options: tuple[str, ...] = (
            "--imgsize=1200,800",
            f"--camera={camera}",
            "--colorscheme=Tomorrow",
        )
        if view.source == "section.scad":
            options += ("--projection=o",)
        openscad(view.source, folder / f"{name}.png", view.values, *options)


def solids(folder: Path) -> None:
    """Write every part to be printed, for each size what differs."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        list(workers.map(lambda part: openscad("part.scad", folder / part[0], part[1]), _parts()))


def steps(folder: Path) -> None:
    """Write STEP beside every STL file, by FreeCAD.

    Raises:
        ToolIsMissing: it isn't installed.
    """
    if not FREECAD.exists():
        raise ToolIsMissing("FreeCAD is missing: sudo apt install freecad-python3")
    script = Path(__file__).with_name("freecad_steps.py")
    for name, _ in _parts():
        subprocess.run(["/usr/bin/python3", script, folder / name], check=True, timeout=MOST_S)
        print(folder / name.replace(".stl", ".step"))


def _parts() -> Iterator[tuple[str, dict[str, Value]]]:
    for number in range(1, max(COUNTS) + 1):
        yield f"tile-{number}.stl", {"part": "tile", "number": number}
        yield f"tile-with-magnet-{number}.stl", {"part": "tile_with_magnet", "number": number}
    for part in ("spacer", "bezel"):
        yield f"{part}.stl", {"part": part}
    yield "bezel-0.96.stl", {"part": "bezel", "oled": "0.96"}
    for count in COUNTS:
        yield f"bearings-{count}.stl", {"part": "bearings", "count": count}
        for first in range(1, count + 1, LONGEST_PRINT):
            last = min(first + LONGEST_PRINT - 1, count)
            for part in ("switch_comb", "reed_comb"):
                piece: dict[str, Value] = {
                    "part": part,
                    "count": count,
                    "first": first,
                    "last": last,
                }
                yield f"{part}-{count}-from-{first}.stl", piece


def openscad(source: str, out: Path, values: Mapping[str, Value], *options: str) -> None:
    """Make a file of a source.

    Raises:
        ToolIsMissing: OpenSCAD isn't installed.
    """
    program = shutil.which("openscad")
    if program is None:
        raise ToolIsMissing("OpenSCAD is missing: sudo apt install openscad")
    settings = [part for name, value in values.items() for part in ("-D", f"{name}={_said(value)}")]
    command = [program, "-o", str(out), *settings, *options, str(SOURCES / source)]
    if out.suffix == ".png" and "DISPLAY" not in os.environ:
        screen = shutil.which("xvfb-run")
        if screen is None:
            raise ToolIsMissing("a screen is missing: sudo apt install xvfb xauth")
        command = [screen, "-a", *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_S, check=False)
    if done.returncode or "WARNING" in done.stderr:
        raise RuntimeError(f"{out.name}: {done.stderr.strip()}")
    if HARDWARE in out.parents:
        print(out.relative_to(HARDWARE.parent))


def _said(value: Value) -> str:
    """Write a value as OpenSCAD does."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def main() -> int:
    parser = argparse.ArgumentParser(description="make what follows from hardware/enclosure")
    parser.add_argument("--sheets", action="store_true", help="the panels for a laser")
    parser.add_argument("--pictures", action="store_true", help="pictures of the box")
    parser.add_argument("--solids", type=Path, metavar="FOLDER", help="parts as STL and STEP")
    asked = parser.parse_args()
    everything = not (asked.sheets or asked.pictures or asked.solids)
    try:
        if asked.sheets or everything:
            sheets()
        if asked.pictures or everything:
            pictures()
        if asked.solids:
            solids(asked.solids)
            steps(asked.solids)
    except ToolIsMissing as exc:
        print(exc, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
