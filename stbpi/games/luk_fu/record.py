"""What is told of a stored match of Luk Fu: its deals, call by call and trick by trick.

Hands, and what lies face down, are known of a deal whose bytes the events reveal, and of no
other. Three passes bring another deal, so a match may have several; the last one counts.

How well the bots play can be changed at any time, for the next match even when this one is over.
A match was played as it stood at its end, and what its rules are said to be is that. For the
statistics it counts as one against bots of the strength by which they have made all their choices
in the last deal: if that was changed between two of them, it counts for none.

Never: decides anything. Rules: RULES.md 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stbpi.games.events import (
    Called,
    CardsPlayed,
    Claimed,
    DealCommitted,
    DealRevealed,
    Paid,
)
from stbpi.games.game import NO_TILES, HouseRules
from stbpi.games.luk_fu import deal as secrets
from stbpi.games.luk_fu import sheet_record
from stbpi.games.luk_fu.cards import Cards, written
from stbpi.games.luk_fu.match import State, evolve, new
from stbpi.games.luk_fu.outcome import MatchWhy
from stbpi.games.luk_fu.public import SEATS, Laid, Public, Stage, Trick, after, winning
from stbpi.games.luk_fu.rules import Ruleset, Strength, differences, preset
from stbpi.games.luk_fu.seen import Say
from stbpi.games.luk_fu.sheet_record import SheetMatch
from stbpi.games.luk_fu.words import STRENGTHS
from stbpi.games.record import Column, Figure, Grid, Kind, Section, Shown, Told, columns
from stbpi.language import Message, _, all_of, message, plural

ENDED: Mapping[str, Message] = {
    MatchWhy.CLAIM: message("claimed"),
    MatchWhy.HANDS_EMPTY: message("played out"),
    MatchWhy.STOPPED: message("stopped"),
}

TURNS: tuple[Column, ...] = columns(
    deal=Kind.INT,
    master=Kind.INT,
    caller=Kind.INT,
    trick=Kind.INT,
    seat=Kind.INT,
    player=Kind.TEXT,
    what=Kind.TEXT,
    cards=Kind.TEXT,
    size=Kind.INT,
    won=Kind.BOOL,
    fu=Kind.INT,
    wall=Kind.INT,
)
"""`what` is `call`, `pass`, `lead`, `follow`, `discard` or `claim`; `cards` are nothing where they
lie face down and the deal is not revealed; `won`: the trick; `fu` is what a claim is made with."""

FIGURES: tuple[Figure, ...] = (
    Figure("claimed", message("claimed")),
    Figure("points", message("points"), Shown.BALANCE),
    Figure("fu", message("mean fu"), Shown.MEAN, per="deals"),
    Figure("won_as_caller", message("won as caller"), Shown.SHARE, per="called"),
    *(
        Figure(f"won_against_{one.value}", STRENGTHS[one], Shown.SHARE, per=f"against_{one.value}")
        for one in Strength
    ),
)

LEGEND: tuple[Message, ...] = (
    message("Points: won and lost. The last columns: deals won, by how the bots play."),
)

_DISCARD, _LEAD, _FOLLOW = "discard", "lead", "follow"


@dataclass(slots=True)
class Deal:
    """A deal, as it is read.

    Attributes:
        number: of the match, from 1.
        sha: what tells its bytes apart.
        public: what everybody has seen of it.
        walls: when each call and each play was, in order.
        claim: who has claimed, with how many fu, and when.
        paid: what each player has got, by seat; negative: paid.
        strengths: by which the bots have made their choices.
        secret: the bytes that it follows from, when they are revealed.
    """

    number: int
    sha: str
    public: Public
    walls: list[int | None] = field(default_factory=list)
    claim: tuple[int, int, int | None] | None = None
    paid: dict[int, int] = field(default_factory=dict)
    strengths: set[Strength] = field(default_factory=set)
    secret: bytes = b""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """All tricks, the one that was not finished among them."""
        public = self.public
        return (*public.tricks, public.trick) if public.trick else public.tricks

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What was dealt, by seat; nothing while that is not known."""
        return secrets.dealt(self.secret).hands if self.secret else ()

    def winner(self, trick: Trick) -> Laid | None:
        """Return the play that has won a trick; `None` of one that was not finished."""
        return winning(trick) if len(trick) == SEATS else None

    def cards(self, play: int, laid: Laid) -> Cards | None:
        """Return the cards of a play, by its number from 0; `None` where they are not known."""
        if laid.is_face_up:
            return laid.cards
        return secrets.opened(self.secret, play, laid.sealed) if self.secret else None

    def fu(self, seat: int) -> int:
        """Return what a player had in the end, a claim with all of it."""
        claim = self.claim
        return claim[1] if claim is not None and claim[0] == seat else self.public.fu[seat - 1]

    def caller_at(self, call: int) -> int:
        """Return who was asked for a call, by its number from 0."""
        return after(self.public.master, call)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match that was stored.

    Attributes:
        state: as it stands in the end.
        rules: those in force when it was over; now, while it is not.
        deals: all of them, in order.
    """

    state: State
    rules: Ruleset
    deals: tuple[Deal, ...]

    @property
    def house_rules(self) -> HouseRules:
        return differences(self.rules, preset(self.state.preset))

    @property
    def totals(self) -> tuple[int, ...]:
        return self.state.totals

    @property
    def out(self) -> tuple[int, ...]:
        return ()

    def course(self) -> Iterator[Section]:
        for number, deal in enumerate(self.deals):
            if number:
                yield ""
            yield from self._course(deal)

    def rules_in_words(self) -> tuple[str, ...]:
        strength = STRENGTHS[self.rules.bots]
        return (_("How the bots play: {strength}.").format(strength=strength),)

    def turns(self) -> Iterator[Mapping[str, Any]]:
        for deal in self.deals:
            about = {
                "deal": deal.number,
                "master": deal.public.master,
                "caller": deal.public.caller or None,
            }
            for row in _rows(deal):
                seat = row["seat"]
                yield {**about, **row, "player": self.state.names[seat - 1]}

    def values(self, seat: int) -> Mapping[str, float]:
        ended = self.state.ended
        deal = self.deals[-1] if self.deals else None
        counts = ended is not None and ended.why is not MatchWhy.STOPPED and deal is not None
        has_won = counts and ended is not None and ended.winner == seat
        has_called = counts and deal is not None and deal.public.caller == seat
        is_person = counts and not self.state.bots[seat - 1]
        values = {
            "deals": counts,
            "claimed": counts and deal is not None and bool(deal.claim) and has_won,
            "points": self.state.totals[seat - 1],
            "fu": deal.fu(seat) if counts and deal is not None else 0,
            "called": has_called,
            "won_as_caller": has_called and has_won,
        }
        for strength in Strength:
            is_against = is_person and self._played_against() == {strength}
            values[f"against_{strength.value}"] = is_against
            values[f"won_against_{strength.value}"] = is_against and has_won
        return {name: int(value) for name, value in values.items()}

    def _played_against(self) -> set[Strength]:
        """Return by which strengths bots have played the last deal; the last, if none had to."""
        return (self.deals and self.deals[-1].strengths) or {self.rules.bots}

    def _course(self, deal: Deal) -> Iterator[Section]:
        names, public = self.state.names, deal.public
        master = _("Deal {n}: {player} is Master.").format(
            n=deal.number, player=names[public.master - 1]
        )
        yield " ".join([master, *self._calls(deal)])
        if deal.tricks:
            head = (_("trick"), *names, *(_("fu of {player}").format(player=n) for n in names))
            yield Grid((head, *self._tricks(deal)))
        if deal.claim is not None:
            seat, fu, _wall = deal.claim
            yield _("{player} claims with {fu} fu.").format(player=names[seat - 1], fu=fu)
        if deal.paid:
            yield all_of([f"{names[seat - 1]} {got:+}" for seat, got in deal.paid.items()])
        if deal.tricks:
            yield _(">: leads, *: wins the trick, [ ]: face down")
        if deal.hands:
            yield _("What was dealt:")
            hands = zip(names, map(written, deal.hands), strict=True)
            yield Grid(tuple((f"  {name}", cards.replace(",", " ")) for name, cards in hands), 2)

    def _calls(self, deal: Deal) -> Iterator[str]:
        for call, is_call in enumerate(deal.public.calls):
            text = _("{player} calls.") if is_call else _("{player} passes.")
            yield text.format(player=self.state.names[deal.caller_at(call) - 1])

    def _tricks(self, deal: Deal) -> Iterator[tuple[str, ...]]:
        fu = [0] * SEATS
        play = 0
        for number, trick in enumerate(deal.tricks, start=1):
            cells = [""] * SEATS
            best = deal.winner(trick)
            if best is not None:
                fu[best.seat - 1] += best.size
            for place, laid in enumerate(trick):
                lead, won = "" if place else ">", "*" if laid is best else ""
                cells[laid.seat - 1] = lead + won + _shown(deal.cards(play, laid), laid)
                play += 1
            yield (str(number), *cells, *map(str, fu))


def _rows(deal: Deal) -> Iterator[dict[str, Any]]:
    """Tell calls and plays for programs, without the names of the players."""
    plain: dict[str, Any] = dict.fromkeys(("trick", "cards", "size", "won", "fu"))
    walls = iter(deal.walls)
    for call, is_call in enumerate(deal.public.calls):
        what = Say.CALL.value if is_call else Say.PASS.value
        yield {**plain, "seat": deal.caller_at(call), "what": what, "wall": next(walls, None)}
    play = 0
    for number, trick in enumerate(deal.tricks, start=1):
        best = deal.winner(trick)
        for place, laid in enumerate(trick):
            cards = deal.cards(play, laid)
            what = (_FOLLOW if place else _LEAD) if laid.is_face_up else _DISCARD
            yield {
                **plain,
                "trick": number,
                "seat": laid.seat,
                "what": what,
                "cards": None if cards is None else written(cards),
                "size": laid.size,
                "won": laid is best if best is not None else None,
                "wall": next(walls, None),
            }
            play += 1
    if deal.claim is not None:
        seat, fu, wall = deal.claim
        yield {**plain, "seat": seat, "what": Say.CLAIM.value, "fu": fu, "wall": wall}


def _shown(cards: Cards | None, laid: Laid) -> str:
    if cards is None:
        return "[{}]".format(plural("{n} card", "{n} cards", laid.size))
    text = written(cards).replace(",", " ")
    return text if laid.is_face_up else f"[{text}]"


def read(told: Iterable[Told]) -> Match | SheetMatch:
    """Fold the events of a match, of a box or of a score sheet.

    Raises:
        ValueError: bytes are revealed that were not committed to; besides, anything may be
            raised where the events make no sense.
    """
    told = [*told]
    if sheet_record.is_of_sheet(told):
        return sheet_record.read(told)
    state = new(NO_TILES)
    rules = state.rules
    deals: list[Deal] = []
    for wall, event in told:
        before, state = state, evolve(state, event)
        rules = state.rules if before.ended is None else rules
        if isinstance(event, Called | CardsPlayed | Claimed) and state.bots[event.player - 1]:
            deals[-1].strengths.add(state.rules.bots)
        match event:
            case DealCommitted():
                deals.append(Deal(event.deal, event.sha, state.public))
            case Called() | CardsPlayed():
                deals[-1].public = _checked(state.public, event.player)
                deals[-1].walls.append(wall)
            case Claimed():
                deals[-1].claim = (event.player, event.fu, wall)
            case Paid():
                deals[-1].paid[event.player] = event.units
            case DealRevealed():
                _reveal(deals, event)
            case _:
                pass
    return Match(state=state, rules=rules, deals=tuple(deals))


def _checked(public: Public, seat: int) -> Public:
    """Return what is seen of a deal after a player's choice; refuse one that can't be seen."""
    if public.stage is Stage.SHUFFLING or seat not in range(1, SEATS + 1):
        raise ValueError(public)
    return public


def _reveal(deals: Sequence[Deal], event: DealRevealed) -> None:
    """Open a deal that was committed to."""
    secret = bytes.fromhex(event.bytes)
    deal = next(one for one in reversed(deals) if one.number == event.deal)
    if secrets.commitment(secret) != deal.sha:
        raise ValueError(event)
    deal.secret = secret


if TYPE_CHECKING:
    from stbpi.games.luk_fu import record
    from stbpi.games.record import Telling

    _fits: Telling = record
