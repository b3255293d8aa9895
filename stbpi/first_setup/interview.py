"""The interview: which questions are asked, in which order, and what is tried after each.

    language ─▶ tiles ─▶ pins or tile board ─▶ walk ─▶ buzzer ─▶ display ─▶ game ─▶ rules

What is answered goes into the tables of a configuration, checked as if it had been read from a
file; the tries go by what has been answered so far. A part that fails keeps nobody from going on.

Never: reads or writes a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stbpi import config as configuration
from stbpi import language
from stbpi.config_checks import LAST_PIN, RESERVED_PINS
from stbpi.config_sections import GPIO, TILE_BOARD, GpioSection
from stbpi.errors import StbError
from stbpi.first_setup.dialogue import Dialogue, Refused
from stbpi.first_setup.display import ask_display
from stbpi.first_setup.trial import Trial
from stbpi.games.preset_words import listed
from stbpi.games.registry import TITLES, game_of
from stbpi.language import AUTO, LANGUAGES, _
from stbpi.service import told
from stbpi.service.machine import Machine
from stbpi.service.page import ROLL
from stbpi.service.wires import where

FEWEST, MOST = 6, 12


class Interview:
    """Asks one person about one box.

    Args:
        dialogue: with the person.
        trial: tries what was answered; `None`: nothing is tried.
        machine: is asked what answers on the I2C bus.
        tables: of the configuration that there is; its values are offered.
        environ: the environment, for the language of the system.

    Attributes:
        config: as far as it has been answered.
        asked: the full names of the keys that were asked for.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        trial: Trial | None,
        machine: Machine,
        tables: Mapping[str, Mapping[str, Any]],
        environ: Mapping[str, str],
    ) -> None:
        self.config = configuration.from_tables(tables, source="")
        self.asked: set[str] = set()
        self._dialogue = dialogue
        self._trial = trial
        self._machine = machine
        self._tables = tables
        self._environ = environ

    def hold(self) -> None:
        """Ask everything.

        Raises:
            StbError: nobody answers any more.
        """
        self._ask_language()
        self._ask_tiles()
        if self._trial is not None:
            self._try_switches(self._trial)
            self._try_buzzer(self._trial)
        ask_display(self, self._dialogue, self._trial, self._machine)
        self._ask_rules()

    def set(self, section: str, **values: Any) -> None:
        """Take answers over.

        Raises:
            ConfigError: they can't be.
        """
        table = {**self._tables.get(section, {}), **values}
        tables = {**self._tables, section: table}
        self.config = configuration.from_tables(tables, source="")
        self._tables = tables
        self.asked |= {f"{section}.{key}" for key in values}

    # Language, tiles

    def _ask_language(self) -> None:
        options = {**LANGUAGES, AUTO: _("that of the system")}
        now = self.config.language.language
        wanted = self._dialogue.choose(_("Which language does the box speak?"), options, now)
        self.set("language", language=wanted)
        language.use(language.chosen(wanted, self._environ))

    def _ask_tiles(self) -> None:
        now = len(self.config.wired.tiles)
        count = self._dialogue.ask(_("How many tiles has it?"), now, _count)
        inputs = self._dialogue.choose(
            _("Where are the switches wired to?"),
            {GPIO: _("the pins of the Pi"), TILE_BOARD: _("a tile board on USB")},
            self.config.box.inputs,
        )
        self.set("box", inputs=inputs)
        if any(tile > count for tile in self.config.box.broken):
            self.set("box", broken=[tile for tile in self.config.box.broken if tile <= count])
        if inputs == GPIO:
            self._ask_pins(count)
        else:
            board = self.config.tile_board
            taken = {board.roll, board.menu, board.reference_pin}
            contacts = (one for one in range(1, MOST + 1) if one not in taken)
            self.set(TILE_BOARD, tiles=_as_many(count, board.tiles, contacts), roll=board.roll)

    def _ask_pins(self, count: int) -> None:
        ask, gpio = self._dialogue.ask, self.config.gpio
        taken = {*RESERVED_PINS, gpio.roll, gpio.buzzer, gpio.reference_pin, gpio.menu}
        pins = (*GpioSection().tiles, *range(LAST_PIN + 1))
        tiles = _as_many(count, gpio.tiles, (pin for pin in pins if pin not in taken))
        self.set(GPIO, tiles=tiles, roll=gpio.roll, buzzer=gpio.buzzer)
        while not self._is_wired_so():
            gpio = self.config.gpio
            answers = {
                "tiles": ask(
                    _("The pins of the tiles (BCM numbers), tile 1 first?"),
                    list(gpio.tiles),
                    lambda text: _numbers(text, count),
                    shown=" ".join(map(str, gpio.tiles)),
                ),
                "roll": ask(_("The pin of the roll button?"), gpio.roll, _number),
                "buzzer": ask(
                    _("The pin of the buzzer (0 = none)?"),
                    gpio.buzzer,
                    _number,
                    shown=str(gpio.buzzer),
                ),
            }
            try:
                self.set(GPIO, **answers)
            except StbError as exc:
                self._dialogue.say(str(exc))

    def _is_wired_so(self) -> bool:
        gpio = self.config.gpio
        wires = {f"tile_{tile}": pin for tile, pin in enumerate(gpio.tiles, start=1)}
        for part, pin in {**wires, ROLL: gpio.roll}.items():
            self._dialogue.say(f"  {told.name_of(part)}: {where(pin, GPIO, part)}")
        buzzer = where(gpio.buzzer, GPIO, "buzzer") if gpio.buzzer else _("none")
        self._dialogue.say("  " + _("buzzer: {line}").format(line=buzzer))
        return self._dialogue.yes(_("Is it wired so?"))

    # Tries

    def _try_switches(self, trial: Trial) -> None:
        is_wanted = self._dialogue.yes(_("Try the switches now?"))
        while is_wanted:
            is_wanted = not self._walk(trial) and self._dialogue.yes(_("Once more?"), default=False)

    def _walk(self, trial: Trial) -> bool:
        """Let the person walk through the tiles; return whether all is well."""
        say = self._dialogue.say
        say(
            _("Raise all tiles. Then move them one by one, as you are asked."),
            _("Enter passes one over."),
        )
        try:
            walked = trial.walk(self.config, say, self._dialogue.keyboard)
        except StbError as exc:
            say(f"  ! {exc}")
            return False
        say(*(f"  ! {line}" for line in walked.to_fix))
        correction = walked.result.correction
        if correction is not None:
            say(*(f"  {line}" for line in told.toml(correction)))
            if self._dialogue.yes(_("Take it over as it is wired?")):
                self.set(
                    correction.section,
                    tiles=list(correction.tiles),
                    roll=correction.roll,
                    closed_is=correction.closed_is,
                )
                return True
        elif not walked.to_fix:
            say(*told.result(walked.result))
        return not walked.to_fix

    def _try_buzzer(self, trial: Trial) -> None:
        if not (self.config.wired.buzzer and self.config.sound.on):
            return
        is_wanted = self._dialogue.yes(_("Try the buzzer now?"))
        while is_wanted and not self._is_heard(trial):
            is_wanted = self._dialogue.yes(_("Once more?"), default=False)

    def _is_heard(self, trial: Trial) -> bool:
        try:
            with trial.tones(self.config) as is_there:
                if is_there and self._dialogue.yes(_("Do you hear a few tones, low to high?")):
                    return True
        except StbError as exc:
            self._dialogue.say(f"  ! {exc}")
            return False
        self._dialogue.say(
            _("Look at its wires. It must be a passive buzzer, which makes no tone of its own.")
        )
        return False

    # Rules

    def _ask_rules(self) -> None:
        self._ask_game()
        game, now = self.config.rules.game, self.config.rules.preset
        presets = self._presets(game)
        wanted = self._dialogue.ask(
            _("Which rules are offered first? (? lists them)"),
            now if now in presets else presets[0],
            lambda text: _preset(text, game, presets),
        )
        if wanted != now:  # house rules belong to their preset
            self._forget_house_rules()
        self.set("rules", preset=wanted)
        wired = len(self.config.wired.tiles)
        if _tiles_of(game, wanted, wired) > wired:
            self.set("rules", tiles=wired)
            self._dialogue.say(_("They are played with {count} tiles.").format(count=wired))

    def _ask_game(self) -> None:
        """Ask for one of the games that so many tiles are enough for."""
        wired = len(self.config.wired.tiles)
        offered = {name: str(title) for name, title in TITLES.items() if _goes_with(name, wired)}
        now = self.config.rules.game
        wanted = self._dialogue.choose(
            _("Which game is offered first?"),
            offered,
            now if now in offered else next(iter(offered)),
        )
        config = configuration.with_game(self.config, wanted, source="")
        said = configuration.tables(config, only_said=True)
        self._tables = {**self._tables, "rules": said["rules"]}
        self.set("rules", game=wanted)

    def _forget_house_rules(self) -> None:
        rules, games = self._tables["rules"], self.config.rules
        kept = {key: value for key, value in rules.items() if key not in dict(games.house_rules)}
        self._tables = {**self._tables, "rules": kept}

    def _presets(self, game: str) -> Sequence[str]:
        """List the presets that go with so many tiles; all of them, if none does."""
        every, wired = game_of(game).presets(), len(self.config.wired.tiles)
        return [name for name in every if _tiles_of(game, name, wired) <= wired] or list(every)


