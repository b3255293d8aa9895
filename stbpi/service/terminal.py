"""The terminal of the hardware test: keys that work at once, and three ways of telling.

`Live` paints the whole screen anew after every change, `Plain` writes a line for each change
where there is no screen, `Objects` a JSON object a line for programs.

Never: knows a pin. Keep: whatever ends the program, the terminal is as it was before.
"""

from __future__ import annotations

import json
import os
import termios
import textwrap
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

from stbpi.language import _
from stbpi.service import keys, told
from stbpi.service.page import HardwareView, Input, Page

_ALTERNATE, _NORMAL = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_MARKS = ("# ", "> ", "* ", "  ")
_BOLD, _REVERSE, _PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[0m"


@contextmanager
def keys_at_once(stream: TextIO) -> Iterator[None]:
    """Let a terminal hand over every key as it is pressed, and show none."""
    if not stream.isatty():
        yield
        return
    number = stream.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        now = termios.tcgetattr(number)
        now[6][termios.VSUSP] = b"\x00"  # Ctrl-Z would leave a shell on this screen
        termios.tcsetattr(number, termios.TCSANOW, now)
        yield
    finally:
        termios.tcsetattr(number, termios.TCSANOW, before)


def read_keys(number: int) -> list[str]:
    """Read what has been pressed, as wishes (`keys`); `QUIT` at the end of the input, too.

    Args:
        number: of the file.
    """
    try:
        data = os.read(number, 1024)
    except BlockingIOError:
        return []
    except OSError:  # the terminal is gone
        return [keys.QUIT]
    if not data:
        return [keys.QUIT]
    text = data.decode(errors="replace")
    wishes = [] if text.startswith("\x1b") else map(keys.wish, text)
    return [wish for wish in wishes if wish is not None]


class Teller(Protocol):
    """Tells a person, or a program, what the test shows."""

    def show(self, view: HardwareView, fault: str) -> None:
        """Tell what has changed.

        Args:
            view: what is to be shown.
            fault: what is wrong with the display; empty if nothing is.
        """
        ...

    def end(self, view: HardwareView, to_fix: list[str]) -> None:
        """Tell what is to be fixed."""
        ...


class Live:
    """Paints a terminal."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    @contextmanager
    def open(self) -> Iterator[None]:
        """Take the terminal's screen, and give it back."""
        try:
            self._write(_ALTERNATE)
            yield
        finally:
            self._write(_NORMAL)

    def show(self, view: HardwareView, fault: str) -> None:
        size = os.get_terminal_size(self._out.fileno())
        width = max(size.columns - 1, 1)
        lines = [part for line in _screen(view, fault) for part in _fitted(line, width)]
        painted = [_style(line) + _CLEAR_LINE for line in lines[: size.lines - 1]]
        last = f"{_BOLD}{keys.line()[:width]}{_PLAIN}{_CLEAR_LINE}"
        self._write(_HOME + "\n".join([*painted, last]) + _CLEAR_BELOW)

    def end(self, view: HardwareView, to_fix: list[str]) -> None:
        _print_end(view, to_fix, self._out)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


class Plain:
    """Writes a line for each change."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._changes = _Changes()

    def show(self, view: HardwareView, fault: str) -> None:
        for one in self._changes.inputs(view):
            self._line(told.line_of(one))
        if self._changes.is_new(("page", view.page, view.part, view.seen, view.pattern, view.lamp)):
            for line in told.page(view):
                self._line(line)
        if self._changes.is_new(("display", fault)) and fault:
            self._line(told.of_fault(fault))

    def end(self, view: HardwareView, to_fix: list[str]) -> None:
        _print_end(view, to_fix, self._out)

    def _line(self, text: str) -> None:
        print(text, file=self._out, flush=True)


class Objects:
    """Writes a JSON object a line for each change, and one with the result."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._changes = _Changes()

    def show(self, view: HardwareView, fault: str) -> None:
        for one in self._changes.inputs(view):
            self._line(told.object_of_input(one))
        if self._changes.is_new(("page", view.page, view.part, view.has_cable)):
            self._line(told.object_of_page(view))
        if self._changes.is_new(("display", fault)) and fault:
            self._line({"display": fault})

    def end(self, view: HardwareView, to_fix: list[str]) -> None:
        self._line(told.object_of_result(view.result, to_fix))

    def _line(self, value: dict[str, object]) -> None:
        print(json.dumps(value), file=self._out, flush=True)


class _Changes:
    """Finds what has changed since it was told last."""

    def __init__(self) -> None:
        self._told: dict[object, object] = {}

    def inputs(self, view: HardwareView) -> list[Input]:
        """Return the inputs that have changed; a noisy one is told once, not each time."""
        found = []
        for one in view.inputs:
            level = None if one.state == "noisy" else one.down
            if self.is_new((one.part, one.state, level, one.moves)):
                found.append(one)
        return found

    def is_new(self, what: tuple[object, ...]) -> bool:
        """Say whether something (its name first) is not as it was."""
        name, *now = what
        if self._told.get(name) == now:
            return False
        self._told[name] = now
        return True


def _screen(view: HardwareView, fault: str) -> Iterator[str]:
    title = _("stbpi hardware test: {page}").format(page=told.TITLES.get(view.page, ""))
    yield f"# {title}"
    yield ""
    yield from told.page(view)
    if fault:
        yield told.of_fault(fault)
    yield ""
    if view.page is not Page.RESULT:
        heading, *rows = told.table(view)
        yield f"  {heading}"
        for one, row in zip(view.inputs, rows, strict=True):
            mark = ">" if one.down else "*" if one.part == view.part else " "
            yield f"{mark} {row}"
        yield ""


def _fitted(line: str, width: int) -> list[str]:
    """Cut a title or a row of the table to a width; other lines go on in the next one."""
    if line[:2] in _MARKS:
        return [line[:width]]
    return textwrap.wrap(line, width) or [""]


def _style(line: str) -> str:
    """Make the title bold, and reverse the inputs that are down."""
    if line.startswith("# "):
        return f"{_BOLD}{line[2:]}{_PLAIN}"
    return f"{_REVERSE}{line}{_PLAIN}" if line.startswith("> ") else line


def _print_end(view: HardwareView, to_fix: list[str], out: TextIO) -> None:
    correction = view.result.correction
    for line in to_fix:
        print(f"! {line}", file=out)
    if correction is not None:
        section = f"[{correction.section}]"
        print(_("For the configuration, under {section}:").format(section=section), file=out)
        print("\n".join(told.toml(correction)), file=out)
    print(_("Fix what is told above.") if to_fix else _("All well."), file=out, flush=True)


def is_screen(stream: TextIO) -> bool:
    """Say whether a stream can be painted."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


if TYPE_CHECKING:
    _fits: tuple[Callable[..., Teller], ...] = (Live, Plain, Objects)
