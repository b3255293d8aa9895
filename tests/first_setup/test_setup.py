"""`stbpi setup` on simulated pins and a simulated display, answered by a script."""

from __future__ import annotations

import asyncio
import io
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

import pytest

from stbpi import config as configuration
from stbpi import language
from stbpi.box.gpio import mock_factory
from stbpi.box.gpio_driver import GpiozeroPins
from stbpi.build import Parts
from stbpi.cli import main
from stbpi.clock import SystemClock
from stbpi.config import Config, GpioSection
from stbpi.display.panel import Bus
from stbpi.errors import BoxError, StbError
from stbpi.first_setup.session import check_that_it_can_be_written, defaults, hold
from stbpi.first_setup.trial import Trial
from stbpi.games import preset_words
from stbpi.games.game import tiles
from stbpi.games.registry import NAMES
from stbpi.journal.store import Journal
from stbpi.sim.hand import Hand
from stbpi.sim.panel_model import PanelModel
from stbpi.sim.virtual import run
from tests.doubles import SeededDice
from tests.service.machines import FakePi

ALL_DEFAULTS = [""] * 20
PINS = GpioSection().tiles


class Person:
    """Types the answers of a script; is asked for more, and there is nobody.

    Attributes:
        typed: how many lines were read.
    """

    def __init__(self, answers: Sequence[str]) -> None:
        self.typed = 0
        self._answers = list(answers)

    def readline(self) -> str:
        if not self._answers:
            return ""
        self.typed += 1
        return self._answers.pop(0) + "\n"


@dataclass
class Bench:
    """A new box on the bench, and what is told of it.

    Attributes:
        wired: what its switches are really wired to.
        moved: the tiles that are moved in the walk; others are passed over.
        address: where its display answers; 0 = it has none.
        pictures: how often a picture was shown, by chip and rotation.
        ran: the commands that were run.
    """

    folder: Path
    wired: GpioSection = field(default_factory=GpioSection)
    moved: tuple[int, ...] = tuple(range(1, 13))
    address: int = 0x3C
    pins_fail: bool = False
    ran: list[str] = field(default_factory=list)
    out: io.StringIO = field(default_factory=io.StringIO)

    def __post_init__(self) -> None:
        self.machine = FakePi(self.folder / "pi")
        self.file = self.folder / "stbpi.toml"
        self._hand: Hand | None = None

    def set_up(self, *answers: str, with_trial: bool = True) -> str:
        """Hold the session; return what was said."""
        trial = Trial(parts_of=self._parts, bus_of=self._bus_of, listen=self._walk, run=run)
        hold(
            self.file,
            Person(answers),  # type: ignore[arg-type]
            self.out,
            trial if with_trial else None,
            self.machine,
            {"LANGUAGE": "en"},
            run=lambda *command: self.ran.append(" ".join(command)),
        )
        return self.said

    @property
    def said(self) -> str:
        return self.out.getvalue()

    @property
    def written(self) -> dict[str, dict[str, object]]:
        return tomllib.loads(self.file.read_text("utf-8"))

    def _parts(self, config: Config) -> Parts:
        if self.pins_fail:
            raise BoxError("the pins are gone", "Look for them.")
        pins = mock_factory()
        self._hand = hand = Hand(
            pins, self.wired.tiles, self.wired.roll, closed_is=self.wired.closed_is
        )
        return Parts(
            clock=SystemClock(),
            dice=SeededDice(1),
            pins=GpiozeroPins(pins),
            bus=PanelModel,
            wired=hand.reapply,
            journal=Path("/nowhere/journal.db"),
        )

    def _bus_of(self, number: int) -> Callable[[], Bus]:
        def open_bus() -> Bus:
            if not self.address:
                raise FileNotFoundError(2, "no bus")
            return PanelModel(address=self.address)

        return open_bus

    def _walk(self, keyboard: TextIO, pass_over: Callable[[], None]) -> Callable[[], None]:
        """Move the parts that are asked for; type a line for those that are passed over."""
        hand = self._hand
        assert hand is not None

        async def story() -> None:
            for tile in range(1, len(self.wired.tiles) + 1):
                if tile not in self.moved:
                    pass_over()
                    continue
                hand.lower(tiles(tile))
                await asyncio.sleep(0.3)
                hand.raise_(tiles(tile))
                await asyncio.sleep(0.6)
            hand.press_roll(True)
            await asyncio.sleep(0.3)
            hand.press_roll(False)

        task = asyncio.get_running_loop().create_task(story())

        def stop() -> None:
            task.cancel()

        return stop


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    language.use(language.SOURCE)


