"""The words that stand in events of Luk Fu, for whoever describes its lines."""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.seen import Say

WORDS: Mapping[str, tuple[str, ...]] = {
    "match_ended.why": tuple(MatchWhy),
    "called.what": (Say.CALL, Say.PASS),
    "undone.what": ("deal",),
}
"""By event and field."""
