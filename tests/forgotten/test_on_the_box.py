"""What a box shows, says and records, with a name that is forgotten before or meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from stbpi.config import Config
from stbpi.daemon import NAMES_S
from stbpi.desk.page import Menu
from stbpi.forgotten import list_of
from stbpi.forgotten.names import NOBODY, forgotten, write
from stbpi.games.events import PlayerSeated
from stbpi.games.game import EndMatch, StartMatch, all_tiles
from stbpi.journal.recorded import Recorded
from stbpi.journal.store import Journal
from stbpi.recording.parts import recorded
from stbpi.recording.recorder import Recorder
from stbpi.scene import Scene
from stbpi.sim.app_resume import as_shown, last_match_in
from stbpi.sim.simulation import Simulation, Watchers
from stbpi.sim.virtual import VirtualClock, run
from tests.books.journals import MONDAY
from tests.doubles import SeededDice
from tests.forgotten.past import LETTERS, NAME, box_in, forget, tells

NAMES = (NAME, "Bo")

LOOKED_S = NAMES_S + 1


class Box:
    """A simulated box, and all that somebody beside it saw and heard.

    Attributes:
        box: it.
        scenes, lines: what was to be seen, and the lines that were spoken.
        events: what was told of its events.
    """

    def __init__(self, journal: Path, recording: Path) -> None:
        config = Config()
        config = replace(
            config,
            display=replace(config.display, driver="none"),
            players=replace(config.players, names=NAMES),
            sound=replace(config.sound, audio=True),
        )
        self.scenes: list[Scene] = []
        self.lines: list[str] = []
        self.events: list[Recorded] = []
        self.recorder = Recorder(recording)
        loop = asyncio.get_running_loop()
        self.box = Simulation(
            config,
            dice=SeededDice(1),
            journal=journal,
            make_clock=lambda: VirtualClock(loop, wall=MONDAY + 20 * 3600),
            watchers=Watchers(scene=self.scenes.append, events=self.events.extend, line=self._hear),
            around=lambda parts: recorded(parts, config, self.recorder),
        )

    def _hear(self, line: object) -> None:
        self.lines.append(str(line))

    @property
    def names(self) -> list[str]:
        """The names that are to be seen now."""
        return [player.name for player in self.scenes[-1].view.players]

    def all_that_was_told(self) -> str:
        posters = self.box.daemon.table.books.posters(self.scenes[-1].view)
        lines = [str(line) for poster in posters for line in poster.lines]
        pages = [str(scene.page) for scene in self.scenes]
        views = [str(scene.view.players) for scene in self.scenes]
        return "\n".join((*self.lines, *lines, *pages, *views, *map(repr, self.events)))


def told(story: Callable[[Box], Awaitable[None]], journal: Path, recording: Path) -> None:
    async def main() -> None:
        it = Box(journal, recording)
        try:
            await it.box.start()
            await story(it)
        finally:
            await it.box.stop()
            it.recorder.close()

    run(main(), threads=False)


def test_a_box_tells_nothing_of_a_name_that_is_forgotten(tmp_path: Path) -> None:
    path, recording = box_in(tmp_path), tmp_path / "evening.stbrec"
    forget(path, NAME, LETTERS)

    async def story(it: Box) -> None:
        box = it.box
        await box.settle()
        assert it.names == ["N.N. 1", "Cid"]  # the match that was left open

        command = StartMatch(
            game="shut_the_box", names=NAMES, preset="luk_kassen", house_rules=(("rounds", 1),)
        )
        await box.start_match(command)
        await box.lift(all_tiles(9))
        await box.press()
        assert it.names == ["N.N. 1", "Bo"]

        await box.cut_power()
        assert it.names == ["N.N. 1", "Bo"]

        await box.operate(EndMatch())
        await asyncio.sleep(5)
        posters = box.daemon.table.books.posters(it.scenes[-1].view)
        assert "N.N. 1" in {str(one).split(":")[0] for poster in posters for one in poster.lines}
        assert tells(it.all_that_was_told()) == []

    told(story, path, recording)

    assert tells(recording.read_text("ascii")) == []
    with closing(Journal(path)) as journal:
        match = journal.last_match()
        assert match is not None
        seated = [one.event for one in match.events if isinstance(one.event, PlayerSeated)]
        assert [one.player for one in seated] == [*NAMES]


def test_a_name_is_forgotten_and_comes_back_while_the_box_plays(tmp_path: Path) -> None:
    path = tmp_path / "anchor.db"

    async def story(it: Box) -> None:
        box = it.box
        await box.settle()
        assert it.names == [NAME]  # as the set-up has it
        await box.press()
        page = it.scenes[-1].page
        assert isinstance(page, Menu)
        assert [line.key for line in page.lines] == [NAME, "Bo", "P1"]
        await asyncio.sleep(61)  # nobody chooses

        write(path, forgotten(path).with_name(NAME, taken=()))
        await asyncio.sleep(LOOKED_S)
        await box.press()
        page = it.scenes[-1].page
        assert isinstance(page, Menu)
        assert [line.key for line in page.lines] == ["Bo", "P1"]

        await box.start_match(
            StartMatch(game="shut_the_box", names=NAMES, preset="luk_kassen", house_rules=())
        )
        assert it.names == ["N.N. 1", "Bo"]

        for change, names in (
            (lambda: write(path, forgotten(path).without(NAME)), [*NAMES]),
            (lambda: list_of(path).write_text("nothing that can be read"), [NOBODY, NOBODY]),
            (lambda: list_of(path).unlink(), [*NAMES]),
        ):
            change()
            await asyncio.sleep(LOOKED_S)  # nobody touches the box
            assert it.names == names

    told(story, path, tmp_path / "evening.stbrec")


def test_the_simulator_shows_the_match_that_was_left_without_the_name(tmp_path: Path) -> None:
    path = box_in(tmp_path)
    forget(path, NAME)
    last = last_match_in(path)
    assert last is not None

    assert NAME in tells(repr(last))
    assert tells(repr(as_shown(last, path))) == []
