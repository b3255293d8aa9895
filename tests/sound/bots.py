"""Players who do not see: one hears the buzzer alone, one the voice alone.

What they hear becomes `Heard`, and from that alone they play. They have hands, which move the
tiles and press the button; they feel which tiles are down; they know the rules.

Never: look at a scene or an event. Keep: a phrase or a line that was cut off was not heard.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stbpi.games.game import NO_TILES, Tiles, members, tiles, without
from stbpi.games.shut_the_box.judge import covers_now
from stbpi.games.shut_the_box.ruleset import Ruleset
from stbpi.sim.simulation import Simulation
from stbpi.sound.cues import Cue, OwnCue
from stbpi.sound.phrase import Phrase
from tests.sound.ear import in_one_number, numbers_of, seats_of

SILENCE_S = 0.4
"""After so much silence nothing more is to come, for now."""

PATIENCE_S = 30

LETTERS_A_SECOND = 15

NAMES = ("Ann", "Bo")


@dataclass(frozen=True, slots=True)
class Heard:
    """What was understood: a fact and its numbers."""

    cue: Cue | OwnCue
    numbers: tuple[int, ...] = ()


class Ears(Protocol):
    """Somebody who listens."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing sounds now."""
        ...

    def heard(self) -> list[Heard]:
        """Return what was heard since this was asked for last."""
        ...


class BuzzerEars:
    """Hears phrases of tones; knows a cue by its sound, and counts the beeps behind it."""

    _IN_DIGITS = (Cue.PARTIAL, Cue.LEFT, Cue.TAKEN_BACK)
    _WITH_COUNT = (Cue.RAISE, Cue.LOWER, Cue.CLOSE_AGAIN, Cue.OPEN, Cue.WRONG)
    _OF_PLAYERS = (Cue.PLAYER, Cue.WON)

    def __init__(self) -> None:
        self._heard: list[Heard] = []
        self._sounds: Phrase | None = None
        self._began = 0.0

    def hear(self, phrase: Phrase | None) -> None:
        """Take what begins to sound, or that it is silent now."""
        now = asyncio.get_running_loop().time()
        whole = self._sounds is not None and now >= self._began + self._sounds.seconds - 0.001
        if self._sounds is not None and whole:
            self._heard.append(self._understood(self._sounds))
        self._sounds, self._began = phrase, now

    @property
    def is_silent(self) -> bool:
        return self._sounds is None

    def heard(self) -> list[Heard]:
        heard, self._heard = self._heard, []
        return heard

    def _understood(self, phrase: Phrase) -> Heard:
        if phrase.cue in self._OF_PLAYERS:
            return Heard(phrase.cue, seats_of(phrase))
        if phrase.cue in self._IN_DIGITS:
            return Heard(phrase.cue, (in_one_number(phrase),))
        numbers = numbers_of(phrase)
        if phrase.cue in self._WITH_COUNT:
            count, *named = numbers
            assert count == len(named)
            return Heard(phrase.cue, tuple(named))
        return Heard(phrase.cue, numbers)


class VoiceEars:
    """A voice that takes its time, and the listener who hears its lines to their end."""

    works = True

    _LINES: Sequence[tuple[Cue, str]] = (
        (Cue.WRONG, r"Wrong\. Raise tiles? ([\d, ]+)\."),
        (Cue.CLOSE_AGAIN, r"Close tiles? ([\d, ]+) again\."),
        (Cue.RAISE_ALL, r"Raise all tiles\."),
        (Cue.RAISE, r"Raise tiles? ([\d, ]+)\."),
        (Cue.LOWER, r"Close tiles? ([\d, ]+)\."),
        (Cue.LEFT, r"(\d+) left( to cover)?\."),
        (Cue.COMPLETE, r"Covered\."),
        (Cue.NO_MOVE, r"(Score|No move\.|Shut!|Missed\.|Unlucky\.) \d+, (total )?\d+\."),
        (Cue.READY, r"(Press to throw|Throw)\."),
        (Cue.WON, r"([\w, ]+) wins?!"),
        (Cue.PLAYER, r"(?:^|It is the turn of |\. )(Ann|Bo)\."),
        (Cue.ROLL, r"(?:^|Thrown: |\. )(\d(?:, \d)*)\."),
    )

    def __init__(self) -> None:
        self._heard: list[Heard] = []
        self._waiting: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_silent(self) -> bool:
        return self._timer is None

    def say(self, text: str, *, language: str, rate: int, volume: int) -> None:
        self._waiting.append(text)
        if self._timer is None:
            self._speak()

    def hush(self) -> None:
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        self.hush()

    def heard(self) -> list[Heard]:
        heard, self._heard = self._heard, []
        return heard

    def _speak(self) -> None:
        takes_s = len(self._waiting[0]) / LETTERS_A_SECOND
        self._timer = asyncio.get_running_loop().call_later(takes_s, self._spoken)

    def _spoken(self) -> None:
        self._timer = None
        self._heard += self._understood(self._waiting.pop(0))
        if self._waiting:
            self._speak()

    def _understood(self, line: str) -> list[Heard]:
        found: list[tuple[int, Heard]] = []
        for cue, pattern in self._LINES:
            for match in re.finditer(pattern, line):
                named = (1 + NAMES.index(name) for name in NAMES if name in match[0])
                numbers = (*named, *map(int, re.findall(r"\d+", match[0])))
                found.append((match.start(), Heard(cue, numbers)))
                line = line[: match.start()] + "_" * len(match[0]) + line[match.end() :]
        return [heard for _, heard in sorted(found, key=lambda item: item[0])]


