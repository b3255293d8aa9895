"""The power goes at every write of a match with committed dice: the same dice fall afterwards.

Nobody re-rolls by pulling the plug: what was not on the disk falls the same way again, since its
bytes are on the disk together with the commitment to them, or neither is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import rmtree

import pytest

from stbpi.dice.cup import Cup
from stbpi.dice.lot import Lot
from stbpi.dice.source import RandomDice
from stbpi.dice.verify import Fact, check
from stbpi.games.events import DiceCommitted, DiceRevealed, Event, MatchEnded, Rolled, encode
from stbpi.journal.resume import past
from stbpi.journal.store import Journal
from tests.dice.logs import ENDED, STARTED, Seeds
from tests.journal.rig.checks import moments, variants
from tests.journal.rig.cuts import Disk, Image
from tests.journal.rig.match import JOURNAL
from tests.journal.rig.storage import Storage, fast_folder
from tests.journal.rig.vfs import RigUnavailableError, watched_by

THROWS = 4
WORD = "BOXED"
MATCHES = 2


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder() as folder:
        yield folder


def play(path: Path) -> None:
    """Play matches, each event written when it happens; match m throws from bytes m."""
    with closing(Journal(path)) as journal:
        cup = Cup(Seeds(), (), {})

        def happen(*events: Event) -> None:
            is_open = not any(isinstance(event, MatchEnded) for event in events)
            following = cup.follow(events, is_open=lambda: is_open)
            journal.record((*events, *following), t=1, wall=None, secrets=cup.secrets)
            journal.sync()

        for _ in range(MATCHES):
            happen(STARTED)
            happen(*cup.with_word(WORD))
            for k in range(1, THROWS + 1):
                dice = cup.throw(2)
                happen(Rolled(player=1, dice=dice, total=sum(dice), k=k))
            happen(ENDED)


def put(folder: Path, image: Image) -> Path:
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)
    return folder / JOURNAL


def test_after_a_cut_at_any_write_the_same_dice_fall(folder: Path) -> None:
    storage = Storage()
    try:
        with watched_by(storage):
            play(folder / JOURNAL)
    except RigUnavailableError as exc:
        pytest.skip(str(exc))
    disk = Disk()
    looked = [
        falls_as_before(put(folder / "cut", image))
        for n, _ in moments(storage.log, disk, is_wanted=lambda _: True)
        for _, image in variants(disk, n, seeds=3)
    ]

    assert len(looked) > 100
    assert sum(looked) > 30


def falls_as_before(path: Path) -> bool:
    """Start the program on what a cut has left; return whether it goes on with a match."""
    with closing(Journal(path)) as journal:
        last, before = journal.found.last, past(journal, wall=None)
        recorded = tuple(journal.events())
    found = check(
        Fact(n=it.n, at=it.n, match=it.match, e=it.event.e, members=encode(it.event))
        for it in recorded
    )
    assert [it.problem for it in found if it.problem] == []
    is_hidden = any(isinstance(event, DiceCommitted) for event in before.match)
    is_over = any(isinstance(event, DiceRevealed) for event in before.match)
    assert len(before.secrets) == (is_hidden and not is_over)
    if last is None or is_over:
        return False
    thrown = sum(isinstance(event, Rolled) for event in before.match)
    word = WORD if thrown else next(_words(before.match))
    expected = Lot(seed=bytes([last.number] * 32), word=word, k=thrown + 1).dice(2)
    assert Cup(RandomDice(), before.match, before.secrets).throw(2) == expected
    return True


def _words(match: tuple[Event, ...]) -> Iterator[str]:
    """Iterate over the words that went in, the last one first."""
    return (event.word for event in reversed(match) if isinstance(event, DiceCommitted))
