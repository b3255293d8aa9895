"""House rules in words, for a person who has never seen the code.

Never: knows a match. Keep: one whole sentence a field and value, so that each can be translated.
"""

from __future__ import annotations

from stbpi.games.shut_the_box.presets import FOR_ONE_PLAYER, PRESETS
from stbpi.games.shut_the_box.ruleset import (
    CoverRule,
    FewerDice,
    Limit,
    MatchBy,
    OneDie,
    Ruleset,
    Scoring,
    Shut,
    Stakes,
    Tie,
    TiePot,
)

SUMMARIES = {
    "classic": "The classic game: nine tiles, one round, a shut box wins at once.",
    "golf": "The classic game by the name under which its points are simply added.",
    "missionary": "The classic game, but only how many tiles still stand counts.",
    "canoga_stakes": "The classic game over four rounds; the loser pays for every point.",
    "pub_pool": "The classic game over four rounds; the best of each takes the pool.",
    "up_to_45": "The classic game until somebody has more than 45 points.",
    "children": "The classic game without sums of many tiles: a die closes its own tile.",
    "solo": "The classic game alone, against the records.",
    "luk_kassen": "The pub game: nine tiles, four rounds, one die from a total of 6 down.",
    "canoga": "Ten tiles; one die once every tile above 6 is down.",
    "digits": "What still stands is read as one number: one bad turn is nearly fatal.",
    "three_dice": "Twelve tiles and three dice.",
    "knock_out": "Who passes 45 points is out; the last one left wins.",
    "best_of_one": "One round decides.",
    "tournament": "Round after round, until somebody has 100 points.",
    "two_to_go": "The first cover of a turn must contain the 2.",
    "three_to_go": "The first cover of a turn must contain the 3.",
    "three_down": "The turn starts with 1, 2 and 3 already closed.",
    "odds": "Only the odd tiles stand.",
    "evens": "Only the even tiles stand.",
    "full_house": "All twelve tiles.",
    "lucky_seven": "Only the 7 stands; the first to throw a 7 wins.",
    "unlucky_seven": "A throw of 7 ends the turn.",
    "thai": "Each throw closes exactly one tile.",
    "exact": "A throw closes the tile of its sum, or the tiles of all its dice.",
    "two_tiles": "At most two tiles make up a throw.",
}
"""What each preset is, in a sentence."""


MAIN_FIELDS = ("tiles", "rounds", "scoring", "one_die", "shut")
"""What a person must know of any rules, whether it differs from the defaults or not."""


def explain(name: str) -> tuple[str, ...]:
    """Explain a preset in lines: what it is, what differs from the defaults, and the rest."""
    rules = PRESETS[name]
    changed = different_fields(rules)
    same = [sentence(rules, field) for field in MAIN_FIELDS if field not in changed]
    lines = [SUMMARIES[name]]
    if name in FOR_ONE_PLAYER:
        lines.append("One player plays alone.")
    if changed:
        told = dict.fromkeys(sentence(rules, field) for field in changed)
        lines += ["", "Unlike the default rules:", *(f"- {text}" for text in told)]
        lines += ["", "As by default:"]
    else:
        lines += ["", "These are the default rules:"]
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
            return f"The box has {rules.tiles} tiles."
        case "rounds":
            return _rounds(rules)
        case "scoring":
            return _SCORING[rules.scoring]
        case "one_die":
            return _ONE_DIE[rules.one_die]
        case "shut":
            return _SHUT[rules.shut]
        case "knock_out" | "knock_out_at":
            return _knock_out(rules)
        case "one_die_forced":
            if rules.one_die_forced:
                return "Where one die is allowed, it must be taken."
            return "Where one die is allowed, the player may choose."
        case "dice":
            return f"A throw has {_count(rules.dice, 'die', 'dice')}."
        case "fewer_dice":
            return _FEWER_DICE[rules.fewer_dice]
        case "cover":
            return _COVER[rules.cover]
        case "start":
            return _start(rules)
        case "first_roll_tile":
            if not rules.first_roll_tile:
                return "The first cover of a turn may be any."
            return (
                f"The first cover of a turn must contain the {rules.first_roll_tile}; "
                "if it can't, the turn is over with everything standing."
            )
        case "unlucky":
            if not rules.unlucky:
                return "No throw is unlucky."
            return f"A throw of {rules.unlucky} ends the turn."
        case "may_stop":
            if rules.may_stop:
                return "A player may end his turn although he could go on."
            return "Who can cover must cover."
        case "ceiling" | "ceiling_at":
            return _ceiling(rules)
        case "match_by":
            return _MATCH_BY[rules.match_by]
        case "tie":
            return _TIE[rules.tie]
        case "stakes":
            return _STAKES[rules.stakes]
        case "stake":
            return f"The stake is {_count(rules.stake, 'unit', 'units')}."
        case "tie_pot":
            return _TIE_POT[rules.tie_pot]
        case _:
            raise AssertionError(f"{field} has no words")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _rounds(rules: Ruleset) -> str:
    if rules.rounds:
        return f"Everybody plays {_count(rules.rounds, 'turn', 'turns')}."
    ends = [
        *(["the box is shut"] if rules.shut is Shut.WINS else []),
        *(["one player is left"] if rules.knock_out else []),
        *(["somebody's total ends it"] if rules.ceiling else []),
    ]
    return f"There is no limit to the rounds; the match goes on until {' or '.join(ends)}."


