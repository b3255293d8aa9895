"""`python -m hardware.make`: write everything that is made of pins.toml and parts.toml."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from hardware.make.everything import harnesses, schematics, written
from hardware.make.wiring import HARDWARE, pin_map

TO_INSTALL = {
    "wireviz": "WireViz is missing: pip install wireviz",
    "schemdraw": "schemdraw is missing: pip install schemdraw",
    "dot": "Graphviz is missing: sudo apt install graphviz",
}


def main() -> int:
    """Write what differs; return 1 if a tool is missing, which is told."""
    _save(written())
    missing = []
    for draw in (harnesses, schematics):
        try:
            _save(draw(pin_map()))
        except ImportError as exc:
            name = str(exc.name).split(".")[0]
            missing.append(TO_INSTALL.get(name, f"{exc}: pip install wireviz schemdraw"))
        except FileNotFoundError as exc:
            missing.append(TO_INSTALL[str(exc)])
    for line in missing:
        print(line, file=sys.stderr)
    return 1 if missing else 0


def _save(files: Mapping[Path, str]) -> None:
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(HARDWARE.parent))


if __name__ == "__main__":
    sys.exit(main())
