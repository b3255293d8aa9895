"""The scenario runner: plays a script on a simulated box in virtual time.

Never: judges anything but by the public state (`scene.public`) and the recorded events. Rule:
DESIGN.md section 6.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_never

from stbpi.clock import EARLIEST_WALL
from stbpi.config import Config
from stbpi.config_sections import RulesSection
from stbpi.dice import ScriptedDice
from stbpi.errors import DiceRanOut, ExpectationError, RulesError, ScriptError, StbError
from stbpi.games.events import PlayerSeated
from stbpi.games.game import (
    SetRule,
    StartMatch,
    StopTurn,
    Tile,
    Tiles,
    Undo,
    all_tiles,
    tiles,
)
from stbpi.games.registry import DEFAULT, GAMES
from stbpi.journal.recorded import Recorded
from stbpi.scene import public
from stbpi.sim import script
from stbpi.sim.contacts import Contact
from stbpi.sim.script import Step
from stbpi.sim.simulation import Simulation, Watchers, with_tiles
from stbpi.sim.virtual import VirtualClock, run

MOST_TILES = 12


def play_file(path: Path, *, tell: Callable[[str], None]) -> None:
    """Play a scenario file.

    Args:
        path: the file.
        tell: called with each event as a line of JSON, when it is on the simulated disk.

    Raises:
        ScriptError: the file can't be read or carried out.
        ExpectationError: an `expect` did not hold.
        StbError: a step was refused.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else "it is no text in UTF-8"
        raise ScriptError(f"{path}: can't be read: {reason}") from exc
    steps = script.read(text, path=str(path))
    with TemporaryDirectory(prefix="stbpi-") as directory:
        scenario = Scenario(path=str(path), journal=Path(directory) / "journal.db", tell=tell)
        run(scenario.play(steps))


