"""Speech: facts as sentences, in the language that the box speaks.

Three degrees: 1 says the numbers and little else, 2 whole sentences, 3 helps, too. A text has
its long and its short wording, parted by `|`.

Never: speaks (`voice` does). Keep: every fact that a player needs is in the line of each degree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stbpi.games.game import Prompt
from stbpi.language import Message, counted, message, speaking
from stbpi.sound.cues import Cue, Fact, OwnCue

BRIEF, FULL, HELPFUL = 1, 2, 3

_WHY: dict[str, Message] = {
    Prompt.NO_MOVE: message("No move."),
    Prompt.UNLUCKY: message("An unlucky throw.|Unlucky."),
    Prompt.FIRST_ROLL: message("The first throw has missed.|Missed."),
    Prompt.SHUT: message("The box is shut!|Shut!"),
    Prompt.STOPPED: message("The turn is stopped.|Stopped."),
}

_PLAIN: dict[Cue, Message] = {
    Cue.COMPLETE: message("Covered."),
    Cue.CHOICE: message("Hold the button for fewer dice.|Or fewer dice."),
    Cue.REFUSED: message("Not now.|No."),
    Cue.ENDED: message("The match is over.|Over."),
    Cue.RAISE_ALL: message("Raise all tiles."),
    Cue.READY: message("Press to throw.|Throw."),
    Cue.THROW: message("Throw the dice, close the tiles, then press.|Throw the dice."),
    Cue.AUDIO: message("The box is played by ear.|By ear."),
}

_HELP: dict[Cue, Message] = {
    Cue.COMPLETE: message("Press to throw again."),
    Cue.PARTIAL: message("Press to hear what is left."),
    Cue.THROW: message("If nothing fits, tell no move: hold the button for three seconds."),
    Cue.SUM: message("Press to throw again, if that is the throw."),
    Cue.WRONG: message("Then choose other tiles."),
    Cue.RAISE: message("A press says it again."),
    Cue.RAISE_ALL: message("A press says it again."),
    Cue.STEP: message("Press for the next line, hold to choose."),
    Cue.WON: message("Press to play again, hold for another match."),
    Cue.SEATS: message("Lower a tile for the number of players. Press to begin."),
}


def line(facts: Sequence[Fact], *, language: str, verbosity: int) -> str:
    """Return what is said of facts; empty if nothing is.

    Args:
        facts: what happened at once, in order.
        language: the code of the language.
        verbosity: 1 to 3.
    """
    with speaking(language):
        said = (_worded(text, verbosity) for fact in facts for text in _texts(fact, verbosity))
        return " ".join(said)


def _worded(text: Message, verbosity: int) -> str:
    return text.wordings[-1 if verbosity <= BRIEF else 0]


def _texts(fact: Fact, verbosity: int) -> Iterator[Message]:
    if (said := _said(fact)) is not None:
        yield said
    if verbosity >= HELPFUL and (help_ := _help(fact)) is not None:
        yield help_


def _help(fact: Fact) -> Message | None:
    if fact.said is not None or isinstance(fact.cue, OwnCue):
        return fact.help
    return _HELP.get(fact.cue)


def _said(fact: Fact) -> Message | None:
    if fact.said is not None or isinstance(fact.cue, OwnCue):
        return fact.said
    match fact.cue:
        case Cue.ROLL:
            return message("Thrown: {dice}.|{dice}.", dice=_list(fact.numbers))
        case Cue.PARTIAL | Cue.LEFT | Cue.TAKEN_BACK:
            return message("{left} left to cover.|{left} left.", left=fact.numbers[0])
        case Cue.SUM | Cue.COVERED | Cue.REFUSED if fact.numbers:
            return _total(fact)
        case Cue.WRONG | Cue.RAISE | Cue.LOWER | Cue.CLOSE | Cue.CLOSE_AGAIN | Cue.OPEN:
            return _move(fact)
        case Cue.NO_MOVE | Cue.SHUT | Cue.STOPPED:
            return _result(fact)
        case Cue.PLAYER | Cue.OUT | Cue.WON:
            return _of_players(fact)
        case Cue.FAULT | Cue.FAULT_CLEARED:
            return _fault(fact)
        case Cue.ADVICE:
            return message("Best: {said}.|{said}.", said=fact.words[0])
        case Cue.LUCK:
            return _luck(*fact.words)
        case Cue.SEATS:
            return counted("{n} player.", "{n} players.", fact.numbers[0])
        case Cue.STEP | Cue.CHOOSE | Cue.RECORD:
            return _page(fact)
        case _:
            return _PLAIN.get(fact.cue)


def _total(fact: Fact) -> Message:
    """Say what the tiles that are closed add up to."""
    [total] = fact.numbers
    match fact.cue:
        case Cue.COVERED:
            return message("A throw of {total}, covered.|{total} covered.", total=total)
        case Cue.REFUSED:
            return message("No throw adds up to {total}.|No {total}.", total=total)
        case _:
            return message("{total} closed.", total=total)


def _move(fact: Fact) -> Message:
    tiles, count = _list(fact.numbers), len(fact.numbers)
    match fact.cue:
        case Cue.WRONG:
            return counted(
                "Wrong. Raise tile {tiles}.", "Wrong. Raise tiles {tiles}.", count, tiles=tiles
            )
        case Cue.RAISE:
            return counted("Raise tile {tiles}.", "Raise tiles {tiles}.", count, tiles=tiles)
        case Cue.LOWER:
            return counted("Close tile {tiles}.", "Close tiles {tiles}.", count, tiles=tiles)
        case Cue.OPEN:
            return counted("Open tile {tiles}.", "Open tiles {tiles}.", count, tiles=tiles)
        case Cue.CLOSE:
            return counted(
                "Close tile {tiles} for {player}.|{player}: close {tiles}.",
                "Close tiles {tiles} for {player}.|{player}: close {tiles}.",
                count,
                tiles=tiles,
                player=_list(fact.words),
            )
        case _:
            return counted(
                "Close tile {tiles} again.", "Close tiles {tiles} again.", count, tiles=tiles
            )


def _result(fact: Fact) -> Message:
    score, total = fact.numbers
    return message(
        "{why} Score {score}, total {total}.|{why} {score}, {total}.",
        why=_WHY.get(fact.why, _WHY[Prompt.NO_MOVE]),
        score=score,
        total=total,
    )


def _luck(luck: str | Message, errors: str | Message | None = None) -> Message:
    if errors is None:
        return message("Luck {luck}, no errors.", luck=luck)
    return message("Luck {luck}, errors {errors}.", luck=luck, errors=errors)


def _of_players(fact: Fact) -> Message:
    names = _list(fact.words)
    match fact.cue:
        case Cue.PLAYER:
            return message("It is the turn of {player}.|{player}.", player=names)
        case Cue.OUT:
            return message("{player} is knocked out.|{player} is out.", player=names)
        case _:
            return counted("{players} wins!", "{players} win!", len(fact.words), players=names)


def _fault(fact: Fact) -> Message:
    if fact.cue is Cue.FAULT_CLEARED:
        return message("A part of the box works again.|It works again.")
    if not fact.numbers:
        return message("A part of the box has failed.|A fault.")
    return message("The switch of tile {tile} has failed.|Tile {tile} fails.", tile=fact.numbers[0])


def _page(fact: Fact) -> Message | None:
    match fact.words:
        case ():
            return None
        case (name,):
            return message("{name}", name=name)
        case (name, value) if fact.numbers:
            return message("{name}: {value}", name=name, value=value)
        case words:
            return message("{words}", words=". ".join(map(str, words)))


def _list(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))
