"""What happens on a box, in sentences: for whoever reads them, or has them read to him.

What is worth a sentence is what is worth a sound (`sound.facts`), said as it is
spoken (`sound.speech`) or, where more can be said in a line, in more words.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from stbpi.desk.page import Figures, Letters, Menu, Page, Question
from stbpi.display import names, texts
from stbpi.games.events import Event, Resumed, RulesChanged, Undone
from stbpi.games.game import Change, Phase, Prompt, View, members, tile_of
from stbpi.journal.recorded import Recorded
from stbpi.language import Message, _, current, message, plural
from stbpi.scene import Scene
from stbpi.sim.faults import VERBS
from stbpi.sim.felt import felt_of, takes_one
from stbpi.sound import speech
from stbpi.sound.cues import Cue, Fact
from stbpi.sound.facts import asked, facts

PARTS: Mapping[str, Message] = {
    "disk": message("the disk"),
    "display": message("the display"),
    "roll": message("the roll button"),
    "menu": message("the menu button"),
    "cable": message("the tiles' cable"),
    "tile_board": message("the board of the tiles"),
    "serial": message("the serial log"),
}
"""What can fail, beside the switches of tiles."""


def sentences(before: Scene | None, scene: Scene) -> tuple[str, ...]:
    """Say what has happened between two scenes, and what is asked for.

    Args:
        before: the scene before; `None` at the start.
        scene: the new one.
    """
    if before is None:
        return again(scene)
    told = facts(replace(before, is_audio=True), replace(scene, is_audio=True))
    return (*_changed(before.view, scene.view), *_told(told, scene), *_faults(before, scene))


def again(scene: Scene) -> tuple[str, ...]:
    """Say once more how things stand and what is asked for."""
    faulty = tuple(_failed(part) for part in scene.faults)
    return (*faulty, *_told(asked(scene), scene))


def news(events: Iterable[Recorded], view: View) -> tuple[str, ...]:
    """Say what was recorded and is not to be seen on the box itself."""
    return tuple(text for one in events if (text := _of_event(one.event, view)))


def help_lines() -> tuple[str, ...]:
    """Say what can be typed."""
    return (
        _("An empty line presses the roll button; {verbs} hold it.").format(verbs="hold, menu"),
        _("Numbers flip these tiles; {verbs} put them down or up; {up} alone raises all.").format(
            verbs="down 4, up 4", up="up"
        ),
        _("{verb} says once more what is asked for.").format(verb="again"),
        _("{verb} says what is best, or how the last turn went.").format(verb="coach"),
        _("{verbs}: what the operator can do.").format(verbs="undo, stop, no_move, set KEY=VALUE"),
        _("{verbs}: what can go wrong.").format(verbs=VERBS),
        _("{verb} lets time pass; {quit} ends, and the match is kept.").format(
            verb="wait SECONDS", quit="quit"
        ),
    )


def _told(told: Iterable[Fact], scene: Scene) -> tuple[str, ...]:
    known = tuple(told)
    lines = [text for fact in known for text in _sentences(fact, scene)]
    if any(fact.cue in (Cue.WON, Cue.ENDED) for fact in known):
        lines += _at_the_end(scene.view)
    return tuple(dict.fromkeys(line for line in lines if line))


def _sentences(fact: Fact, scene: Scene) -> Iterator[str]:
    view = scene.view
    if scene.page is not None and fact.cue in (Cue.STEP, Cue.CHOOSE):
        yield _of_page(scene.page)
        return
    match fact.cue:
        case Cue.ROLL:
            yield from _roll(fact, view)
        case Cue.COVERED:
            yield speech.line([fact], language=current(), verbosity=speech.FULL)
            yield _standing(view)
        case Cue.NO_MOVE | Cue.STOPPED | Cue.SHUT:
            yield _result(fact, view)
        case Cue.REFUSED if view.prompt is Prompt.ONE_DIE:
            yield _("A single die is not allowed now.")
        case Cue.SEATS | Cue.CHOOSE if view.phase is Phase.SETUP:
            yield _seats(view)
        case Cue.AUDIO | Cue.FAULT | Cue.FAULT_CLEARED:
            pass
        case _:
            yield speech.line([fact], language=current(), verbosity=speech.FULL)


def _at_the_end(view: View) -> Iterator[str]:
    """Say what lay on the table, and how to go on."""
    own = felt_of(view)
    yield from own.told(view) if own is not None else ()
    yield _("A press plays again, a hold goes to the set-up.")


def _roll(fact: Fact, view: View) -> Iterator[str]:
    """Say the throw and what there is to cover it with; nobody feels the tiles here.

    Of a turn that was entered on a sheet no throw is known.
    """
    if not fact.numbers:
        return
    yield _("{player} throws {dice}: {total}.").format(
        player=_thrower(fact, view), dice=_listed(fact.numbers), total=sum(fact.numbers)
    )
    if view.phase is Phase.COVERING and view.left:
        yield _standing(view)


def _thrower(fact: Fact, view: View) -> str:
    """Name who has thrown; where it may be somebody else's turn by now, the fact says it."""
    return str(fact.words[0]) if fact.words else _player(view)


