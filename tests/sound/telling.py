"""A box by ear without a box: views follow each other, and what is said of them is handed on."""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.examples import scene
from stbpi.games.game import View
from stbpi.scene import Held, Scene
from stbpi.sound.cues import Fact
from stbpi.sound.facts import facts
from stbpi.sound.phrase import Spelling, phrase
from stbpi.sound.speech import BRIEF, FULL, HELPFUL, line


class Told:
    """Tells views in audio mode.

    Attributes:
        news: the facts of the last view.
        all: those of all views.
    """

    def __init__(self, first: View) -> None:
        self.news: tuple[Fact, ...] = ()
        self.all: list[Fact] = []
        self._before = by_ear(first)

    def view(self, view: View, *, let_go: Held = Held.NOT) -> str:
        """Show a view; return what is spoken.

        Args:
            view: the next one.
            let_go: the button has just been let go of, and would have done this.
        """
        after = by_ear(view)
        self.news = facts(replace(self._before, held=let_go), after)
        self.all += self.news
        self._before = after
        for fact in self.news:
            assert_told(fact)
        return line(self.news, language="en", verbosity=FULL)


def by_ear(view: View) -> Scene:
    return replace(scene(view), is_audio=True)


def assert_told(fact: Fact) -> None:
    """A fact has tones in every spelling, and words in every degree."""
    for spelling in (None, *Spelling):
        assert phrase(fact, spelling=spelling).tones
    lengths = [len(line([fact], language="en", verbosity=v)) for v in (BRIEF, FULL, HELPFUL)]
    assert 0 < lengths[0] <= lengths[1] <= lengths[2]
