"""Plain values as YAML, in blocks down to the lists; scalars as JSON, which YAML contains."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

Value = str | int | float | bool | Sequence["Value"] | Mapping[str, "Value"]


def yaml(told: Mapping[str, Value]) -> str:
    """Write a document."""
    return "\n".join([*_block(told, ""), ""])


def _block(told: Mapping[str, Value], indent: str) -> Iterator[str]:
    for key, value in told.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _block(value, indent + "  ")
        else:
            yield f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}"