# Answers


def test_who_only_presses_enter_gets_a_box_that_can_play(bench: Bench) -> None:
    said = bench.set_up(*ALL_DEFAULTS)

    config = configuration.load(bench.file, {})
    assert replace(config, sources=()) == replace(Config(), sources=())
    assert "Wired right: 13 of 13." in said
    assert f"written: {bench.file}" in said


def test_what_was_answered_is_written_and_explained(bench: Bench) -> None:
    bench.wired = replace(bench.wired, tiles=PINS[:9])
    bench.set_up(
        *("da", "9", "", "", "", "", ""),
        *("sh1106", "0x3D"),
        *("good", "", "", "classic", ""),
    )

    written = bench.written
    assert written["language"] == {"language": "da"}
    assert written["gpio"]["tiles"] == list(PINS[:9])
    assert written["display"] == {"driver": "sh1106", "address": 0x3D}
    assert written["rules"] == {"game": "shut_the_box", "preset": "classic"}
    text = bench.file.read_text("utf-8")
    assert "address = 0x3D\n" in text
    assert all("# " in text.split(f"{key} = ")[0].splitlines()[-1] for key in ("tiles", "preset"))
    assert configuration.check(bench.file) == []


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("xx", *ALL_DEFAULTS), "One of these: en, da, nb, lv, auto"),
        (("", "5", *ALL_DEFAULTS), "A whole number from 6 to 12."),
        (("", "many", *ALL_DEFAULTS), "A whole number from 6 to 12."),
        (("", "", "", "perhaps", *ALL_DEFAULTS), "yes or no?"),
        (("", "6", "", "n", "1 2 3", *ALL_DEFAULTS), "6 numbers are wanted"),
        (("", "6", "", "n", "1 2 3 4 5 x", *ALL_DEFAULTS), "A whole number is wanted."),
        (("", "", "", "", "", "", "", "", "3C", *ALL_DEFAULTS), "An address from 0x08 to 0x77."),
        (
            ("", "", "", "", "", "", "", "", "", "", "", "", "nonsense", *ALL_DEFAULTS),
            "No rules of",
        ),
    ],
)
def test_an_answer_that_can_not_be_is_asked_for_again(
    answers: tuple[str, ...], said: str, bench: Bench
) -> None:
    bench.wired = replace(bench.wired, tiles=PINS[: 6 if "6" in answers else 12])

    assert said in bench.set_up(*answers)
    assert bench.file.exists()


def test_a_question_mark_lists_the_rules_that_go_with_so_many_tiles(bench: Bench) -> None:
    bench.wired = replace(bench.wired, tiles=PINS[:9])
    said = bench.set_up("", "9", *[""] * 10, "?", *ALL_DEFAULTS)

    assert "  classic  " in said
    assert "\n  canoga " not in said, "it needs ten"


def test_with_very_few_tiles_any_rules_are_played_with_those_that_there_are(bench: Bench) -> None:
    bench.wired = replace(bench.wired, tiles=PINS[:6])
    said = bench.set_up("", "6", *ALL_DEFAULTS)

    assert "They are played with 6 tiles." in said
    assert bench.written["rules"] == {
        "game": "shut_the_box",
        "preset": "luk_kassen",
        "tiles": 6,
    }


def test_rules_that_need_more_tiles_are_not_offered(bench: Bench) -> None:
    bench.file.write_text('[rules]\npreset = "canoga"\n')
    bench.wired = replace(bench.wired, tiles=PINS[:9])
    bench.set_up("", "9", *ALL_DEFAULTS)

    assert bench.written["rules"]["preset"] == "classic"
    assert configuration.check(bench.file) == []


