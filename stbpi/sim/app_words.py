"""What the terminal says in words: whose turn it is, what is asked for, what the keys do, events.

The wordings are those of the display (`display.texts`) wherever it has one; events are written
as scenarios write them, so that what is read here can be typed there.

Never: draws; decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.display import texts
from stbpi.display.headline import deeds, is_refusal, player_of
from stbpi.games import events
from stbpi.games.events import Event, PlayerSeated
from stbpi.games.game import Change, Phase, Prompt, View, all_tiles, members
from stbpi.journal.recorded import Recorded
from stbpi.scene import Held, Scene, numbers

SEATS = ("player", "winners")
"""Fields of events that hold seats."""

FAULTS_NAMED = 2
"""More would not fit into eighty columns."""


def title(scene: Scene) -> str:
    """Say what is played and what has failed."""
    view = scene.view
    parts = [texts.game(view.game)[0], texts.preset(view.preset)[0], texts.tiles(view.tiles)[0]]
    if scene.faults:
        named, others = scene.faults[:FAULTS_NAMED], len(scene.faults) - FAULTS_NAMED
        more = f" +{others}" if others > 0 else ""
        parts.append("failed: " + ", ".join(named) + more)
    return " · ".join(parts)


def turn(view: View) -> str:
    """Say whose turn it is; empty outside a match."""
    if view.player is None:
        return ""
    number = texts.round_of(view.round or 1, view.rounds)
    round_ = texts.marked(number) if view.rescored else number
    return f"{player_of(view).name} · {round_[0]}"


def request(scene: Scene) -> str:
    """Say what the box asks for, and when a change of a house rule counts."""
    change = scene.view.change
    news = f"{texts.CHANGES[change][0]} · " if change is not Change.NONE else ""
    return news + _asked(scene)


def _asked(scene: Scene) -> str:
    view = scene.view
    if scene.test is not None:
        return "Hardware test: see the display; hold the button to play on"
    if is_refusal(view):
        return texts.PROMPTS[view.prompt][0]
    match view.phase:
        case Phase.SETUP:
            players = texts.players(len(view.players))[0]
            return f"{players}: lower tile n for n players, then {_deeds(scene)}"
        case Phase.TURN_OVER:
            player = player_of(view)
            why = texts.why(Prompt.OUT.value if player.out else view.why)[0]
            return f"{why} {texts.score(player.score or 0)[0]}"
        case Phase.MATCH_OVER:
            return f"{texts.winners([p.name for p in view.winners])[0]} · {_deeds(scene)}"
        case Phase.MENU:
            return f"{texts.PROMPTS[Prompt.MENU][0]} · {_deeds(scene)}"
        case _:
            return _in_turn(scene)


def keys(scene: Scene, tile_count: int) -> list[tuple[str, str]]:
    """Return the keys and what they do now, so short that they fit eighty columns."""
    does = deeds(scene)
    view = scene.view
    phase = view.phase
    return [
        ("space", does.get(Held.PRESS, texts.PRESS)[-1]),
        ("h", does.get(Held.HOLD, texts.HOLD)[-1]),
        *([("m", "menu")] if phase not in (Phase.SETUP, Phase.MENU, Phase.MATCH_OVER) else []),
        (tile_keys(tile_count), "players" if phase is Phase.SETUP else "tiles"),
        ("a", "up"),
        *([("u", "undo")] if view.may_undo else []),
        *([("s", "rule")] if phase is not Phase.SETUP else []),
        ("q", "quit"),
    ]


def tile_keys(count: int) -> str:
    """Name the keys of tiles 1 to `count`.

    >>> tile_keys(9), tile_keys(12)
    ('1-9', '1-9 0 - =')
    """
    return " ".join([f"1-{min(count, 9)}", *"0-="[: max(count - 9, 0)]])


def event_line(recorded: Recorded, names: Mapping[int, str]) -> tuple[str, str, str]:
    """Return the number, the name and the fields of an event; players stand by name."""
    event = recorded.event
    fields = " ".join(
        f"{key}={_field(event, key, value, names)}" for key, value in events.encode(event).items()
    )
    return str(recorded.n), event.e, fields


def _deeds(scene: Scene) -> str:
    """Say what a press and a hold do."""
    does = deeds(scene)
    said = [f"{texts.PRESS[0]}: {does[Held.PRESS][0]}"] if Held.PRESS in does else []
    if Held.HOLD in does and does[Held.HOLD] != does[Held.PRESS]:
        said.append(f"{texts.HOLD[0]}: {does[Held.HOLD][0]}")
    return ", ".join(said)


def _in_turn(scene: Scene) -> str:
    view = scene.view
    named = members(view.named)
    match view.prompt:
        case Prompt.LOWER:
            return f"{texts.lower_tiles(named)[0]} {texts.TO_BEGIN[0]}"
        case Prompt.CLOSE_AGAIN:
            return texts.close_again(named)[0]
        case Prompt.RAISE:
            words = texts.raise_tiles(named, everything=view.named == all_tiles(view.tiles))[0]
            return f"{words} {texts.TO_BEGIN[0]}" if view.phase is Phase.RAISE_TILES else words
        case Prompt.COVER:
            return f"{view.left} {texts.PROMPTS[Prompt.COVER][0]}"
        case _:
            return _deeds(scene)


def _field(event: Event, key: str, value: int | str | list[int], names: Mapping[int, str]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) or key not in SEATS or isinstance(event, PlayerSeated):
        return numbers(tuple(value)) if isinstance(value, list) else str(value)
    seats = value if isinstance(value, list) else [value]
    return ",".join(names.get(seat, str(seat)) for seat in seats) or "-"
