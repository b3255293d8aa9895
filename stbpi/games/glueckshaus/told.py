"""The words that stand in events of Glückshaus, for whoever describes its lines."""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.glueckshaus.match import MatchWhy

WORDS: Mapping[str, tuple[str, ...]] = {
    "match_ended.why": tuple(MatchWhy),
    "undone.what": ("turn",),
}
"""By event and field."""
