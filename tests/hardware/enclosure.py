"""Parts of the enclosure as solids: made by OpenSCAD, put together and cut by manifold3d."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manifold3d import Manifold

ENCLOSURE = Path(__file__).parents[2] / "hardware" / "enclosure"
MOST_S = 120


def openscad(source: str, out: Path, **values: int | float | str) -> None:
    """Make a file of a source, with other values for some of its names."""
    settings = [
        part for name, value in values.items() for part in ("-D", f"{name}={_literal(value)}")
    ]
    command = ["openscad", "-o", str(out), *settings, str(ENCLOSURE / source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_S, check=False)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr


def is_there() -> bool:
    return shutil.which("openscad") is not None


def _literal(value: int | float | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


@cache
def measures(**values: int | float | str) -> dict[str, float]:
    """Return all measures, those that are written and those that follow."""
    text = (ENCLOSURE / "measures.scad").read_text(encoding="utf-8")
    written = re.findall(r"^(\w+) = ([\d.]+);", text, re.MULTILINE)
    with TemporaryDirectory() as folder:
        out = Path(folder) / "measured.echo"
        openscad("measured.scad", out, **values)
        told = re.findall(r"(\w+) = ([-\d.]+)", out.read_text(encoding="utf-8"))
    given = {name: float(value) for name, value in values.items() if not isinstance(value, str)}
    return {name: float(value) for name, value in (*written, *told)} | given


@cache
def part(name: str, **values: int | float | str) -> Manifold:
    """Return a part as a solid, in mm."""
    import numpy
    from manifold3d import Manifold, Mesh

    with TemporaryDirectory() as folder:
        out = Path(folder) / "part.off"
        openscad("part.scad", out, part=name, number=0, **values)
        points, faces = _off(out.read_text(encoding="utf-8"))
    mesh = Mesh(
        vert_properties=numpy.array(points, dtype=numpy.float32),
        tri_verts=numpy.array(faces, dtype=numpy.uint32),
    )
    mesh.merge()
    solid = Manifold(mesh)
    assert solid.volume() > 0, f"{name} is no solid: {solid.status()}"
    return solid


def _off(text: str) -> tuple[list[list[float]], list[list[int]]]:
    """Read points and triangles of an OFF file; a face of more corners becomes a fan of them."""
    words = iter(text.removeprefix("OFF").split())
    points, faces, _ = (int(next(words)) for _ in range(3))
    at = [[float(next(words)) for _ in range(3)] for _ in range(points)]
    triangles = []
    for _ in range(faces):
        corners = [int(next(words)) for _ in range(int(next(words)))]
        triangles += [[corners[0], b, c] for b, c in pairwise(corners[1:])]
    return at, triangles


def in_place(solid: Manifold, at: Iterable[float], *, angle: float = 0) -> Manifold:
    """Turn a solid about its x axis, and move it."""
    return solid.rotate([angle, 0, 0]).translate(list(at))


def overlap(one: Manifold, other: Manifold) -> float:
    """Return the space that two solids both take, in cubic mm."""
    return float((one ^ other).volume())
