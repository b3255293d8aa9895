"""How players, matches and what is played are called on the pages, and where they are found.

Never: reads what is stored.
"""

from __future__ import annotations

from urllib.parse import quote

from stbpi.board.html import Markup, element, joined
from stbpi.board.pages.frame import Visit
from stbpi.board.ranking import What
from stbpi.display import names, texts
from stbpi.games.game import HouseRules
from stbpi.history import days
from stbpi.language import _, date, date_time, time_of_day
from stbpi.league.outcomes import Player
from stbpi.league.ratings_words import called

PLAYERS = "/players"


def address(name: str) -> tuple[str, dict[str, str]]:
    """Return where the page of a player is: its path, and what it is asked for.

    A browser would make something else of some paths, and those that end as the address of a file
    are files.

    >>> address("Bo/2"), address("..")
    (('/players/Bo%2F2', {}), ('/players/', {'name': '..'}))
    """
    is_plain = name not in ("", ".", "..") and not name.endswith((".csv", ".json"))
    if is_plain:
        return f"{PLAYERS}/{quote(name, safe='', errors='replace')}", {}
    return f"{PLAYERS}/", {"name": name}


def player(visit: Visit, one: Player) -> Markup:
    """Name a player, as a link to his page if he has one; a bot is marked."""
    if one.is_stranger and not one.is_bot:
        return joined(one.name)
    path, asked = address(one.name)
    return element("a", called(one), href=visit.link(path, **asked))


def match(visit: Visit, box: str, number: int, text: str = "", *, label: str = "") -> Markup:
    """Name a match, as a link to its page.

    Args:
        visit: what is asked for.
        box, number: which match.
        text: by default its name.
        label: what is said in place of a text that says too little.
    """
    place = f"{box}:{number}"
    path = f"/match/{quote(place, safe=':', errors='replace')}"
    return element("a", text or place, href=visit.link(path), aria_label=label or False)


def played(what: What) -> str:
    """Name a game, its rules and the size of its box."""
    if not what.game:
        return _("Unknown")
    rules = str(names.preset(what.preset))
    size = [str(texts.tiles(what.tiles))] if what.tiles else []
    return " · ".join([*dict.fromkeys((str(names.game(what.game)), rules)), *size])


def changes(house_rules: HouseRules) -> str:
    """Name what differs from a preset."""
    return ", ".join(f"{names.plain(field)} {written(value)}" for field, value in house_rules)


def written(value: int | str | tuple[int, ...]) -> str:
    """Write the value of a rule or a setting."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return ", ".join(map(str, value)) if isinstance(value, tuple) else names.plain(str(value))


def day(wall: int | None) -> str:
    """Say on which day something was; `–` if that is unknown."""
    return date(wall) if wall is not None and days.evening(wall) is not None else "–"


def minute(wall: int | None) -> str:
    """Say at which time of the day something was; `–` if that is unknown."""
    return time_of_day(wall) if wall is not None and days.evening(wall) is not None else "–"


def moment(wall: int | None) -> str:
    """Say when something was; `–` if that is unknown."""
    return date_time(wall) if wall is not None and days.evening(wall) is not None else "–"
