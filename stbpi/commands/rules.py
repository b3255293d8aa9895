"""`stbpi rules`: the presets, one in all its fields, or in words."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from stbpi.language import _

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser("rules", help=_("list the presets, show or explain one"))
    rules.add_argument("--json", action="store_true", help=_("print all presets with all fields"))
    rules.set_defaults(command=_list)
    verbs = rules.add_subparsers(metavar="VERB")
    show = verbs.add_parser("show", help=_("print all fields of a preset"))
    show.add_argument("preset", metavar="PRESET")
    show.set_defaults(command=_show)
    explain = verbs.add_parser("explain", help=_("say in words how a preset is played"))
    explain.add_argument("preset", metavar="PRESET")
    explain.set_defaults(command=_explain)


def _list(arguments: argparse.Namespace) -> int:
    from stbpi.games.shut_the_box.house_rules import values
    from stbpi.games.shut_the_box.presets import PRESETS
    from stbpi.games.shut_the_box.words import SUMMARIES

    if arguments.json:
        print(json.dumps({name: values(rules) for name, rules in PRESETS.items()}, indent=2))
        return 0
    width = max(map(len, PRESETS))
    for name in PRESETS:
        print(f"{name:{width}}  {SUMMARIES[name]}")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from stbpi.config_checks import written
    from stbpi.games.shut_the_box.house_rules import preset, values

    rules, default = values(preset(arguments.preset)), values(preset("luk_kassen"))
    for field, value in rules.items():
        line = f"{field} = {written(value)}"
        if value != default[field]:
            line += "  # " + _("default: {value}").format(value=written(default[field]))
        print(line)
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    from stbpi.games.shut_the_box.house_rules import preset
    from stbpi.games.shut_the_box.words import explain

    preset(arguments.preset)
    print("\n".join(explain(arguments.preset)))
    return 0