def _result(fact: Fact, view: View) -> str:
    score, total = fact.numbers
    return _("{player}: {why} The turn scores {score}, the total is {total}.").format(
        player=_player(view), why=_ended(str(texts.why(fact.why))), score=score, total=total
    )


def _standing(view: View) -> str:
    """Say which tiles are up; nothing if the box is shut, which is told."""
    text = _("Tiles that are up: {tiles}.") if view.standing else ""
    return text.format(tiles=_listed(members(view.standing)))


def _seats(view: View) -> str:
    count = plural("{n} player", "{n} players", len(view.players))
    if takes_one(view):
        return _("{players}, {preset}: a press starts, a hold takes other rules.").format(
            players=count, preset=names.preset(view.preset)
        )
    return _(
        "{players}, {preset}: a tile that you put down says how many play; a press starts, a "
        "hold takes other rules."
    ).format(players=count, preset=names.preset(view.preset))


def _of_page(page: Page) -> str:
    """Say what stands on a page that is shown in place of the match."""
    match page:
        case Menu():
            line = page.chosen
            value = f": {line.value}" if line.value is not None else ""
            return _("Line {at} of {count}: {line}.").format(
                at=page.at + 1, count=len(page.lines), line=f"{line.label}{value}"
            )
        case Figures():
            figures = "; ".join(f"{figure.name}: {figure.value}" for figure in page.figures)
            return f"{page.title}. {figures}"
        case Letters():
            return _("{title}: letter {letter}, taken so far: {taken}.").format(
                title=page.title, letter=page.letter, taken=page.taken or "-"
            )
        case Question():
            does = [
                *([_("a press: {deed}").format(deed=page.press)] if page.press else []),
                *([_("a hold: {deed}").format(deed=page.hold)] if page.hold else []),
            ]
            return " ".join([f"{page.title}.", *(f"{line}." for line in page.lines), *does])


def _changed(before: View, after: View) -> Iterator[str]:
    is_news = after.change is not Change.NONE and after.change is not before.change
    if is_news and felt_of(after) is None:
        yield _ended(str(texts.CHANGES[after.change]))


def _faults(before: Scene, after: Scene) -> Iterator[str]:
    yield from (_failed(part) for part in after.faults if part not in before.faults)
    for part in before.faults:
        if part not in after.faults:
            yield _("In order again: {part}.").format(part=_part(part))


def _failed(part: str) -> str:
    return _("Failed: {part}.").format(part=_part(part))


def _part(part: str) -> str:
    """Name a part."""
    tile = tile_of(part)
    if tile is not None:
        return _("the switch of tile {tile}").format(tile=tile)
    return str(PARTS[part]) if part in PARTS else names.plain(part)


def _of_event(event: Event, view: View) -> str:
    match event:
        case RulesChanged():
            value = _listed(event.value) if isinstance(event.value, tuple) else event.value
            return _("House rule: {field} is {value} now.").format(field=event.field, value=value)
        case Undone(player=None):
            return _("Deal {n} is taken back.").format(n=event.round)
        case Undone():
            return _("{player}'s turn of round {round} is taken back.").format(
                player=_seated(view, event.player), round=event.round
            )
        case Resumed():
            return _("The box is on again.")
        case _:
            return ""


def _player(view: View) -> str:
    return _seated(view, view.player)


def _seated(view: View, seat: int | None) -> str:
    return next((player.name for player in view.players if player.seat == seat), "-")


def _ended(text: str) -> str:
    """Make a sentence of a text of the display."""
    return text if text.endswith(("!", ".", "?")) or not text else f"{text}."


def _listed(numbers: Sequence[int]) -> str:
    """Write numbers as a list in the current language."""
    from babel.lists import format_list

    return format_list([str(number) for number in numbers], locale=current())
