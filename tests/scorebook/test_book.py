"""The score book: what is kept, what counts once, what is refused, and that it is `stbpi score`."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stbpi.clock import SystemClock
from stbpi.collector import database as collection
from stbpi.errors import CollectionError, NotAllowedError, RulesError, StbError
from stbpi.games.events import Event
from stbpi.games.game import members
from stbpi.games.shut_the_box import State
from stbpi.history.archive import Archive
from stbpi.history.matches import stored
from stbpi.journal.recorded import Recorded
from stbpi.score import Sheet
from stbpi.scorebook import book as books
from stbpi.scorebook import store as stores
from stbpi.scorebook.book import Book, NoMore, NoSheet
from stbpi.scorebook.entries import NewSheet
from stbpi.scorebook.told import told
from tests.books.journals import Box, left
from tests.history.stores import collected, journal
from tests.score_sheets import start, typed
from tests.scorebook.posts import begin, book_in, plain, rule, send, turn, undo


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sheets.db"


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    with book_in(path) as opened:
        yield opened


class Notes:
    """Keeps the events of a sheet in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def record(self, events: Iterable[Event], *, t: int, wall: int | None) -> None:
        self.events += events

    def sync(self) -> None:
        """Nothing is lost in memory."""


def events_of(path: Path, box: str = "sheet 1") -> list[Recorded]:
    store = stores.Store(path)
    with closing(store):
        last = store.last(box).match
        return [one for match in range(1, last + 1) for one in store.match(box, match)]


def totals(state: State) -> tuple[int, ...]:
    return state.tally.totals


def test_a_turn_is_the_tiles_that_stand(book: Book) -> None:
    token = begin(book, "Ann", "Bo")

    seen = send(book, token, turn(1, 1, 2, 5, 7), turn(1, 2, 9))

    assert totals(seen.state) == (14, 9)
    assert (seen.state.round, seen.state.seat) == (2, 1)


def test_a_secret_has_128_bits(book: Book) -> None:
    tokens = {begin(book, "Ann") for _sheet in range(5)}

    assert len(tokens) == 5
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in tokens)


def test_a_book_that_is_opened_again_goes_on(path: Path) -> None:
    with book_in(path) as book:
        token = begin(book, "Ann", "Bo")
        before = send(book, token, turn(1, 1, 9), rule("scoring", "count", "sum"))
    with book_in(path) as book:
        seen = book.look(token)
        assert told(seen) == told(before)
        send(book, token, turn(1, 2, 1, 2))

    assert [one.boot for one in events_of(path)][-1] == 2
    assert [one.n for one in events_of(path)] == [*range(1, len(events_of(path)) + 1)]


def test_two_programs_may_keep_the_same_book(path: Path) -> None:
    with book_in(path) as one, book_in(path) as other:
        token = begin(one, "Ann", "Bo")
        send(other, token, turn(1, 1, 9))
        send(one, token, turn(1, 2, 8))
        assert totals(other.look(token).state) == (9, 8)
        with pytest.raises(NotAllowedError, match="Somebody else was faster"):
            send(other, token, turn(1, 2, 7))


def test_what_is_sent_twice_counts_once(book: Book) -> None:
    token = begin(book, "Ann", "Bo")
    first = turn(1, 1, 9)

    send(book, token, first, turn(1, 2, 8))
    seen = send(book, token, first)

    assert totals(seen.state) == (9, 8)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (turn(1, 1, 5), "The turn of Ann in round 1 has been entered: 9."),
        (turn(2, 1, 5), "It is the turn of Bo now, in round 1."),
        (undo(1, 1, 8), "The turn of Ann in round 1 has been entered: 9."),
        (undo(1, 2, 9), "The turn of Ann in round 1 has been entered: 9."),
        (rule("scoring", "sum", "count"), "What still stands is read as one number"),
        (turn(1, 2, 9, match=2), ""),
    ],
)
def test_what_fits_no_more_is_refused_and_changes_nothing(
    entry: dict[str, Any], why: str, book: Book, path: Path
) -> None:
    token = begin(book, "Ann", "Bo", scoring="digits")
    before = send(book, token, turn(1, 1, 9))
    stored_before = events_of(path)

    with pytest.raises(NotAllowedError) as refused:
        send(book, token, entry)

    assert refused.value.do.startswith(why)
    assert told(book.look(token)) == told(before)
    assert events_of(path) == stored_before