class Player:
    """Plays a match by what is heard.

    Args:
        box: whose tiles and button the hands move; nothing else of it is used.
        ears: what is heard.
        rules: the rules, which everybody at the table knows.
        asks_again: before every so many acts the box is asked to say everything once more.

    Attributes:
        is_over: the end of the match was heard.
        wrong: how often a wrong tile was complained about.
        asked: how often it has asked.
        seats: whose turns were announced, in order.
        scores: score and total of each turn, in order.
        winners: the seats that have won.
        slips: close a wrong tile at each of these throws, from 1.
    """

    def __init__(
        self,
        box: Simulation,
        ears: Ears,
        rules: Ruleset,
        *,
        asks_again: int = 0,
        slips: Sequence[int] = (),
    ) -> None:
        self.is_over = False
        self.wrong = 0
        self.asked = 0
        self.throws = 0
        self.seats: list[int] = []
        self.scores: list[tuple[int, ...]] = []
        self.winners: tuple[int, ...] = ()
        self._box = box
        self._ears = ears
        self._rules = rules
        self._asks_again = asks_again
        self._slips = list(slips)
        self._acts = 0
        self._dice: tuple[int, ...] = ()
        self._closed = NO_TILES
        self._is_first = True

    async def play(self) -> None:
        """Play until the match is over."""
        while not self.is_over:
            await self._act(await self._listen())

    async def _listen(self) -> list[Heard]:
        """Wait until something was heard and it is silent again; in the end, be impatient."""
        loop = asyncio.get_running_loop()
        heard: list[Heard] = []
        latest = loop.time() + PATIENCE_S
        silent_since = loop.time()
        while loop.time() < latest:
            await asyncio.sleep(0.05)
            heard += self._ears.heard()
            if not self._ears.is_silent or not heard:
                silent_since = loop.time()
            elif loop.time() - silent_since >= SILENCE_S:
                return heard
        raise AssertionError("nothing is heard any more")

    async def _act(self, heard: list[Heard]) -> None:
        for one in heard:
            self._take_in(one)
        asking = [one for one in heard if one.cue not in (Cue.FAULT, Cue.FAULT_CLEARED)]
        if not asking:
            return
        last = asking[-1]
        self._acts += 1
        may_ask = last.cue in (Cue.ROLL, Cue.LEFT, Cue.PARTIAL, Cue.RAISE_ALL, Cue.RAISE)
        if self._asks_again and may_ask and self._acts % self._asks_again == 0:
            self.asked += 1
            await self._box.press()
            return
        match last.cue:
            case Cue.RAISE_ALL:
                await self._box.lift(self._box.hand.down)
            case Cue.RAISE | Cue.WRONG:
                await self._box.lift(tiles(*last.numbers))
            case Cue.LOWER | Cue.CLOSE_AGAIN:
                await self._box.lower(tiles(*last.numbers))
            case Cue.READY | Cue.COMPLETE | Cue.CHOICE:
                await self._box.press()
            case Cue.ROLL | Cue.LEFT | Cue.PARTIAL | Cue.TAKEN_BACK:
                await self._close_one()
            case _:
                pass

    def _take_in(self, one: Heard) -> None:
        down = self._box.hand.down
        match one.cue:
            case Cue.READY:
                self._dice, self._is_first = (), True
            case Cue.ROLL if one.numbers != self._dice or not self._moved:
                self._is_first = not self._dice
                self._dice, self._closed = one.numbers, down
                self.throws += 1
            case Cue.WRONG:
                self.wrong += 1
            case Cue.COMPLETE:
                self._closed = down
            case Cue.PARTIAL | Cue.LEFT | Cue.TAKEN_BACK:
                assert one.numbers == (sum(self._dice) - sum(members(self._moved)),)
            case Cue.PLAYER:
                self.seats += one.numbers
            case Cue.NO_MOVE | Cue.SHUT | Cue.STOPPED:
                self.scores.append(one.numbers)
            case Cue.WON | Cue.ENDED:
                self.is_over = True
                self.winners = one.numbers
            case _:
                pass

    @property
    def _moved(self) -> Tiles:
        return without(self._box.hand.down, self._closed)

    async def _close_one(self) -> None:
        """Close the highest tile of a cover that what is closed already belongs to."""
        up = without(self._rules.all_tiles, self._closed)
        legal = covers_now(up, self._dice, self._rules, is_first=self._is_first)
        fits = [cover for cover in legal if not without(self._moved, cover)]
        if self._slips and self.throws >= self._slips[0]:
            self._slips.pop(0)
            some = next(t for n in range(1, 13) if (t := tiles(n)) & up and t not in legal)
            bad = next((c for c in (Tiles(some | t) for t in legal) if c not in legal), some)
            await self._box.lower(bad)
            return
        rest = without(max(fits), self._moved)
        await self._box.lower(tiles(rest.bit_length()))
