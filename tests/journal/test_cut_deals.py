"""The power goes at every write of an evening of Luk Fu: hands and hidden cards are as before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.rig.deals import DealJudge, Played, deal_cuts, play
from tests.journal.rig.storage import fast_folder
from tests.journal.rig.sweeps import tried
from tests.journal.rig.vfs import RigUnavailableError


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder() as folder:
        yield folder


@pytest.fixture
def evening(folder: Path) -> Played:
    try:
        return play(folder)
    except RigUnavailableError as exc:
        pytest.skip(str(exc))


def test_after_a_cut_at_any_write_the_match_is_as_it_was_with_its_hands(
    evening: Played, folder: Path
) -> None:
    judge = DealJudge(folder, evening)

    assert tried(deal_cuts(evening.log, judge, seeds=1)) == []
    assert judge.images > 300
    assert judge.goes_on > 200
    assert judge.deals_anew > 5
