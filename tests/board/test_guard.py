"""Which names the board answers to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from stbpi.board.guard import HEADERS, Guard, answers_to
from tests.board.live import asking
from tests.books.journals import Box, left
from tests.history.stores import journal


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8137", "192.168.1.7", "[::1]:8137", "[fe80::1]", "localhost:8137", "bar"),
        *("raspberrypi.local:8137", "BAR.LAN", "bar.home.arpa", "bar.local.", ""),
    ],
)
def test_addresses_and_names_of_the_house_are_answered(host: str) -> None:
    assert answers_to(host)


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8137", "bar.local.evil.example", "127.0.0.1.evil.example"),
        *("local.example", "evil.example.", "bar:8137:80", "[::1", "a b", "<b>", "bar@evil", ":1"),
        *("bar.local\x00", "évil", "1.2.3.4.5"),
    ],
)
def test_no_other_place_can_give_its_name_to_the_board(host: str) -> None:
    assert not answers_to(host)


def test_a_name_that_it_was_told_is_answered() -> None:
    assert answers_to("Bar.Example:443", {"bar.example"})
    assert not answers_to("www.bar.example", {"bar.example"})


def test_a_page_is_refused_under_a_name_of_another_place(tmp_path: Path) -> None:
    box = Box()
    box.plays(left(3), names=("Ann",))
    path = journal(tmp_path / "bar.db", box.recorded)

    async def story() -> None:
        async with asking(path) as client:
            answer = await client.get("/tonight", headers={"Host": "evil.example"})
            assert answer.status_code == 421
            assert answer.text == (
                "The board is not reached by this name; --name of stbpi board allows it.\n"
            )
            assert {key: answer.headers[key] for key in HEADERS} == HEADERS

    asyncio.run(story())


def test_names_are_told_in_any_case() -> None:
    async def story() -> None:
        async def nothing(*_asgi: object) -> None:
            raise AssertionError

        transport = httpx.ASGITransport(Guard(nothing, ["BAR.example"]))
        async with httpx.AsyncClient(transport=transport, base_url="http://bar.EXAMPLE") as client:
            with pytest.raises(AssertionError):
                await client.get("/")

    asyncio.run(story())
