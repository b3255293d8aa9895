"""Facts: what is worth a sound when one scene follows another.

Everything is read from the scenes, so that a box whose disk is full is heard like any other.
In audio mode a press that could do nothing is answered by telling once more what is asked for.

Never: sounds, speaks. Keep: a fact is what has happened or is asked for, never a guess about
what a player is going to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stbpi.desk.page import Figures, Letters, Menu, Page, Question
from stbpi.games.game import (
    NO_TILES,
    Phase,
    PlayerView,
    Prompt,
    View,
    all_tiles,
    members,
    tile_of,
    without,
)
from stbpi.language import Message, message
from stbpi.scene import Held, Scene
from stbpi.service import page as test_page
from stbpi.sound.cues import ONLY_IN_AUDIO_MODE, Cue


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is worth a sound.

    Attributes:
        cue: what it is.
        numbers: what it is about: dice, tiles, what is left, score and total, seats, a line.
        words: names, or what stands there.
        why: of the end of a turn.
    """

    cue: Cue
    numbers: tuple[int, ...] = ()
    words: tuple[str | Message, ...] = ()
    why: str = ""


OF_TEST_PAGES: Mapping[test_page.Page, Cue] = {
    test_page.Page.HOLD_ON: Cue.HOLD_ON,
    test_page.Page.LET_GO: Cue.TEST_BEGINS,
    test_page.Page.BUZZER: Cue.BUZZER_TEST,
}
"""What is heard when a page of the hardware test comes up."""

_ASKING: Mapping[Prompt, Cue] = {
    Prompt.RAISE: Cue.RAISE,
    Prompt.LOWER: Cue.LOWER,
    Prompt.CLOSE_AGAIN: Cue.CLOSE_AGAIN,
}
_AT_THE_START = (Phase.RAISE_TILES, Phase.READY)
_IN_A_TURN = (*_AT_THE_START, Phase.COVERING, Phase.WRONG, Phase.TURN_OVER)
_ENDS: Mapping[str, Cue] = {Prompt.SHUT: Cue.SHUT, Prompt.STOPPED: Cue.STOPPED}


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
    told = (*_of_all(before, after), *_of_faults(before, after))
    if after.is_audio:
        return told
    return tuple(fact for fact in told if fact.cue not in ONLY_IN_AUDIO_MODE)


def _of_all(before: Scene | None, after: Scene) -> Iterator[Fact]:
    if after.test is not None:
        yield from _of_test(before, after.test.page)
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
        yield Fact(Cue.REFUSED, (_sum(after.view),) if is_no_throw else ())
        if after.is_audio and not is_no_throw:
            yield from asked(after)
    else:
        yield from _of_match(before.view, after.view)


def asked(scene: Scene) -> Iterator[Fact]:
    """Tell once more how things stand and what is asked for."""
    view = scene.view
    if scene.page is not None:
        yield from _of_page(None, scene.page)
        return
    match view.phase:
        case Phase.SETUP:
            yield _seats(view)
        case Phase.RAISE_TILES | Phase.READY:
            yield _player(view)
            yield from _asked_at_the_start(view)
        case Phase.COVERING if view.prompt is Prompt.CLOSE_AGAIN:
            yield _named(view)
        case Phase.COVERING if view.real_dice:
            yield from _asked_of_real_dice(view)
        case Phase.COVERING:
            yield Fact(Cue.ROLL, view.roll)
            yield from _left(Cue.LEFT, view)
        case Phase.WRONG:
            yield Fact(Cue.WRONG, members(view.named))
        case Phase.TURN_OVER:
            yield from _result(view)
        case Phase.MATCH_OVER:
            yield _won(view)
        case _:
            pass


def _of_test(before: Scene | None, page: test_page.Page) -> Iterator[Fact]:
    is_new = before is None or before.test is None or before.test.page is not page
    if is_new and page in OF_TEST_PAGES:
        yield Fact(OF_TEST_PAGES[page])


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
    if not was_down or after.view.phase not in _IN_A_TURN:
        return False
    is_new = after.view.is_refusal and before.view.prompt is not after.view.prompt
    return is_new or before.view == after.view


def _of_match(before: View, after: View) -> Iterator[Fact]:
    if _is_turn_of_real_dice(before) and _is_turn_of_real_dice(after) and _same(before, after):
        yield from _of_real_dice(before, after)
        return
    is_new_throw = _is_new_throw(before, after)
    if is_new_throw:
        yield Fact(Cue.ROLL, after.roll)
    match after.phase:
        case Phase.SETUP:
            yield from _of_setup(before, after)
        case Phase.RAISE_TILES | Phase.READY:
            yield from _of_start(before, after)
        case Phase.COVERING | Phase.WRONG if not is_new_throw:
            yield from _of_covering(before, after)
        case Phase.TURN_OVER if before.phase is not Phase.TURN_OVER:
            yield from _result(after)
        case Phase.MATCH_OVER if before.phase is not Phase.MATCH_OVER:
            yield _won(after)
        case _:
            pass


def _is_turn_of_real_dice(view: View) -> bool:
    return view.real_dice and view.phase in (Phase.READY, Phase.COVERING, Phase.WRONG)