def test_pins_that_clash_are_asked_for_again(bench: Bench) -> None:
    six = "4 5 6 7 8 9"
    said = bench.set_up(
        *("", "6", "", "n", "4 5 6 7 8 17", "", ""),
        *("no", six, "10", "0"),
        *("", "n"),
        *ALL_DEFAULTS,
    )

    assert "GPIO 17 is for tile 6 and for the roll button" in said
    assert bench.written["gpio"] == {"tiles": [4, 5, 6, 7, 8, 9], "roll": 10, "buzzer": 0}


def test_a_tile_board_is_asked_for_no_pins(bench: Bench) -> None:
    said = bench.set_up("", "9", "tile_board", *ALL_DEFAULTS, with_trial=False)

    assert "Is it wired so?" not in said
    assert bench.written["box"] == {"inputs": "tile_board"}
    assert bench.written["tile_board"] == {"tiles": [1, 2, 3, 4, 5, 6, 7, 8, 9], "roll": 13}
    assert "gpio" not in bench.written


# Tries: the switches


def test_swapped_wires_are_taken_over_as_they_are(bench: Bench) -> None:
    bench.wired = replace(bench.wired, tiles=(PINS[1], PINS[0], *PINS[2:]))
    said = bench.set_up(*ALL_DEFAULTS)

    assert "tile 1 is wired to GPIO6" in said
    assert bench.written["gpio"]["tiles"] == [6, 5, *PINS[2:]]


def test_contacts_of_the_other_kind_are_taken_over(bench: Bench) -> None:
    bench.wired = replace(bench.wired, closed_is="up")
    bench.set_up(*ALL_DEFAULTS)

    assert bench.written["gpio"]["closed_is"] == "up"


def test_wires_that_will_be_put_right_with_tools_are_not_taken_over(bench: Bench) -> None:
    bench.wired = replace(bench.wired, tiles=(PINS[1], PINS[0], *PINS[2:]))
    bench.set_up("", "", "", "", "", "n", *ALL_DEFAULTS)

    assert bench.written["gpio"]["tiles"] == list(PINS)


def test_a_tile_that_was_passed_over_is_told_and_may_be_tried_again(bench: Bench) -> None:
    bench.moved = tuple(range(2, 13))
    said = bench.set_up("", "", "", "", "", "yes", *ALL_DEFAULTS)

    assert said.count("! tile 1 does not answer") == 2


def test_pins_that_can_not_be_had_keep_nobody_from_going_on(bench: Bench) -> None:
    bench.pins_fail = True
    said = bench.set_up(*ALL_DEFAULTS)

    assert "! the pins are gone\nLook for them." in said
    assert bench.file.exists()


# Tries: buzzer and display


def test_a_buzzer_that_is_not_heard_is_tried_again(bench: Bench) -> None:
    said = bench.set_up(*[""] * 6, "n", "yes", *ALL_DEFAULTS)

    assert said.count("Do you hear a few tones, low to high?") == 2
    assert said.count("It must be a passive buzzer") == 1


def test_a_display_that_hangs_upside_down_is_turned(bench: Bench) -> None:
    bench.set_up(*[""] * 9, "turned", *ALL_DEFAULTS)

    assert bench.written["display"] == {"driver": "ssd1306", "address": 0x3C, "rotate": 180}


def test_a_display_with_a_cut_picture_gets_another_chip(bench: Bench) -> None:
    said = bench.set_up(*[""] * 9, "", "n", "", "sh1106", *ALL_DEFAULTS)

    assert "sh1106 and ssd1306 are often sold for one another" in said
    assert bench.written["display"]["driver"] == "sh1106"


def test_a_dark_display_is_told_what_to_look_at_and_the_box_is_set_up_all_the_same(
    bench: Bench,
) -> None:
    said = bench.set_up(*[""] * 9, "dark", *ALL_DEFAULTS)

    assert "Look at its wires (SDA, SCL, 3.3 V, ground)" in said
    assert bench.written["display"]["driver"] == "ssd1306"


