"""The board as it runs: over sockets, in a process of its own, while a box plays."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from stbpi.board.connection import MOST_CONNECTIONS
from stbpi.board.serving import WAITING
from tests.board.live import WrittenBox, of_kind
from tests.board.served import Served, serving
from tests.books.journals import left
from tests.doubles import ServiceManager
from tests.history.hand import Hand


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WrittenBox]:
    with closing(WrittenBox(tmp_path_factory.mktemp("bar") / "bar.db")) as box:
        box.plays(left(3), left(4), names=("<b>", "Bo"))
        yield box


@pytest.fixture(scope="module")
def board(box: WrittenBox) -> Iterator[Served]:
    with serving(box.path) as board:
        yield board


def test_what_happens_is_told_at_once_and_without_a_gap(board: Served, box: WrittenBox) -> None:
    with board.watching() as watcher, board.watching() as other:
        watcher.until(len(box.recorded))
        other.until(len(box.recorded))
        before = len(box.recorded)
        hand = Hand(box, ("Ann",))
        hand.throws(((4, 5), (9,)), ((4, 4), (8,)))
        last = len(box.recorded)

        for told in (watcher.until(last), other.until(last)):
            numbers = [event["n"] for event in of_kind("happened", told)]
            assert numbers == [*range(before + 1, last + 1)]
            assert of_kind("state", told)[-1]["standing"] == [1, 2, 3, 4, 5, 6, 7]


def test_who_comes_back_goes_on_behind_what_he_knows(board: Served, box: WrittenBox) -> None:
    last = len(box.recorded)
    with board.watching(f"bar={last - 2}") as watcher:
        told = watcher.until(last)

    assert [event["n"] for event in of_kind("happened", told)] == [last - 1, last]


def test_a_watcher_who_reads_nothing_and_one_who_goes_hold_up_nobody(
    board: Served, box: WrittenBox
) -> None:
    with board.watching() as quick, board.connect() as deaf, board.connect() as gone:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        for connection in (deaf, gone):
            connection.sendall(b"GET /events HTTP/1.1\r\nHost: board\r\n\r\n")
        quick.until(len(box.recorded))
        gone.close()
        for _match in range(30):
            box.plays(left(3), left(4), names=("Ann", "Bo"))
        last = len(box.recorded)

        assert of_kind("state", quick.until(last))[-1]["n"] == last


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 404),
        (b"GET /static/../app.py HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 404),
        (b"GET /static/%2e%2e%2fapp.py HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 404),
        (b"GET /static/%00 HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 404),
        (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: b\r\nX: " + b"x" * 100_000, 400),
        (b"POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 1000, 405),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 nothing like HTTP\r\n\r\n", 400),
        (b"GET /static\\..\\app.py HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 404),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 404),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 421),
        (b"TRACE / HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n", 405),
        (b"CONNECT b:80 HTTP/1.1\r\nHost: b\r\n\r\n", 405),
    ],
    ids=[
        *("up", "beside", "quoted", "zero", "long", "head", "post", "other"),
        *("backslash", "proxy", "rebound", "trace", "tunnel"),
    ],
)
def test_a_trick_gets_a_clear_answer(board: Served, said: bytes, status: int) -> None:
    with board.connect() as connection:
        connection.sendall(said)
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(64).split()[1] == str(status).encode()


def test_no_other_protocol_is_spoken(board: Served) -> None:
    asked = b"GET /tv HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    with board.connect() as connection:
        connection.sendall(asked)
        assert connection.recv(64).split()[1] in (b"200", b"400")


def test_files_can_be_opened_for_all_connections_and_for_what_is_read() -> None:
    at_once = 2 * WAITING  # taken, and refused, before the next look

    assert MOST_CONNECTIONS + at_once + 64 < 1024


def test_two_hundred_who_never_end_what_they_ask_hold_up_nobody(board: Served) -> None:
    with ExitStack() as stack:
        for count in range(200):
            connection = stack.enter_context(board.connect())
            connection.sendall(b"GET /events HTTP/1.1\r\nHost: board\r\nX"[: 1 + count % 40])
        answer = board.answer(b"GET /tv HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")

        assert answer.startswith(b"HTTP/1.1 200 ")


def test_a_page_is_served_with_its_headers(board: Served) -> None:
    head, _, page = board.answer(
        b"GET /match/bar:1 HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n"
    ).partition(b"\r\n\r\n")

    assert b"content-security-policy: default-src 'self'" in head
    assert b"server:" not in head
    assert b"&lt;b&gt;" in page and b"<b>" not in page


def test_a_board_that_is_killed_and_started_again_is_gone_on_with(tmp_path: Path) -> None:
    with closing(WrittenBox(tmp_path / "bar.db")) as box:
        hand = Hand(box, ("Ann",))
        with serving(box.path) as board, board.watching() as watcher:
            told = watcher.until(len(box.recorded))
            place = told[-1][1]
            board.process.kill()
            with pytest.raises((EOFError, ValueError, ConnectionError)):
                watcher.until(0)
        hand.throws(((4, 5), (9,)))
        with serving(box.path, port=board.port) as board, board.watching(place) as watcher:
            told = watcher.until(len(box.recorded))
            known = int(place.removeprefix("bar="))
            numbers = [event["n"] for event in of_kind("happened", told)]
            assert numbers == [*range(known + 1, len(box.recorded) + 1)]
            assert board.stop() == 0
            rest = [one for told in iter(watcher.next, []) for one in told]
            assert of_kind("happened", rest) == []


def test_a_service_waits_for_its_journal_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "bar.db"
    asked = b"GET / HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n"
    with (
        closing(ServiceManager(str(tmp_path / "s"))) as systemd,
        serving(path, more=["--wait"], environ=systemd.environ(watchdog_s=2)) as board,
    ):
        assert {systemd.next(), systemd.next()} == {"READY=1", "WATCHDOG=1"}
        answer = board.answer(asked)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"there is no journal at " in answer

        with closing(WrittenBox(path)) as box:
            box.plays(left(3), names=("Ann",))
            with board.watching() as watcher:
                assert of_kind("state", watcher.until(len(box.recorded)))
        assert board.answer(asked).startswith(b"HTTP/1.1 200 ")
        assert board.stop() == 0
        assert "STOPPING=1" in systemd.received()