class Scenario:
    """One run of a script.

    Args:
        path: the script's name, for the errors.
        journal: a file that does not exist yet.
        tell: called with each event as a line of JSON.
    """

    def __init__(self, *, path: str, journal: Path, tell: Callable[[str], None]) -> None:
        self._config = Config()
        self._path = path
        self._journal = journal
        self._tell = tell
        self._line = 0
        self._game = DEFAULT
        self._dice = ScriptedDice()
        self._box: Simulation | None = None
        self._jumped_s = 0.0
        self._clock: VirtualClock | None = None
        self._searched: dict[str, tuple[int, int]] = {}

    async def play(self, steps: Sequence[Step]) -> None:
        """Play all steps; raises what `play_file` raises."""
        try:
            try:
                await self._play(steps)
            finally:
                if self._box is not None:
                    await self._box.stop()  # raises once more what the program has ended with
        except (DiceRanOut, RulesError) as exc:
            raise self._error(exc.what, exc.do) from exc

    async def _play(self, steps: Sequence[Step]) -> None:
        following = dict(pairwise(steps))
        for step in steps:
            self._line = step.line
            after = following.get(step)
            if after is not None and isinstance(after.action, script.ExpectError):
                await self._refused(step, after.action, line=after.line)
            else:
                await self._do(step)

    async def _refused(self, step: Step, wanted: script.ExpectError, *, line: int) -> None:
        """Do a step that must be refused, as the next line says."""
        expected = f"error {_written(wanted.kind, wanted.fields)}"
        try:
            await self._do(step)
        except ExpectationError:
            raise
        except StbError as exc:
            found = {key: _text(value) for key, value in vars(exc).items()}
            names = {kind.__name__ for kind in type(exc).__mro__}
            if wanted.kind in names and all(found.get(k) == v for k, v in wanted.fields):
                return
            fields = [(key, found.get(key, "-")) for key, _ in wanted.fields]
            self._line = line
            raise self._unmet(expected, f"error {_written(type(exc).__name__, fields)}") from exc
        self._line = line
        raise self._unmet(expected, "no error")

    async def _do(self, step: Step) -> None:
        match step.action:
            case script.Unreadable():
                raise step.action.error
            case script.Game() | script.Rules() | script.Players():
                await self._prepare(step.action)
            case script.DiceNumbers():
                self._dice.add(step.action.numbers)
            case script.Button():
                await (await self._playing()).press(step.action.seconds)
            case script.Down():
                await (await self._playing()).lower(self._on_box(step.action.tiles))
            case script.Up():
                await (await self._playing()).lift(self._on_box(step.action.tiles))
            case script.Wait():
                await self._wait(step.action.seconds)
            case script.PowerCut():
                await (await self._playing()).cut_power()
            case script.SetRule(field=field, value=value):
                await (await self._playing()).operate(SetRule(field=field, value=value))
            case script.Undo():
                await (await self._playing()).operate(Undo())
            case script.StopTurn():
                await (await self._playing()).operate(StopTurn())
            case script.Expect():
                await self._expect(step.action)
            case script.ExpectEvent():
                await self._expect_event(step.action)
            case script.ExpectError():
                pass  # the step before has seen to it
            case _:
                await self._fail(await self._playing(), step.action)

    async def _fail(self, box: Simulation, action: script.Failing) -> None:
        """Let something around the program go wrong, or be right again."""
        match action:
            case script.Bounce():
                self._contact(box, action.tile).bounce(action.ms, seed=self._line)
            case script.Noise():
                self._contact(box, action.tile).noise(action.hz, seed=self._line)
                if not action.hz:
                    await box.settle()
            case script.Stick(is_stuck=True):
                self._contact(box, action.tile).stick()
            case script.Stick():
                self._contact(box, action.tile).unstick()
                await box.settle()
            case script.Oled():
                if action.is_on:
                    box.panel.plug_in()
                else:
                    box.panel.unplug()
            case script.Disk():
                box.disk.is_full = action.is_full
            case script.Clock():
                assert self._clock is not None
                self._jumped_s += action.seconds
                self._clock.jump(action.seconds)
            case _:
                assert_never(action)

    async def _prepare(self, action: script.Game | script.Rules | script.Players) -> None:
        if self._box is not None:
            raise self._error("game, rules and players stand before everything else")
        match action:
            case script.Game():
                self._game = action.name
            case script.Rules():
                preset = action.preset or RulesSection().preset
                rules = GAMES[self._game]().check_rules(preset, action.house_rules)
                self._config = replace(
                    self._config, rules=RulesSection(preset=preset, house_rules=rules)
                )
            case script.Players():
                chosen = self._config.rules
                summary = GAMES[self._game]().summary(chosen.preset, chosen.house_rules)
                box = await self._playing(tiles=summary.tiles)
                await box.start_match(
                    StartMatch(
                        names=action.names, preset=chosen.preset, house_rules=chosen.house_rules
                    )
                )

    async def _playing(self, *, tiles: int = MOST_TILES) -> Simulation:
        """Return the box, which is built and started when it is first needed.

        Args:
            tiles: how many it has; without a `players` line all, since any preset can be chosen.
        """
        if self._box is None:
            self._box = Simulation(
                with_tiles(self._config, tiles),
                dice=self._dice,
                journal=self._journal,
                make_clock=self._make_clock,
                watchers=Watchers(scene=lambda _: None, events=self._print),
                game=self._game,
            )
            await self._box.start()
        return self._box

    def _make_clock(self) -> VirtualClock:
        """Make the clock of a start of the program; the wall clock runs on in between."""
        self._clock = VirtualClock(asyncio.get_running_loop(), wall=EARLIEST_WALL)
        self._clock.jump(self._jumped_s)
        return self._clock

    def _contact(self, box: Simulation, tile: Tile | None) -> Contact:
        if tile is not None:
            self._on_box(tiles(tile))
        return box.hand.contact(tile)

    def _on_box(self, tiles: Tiles) -> Tiles:
        assert self._box is not None
        count = self._box.tile_count
        if tiles & ~all_tiles(count):
            raise self._error(f"this box has tiles 1 to {count}")
        return tiles

    async def _wait(self, seconds: float) -> None:
        box = await self._playing()
        await asyncio.sleep(seconds)
        await box.settle()

    def _print(self, events: Iterable[Recorded]) -> None:
        for recorded in events:
            self._tell(recorded.line())

    # Expectations

    async def _expect(self, action: script.Expect) -> None:
        box = await self._playing()
        state = public(box.scene) | {"screen": box.daemon.display.screen}
        for key, _ in action.wanted:
            if key not in state:
                raise self._error(f"unknown key {key!r}", "Known are: " + ", ".join(state))
        wrong = [(key, state[key]) for key, value in action.wanted if state[key] != value]
        if wrong:
            missed = [(k, v) for k, v in action.wanted if state[k] != v]
            raise self._unmet(_written("", missed), _written("", wrong))

    async def _expect_event(self, action: script.ExpectEvent) -> None:
        """Search from behind the event that the last search of this name found.

        All that was recorded counts, be it on the disk or not.
        """
        recorded = (await self._playing()).disk.recorded
        behind = self._searched.get(action.name, (0, 0))
        last = "nothing like it"
        for one in recorded:
            if one.event.e != action.name or _place(one) <= behind:
                continue
            event = json.loads(one.line())
            seats = _seats(recorded, one.match)
            if all(_fits(event, key, value, seats) for key, value in action.fields):
                self._searched[action.name] = _place(one)
                return
            last = _written("event", [(k, _text(v)) for k, v in event.items() if k not in _HEAD])
        raise self._unmet(f"event {_written(action.name, action.fields)}", last)

    def _unmet(self, expected: str, found: str) -> ExpectationError:
        return ExpectationError(path=self._path, line=self._line, expected=expected, found=found)

    def _error(self, what: str, do: str = "") -> ScriptError:
        return ScriptError(what, do, path=self._path, line=self._line)


def _place(recorded: Recorded) -> tuple[int, int]:
    """Return what grows with every event; a number alone may be used again after a cut."""
    return recorded.boot, recorded.n


def _seats(recorded: Iterable[Recorded], match: int) -> dict[str, str]:
    """Return the seats of a match's players by their names."""
    return {
        one.event.player: str(one.event.seat)
        for one in recorded
        if one.match == match and isinstance(one.event, PlayerSeated)
    }


_HEAD = ("n", "boot", "match", "t", "wall", "e")


def _fits(event: dict[str, object], key: str, wanted: str, seats: dict[str, str]) -> bool:
    """Say whether a field has a value; a name may stand wherever a seat of its match does."""
    if key not in event:
        return False
    by_seat = ",".join(seats.get(name, name) for name in wanted.split(","))
    return _text(event[key]) in (wanted, by_seat)


def _text(value: object) -> str:
    """Write a field as scenarios do."""
    if isinstance(value, list | tuple):
        return ",".join(str(v) for v in value) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _written(name: str, fields: Iterable[tuple[str, str]]) -> str:
    return " ".join([*([name] if name else []), *(f"{key}={value}" for key, value in fields)])