def _goes_with(name: str, wired: int) -> bool:
    """Say whether a game can be played with so many tiles: if nothing else, by a house rule."""
    presets = game_of(name).presets()
    has_rule = "tiles" in game_of(name).values(presets[0], ())
    return has_rule or any(_tiles_of(name, preset, wired) <= wired for preset in presets)


def _tiles_of(game: str, preset: str, wired: int) -> int:
    it = game_of(game)
    return it.summary(preset, it.fitted(preset, (), tiles=wired)).tiles


def _preset(text: str, game: str, known: Sequence[str]) -> str:
    if text == "?":
        raise Refused("\n".join(f"  {line}" for line in listed(game, known)))
    if text not in known:
        raise Refused(_("No rules of this name for these tiles. (? lists them)"))
    return text


def _as_many(count: int, now: Sequence[int], others: Iterable[int]) -> list[int]:
    """Return so many numbers: those that there are, and others if they are too few."""
    return list(dict.fromkeys((*now, *others)))[:count]


def _count(text: str) -> int:
    if not text.isdecimal() or not FEWEST <= int(text) <= MOST:
        wanted = _("A whole number from {low} to {high}.")
        raise Refused(wanted.format(low=FEWEST, high=MOST))
    return int(text)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Refused(_("A whole number is wanted."))
    return int(text)


def _numbers(text: str, count: int) -> list[int]:
    words = re.findall(r"[^\s,]+", text)
    if len(words) != count:
        raise Refused(_("{count} numbers are wanted, with blanks in between.").format(count=count))
    return [_number(word) for word in words]
