from __future__ import annotations

import inspect
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi import config
from stbpi.config import Config
from stbpi.config_checks import RESERVED_PINS
from stbpi.config_sections import SECTIONS, OtherRules, host_name, keys
from stbpi.errors import ConfigError
from stbpi.games import registry

FREE_PINS = [pin for pin in range(28) if pin not in RESERVED_PINS]
BOTS = "one of perfect, points, careful, casual:1 … casual:10, random"
NAMES = st.text(
    st.characters(max_codepoint=0xFFFF).filter(lambda it: category(it)[0] not in "CZ"),
    min_size=1,
    max_size=12,
)
RULES = st.dictionaries(
    st.text(min_size=1).filter(lambda key: key not in ("game", "preset", *registry.NAMES)),
    st.integers() | st.text() | st.booleans() | st.lists(st.integers()),
    max_size=4,
)


def file(folder: Path, text: str, name: str = "stbpi.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[str]:
    """Return what is said about a file, without its name."""
    path = file(folder, text)
    return [str(error).removeprefix(f"{path}: ") for error in config.check(path)]


def loaded(folder: Path, text: str) -> Config:
    return config.load(file(folder, text), {})


def test_without_a_file_everything_is_built_in(tmp_path: Path) -> None:
    built_in = config.load(None, {}, system_file=tmp_path / "none.toml")

    assert replace(built_in, sources=()) == Config()
    assert {source for _, source in built_in.sources} == {"default"}
    assert (built_in.box.settle_ms, built_in.box.complain_ms) == (35, 1500)
    assert built_in.gpio.tiles == (5, 6, 12, 13, 16, 19, 20, 21, 22, 23, 24, 25)
    assert (built_in.gpio.pin_factory, built_in.gpio.roll, built_in.gpio.buzzer) == (
        "auto",
        17,
        18,
    )
    assert (built_in.display.driver, built_in.display.address) == ("ssd1306", 0x3C)
    assert built_in.journal.path == Path("/var/lib/stbpi/journal.db")
    assert (built_in.rules.preset, built_in.players.names) == ("luk_kassen", ())


def test_the_option_goes_before_the_environment_and_that_before_the_system_file(
    tmp_path: Path,
) -> None:
    option = file(tmp_path, "[box]\nsettle_ms = 10", "option.toml")
    environ = {"STBPI_CONFIG": str(file(tmp_path, "[box]\nsettle_ms = 20", "environ.toml"))}
    system = file(tmp_path, "[box]\nsettle_ms = 30", "system.toml")

    assert config.load(option, environ, system_file=system).box.settle_ms == 10
    assert config.load(None, environ, system_file=system).box.settle_ms == 20
    assert config.load(None, {"STBPI_CONFIG": ""}, system_file=system).box.settle_ms == 30


def test_every_key_of_every_section_can_be_set(tmp_path: Path) -> None:
    text = """
        [box]
        name = "Bar no 4"
        inputs = "tile_board"
        settle_ms = 20
        complain_ms = 900
        broken = [4]
        idle_minutes = 5
        guests = "comfort"
        hours = "16:00-02:00"
        coach = "before"
        greeting = "Hej!"
        [gpio]
        pin_factory = "rpigpio"
        chip = "gpio-x"
        tiles = [4, 5, 6, 7, 8, 9]
        roll = 26
        buzzer = 0
        reference_pin = 27
        menu = 18
        closed_is = "up"
        [tile_board]
        port = "/dev/stbpi-tiles"
        tiles = [12, 11, 10, 9, 8, 7, 6]
        roll = 14
        menu = 0
        reference_pin = 15
        closed_is = "up"
        lamps = "hints"
        [display]
        driver = "sh1106"
        bus = 3
        address = 0x3D
        rotate = 180
        [sound]
        on = false
        level = 3
        night = "22:00-08:00"
        night_level = 0
        attract = "often"
        audio = true
        roll = "fives"
        speech = "on"
        verbosity = 1
        rate = 200
        [rules]
        game = "glueckshaus"
        preset = "canoga"
        shut = "zero"
        may_stop = true
        start = [7, 8]
        [language]
        language = "lv"
        [players]
        names = ["Åse", "Jānis"]
        bots = ["perfect", "casual:3"]
        [journal]
        path = "/data/journal.db"
        [dice]
        source = "random"
        [serial]
        port = "/dev/stbpi-log"
        baud = 9600
        [board]
        address = "http://bar.local:8137"
        attract = true
    """
    given_config = loaded(tmp_path, text)
    default = Config()

    assert given_config.rules.house_rules == (
        ("shut", "zero"),
        ("may_stop", True),
        ("start", (7, 8)),
    )
    for name, section in SECTIONS.items():
        for key in keys(section):
            value = getattr(getattr(given_config, name), key)
            assert value != getattr(getattr(default, name), key), key


def test_bots_may_be_written_as_a_text(tmp_path: Path) -> None:
    players = loaded(tmp_path, '[players]\nbots = "perfect, casual"').players

    assert players.bots == ("perfect", "casual:5")


def test_the_source_of_each_value_is_remembered_and_shown(tmp_path: Path) -> None:
    path = file(tmp_path, '[gpio]\nroll = 26\n[rules]\nshut = "zero"\n')
    shown = config.show(config.load(path, {})).splitlines()

    assert f"roll = 26  # {path} (--config)" in shown
    assert f'shut = "zero"  # {path} (--config)' in shown
    assert "buzzer = 18  # default" in shown
    assert "address = 0x3C  # default" in shown
    assert [line for line in shown if line.startswith("[")] == [f"[{name}]" for name in SECTIONS]


@given(
    names=st.lists(NAMES, max_size=12, unique=True),
    pins=st.permutations(FREE_PINS),
    tiles=st.integers(6, 12),
    path=st.text().filter(lambda text: "\0" not in text),
    rules=RULES,
)
def test_what_is_shown_can_be_read_again(
    tmp_path_factory: pytest.TempPathFactory,
    names: list[str],
    pins: list[int],
    tiles: int,
    path: str,
    rules: dict[str, int | str | list[int]],
) -> None:
    default = Config()
    whole = replace(
        default,
        gpio=replace(default.gpio, tiles=tuple(pins[:tiles]), roll=pins[12], buzzer=pins[13]),
        players=replace(default.players, names=tuple(names)),
        journal=replace(default.journal, path=Path("/" + path)),
        rules=replace(
            default.rules,
            house_rules=tuple(
                (key, tuple(value) if isinstance(value, list) else value)
                for key, value in rules.items()
            ),
        ),
    )

    folder = tmp_path_factory.mktemp("shown")
    assert replace(loaded(folder, config.show(whole)), sources=()) == whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[bix]\nname = 'x'",
            "bix: unknown section; expected one of [box], [gpio], [tile_board], [display], "
            "[sound], [rules], [language], [players], [dice], [journal], [serial], "
            "[board]\n"
            "Did you mean box?",
        ),
        (
            "settle_ms = 20",
            "settle_ms: a key outside of all sections; expected a section\n"
            "Did you mean box.settle_ms?",
        ),
        ("journal = '/x'", "journal: a key of this name; expected the section [journal]"),
        (
            "[box]\nsetle_ms = 20",
            "box.setle_ms: unknown key; expected one of name, inputs, settle_ms, complain_ms, "
            "broken, idle_minutes, guests, hours, coach, greeting\n"
            "Did you mean box.settle_ms?",
        ),
        (
            "[sound]\nbuzzer = 4",
            "sound.buzzer: unknown key; expected one of on, level, night, night_level, attract, "
            "audio, roll, speech, verbosity, rate\nDid you mean gpio.buzzer?",
        ),
        (
            '[players]\n"a\\nb" = 4',
            'players."a\\nb": unknown key; expected one of names, bots',
        ),
        ("[players]\nxyzzy = 4", "players.xyzzy: unknown key; expected one of names, bots"),
        (
            "[box]\nsettle_ms = 4",
            "box.settle_ms: 4; expected a whole number from 5 to 200 milliseconds",
        ),
        (
            "[box]\nsettle_ms = 35.0",
            "box.settle_ms: 35.0; expected a whole number from 5 to 200 milliseconds",
        ),
        (
            "[box]\ncomplain_ms = 10001",
            "box.complain_ms: 10001; expected a whole number from 200 to 10000 milliseconds",
        ),
        (
            "[box]\nname = 'thirteen char'",
            'box.name: "thirteen char"; expected 1 to 12 printable ASCII characters, no blank at '
            "an end",
        ),
        (
            "[gpio]\npin_factory = 'pigpio'",
            'gpio.pin_factory: "pigpio"; '
            'expected "auto" or "gpiod" or "lgpio" or "rpigpio" or "mock"\n'
            "Did you mean rpigpio?",
        ),
        (
            "[gpio]\nchip = 4",
            'gpio.chip: 4; expected "auto", a chip\'s label, or /dev/...',
        ),
        ("[gpio]\ntiles = 5", "gpio.tiles: 5; expected a list of 6 to 12 BCM numbers"),
        ("[gpio]\ntiles = [5, 6]", "gpio.tiles: 2 pins; expected 6 to 12 pins, tile 1 first"),
        ("[gpio]\nroll = 28", "gpio.roll: 28; expected a BCM number from 0 to 27"),
        ("[gpio]\nroll = true", "gpio.roll: true; expected a BCM number from 0 to 27"),
        (
            "[gpio]\nroll = 0",
            "gpio.roll: GPIO 0 is read by the Pi at its start (HAT identity, data); expected a "
            "pin that is free to use",
        ),
        (
            "[gpio]\nbuzzer = 14",
            "gpio.buzzer: GPIO 14 is the serial line's transmit (TXD); expected a pin that is "
            "free to use",
        ),
        (
            "[gpio]\nroll = 25",
            "gpio.roll: GPIO 25 is for the roll button and for tile 12; expected every pin once",
        ),
        (
            "[gpio]\ntiles = [4, 5, 6, 7, 8, 17]",
            "gpio.tiles: GPIO 17 is for tile 6 and for the roll button; expected every pin once",
        ),
        (
            "[gpio]\nmenu = 25",
            "gpio.menu: GPIO 25 is for the menu button and for tile 12; expected every pin once",
        ),
        (
            "[tile_board]\nport = 'ttyACM0'",
            'tile_board.port: "ttyACM0"; expected "auto", a device (/dev/ttyACM0) or an address '
            "(socket://host:port)",
        ),
        (
            "[tile_board]\nport = ''",
            'tile_board.port: ""; expected "auto", a device (/dev/ttyACM0) or an address '
            "(socket://host:port)",
        ),
        (
            "[tile_board]\ntiles = [0, 1, 2, 3, 4, 5]",
            "tile_board.tiles: [0, 1, 2, 3, 4, 5]; expected a list of 6 to 12 contacts, 1 to 15",
        ),
        (
            "[tile_board]\nroll = 12",
            "tile_board.roll: contact 12 is for the roll button and for tile 12; expected every "
            "contact once",
        ),
        (
            "[tile_board]\nlamps = 'all'",
            'tile_board.lamps: "all"; expected "off" or "on" or "hints"',
        ),
        (
            "[box]\ninputs = 'usb'",
            'box.inputs: "usb"; expected "gpio" or "tile_board"',
        ),
        (
            "[box]\ninputs = 'tile_board'\nbroken = [9]\n[tile_board]\ntiles = [1,2,3,4,5,6]",
            "box.broken: 9; expected tiles 1 to 6: so many are in tile_board.tiles",
        ),
        ("[gpio]\nclosed_is = 'open'", 'gpio.closed_is: "open"; expected "down" or "up"'),
        (
            "[box]\nhours = '16-02'",
            'box.hours: "16-02"; expected "always", or from when to when: "16:00-02:00"',
        ),
        (
            "[box]\ngreeting = '" + "x" * 55 + "'",
            f'box.greeting: "{"x" * 55}"; expected a text of at most 54 characters',
        ),
        (
            "[board]\naddress = 'bar.local'",
            'board.address: "bar.local"; expected an address (http://...), or "" for none',
        ),
        (
            "[board]\naddress = 'http://" + "x" * 47 + "'",
            f'board.address: "http://{"x" * 47}"; expected at most 53 characters: a longer address '
            "makes a code too fine to read",
        ),
        ("[display]\nrotate = 90", "display.rotate: 90; expected 0 or 180"),
        ("[display]\nrotate = false", "display.rotate: false; expected 0 or 180"),
        (
            "[display]\naddress = 0x78",
            "display.address: 0x78; expected an address from 0x08 to 0x77 (a panel marked 0x78 "
            "is 0x3C, 0x7A is 0x3D)",
        ),
        ("[sound]\non = 1", "sound.on: 1; expected true or false"),
        ("[sound]\nlevel = 6", "sound.level: 6; expected a whole number from 0 to 5"),
        (
            "[sound]\nnight = ['22:00', '08:00']",
            'sound.night: ["22:00", "08:00"]; expected "never", or from when to when: '
            '"22:00-08:00"',
        ),
        (
            "[sound]\nnight = '22:00-22:00'",
            'sound.night: "22:00-22:00"; expected "never", or from when to when: "22:00-08:00"',
        ),
        (
            "[sound]\nnight = 'always'",
            'sound.night: "always"; expected "never", or from when to when: "22:00-08:00"',
        ),
        (
            "[sound]\nroll = 'speech'",
            'sound.roll: "speech"; expected "beeps" or "fives"',
        ),
        ("[rules]\npreset = 3", "rules.preset: 3; expected the name of a preset"),
        (
            "[rules]\nrounds = 1.5",
            "rules.rounds: 1.5; expected a number, a text, true, false or a list",
        ),
        ("[rules]\nstart = ['a']", 'rules.start: ["a"]; expected a list of whole numbers'),
        (
            "[players]\nnames = ['Ann', 'B b']",
            'players.names: "B b"; expected names of 1 to 12 printable characters, no blanks, '
            "no emoji",
        ),
        (
            "[players]\nnames = ['Ann', 'Bo', 'Ann']",
            'players.names: "Ann" twice; expected every name once',
        ),
        ("[players]\nnames = 'Ann'", 'players.names: "Ann"; expected a list of at most 12 names'),
        (
            "[players]\nbots = ['random', 'perfekt']",
            f'players.bots: "perfekt"; expected {BOTS}\nDid you mean perfect?',
        ),
        ("[players]\nbots = ['casual:11']", f'players.bots: "casual:11"; expected {BOTS}'),
        ("[players]\nbots = [3]", f"players.bots: 3; expected {BOTS}"),
        ("[players]\nbots = 7", "players.bots: 7; expected a list of at most 11 bots"),
        (
            "[players]\nbots = 'perfect'\n[dice]\nsource = 'real'",
            "players.bots: perfect; expected none where players throw real dice: bots have none",
        ),
        (
            "[journal]\npath = 'journal.db'",
            'journal.path: "journal.db"; expected the path of a file, from / on',
        ),
        (
            "[serial]\nport = 'ttyUSB0'",
            'serial.port: "ttyUSB0"; expected a device (/dev/serial0), an address '
            '(socket://host:port), or "" for none',
        ),
        (
            "[serial]\nport = 0",
            "serial.port: 0; expected a device (/dev/serial0), an address (socket://host:port), "
            'or "" for none',
        ),
        (
            "[serial]\nbaud = 110",
            "serial.baud: 110; expected a whole number from 300 to 4000000 bits a second",
        ),
    ],
)
@pytest.mark.field("B3")
def test_a_wrong_value_is_named_with_what_was_found_and_expected(
    tmp_path: Path, text: str, said: str
) -> None:
    assert problems(tmp_path, text) == [said]


