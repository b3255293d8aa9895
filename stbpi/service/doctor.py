"""The doctor: looks at everything a box needs, and says what is not as it should be.

A check is a function of machine and configuration that yields findings. Causes come before what
follows from them, so that the first thing to fix is worth fixing first.

Never: raises, changes anything, opens pins while the daemon plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stbpi.config import Config
from stbpi.errors import StbError
from stbpi.language import _
from stbpi.service import board, journal, parts
from stbpi.service.finding import Finding, fail, info, ok
from stbpi.service.machine import Machine

Check = Callable[[Machine, Config], Iterator[Finding]]

CHECKS: tuple[tuple[str, Check], ...] = (
    ("model", board.model),
    ("OS", board.system),
    ("libraries", board.libraries),
    ("pin factory", board.pin_factory),
    ("groups", board.permissions),
    ("GPIO chip", board.gpio_chip),
    ("I2C", parts.i2c),
    ("serial ports", parts.serial),
    ("serial log", parts.serial_log),
    ("console", parts.console),
    ("journal", journal.journal),
    ("throttling", board.throttling),
    ("switches", parts.switches),
)
"""Each with the name under which it is told that it could not be made."""


def examine(machine: Machine, config: Config, problem: StbError | None) -> list[Finding]:
    """Make all checks.

    Args:
        machine: the machine to look at.
        config: what the box should be.
        problem: what is wrong with the configuration; `config` is then as much as could be used.
    """
    findings = [_configuration(config, problem)]
    for name, check in CHECKS:
        findings += _made(name, check, machine, config)
    return findings


def _configuration(config: Config, problem: StbError | None) -> Finding:
    if problem is not None:
        fix = problem.do or _("{command} finds everything that is wrong in a file").format(
            command="stbpi config check FILE"
        )
        return fail("configuration", problem.what, fix)
    sources = dict.fromkeys(source for key, source in config.sources if source != "default")
    return ok("configuration", ", ".join(sources) or _("the defaults"))


def _made(name: str, check: Check, machine: Machine, config: Config) -> list[Finding]:
    findings: list[Finding] = []
    try:
        findings.extend(check(machine, config))
    except Exception as exc:  # a strange machine is what a doctor is called to
        why = f"{type(exc).__name__}: {exc}"
        findings.append(info(name, _("can't be found out: {why}").format(why=why)))
    return findings
