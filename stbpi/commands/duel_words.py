"""What has come of a duel, in words: a line for each bot.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.display import names
from stbpi.games.shut_the_box.house_rules import preset
from stbpi.games.shut_the_box.ruleset import Stakes
from stbpi.games.shut_the_box.tally import MatchWhy
from stbpi.language import _, counted, number, plural
from stbpi.strategy.duel import MOST_ROUNDS, Duel


def lines(duel: Duel, *, seed: int, preset_name: str) -> list[str]:
    """Write what has come of a duel."""
    told = [_title(duel, seed, preset_name), "", *_table(duel), ""]
    told.append(_("In brackets: where the share lies with a confidence of 95 %."))
    if stopped := duel.ended[MatchWhy.STOPPED]:
        text = counted(
            "{n} match was not over after {rounds} rounds; nobody has won it.",
            "{n} matches were not over after {rounds} rounds; nobody has won them.",
            stopped,
            rounds=MOST_ROUNDS,
        )
        told.append(str(text))
    return told


def _title(duel: Duel, seed: int, preset_name: str) -> str:
    rules = str(names.preset(preset_name))
    if duel.rules != preset(preset_name):
        rules = _("{preset}, changed").format(preset=rules)
    matches = plural("{n} match", "{n} matches", duel.matches)
    return _("{rules}: {matches}, seed {seed}").format(rules=rules, matches=matches, seed=seed)


def _table(duel: Duel) -> list[str]:
    bots = [duel.figures(played) for played in duel.played]
    rows = [[_("bot"), _("won"), "", _("shut"), _("mean score"), _("mean total")]]
    for bot in bots:
        rows.append(
            [
                bot["bot"],
                _percent(bot["won"]),
                f"({_percent(bot['won_from'])} – {_percent(bot['won_to'])})",
                _percent(bot["shut"]),
                number(bot["score"], 2),
                number(bot["total"], 2),
            ]
        )
    if duel.rules.stakes is not Stakes.NONE:
        rows[0].append(_("mean units"))
        for row, bot in zip(rows[1:], bots, strict=True):
            row.append(number(bot["units"], 2))
    return _aligned(rows)


def _percent(share: float) -> str:
    return f"{number(100 * share, 1)} %"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows below each other, names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True)),
            ]
        )
        for row in rows
    ]
