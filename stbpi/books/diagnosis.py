"""Self-diagnosis: what the play itself says of the box, one line each.

Every line is a `Message` of several wordings: the longest for a terminal, the shortest for the
title screen. The rules are the constants.

Never: changes a rule of play. Keep: a line that is wrong now and then is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator

from stbpi.books.counts import Audits
from stbpi.games.events import BROKEN
from stbpi.games.game import tile_of
from stbpi.language import Message, message

DEAD_TURNS = 60
"""A tile that was not closed in so many turns may be dead.

Only turns count in which it stood and others were closed. Who picks covers at random closes each
tile up to 9 in 22 turns of a hundred at least, by any preset: the odds are a million to one.
"""

DEAD_TURNS_OF = {10: 90, 11: 150, 12: 300}
"""Tiles that two dice close more seldom: in 19, 10 and 5 turns of a hundred."""

WORN_MS = 25
"""A contact that bounces for so long will soon bounce for longer than it may (35 ms)."""

WRONG_COVERS = 20
"""So many complaints about one tile may be the tile's fault ..."""

WRONG_SHARE = 0.5
"""... if it has this share of all of them; each cover names one tile or a few."""

LONG_TURN_S = 90
"""Turns that take longer on average than that are worth a word ..."""

LONG_TURNS = 20
"""... if there were so many."""


def diagnosis(audits: Audits) -> tuple[Message, ...]:
    """Say what should be looked at, the gravest first."""
    return (
        *_faults(audits),
        *_dead_tiles(audits),
        *_wrong_tiles(audits),
        *_worn_contacts(audits),
        *_clock(audits),
        *_advice(audits),
    )


def _faults(audits: Audits) -> Iterator[Message]:
    for part, what in audits.faults:
        tile = tile_of(part)
        if tile is not None:
            yield _tile_fault(tile, is_declared=what == BROKEN)
        else:
            yield _PARTS.get(part) or message("{part} has failed|{part} fails", part=part)


def _tile_fault(tile: int, *, is_declared: bool) -> Message:
    if is_declared:
        return message(
            "Tile {tile} is declared broken: it is closed in the menu|Tile {tile}: broken",
            tile=tile,
        )
    return message("Tile {tile} does not work: look at its switch|Tile {tile}: bad", tile=tile)


_PARTS = {
    "roll": message("The roll button does not work: look at its switch|Roll button bad"),
    "menu": message("The menu button does not work: look at its switch|Menu button bad"),
    "cable": message("The cable of the tiles is off|Cable off"),
    "tile_board": message("The board of the tiles does not answer|No tile board"),
    "display": message("The display does not answer|Display: no answer"),
    "disk": message("Nothing can be saved: look at the disk|Not saving"),
    "serial": message("The serial log can't be written|No serial log"),
}


def _dead_tiles(audits: Audits) -> Iterator[Message]:
    failed = {part for part, _ in audits.faults}
    for tile in audits.tiles:
        turns = DEAD_TURNS_OF.get(tile.tile, DEAD_TURNS)
        if tile.idle_turns >= turns and f"tile_{tile.tile}" not in failed:
            yield message(
                "Tile {tile} may be dead: not closed in {turns} turns|Tile {tile} dead?",
                tile=tile.tile,
                turns=tile.idle_turns,
            )


def _wrong_tiles(audits: Audits) -> Iterator[Message]:
    complaints = audits.recent.complaints
    for tile, count in enumerate(complaints, start=1):
        if count >= WRONG_COVERS and count >= WRONG_SHARE * sum(complaints):
            yield message(
                "Tile {tile} was closed wrongly {count} times: does another one move its switch?"
                "|Tile {tile}: {count} wrong|Tile {tile} wrong?",
                tile=tile,
                count=count,
            )


def _worn_contacts(audits: Audits) -> Iterator[Message]:
    for tile, ms in enumerate(audits.recent.bounces, start=1):
        if ms >= WORN_MS:
            yield message(
                "The contact of tile {tile} is worn: it bounces for {ms} ms|Tile {tile}: worn",
                tile=tile,
                ms=ms,
            )


def _clock(audits: Audits) -> Iterator[Message]:
    if audits.clock_unknown:
        yield message("The clock is not set: no hours are known|Clock not set")
    elif audits.clock_lost:
        yield message("The clock has lost its time|Clock lost")


def _advice(audits: Audits) -> Iterator[Message]:
    recent = audits.recent
    if recent.turns >= LONG_TURNS and recent.turn_seconds >= LONG_TURN_S:
        yield message(
            "A turn takes {seconds} s on average: fewer rounds would fit better|Turns: {seconds} s",
            seconds=round(recent.turn_seconds),
        )
    if recent.dice.fairness_of_faces.is_unusual or recent.dice.fairness_of_totals.is_unusual:
        yield message("The dice fall in an unusual way|Unusual dice")