def test_a_bus_that_is_missing_is_told_with_what_switches_it_on(bench: Bench) -> None:
    bench.address = 0
    bench.machine.remove("/dev/i2c-1")
    said = bench.set_up(*ALL_DEFAULTS)

    assert "! display: the I2C bus of the display is missing" in said
    assert "! sudo raspi-config nonint do_i2c 0" in said


def test_a_box_without_a_display_is_asked_nothing_more_about_it(bench: Bench) -> None:
    bench.set_up(*[""] * 7, "none", *ALL_DEFAULTS)

    assert bench.written["display"] == {"driver": "none"}


def test_an_address_where_something_answers_is_offered(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.address = 0x3D
    monkeypatch.setattr(bench.machine, "answers", lambda bus, address: address == 0x3D)
    bench.set_up(*ALL_DEFAULTS)

    assert bench.written["display"]["address"] == 0x3D


# The file that was there


def test_what_was_not_asked_for_stays_and_the_old_file_is_kept(bench: Bench) -> None:
    old = '[box]\nname = "Bar"\n[rules]\npreset = "classic"\nrounds = 3\n[sound]\nlevel = 2\n'
    bench.file.write_text(old)
    said = bench.set_up(*ALL_DEFAULTS)

    kept = bench.file.with_name("stbpi.toml.old-1")
    assert kept.read_text() == old
    assert f"What was there before: {kept}" in said
    assert bench.written["box"] == {"name": "Bar", "inputs": "gpio"}
    assert bench.written["sound"] == {"level": 2}
    assert bench.written["rules"] == {"game": "shut_the_box", "preset": "classic", "rounds": 3}


def test_no_old_file_is_ever_overwritten(bench: Bench) -> None:
    bench.file.write_text("# one\n")
    bench.set_up(*ALL_DEFAULTS)
    bench.set_up(*ALL_DEFAULTS)

    assert bench.file.with_name("stbpi.toml.old-1").read_text() == "# one\n"
    assert bench.file.with_name("stbpi.toml.old-2").exists()


def test_house_rules_go_with_the_preset_that_they_belong_to(bench: Bench) -> None:
    bench.file.write_text('[rules]\npreset = "classic"\nrounds = 3\n')
    bench.set_up(*[""] * 12, "thai", *ALL_DEFAULTS)

    assert bench.written["rules"] == {"game": "shut_the_box", "preset": "thai"}


def test_another_game_is_asked_for_its_own_rules_and_those_of_the_first_stay(bench: Bench) -> None:
    bench.file.write_text('[rules]\npreset = "classic"\nrounds = 3\n')
    said = bench.set_up(*[""] * 11, "glueckshaus", "?", "clock", *ALL_DEFAULTS)

    assert "  two_kings    The second king ends the game" in said
    assert bench.written["rules"] == {
        "game": "glueckshaus",
        "preset": "clock",
        "shut_the_box": {"preset": "classic", "rounds": 3},
    }
    bench.set_up(*ALL_DEFAULTS)
    assert bench.written["rules"]["game"] == "glueckshaus", "it is offered again"


def test_rules_of_a_game_that_does_not_explain_them_are_listed_by_their_names(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preset_words, "words_of", lambda _game: None)
    said = bench.set_up(*[""] * 11, "glueckshaus", "?", "clock", *ALL_DEFAULTS)

    assert "  full_rooms\n  two_kings\n  clock\n  all_rooms\n" in said


def test_every_game_is_named_where_one_is_written_to_be_offered(bench: Bench) -> None:
    bench.set_up(*ALL_DEFAULTS)

    assert ", ".join(NAMES) in bench.file.read_text("utf-8").replace("\n# ", " ")


def test_a_game_that_has_rules_of_its_own_in_the_file_is_offered_with_them(bench: Bench) -> None:
    bench.file.write_text('[rules.luk_fu]\nbots = "strong"\n')
    bench.set_up(*[""] * 11, "luk_fu", *ALL_DEFAULTS)

    assert bench.written["rules"] == {"game": "luk_fu", "preset": "tsoi", "bots": "strong"}


def test_a_game_that_needs_more_tiles_is_not_offered(bench: Bench) -> None:
    bench.wired = replace(bench.wired, tiles=PINS[:6])
    said = bench.set_up("", "6", *[""] * 9, "luk_fu", "glueckshaus", *ALL_DEFAULTS)

    assert "One of these: shut_the_box, glueckshaus\n" in said
    assert bench.written["rules"] == {"game": "glueckshaus", "preset": "glueckshaus"}


def test_a_file_that_can_not_be_used_is_left_aside(bench: Bench) -> None:
    bench.file.write_text("[gpio]\nroll = 99\n")
    said = bench.set_up(*ALL_DEFAULTS)

    assert "gpio.roll: 99; expected a BCM number from 0 to 27" in said
    assert bench.written["gpio"]["roll"] == 17


@pytest.mark.parametrize("count", range(12))
def test_where_the_answers_end_nothing_is_written(count: int, bench: Bench) -> None:
    with pytest.raises(StbError, match="not answered to the end"):
        bench.set_up(*ALL_DEFAULTS[:count])

    assert not bench.file.exists()


def test_what_is_not_wanted_is_not_written(bench: Bench) -> None:
    said = bench.set_up(*[""] * 13, "no")

    assert said.endswith("Nothing was written.\n")
    assert not bench.file.exists()


# The box that runs


def test_a_box_that_plays_is_stopped_for_the_tries_and_started_again(bench: Bench) -> None:
    with closing(Journal(bench.machine.file(Config().journal.path))):
        said = bench.set_up(*ALL_DEFAULTS)

    assert bench.ran == ["systemctl stop stbpi", "systemctl start stbpi"]
    assert said.endswith("The box is started again.\n")


def test_it_is_started_again_whatever_happens(bench: Bench) -> None:
    with closing(Journal(bench.machine.file(Config().journal.path))), pytest.raises(StbError):
        bench.set_up("", "")

    assert bench.ran == ["systemctl stop stbpi", "systemctl start stbpi"]


@pytest.mark.parametrize(
    ("has_service", "command"),
    [(True, "sudo systemctl restart stbpi"), (False, "stbpi run --config {file}")],
)
def test_in_the_end_it_says_how_to_start_the_box(
    has_service: bool, command: str, bench: Bench
) -> None:
    if has_service:
        bench.machine.outputs["systemctl", "is-enabled"] = "enabled\n"
    said = bench.set_up(*ALL_DEFAULTS)

    assert said.endswith(f"What is next: {command.format(file=bench.file)}\n")


# Without questions


def test_the_defaults_are_a_configuration(tmp_path: Path) -> None:
    file, out = tmp_path / "etc" / "stbpi.toml", io.StringIO()
    defaults(file, out)

    assert out.getvalue() == f"written: {file}\n"
    assert configuration.check(file) == []
    assert file.stat().st_mode & 0o777 == 0o644


def test_the_defaults_never_take_the_place_of_a_configuration(tmp_path: Path) -> None:
    file = tmp_path / "stbpi.toml"
    file.write_text("# mine\n")

    with pytest.raises(StbError, match="is there already"):
        defaults(file, io.StringIO())
    assert file.read_text() == "# mine\n"


def test_without_a_terminal_it_says_what_can_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())

    assert main(["setup", "--config", str(tmp_path / "stbpi.toml")]) == 2
    assert capsys.readouterr().err == (
        "stbpi: questions need a terminal\nWithout one, write the defaults: stbpi setup --yes\n"
    )


def test_the_command_writes_the_defaults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stbpi.toml"

    assert main(["setup", "--yes", "--config", str(file)]) == 0
    assert capsys.readouterr().out == f"written: {file}\n"


def test_who_may_not_write_the_file_is_told_before_the_first_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)

    with pytest.raises(StbError, match="this user may not write") as refused:
        check_that_it_can_be_written(tmp_path / "none" / "stbpi.toml")
    assert refused.value.do == "As root: sudo stbpi setup"
