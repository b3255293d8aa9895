"""Reading scenarios: every verb, and everything that a line can have wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.errors import ScriptError
from stbpi.games.game import NO_TILES, Tile, tiles
from stbpi.sim import steps
from stbpi.sim.script import read
from stbpi.sim.steps import Step

VERBS: dict[str, tuple[str, steps.Action]] = {
    "game": ("game shut_the_box", steps.Game("shut_the_box")),
    "rules": ("rules tiles=10 shut=zero", steps.Rules("", (("tiles", "10"), ("shut", "zero")))),
    "rules with a preset": (
        "rules preset=classic tiles=10",
        steps.Rules("classic", (("tiles", "10"),)),
    ),
    "rules as they are": ("rules", steps.Rules("", ())),
    "box": ("box tiles=9 down=2,4", steps.Box(9, tiles(2, 4))),
    "box with tiles": ("box tiles=12", steps.Box(12, NO_TILES)),
    "box as it lies": ("box down=3", steps.Box(0, tiles(3))),
    "box that is wired in another way": (
        "box closed_is=up reference=yes",
        steps.Box(0, NO_TILES, closed_is="up", has_reference=True),
    ),
    "players": ("players Ann Bjørn Līga", steps.Players(("Ann", "Bjørn", "Līga"))),
    "twelve players": (
        "players " + " ".join(f"P{n}" for n in range(1, 13)),
        steps.Players(tuple(f"P{n}" for n in range(1, 13))),
    ),
    "a long name": ("players Maximilianus", steps.Players(("Maximilianus",))),
    "dice": ("dice 6 5  1", steps.DiceNumbers((6, 5, 1))),
    "deal": ("deal Ann c1 t9 m5", steps.Deal("Ann", ("c1", "t9", "m5"))),
    "deal a list": ("deal Bot1 c1,t9 m5", steps.Deal("Bot1", ("c1", "t9", "m5"))),
    "master": ("master Bot2", steps.Master("Bot2")),
    "shuffle": ("shuffle 12", steps.Shuffle(12)),
    "plays a word": ("plays Ann call", steps.Plays("Ann", "call")),
    "plays cards": ("plays Ann c4,s4,m4", steps.Plays("Ann", "c4,s4,m4")),
    "plays cards apart": ("plays Ann c4 s4 m4", steps.Plays("Ann", "c4,s4,m4")),
    "press": ("press", steps.Button(0.1)),
    "hold": ("hold", steps.Button(1.0)),
    "hold for a while": ("hold 2.5", steps.Button(2.5)),
    "down": ("down 9 2", steps.Down(tiles(2, 9))),
    "down twice": ("down 9 9", steps.Down(tiles(9))),
    "up": ("up 12", steps.Up(tiles(12))),
    "wait": ("wait 20", steps.Wait(20.0)),
    "wait a moment": ("wait 0.05", steps.Wait(0.05)),
    "power": ("power cut", steps.PowerCut()),
    "power in a moment": ("power cut 12.5", steps.PowerCut(after_ms=12.5)),
    "bounce": ("bounce 4 30", steps.Bounce(Tile(4), 30)),
    "bounce of the button": ("bounce roll 2.5", steps.Bounce(None, 2.5)),
    "bounce no more": ("bounce 12 0", steps.Bounce(Tile(12), 0)),
    "noise": ("noise 4 50", steps.Noise(Tile(4), 50)),
    "noise of the button": ("noise roll 0", steps.Noise(None, 0)),
    "stick": ("stick 4", steps.Stick(Tile(4), is_stuck=True)),
    "stick the button": ("stick roll", steps.Stick(None, is_stuck=True)),
    "unstick": ("unstick 4", steps.Stick(Tile(4), is_stuck=False)),
    "cable": ("cable off", steps.Cable(is_on=False)),
    "cable back": ("cable on", steps.Cable(is_on=True)),
    "oled": ("oled off", steps.Oled(is_on=False)),
    "oled back": ("oled on", steps.Oled(is_on=True)),
    "disk": ("disk full", steps.Disk(is_full=True)),
    "disk back": ("disk ok", steps.Disk(is_full=False)),
    "serial": ("serial off", steps.Serial(is_on=False)),
    "serial back": ("serial on", steps.Serial(is_on=True)),
    "clock": ("clock 86400", steps.Clock(86400)),
    "clock back": ("clock -0.5", steps.Clock(-0.5)),
    "set": ("set scoring=digits", steps.SetRule("scoring", "digits")),
    "set a list": ("set start=1,2,9", steps.SetRule("start", "1,2,9")),
    "undo": ("undo", steps.Undo()),
    "stop": ("stop", steps.StopTurn()),
    "no_move": ("no_move", steps.NoMove()),
    "expect": (
        "expect phase=ready standing=1,2 roll=-",
        steps.Expect((("phase", "ready"), ("standing", "1,2"), ("roll", "-"))),
    ),
    "expect a value with =": ("expect phase=a=b", steps.Expect((("phase", "a=b"),))),
    "expect event": (
        "expect event covered player=Ann tiles=2,9",
        steps.ExpectEvent("covered", (("player", "Ann"), ("tiles", "2,9"))),
    ),
    "expect any event": ("expect event rolled", steps.ExpectEvent("rolled", ())),
}

WRONG = {
    "game": "game: expected the name of a game: shut_the_box",
    "game chess": "game: expected the name of a game: shut_the_box",
    "game shut_the_box now": "game: expected the name of a game: shut_the_box",
    "rules tiles": "rules: 'tiles': expected KEY=VALUE",
    "rules tiles=": "rules: 'tiles=': expected KEY=VALUE",
    "rules =10": "rules: '=10': expected KEY=VALUE",
    "rules tiles = 10": "rules: 'tiles': expected KEY=VALUE",
    "rules tiles=10 preset=classic": "rules: preset=NAME comes first",
    "rules preset=classic preset=classic": "rules: preset=NAME comes first",
    "players": "players: expected 1 to 12 names",
    "players A B C D E F G H I J K L M": "players: expected 1 to 12 names",
    "players Maximilianus2": "players: 'Maximilianus2' is no name: expected at most 12 characters",
    "players Ann\x07": r"players: 'Ann\x07' is no name",
    "players \U0001f3b2": "players: '\U0001f3b2' is no name",
    "players Ann Bob Ann": "players: Ann stands twice",
    "dice": "dice: expected numbers: dice show 1 to 6",
    "dice 7": "dice: '7': dice show 1 to 6",
    "dice 0": "dice: '0': dice show 1 to 6",
    "dice -1": "dice: '-1': dice show 1 to 6",
    "dice 1,2": "dice: '1,2': dice show 1 to 6",
    "dice six": "dice: 'six': dice show 1 to 6",
    "dice ٤": "dice: '٤': dice show 1 to 6",
    "dice " + "9" * 5000: "dice: '999",
    "deal": "deal: expected a player and cards",
    "deal Ann": "deal: expected a player and cards",
    "master": "master: expected a player",
    "master Ann Bot1": "master: expected a player",
    "shuffle": "shuffle: expected the number of a deal",
    "shuffle 0": "shuffle: expected the number of a deal",
    "shuffle 1.5": "shuffle: expected the number of a deal",
    "plays": "plays: expected a player and what he chooses",
    "plays Ann": "plays: expected a player and what he chooses",
    "press now": "press: expected nothing behind it",
    "box": "box: expected at least one of tiles=N",
    "box 9": "box: '9': expected KEY=VALUE",
    "box size=9": "box: expected at least one of tiles=N",
    "box closed_is=open": "box: expected at least one of tiles=N",
    "box reference=27": "box: expected at least one of tiles=N",
    "box tiles=13": "box: '13': expected 1 to 12 tiles",
    "box tiles=9 down=1,x": "box: 'x': tiles are 1 to 12",
    "cable pulled": "cable: expected on or off",
    "press 1": "press: expected nothing behind it",
    "hold on": "hold: expected a number of seconds",
    "hold 1 2": "hold: expected a number of seconds",
    "hold -1": "hold: expected a number of seconds",
    "wait": "wait: expected a number of seconds",
    "wait 1s": "wait: expected a number of seconds",
    "wait 1 2": "wait: expected a number of seconds",
    "wait -1": "wait: expected a number of seconds",
    "wait 1e3": "wait: expected a number of seconds",
    "wait nan": "wait: expected a number of seconds",
    "wait inf": "wait: expected a number of seconds",
    "wait .5": "wait: expected a number of seconds",
    "down": "down: expected numbers: tiles are 1 to 12",
    "down 0": "down: '0': tiles are 1 to 12",
    "down 13": "down: '13': tiles are 1 to 12",
    "down 1,2": "down: '1,2': tiles are 1 to 12",
    "up": "up: expected numbers: tiles are 1 to 12",
    "up all": "up: 'all': tiles are 1 to 12",
    "power": "power: expected `power cut`, or `power cut MS`",
    "power off": "power: expected `power cut`, or `power cut MS`",
    "power cut now": "power: expected a number of milliseconds",
    "bounce": "bounce: expected a tile or roll, and milliseconds",
    "bounce 4": "bounce: expected a tile or roll, and milliseconds",
    "bounce 4 30 ms": "bounce: expected a tile or roll, and milliseconds",
    "bounce 13 30": "bounce: '13': expected a tile, 1 to 12, or roll",
    "bounce button 30": "bounce: 'button': expected a tile, 1 to 12, or roll",
    "bounce 4 -1": "bounce: expected a number of milliseconds",
    "noise roll": "noise: expected a tile or roll, and hertz",
    "noise roll loud": "noise: expected a number of hertz",
    "noise roll 10001": "noise: expected at most 10000 hertz",
    "stick": "stick: expected a tile or roll",
    "stick 1 2": "stick: expected a tile or roll",
    "stick 0": "stick: '0': expected a tile, 1 to 12, or roll",
    "unstick all": "unstick: 'all': expected a tile, 1 to 12, or roll",
    "oled": "oled: expected on or off",
    "oled full": "oled: expected on or off",
    "oled off on": "oled: expected on or off",
    "serial": "serial: expected on or off",
    "disk off": "disk: expected full or ok",
    "clock": "clock: expected a number of seconds",
    "clock now": "clock: expected a number of seconds",
    "clock --1": "clock: expected a number of seconds",
    "clock -": "clock: expected a number of seconds",
    "clock 1 2": "clock: expected a number of seconds",
    "set": "set: expected one KEY=VALUE",
    "set scoring": "set: 'scoring': expected KEY=VALUE",
    "set scoring=": "set: 'scoring=': expected KEY=VALUE",
    "set rounds=1 tiles=9": "set: expected one KEY=VALUE",
    "undo turn": "undo: expected nothing behind it",
    "stop 1": "stop: expected nothing behind it",
    "no_move 7": "no_move: expected nothing behind it",
    "expect": "expect: expected KEY=VALUE, event NAME or error CLASS",
    "expect phase": "expect: 'phase': expected KEY=VALUE",
    "expect phase=": "expect: 'phase=': expected KEY=VALUE",
    "expect event": "expect: 'event': expected KEY=VALUE",
    "expect event rolled dice": "expect: 'dice': expected KEY=VALUE",
    "expect event dice=1": "expect: 'event': expected KEY=VALUE",
    "expect error": "expect: 'error': expected KEY=VALUE",
    "expect error ScriptError line": "expect: 'line': expected KEY=VALUE",
}

NEAR = {
    "prss": "Did you mean press?",
    "Press": "Did you mean press?",
    "holds": "Did you mean hold?",
    "player Ann": "Did you mean players?",
    "rule tiles=10": "Did you mean rules?",
    "powercut": "Did you mean power?",
    "expects phase=ready": "Did you mean expect?",
    "?": "Known are: game, rules, box, players, dice, deal, master, shuffle, plays, press, hold, "
    "down, up, wait, bounce, noise, stick, unstick, cable, oled, disk, serial, power, clock, set, "
    "undo, stop, no_move, expect",
}


def refusal(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as refused:
        read(text, path="play.stb")
    return refused.value


@pytest.mark.parametrize(("line", "action"), VERBS.values(), ids=VERBS)
def test_a_line_is_read(line: str, action: steps.Action) -> None:
    assert read(line, path="play.stb") == (Step(line=1, action=action),)


def test_every_verb_is_read_here() -> None:
    verbs = refusal("?").do.removeprefix("Known are: ").split(", ")

    assert {line.split()[0] for line, _ in VERBS.values()} == set(verbs)
    assert set(verbs) <= {line.split()[0] for line in WRONG}


@pytest.mark.parametrize(("line", "message"), WRONG.items(), ids=lambda text: text[:30])
def test_a_wrong_line_is_refused_with_file_and_line(line: str, message: str) -> None:
    error = refusal(f"# a comment\n{line}\n")

    assert (error.path, error.line) == ("play.stb", 2)
    assert str(error).startswith(f"play.stb:2: {message}")


@pytest.mark.parametrize(("line", "hint"), NEAR.items())
def test_an_unknown_verb_is_refused_with_the_nearest_one(line: str, hint: str) -> None:
    error = refusal(line)

    assert error.what == f"play.stb:1: unknown verb {line.split()[0]!r}"
    assert error.do == hint


def test_comments_and_empty_lines_are_left_out_and_lines_keep_their_numbers() -> None:
    steps = read("\n# first\n  press  # second\n\n\t#\nup 1 #2\n", path="")

    assert [step.line for step in steps] == [3, 6]


def test_a_number_sign_within_a_word_is_no_comment() -> None:
    assert read("players A#1", path="") == (Step(line=1, action=steps.Players(("A#1",))),)


def test_a_wrong_line_may_be_wanted() -> None:
    wrong, wanted = read("prss\nexpect error ScriptError line=1", path="play.stb")

    assert isinstance(wrong.action, steps.Unreadable)
    assert wrong.action.error.line == 1
    assert wanted.action == steps.ExpectError("ScriptError", (("line", "1"),))


def test_only_the_line_right_above_may_be_wrong() -> None:
    assert refusal("prss\npress\nexpect error ScriptError").line == 1


@pytest.mark.parametrize(
    "text", ["expect error ScriptError", "prss\nexpect error StbError\nexpect error StbError"]
)
def test_an_error_that_no_line_can_have_is_refused(text: str) -> None:
    error = refusal("# nothing\n" + text)

    assert error.line == len(text.splitlines()) + 1
    assert "no line above it" in error.what


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        steps = read(text, path="play.stb")
    except ScriptError as exc:
        assert exc.path == "play.stb"
        assert exc.line >= 1
    else:
        assert all(step.line >= 1 for step in steps)


@given(st.lists(st.sampled_from([line for line, _ in VERBS.values()])))
def test_lines_are_read_one_by_one(lines: list[str]) -> None:
    together = read("\n".join(lines), path="")

    assert together == tuple(
        Step(line=number, action=read(line, path="")[0].action)
        for number, line in enumerate(lines, start=1)
    )
