"""The invariants of a scenario: each one is broken here, and says so."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.errors import ExpectationError
from stbpi.games.events import Dealt, Event, Rolled, SettingChanged, TurnStarted
from stbpi.games.game import Tile, tiles
from stbpi.games.glueckshaus import chaos
from stbpi.journal.recorded import Recorded
from stbpi.serial_log.lines import encode
from stbpi.sim import script
from stbpi.sim.invariants import Broken
from stbpi.sim.panel_model import DATA
from stbpi.sim.scenario import Scenario
from stbpi.sim.virtual import run

Deed = Callable[[Scenario], Awaitable[None]]


def broken_by(lines: str, deed: Deed, journal: Path, *, then: str = "wait 0.1") -> Broken:
    """Play lines, do something that can't be, and return what the next line complains of."""

    async def main() -> Broken:
        scenario = Scenario(path="play.stb", journal=journal, tell=lambda _: None, is_quiet=True)
        async with scenario.running():
            for step in script.read(lines, path="play.stb"):
                await scenario.do(step)
            await deed(scenario)
            with pytest.raises(ExpectationError) as caught:
                for step in script.read(then, path="play.stb"):
                    await scenario.do(step)
            return caught.value.expected, caught.value.found
        raise AssertionError("unreachable")

    return run(main(), threads=False)


