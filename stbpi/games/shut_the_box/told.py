"""The words that stand in events of Shut the Box, for whoever describes its lines."""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.shut_the_box.tally import MatchWhy, TurnWhy

WORDS: Mapping[str, tuple[str, ...]] = {
    "turn_ended.why": tuple(TurnWhy),
    "match_ended.why": tuple(MatchWhy),
    "undone.what": ("turn",),
}
"""By event and field."""
