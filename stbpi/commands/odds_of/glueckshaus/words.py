"""The odds of a match of Glückshaus in words: what each throw does, and how the match goes.

Never: prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stbpi.bars import bar
from stbpi.commands.odds_of.glueckshaus import OUT
from stbpi.commands.odds_of.glueckshaus.match import MatchOdds
from stbpi.games.glueckshaus.odds import MOST_THROWS, THROW_S, THROWS, Row
from stbpi.games.glueckshaus.ruleset import KINGS_THAT_END, WEDDING, Does, Ending
from stbpi.games.sheet import aligned
from stbpi.language import Message, _, counted, message, number
from stbpi.strategy.odds import written

DIGITS = 4
LETTERS_A_WAY = 2
MOST_WAYS = 6


def lines(match: MatchOdds, *, exact: bool) -> list[str]:
    """Write the odds.

    Args:
        match: the match that they are of.
        exact: fractions are wanted, too.
    """
    return [
        match.title,
        _house(match.position.board),
        "",
        *_next_throw(match),
        "",
        *_figures(match, exact),
        "",
        *_length(match),
        "",
        *_players(match),
        "",
        _("In brackets: where the share lies with a confidence of 95 %."),
    ]


def _house(board: Sequence[int]) -> str:
    """Say where chips lie."""
    filled = [f"{room}={chips}" for room, chips in enumerate(board) if chips]
    if not filled:
        return _("No chip lies in the house.")
    return _("In the house: {rooms}").format(rooms=", ".join(filled))


def _next_throw(match: MatchOdds) -> list[str]:
    """Write what each total brings."""
    rows = match.odds.rows
    cells = [[str(row.total), str(row.ways), _gain(row)] for row in rows]
    head, *numbers = aligned([[_("total"), _("ways"), _("chips")], *cells])
    text = _("The next throw, of player {player}, by its {ways} ways:")
    told = [text.format(player=match.position.seat, ways=THROWS), head]
    for row, line in zip(rows, numbers, strict=True):
        drawn = bar(LETTERS_A_WAY * row.ways).ljust(LETTERS_A_WAY * MOST_WAYS)
        told.append(f"{line}  {drawn}  {_does(match, row)}")
    return told


def _gain(row: Row) -> str:
    return f"{row.gain:+}" if row.gain else "0"


def _does(match: MatchOdds, row: Row) -> str:
    """Say what a throw does."""
    if row.does is Does.TAKES:
        what = counted(
            "the chip of room {room} is taken",
            "the {n} chips of room {room} are taken",
            row.gain,
            room=row.room,
        )
    elif row.does is Does.PAYS:
        what = _paid(row)
    else:
        what = _WHAT[row.does] if row.gain else _WHAT_OF_NOTHING[row.does]
    if row.is_out:
        return _("{what}: out").format(what=what)
    ends = match.rules.ending is Ending.TWO_KINGS and match.position.kings + 1 == KINGS_THAT_END
    if ends and row.does is Does.KING:
        return _("{what}: the end").format(what=what)
    return str(what)


def _paid(row: Row) -> Message:
    if not row.gain:
        return message("there is no chip to pay with")
    if row.room == WEDDING:
        return message("a chip goes to the wedding")
    return message("a chip goes into room {room}", room=row.room)


_WHAT: Mapping[Does, Message] = {
    Does.PIG: message("the pig takes all but the wedding"),
    Does.KING: message("the king takes all"),
}
_WHAT_OF_NOTHING: Mapping[Does, Message] = {
    Does.NOTHING: message("nothing happens"),
    Does.AGAIN: message("one more throw"),
    Does.PIG: message("the pig finds nothing"),
    Does.KING: message("the king finds nothing"),
}


def _figures(match: MatchOdds, exact: bool) -> list[str]:
    told = []
    for name, fraction in match.exactly.items():
        if name == "gain":
            value = number(float(fraction), DIGITS)
        else:
            value = f"{number(100 * float(fraction), DIGITS)} %"
        told.append(str(_FIGURES[name]).format(value=value))
        if exact:
            told.append(f"  = {written(fraction)}")
    return told


_FIGURES: Mapping[str, Message] = {
    "gain": message("Expected gain in chips: {value}"),
    "p_pay": message("Chance to pay: {value}"),
    "p_take": message("Chance to take something: {value}"),
    "p_out": message("Chance to be out then: {value}"),
}


def _length(match: MatchOdds) -> list[str]:
    """Write how long the match lasts."""
    seen = match.forecast
    played = counted(
        "{n} match was played from here on, with seed {seed}.",
        "{n} matches were played from here on, with seed {seed}.",
        match.matches,
        seed=match.seed,
    )
    mean = _("Length: {mean} throws in the mean (standard error {error}).")
    share = _("Half of them are over within {median} throws, nine of ten within {most}.")
    told = [
        str(played),
        mean.format(mean=number(seen.mean, 1), error=number(seen.error, 1)),
        share.format(median=number(seen.within(0.5)), most=number(seen.within(0.9))),
    ]
    if match.rules.ending is Ending.CLOCK:
        clock = counted(
            "By the clock {n} minute is left, and a throw is taken to last {seconds} seconds.",
            "By the clock {n} minutes are left, and a throw is taken to last {seconds} seconds.",
            match.rules.minutes,
            seconds=THROW_S,
        )
        told.append(str(clock))
    if seen.open:
        unfinished = counted(
            "{n} match was not over after {throws} throws; nobody has won it.",
            "{n} matches were not over after {throws} throws; nobody has won them.",
            seen.open,
            throws=number(MOST_THROWS),
        )
        told.append(str(unfinished))
    return told


def _players(match: MatchOdds) -> list[str]:
    """Write everybody's chance to win."""
    stands = match.position
    rows = [[_("player"), _("chips"), _("wins"), ""]]
    for seat, (has, wins) in enumerate(zip(stands.hands, match.winning, strict=True), 1):
        chips = str(has) if seat in stands.left else OUT
        span = f"({_percent(wins.low)} – {_percent(wins.high)})"
        rows.append([str(seat), chips, _percent(wins.share), span])
    return aligned(rows)


def _percent(share: float) -> str:
    return f"{number(100 * share, 1)} %"
