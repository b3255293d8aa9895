"""The scenario runner: plays a script on a simulated box in virtual time.

Never: judges anything but by the public state (`scene.public`) and the recorded events. Rule:
DESIGN.md section 6.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from stbpi.clock import EARLIEST_WALL
from stbpi.config import Config
from stbpi.dice.source import ScriptedDice
from stbpi.errors import (
    DiceRanOut,
    ExpectationError,
    NotAllowedError,
    RulesError,
    ScriptError,
    StbError,
)
from stbpi.foreign import reason
from stbpi.games.game import (
    NO_TILES,
    NoMove,
    SetRule,
    StartMatch,
    StopTurn,
    Tiles,
    Undo,
    all_tiles,
    tiles,
)
from stbpi.games.registry import game_of
from stbpi.journal.recorded import Recorded
from stbpi.language import _, all_of, either
from stbpi.scene import public
from stbpi.sim import expectations, script, steps
from stbpi.sim.cards import Cards
from stbpi.sim.expectations import Search, text, written
from stbpi.sim.faults import fail
from stbpi.sim.gif import Film, looking_at
from stbpi.sim.invariants import Errors, Invariants
from stbpi.sim.jumps import Jumps
from stbpi.sim.simulation import Simulation, Watchers, wired_so, with_tiles
from stbpi.sim.steps import Step
from stbpi.sim.virtual import Flow, VirtualClock, run

MOST_TILES = 12

_BEFORE_THE_DEAL = (
    steps.Players | steps.OfCards | steps.Shuffle | steps.Unreadable | steps.ExpectError
)
_MAY_BE_CUT = steps.Button | steps.Down | steps.Up | steps.Wait


def play_file(path: Path, *, tell: Callable[[str], None], film: Film | None = None) -> None:
    """Play a scenario file.

    Args:
        path: the file.
        tell: called with each event as a line of JSON, when it is on the simulated disk.
        film: takes pictures of the display.

    Raises:
        ScriptError: the file can't be read or carried out.
        ExpectationError: an `expect` did not hold.
        StbError: a step was refused.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        why = reason(exc) if isinstance(exc, OSError) else _("it is no text in UTF-8")
        what = _("{file}: can't be read: {reason}").format(file=path, reason=why)
        raise ScriptError(what) from exc
    lines = script.read(text, path=str(path))
    with TemporaryDirectory(prefix="stbpi-") as directory:
        scenario = Scenario(path=str(path), journal=Path(directory) / "journal.db", tell=tell)
        look = looking_at(film, lambda: scenario.box.panel if scenario.box is not None else None)
        run(scenario.play(lines), threads=False, flow=Flow(look=look))


