"""The lines of the live view, for a width and a height.

Never: needs a terminal; decides what is worth showing beyond what there is room for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.text import Text

from stbpi.collector.intake import Box
from stbpi.collector.picture import Picture
from stbpi.collector.ranges import Run
from stbpi.collector.words import standing
from stbpi.language import _, number, plural

NAME = 12
BAR = 10
STATE = 16
COUNT = 9

HEAD = "bold #ffd23f"
DIM = "#7d879c"
BAD = "#ff8f70"
GOOD = "#9be28f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What stands in the first line.

    Attributes:
        ports: how many lines are open.
        damaged: pieces that could not be stored as events.
        wall: the time in epoch seconds.
    """

    ports: int
    damaged: int
    wall: int


def title(picture: Picture, boxes: Mapping[str, Box], numbers: Numbers) -> str:
    """Say what there is, in one line."""
    return " · ".join(
        (
            "stbpi collect",
            plural("{n} box", "{n} boxes", len(boxes)),
            plural("{n} open line", "{n} open lines", numbers.ports),
            _("{rate} events/s").format(rate=number(picture.rate)),
            plural("{n} piece kept apart", "{n} pieces kept apart", numbers.damaged),
        )
    )


def lines(
    picture: Picture, boxes: Mapping[str, Box], numbers: Numbers, *, width: int, height: int
) -> list[Text]:
    """Return the lines: boxes and their matches, what happened last, and at the end notices."""
    above = [line for name in sorted(boxes) for line in _of_box(picture, boxes[name], numbers.wall)]
    if not above:
        above = [Text(_("Waiting for a box to say its name."), style=DIM)]
    said = [Text(str(notice.text), style=BAD) for notice in list(picture.notices)[-3:]]
    room = max(height - len(said) - 1, 3)
    above = above[: max(room - 3, 2)]
    last = list(picture.last)[-max(room - len(above), 1) :]
    told = [_event(*one) for one in last]
    gap = [Text("")] * max(room - len(above) - len(told), 0)
    shown = [*above, Text(""), *told, *gap, *said]
    for line in shown:
        line.truncate(width, overflow="ellipsis")
    return shown


def _of_box(picture: Picture, box: Box, wall: int) -> Iterator[Text]:
    line = Text(f"{box.name:<{NAME}} ", style=HEAD)
    line.append(f"{_state(box, wall):<{STATE}} ", style=GOOD if box.ports else DIM)
    line.append_text(_progress(box))
    line.append(f" {number(_stored(box)):>{COUNT}} ")
    gaps = box.known.gaps(box.known.end)
    if gaps:
        line.append(_("missing: {events}").format(events=runs(gaps)), style=BAD)
    yield line
    if box.name in picture.matches:
        match = picture.matches[box.name]
        view = picture.followed[box.name].view()
        yield Text(f"{'':<{NAME}} {standing(match, view)}")


def _state(box: Box, wall: int) -> str:
    if box.ports:
        return _("connected")
    if not box.seen:
        return _("not heard yet")
    minutes = max(wall - box.seen, 0) // 60
    if minutes < 60:
        return _("heard {n} min ago").format(n=minutes)
    if minutes < 48 * 60:
        return _("heard {n} h ago").format(n=minutes // 60)
    return _("heard {n} days ago").format(n=minutes // (24 * 60))


def _progress(box: Box) -> Text:
    """Draw how much of what the box has is stored."""
    there = box.last - sum(last - first + 1 for first, last in box.missing)
    share = there / box.last if box.last else 1.0
    full = BAR if share == 1 else min(int(share * BAR), BAR - 1)
    bar = Text("█" * full, style=GOOD)
    bar.append("░" * (BAR - full), style=DIM)
    bar.append(f" {int(share * 100):>3} %")
    return bar


def _stored(box: Box) -> int:
    lacking = sum(last - first + 1 for first, last in (*box.missing, *box.absent.runs))
    return max(box.last - lacking, 0)


def runs(gaps: tuple[Run, ...], most: int = 3) -> str:
    """Write runs of numbers, the first ones.

    >>> runs(((4, 4), (6, 9)))
    '4, 6-9'
    """
    written = [f"{a}-{b}" if a != b else str(a) for a, b in gaps[:most]]
    return ", ".join([*written, *(["…"] if len(gaps) > most else [])])


def _event(box: str, n: int, text: str) -> Text:
    line = Text(f"{box:<{NAME}} ", style=DIM)
    line.append(f"{n:>8} ", style=DIM)
    line.append(text)
    return line