def _same(before: View, after: View) -> bool:
    return (before.player, before.round) == (after.player, after.round)


def _of_real_dice(before: View, after: View) -> Iterator[Fact]:
    """Tell what the closed tiles add up to, and which throw they have covered."""
    told = without(after.committed, before.committed)
    if told:
        yield Fact(Cue.COVERED, (sum(members(told)),))
        yield from _asked_of_real_dice(after)
    elif after.prompt is Prompt.CLOSE_AGAIN or after.phase is Phase.WRONG:
        yield from _of_covering(before, after)
    elif after.moved != before.moved:
        yield Fact(Cue.SUM, (_sum(after),))
    elif before.prompt is Prompt.CLOSE_AGAIN:
        yield from _asked_of_real_dice(after)


def _asked_of_real_dice(view: View) -> Iterator[Fact]:
    if view.moved:
        yield Fact(Cue.SUM, (_sum(view),))
    else:
        yield Fact(Cue.THROW)
        yield from _choice(view)


def _sum(view: View) -> int:
    """Return what the closed tiles add up to."""
    return sum(members(view.moved))


def _is_new_throw(before: View, after: View) -> bool:
    """Say whether there is a throw that was not there: a cover is committed with the next one."""
    if after.phase is Phase.TURN_OVER:
        is_dead = after.why not in _ENDS and not after.real_dice
        return is_dead and before.phase is not Phase.TURN_OVER
    if after.phase is not Phase.COVERING:
        return False
    return not before.roll or before.committed != after.committed


def _of_setup(before: View, after: View) -> Iterator[Fact]:
    if before.phase is not Phase.SETUP or len(before.players) != len(after.players):
        yield _seats(after)
    elif before.preset != after.preset:
        yield Fact(Cue.CHOOSE, words=(after.preset,))


def _seats(view: View) -> Fact:
    return Fact(Cue.SEATS, (len(view.players),), (view.preset,))


def _of_start(before: View, after: View) -> Iterator[Fact]:
    is_begun = before.phase in (*_AT_THE_START, Phase.MENU)
    is_new = not is_begun or (before.player, before.round) != (after.player, after.round)
    if is_new:
        yield _player(after)
    if is_new or before.phase is not after.phase or without(after.named, before.named):
        yield from _asked_at_the_start(after)


def _player(view: View) -> Fact:
    player = _seat(view)
    return Fact(Cue.PLAYER, (player.seat,), (player.name,))


def _seat(view: View) -> PlayerView:
    return next(player for player in view.players if player.seat == view.player)


def _asked_at_the_start(view: View) -> Iterator[Fact]:
    if view.phase is Phase.READY and view.real_dice:
        yield from _asked_of_real_dice(view)
    elif view.phase is Phase.READY:
        yield Fact(Cue.READY)
        yield from _choice(view)
    elif view.prompt in _ASKING:
        yield _named(view)


def _named(view: View) -> Fact:
    """Tell which tiles are to be moved."""
    down = without(all_tiles(view.tiles), view.standing)
    if view.prompt is Prompt.RAISE and view.named == down and view.named.bit_count() > 1:
        return Fact(Cue.RAISE_ALL)
    return Fact(_ASKING[view.prompt], members(view.named))


def _choice(view: View) -> Iterator[Fact]:
    if len(view.dice_allowed) > 1:
        yield Fact(Cue.CHOICE, view.dice_allowed)


def _of_covering(before: View, after: View) -> Iterator[Fact]:
    fell = without(before.standing, after.standing)
    rose = without(after.standing, before.standing)
    was, left = before.left or 0, after.left or 0
    if after.prompt is Prompt.CLOSE_AGAIN:
        is_same = before.prompt is Prompt.CLOSE_AGAIN
        if without(after.named, before.named if is_same else NO_TILES):
            yield _named(after)
    elif after.phase is Phase.WRONG:
        is_same = before.phase is Phase.WRONG
        if without(after.named, before.named if is_same else NO_TILES):
            yield Fact(Cue.WRONG, members(after.named))
    elif left == 0 and was:
        yield from _left(Cue.COMPLETE, after)
    elif before.prompt is Prompt.CLOSE_AGAIN:
        yield from _left(Cue.LEFT, after)
    elif fell and left < was:
        yield Fact(Cue.PARTIAL, (left,))
    elif rose and not fell:
        yield Fact(Cue.TAKEN_BACK, (left,))


def _left(cue: Cue, view: View) -> Iterator[Fact]:
    """Tell what is left of the throw, as this cue; or that it is covered."""
    if view.left:
        yield Fact(cue, (view.left,))
    else:
        yield Fact(Cue.COMPLETE)
        yield from _choice(view)


def _result(view: View) -> Iterator[Fact]:
    player = _seat(view)
    cue = _ENDS.get(view.why, Cue.NO_MOVE)
    yield Fact(cue, (player.score or 0, player.total), (player.name,), view.why)
    if view.prompt is Prompt.OUT:
        yield Fact(Cue.OUT, (player.seat,), (player.name,))


def _won(view: View) -> Fact:
    winners = view.winners
    cue = Cue.WON if winners else Cue.ENDED
    return Fact(cue, tuple(p.seat for p in winners), tuple(p.name for p in winners))