def test_a_rule_that_another_phone_has_set_to_the_same_is_no_quarrel(book: Book) -> None:
    token = begin(book, "Ann")

    seen = send(
        book, token, rule("scoring", "count", "sum"), rule("scoring", "count", "sum"), turn(1, 1, 9)
    )

    assert totals(seen.state) == (1,)


@pytest.mark.parametrize(
    "entry", [turn(1, 1, 10), rule("colour", "red", "blue"), rule("tiles", "99", "9")]
)
def test_what_is_impossible_is_refused(entry: dict[str, Any], book: Book) -> None:
    token = begin(book, "Ann")

    with pytest.raises(RulesError):
        send(book, token, entry)

    assert book.look(token).state.turns == ()


def test_a_change_of_a_rule_says_what_it_changes(book: Book) -> None:
    token = begin(book, "Ann", "Bo", "Cleo", rounds="2")
    send(book, token, turn(1, 1, 2, 5, 7), turn(1, 2, 8, 9), turn(1, 3, 1))

    change = told(send(book, token, rule("knock_out", "15", "0")))["change"]
    assert change["lines"] == ["Out now: Bo."]
    change = told(send(book, token, rule("rounds", "1", "2")))["change"]
    assert change["lines"] == ["Cleo wins."]
    change = told(send(book, token, rule("rounds", "3", "1")))["change"]
    assert change["lines"] == ["The match goes on."]
    change = told(send(book, token, rule("scoring", "digits", "sum")))["change"]
    assert change["head"] == "The match was scored anew"
    assert change["lines"] == [
        *("Ann: 14 is 257 now.", "Bo: 17 is 89 now.", "Cleo: 1 is 0 now."),
        "Out now: Ann.",
        "Cleo wins.",
    ]
    change = told(send(book, token, rule("one_die", "never", "total_6")))["change"]
    assert (change["head"], change["lines"]) == ("From the next turn on", [])
    assert told(send(book, token, undo(1, 3, 1)))["change"] is None


def test_undo_goes_back_to_the_first_turn(book: Book) -> None:
    token = begin(book, "Ann", "Bo", rounds="1")
    send(book, token, turn(1, 1, 9), turn(1, 2, 8))

    seen = send(book, token, undo(1, 2, 8), undo(1, 1, 9))

    assert seen.state.turns == ()
    assert (seen.state.round, seen.state.seat) == (1, 1)
    with pytest.raises(NotAllowedError, match="faster"):
        send(book, token, undo(1, 1, 9))


def test_a_win_can_be_shared(book: Book) -> None:
    token = begin(book, "Ann", "Bo", rounds="1")

    seen = told(send(book, token, turn(1, 1, 9), turn(1, 2, 4, 5)))

    assert [player["winner"] for player in seen["players"]] == [True, True]
    assert seen["words"]["next"] == "Ann and Bo win."


def test_the_same_players_go_on_and_the_match_before_can_still_be_read(book: Book) -> None:
    token = begin(book, "Ann", "Bo", rounds="1")
    with pytest.raises(NotAllowedError, match="the match is not over"):
        send(book, token, plain("again"))

    seen = told(send(book, token, turn(1, 1), plain("again"), turn(1, 1, 3, match=2)))

    assert [player["name"] for player in seen["players"]] == ["Bo", "Ann"]
    first = told(book.look(token, 1))
    assert (first["words"]["next"], first["is_last"]) == ("Ann wins.", False)
    with pytest.raises(NoSheet):
        book.look(token, 3)


