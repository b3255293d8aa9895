"""Facts: what is worth a sound when one scene follows another.

Everything is read from the scenes, so that a box whose disk is full is heard like any other.
In audio mode a press that could do nothing is answered by telling once more what is asked for.

Never: sounds, speaks. Keep: a fact is what has happened or is asked for, never a guess about
what a player is going to do.
"""

from __future__ import annotations

from collections.abc import Iterator

from stbpi.desk.page import Figures, Letters, Menu, Page, Question
from stbpi.games.game import Phase, Prompt, View, members, tile_of
from stbpi.language import Message, message
from stbpi.scene import Held, Scene
from stbpi.sound.cues import Cue, Fact
from stbpi.sound.game_sounds import sounds_of
from stbpi.sound.shared_facts import IN_A_TURN


def is_touched(before: Scene | None, after: Scene) -> bool:
    """Say whether somebody has pressed the button or moved a tile: he needn't hear the rest."""
    if before is None:
        return False
    is_pressed = before.held is Held.NOT and after.held is not Held.NOT
    return is_pressed or before.view.standing != after.view.standing


def facts(before: Scene | None, after: Scene) -> tuple[Fact, ...]:
    """Return what is worth a sound, in the order in which it is told.

    Args:
        before: the scene before; `None` at the start.
        after: the new scene; it says whether the box is in audio mode.
    """
    news = (*_of_all(before, after), *_of_coach(before, after), *_of_faults(before, after))
    told = tuple(dict.fromkeys(news))
    if after.is_audio:
        return told
    return tuple(fact for fact in told if not fact.is_by_ear)


def _of_all(before: Scene | None, after: Scene) -> Iterator[Fact]:
    if after.test is not None:
        from stbpi.sound.facts_of_test import of_test  # a box is seldom tested

        yield from of_test(before, after.test.page)
        return
    if after.is_audio and (before is None or not before.is_audio or before.test is not None):
        yield Fact(Cue.AUDIO)
        yield from asked(after)
    elif before is None or before.test is not None:
        return
    elif after.page is not None:
        yield from _of_page(before.page, after.page)
    elif before.page is not None:
        yield Fact(Cue.CHOOSE)
        yield from asked(after) if after.is_audio else _of_match(before.view, after.view)
    elif _is_refused(before, after):
        is_no_throw = after.view.prompt is Prompt.TOTAL
        yield Fact(Cue.REFUSED, (sum(members(after.view.moved)),) if is_no_throw else ())
        if after.is_audio and not is_no_throw:
            yield from asked(after)
    else:
        yield from _of_match(before.view, after.view)


def _of_match(before: View, after: View) -> Iterator[Fact]:
    return sounds_of(after).of_match(before, after)


def asked(scene: Scene) -> Iterator[Fact]:
    """Tell once more how things stand and what is asked for."""
    if scene.page is not None:
        yield from _of_page(None, scene.page)
        return
    yield from sounds_of(scene.view).asked_in_match(scene.view)
    yield from _coached(scene)


def _of_coach(before: Scene | None, after: Scene) -> Iterator[Fact]:
    """Tell what the coach says that it did not say before."""
    known = _coached(before) if before is not None else ()
    yield from (fact for fact in _coached(after) if fact not in known)


def _coached(scene: Scene) -> tuple[Fact, ...]:
    """Return what the coach may let the display say; nothing while it shows something else."""
    coaching = scene.coaching
    is_shown = scene.page is None and scene.test is None
    if coaching is None or not coaching.on_display or not is_shown:
        return ()
    before, after = coaching.before, coaching.after
    if before is not None:
        best = before.options[0]
        return (Fact(Cue.ADVICE, members(best.tiles) or (best.dice,), (before.said,)),)
    if after is None or scene.view.phase is not Phase.TURN_OVER:
        return ()
    errors = (after.errors,) if after.worst is not None else ()
    return (Fact(Cue.LUCK, words=(after.luck, *errors)),)


def _of_faults(before: Scene | None, after: Scene) -> Iterator[Fact]:
    if before is None:
        return
    for part in after.faults:
        if part not in before.faults:
            yield Fact(Cue.FAULT, _tiles_of(part))
    for part in before.faults:
        if part not in after.faults:
            yield Fact(Cue.FAULT_CLEARED, _tiles_of(part))


def _tiles_of(part: str) -> tuple[int, ...]:
    """Return the tile that a part is the switch of; none if it is another part."""
    tile = tile_of(part)
    return () if tile is None else (tile,)


def _of_page(before: Page | None, after: Page) -> Iterator[Fact]:
    """Tell of a page that stands in place of the match."""
    if before == after:
        return
    match after:
        case Menu(at=at):
            is_same = isinstance(before, Menu) and before.title == after.title
            line = after.chosen
            words = (line.label, *((line.value,) if line.value is not None else ()))
            yield Fact(Cue.STEP if is_same else Cue.CHOOSE, (at + 1,), words)
        case Letters():
            is_same = isinstance(before, Letters) and before.taken == after.taken
            if not isinstance(before, Letters):
                yield Fact(Cue.RECORD, words=(after.title,))
            place = (ord(after.letter) - ord("A") + 1,) if "A" <= after.letter <= "Z" else ()
            yield Fact(Cue.STEP if is_same else Cue.CHOOSE, place, (after.letter,))
        case _:
            is_same = type(before) is type(after)
            yield Fact(Cue.STEP if is_same else Cue.CHOOSE, words=_words(after))


def _words(page: Figures | Question) -> tuple[Message, ...]:
    """Return what stands on a page of figures, or on one that asks."""
    match page:
        case Figures():
            said = (word for figure in page.figures for word in (figure.name, figure.value))
            return (page.title, *said)
        case Question():
            press, hold = page.press, page.hold
            answers = (
                *((message("Press: {deed}", deed=press),) if press is not None else ()),
                *((message("Hold: {deed}", deed=hold),) if hold is not None else ()),
            )
            return (page.title, *page.lines, *answers)


def _is_refused(before: Scene, after: Scene) -> bool:
    """Say whether the button was let go of in a turn, and nothing has come of it."""
    was_down = before.held in (Held.PRESS, Held.HOLD) and after.held is Held.NOT
    if not was_down or after.view.phase not in IN_A_TURN:
        return False
    is_new = after.view.is_refusal and before.view.prompt is not after.view.prompt
    return is_new or before.view == after.view
