"""The pages that stand in place of a match: menus, figures, three letters, questions.

Never: keeps anything between two pictures; works a page (`desk` does). Keep: every page says
what a press and a hold do, in its body or in the headline.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.desk.page import Figures, Letters, Menu, MenuLine, Page, Question
from stbpi.display import texts
from stbpi.display.draw import WIDTH, Align, Box, Canvas
from stbpi.display.fonts import HUGE, SMALL
from stbpi.display.table import ROW
from stbpi.display.texts import Text
from stbpi.language import Message
from stbpi.scene import Held

ROWS = 4
FIRST_ROW = 16
_BARS = Box(0, 16, WIDTH - 1, 35)
_LETTER = Box(0, 14, 24, 34)
_LETTER_GAP = 8
_LETTERS_MOST = 4  # more of them stand closer
_NARROW_LETTER, _NARROW_GAP = Box(0, 14, 20, 34), 5


def draw_page(canvas: Canvas, page: Page) -> str:
    """Draw the body of a page and return the name of its screen."""
    match page:
        case Menu():
            _menu(canvas, page)
            return "menu"
        case Figures():
            _figures(canvas, page)
            return "figures"
        case Letters():
            _letters(canvas, page)
            return "letters"
        case Question():
            _question(canvas, page)
            return page.kind


def deeds_of(page: Page) -> dict[Held, Message]:
    """Say what a press and a hold do on a page; what is missing does nothing."""
    match page:
        case Menu():
            return {Held.PRESS: texts.NEXT_LINE, Held.HOLD: texts.CHOOSE}
        case Figures():
            return {Held.PRESS: texts.NEXT_PAGE, Held.HOLD: texts.BACK}
        case Letters():
            return {Held.PRESS: texts.NEXT_LETTER, Held.HOLD: texts.TAKE_LETTER}
        case Question():
            does = {Held.PRESS: page.press, Held.HOLD: page.hold}
            return {held: deed for held, deed in does.items() if deed is not None}


def title_of(page: Page) -> tuple[Text, Text]:
    """Return what stands left and right in the headline of a page."""
    match page:
        case Menu(title=None):
            return texts.MENU, texts.MENU_HINT
        case Menu():
            assert page.title is not None
            return page.title, f"{page.at + 1}/{len(page.lines)}"
        case Figures():
            return page.title, f"{page.at}/{page.of}" if page.of > 1 else ""
        case _:
            return page.title, ""


def _menu(canvas: Canvas, menu: Menu) -> None:
    first = max(menu.at - ROWS + 1, 0)
    shown = menu.lines[first : first + ROWS]
    has_more = (first > 0, first + ROWS < len(menu.lines))
    for row, line in enumerate(shown):
        arrow = has_more[0] if row == 0 else has_more[1] and row == ROWS - 1
        is_chosen = first + row == menu.at
        _menu_line(canvas, _row(row), line, is_chosen=is_chosen, has_arrow=arrow)
        if arrow:
            canvas.arrow(WIDTH - 9, _row(row).y + 4, up=row == 0, ink=not is_chosen)


def _menu_line(
    canvas: Canvas, box: Box, line: MenuLine, *, is_chosen: bool, has_arrow: bool
) -> None:
    if is_chosen:
        canvas.fill(box)
    inner = box._replace(x=3, w=WIDTH - (14 if has_arrow else 6))
    if line.value is None:
        canvas.text(inner, line.label, SMALL, ink=not is_chosen)
    else:
        canvas.pair(inner, line.label, line.value, SMALL, ink=not is_chosen)


def _figures(canvas: Canvas, page: Figures) -> None:
    if page.bars:
        _bars(canvas, page.bars)
        under = _row(ROWS - 1)._replace(w=_BARS.w)
        canvas.text(under, page.first, SMALL)
        canvas.text(under, page.last, SMALL, align=Align.RIGHT)
    for row, figure in enumerate(page.figures[:ROWS]):
        canvas.pair(_row(row)._replace(w=WIDTH - 1), figure.name, figure.value, SMALL)


def _bars(canvas: Canvas, heights: Sequence[int]) -> None:
    """Draw a histogram; what is not nothing can be seen."""
    step = min(_BARS.w // len(heights), 16)
    width = max(step - 1, 1)
    x = _BARS.x + (_BARS.w - step * len(heights)) // 2
    foot = _BARS.y + _BARS.h
    highest = max(*heights, 1)
    for height in heights:
        pixels = -(-height * (_BARS.h - 1) // highest)
        canvas.fill(Box(x, foot - 1 - pixels, width, pixels + 1))
        x += step


def _letters(canvas: Canvas, page: Letters) -> None:
    """Draw the letters that are taken, the one that may be, and places for the others."""
    is_short = page.room <= _LETTERS_MOST
    letter, gap = (_LETTER, _LETTER_GAP) if is_short else (_NARROW_LETTER, _NARROW_GAP)
    wide = page.room * (letter.w + gap) - gap
    shown = page.taken + page.letter
    for place in range(page.room):
        x = (WIDTH - wide) // 2 + place * (letter.w + gap)
        box = letter._replace(x=x)
        is_now = place == len(page.taken)
        if is_now:
            canvas.fill(box)
        if place < len(shown):
            canvas.text(box, shown[place], HUGE, align=Align.CENTRE, ink=not is_now)
        else:
            canvas.fill(box._replace(y=box.y + box.h - 2, h=2))
    canvas.text(_row(ROWS - 1), texts.LETTERS_HINT, SMALL, align=Align.CENTRE)


def _question(canvas: Canvas, page: Question) -> None:
    for row, line in enumerate(page.lines[:2]):
        canvas.text(_row(row), line, SMALL)
    does = deeds_of(page)
    for row, held, say in ((2, Held.PRESS, texts.press), (3, Held.HOLD, texts.hold)):
        if held in does:
            canvas.text(_row(row), say(does[held]), SMALL)


def _row(number: int) -> Box:
    return Box(0, FIRST_ROW + number * ROW, WIDTH, ROW)