def test_running_totals_stand_behind_each_turn(book: Book) -> None:
    token = begin(book, "Ann", "Bo")

    seen = told(send(book, token, turn(1, 1, 9), turn(1, 2, 1), turn(2, 1, 2, 3)))

    cells = [
        [cell and (cell["score"], cell["total"]) for cell in row["cells"]] for row in seen["rounds"]
    ]
    assert cells == [[(9, 9), (1, 1)], [(5, 14), None]]


def test_turns_that_do_not_count_any_more_are_kept(book: Book) -> None:
    token = begin(book, "Ann", "Bo")
    send(book, token, turn(1, 1, 9), turn(1, 2, 1), turn(2, 1, 9), turn(2, 2, 1))

    seen = told(send(book, token, rule("rounds", "1", "4")))

    assert [cell["counts"] for cell in seen["rounds"][1]["cells"]] == [False, False]
    seen = told(send(book, token, rule("rounds", "4", "1")))
    assert [cell["counts"] for cell in seen["rounds"][1]["cells"]] == [True, True]


def test_a_secret_that_opens_nothing_is_refused_and_makes_no_file(book: Book, path: Path) -> None:
    with pytest.raises(NoSheet):
        book.look("x" * 22)
    book.check()

    assert not path.exists()


def test_the_same_request_makes_one_sheet(book: Book) -> None:
    wanted = NewSheet(id="x" * 20, start=start("shut_the_box", "Ann", preset="luk_kassen"))

    assert book.make(wanted) == book.make(wanted)


def test_there_is_an_end_of_new_sheets(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_AN_HOUR", 2)
    monkeypatch.setattr(books, "MOST_SHEETS", 3)
    with book_in(path) as book:
        begin(book, "Ann")
        begin(book, "Ann")
        with pytest.raises(NoMore, match="2 sheets were begun within an hour") as refused:
            begin(book, "Ann")
        assert refused.value.wait_s > 0
    with book_in(path, wall=2_000_000_000) as book:
        begin(book, "Ann")
        with pytest.raises(NoMore, match="There are 3 sheets already"):
            begin(book, "Ann")


def test_a_match_that_is_too_long_is_refused(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    token = begin(book, "Ann")
    monkeypatch.setattr(books, "MOST_EVENTS", 6)
    send(book, token, turn(1, 1, 9))

    with pytest.raises(NotAllowedError, match="This sheet is full"):
        send(book, token, turn(2, 1, 9))

    assert book.look(token).state.round == 2


def test_what_could_not_be_written_is_not_taken(book: Book, path: Path) -> None:
    token = begin(book, "Ann", "Bo")
    entry = turn(1, 1, 9)
    with closing(sqlite3.connect(path)) as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'x'); END"
        )
        with pytest.raises(CollectionError) as failed:
            send(book, token, entry)
        other.execute("DROP TRIGGER full")

    assert f"the score sheets in {path} can't be used" in failed.value.what
    assert "--sheets" in failed.value.do
    assert book.look(token).state.turns == ()
    assert totals(send(book, token, entry).state) == (9, 0)


def test_a_file_that_is_taken_away_is_noticed(book: Book, path: Path) -> None:
    token = begin(book, "Ann")
    away = {one: one.with_name(f"away-{one.name}") for one in path.parent.glob("sheets.db*")}
    for here, there in away.items():
        here.rename(there)

    with pytest.raises(NoSheet):
        send(book, token, turn(1, 1, 9))
    other = begin(book, "Bo")

    assert book.look(other).state.names == ("Bo",)
    for left_over in path.parent.glob("sheets.db*"):
        left_over.unlink()
    for here, there in away.items():
        there.rename(here)
    assert book.look(token).state.names == ("Ann",)


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(3), names=("Ann",))
    text = tmp_path / "text.db"
    text.write_text("nothing that we know" * 100)
    for path in (
        journal(tmp_path / "j.db", box.recorded),
        collected(tmp_path / "c.db", {"bar": box.recorded}),
        text,
    ):
        before = path.read_bytes()
        with book_in(path) as book:
            for ask in (book.check, lambda book=book: begin(book, "Ann")):
                with pytest.raises(StbError) as refused:
                    ask()
                assert "--sheets" in str(refused.value)
        assert path.read_bytes() == before


