"""The lines of the terminal app in colour: its title, what is asked for, what the keys do.

Never: holds a word of its own but for the app itself; `app_words` says what is to be said.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from stbpi.language import _
from stbpi.scene import Scene
from stbpi.sim import app_words
from stbpi.sim.app_record import Recording

NAME = "stbpi simulator"
GAP = "  "
SIGNS = {Recording.WAITS: "○", Recording.ON: "●"}


def title_line(
    scene: Scene,
    *,
    recording: Recording,
    pace: float,
    wrong: Iterable[str],
    sound: str,
    width: int,
) -> Text:
    """Say what is played, what is unusual about it and, at the right end, what sounds.

    Args:
        scene: what is looked at.
        recording: whether the match is recorded.
        pace: how fast time runs on the box.
        wrong: what is wrong with the box, as lines of a scenario.
        sound: what sounds; nothing in silence.
        width: how wide the line is.
    """
    title = Text(f"{NAME}{GAP}", style="bold", no_wrap=True)
    if recording in SIGNS:
        recorded = _("rec")
        title.append(f"{SIGNS[recording]} {recorded}  ", style="#ff6b5e")
    if pace != 1:
        title.append(f"× {pace:g}  ", style="#ffd23f")
    for line in wrong:
        title.append(f"{line} · ", style="not bold #ff9a8a")
    title.append(app_words.title(scene), style="not bold")
    return _with_note(title, f"♪ {sound}", width=width) if sound else title


def request_line(scene: Scene, *, is_past: bool) -> Text:
    """Say whose turn it is and what the box asks for."""
    said = (
        _("Looking back, End: now") if is_past else "",
        app_words.turn(scene),
        app_words.request(scene),
    )
    return Text(" · ".join(words for words in said if words))


def _with_note(title: Text, said: str, *, width: int) -> Text:
    """Put a note at the right end of a line, whose own end makes room for it."""
    note = Text(said, style="bold #ffd23f")
    note.truncate(width - len(f"{NAME}…{GAP}"), overflow="ellipsis")
    title.truncate(width - note.cell_len - len(GAP), overflow="ellipsis", pad=True)
    return title.append(GAP).append_text(note)


def key_line(scene: Scene, tile_count: int, *, width: int) -> Text:
    """Say what the most important keys do now."""
    line = Text(no_wrap=True)
    for key, deed in app_words.fitting(app_words.keys(scene, tile_count), width):
        line.append(key, style="bold #ffe9c9").append(f" {deed}  ")
    return line
