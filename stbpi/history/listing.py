"""Stored matches in words: a line each, and one as a score sheet.

Never: prints. Keep: a sheet that is wider than the terminal is parted between players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from stbpi.bars import curves
from stbpi.display import names
from stbpi.games.record import Grid, Plot, Section, telling
from stbpi.games.sheet import aligned
from stbpi.games.shut_the_box import sheet as written
from stbpi.history import columns as tables
from stbpi.history import luck_words
from stbpi.history.matches import Stands, StoredMatch, Trouble
from stbpi.history.skill import Judged
from stbpi.language import Message, _, date_time, message

WON = "*"
"""Stands before the name of who has won."""

MARK = "!"
"""Stands behind what is not all that is to be known of a match."""

_WHY: Mapping[str, Message] = {
    "rounds": message("all rounds"),
    "shut": message("box shut"),
    "last_left": message("knocked out"),
    "ceiling": message("limit reached"),
    "stopped": message("stopped"),
}

_STANDS: Mapping[Stands, Message] = {
    Stands.OPEN: message("not over"),
    Stands.SET_ASIDE: message("set aside"),
    Stands.STOPPED: message("stopped"),
    Stands.ENDED: message("ended"),
}

_TROUBLES: Mapping[Trouble, Message] = {
    Trouble.DAMAGED: message("what is stored of it can't be read, or makes no sense"),
    Trouble.UNKNOWN: message("a newer stbpi knows more of it: update this one"),
    Trouble.MISSING: message("a part of it is missing"),
}


def lines(matches: Sequence[StoredMatch]) -> list[str]:
    """Write a line for each match, and below them what is wrong with some."""
    rows = [(_("match"), _("when"), _("rules"), _("took"), _("ended"), _("players"))]
    rows += [
        (
            place(match),
            when(match),
            rules(match),
            took(match.ms),
            ended(match) + (MARK if match.troubles else ""),
            ", ".join(player(match, seat) for seat in range(1, len(match.played.names) + 1)),
        )
        for match in matches
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    table = [
        "  ".join(
            [*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]
        ).rstrip()
        for row in rows
    ]
    return [*table, *_troubles(matches)]


def sheet(match: StoredMatch, luck: Sequence[Sequence[Judged]], *, width: int) -> list[str]:
    """Write a match as a score sheet, with the luck of its turns.

    Args:
        match: with all of its events read.
        luck: of each of its turns.
        width: of the terminal, in characters.
    """
    head = " · ".join(filter(None, (place(match), when(match), rules(match), took(match.ms))))
    lines = [head, ""]
    if match.record is not None:
        lines += [player(match, seat) for seat in range(1, len(match.played.names) + 1)]
        lines += [ended(match), "", *course(match.record.course(), width), *_troubles([match])]
        return [*lines, "", *match.record.rules_in_words()]
    if match.state is None:
        lines += [player(match, seat) for seat in range(1, len(match.played.names) + 1)]
    else:
        lines += _blocks(written.rows(match.state, with_tiles=True), width)
        lines += written.notes(match.state)
    if match.stands is not Stands.ENDED or match.state is None:
        lines.append(ended(match))
    lines += _troubles([match])
    if told := luck_words.turns(match, luck):
        title = _("Luck and skill of the turns:")
        lines += ["", title, *_blocks(told, width), luck_words.legend()]
    if match.state is not None:
        lines += ["", *written.rules_in_words(match.state.rules)]
    return lines


def course(sections: Iterable[Section], width: int) -> Iterator[str]:
    """Write how a match of a game went that tells it itself.

    Args:
        sections: what it tells.
        width: of the terminal, in characters; no curve is longer.
    """
    for section in sections:
        match section:
            case Grid(rows=rows, left=left):
                yield from tables.aligned(rows, left=left)
            case Plot(title=title, values=values):
                names_and_end = max(map(len, values), default=0) + 8
                yield from curves(title, values, longest=max(width - names_and_end, 10))
            case line:
                yield line


def place(match: StoredMatch) -> str:
    """Return how a match is named in commands."""
    return f"{match.box}:{match.number}"


def when(match: StoredMatch) -> str:
    """Say when a match began; `-` if that is unknown."""
    if match.evening is None or match.wall is None:
        return "-"
    return date_time(match.wall)


def rules(match: StoredMatch) -> str:
    """Name what is played; of another game, that."""
    played = match.played
    if played.rules is not None:
        name = str(names.preset(played.preset))
        # TRANSLATORS: rules that differ from a preset, which is named
        return name if played.is_unchanged else _("{preset}, changed").format(preset=name)
    if not played.game:
        return "-"
    both = dict.fromkeys((str(names.game(played.game)), str(names.preset(played.preset))))
    name = ", ".join(both)
    is_changed = match.record is not None and bool(match.record.house_rules)
    return _("{preset}, changed").format(preset=name) if is_changed else name


def ended(match: StoredMatch) -> str:
    """Say what has become of a match."""
    if match.stands is Stands.ENDED and match.why:
        theirs = telling(match.played.game)
        words = _WHY if theirs is None else theirs.ENDED
        return str(words.get(match.why) or names.plain(match.why))
    return str(_STANDS[match.stands])


def took(ms: int) -> str:
    """Say how long it was played."""
    minutes, seconds = divmod(round(ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"


def player(match: StoredMatch, seat: int) -> str:
    """Name a player, with his total where it is known."""
    mark = WON if seat in match.winners else ""
    total = f" {match.totals[seat - 1]}" if seat <= len(match.totals) else ""
    name = match.name(seat)
    if match.record is not None and seat in match.played.bots:
        name = _("{player} (bot)").format(player=name)
    return f"{mark}{name}{total}"


def troubles(match: StoredMatch) -> list[str]:
    """Say what is to be known of a match before one believes what is told of it."""
    return [f"{MARK} {place(match)}: {_TROUBLES[trouble]}" for trouble in match.troubles]


def _troubles(matches: Iterable[StoredMatch]) -> list[str]:
    lines = [line for match in matches for line in troubles(match)]
    return ["", *lines] if lines else []


def _blocks(rows: list[list[str]], width: int) -> list[str]:
    """Write rows of cells so that no line is longer than the terminal is wide."""
    lines: list[str] = []
    columns = [*zip(*rows, strict=True)]
    head, rest = columns[0], columns[1:]
    while rest:
        taken = len(rest)
        while taken > 1 and max(map(len, _aligned(head, rest[:taken]))) > width:
            taken -= 1
        lines += [*([""] if lines else []), *_aligned(head, rest[:taken])]
        rest = rest[taken:]
    return lines


def _aligned(head: Sequence[str], columns: Sequence[Sequence[str]]) -> list[str]:
    return aligned([*zip(head, *columns, strict=True)])
