"""What has happened on a box besides the play, in a sentence.

Never: writes a page.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.board.audit import Besides, Happened
from stbpi.display import texts
from stbpi.games.events import (
    Bounced,
    Cleared,
    Fault,
    FaultCleared,
    MatchEnded,
    MatchSetAside,
    OperatorEntered,
    OperatorRefused,
    Refused,
    Resumed,
    RulesChanged,
    SettingChanged,
    Undone,
)
from stbpi.language import Message, _, message

CLEARED: Mapping[str, Message] = {
    "audits": message("The counters were set to zero"),
    "records": message("The records were cleared"),
    "settings": message("The settings were reset"),
}


def said(one: Happened) -> str:
    """Say it in the current language."""
    match one.event:
        case Refused(tiles=numbers):
            if not one.player:
                return _("Wrong tiles were closed: {tiles}").format(tiles=_listed(numbers))
            text = _("{player} has closed wrong tiles: {tiles}")
            return text.format(player=one.player, tiles=_listed(numbers))
        case Undone(round=round_):
            if one.player:
                text = _("The turn of {player} in round {n} was taken back")
                return text.format(player=one.player, n=round_)
            return _("Deal {n} was taken back").format(n=round_)
        case RulesChanged(field=field, value=value):
            text = _("A rule was changed in the match: {rule} = {value}")
            return text.format(rule=field, value=_value(value))
        case MatchSetAside():
            return _("The match was set aside")
        case MatchEnded():
            return _("The match was stopped")
        case _:
            return _of_box(one.event)


def is_bad(event: Besides) -> bool:
    """Say whether something should be looked at."""
    return isinstance(event, Fault | OperatorRefused | Bounced)


def _of_box(event: Besides) -> str:
    match event:
        case Resumed(gap_ms=None):
            return _("The box was switched on")
        case Resumed(gap_ms=int(gap)):
            return _("The box was switched on; it was off for {time}").format(time=_time(gap))
        case Fault(part=part, what=what):
            said = f"{texts.fault(part)} ({what})"
            return said[:1].upper() + said[1:]
        case FaultCleared(part=part):
            return _("In order again: {part}").format(part=texts.name_of_part(part))
        case Bounced(part=part, ms=ms):
            text = _("The contact has bounced for {ms} ms: {part}")
            return text.format(part=texts.name_of_part(part), ms=ms)
        case OperatorEntered():
            return _("The landlord's drawers were opened")
        case OperatorRefused():
            return _("The landlord's key was tried in vain")
        case SettingChanged(key=key, value=value):
            return _("A setting was changed: {key} = {value}").format(key=key, value=_value(value))
        case Cleared(what=what):
            return str(CLEARED.get(what) or message("Cleared: {what}", what=what))
        case _:
            raise AssertionError(event)


def _value(value: int | str | tuple[int, ...]) -> str:
    """Write a value as the configuration has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return _listed(value) if isinstance(value, tuple) else str(value)


def _time(ms: int) -> str:
    """Write how long something was: 0:00:05."""
    minutes, seconds = divmod(max(ms, 0) // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