def _knock_out(rules: Ruleset) -> str:
    if not rules.knock_out:
        return "Nobody is knocked out."
    verb = "reaches" if rules.knock_out_at is Limit.REACH else "exceeds"
    return f"A player whose total {verb} {rules.knock_out} is out at once."


def _ceiling(rules: Ruleset) -> str:
    if not rules.ceiling:
        return "No total ends the match."
    verb = "reaches" if rules.ceiling_at is Limit.REACH else "exceeds"
    return f"The match ends with the round in which somebody's total {verb} {rules.ceiling}."


def _start(rules: Ruleset) -> str:
    if not rules.start:
        return "All tiles stand at the start of a turn."
    listed = [str(tile) for tile in rules.start]
    which = " and ".join(part for part in (", ".join(listed[:-1]), listed[-1]) if part)
    verb = "stands" if len(listed) == 1 else "stand"
    return f"Only the {which} {verb} at the start of a turn."


_SCORING = {
    Scoring.SUM: "The numbers that still stand are added; the lowest total wins.",
    Scoring.DIGITS: "What still stands is read as one number: 2, 5 and 7 make 257.",
    Scoring.COUNT: "What counts is how many tiles still stand, not which.",
    Scoring.COVERED: "The closed tiles are added, and the highest total wins.",
}
_ONE_DIE = {
    OneDie.TOTAL_6: "One die may be thrown while the standing tiles add up to 6 or less.",
    OneDie.NEVER: "All dice are thrown, always.",
    OneDie.HIGH_DOWN: "One die may be thrown once every tile above 6 is down.",
    OneDie.LAST_TILE: "One die may be thrown when only one tile stands.",
    OneDie.ALWAYS: "One die may be thrown at any time.",
    OneDie.LITERAL_789: "One die may be thrown once 7, 8 and 9 are down, whatever else stands.",
    OneDie.TOP_THREE_DOWN: "One die may be thrown once the three highest tiles are down.",
    OneDie.TOTAL_BELOW_6: "One die may be thrown while the standing tiles add up to less than 6.",
    OneDie.ONLY_TILE_1: "One die may be thrown when only the 1 stands.",
}
_SHUT = {
    Shut.WINS: "Who shuts the box wins the match at once, whoever has not played yet.",
    Shut.ZERO: "A shut box scores nothing for that turn, and the match goes on.",
}
_FEWER_DICE = {
    FewerDice.ONE: "Where fewer dice are allowed, that is one.",
    FewerDice.ANY: "Where fewer dice are allowed, that is any smaller number.",
}
_COVER = {
    CoverRule.ANY: "Any tiles that add up to the throw may be closed.",
    CoverRule.MAX_TWO: "One or two tiles that add up to the throw are closed, no more.",
    CoverRule.MAX_THREE: "At most three tiles that add up to the throw are closed.",
    CoverRule.ONE_TILE: "Exactly one tile is closed: that of one of the dice, or of their sum.",
    CoverRule.SUM_OR_DICE: (
        "The tile of the sum is closed, or that of one die, or those of all dice."
    ),
    CoverRule.EXACT: (
        "The tile of the sum is closed, or those of all dice (a double only by its sum)."
    ),
}
_MATCH_BY = {
    MatchBy.TOTALS: "The total over the rounds decides.",
    MatchBy.ROUNDS_WON: "Who wins the most rounds wins; a tied round counts for nobody.",
}
_TIE = {
    Tie.SHARED: "Equal players share the win.",
    Tie.PLAYOFF: "Equal players play further rounds until one leads.",
}
_STAKES = {
    Stakes.NONE: "Nothing is played for.",
    Stakes.POOL: (
        "Everybody puts a stake in at the start of a round, and its best takes the pool; "
        "a shut box takes a second stake from each of the others."
    ),
    Stakes.DIFFERENCE: (
        "After a round each of the others pays its best for every point of difference, "
        "and twice that if the box was shut."
    ),
}
_TIE_POT = {
    TiePot.SHARE: "A tied pool is shared.",
    TiePot.CARRY: "A tied pool stays for the next round.",
}
