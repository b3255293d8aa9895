"""How findings are told."""

from __future__ import annotations

import json

from stbpi.service.finding import as_json, fail, info, lines, ok, warn

FINDINGS = [
    ok("model", "Raspberry Pi 5"),
    info("OS", "Debian"),
    warn("I2C", "nothing answers", "Check the wires."),
    fail("journal", "/home/zoë/j.db is damaged", "Move it away."),
]


def test_a_finding_is_a_line_with_what_to_do_under_it_and_the_worst_comes_last() -> None:
    assert list(lines(FINDINGS, "utf-8")) == [
        "✓ model: Raspberry Pi 5",
        "i OS: Debian",
        "! I2C: nothing answers",
        "  → Check the wires.",
        "✗ journal: /home/zoë/j.db is damaged",
        "  → Move it away.",
        "Fix first: journal. Move it away.",
    ]


def test_an_output_without_the_marks_gets_plain_ones() -> None:
    assert list(lines(FINDINGS, "ascii")) == [
        "+ model: Raspberry Pi 5",
        "i OS: Debian",
        "! I2C: nothing answers",
        "  -> Check the wires.",
        r"x journal: /home/zo\xeb/j.db is damaged",
        "  -> Move it away.",
        "Fix first: journal. Move it away.",
    ]


def test_the_last_line_says_so_when_all_is_well() -> None:
    assert list(lines(FINDINGS[:2], "utf-8"))[-1] == "All well."


def test_a_finding_without_advice_is_told_in_the_last_line_itself() -> None:
    assert list(lines([fail("journal", "it is empty", "")], "utf-8")) == [
        "✗ journal: it is empty",
        "Fix first: journal. it is empty",
    ]


def test_the_json_has_the_worst_the_first_and_every_finding_in_order() -> None:
    assert json.loads(json.dumps(as_json(FINDINGS[1:3]))) == {
        "overall": "warn",
        "fix_first": "I2C",
        "findings": [
            {"name": "OS", "status": "info", "text": "Debian", "fix": ""},
            {
                "name": "I2C",
                "status": "warn",
                "text": "nothing answers",
                "fix": "Check the wires.",
            },
        ],
    }


def test_the_json_of_a_healthy_box_names_nothing_to_fix() -> None:
    told = as_json(FINDINGS[:2])

    assert (told["overall"], told["fix_first"]) == ("ok", None)