class Scenario:
    """One run of a script.

    Args:
        path: the script's name, for the errors.
        journal: a file that does not exist yet.
        tell: called with each event as a line of JSON.
        is_quiet: what the program warns of is not told on the terminal.
        dice: what is thrown; by default what the script says.

    Attributes:
        box: the simulated box; `None` until a step needs it.
        dice: the queue of the numbers that will be thrown.
    """

    def __init__(
        self,
        *,
        path: str,
        journal: Path,
        tell: Callable[[str], None],
        is_quiet: bool = False,
        dice: ScriptedDice | None = None,
    ) -> None:
        self._config = Config()
        self._path = path
        self._journal = journal
        self._tell = tell
        self._line = 0
        self._at_start = steps.Box(0, NO_TILES)
        self.dice = dice or ScriptedDice()
        self.box: Simulation | None = None
        self._watch: Invariants | None = None
        self._errors = Errors(is_quiet=is_quiet)
        self._cut: asyncio.Task[None] | None = None
        self._clocks = Jumps(_clock)
        self._search = Search()
        self._cards = Cards(self.dice, lambda: self.box)

    async def play(self, lines: Sequence[Step]) -> None:
        """Play all steps; raises what `play_file` raises."""
        async with self.running():
            following = dict(pairwise(lines))
            for step in lines:
                await self.do(step, wanted=following.get(step))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Steps are done in here; at the end the box is stopped, if there is one."""
        with self._errors, self._placed():
            try:
                try:
                    yield
                finally:
                    await self._cards.close()
                    await self._come_back()
                    if self.box is not None:
                        await self.box.stop()  # raises once more what the program has ended with
            except (DiceRanOut, RulesError, NotAllowedError) as exc:
                raise self._error(exc.what, exc.do) from exc

    async def do(self, step: Step, *, wanted: Step | None = None) -> None:
        """Do one step, and look whether everything is as it must always be.

        Args:
            step: what to do.
            wanted: the step behind it; if it is an `expect error`, this one must be refused so.

        Raises:
            ExpectationError: an `expect` did not hold, or an invariant.
        """
        self._line = step.line
        is_cut = self._cut is not None
        if is_cut and not isinstance(step.action, _MAY_BE_CUT):
            text = _("behind `{cut}` comes {verbs}")
            verbs = either(["down, up, press, hold", "wait"])
            raise self._error(text.format(cut="power cut MS", verbs=verbs))
        if wanted is not None and isinstance(wanted.action, steps.ExpectError):
            await self._refused(step, wanted.action, line=wanted.line)
        else:
            await self._do(step)
        if is_cut:
            await self._come_back()
        if self._watch is not None and not isinstance(step.action, steps.Expect):
            logged = [("no error", f"logged: {told}") for told in self._errors.told]
            broken = logged[0] if logged else self._watch.broken()
            if broken is not None:
                raise self._unmet(*broken)

    async def _refused(self, step: Step, wanted: steps.ExpectError, *, line: int) -> None:
        """Do a step that must be refused, as the next line says."""
        expected = f"error {written(wanted.kind, wanted.fields)}"
        try:
            await self._do(step)
            if isinstance(step.action, steps.Plays):
                await self._cards.all_chosen()
                self._raise_refusal()
        except ExpectationError:
            raise
        except StbError as exc:
            found = {key: text(value) for key, value in vars(exc).items()}
            names = {kind.__name__ for kind in type(exc).__mro__}
            if wanted.kind in names and all(found.get(k) == v for k, v in wanted.fields):
                return
            fields = [(key, found.get(key, "-")) for key, _ in wanted.fields]
            self._line = line
            raise self._unmet(expected, f"error {written(type(exc).__name__, fields)}") from exc
        self._line = line
        raise self._unmet(expected, _("no error"))

    async def _do(self, step: Step) -> None:
        if not isinstance(step.action, _BEFORE_THE_DEAL):
            await self._cards.deal()
        match step.action:
            case steps.Unreadable():
                raise step.action.error
            case steps.Game() | steps.Rules() | steps.Box() | steps.Players():
                await self._prepare(step.action)
            case steps.DiceNumbers():
                self.dice.add(step.action.numbers)
            case steps.Shuffle(number=number):
                self._cards.dice.shuffle(number)
            case steps.Deal() | steps.Master() | steps.Plays():
                self._take_cards(step.action)
            case steps.Button():
                await (await self._playing()).press(step.action.seconds)
            case steps.Down():
                await (await self._playing()).lower(self._on_box(step.action.tiles))
            case steps.Up():
                await (await self._playing()).lift(self._on_box(step.action.tiles))
            case steps.Wait():
                await self._wait(step.action.seconds)
            case steps.PowerCut():
                await self._cut_power(step.action.after_ms)
            case steps.SetRule(field=field, value=value):
                await (await self._playing()).operate(SetRule(field=field, value=value))
            case steps.Undo():
                await (await self._playing()).operate(Undo())
            case steps.StopTurn():
                await (await self._playing()).operate(StopTurn())
            case steps.NoMove():
                await (await self._playing()).operate(NoMove())
            case steps.Expect():
                await self._expect(step.action)
            case steps.ExpectEvent():
                await self._expect_event(step.action)
            case steps.ExpectError():
                pass  # the step before has seen to it
            case _:
                await self._fail(step.action)
        self._raise_refusal()

    async def _cut_power(self, after_ms: float | None) -> None:
        box = await self._playing()
        if after_ms is None:
            await box.cut_power()
            return

        async def later() -> None:
            await asyncio.sleep(after_ms / 1000)
            await box.cut_power()

        self._cut = asyncio.create_task(later())

    async def _come_back(self) -> None:
        """Wait for a cut of the power that comes while a step is done, and for the start."""
        cut, self._cut = self._cut, None
        if cut is not None and self.box is not None:
            await cut
            await self.box.settle()

    async def _fail(self, action: steps.Failing) -> None:
        box = await self._playing()
        if isinstance(action, steps.Clock):
            self._clocks.jump(action.seconds)
            return
        if isinstance(action, steps.Bounce | steps.Noise | steps.Stick) and action.tile is not None:
            self._on_box(tiles(action.tile))
        await fail(box, action, seed=self._line)

    async def _prepare(self, action: steps.Game | steps.Rules | steps.Box | steps.Players) -> None:
        if self.box is not None:
            verbs = all_of(["game", "rules", "box", "players"])
            raise self._error(_("{verbs} stand before everything else").format(verbs=verbs))
        match action:
            case steps.Game():
                rules = self._config.rules.playing(action.name)
                self._config = replace(self._config, rules=rules)
            case steps.Rules():
                section = self._config.rules
                preset = action.preset or section.preset
                house_rules = game_of(section.game).check_rules(preset, action.house_rules)
                section = replace(section, preset=preset, house_rules=house_rules)
                self._config = replace(self._config, rules=section)
            case steps.Box():
                self._at_start = action
            case steps.Players():
                chosen = self._config.rules
                summary = game_of(chosen.game).summary(chosen.preset, chosen.house_rules)
                self._cards.wait(chosen.game)
                box = await self._playing(tiles=summary.tiles)
                await box.start_match(
                    StartMatch(
                        game=chosen.game,
                        names=action.names,
                        preset=chosen.preset,
                        house_rules=chosen.house_rules,
                        bots=action.bots,
                    )
                )
                with self._placed():
                    self._cards.refuse_strangers()

    def _take_cards(self, action: steps.OfCards) -> None:
        game = self._config.rules.game if self.box is None else self.box.scene.view.game
        with self._placed():
            self._cards.take(action, game=game, line=self._line)

    @contextmanager
    def _placed(self) -> Iterator[None]:
        """Tell of errors that know no file where they belong."""
        try:
            yield
        except ScriptError as exc:
            if exc.path:
                raise
            self._line = exc.line or self._line
            raise self._error(exc.what, exc.do) from exc

    def _raise_refusal(self) -> None:
        """Raise what a choice was refused with, at the line that says it."""
        refusal = self._cards.refusal()
        if refusal is not None:
            self._line = refusal.line
            raise refusal.error

    async def _playing(self, *, tiles: int = MOST_TILES) -> Simulation:
        """Return the box, which is built and started when it is first needed.

        Args:
            tiles: how many it has, if no `box` line says so; without a `players` line all, since
                any preset can be chosen.
        """
        if self.box is None:
            start = self._at_start
            wired = wired_so(self._config, start.closed_is, has_reference=start.has_reference)
            self.box = Simulation(
                with_tiles(wired, start.count or tiles),
                dice=self._cards.dice,
                journal=self._journal,
                make_clock=self._clocks.make_clock,
                watchers=Watchers(scene=lambda _: None, events=self.hear),
            )
            self._watch = Invariants(
                self.box,
                journal=self._journal,
                complain_ms=self._config.box.complain_ms,
            )
            self.box.hand.move(self._on_box(start.down))
            await self.box.start()
        return self.box

    def _on_box(self, tiles: Tiles) -> Tiles:
        assert self.box is not None
        count = self.box.tile_count
        if tiles & ~all_tiles(count):
            raise self._error(_("this box has tiles 1 to {last}").format(last=count))
        return tiles

    async def _wait(self, seconds: float) -> None:
        box = await self._playing()
        await asyncio.sleep(seconds)
        await box.settle()

    def hear(self, events: tuple[Recorded, ...]) -> None:
        """Hear what is on the disk."""
        assert self._watch is not None
        self._watch.synced(events)
        for recorded in events:
            self._tell(recorded.line())

    async def _expect(self, action: steps.Expect) -> None:
        box = await self._playing()
        state = public(box.scene) | {"screen": box.daemon.display.screen}
        for key, _value in action.wanted:
            if key not in state:
                what = _("unknown key {key}").format(key=repr(key))
                raise self._error(what, _("Known are: {known}").format(known=", ".join(state)))
        broken = expectations.of_state(state, action.wanted)
        if broken is not None:
            raise self._unmet(*broken)

    async def _expect_event(self, action: steps.ExpectEvent) -> None:
        broken = self._search.event((await self._playing()).disk, action)
        if broken is not None:
            raise self._unmet(*broken)

    def _unmet(self, expected: str, found: str) -> ExpectationError:
        return ExpectationError(path=self._path, line=self._line, expected=expected, found=found)

    def _error(self, what: str, do: str = "") -> ScriptError:
        return ScriptError(what, do, path=self._path, line=self._line)


def _clock() -> VirtualClock:
    """Make a clock; the wall clock runs on between the starts of the program."""
    return VirtualClock(asyncio.get_running_loop(), wall=EARLIEST_WALL)