@pytest.mark.parametrize(
    "port",
    ["", "/dev/ttyUSB0", "socket://box:4000", "loop://", "rfc2217://box:4000", "hwgrep://0403"],
)
def test_a_serial_port_is_named_as_pyserial_names_it(tmp_path: Path, port: str) -> None:
    assert loaded(tmp_path, f"[serial]\nport = '{port}'").serial.port == port


def test_all_problems_of_a_file_are_found(tmp_path: Path) -> None:
    text = """
        [box]
        settle_ms = 4
        nome = "x"
        [gpio]
        tiles = [2, 3, 5, 5, 17, 99]
        [rules]
        rounds = 1.5
        [extra]
    """
    keys_found = [error.key for error in config.check(file(tmp_path, text))]

    assert sorted(keys_found) == [
        "box.nome",
        "box.settle_ms",
        "extra",
        *["gpio.tiles"] * 5,
        "rules.rounds",
    ]


def test_a_good_file_has_no_problems(tmp_path: Path) -> None:
    assert problems(tmp_path, "[box]\nsettle_ms = 20\n[rules]\nwhatever = 3\n") == []


def test_nothing_of_a_file_with_a_problem_is_used(tmp_path: Path) -> None:
    path = file(tmp_path, "[box]\nsettle_ms = 20\ncomplain_ms = 1\n")

    with pytest.raises(ConfigError) as caught:
        config.load(path, {})
    assert (caught.value.key, caught.value.found) == ("box.complain_ms", "1")
    assert caught.value.source == f"{path} (--config)"