def test_a_tile_that_is_shown_where_the_hand_has_not_put_it(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.hand.contact(Tile(6)).hold(True)

    broken = broken_by("rules tiles=6\nplayers Ann", deed, tmp_path / "journal.db")

    assert broken == ("standing 1,2,3,4,5,6", "standing 1,2,3,4,5")


def test_a_stuck_tile_may_be_shown_where_the_hand_has_not_put_it(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.hand.contact(Tile(1)).hold(True)

    lines = "rules tiles=6\nplayers Ann\nstick 6\ndown 6"

    assert broken_by(lines, deed, tmp_path / "journal.db")[0] == "standing 1,2,3,4,5"


def test_an_event_whose_number_does_not_follow(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        scenario.hear((recorded(5),))

    assert broken_by("players Ann", deed, tmp_path / "journal.db") == ("event n=4", "event n=5")


def test_an_event_that_is_synced_twice(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        scenario.hear((recorded(3),))

    assert broken_by("players Ann", deed, tmp_path / "journal.db") == ("event n=4", "event n=3")


def test_an_event_that_is_lost_after_it_was_on_the_disk(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"

    async def deed(_: Scenario) -> None:
        with closing(sqlite3.connect(journal)) as database:
            database.execute("DELETE FROM events WHERE e = 'player_seated'")
            database.commit()

    expected, found = broken_by(
        "players Ann\ndice 6 5\npress", deed, journal, then="power cut\nwait 1"
    )

    assert '"e":"player_seated","seat":1,"player":"Ann"' in expected
    assert "player_seated" not in found


def test_a_roll_that_is_shown_before_it_is_on_the_disk(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.disk.recorded.append(recorded(4))

    broken = broken_by("players Ann", deed, tmp_path / "journal.db")

    assert broken == ("all events on the disk", "not yet: rolled")


def test_something_else_is_shown_than_is_on_the_disk(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        event = TurnStarted(player=2, round=1)
        scenario.hear((Recorded(n=5, boot=1, match=1, t=0, wall=None, event=event),))

    broken = broken_by("players Ann Bob", deed, tmp_path / "journal.db")

    assert broken == ("the disk to be shown: player=2", "player=1")


@pytest.mark.parametrize("kind", ["bytes", "hand"])
def test_what_is_hidden_in_a_deal_is_told(kind: str, tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        box = scenario.box
        assert box is not None
        [secret] = box.secrets.values()
        events: dict[str, Event] = {
            "bytes": SettingChanged(key="key", value=secret.hex()),
            "hand": Dealt(player=1, cards="c1", face_down=""),
        }
        n = box.disk.recorded[-1].n + 1
        scenario.hear((Recorded(n=n, boot=1, match=1, t=0, wall=None, event=events[kind]),))

    broken = broken_by("game luk_fu\nplayers Ann\nwait 0.1", deed, tmp_path / "journal.db")

    assert broken[0] == "nothing told of the deal"


def test_what_must_hold_by_the_rules_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deed(_: Scenario) -> None:
        monkeypatch.setattr(chaos, "broken", lambda state: (f"chips={sum(state.hands)}", "fewer"))

    broken = broken_by("game glueckshaus\nplayers Ann Bob", deed, tmp_path / "journal.db")

    assert broken == ("chips=20", "fewer")


def test_a_picture_on_the_glass_that_nobody_has_drawn(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.panel.write_i2c_block_data(0x3C, DATA, [0x55] * 32)

    lines = "rules unlucky=11\nplayers Ann\ndice 6 5\nwait 61\npress\nwait 0.5"
    broken = broken_by(lines, deed, tmp_path / "journal.db")

    assert broken[1] == "another picture on the glass"


def test_a_display_that_is_told_to_be_away_for_too_long(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.panel.unplug()
        await asyncio.sleep(31)
        scenario.box.panel.write_i2c_block_data = refuse  # type: ignore[method-assign]  # is deaf
        scenario.box.panel.plug_in()

    broken = broken_by("players Ann", deed, tmp_path / "journal.db", then="wait 1\nwait 61")

    assert broken == ("fault_cleared part=display", "faults=display")


def test_a_display_that_is_away_and_not_told(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        await scenario.box.daemon.display.stop()
        scenario.box.panel.unplug()

    broken = broken_by("players Ann", deed, tmp_path / "journal.db", then="wait 1\nwait 31")

    assert broken == ("fault part=display", "faults=-")


def test_a_contact_that_chatters_and_is_not_told(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.hand.contact(Tile(3)).noise(100, seed=1)
        scenario.box.hand.contact(Tile(3)).rest()  # it says that it chatters, and doesn't

    broken = broken_by("players Ann", deed, tmp_path / "journal.db", then="wait 1\nwait 11")

    assert broken == ("fault part=tile_3", "faults=-")


def test_an_event_that_is_not_received(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        receiver = scenario.box.line.receiver
        receiver.hear = lambda data: None  # type: ignore[method-assign]

    broken = broken_by(
        "players Ann\nwait 61",
        deed,
        tmp_path / "journal.db",
        then="dice 6 5\npress\nwait 1\nwait 11",
    )

    assert broken == ("received up to n=4", "received up to n=3")


def test_an_event_that_is_received_otherwise(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        events = scenario.box.line.receiver.events
        events.append(replace(events[-1], n=len(events) + 1))

    broken = broken_by("players Ann\nwait 5", deed, tmp_path / "journal.db")

    assert broken is not None
    assert broken[0] == "received -"


def test_an_event_that_is_received_twice_and_not_the_same(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        receiver = scenario.box.line.receiver
        other = replace(recorded(1), event=Rolled(player=1, dice=(1, 1), total=2, k=1))
        receiver.hear(encode(other))

    broken = broken_by("players Ann\nwait 5", deed, tmp_path / "journal.db")

    assert broken is not None
    assert '"total":2' in broken[1]


def test_an_error_that_is_logged(tmp_path: Path) -> None:
    async def deed(_: Scenario) -> None:
        logging.getLogger("stbpi.anything").error("%s is broken", "it")

    broken = broken_by("players Ann", deed, tmp_path / "journal.db")

    assert broken == ("no error", "logged: it is broken")


def test_what_goes_well_breaks_nothing(tmp_path: Path) -> None:
    async def deed(scenario: Scenario) -> None:
        assert scenario.box is not None
        scenario.box.hand.lower(tiles(6, 5))
        scenario.box.hand.contact(Tile(1)).hold(True)

    lines = (
        "players Ann\ndice 6 5\npress\noled off\nwait 100\noled on\ndisk full\nwait 100\ndisk ok"
    )

    assert broken_by(lines, deed, tmp_path / "journal.db")[0] == "standing 1,2,3,4,7,8,9"


def recorded(n: int) -> Recorded:
    event = Rolled(player=1, dice=(6, 5), total=11, k=1)
    return Recorded(n=n, boot=1, match=1, t=0, wall=None, event=event)


def refuse(address: int, register: int, data: object, /) -> None:
    raise OSError(121, "Remote I/O error")
