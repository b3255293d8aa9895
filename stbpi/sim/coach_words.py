"""What the coach says in a terminal: every choice in a table, or in a line of its own.

Never: draws; knows how the coach has found it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stbpi.display import texts
from stbpi.display.draw import shorten
from stbpi.language import Message, _
from stbpi.scene import Scene
from stbpi.thinking.advice import Aftermath, Coaching, Option

BEST, OTHER = "★ ", "  "
GAP = "  "
NONE = "–"

_Word = Callable[[Message], str]


def lines(scene: Scene) -> tuple[str, ...]:
    """Say everything in whole sentences, each in a line of its own."""
    coaching = scene.coaching or Coaching()
    told = (*_advice(coaching), *aftermath(coaching.after, scene))
    if told or not coaching.is_thinking:
        return told or (silence(scene),)
    return (thinking(),)


def thinking() -> str:
    return _("The coach is thinking …")


def silence(scene: Scene) -> str:
    """Say why nothing is said."""
    if scene.coaching is None:
        return _("The coach has nothing to say here.")
    return _("There is nothing to choose now.")


def aftermath(after: Aftermath | None, scene: Scene) -> tuple[str, ...]:
    """Say how much of a turn was luck, what was lost by choices, and by which one most of all."""
    if after is None:
        return ()
    name = next((p.name for p in scene.view.players if p.seat == after.seat), "-")
    errors = _("errors {errors}").format(errors=after.errors) if after.worst else _("no errors")
    return (
        # TRANSLATORS: "Ann: luck +10.5 points, errors 1.5 points."
        _("{player}: luck {luck}, {errors}.").format(player=name, luck=after.luck, errors=errors),
        _("Without luck the turn would have come to {adjusted}.").format(adjusted=after.adjusted),
        *([f"{after.worst}."] if after.worst is not None else []),
    )


def table(options: Sequence[Option], width: int) -> list[str]:
    """Write a heading and a line for each choice, none longer than `width`; the best is marked."""
    long = _rows(options, str)
    rows = long if _width(long) <= width else _rows(options, _shortest)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    marks = [OTHER, *(BEST if option.is_best else OTHER for option in options)]
    return [
        shorten(mark + _line(row, widths).rstrip(), width)
        for mark, row in zip(marks, rows, strict=True)
    ]


def _advice(coaching: Coaching) -> tuple[str, ...]:
    before = coaching.before
    if before is None:
        return ()
    return (f"{before.said}.", *(_option(option) for option in before.options))


def _option(option: Option) -> str:
    name = texts.choice(option)
    if option.cost is None:
        return _("{choice} is best: {worth}; {shut} to shut.").format(
            choice=name, worth=option.worth, shut=option.shut
        )
    return _("{choice}: {worth}, which costs {cost}; {shut} to shut.").format(
        choice=name, worth=option.worth, cost=option.cost, shut=option.shut
    )


def _rows(options: Sequence[Option], say: _Word) -> list[list[str]]:
    # TRANSLATORS: the heads of a table of what can be chosen: what it is, what it leads to, what
    # it costs against the best, the chance to shut the box after it
    heads = [_("choice"), _("leads to"), _("costs"), _("to shut")]
    return [heads] + [
        [
            str(texts.choice(option)),
            say(option.worth),
            say(option.cost) if option.cost is not None else NONE,
            say(option.shut),
        ]
        for option in options
    ]


def _shortest(said: Message) -> str:
    return said.wordings[-1]


def _width(rows: Sequence[Sequence[str]]) -> int:
    columns = zip(*rows, strict=True)
    return len(OTHER) + sum(max(map(len, column)) + len(GAP) for column in columns) - len(GAP)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    """Write the name at the left end of its column, the rest at the right ends of theirs."""
    name, *rest = zip(row, widths, strict=True)
    cells = (name[0].ljust(name[1]), *(cell.rjust(width) for cell, width in rest))
    return GAP.join(cells)
