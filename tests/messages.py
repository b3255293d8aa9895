"""The translations: taken over from the program and compiled, by Babel (`make messages`).

    program ─extract─▶ template ─update─▶ locale/CODE/LC_MESSAGES/stbpi.po ─compile─▶ stbpi.mo

Both files of a language are kept, so that a fresh clone speaks it without any tool.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from stbpi.language import DOMAIN, FOLDER, LANGUAGES, SOURCE

PROGRAM = Path(__file__).parents[1] / "stbpi"
KEYWORDS = {"_": None, "message": None, "plural": (1, 2), "counted": (1, 2)}


def template() -> Catalog:
    """Extract every text of the program."""
    found = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False)
    for file, line, texts, comments, context in extract_from_dir(
        PROGRAM, keywords=KEYWORDS, comment_tags=("TRANSLATORS:",), strip_comment_tags=True
    ):
        found.add(texts, None, [(file, line)], auto_comments=comments, context=context)
    return found


def translations(code: str) -> Catalog:
    """Read the translations into a language; an empty catalogue if there are none."""
    path = po_file(code)
    if not path.is_file():
        return Catalog(locale=code, project=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def compiled(catalogue: Catalog) -> bytes:
    result = io.BytesIO()
    write_mo(result, catalogue)
    return result.getvalue()


def po_file(code: str) -> Path:
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_file(code: str) -> Path:
    return po_file(code).with_suffix(".mo")


def update() -> int:
    """Take the program's texts over into every language; return how many lack a translation."""
    lacking = 0
    source = template()
    for code in LANGUAGES:
        if code == SOURCE:
            continue
        catalogue = translations(code)
        catalogue.update(source, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        po_file(code).parent.mkdir(parents=True, exist_ok=True)
        with po_file(code).open("wb") as file:
            write_po(
                file, catalogue, sort_output=True, omit_header=False, width=0, no_location=True
            )
        mo_file(code).write_bytes(compiled(catalogue))
        missing = len([it for it in catalogue if it.id and not all(_texts(it.string))])
        print(f"{code}: {len(catalogue)} texts, {missing} without a translation")
        lacking += missing
    return lacking


def _texts(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or [""])


if __name__ == "__main__":
    sys.exit(1 if update() else 0)
