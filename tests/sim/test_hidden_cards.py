"""While a deal is played, nobody but its players learns a card of it: not from anything there is.

Whoever follows the serial log, the journal's events, MQTT, exports or logs may know a card when
it was played face up, and not sooner. (Tiles that are lowered are told as ever: whoever stands by
sees them, too.)
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.collector import mqtt_payloads
from stbpi.collector.database import Row
from stbpi.collector.mqtt_state import BoxState
from stbpi.games.events import CardsPlayed, DealCommitted, DealRevealed, Event, encode
from stbpi.games.luk_fu.cards import NO_CARDS, Cards, members, name_of, written
from stbpi.games.luk_fu.deal import dealt
from stbpi.journal.recorded import Recorded
from stbpi.scene import public
from stbpi.sim.simulation import Simulation
from tests.doubles import SeededDice
from tests.games.luk_fu.on_box import CONFIG, START, CardPlayer
from tests.sim.playing import on_box, recorded

CARD = re.compile(r"\b[csmt][1-9]\b")
SEEDS = (1, 2, 3)


class Onlooker:
    """Knows the secret of every deal, and looks for it in what others are told."""

    def __init__(self) -> None:
        self.face_up: set[str] = set()
        self.deals = 0
        self._words: set[str] = set()

    def know(self, secret: bytes) -> None:
        """Look for this deal from now on."""
        hands = dealt(secret).hands
        self.face_up.clear()
        self.deals += 1
        self._words = {
            *(secret.hex(), secret[:8].hex(), repr(secret)[2:18]),
            *(written(hand) for hand in hands),
            *(str(int(hand)) for hand in hands),
        }

    def look(self, text: str) -> None:
        """Look at what is told now."""
        assert set(CARD.findall(text)) <= self.face_up, text
        assert not [word for word in self._words if word in text], text

    def hear(self, event: Event) -> None:
        if isinstance(event, CardsPlayed):
            self.face_up |= set(CARD.findall(event.cards))


def row(one: Recorded) -> Row:
    body = json.dumps(encode(one.event))
    return Row("pub", one.n, one.boot, one.match, one.t, one.wall, one.event.e, body)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_line_of_a_whole_match_tells_a_card_too_soon(seed: int, tmp_path: Path) -> None:
    told: list[Recorded] = []
    onlooker, state = Onlooker(), BoxState()

    async def story(box: Simulation) -> None:
        await box.start_match(START)
        await CardPlayer(box, seed=seed, calls=bool(seed % 2)).play()
        await asyncio.sleep(5)
        lines = [line.body for line in box.line.receiver.events]
        assert len(lines) == len(told)
        secrets, is_hidden = box.secrets, False
        for one, line in zip(told, lines, strict=True):
            if isinstance(one.event, DealCommitted):
                onlooker.know(secrets[one.event.sha])
                is_hidden = True
            is_hidden = is_hidden and not isinstance(one.event, DealRevealed)
            onlooker.hear(one.event)
            state.take(row(one))
            if is_hidden:
                onlooker.look(line)
                onlooker.look(one.line())
                onlooker.look(repr(one))
                onlooker.look(mqtt_payloads.event(row(one)).decode())
                onlooker.look(state.payload("pub", version="1", tiles=9).decode())

    on_box(story, tmp_path / "j.db", config=CONFIG, dice=SeededDice(seed), told=told)

    assert onlooker.deals
    assert any(isinstance(one.event, CardsPlayed) and not one.event.face_up for one in told)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_logged_or_printed_of_the_program_tells_a_card_too_soon(
    seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    onlooker = Onlooker()
    moves = 0

    async def story(box: Simulation) -> None:
        await box.start_match(START)

        async def look() -> None:
            nonlocal moves
            moves += 1
            play = box.daemon.table._play
            for one in box.disk.recorded:
                onlooker.hear(one.event)
            for text in (
                *(repr(play), repr(play.state), repr(play.__dict__["_cup"]), repr(box.daemon)),
                json.dumps(dict(public(box.scene))),
                *(record.getMessage() for record in caplog.records),
            ):
                onlooker.look(text)

        player = CardPlayer(box, seed=seed)
        (secret,) = box.secrets.values()
        onlooker.know(secret)
        await player.play(look, until=lambda: box.scene.view.phase == "match_over" or moves > 25)

    on_box(story, tmp_path / "j.db", config=CONFIG, dice=SeededDice(seed))

    assert moves > 5


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[Path, Onlooker]]:
    """The journal of a box on which a deal is played, with cards that lie face down."""
    path, onlooker = tmp_path / "j.db", Onlooker()

    async def story(box: Simulation) -> None:
        await box.start_match(START)

        def has_laid() -> bool:
            laid = [r.event for r in box.disk.recorded if isinstance(r.event, CardsPlayed)]
            return sum(not event.face_up for event in laid) >= 3

        await CardPlayer(box).play(until=has_laid)
        (secret,) = box.secrets.values()
        onlooker.know(secret)

    on_box(story, path, config=CONFIG, dice=SeededDice(3))
    for one in recorded(path):
        assert not isinstance(one.event, DealRevealed)
        onlooker.hear(one.event)
    yield path, onlooker


def test_the_journals_events_tell_nothing_of_a_deal_that_is_played(
    running: tuple[Path, Onlooker],
) -> None:
    path, onlooker = running
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        for table in tables - {"secrets"}:
            kind = connection.execute(
                "SELECT type FROM sqlite_master WHERE name = ?", [table]
            ).fetchone()
            if kind == ("table",):
                for found in connection.execute(f"SELECT * FROM {table}"):
                    onlooker.look(str(found))
        assert len(connection.execute("SELECT * FROM secrets").fetchall()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("games", "--show", ":1"),
        ("games", "--json"),
        ("stats", "--json"),
        ("stats",),
        ("verify", "--json"),
        ("verify",),
        *(("export", "--format", "ndjson", "--what", what) for what in ("events", "matches")),
        ("export", "--format", "csv"),
        ("export", "--format", "json"),
        ("export", "--format", "json", "--what", "turns", "--game", "luk_fu"),
    ],
    ids=" ".join,
)
def test_no_command_tells_a_card_of_a_deal_that_is_played(
    arguments: tuple[str, ...],
    running: tuple[Path, Onlooker],
    capfd: pytest.CaptureFixture[str],
) -> None:
    path, onlooker = running
    archive = ("--db", str(path)) if arguments[0] == "verify" else (str(path),)

    assert main([arguments[0], *archive, *arguments[1:]]) == 0
    said = capfd.readouterr()
    assert len(said.out) > 30
    onlooker.look(said.out)
    onlooker.look(said.err)


def test_an_export_as_a_database_has_no_secret(
    running: tuple[Path, Onlooker], tmp_path: Path
) -> None:
    path, onlooker = running
    out = tmp_path / "out.db"
    assert main(["export", str(path), "--format", "sqlite", "-o", str(out)]) == 0

    with closing(sqlite3.connect(out)) as connection:
        dump = "\n".join(connection.iterdump())
    onlooker.look(dump)
    assert "deal_committed" in dump


def test_the_onlooker_would_see_it() -> None:
    secret = bytes(range(32))
    hand = dealt(secret).hands[0]
    onlooker = Onlooker()
    onlooker.know(secret)
    first = name_of(next(members(Cards(hand | NO_CARDS))))

    for leak in (secret.hex(), f'"cards":"{first}"', written(hand), f"hands=({int(hand)},)"):
        with pytest.raises(AssertionError):
            onlooker.look(leak)
    onlooker.face_up.add(first)
    onlooker.look(f"{first} was played, and c5e1 is a part of a check")
