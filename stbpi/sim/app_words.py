"""What the terminal says in words: whose turn it is, what is asked for, what the keys do, events.

The wordings are those of the display (`display.texts`) wherever it has one; events are written
as scenarios write them, so that what is read here can be typed there.

Never: draws; decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stbpi.desk.page import Menu
from stbpi.display import names, texts
from stbpi.display.headline import deeds, player_of, refusal_of
from stbpi.display.pages import title_of
from stbpi.games import events
from stbpi.games.events import Event, PlayerSeated
from stbpi.games.game import Change, Phase, Prompt, all_tiles, members
from stbpi.journal.recorded import Recorded
from stbpi.language import _
from stbpi.scene import Held, Scene, numbers
from stbpi.sim.felt import felt_of, takes_one

SEATS = ("player", "winners")
"""Fields of events that hold seats."""

FAULTS_NAMED = 2
"""More would not fit into eighty columns."""

NO_MENU = (Phase.SETUP, Phase.MENU, Phase.MATCH_OVER, Phase.ATTRACT)
"""Where the key for the menu is not offered."""

Deed = tuple[str, str]
"""A key, and what it does now."""


def title(scene: Scene) -> str:
    """Say what is played and what has failed."""
    view = scene.view
    said = (names.game(view.game), names.preset(view.preset), texts.tiles(view.tiles))
    parts = [str(text) for text in said]
    if scene.faults:
        named, others = scene.faults[:FAULTS_NAMED], len(scene.faults) - FAULTS_NAMED
        more = f" +{others}" if others > 0 else ""
        parts.append(_("failed: {parts}").format(parts=", ".join(named) + more))
    return " · ".join(parts)


def turn(scene: Scene) -> str:
    """Say whose turn it is; empty outside a match, and while a page stands in its place."""
    view = scene.view
    if view.player is None or scene.page is not None:
        return ""
    number = texts.round_of(view.round or 1, view.rounds)
    mark = "*" if view.rescored else ""
    return f"{player_of(view).name} · {number}{mark}"


def request(scene: Scene) -> str:
    """Say what the box asks for, and when a change of a house rule counts."""
    change = scene.view.change
    is_told = change is not Change.NONE and felt_of(scene.view) is None
    news = f"{texts.CHANGES[change]} · " if is_told else ""
    return news + _asked(scene)


def keys(scene: Scene, tile_count: int) -> list[Deed]:
    """Return the keys and what they do now."""
    does = deeds(scene)
    view = scene.view
    on_tiles = _("players") if view.phase is Phase.SETUP else _("tiles")
    return [
        ("space", does.get(Held.PRESS, texts.PRESS).wordings[-1]),
        ("h", does.get(Held.HOLD, texts.HOLD).wordings[-1]),
        *([] if scene.page is not None or view.phase in NO_MENU else [("m", _("menu"))]),
        (tile_keys(tile_count), on_tiles),
        # TRANSLATORS: this key raises all tiles
        ("a", _("raise")),
        *([("u", _("undo"))] if view.may_undo else []),
        *([("c", _("coach"))] if view.player is not None else []),
        *([("d", _("display"))] if felt_of(view) is not None else []),
        # TRANSLATORS: this key lets something on the box go wrong
        ("f", _("break")),
        ("?", _("all keys")),
        ("q", _("quit")),
    ]


def fitting(said: Sequence[Deed], width: int) -> list[Deed]:
    """Leave out keys until the others fit: from the right, but for the last two."""
    kept = list(said)
    while len(kept) > 3 and len("  ".join(f"{key} {deed}" for key, deed in kept)) > width:
        del kept[-3]
    return kept


def tile_keys(count: int) -> str:
    """Name the keys of tiles 1 to `count`.

    >>> tile_keys(9), tile_keys(12)
    ('1-9', '1-9 0 - =')
    """
    return " ".join([f"1-{min(count, 9)}", *"0-="[: max(count - 9, 0)]])


def event_line(recorded: Recorded, names: Mapping[int, str]) -> tuple[str, str, str]:
    """Return the number, the name and the fields of an event; players stand by name."""
    event = events.public(recorded.event)
    fields = " ".join(
        f"{key}={_field(event, key, value, names)}" for key, value in events.encode(event).items()
    )
    return str(recorded.n), event.e, fields


def _asked(scene: Scene) -> str:
    view = scene.view
    if scene.test is not None:
        return _("Hardware test: see the display; hold the button to play on")
    if scene.page is not None:
        return _on_page(scene)
    is_closed = view.prompt is Prompt.CLOSED and view.phase is not Phase.MATCH_OVER
    if is_closed:
        return str(texts.PROMPTS[view.prompt])
    own = felt_of(view)
    own_words = own.request(view) if own is not None else ""
    if own_words:
        return own_words
    if view.is_refusal:
        return texts.said(refusal_of(view))[0]
    match view.phase:
        case Phase.SETUP:
            if takes_one(view):
                return _deeds(scene)
            players = texts.players(len(view.players))
            return _("{players}: lower tile n for n players, then {deeds}").format(
                players=players, deeds=_deeds(scene)
            )
        case Phase.ATTRACT:
            return _("Nobody plays: press the button, or move a tile, to begin")
        case Phase.TURN_OVER:
            player = player_of(view)
            why = texts.why(Prompt.OUT.value if player.out else view.why)
            return f"{why} +{player.score or 0}"
        case Phase.MATCH_OVER:
            return f"{texts.winners([p.name for p in view.winners])} · {_deeds(scene)}"
        case _:
            return _in_turn(scene)


def _on_page(scene: Scene) -> str:
    """Say what stands in place of the match, and what the button does there."""
    assert scene.page is not None
    title = texts.said(title_of(scene.page)[0])[0]
    if isinstance(scene.page, Menu):
        title = f"{title}: {scene.page.chosen.label}"
    return " · ".join(words for words in (title, _deeds(scene)) if words)


def _deeds(scene: Scene) -> str:
    """Say what a press and a hold do, or why they do nothing."""
    if scene.view.prompt is Prompt.CLOSED:
        return str(texts.PROMPTS[Prompt.CLOSED])
    does = deeds(scene)
    said = [f"{texts.PRESS}: {does[Held.PRESS]}"] if Held.PRESS in does else []
    if Held.HOLD in does and does[Held.HOLD] != does.get(Held.PRESS):
        said.append(f"{texts.HOLD}: {does[Held.HOLD]}")
    return ", ".join(said)


def _in_turn(scene: Scene) -> str:
    view = scene.view
    named = members(view.named)
    listed = " ".join(map(str, named))
    is_before = view.phase is Phase.RAISE_TILES
    is_all = view.named == all_tiles(view.tiles)
    match view.prompt:
        case Prompt.LOWER:
            return _("Close {tiles} to begin the turn").format(tiles=listed)
        case Prompt.RAISE if is_before and is_all:
            return _("Raise all tiles to begin the turn")
        case Prompt.RAISE if is_before:
            return _("Raise {tiles} to begin the turn").format(tiles=listed)
        case Prompt.CLOSE if not view.is_bots_turn:
            return str(texts.lower_tiles(named))
        case Prompt.CLOSE:
            return str(texts.close_for(named, player_of(view).name))
        case Prompt.CLOSE_AGAIN:
            return str(texts.close_again(named))
        case Prompt.RAISE:
            return str(texts.raise_tiles(named, everything=is_all))
        case _ if view.real_dice:
            return _with_real_dice(scene)
        case Prompt.WAIT:
            return str(texts.BOT_THINKS if view.left else texts.BOT_THROWS)
        case Prompt.COVER:
            return f"{view.left} {texts.PROMPTS[Prompt.COVER]}"
        case _:
            return _deeds(scene)


def _with_real_dice(scene: Scene) -> str:
    """Say what the closed tiles add up to and what a press says, or what is to be done."""
    view = scene.view
    if not view.moved:
        return f"{texts.throw_real(view.dice_allowed)}, {texts.CLOSE_AND_PRESS}"
    total = sum(members(view.moved))
    if view.left == 0:
        return f"{total} · {_deeds(scene)}"
    lacking = members(view.named)
    return f"{total} · {texts.first_cover(lacking[0]) if lacking else texts.CLOSED_SO_FAR}"


def _field(event: Event, key: str, value: int | str | list[int], names: Mapping[int, str]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) or key not in SEATS or isinstance(event, PlayerSeated):
        return numbers(tuple(value)) if isinstance(value, list) else str(value)
    seats = value if isinstance(value, list) else [value]
    return ",".join(names.get(seat, str(seat)) for seat in seats) or "-"
