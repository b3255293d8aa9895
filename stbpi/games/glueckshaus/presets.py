"""The presets, as data: what each differs from the defaults by.

Rule: RULES.md 2.3; the order is the one in which the set-up offers them.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.glueckshaus.ruleset import Ending, Four, Rooms, Ruleset

PRESETS: Mapping[str, Ruleset] = {
    "glueckshaus": Ruleset(),
    "full_rooms": Ruleset(rooms=Rooms.OWN_NUMBER, chips=15),
    "two_kings": Ruleset(ending=Ending.TWO_KINGS),
    "clock": Ruleset(ending=Ending.CLOCK),
    "all_rooms": Ruleset(four=Four.ROOM),
}
