"""Every command is asked what it can tell of what is stored: none tells a name that is forgotten.

A new command fails here until it is asked, or excused.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from stbpi import cli
from stbpi.cli import MODULES, main
from stbpi.clock import SystemClock
from stbpi.forgotten import list_of
from stbpi.games.events import PlayerSeated
from stbpi.games.game import StartMatch
from stbpi.history.archive import Archive
from stbpi.journal.store import Journal
from stbpi.score import kept_in
from stbpi.serial_log.lines import PROTOCOL, Hello, encode, encode_line
from tests.forgotten.past import (
    BOX,
    LETTERS,
    NAME,
    all_games_in,
    box_in,
    collection_in,
    evening,
    forget,
    tells,
)

Capture = pytest.CaptureFixture[str]

LEAGUE = f"""
kind = "round_robin"
players = ["{NAME}", "Bo", "Cid"]
left = ["Cid"]
since = 2026-01-01

[[results]]
players = ["{NAME}", "Cid"]
winner = "{NAME}"
"""

EXCUSED = {
    "run": "test_on_the_box asks what it shows",
    "record": "test_on_the_box asks what it writes",
    "sim": "test_on_the_box asks what it shows",
    "board": "test_on_the_board asks for its pages",
    "collect": "is asked below",
    "score": "is asked below",
    "forget": "test_names asks what it says",
    "league plan": "is told who plays, and reads nothing",
    "operator adjust": "settings have no names of players",
    "operator clear": "reads nothing",
    "operator factory": "reads nothing",
    "operator export": "settings have no names of players",
    "operator import": "reads settings",
    "rules show": "reads nothing",
    "rules explain": "reads nothing",
    "screens": "draws examples",
    "config check": "reads the landlord's own file",
    "config show": "shows the landlord's own file",
    "doctor": "tells of the machine",
    "service": "tells of the machine",
    "install-service": "reads nothing",
    "setup": "asks the landlord",
    "odds": "reads nothing",
    "coach": "reads nothing",
    "duel": "lets bots play",
}
"""The commands that are not asked, and why."""


def digest(path: Path) -> str:
    """Return what tells a database from another one: its file, and the log beside it."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return sha256(b"".join(file.read_bytes() for file in files if file.exists())).hexdigest()


def verbs(parser: argparse.ArgumentParser, above: str = "") -> Iterator[str]:
    """List the commands of a parser, with their verbs."""
    below = [action for action in parser._actions if isinstance(action.choices, dict)]
    for action in below:
        for name, choice in dict(action.choices or {}).items():
            yield from verbs(choice, f"{above} {name}".strip())
    if above and not below:
        yield above


@pytest.fixture
def stored(tmp_path: Path) -> list[Path]:
    """Journals and a collection in which she is forgotten."""
    paths = [box_in(tmp_path), collection_in(tmp_path), all_games_in(tmp_path)]
    with closing(Archive(paths[1])) as archive:
        assert {NAME, LETTERS} <= {*archive.players()}
    for path in paths:
        forget(path, NAME, LETTERS)
    return paths


def questions(path: Path, folder: Path, player: str = "N.N. 1") -> Iterator[list[object]]:
    """List what the commands are asked that read a journal or a collection."""
    with closing(Archive(path)) as archive:
        places = [f"{key.box}:{key.match}" for key in archive.matches()]
    yield from (["games", path, *more] for more in ((), ("--json",), ("--player", player)))
    for place in places[:3]:
        yield from (["games", path, "--show", place, *more] for more in ((), ("--json",)))
    yield ["games", path, "--replay", places[-1], "--plain", "--speed", 1000]
    yield from (["stats", path, *more] for more in ((), ("--json",), ("--player", player)))
    for kind in ("csv", "json", "ndjson", "parquet", "sqlite"):
        for what in ("events", "turns", "matches") if kind != "sqlite" else ("events",):
            out = folder / f"{path.stem}-{what}.{kind}"
            yield ["export", path, "--format", kind, "--what", what, "-o", out]
    for game in ("glueckshaus", "luk_fu"):
        yield ["export", path, "--format", "csv", "--what", "turns", "--game", game]
    yield from (["ratings", path, *more] for more in ((), ("--json",), ("--csv",), ("--luck",)))
    plan = folder / "league.toml"
    plan.write_text(LEAGUE)
    yield from (["league", "show", plan, path, *more] for more in ((), ("--json",), ("--csv",)))
    yield from (["verify", "--db", path, *more] for more in ((), ("--json",)))


