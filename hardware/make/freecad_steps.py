"""Turn STL files into STEP beside them; run by the system's Python, which FreeCAD is made for.

Flat faces become one face each; what was round stays as the facets that it was printed with.
"""

import sys
from pathlib import Path

sys.path.append("/usr/lib/freecad-python3/lib")

import FreeCAD  # noqa: F401 - must be there before its modules
import Mesh
import Part

SEWN_MM = 0.01


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        mesh = Mesh.Mesh(str(path))
        shell = Part.Shape()
        shell.makeShapeFromMesh(mesh.Topology, SEWN_MM)
        Part.makeSolid(shell).removeSplitter().exportStep(str(path.with_suffix(".step")))


main(sys.argv[1:])
