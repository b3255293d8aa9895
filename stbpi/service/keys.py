"""The keys of the hardware test in a terminal: letters that people of a language find natural.

Each key is the first letter of what is shown for it; Enter, a blank and `n` go on in every
language, Ctrl-D leaves, and English letters work wherever they are not taken.

Never: reads a key. Keep: no two keys of a language have the same letter, and none has `n`.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.language import SOURCE, Message, message, speaking

NEXT, SKIP, BACK, QUIT = "next", "skip", "back", "quit"

_ALWAYS = {**dict.fromkeys(("\r", "\n", " ", "n"), NEXT), "\x04": QUIT}

_SHOWN: Mapping[str, Message] = {
    NEXT: message("Enter next"),
    # TRANSLATORS: the first letter is the key: a small letter, another one than n and the others
    SKIP: message("s skip"),
    # TRANSLATORS: the first letter is the key: a small letter, another one than n and the others
    BACK: message("b back"),
    # TRANSLATORS: the first letter is the key: a small letter, another one than n and the others
    QUIT: message("q quit"),
}


def line() -> str:
    """Say which keys there are."""
    return "   ".join(map(str, _SHOWN.values()))


def letter(wish: str) -> str:
    """Return the letter that asks for something in the current language."""
    return "n" if wish == NEXT else str(_SHOWN[wish])[0]


def wish(key: str) -> str | None:
    """Say what a key asks for: `NEXT`, `SKIP`, `BACK` or `QUIT`; `None` if nothing."""
    with speaking(SOURCE):
        english = {letter(wish): wish for wish in (SKIP, BACK, QUIT)}
    own = {letter(wish): wish for wish in (SKIP, BACK, QUIT)}
    return {**english, **own, **_ALWAYS}.get(key)