def of_a_box(path: Path) -> Iterator[list[object]]:
    """List what the commands are asked that read the journal of a box alone."""
    for verb in ("audits", "records", "tests"):
        yield from (["operator", verb, "--journal", path, *more] for more in ((), ("--json",)))
    yield ["operator", "audits", "--journal", path, "--csv"]
    yield ["records", "--journal", path, "--preset", "luk_kassen"]


def asked(capsys: Capture, questions: Sequence[Sequence[object]]) -> dict[str, list[str]]:
    """Ask commands; return, by the question, which of her names were told."""
    told = {}
    for question in questions:
        words = [*map(str, question)]
        assert main(words) == 0, words
        said = capsys.readouterr()
        written = Path(words[words.index("-o") + 1]).read_bytes() if "-o" in words else b""
        assert said.out or written, words
        told[" ".join(words)] = [*tells(said.out), *tells(said.err), *tells(written)]
    return told


def test_no_command_tells_a_name_that_is_forgotten(
    stored: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    before = [*map(digest, stored)]
    all_of_them = [one for path in stored for one in questions(path, tmp_path)]
    all_of_them += [one for path in (stored[0], stored[2]) for one in of_a_box(path)]

    told = asked(capsys, all_of_them)

    assert {question for question, names in told.items() if names} == set()
    assert [*map(digest, stored)] == before
    copy = tmp_path / "bars-events.sqlite"
    assert main(["verify", "--db", str(copy)]) == 0

    all_verbs = {*verbs(cli._parser([]))}
    are_asked = {
        verb for verb in all_verbs for question in told if f"{question} ".startswith(f"{verb} ")
    }
    assert all_verbs - are_asked - EXCUSED.keys() - {"collect", "score"} == set()
    assert {*MODULES} == {verb.split()[0] for verb in all_verbs}


def test_every_name_would_be_told(tmp_path: Path, capsys: Capture) -> None:
    """What is asked above does tell her names, as long as she is not forgotten."""
    told = asked(capsys, [*questions(box_in(tmp_path), tmp_path, NAME)])
    tell = {question.split()[0] for question, names in told.items() if names}
    assert tell == {"games", "stats", "export", "ratings", "league"}


def test_the_collector_stores_a_name_and_does_not_tell_it(
    stored: list[Path], tmp_path: Path, capsys: Capture
) -> None:
    db, log = tmp_path / "collection.db", tmp_path / "box.log"
    log.write_bytes(captured())
    names = list_of(stored[0]).read_bytes()
    for how in ("--plain", "--json"):
        db.unlink(missing_ok=True)
        list_of(db).write_bytes(names)

        assert main(["collect", str(log), "--db", str(db), how, "--once"]) == 0

        said = capsys.readouterr()
        assert "N.N. 1" in said.out
        assert tells(said.out + said.err) == []
        assert NAME.encode() in db.read_bytes()


def captured() -> bytes:
    """Return what a box has told on its serial line."""
    told = evening().recorded
    hello = Hello(
        box=BOX, protocol=PROTOCOL, version="1", tiles=9, boot=1, wall=None, last=len(told)
    )
    return b"".join((encode_line(hello), *map(encode, told)))


def test_a_score_sheet_goes_on_without_the_name(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "score.db"
    for game, preset, entries in (
        ("shut_the_box", "luk_kassen", "3 4\nrules\n"),
        ("glueckshaus", "glueckshaus", "6+5\n3+4\nundo\n"),
        ("luk_fu", "luk_fu", f"won {NAME} 7 caller Bo\nundo\n"),
    ):
        with closing(Journal(path)) as journal:
            sheet = kept_in(journal, SystemClock())
            sheet.start(
                StartMatch(game=game, names=(NAME, "Bo", "Cid"), preset=preset, house_rules=())
            )
        if not list_of(path).exists():
            forget(path, NAME)
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{entries}end\nnew\n"))

        main(["score", "--journal", str(path)])

        said = capsys.readouterr()
        assert "N.N. 1" in said.out
        assert tells(said.out + said.err) == []
        with closing(Journal(path)) as journal:
            match = journal.last_match()
            assert match is not None
            seated = [one.event for one in match.events if isinstance(one.event, PlayerSeated)]
            assert {one.player for one in seated} == {NAME, "Bo", "Cid"}
