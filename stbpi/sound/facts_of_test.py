"""Facts of the hardware test: what is worth a sound while the box is tested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stbpi.scene import Scene
from stbpi.service import page as test_page
from stbpi.sound.cues import Cue, Fact

OF_TEST_PAGES: Mapping[test_page.Page, Cue] = {
    test_page.Page.HOLD_ON: Cue.HOLD_ON,
    test_page.Page.LET_GO: Cue.TEST_BEGINS,
    test_page.Page.BUZZER: Cue.BUZZER_TEST,
}
"""What is heard when a page of the hardware test comes up."""


def of_test(before: Scene | None, page: test_page.Page) -> Iterator[Fact]:
    is_new = before is None or before.test is None or before.test.page is not page
    if is_new and page in OF_TEST_PAGES:
        yield Fact(OF_TEST_PAGES[page])