@pytest.mark.parametrize(
    ("text", "line"), [("[box]\nname = ", 2), ("[box]\n\n[box]\n", 3), ("\n\n[box", 3)]
)
def test_a_file_that_is_no_toml_is_named_with_its_line(
    tmp_path: Path, text: str, line: int
) -> None:
    (said,) = config.check(file(tmp_path, text))

    assert re.search(rf"stbpi\.toml: .*\bat line {line}\b.*; expected a TOML file", str(said))


def test_a_file_that_is_no_text_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin1.toml"
    path.write_bytes("[box]\nname = 'Åse'".encode("latin-1"))

    (said,) = config.check(path)
    assert str(said) == f"{path}: line 2 is not UTF-8 text; expected a TOML file"


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    said = "can't be read: No such file or directory; expected a TOML file"

    with pytest.raises(ConfigError, match=f"^{missing} \\(--config\\): {said}$"):
        config.load(missing, {})
    with pytest.raises(ConfigError, match=f"^{missing} \\(\\$STBPI_CONFIG\\): {said}$"):
        config.load(None, {"STBPI_CONFIG": str(missing)})
    assert len(config.check(missing)) == 1


def test_a_system_file_that_exists_must_be_readable(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Is a directory"):
        config.load(None, {}, system_file=tmp_path)


@given(
    st.recursive(
        st.integers() | st.text() | st.booleans() | st.floats() | st.none(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_a_check_takes_any_value_and_answers_with_a_sentence_of_one_line(value: object) -> None:
    for section in SECTIONS.values():
        for key in keys(section).values():
            for problem in key.metadata["check"](value):
                assert "\n" not in problem.found + problem.expected


def test_every_built_in_value_passes_its_own_check() -> None:
    tables = tomllib.loads(config.show(Config()))
    for name, section in SECTIONS.items():
        for key, about in keys(section).items():
            assert list(about.metadata["check"](tables[name][key])) == []


def test_every_key_is_described() -> None:
    for name, section in SECTIONS.items():
        described = re.findall(r"^ {4}(\w+): ", inspect.getdoc(section) or "", re.MULTILINE)
        assert [d for d in described if d not in ("house_rules", "others")] == list(
            keys(section)
        ), name


@pytest.mark.parametrize(
    ("host", "name"),
    [("stb.example.org", "stb"), ("a-very-long-host-name", "a-very-long-"), ("ø", "stbpi")],
)
def test_a_box_without_a_name_is_called_like_its_machine(
    monkeypatch: pytest.MonkeyPatch, host: str, name: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: host)

    assert host_name() == name
    assert Config().box.name == name


def test_a_configuration_can_be_handed_on_as_tables(tmp_path: Path) -> None:
    path = tmp_path / "stbpi.toml"
    path.write_text(
        "[rules]\npreset = 'thai'\nrounds = 2\nstakes = 'per_point'\n[box]\nbroken = [2, 9]\n"
        "[players]\nnames = ['Ann']\n[journal]\npath = '/var/tmp/j.db'\n"
    )
    loaded = config.load(path, {})

    tables = config.tables(loaded)

    again = config.from_tables(tables, source="x")
    assert replace(again, sources=()) == replace(loaded, sources=())
    assert json.loads(json.dumps(tables)) == tables
    with pytest.raises(ConfigError, match=r"box\.settle_ms: -1"):
        config.from_tables({"box": {"settle_ms": -1}}, source="x")


# The rules of several games


GAMES = """
[rules]
game = "glueckshaus"
preset = "clock"
minutes = 30
[rules.luk_fu]
bots = "strong"
[rules.shut_the_box]
preset = "thai"
start = [7, 8]
"""


def test_every_game_has_rules_of_its_own(tmp_path: Path) -> None:
    rules = loaded(tmp_path, GAMES).rules

    assert (rules.game, rules.preset, rules.house_rules) == (
        "glueckshaus",
        "clock",
        (("minutes", 30),),
    )
    assert rules.of("glueckshaus") == OtherRules(preset="clock", house_rules=(("minutes", 30),))
    assert rules.of("luk_fu") == OtherRules(preset="tsoi", house_rules=(("bots", "strong"),))
    assert rules.of("shut_the_box").house_rules == (("start", (7, 8)),)
    assert loaded(tmp_path, "").rules.of("glueckshaus") == OtherRules(preset="glueckshaus")


def test_the_game_that_is_offered_first_may_have_its_rules_in_its_own_table(tmp_path: Path) -> None:
    own = '[rules]\ngame = "glueckshaus"\nfour = "pay"\n[rules.glueckshaus]\npreset = "clock"\n'
    rules = loaded(tmp_path, own).rules

    assert (rules.preset, rules.house_rules, rules.others) == ("clock", (("four", "pay"),), ())


def test_rules_of_several_games_are_shown_with_their_sources_and_read_again(tmp_path: Path) -> None:
    path = file(tmp_path, GAMES)
    given_config = config.load(path, {})
    shown = config.show(given_config)

    said = f"# {path} (--config)"
    assert (
        f'[rules]\ngame = "glueckshaus"  {said}\npreset = "clock"  {said}\nminutes = 30  {said}\n\n'
        f'[rules.luk_fu]\npreset = "tsoi"  # default\nbots = "strong"  {said}\n\n'
        f'[rules.shut_the_box]\npreset = "thai"  {said}\nstart = [7, 8]  {said}\n\n'
    ) in shown
    again = loaded(tmp_path, shown)
    assert again.rules == given_config.rules
    assert config.tables(given_config)["rules"] == tomllib.loads(shown)["rules"]
    assert config.tables(given_config, only_said=True)["rules"] == tomllib.loads(GAMES)["rules"]


def test_another_game_takes_its_own_rules_and_leaves_the_others_theirs(tmp_path: Path) -> None:
    before = config.load(file(tmp_path, GAMES), {})
    after = config.with_game(before, "luk_fu", source="--game")

    assert (after.rules.preset, after.rules.house_rules) == ("tsoi", (("bots", "strong"),))
    for game in registry.NAMES:
        assert after.rules.of(game) == before.rules.of(game)
    shown = config.show(after)
    assert 'game = "luk_fu"  # --game\n' in shown
    assert f"minutes = 30  # {tmp_path / 'stbpi.toml'} (--config)\n" in shown
    changed = config.with_rules(after, "", (("bots", "simple"),), source="--rules")
    assert 'bots = "simple"  # --rules\n' in config.show(changed)
    assert config.with_game(before, "glueckshaus", source="--game") == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[rules]\ngame = 'glukshaus'",
            'rules.game: "glukshaus"; expected "shut_the_box" or "glueckshaus" or "luk_fu"\n'
            "Did you mean glueckshaus?",
        ),
        (
            "[rules]\ngame = 'luk_fu'\nbots = 'simple'\n[rules.luk_fu]\nbots = 'strong'",
            "rules.luk_fu.bots: said in [rules], too; expected every key once",
        ),
        (
            "[rules]\npreset = 'thai'\n[rules.shut_the_box]\npreset = 'thai'",
            "rules.shut_the_box.preset: said in [rules], too; expected every key once",
        ),
        (
            "[rules.lukfu]\nbots = 'strong'",
            "rules.lukfu: unknown section; expected one of [rules.shut_the_box], "
            "[rules.glueckshaus], [rules.luk_fu]\nDid you mean rules.luk_fu?",
        ),
        (
            "[rules]\nluk_fu = 'tsoi'",
            "rules.luk_fu: a key of this name; expected the section [rules.luk_fu]",
        ),
        ("[rules.luk_fu]\npreset = 3", "rules.luk_fu.preset: 3; expected the name of a preset"),
        (
            "[rules.luk_fu]\nbots = 1.5",
            "rules.luk_fu.bots: 1.5; expected a number, a text, true, false or a list",
        ),
    ],
)
def test_what_is_wrong_with_the_rules_of_a_game_names_its_key(
    tmp_path: Path, text: str, said: str
) -> None:
    assert problems(tmp_path, text) == [said]
