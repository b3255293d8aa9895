"""The story of one box in chaos: each thing that happens is a line of a scenario, done at once.

Beside the box the oracle is told what was done; what it says is written into the story as
`expect` lines, so that the lines alone fail where the story failed. The story also remembers
what a person who plays knows: where his hand has put the tiles, and which contacts are bad.

Never: chooses what happens. Keep: everything goes through `_do`; a line that was not written
can't be played again.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from functools import reduce

from stbpi.desk.page import Act, MenuLine
from stbpi.errors import NotAllowedError, RulesError
from stbpi.faults import CABLE, broken_in
from stbpi.games.events import (
    Event,
    MatchStarted,
    Resumed,
)
from stbpi.games.game import (
    NO_TILES,
    EndMatch,
    Hold,
    NoMove,
    Phase,
    Press,
    Prompt,
    StartMatch,
    StopTurn,
    Tile,
    Tiles,
    Undo,
    View,
    all_tiles,
    members,
    tiles,
    without,
)
from stbpi.hands import HOLD_MARKS_MS, MENU_MS
from stbpi.journal.matches import moved
from stbpi.scene import Held, Scene, numbers, public
from stbpi.sim import script
from stbpi.sim.chaos_hearing import ChanceDice, Hearing
from stbpi.sim.chaos_oracle import Oracle
from stbpi.sim.chaos_rules import Head, command
from stbpi.sim.scenario import Scenario
from stbpi.sim.simulation import Simulation

PRESS_MS = 100
"""How long the scenario verb `press` presses the button."""

DESERTED_S = 15 * 60
"""A match that nobody has touched for so long is set aside, as the configuration has it."""

RESTS_S = (15, 20, 60, DESERTED_S)
"""So long after the last touch a page is left, players are called for, a match is set aside."""

_NO_DICE = "# nothing was thrown"
"""Stands where the dice will."""

SURE_S = 1.0
"""For so long after a turn its result is surely shown still; it is shown for two seconds."""


class Story:
    """What happens to one box, from an empty journal on.

    Args:
        scenario: does the lines; it is running.
        dice: what is thrown.
        path: its name, for the errors.
        title: the first line.
        head: what stands before everything else: the game, its rules and, perhaps, players.
        complain_ms: as the box is configured.

    Attributes:
        oracle: what must be so.
        hand: the tiles that the hand has put down.
        stuck: the contacts that are stuck (`None`: the button's).
        noisy: the tiles whose contacts chatter.
        broken: the tiles that were declared broken in the menu.
        cuts: how often the power was cut; the program has started once more.
    """

    def __init__(
        self,
        scenario: Scenario,
        dice: ChanceDice,
        *,
        path: str,
        title: str,
        head: Head,
        complain_ms: int,
    ) -> None:
        self._lines = [f"# {title}"]
        self._dice = dice
        self.oracle = Oracle(complain_ms=complain_ms)
        self._hearing = Hearing(self.oracle, dice)
        self.hand = NO_TILES
        self.stuck: set[Tile | None] = set()
        self.noisy = NO_TILES
        self.broken = NO_TILES
        self.is_roll_noisy = False
        self.cuts = 0
        self._scenario = scenario
        self._path = path
        self._head = head
        self._seen = NO_TILES
        self._turn_over_at: float | None = None
        self._is_cutting = False
        self._touched_at = 0.0
        self._began_at = 0.0

    def text(self) -> tuple[str, ...]:
        """Return the scenario so far; what was thrown stands in one line behind the head."""
        numbers = " ".join(map(str, self._dice.thrown))
        dice = f"dice {numbers}" if numbers else _NO_DICE
        return tuple(dice if line == _NO_DICE else line for line in self._lines)

    @property
    def box(self) -> Simulation:
        assert self._scenario.box is not None
        return self._scenario.box

    @property
    def scene(self) -> Scene:
        return self.box.scene

    @property
    def view(self) -> View:
        return self.box.scene.view

    @property
    def is_dark(self) -> bool:
        """Whether the display is dark: what wakes it does nothing else."""
        return self.box.daemon.display.is_dark

    @property
    def is_calling(self) -> bool:
        """Whether players are called for: what leaves that does nothing else."""
        return self.view.phase is Phase.ATTRACT

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def is_cable_off(self) -> bool:
        """Whether the box can see no tile, or does not trust what it sees."""
        has_reference = self.box.has_reference
        return has_reference and (self.box.hand.is_cable_off or CABLE in self.scene.faults)

    @property
    def is_roll_dead(self) -> bool:
        """Whether the button does nothing: it is stuck, chatters, or is not trusted."""
        return None in self.stuck or self.is_roll_noisy or "roll" in self.scene.faults

    @property
    def may_press(self) -> bool:
        """Whether it is certain what a press would do: not where what is shown is about to go."""
        at = self._turn_over_at
        if any(abs(self.now - self._touched_at - rest) < SURE_S for rest in RESTS_S):
            return False
        return at is None or self.now - at < SURE_S

    @property
    def misread(self) -> Tiles:
        """The tiles in play that the display shows otherwise than the hand has put them."""
        view = self.view
        return Tiles(all_tiles(view.tiles) & ~(view.standing ^ self.hand))

    # What happens

    async def begin(self) -> None:
        """Do the lines before everything else."""
        for line in self._head.lines:
            await self._do(line)
        self._lines.append(_NO_DICE)
        if self._head.players:
            self.oracle.start(self._head.match)
        else:
            await self._do("wait 1")
        self._look()

    async def lower(self, lowered: Tiles) -> None:
        """Put tiles down, together."""
        self.hand = Tiles(self.hand | lowered)
        self._touched_at = self.now
        await self._do(f"down {_list(lowered)}")
        await self._looked()

    async def lift(self, lifted: Tiles) -> None:
        """Put tiles up, together."""
        self.hand = without(self.hand, lifted)
        self._touched_at = self.now
        await self._do(f"up {_list(lifted)}")
        await self._looked()

    async def wait(self, seconds: float) -> None:
        await self._do(f"wait {seconds:g}")
        await self._looked()

    async def button(self, line: str) -> None:
        """Press or hold the button.

        Args:
            line: `press` or `hold SECONDS`.
        """
        held_ms = round(1000 * float(line.split()[1])) if " " in line else PRESS_MS
        is_lost = self.is_roll_dead or self.is_dark or self.is_calling
        does = None if is_lost else self._deed(held_ms)
        self._touched_at = self.now
        if isinstance(does, Press | Hold):
            await self._play(line, does)
            return
        before = len(self.oracle.facts)
        was_turn_over = self.oracle.is_turn_over
        menu, view = self.scene.menu, self.view
        if does == "go_on":
            self.oracle.go_on()  # the clock may end the match at once
        await self._do(line)
        self._touched_at = self.now
        match does:
            case "choose" if menu is not None:
                self._chosen(menu.chosen)
            case "leave":
                self._left()
            case "start":
                self.oracle.start(self._as_set_up(view))
            case "again":
                self.oracle.again()
            case "setup":
                self.oracle.in_setup = True
            case "menu" if menu is None and was_turn_over and self.oracle.is_turn_over:
                self.oracle.time_up()  # it takes longer to open a menu than a result is shown
        await self._looked(before)

    async def operate(self, line: str) -> None:
        """Do what the operator asks for: `undo`, `stop`, `no_move`, `set KEY=VALUE`."""
        await self._wait_for_cut()
        wanted: tuple[str, ...] = ()
        before = len(self.oracle.facts)
        try:
            self.oracle.operate(command(line))
        except RulesError as exc:
            wanted = (f"expect error RulesError field={exc.field}",)
        except NotAllowedError as exc:
            wanted = (f"expect error NotAllowedError code={exc.code}",)
        await self._do(line, *wanted)
        await self._looked(before)

    async def fail(self, line: str) -> None:
        """Let something go wrong around the program, or be right again."""
        await self._wait_for_cut()
        match line.split():
            case ["stick" | "unstick" as verb, name]:
                tile = None if name == "roll" else Tile(int(name))
                (self.stuck.add if verb == "stick" else self.stuck.discard)(tile)
            case ["noise", "roll", hz]:
                self.is_roll_noisy = hz != "0"
            case ["noise", name, hz]:
                one = tiles(int(name))
                self.noisy = Tiles(self.noisy | one) if hz != "0" else without(self.noisy, one)
        await self._do(line)
        await self._looked()
        while line == "cable on" and CABLE in self.scene.faults:
            await self.wait(1)  # when it is trusted again, nobody plays

    async def cut(self, after_ms: int | None = None) -> None:
        """Cut the power.

        Args:
            after_ms: if set, so long after the next thing that is done has begun.
        """
        self._is_cutting = True
        if after_ms is None:
            await self._do("power cut")
            await self._looked()
        else:
            await self._do(f"power cut {after_ms}")

    async def expect_all(self) -> None:
        """Expect the whole public state, as far as it doesn't depend on a moment."""
        if self.oracle.is_playing and self.scene.page is None and not self.is_calling:
            await self._expect(*self._expected())

    async def expect_standing(self) -> None:
        """Expect the tiles to be shown where the hand has put them."""
        in_play = all_tiles(self.view.tiles)
        standing = numbers(members(without(in_play, self.hand)))
        if self.misread:
            await self._do(f"expect standing={standing}")

    # How it is done

    async def _wait_for_cut(self) -> None:
        if self._is_cutting:
            await self.wait(1)

    def _deed(self, held_ms: int) -> Press | Hold | str:
        """Say what the button will do now."""
        fewer = sum(held_ms >= mark for mark in HOLD_MARKS_MS)
        if held_ms >= MENU_MS:
            return "leave" if self.scene.page is not None else "menu"
        if self.view.prompt is Prompt.GO_ON:
            return "new" if fewer else "go_on"
        if self.scene.page is not None:
            return "choose" if fewer else "next"
        match self.view.phase:
            case Phase.SETUP:
                return "preset" if fewer else "start"
            case Phase.MATCH_OVER:
                return "setup" if fewer else "again"
            case _:
                return Hold(fewer=fewer) if fewer else Press()

    async def _play(self, line: str, button: Press | Hold) -> None:
        """Use the button in a match; when it counts, bots and clock may have done something."""
        before = len(self.oracle.facts)
        self._hearing.press(button)
        await self._do(line)
        await self._looked(before)

    def _as_set_up(self, view: View) -> StartMatch:
        """Return the match that starts in the set-up."""
        bots = tuple(player.bot for player in view.players)
        return StartMatch(
            game=view.game,
            names=tuple(player.name for player in view.players),
            preset=view.preset,
            house_rules=self._head.rules_of(view.game, view.preset, tiles=self.box.tile_count),
            bots=bots if any(bots) else (),
        )

    def _chosen(self, line: MenuLine) -> None:
        """The line is done, and the menu has closed, unless a page has opened."""
        if self.scene.page is not None:
            return
        self._left()
        if line.tile is not None and line.act in (Act.BREAK, Act.MEND):
            one = tiles(line.tile)
            is_broken = line.act is Act.BREAK
            self.broken = Tiles(self.broken | one) if is_broken else without(self.broken, one)
        if not self.oracle.is_playing:
            return
        view = self.oracle.view()
        match line.act:
            case Act.UNDO if view.may_undo:
                self.oracle.operate(Undo())
            case Act.STOP if view.may_stop:
                self.oracle.operate(StopTurn())
            case Act.NO_MOVE if view.may_tell_no_move:
                self.oracle.operate(NoMove())
            case Act.END:
                self.oracle.operate(EndMatch())
            case _:
                pass

    def _left(self) -> None:
        """The pages have been left: the tiles are judged."""
        self._turn_over_at = None
        self.oracle.tiles_are(self._seen)

    async def _looked(self, facts: int | None = None) -> None:
        """Look at the box after something was done, and expect what has come of it.

        Args:
            facts: how many there were before, if that is not how many there are.
        """
        before = len(self.oracle.facts) if facts is None else facts
        was_cut = self._is_cutting
        if was_cut:
            await self._come_back()
        self._look()
        if was_cut or len(self.oracle.facts) != before:
            await self.expect_all()

    async def _come_back(self) -> None:
        """The power was cut: let the oracle go back to what was on the disk.

        Before that it takes in whatever may have happened meanwhile: the tiles were judged, and
        the time of a result was up.
        """
        self._is_cutting = False
        self._turn_over_at = -math.inf  # a result is shown anew, nobody knows since when
        self.cuts += 1
        recorded = self.box.disk.recorded
        starts = [at for at, one in enumerate(recorded) if isinstance(one.event, Resumed)]
        started = starts[-1] if starts else 0
        if self.is_cable_off:
            self._seen = reduce(moved, (one.event for one in recorded[:started]), NO_TILES)
        self._hearing.follow(recorded[:started], self.box.secrets)
        self.oracle.tiles_are(self._seen_now())
        if self.oracle.is_turn_over:
            self.oracle.time_up()
        on_disk = [one.event for one in recorded[:started]]  # without any start anew, nothing was
        self.broken = broken_in(_of_last_match(on_disk))
        self.oracle.cut(on_disk)
        self._hearing.restart(started)
        self._hearing.follow(recorded, self.box.secrets)

    def _look(self) -> None:
        """Tell the oracle what the box can know of the tiles, and whether a result has gone."""
        view, faults = self.view, self.scene.faults
        shown = Tiles(all_tiles(view.tiles) & ~view.standing)
        doubted = tiles(*(t for t in members(all_tiles(12)) if f"tile_{t}" in faults))
        believed = Tiles((doubted | self.noisy) & all_tiles(view.tiles))
        self._seen = Tiles((self._seen_now() & ~believed) | (shown & believed))
        menu_is_open = self.scene.page is not None
        is_away = view.phase is Phase.ATTRACT or view.prompt is Prompt.GO_ON
        if is_away and self.now - self._touched_at > DESERTED_S and self.oracle.is_playing:
            if self.oracle.is_turn_over:
                self.oracle.time_up()
            self.oracle.is_deserted = not self.oracle.is_match_over
        self.oracle.tiles_are(self._seen, judged=not menu_is_open)
        if view.phase is not Phase.TURN_OVER:
            self._turn_over_at = None
        elif self._turn_over_at is None:
            self._turn_over_at = self._began_at  # it may have ended since then
        if self.oracle.is_turn_over and not menu_is_open and view.phase is not Phase.TURN_OVER:
            self.oracle.time_up()

    def _seen_now(self) -> Tiles:
        """Return the tiles that are down as the contacts show it; bad ones keep what they had."""
        if self.is_cable_off:
            return self._seen
        hidden = self.noisy | tiles(*(tile for tile in self.stuck if tile is not None))
        return Tiles((self.hand & ~hidden) | (self._seen & hidden))

    def _expected(self) -> dict[str, str]:
        """Return the public state that the oracle knows, but for what depends on a moment."""
        view = self.oracle.view(time_is_up=self.view.phase is not Phase.TURN_OVER)
        state = public(Scene(view=view, held=Held.NOT, page=None, faults=()))
        moment = ("phase", "prompt") if view.phase in (Phase.COVERING, Phase.WRONG) else ("prompt",)
        return {key: value for key, value in state.items() if key not in (*moment, "faults")}

    async def _expect(self, *keys: str) -> None:
        expected = self._expected()
        await self._do("expect " + " ".join(f"{key}={expected[key]}" for key in keys))

    async def _do(self, *lines: str) -> None:
        """Write a line and do it; a second one is the `expect error` that it must end in."""
        first = len(self._lines) + 1
        self._lines += lines
        self._began_at = self.now
        steps = script.read("\n".join(lines), path=self._path)
        numbered = [replace(step, line=line) for line, step in enumerate(steps, start=first)]
        await self._scenario.do(numbered[0], wanted=numbered[1] if lines[1:] else None)
        if self._scenario.box is not None and not self._is_cutting:
            self._hearing.follow(self.box.disk.recorded, self.box.secrets)


def _of_last_match(events: list[Event]) -> list[Event]:
    starts = [at for at, event in enumerate(events) if isinstance(event, MatchStarted)]
    return events[starts[-1] :] if starts else []


def _list(some: Tiles) -> str:
    return " ".join(map(str, members(some)))
