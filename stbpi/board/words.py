"""What the board says of a box that is played, in the language of whoever watches.

Never: writes a page; every text here may hold a name, and is escaped where it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from stbpi.board.boxes import Seen
from stbpi.display import names, texts
from stbpi.games import registry
from stbpi.games.game import Change, Phase, Prompt, View, members
from stbpi.language import Message, _, message
from stbpi.strategy.coach import percent

_PROMPTS: Mapping[Prompt, Message] = {
    Prompt.ROLL: message("{player} throws next"),
    Prompt.COVER: message("{left} to cover"),
    Prompt.WAIT: message("Wait a moment"),
    Prompt.NAME: message("A name is entered"),
    Prompt.GO_ON: message("The match can go on"),
    Prompt.CALL: message("{player} may call"),
    Prompt.CLAIM: message("{player} may claim"),
    Prompt.LEAD: message("{player} leads"),
    Prompt.FOLLOW: message("{player} follows"),
    Prompt.DISCARD: message("{player} lays cards face down"),
    Prompt.CHOOSE: message("{player} chooses"),
}
"""What stands where the display has other means than words, or speaks to the player."""


class OwnWords(Protocol):
    """What the module `stbpi.games.NAME.own_words` has."""

    def said(self, key: str, value: str) -> tuple[str, str] | None:
        """Return what a public text of the game's view is called, and its value.

        `None` where that goes without saying.
        """
        ...


def told(seen: Seen, luck: str = "", chance: float | None = None) -> dict[str, object]:
    """Return what is to be seen as JSON can hold it; all words are in the current language.

    Args:
        seen: how a box stands.
        luck: how its last turn has gone.
        chance: to shut the box; `None` if it is not known.
    """
    view = seen.view
    return {
        "box": seen.box,
        "n": seen.n,
        "wall": seen.wall,
        "match": seen.match or None,
        "game": seen.game or None,
        "preset": seen.preset or None,
        "phase": _phase(seen),
        "prompt": None if view is None else str(view.prompt),
        "round": seen.round or None,
        "seat": seen.seat or None,
        "player": _player(seen) or None,
        "tiles": 0 if view is None else view.tiles,
        "standing": [] if view is None else members(view.standing),
        "committed": [] if view is None else members(view.committed),
        "named": [] if view is None else members(view.named),
        "roll": [] if view is None else view.roll,
        "left": None if view is None else view.left,
        "pot": None if view is None else view.pot,
        "chance": None if chance is None else round(chance, 4),
        "players": [
            {
                "seat": player.seat,
                "name": player.name,
                "bot": player.bot or None,
                "score": player.score,
                "total": player.total,
                "rounds_won": player.rounds_won,
                "balance": player.balance,
                "out": player.out,
                "winner": player.winner,
            }
            for player in seen.players
        ],
        "own": dict(seen.own),
        "faults": list(seen.faults),
        "words": {
            "title": title(seen),
            "round": _round(seen),
            "state": state(seen),
            "left": _left(view),
            "luck": luck,
            "chance": _chance(chance),
            "own": [[label, value] for label, value in _own(seen)],
            "faults": [str(texts.fault(part)) for part in seen.faults],
            "pot": "" if view is None or view.pot is None else str(texts.pot(view.pot)),
        },
    }


def title(seen: Seen) -> str:
    """Name what is played."""
    if not seen.game:
        return ""
    both = dict.fromkeys((str(names.game(seen.game)), str(names.preset(seen.preset))))
    return " · ".join(both)


def state(seen: Seen) -> str:
    """Say what happens now, in a few words."""
    if not seen.match:
        return _("No match yet")
    if seen.is_aside:
        return _("The match is set aside")
    if seen.view is None:
        return _("The match is over") if seen.is_over else _player(seen)
    view = seen.view
    if view.phase is Phase.MATCH_OVER:
        return str(texts.winners([player.name for player in view.winners]))
    if view.change is not Change.NONE:
        return str(texts.CHANGES[view.change])
    return _prompt(seen, view)


def _left(view: View | None) -> str:
    """Say what is left to be covered of a throw."""
    if view is None or view.left is None:
        return ""
    return str(view.left or texts.COVERED)


def _chance(chance: float | None) -> str:
    """Say how likely it is that the box is shut."""
    if chance is None:
        return ""
    return _("Chance to shut: {percent} %").format(percent=percent(chance))


def _prompt(seen: Seen, view: View) -> str:
    prompt, named = view.prompt, members(view.named)
    match prompt:
        case Prompt.RAISE if named:
            everything = len(named) == view.tiles
            return str(texts.raise_tiles(named, everything=everything))
        case Prompt.LOWER | Prompt.CLOSE if named:
            return str(texts.lower_tiles(named))
        case Prompt.CLOSE_AGAIN if named:
            return str(texts.close_again(named))
        case Prompt.COVER if view.left is None:
            return _player(seen)
        case _:
            said = _PROMPTS.get(prompt) or texts.PROMPTS.get(prompt) or texts.why(str(prompt))
            return str(said).format(player=_player(seen), left=view.left)


def _phase(seen: Seen) -> str:
    if not seen.match:
        return str(Phase.SETUP)
    if seen.is_aside:
        return "set_aside"
    if seen.view is not None:
        return str(seen.view.phase)
    return str(Phase.MATCH_OVER) if seen.is_over else "playing"


def _player(seen: Seen) -> str:
    return next((player.name for player in seen.players if player.seat == seen.seat), "")


def _round(seen: Seen) -> str:
    if not seen.round:
        return ""
    return str(texts.round_of(seen.round, seen.view.rounds if seen.view is not None else 0))


def _own(seen: Seen) -> Iterator[tuple[str, str]]:
    if seen.is_over:
        return
    known: OwnWords | None = registry.part(seen.game, "own_words")
    for key, value in seen.own.items():
        said = (str(names.plain(key)), value) if known is None else known.said(key, value)
        if said is not None:
            yield said
