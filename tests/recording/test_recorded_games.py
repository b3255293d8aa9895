"""The other games happen once more, too: cards are dealt as they were, bots do the same again."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import RulesSection
from stbpi.dice.lot import commitment
from stbpi.games.events import DealCommitted
from stbpi.games.game import BotRoll, Move, Phase, Prompt, StartMatch
from stbpi.games.registry import DEFAULT
from stbpi.recording.lines import Dealing, Header, Recording, Thought, read
from stbpi.sim.replay import RecordedThinker
from stbpi.sim.simulation import Simulation
from stbpi.sim.virtual import run
from stbpi.thinking import thinker
from stbpi.thinking.allowed import Allowed
from stbpi.thinking.opponent import FIRST_ROLL_MS
from tests.games.luk_fu.on_box import START, CardPlayer
from tests.games.spec import given, seated, turn
from tests.recording.boxes import facts, record, replay
from tests.sim.playing import NO_DISPLAY

LUK_FU = replace(
    NO_DISPLAY, rules=RulesSection(game="luk_fu", preset="tsoi", house_rules=(("bots", "simple"),))
)
STRONG = replace(LUK_FU, rules=replace(LUK_FU.rules, house_rules=(("bots", "strong"),)))
GLUECKSHAUS = replace(
    NO_DISPLAY,
    rules=RulesSection(game="glueckshaus", preset="glueckshaus", house_rules=(("chips", 2),)),
)


async def a_deal(box: Simulation) -> None:
    """Play from the set-up to the result."""
    await box.press()
    await CardPlayer(box).play()
    assert box.scene.view.phase is Phase.MATCH_OVER


async def an_evening_of_chips(box: Simulation) -> None:
    """Play Glückshaus with a bot until somebody has won."""
    await box.press()
    for _ in range(300):
        view = box.scene.view
        match view.prompt:
            case Prompt.MATCH_OVER:
                return
            case Prompt.CLOSE | Prompt.CLOSE_AGAIN:
                await box.lower(view.named)
            case Prompt.OPEN | Prompt.RAISE:
                await box.lift(view.named)
            case Prompt.WAIT:
                await asyncio.sleep(0.6)
                await box.settle()
            case _:
                await box.press()
    raise AssertionError(box.scene.view.prompt)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_deal_happens_once_more(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "box.rec"
    told = record(a_deal, file, journal=tmp_path / "j.db", config=LUK_FU, seed=seed)

    again, warnings = replay(file)

    assert facts(again) == facts(told)
    assert "deal_revealed" in [event["e"] for event in again]
    assert warnings == []


def test_bots_that_had_no_time_to_think_have_none_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, forgetful = tmp_path / "box.rec", tmp_path / "forgetful.rec"
    with monkeypatch.context() as slow:
        slow.setattr(thinker, "THINKING_MS", 0)
        told = record(a_deal, file, journal=tmp_path / "j.db", config=STRONG)
    lines = file.read_text("ascii").splitlines(keepends=True)
    forgetful.write_text("".join(one for one in lines if "thought" not in json.loads(one)), "ascii")

    again, _ = replay(file)
    without, _ = replay(forgetful)

    assert facts(again) == facts(told)
    assert facts(without) != facts(told)


def test_a_bot_knows_what_it_does_when_it_knew_it_then(tmp_path: Path) -> None:
    header = Header(program="", config={}, wall=None, zone=0, left_wall=None, left=())
    thought = Thought(t=1500.0, rounds=0)
    recording = Recording(path=tmp_path, header=header, items=(thought,), cut_line=0)

    async def look(state: object) -> tuple[Move | None, float]:
        loop, known = asyncio.get_running_loop(), asyncio.Event()
        bots = RecordedThinker(recording, lambda: Allowed.OFF)
        bots.on_change = known.set
        bots.look(state, DEFAULT)
        await asyncio.sleep(1)
        assert bots.move is None
        await known.wait()
        bots.close()
        return bots.move, loop.time()

    move, when = run(look(given(*seated("Robi=careful", "Ann"), turn(1, 1)).state), threads=False)

    assert move == Move(BotRoll(count=2), FIRST_ROLL_MS)
    assert when == 1.5


@pytest.mark.parametrize("seed", [1, 2])
def test_so_does_a_match_of_glueckshaus(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "box.rec"
    told = record(
        an_evening_of_chips, file, journal=tmp_path / "j.db", config=GLUECKSHAUS, seed=seed
    )

    again, _ = replay(file)

    assert facts(again) == facts(told)
    assert {"chip_paid", "chip_taken", "match_ended"} <= {event["e"] for event in again}


@pytest.mark.parametrize("left_after", [2, 9])
def test_a_deal_goes_on_with_the_hands_that_the_box_had(tmp_path: Path, left_after: int) -> None:
    journal, file = tmp_path / "j.db", tmp_path / "box.rec"

    async def begin(box: Simulation) -> None:
        await box.start_match(START)
        player = CardPlayer(box)
        for _ in range(left_after):
            await player.move()

    async def go_on(box: Simulation) -> None:
        await CardPlayer(box).play()

    before = record(begin, tmp_path / "first.rec", journal=journal, config=LUK_FU)
    told = record(go_on, file, journal=journal, config=LUK_FU, seed=2)

    again, _ = replay(file)

    assert "match_ended" not in [event["e"] for event in before]
    assert "match_ended" in [event["e"] for event in told]
    assert facts(again) == facts(told)


def test_the_file_has_the_bytes_of_deals_and_no_others(tmp_path: Path) -> None:
    journal, file = tmp_path / "j.db", tmp_path / "box.rec"

    async def begin(box: Simulation) -> None:
        await box.start_match(START)
        await CardPlayer(box).move()

    async def look(box: Simulation) -> None:
        await CardPlayer(box).move()

    record(begin, tmp_path / "first.rec", journal=journal, config=LUK_FU)
    record(look, file, journal=journal, config=LUK_FU, seed=2)

    (dealt,) = [item for item in read(tmp_path / "first.rec").items if isinstance(item, Dealing)]
    header = read(file).header
    (committed,) = [event for event in header.left if isinstance(event, DealCommitted)]
    assert header.secrets == {committed.sha: dealt.bytes}
    assert commitment(bytes.fromhex(dealt.bytes)) == committed.sha
    assert dealt.bytes not in repr(header) + repr(dealt)


def test_what_is_revealed_is_no_secret_of_the_file(tmp_path: Path) -> None:
    journal, file = tmp_path / "j.db", tmp_path / "box.rec"

    async def nothing(box: Simulation) -> None:
        await box.settle()

    record(a_deal, tmp_path / "first.rec", journal=journal, config=LUK_FU)
    record(nothing, file, journal=journal, config=LUK_FU)

    assert "secrets" not in json.loads(file.read_text().splitlines()[0])


def test_a_match_of_the_first_game_is_recorded_as_ever(tmp_path: Path) -> None:
    journal, file = tmp_path / "j.db", tmp_path / "box.rec"
    start = StartMatch(game="shut_the_box", names=("Ann",), preset="luk_kassen", house_rules=())

    async def begin(box: Simulation) -> None:
        await box.start_match(start)
        await box.press()

    record(begin, tmp_path / "first.rec", journal=journal, config=NO_DISPLAY)
    record(begin, file, journal=journal, config=NO_DISPLAY)

    assert '"deal"' not in file.read_text()
    assert "secrets" not in json.loads(file.read_text().splitlines()[0])
