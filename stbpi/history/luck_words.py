"""Luck and skill in words: means of many turns, and the turns of a match one by one.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from stbpi.history.columns import aligned
from stbpi.history.matches import StoredMatch
from stbpi.history.skill import Judged, Measure, Skill
from stbpi.language import Message, _, message, number

_TITLES: Mapping[Measure, Message] = {
    Measure.SUM: message("Luck and skill, in points a turn:"),
    Measure.DIGITS: message("Luck and skill, in points a turn; the tiles are read as one number:"),
    Measure.COUNT: message("Luck and skill, in tiles a turn:"),
    Measure.COVERED: message("Luck and skill, in points a turn; the closed tiles count:"),
    Measure.WIN: message("Luck and skill, in % of the chance to win, a turn:"),
    Measure.UNITS: message("Luck and skill, in units a turn:"),
}

IN_MATCH = (Measure.WIN, Measure.UNITS)

UNKNOWN = "-"


def means(about: str, rows: Iterable[tuple[str, Mapping[Measure, Skill]]]) -> list[str]:
    """Write a table of luck and errors for each measure; nothing where nothing is known.

    Args:
        about: what each row is about.
        rows: what each row is called, and what is known of it.
    """
    lines: list[str] = []
    for title, cells in tables(about, rows):
        lines += ["", title, *aligned(cells)]
    return [*lines, legend()] if lines else []


def tables(
    about: str, rows: Iterable[tuple[str, Mapping[Measure, Skill]]]
) -> Iterator[tuple[str, list[list[str]]]]:
    """Return the same as cells, a head first, each table behind its title."""
    named = [*rows]
    for measure in Measure:
        known = [(name, skill[measure]) for name, skill in named if measure in skill]
        if known:
            cells = [[name, *_cells(skill, measure)] for name, skill in known]
            yield str(_TITLES[measure]), [[about, *_heads(measure)], *cells]


def legend() -> str:
    """Say what can't be guessed."""
    return _("Adjusted is what it would have come to with neither good nor bad luck.")


def _heads(measure: Measure) -> list[str]:
    # TRANSLATORS: heads of columns: turns that were judged; what such a turn may be expected to
    # bring; gained by luck; lost by closing the wrong tiles, and by throwing the wrong number of
    # dice; what it has come to, and would have come to without luck; turns without an error
    judged, expected, luck = _("judged"), _("expected"), _("luck")
    result = _("after") if measure in IN_MATCH else _("score")
    lost = [_("lost: covers"), _("dice")]
    return [judged, expected, luck, *lost, result, _("adjusted"), _("faultless")]


def _cells(skill: Skill, measure: Measure) -> list[str]:
    mean = skill.mean(measure)
    return [
        number(skill.turns),
        _number(mean.start, measure),
        _signed(mean.luck, measure),
        _number(mean.cover_errors, measure),
        _number(mean.dice_errors, measure),
        _number(mean.result, measure),
        _number(mean.adjusted, measure),
        f"{number(100 * skill.faultless / skill.turns)} %",
    ]


def turns(match: StoredMatch, luck: Sequence[Sequence[Judged]]) -> list[list[str]]:
    """Return the cells of a table of the turns that could be judged; nothing if none could.

    Args:
        match: the match.
        luck: of each of its turns.
    """
    judged = [
        (turn, of_turn) for turn, of_turn in zip(match.played.turns, luck, strict=True) if of_turn
    ]
    if not judged:
        return []
    in_match = {one.measure for _turn, of_turn in judged for one in of_turn} & {*IN_MATCH}
    is_mixed = len(in_match) > 1
    # TRANSLATORS: heads of columns: what a turn has come to; gained by luck; lost by errors
    heads = [_("round"), _("score"), _("luck"), _("lost"), _("adjusted")]
    if in_match:
        # TRANSLATORS: what is expected before a turn: units, or the chance to win ("50.3 %")
        before = _("before") if is_mixed else _units_or_chance(*in_match)
        heads += [before, _("luck"), _("lost"), _("after")]
    names = [heads[0], *(f"{turn.round} {match.name(turn.seat)}" for turn, _luck in judged)]
    rows = (_of_turn(luck, is_long=bool(in_match), is_mixed=is_mixed) for _turn, luck in judged)
    cells = [heads[1:], *rows]
    width = max(map(len, names))
    return [[name.ljust(width), *row] for name, row in zip(names, cells, strict=True)]


def _units_or_chance(measure: Measure) -> str:
    return _("units") if measure is Measure.UNITS else _("to win, %")


def _of_turn(of_turn: Sequence[Judged], *, is_long: bool, is_mixed: bool) -> list[str]:
    """Write what a turn has come to by its score, and in the match.

    Args:
        of_turn: by its score, and by what it was played for in the match.
        is_long: other turns were played for something in the match.
        is_mixed: not all of them for the same.
    """
    by_score, *in_match = of_turn
    measure = by_score.measure
    cells = [
        number(by_score.result),
        _signed(by_score.luck, measure),
        _number(by_score.errors, measure),
        _number(by_score.adjusted, measure),
    ]
    for one in in_match:
        unit = " %" if is_mixed and one.measure is Measure.WIN else ""
        figures = (
            _number(one.start, one.measure, 1),
            _signed(one.luck, one.measure, 1),
            _number(one.errors, one.measure, 1),
            _number(one.result, one.measure, 1),
        )
        cells += [figure + unit for figure in figures]
    return cells if in_match or not is_long else [*cells, *[UNKNOWN] * 4]


def _number(value: float, measure: Measure, digits: int = 2) -> str:
    said = 100 * value if measure is Measure.WIN else value
    return number(round(said, digits) + 0.0, digits)  # no "-0.0"


def _signed(value: float, measure: Measure, digits: int = 2) -> str:
    said = _number(value, measure, digits)
    return said if value <= 0 or said == _number(0, measure, digits) else f"+{said}"
