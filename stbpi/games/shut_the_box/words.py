"""House rules in words, for a person who has never seen the code.

Never: knows a match. Keep: one whole sentence a field and value, so that each can be translated.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    FewerDice,
    Limit,
    MatchBy,
    OneDie,
    Roll,
    Ruleset,
    Scoring,
    Shut,
    Stakes,
    Tie,
    TiePot,
)
from stbpi.language import Message, _, all_of, either, message, plural

SUMMARIES: Mapping[str, Message] = {
    "classic": message("The classic game: nine tiles, one round, a shut box wins at once."),
    "golf": message("The classic game under another name: the sum of what stands counts."),
    "missionary": message("The classic game, but only how many tiles still stand counts."),
    "canoga_stakes": message("The classic game over four rounds; the loser pays for every point."),
    "pub_pool": message("The classic game over four rounds; the best of each takes the pool."),
    "up_to_45": message("The classic game until somebody has more than 45 points."),
    "children": message("The classic game without sums of many tiles: a die closes its own tile."),
    "solo": message("The classic game alone, against the records."),
    "luk_kassen": message("The pub game: nine tiles, four rounds, one die from a total of 6 down."),
    "canoga": message("Ten tiles; one die once every tile above 6 is down."),
    "digits": message("What still stands is read as one number: one bad turn is nearly fatal."),
    "three_dice": message("Twelve tiles and three dice."),
    "knock_out": message("Who passes 45 points is out; the last one left wins."),
    "best_of_one": message("One round decides."),
    "tournament": message("Round after round, until somebody has 100 points."),
    "two_to_go": message("The first cover of a turn must contain the 2."),
    "three_to_go": message("The first cover of a turn must contain the 3."),
    "three_down": message("The turn starts with 1, 2 and 3 already closed."),
    "odds": message("Only the odd tiles stand."),
    "evens": message("Only the even tiles stand."),
    "full_house": message("All twelve tiles."),
    "lucky_seven": message("Only the 7 stands; the first to throw a 7 wins."),
    "unlucky_seven": message("A throw of 7 ends the turn."),
    "thai": message("Each throw closes exactly one tile."),
    "exact": message("A throw closes the tile of its sum, or the tiles of all its dice."),
    "two_tiles": message("At most two tiles make up a throw."),
}
"""What each preset is, in a sentence."""


MAIN_FIELDS = ("tiles", "rounds", "scoring", "one_die", "shut")
"""What a person must know of any rules, whether it differs from the defaults or not."""


def explain(name: str) -> tuple[str, ...]:
    """Explain a preset in lines: what it is, what differs from the defaults, and the rest."""
    rules = PRESETS[name]
    changed = different_fields(rules)
    same = [sentence(rules, field) for field in MAIN_FIELDS if field not in changed]
    lines = [str(SUMMARIES[name])]
    if name in FOR_ONE_PLAYER:
        lines.append(_("One player plays alone."))
    if changed:
        told = dict.fromkeys(sentence(rules, field) for field in changed)
        lines += ["", _("Unlike the default rules:"), *(f"- {text}" for text in told)]
        lines += ["", _("As by default:")]
    else:
        lines += ["", _("These are the default rules:")]
    return (*lines, *(f"- {text}" for text in same))


def different_fields(rules: Ruleset) -> tuple[str, ...]:
    """List the fields in which rules differ from the defaults, in the order of RULES.md 1.2."""
    default = Ruleset()
    return tuple(
        name for name in Ruleset.__slots__ if getattr(rules, name) != getattr(default, name)
    )


def sentence(rules: Ruleset, field: str) -> str:
    """Say in one sentence what a field of these rules means."""
    match field:
        case "tiles":
            return plural("The box has {n} tile.", "The box has {n} tiles.", rules.tiles)
        case "rounds":
            return _rounds(rules)
        case "scoring":
            return str(_SCORING[rules.scoring])
        case "one_die":
            return str(_ONE_DIE[rules.one_die])
        case "shut":
            return str(_SHUT[rules.shut])
        case "knock_out" | "knock_out_at":
            return _knock_out(rules)
        case "one_die_forced":
            if rules.one_die_forced:
                return _("Where one die is allowed, it must be taken.")
            return _("Where one die is allowed, the player may choose.")
        case "dice":
            return plural("A throw has {n} die.", "A throw has {n} dice.", rules.dice)
        case "fewer_dice":
            return str(_FEWER_DICE[rules.fewer_dice])
        case "cover":
            return str(_COVER[rules.cover])
        case "start":
            return _start(rules)
        case "first_roll_tile":
            if not rules.first_roll_tile:
                return _("The first cover of a turn may be any.")
            return _(
                "The first cover of a turn must contain the {tile}; "
                "if it can't, the turn is over with everything standing."
            ).format(tile=rules.first_roll_tile)
        case "unlucky":
            if not rules.unlucky:
                return _("No throw is unlucky.")
            return _("A throw of {total} ends the turn.").format(total=rules.unlucky)
        case "may_stop":
            if rules.may_stop:
                return _("A player may end his turn although he could go on.")
            return _("Who can cover must cover.")
        case "ceiling" | "ceiling_at":
            return _ceiling(rules)
        case "match_by":
            return str(_MATCH_BY[rules.match_by])
        case "tie":
            return str(_TIE[rules.tie])
        case "stakes":
            return str(_STAKES[rules.stakes])
        case "stake":
            return plural("The stake is {n} unit.", "The stake is {n} units.", rules.stake)
        case "tie_pot":
            return str(_TIE_POT[rules.tie_pot])
        case "roll":
            return str(_ROLL[rules.roll])
        case _:
            raise AssertionError(f"{field} has no words")


def _rounds(rules: Ruleset) -> str:
    if rules.rounds:
        return plural("Everybody plays {n} turn.", "Everybody plays {n} turns.", rules.rounds)
    ends = [
        *([_("the box is shut")] if rules.shut is Shut.WINS else []),
        *([_("one player is left")] if rules.knock_out else []),
        *([_("somebody's total ends it")] if rules.ceiling else []),
    ]
    # TRANSLATORS: {ends}: the box is shut / one player is left / somebody's total ends it
    text = _("There is no limit to the rounds; the match goes on until {ends}.")
    return text.format(ends=either(ends))


def _knock_out(rules: Ruleset) -> str:
    if not rules.knock_out:
        return _("Nobody is knocked out.")
    if rules.knock_out_at is Limit.REACH:
        text = _("A player whose total reaches {limit} is out at once.")
    else:
        text = _("A player whose total exceeds {limit} is out at once.")
    return text.format(limit=rules.knock_out)


def _ceiling(rules: Ruleset) -> str:
    if not rules.ceiling:
        return _("No total ends the match.")
    if rules.ceiling_at is Limit.REACH:
        text = _("The match ends with the round in which somebody's total reaches {limit}.")
    else:
        text = _("The match ends with the round in which somebody's total exceeds {limit}.")
    return text.format(limit=rules.ceiling)


def _start(rules: Ruleset) -> str:
    if not rules.start:
        return _("All tiles stand at the start of a turn.")
    if len(rules.start) == 1:
        text = _("Only the {tile} stands at the start of a turn.")
        return text.format(tile=rules.start[0])
    text = _("Only the {tiles} stand at the start of a turn.")
    return text.format(tiles=all_of([str(tile) for tile in rules.start]))


_SCORING: Mapping[Scoring, Message] = {
    Scoring.SUM: message("The numbers that still stand are added; the lowest total wins."),
    Scoring.DIGITS: message("What still stands is read as one number: 2, 5 and 7 make 257."),
    Scoring.COUNT: message("What counts is how many tiles still stand, not which."),
    Scoring.COVERED: message("The closed tiles are added, and the highest total wins."),
}
_ONE_DIE: Mapping[OneDie, Message] = {
    OneDie.TOTAL_6: message("One die may be thrown while the standing tiles add up to 6 or less."),
    OneDie.NEVER: message("All dice are thrown, always."),
    OneDie.HIGH_DOWN: message("One die may be thrown once every tile above 6 is down."),
    OneDie.LAST_TILE: message("One die may be thrown when only one tile stands."),
    OneDie.ALWAYS: message("One die may be thrown at any time."),
    OneDie.LITERAL_789: message(
        "One die may be thrown once 7, 8 and 9 are down, whatever else stands."
    ),
    OneDie.TOP_THREE_DOWN: message("One die may be thrown once the three highest tiles are down."),
    OneDie.TOTAL_BELOW_6: message(
        "One die may be thrown while the standing tiles add up to less than 6."
    ),
    OneDie.ONLY_TILE_1: message("One die may be thrown when only the 1 stands."),
}
_SHUT: Mapping[Shut, Message] = {
    Shut.WINS: message("Who shuts the box wins the match at once, whoever has not played yet."),
    Shut.ZERO: message("A shut box scores nothing for that turn, and the match goes on."),
}
_FEWER_DICE: Mapping[FewerDice, Message] = {
    FewerDice.ONE: message("Where fewer dice are allowed, that is one."),
    FewerDice.ANY: message("Where fewer dice are allowed, that is any smaller number."),
}
_COVER: Mapping[CoverRule, Message] = {
    CoverRule.ANY: message("Any tiles that add up to the throw may be closed."),
    CoverRule.MAX_TWO: message("One or two tiles that add up to the throw are closed, no more."),
    CoverRule.MAX_THREE: message("At most three tiles that add up to the throw are closed."),
    CoverRule.ONE_TILE: message(
        "Exactly one tile is closed: that of one of the dice, or of their sum."
    ),
    CoverRule.SUM_OR_DICE: message(
        "The tile of the sum is closed, or that of one die, or those of all dice."
    ),
    CoverRule.EXACT: message(
        "The tile of the sum is closed, or those of all dice (a double only by its sum)."
    ),
}
_MATCH_BY: Mapping[MatchBy, Message] = {
    MatchBy.TOTALS: message("The total over the rounds decides."),
    MatchBy.ROUNDS_WON: message("Who wins the most rounds wins; a tied round counts for nobody."),
}
_TIE: Mapping[Tie, Message] = {
    Tie.SHARED: message("Equal players share the win."),
    Tie.PLAYOFF: message("Equal players play further rounds until one leads."),
}
_STAKES: Mapping[Stakes, Message] = {
    Stakes.NONE: message("Nothing is played for."),
    Stakes.POOL: message(
        "Everybody puts a stake in at the start of a round, and its best takes the pool; "
        "a shut box takes a second stake from each of the others."
    ),
    Stakes.DIFFERENCE: message(
        "After a round each of the others pays its best for every point of difference, "
        "and twice that if the box was shut."
    ),
}
_TIE_POT: Mapping[TiePot, Message] = {
    TiePot.SHARE: message("A tied pool is shared."),
    TiePot.CARRY: message("A tied pool stays for the next round."),
}
_ROLL: Mapping[Roll, Message] = {
    Roll.BOX: message("The box throws the dice."),
    Roll.REAL: message("The players throw dice of their own; a press says that tiles are closed."),
}
