"""A session of the first setup: from the configuration that there is to the one that is written.

Keep: whatever happens, a service that was stopped for the tries is started again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from stbpi import config as configuration
from stbpi.commands.options import check_rules
from stbpi.config import Config
from stbpi.errors import ConfigError, StbError
from stbpi.first_setup import toml_file
from stbpi.first_setup.dialogue import Dialogue
from stbpi.first_setup.interview import Interview
from stbpi.first_setup.trial import Trial
from stbpi.installation.installer import run
from stbpi.language import _
from stbpi.service.journal import other_stbpi
from stbpi.service.machine import Machine

BUILT_IN = (
    *("box.inputs", "gpio.tiles", "gpio.roll", "gpio.buzzer", "display.driver"),
    *("display.address", "language.language", "rules.game"),
    "rules.preset",
)
"""The keys that are written where nothing is asked."""


def check_that_it_can_be_written(path: Path) -> None:
    """Find out whether this user may write the configuration.

    Raises:
        StbError: it may not.
    """
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    if not os.access(folder, os.W_OK):
        what = _("this user may not write {path}")
        do = _("As root: {command}")
        raise StbError(what.format(path=path), do.format(command="sudo stbpi setup"))


def defaults(path: Path, out: TextIO) -> None:
    """Write what is built in, asking nothing.

    Raises:
        StbError: there is a configuration already, or it can't be written.
    """
    if path.exists():
        do = _("To change it by questions and answers: {command}")
        raise StbError(
            _("{path} is there already").format(path=path), do.format(command="stbpi setup")
        )
    toml_file.write(path, toml_file.text_of(Config(), BUILT_IN))
    print(_("written: {path}").format(path=path), file=out)


def hold(
    path: Path,
    keyboard: TextIO,
    out: TextIO,
    trial: Trial | None,
    machine: Machine,
    environ: Mapping[str, str],
    *,
    run: Callable[..., None] = run,
) -> None:
    """Ask, try and write.

    Args:
        path: of the configuration.
        keyboard: where answers come from.
        out: where questions go.
        trial: tries what was answered; `None`: nothing is tried.
        machine: the machine that the box runs on.
        environ: the environment, for the language of the system.
        run: runs a command.

    Raises:
        StbError: nobody answers any more, or the configuration can't be written.
    """
    dialogue = Dialogue(keyboard, out)
    say = dialogue.say
    say(
        _("A few questions about the box. Enter takes what stands in brackets."),
        _("Nothing is written before the last one; Ctrl-C leaves everything as it was."),
        "",
    )
    tables = _read(path, dialogue)
    interview = Interview(dialogue, trial, machine, tables, environ)
    with _stopped(interview.config, dialogue, trial, machine, run) as is_stopped:
        interview.hold()
        config = interview.config
        check_rules(config)
        before = {f"{name}.{key}" for name, table in tables.items() for key in table}
        text = toml_file.text_of(config, interview.asked | before)
        say("", text)
        if not dialogue.yes(_("Write this to {path}?").format(path=path)):
            say(_("Nothing was written."))
            return
        kept = toml_file.write(path, text)
        say(_("written: {path}").format(path=path))
        if kept is not None:
            say(_("What was there before: {path}").format(path=kept))
    if not is_stopped:
        say(_("What is next: {command}").format(command=_start(path, machine)))


def _read(path: Path, dialogue: Dialogue) -> dict[str, dict[str, Any]]:
    """Return what a configuration says, nothing if it can't be used."""
    if not path.exists():
        return {}
    try:
        config = configuration.load(path, {})
    except ConfigError as exc:
        dialogue.say(f"! {exc}", _("It is left aside; the questions begin with what is built in."))
        return {}
    return configuration.tables(config, only_said=True)


@contextmanager
def _stopped(
    config: Config,
    dialogue: Dialogue,
    trial: Trial | None,
    machine: Machine,
    run: Callable[..., None],
) -> Iterator[bool]:
    """Stop a box that plays, for as long as its pins are wanted; say whether it was stopped."""
    is_wanted = (
        trial is not None
        and bool(other_stbpi(machine, config.journal.path).plays)
        and dialogue.yes(_("The box is running, and has the pins. Stop it meanwhile?"))
    )
    if not is_wanted:
        yield False
        return
    run("systemctl", "stop", "stbpi")
    try:
        yield True
    finally:
        run("systemctl", "start", "stbpi")
        dialogue.say(_("The box is started again."))


def _start(path: Path, machine: Machine) -> str:
    if machine.output("systemctl", "is-enabled", "stbpi") is None:
        return f"stbpi run --config {path}"
    return "sudo systemctl restart stbpi"
