"""What scenarios say of cards: hands, the Master, choices, and what of it is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stbpi.errors import ScriptError, StbError
from stbpi.sim.invariants import Fold
from stbpi.sim.scenario import Scenario, play_file
from stbpi.sim.script import read
from stbpi.sim.virtual import run

LUK_FU = "game luk_fu\nplayers Ann\n"
CALLED = LUK_FU + "master Ann\nplays Ann call\n"


def played(text: str, folder: Path) -> list[dict[str, Any]]:
    """Play a script, and return its events."""
    path = folder / "play.stb"
    path.write_text(text)
    lines: list[str] = []
    play_file(path, tell=lines.append)
    return [json.loads(line) for line in lines]


def refusal(text: str, folder: Path) -> StbError:
    with pytest.raises(StbError) as refused:
        played(text, folder)
    return refused.value


def named(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events if event["e"] == name]


REFUSED = {
    "cards in a game that has none": (
        "players Ann\ndeal Ann c1",
        "2: deal: no cards are dealt in Shut the Box",
    ),
    "a choice in a game that has none": (
        "game glueckshaus\nplayers Ann Bob\nplays Ann call",
        "3: plays: no cards are dealt in Glückshaus",
    ),
    "a Master in a game that has none": ("master Ann", "1: master: no cards are dealt in"),
    "no card": (LUK_FU + "deal Ann c1 t0", "3: 't0' is no card: expected c1 to t9"),
    "a card twice": (LUK_FU + "deal Ann c1 c2 c1", "3: c1 is dealt twice"),
    "a card of another": (LUK_FU + "deal Ann c1\ndeal Bot1 c2 c1", "4: c1 is dealt twice"),
    "too many cards": (
        LUK_FU + "deal Ann c1 c2 c3 c4 c5 c6 c7 c8 c9 s1 s2 s3 s4",
        "3: expected at most 12 cards, found 13",
    ),
    "a stranger": (LUK_FU + "deal Cas c1", "3: Cas does not sit there"),
    "a stranger as Master": (LUK_FU + "master Cas", "3: Cas does not sit there"),
    "a stranger who plays": (LUK_FU + "plays Cas call", "3: Cas does not sit there"),
    "a stranger before the players": (
        "game luk_fu\ndeal Ann c1\nmaster Bob\nplayers Ann",
        "3: Bob does not sit there",
    ),
    "a stranger with a choice before the players": (
        "game luk_fu\nplays Bob call\nplayers Ann",
        "2: Bob does not sit there",
    ),
    "a stranger in a match that the button starts": (
        "game luk_fu\nmaster Bob\npress",
        "2: Bob does not sit there",
    ),
    "no choice": (LUK_FU + "plays Ann shout", "3: 'shout' is no card: expected c1 to t9"),
    "a choice of cards twice": (LUK_FU + "plays Ann c1,c1", "3: c1 stands twice"),
    "a choice that is not legal": (CALLED + "plays Ann c1,c2\nwait 1", "5: this can't be chosen"),
    "one behind which nothing comes": (CALLED + "plays Ann pass\nwait 1\npress", "5: this can't"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_be_is_refused_where_it_stands(
    tmp_path: Path, text: str, message: str
) -> None:
    error = refusal(text, tmp_path)

    assert isinstance(error, ScriptError)
    assert str(error).removeprefix(f"{tmp_path}/play.stb:").startswith(message)
    assert str(error).count("play.stb") == 1


def test_who_sits_there_and_what_can_be_said_is_told(tmp_path: Path) -> None:
    assert refusal(LUK_FU + "deal Cas c1", tmp_path).do == "Known are: Ann, Bot1, Bot2"
    assert refusal(LUK_FU + "plays Ann no", tmp_path).do == (
        "Or one of these: call, pass, claim, on"
    )


def test_what_was_refused_is_not_laid(tmp_path: Path) -> None:
    wrong = "deal Ann t9 t8 t7 t9\nexpect error ScriptError\n"
    right = "deal Ann t9 t8 t7\nmaster Ann\nplays Ann call\nplays Ann t7,t8,t9\nwait 0.5\n"
    told = played(LUK_FU + wrong + right + "expect best=t7,t8,t9\n", tmp_path)

    assert len(named(told, "deal_committed")) == 1


def test_a_scenario_is_the_same_every_time_and_its_deals_differ(tmp_path: Path) -> None:
    text = (
        LUK_FU
        + "deal Ann c1 c9\nmaster Ann\n"
        + "".join(f"plays {name} pass\n" for _ in range(2) for name in ("Ann", "Bot1", "Bot2"))
    )
    first, again = played(text + "wait 2\n", tmp_path), played(text + "wait 2\n", tmp_path)
    hands = [event["cards"] for event in named(first, "dealt")]

    assert first == again
    assert len(hands) == len(set(hands)) == 6
    assert hands[0].startswith("c1,") and ",c9," in hands[0]
    assert {event["master"] for event in named(first, "deal_committed")} == {1}


def test_the_number_of_the_first_deal_may_be_said(tmp_path: Path) -> None:
    passes = "".join(f"plays {name} pass\n" for name in ("Ann", "Bot1", "Bot2"))
    hands = [
        [event["cards"] for event in named(played(LUK_FU + text, tmp_path), "dealt")]
        for text in (2 * passes + "wait 3\n", "shuffle 2\n" + passes + "wait 2\n")
    ]

    assert hands[0][3:] == hands[1]


def test_hands_may_stand_before_the_players_and_the_deal_waits_for_those_behind(
    tmp_path: Path,
) -> None:
    before = "game luk_fu\ndeal Ann c1 c2 c3\nmaster Ann\nplays Ann call\nplays Ann c1,c2,c3\n"
    behind = "players Ann\ndeal Bot1 s1 s2 s3\nplays Bot1 s1,s2,s3\nwait 0.6\n"

    told = named(played(before + behind, tmp_path), "played")

    assert [event["cards"] for event in told] == ["c1,c2,c3", "s1,s2,s3"]


def test_without_players_the_deal_waits_for_nothing(tmp_path: Path) -> None:
    told = played("game luk_fu\npress\ndeal P1 c1\nwait 1\n", tmp_path)

    assert [event["deal"] for event in named(told, "deal_committed")] == [1]


def test_no_hand_is_told_before_the_deal_is_over(tmp_path: Path) -> None:
    text = CALLED.replace("master", "deal Ann c1 t1 c9 s9 m9 t9\nmaster") + "wait 0.5\n"
    told = json.dumps(played(text, tmp_path))
    over = json.dumps(played(text + "plays Ann claim\nwait 0.5\n", tmp_path))

    assert "c1" not in told
    assert "dealt" not in told
    assert "c1" in over


def test_a_bot_without_a_choice_decides_by_itself(tmp_path: Path) -> None:
    text = "game luk_fu\nrules bots=simple\nplayers Ann\nmaster Bot1\nwait {}\n"

    assert named(played(text.format(0.5), tmp_path), "called") == []
    assert named(played(text.format(2), tmp_path), "called")[0]["player"] == 2


def test_somebody_elses_turn_is_waited_for(tmp_path: Path) -> None:
    text = LUK_FU + "master Ann\nplays Bot1 pass\nwait 5\nexpect player=Ann\nplays Ann pass\nwait 1"
    told = named(played(text, tmp_path), "called")

    assert [(event["player"], event["what"]) for event in told] == [(1, "pass"), (2, "pass")]


def test_what_is_compared_with_the_screen_has_the_hands_and_the_disk_alone_has_not(
    tmp_path: Path,
) -> None:
    async def main() -> tuple[bool, bool]:
        scenario = Scenario(path="", journal=tmp_path / "journal.db", tell=lambda _: None)
        async with scenario.running():
            for step in read(CALLED + "wait 1", path=""):
                await scenario.do(step)
            box = scenario.box
            assert box is not None
            folds = [Fold(complain_ms=1500, secrets=known) for known in (box.secrets, {})]
            for one in box.disk.recorded:
                for fold in folds:
                    fold.take(one.event)
            known, unknown = (box.scene.view in fold.views(box.scene) for fold in folds)
            return known, unknown
        raise AssertionError("unreachable")

    assert run(main(), threads=False) == (True, False)
