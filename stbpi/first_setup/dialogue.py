"""Questions and answers, line by line, in a terminal or wherever a person reads and types.

Every question has an answer already, which an empty line takes; one that can't be is asked again.

Never: knows what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO, TypeVar

from stbpi.errors import StbError
from stbpi.language import SOURCE, _, message, speaking

T = TypeVar("T")

# TRANSLATORS: the first letter is enough as an answer: another one than that of "no"
YES = message("yes")
# TRANSLATORS: the first letter is enough as an answer: another one than that of "yes"
NO = message("no")


class Refused(Exception):
    """An answer that can't be; says why."""


class Dialogue:
    """A conversation with one person.

    Args:
        keyboard: where answers come from.
        out: where questions go.
    """

    def __init__(self, keyboard: TextIO, out: TextIO) -> None:
        self.keyboard = keyboard
        self._out = out

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            print(line, file=self._out, flush=True)

    def ask(self, question: str, default: T, read: Callable[[str], T], *, shown: str = "") -> T:
        """Ask until there is an answer.

        Args:
            question: a whole sentence.
            default: the answer of an empty line.
            read: understands what is typed, or raises `Refused`.
            shown: the default as it would be typed; by default as it is printed.

        Raises:
            StbError: nobody answers any more.
        """
        while True:
            print(f"{question} [{shown or default}] ", end="", file=self._out, flush=True)
            line = self.keyboard.readline()
            if not line:
                self.say("")
                raise StbError(_("The questions were not answered to the end."))
            if not line.strip():
                return default
            try:
                return read(line.strip())
            except Refused as exc:
                self.say(str(exc))

    def yes(self, question: str, *, default: bool = True) -> bool:
        """Ask whether it is so."""
        return self.ask(question, default, _yes_or_no, shown=str(YES if default else NO))

    def choose(self, question: str, options: Mapping[str, str], default: str) -> str:
        """Ask for one of several answers.

        Args:
            question: a whole sentence.
            options: the answers as they are typed, each with what it means.
            default: one of them.
        """
        width = max(map(len, options))
        self.say(question, *(f"  {option:{width}}  {about}" for option, about in options.items()))

        def read(text: str) -> str:
            if text not in options:
                raise Refused(_("One of these: {options}").format(options=", ".join(options)))
            return text

        return self.ask(_("Which one?"), default, read)


def _yes_or_no(text: str) -> bool:
    with speaking(SOURCE):
        english = {str(YES): True, str(NO): False}
    for word, meaning in ({str(YES): True, str(NO): False} | english).items():
        if word.startswith(text.lower()):
            return meaning
    raise Refused(_("{yes} or {no}?").format(yes=YES, no=NO))