def test_what_reads_collections_reads_sheets(path: Path) -> None:
    with book_in(path) as book:
        token = begin(book, "Ann", "Bo", rounds="1")
        send(book, token, turn(1, 1, 9), turn(1, 2, 8), rule("scoring", "count", "sum"))
        begin(book, "Cleo")

    with closing(Archive(path)) as archive:
        assert archive.boxes() == ["sheet 1", "sheet 2"]
        keys = archive.matches("Ann")
        match = stored(keys[0].box, keys[0].match, archive.rows_of(keys[0]), is_whole=True)
    assert (match.totals, match.winners, match.troubles) == ((1, 1), (1, 2), ())


def test_a_sheet_is_a_collection_that_collect_leaves_alone(path: Path) -> None:
    with book_in(path) as book:
        begin(book, "Ann")
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA application_id").fetchone() == (collection.APPLICATION,)


def test_what_is_entered_here_gives_the_events_of_stbpi_score(tmp_path: Path) -> None:
    """The same entries, at random, on a sheet of `stbpi score` and on one of the book."""
    chance = random.Random(7)
    with book_in(tmp_path / "sheets.db") as book:
        for number, (preset, names) in enumerate(
            [
                ("luk_kassen", ("Ann", "Bo", "Cleo")),
                ("knock_out", ("Ann", "Bo")),
                ("solo", ("Ann",)),
            ],
            start=1,
        ):
            notes = Notes()
            sheet = Sheet(notes, SystemClock())
            sheet.start(start("shut_the_box", *names, preset=preset))
            token = begin(book, *names, preset=preset)
            for _entry in range(40):
                line, entry = either(chance, sheet.state, book.look(token).match)
                _told, refused, _count = typed(sheet, line)
                try:
                    send(book, token, entry)
                    assert refused == []
                except StbError as exc:
                    assert refused == [str(exc)]
            there = [one.event for one in events_of(tmp_path / "sheets.db", f"sheet {number}")]
            assert there == notes.events


def either(chance: random.Random, state: State, match: int) -> tuple[str, dict[str, Any]]:
    """Return an entry as it is typed, and as a page sends it."""
    kinds = ["undo"] * 2 * bool(state.turns) + ["set"] * 2
    kinds += ["new", "set"] * 2 if state.result is not None else ["turn"] * 8 + ["end", "wrong"]
    match chance.choice(kinds):
        case "undo":
            last = state.turns[-1]
            return "undo", undo(last.round, last.seat, *members(last.standing)) | {"match": match}
        case "set":
            field, values = chance.choice(
                [
                    ("scoring", ("sum", "digits", "count", "covered")),
                    ("rounds", ("0", "1", "2", "4", "21")),
                    ("knock_out", ("0", "30", "45")),
                    ("shut", ("wins", "zero")),
                    ("tiles", ("8", "9", "10")),
                    ("tie", ("shared", "playoff")),
                ]
            )
            value = chance.choice(values)
            was = str(getattr(state.rules, field))
            return f"set {field}={value}", rule(field, value, was) | {"match": match}
        case "new":
            return "new", plain("again", match)
        case "end":
            return "end", plain("end", match)
        case "wrong":
            return "12", turn(state.round, state.seat, 12, match=match)
        case _:
            tiles = sorted(chance.sample(range(1, 9), chance.choice((0, 1, 2, 3, 3, 4))))
            line = " ".join(map(str, tiles)) or "-"
            return line, turn(state.round, state.seat, *tiles, match=match)
