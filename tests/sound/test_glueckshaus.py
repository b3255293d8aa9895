"""Glückshaus by ear: whoever hears the spoken lines alone plays a whole match rightly."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from stbpi.games.events import (
    ChipPaid,
    ChipTaken,
    Event,
    MatchEnded,
    PlayerOut,
    Rolled,
    TurnStarted,
)
from stbpi.games.game import NO_TILES, BotRoll, Phase, Tiles, tiles
from stbpi.games.glueckshaus.house_rules import make
from stbpi.games.glueckshaus.sounds import (
    AGAIN,
    CHIP_PAID,
    CHIPS,
    CHIPS_TAKEN,
    FOR_WEDDING,
    KING,
    LYING,
    NOTHING,
    PIG,
    ROLL_OFF,
    TIME_UP,
)
from stbpi.scene import Held, Scene
from stbpi.sim.plain_words import sentences
from stbpi.sound.cues import Cue, OwnCue
from stbpi.sound.facts import facts
from stbpi.sound.speech import BRIEF, FULL, line
from tests.games.glueckshaus.playing import Play
from tests.sound.listeners import OfGlueckshaus
from tests.sound.telling import Told, by_ear

RULES: tuple[dict[str, int | str], ...] = (
    {},
    {"first": "roll_off"},
    {"rooms": "own_number", "chips": 15},
    {"four": "pay", "out": "cannot_pay"},
    {"four": "again", "ending": "two_kings"},
    {"four": "room", "tiles": 9},
)
TAKEN = (CHIPS_TAKEN, PIG, KING)


class Box:
    """A match, every view of which is told to somebody who does not see."""

    def __init__(
        self, *names: str, bots: tuple[str, ...] = (), rules: Mapping[str, int | str] | None = None
    ) -> None:
        whole = make("glueckshaus", {"first": "seat", **(rules or {})}.items())
        self.play = Play(*names, bots=bots, whole=whole)
        self.told = Told(self.play.view)

    def throw(self, *dice: int) -> str:
        """Throw, by whoever is on turn; return what is said."""
        if self.play.view.is_bots_turn:
            self.play.command(BotRoll(count=len(dice), dice=dice))
        else:
            self.play.press(*dice)
        return self.shown()

    def move(self, down: Tiles) -> str:
        self.play.tiles_are(down)
        return self.shown()

    def shown(self, *, let_go: Held = Held.NOT) -> str:
        return self.told.view(self.play.view, let_go=let_go)

    @property
    def is_over(self) -> bool:
        return self.play.view.phase is Phase.MATCH_OVER

    @property
    def cues(self) -> list[Cue | OwnCue]:
        """What was heard last."""
        return [fact.cue for fact in self.told.news]


def dice_of(box: Box, chance: random.Random) -> tuple[int, ...]:
    count = box.play.view.dice_allowed[0]
    return tuple(chance.randint(1, 6) for _ in range(count))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_match_is_played_by_the_spoken_lines_alone(
    rules: dict[str, int | str], seed: int
) -> None:
    chance = random.Random(seed)
    box = Box("Ann", "Bo", "Cy", bots=("", "", "perfect"), rules={"chips": 4, **rules})
    listener = OfGlueckshaus()
    listener.hear(line(facts(None, by_ear(box.play.view)), language="en", verbosity=FULL))
    while not listener.winners:
        if listener.down != box.play.state.down:
            listener.hear(box.move(listener.down))
        else:
            assert listener.is_asked or box.play.view.is_bots_turn
            listener.hear(box.throw(*dice_of(box, chance)))
            known = box.play.chips | listener.chips
            assert known == box.play.chips or listener.winners
        if chance.random() < 0.1 and not listener.winners:
            asked = box.shown(let_go=Held.PRESS)
            assert box.cues[0] is Cue.REFUSED
            listener.hear(asked)

    assert tuple(listener.winners) == box.play.won
    assert set(listener.out) == {p.name for p in box.play.view.players if p.out}


EXPECTED: dict[type[Event], tuple[Cue | OwnCue, ...]] = {
    Rolled: (Cue.ROLL,),
    ChipPaid: (CHIP_PAID, FOR_WEDDING),
    PlayerOut: (Cue.OUT,),
    MatchEnded: (Cue.WON, Cue.ENDED),
    TurnStarted: (Cue.PLAYER, AGAIN),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_everything_that_happens_is_heard_once(rules: dict[str, int | str], seed: int) -> None:
    chance = random.Random(seed)
    box = Box("Ann", "Bo", "Cy", rules={"chips": 3, **rules})
    while not box.is_over:
        if named := box.play.view.named:
            box.move(Tiles(box.play.state.down ^ named))
        else:
            box.throw(*dice_of(box, chance))
        for kind, cues in EXPECTED.items():
            happened = [event for event in box.play.news if isinstance(event, kind)]
            heard = [cue for cue in box.cues if cue in cues]
            assert len(heard) == len(happened) or AGAIN in heard
        is_taken = any(isinstance(event, ChipTaken) for event in box.play.news)
        assert not is_taken or box.is_over or any(cue in TAKEN for cue in box.cues)


def test_a_throw_is_told_with_what_it_does_and_what_is_to_be_done() -> None:
    box = Box("Ann", "Bo")

    assert box.throw(6, 3) == "Thrown: 6, 3. A chip for the 9. Ann has 9. Close tile 9."
    assert box.move(tiles(9)) == "Done. It is the turn of Bo. Press to throw."
    assert box.throw(5, 4) == "Thrown: 5, 4. Bo takes a chip, and has 11. Open tile 9."
    assert box.move(NO_TILES) == "Done. It is the turn of Ann. Press to throw."
    assert box.throw(1, 3) == "Thrown: 1, 3. Nothing happens. It is the turn of Bo. Press to throw."
    assert box.cues == [Cue.ROLL, NOTHING, Cue.PLAYER, Cue.READY]
    assert box.throw(1, 1).startswith("Thrown: 1, 1. The pig! There is nothing to take.")
    assert box.throw(3, 4) == (
        "Thrown: 3, 4. A chip for the wedding, which has 1 now. Ann has 8. Close tile 7."
    )
    box.move(tiles(7))
    assert box.throw(6, 6) == ("Thrown: 6, 6. The king! Bo takes a chip, and has 12. Open tile 7.")


def test_in_brief_the_numbers_are_left() -> None:
    box = Box("Ann", "Bo", rules={"rooms": "own_number"})
    box.throw(6, 3)

    assert line(box.told.news, language="en", verbosity=BRIEF) == (
        "6, 3. To the 9: 1. Ann 9. Close tile 9."
    )


def test_of_several_tiles_each_that_is_moved_is_answered_by_the_rest() -> None:
    box = Box("Ann", "Bo")
    for dice in ((1, 2), (6, 3), (2, 3)):
        box.throw(*dice)
        box.play.obey()
        box.shown()

    assert box.throw(1, 1).endswith("Open tiles 3, 5, 9.")
    assert box.move(tiles(5, 9)) == "2 more: 5, 9."
    assert box.move(tiles(5, 3, 9)) == "Open tiles 3, 5, 9."
    assert box.move(tiles(5)) == "One more: 5."
    assert box.cues == [Cue.PARTIAL]
    assert box.move(NO_TILES).startswith("Done.")


def test_what_was_moved_by_mistake_is_said_to_be_put_right() -> None:
    box = Box("Ann", "Bo")
    box.throw(6, 3)
    box.move(tiles(9))
    box.throw(4, 4)

    assert box.move(NO_TILES) == "Close tile 9 again."
    assert box.move(tiles(9)) == "Close tile 8."
    assert box.move(tiles(9, 5)) == ""
    box.play.wait()
    assert box.shown() == "No chip lies there: raise tile 5."
    assert box.cues == [Cue.WRONG]
    assert box.move(tiles(9)) == "Close tile 8."
    box.move(tiles(9, 8))
    assert box.move(tiles(9, 8, 3)) == "Raise tile 3."
    assert box.move(tiles(9, 8)) == "Press to throw."


def test_for_a_bot_a_person_moves_the_tiles_and_nobody_is_told_to_throw() -> None:
    box = Box("Ann", "Robi", bots=("", "casual"))

    assert box.throw(1, 3).endswith("It is the turn of Robi.")
    assert box.throw(6, 3).endswith("Close tile 9 for Robi.")
    assert Cue.CLOSE in box.cues
    assert box.move(tiles(9)) == "Done. It is the turn of Ann. Press to throw."


def test_the_same_throw_twice_is_two_throws() -> None:
    box = Box("Ann", "Bo", rules={"four": "again"})
    first = box.throw(1, 3)

    assert box.cues == [Cue.ROLL, AGAIN, Cue.READY]
    assert first == box.throw(1, 3) == "Thrown: 1, 3. Ann throws again. Press to throw."


def test_a_throw_cuts_off_what_sounds_and_what_follows_from_it_waits() -> None:
    box = Box("Ann", "Bo")
    box.throw(3, 4)

    assert not box.told.news[0].waits
    assert box.told.news[0].cue is Cue.ROLL


def test_the_start_is_thrown_for() -> None:
    box = Box("Ann", "Bo", rules={"first": "roll_off"})

    assert [fact.cue for fact in facts(None, by_ear(box.play.view))] == [
        *(Cue.AUDIO, Cue.PLAYER, CHIPS, LYING, ROLL_OFF, Cue.READY)
    ]
    assert box.throw(3) == (
        "Thrown: 3. It is the turn of Bo. One die each; the highest starts. Press to throw."
    )
    assert box.throw(3) == ("Thrown: 3. It is the turn of Ann. A tie: throw again. Press to throw.")
    box.throw(3)
    assert box.throw(5) == "Thrown: 5. It is the turn of Bo. Press to throw."


def test_a_press_that_can_do_nothing_tells_everything_once_more() -> None:
    box = Box("Ann", "Bo")
    box.throw(6, 3)

    assert box.shown(let_go=Held.PRESS) == (
        "Not now. Thrown: 6, 3. A chip for the 9. Ann has 9. Close tile 9."
    )


def test_whoever_asks_before_a_throw_hears_chips_and_rooms() -> None:
    box = Box("Ann", "Bo")
    box.throw(6, 3)
    box.move(tiles(9))
    asked = line(facts(None, by_ear(box.play.view))[1:], language="en", verbosity=FULL)

    assert asked == (
        "It is the turn of Bo. Chips: Ann 9, Bo 10. Chips lie in 9; 0 on the wedding. "
        "Press to throw."
    )


def test_the_last_throw_is_told_and_then_who_has_won() -> None:
    box = Box("Ann", "Bo", rules={"chips": 1})

    assert box.throw(3, 4) == (
        "Thrown: 3, 4. A chip for the wedding. Ann has 0. Ann is out. Bo wins! Chips: Ann 0, Bo 2."
    )


def test_the_end_of_the_time_is_heard() -> None:
    box = Box("Ann", "Bo", rules={"ending": "clock"})
    box.throw(3, 4)
    box.move(tiles(7))
    box.play.wait()

    assert box.shown() == "The time is up. Bo wins! Chips: Ann 9, Bo 10."
    assert box.cues == [TIME_UP, Cue.WON, CHIPS]


def test_who_sees_the_box_hears_what_happens_and_whose_turn_it_is() -> None:
    box = Box("Ann", "Bo")
    before = by_ear(box.play.view)
    box.throw(3, 6)
    after = by_ear(box.play.view)

    def seen(before: Scene, after: Scene) -> list[Cue | OwnCue]:
        pair = (replace(shown, is_audio=False) for shown in (before, after))
        return [fact.cue for fact in facts(*pair)]

    assert seen(before, after) == [Cue.ROLL, CHIP_PAID, Cue.LOWER]
    box.move(tiles(9))
    assert seen(after, by_ear(box.play.view)) == [Cue.COMPLETE, Cue.PLAYER]


def test_in_lines_of_text_a_throw_is_said_with_who_has_thrown() -> None:
    box = Box("Ann", "Bo")
    before = by_ear(box.play.view)
    box.throw(1, 3)

    assert sentences(before, by_ear(box.play.view))[0] == "Ann throws 1 and 3: 4."
