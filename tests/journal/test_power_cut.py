"""The power goes at any moment: what was synced is there, in order, without gaps."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path

import pytest

from stbpi.games.events import Covered, Event, MatchStarted, Rolled, TileDown
from stbpi.journal.store import Journal

ROOT = Path(__file__).parents[2]
CUTS = 20

# Says its boot and, after each sync, the last number that is on the disk now. Each command has
# three events, so that a torn one can be seen.
PLAYER = """
import sys
from pathlib import Path
from stbpi.games.events import Covered, Rolled, TileDown
from stbpi.journal.store import Journal
journal = Journal(Path(sys.argv[1]))
print("boot", journal.boot, flush=True)
k = 0
while True:
    for _ in range(k % 4 + 1):
        k += 1
        journal.record(
            (
                Rolled(player=1, dice=(1, 2), total=3, k=k),
                TileDown(tile=3),
                Covered(player=1, tiles=(3,), standing=(1, 2)),
            ),
            t=k,
            wall=None,
        )
    journal.sync()
    print("synced", journal.last_n, flush=True)
"""


def play_until_the_power_goes(
    path: Path, *, after_lines: int, seconds: float
) -> list[tuple[str, int]]:
    """Play in a process that is killed so long after it said so much; return what it said."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        said = "".join(player.stdout.readline() for _ in range(after_lines))
        with suppress(subprocess.TimeoutExpired):
            player.wait(timeout=seconds)
        still_played = player.poll() is None
        player.kill()
        said += player.stdout.read()
    assert still_played, said
    whole_lines = said[: said.rfind("\n") + 1].splitlines()
    return [(word, int(number)) for word, number in (line.split() for line in whole_lines)]


@pytest.mark.field("F1")
@pytest.mark.field("C9")
def test_what_was_synced_survives_every_kill_in_order_and_without_gaps(path: Path) -> None:
    chance = random.Random()
    synced = 0
    boots: set[int] = set()
    boot = 0
    for cut in range(CUTS):
        for word, number in play_until_the_power_goes(
            path, after_lines=cut % 4, seconds=chance.uniform(0.0, 0.1)
        ):
            if word == "boot":
                boot = number
            else:
                synced = number
                boots.add(boot)
                assert boot == max(boots)
    with closing(Journal(path)) as journal:
        found = list(journal.events())
        assert journal.boot > max(boots)

    assert len(found) >= synced > 0
    assert [r.n for r in found] == list(range(1, len(found) + 1))
    assert boots <= {r.boot for r in found}
    for _, of_a_boot in groupby(found, key=lambda r: r.boot):
        kinds = [r.event.e for r in of_a_boot]
        assert kinds == ["rolled", "tile_down", "covered"] * (len(kinds) // 3)


@pytest.mark.field("F1")
def test_a_write_ahead_file_cut_off_anywhere_leaves_a_beginning(tmp_path: Path) -> None:
    """A card may have written any part of the last blocks before the power went."""
    commands: list[tuple[Event, ...]] = [
        (MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),),
        (Rolled(player=1, dice=(1, 2), total=3, k=1),),
        (TileDown(tile=3), Covered(player=1, tiles=(3,), standing=(1, 2))),
    ]
    path = tmp_path / "journal.db"
    ends = {0}
    with closing(Journal(path)) as journal:
        for events in commands:
            journal.record(events, t=1, wall=None)
            ends.add(journal.sync()[-1].n)
        whole = tuple(journal.events())
        database = path.read_bytes()
        ahead = path.with_name("journal.db-wal").read_bytes()
    lengths = set()
    for cut in range(0, len(ahead) + 1, 409):
        folder = tmp_path / "cut"
        folder.mkdir()
        (folder / "journal.db").write_bytes(database)
        (folder / "journal.db-wal").write_bytes(ahead[:cut])
        with closing(Journal(folder / "journal.db")) as journal:
            found = tuple(journal.events())
        shutil.rmtree(folder)

        assert found == whole[: len(found)]
        lengths.add(len(found))

    assert lengths <= ends
    assert len(lengths) > 1
