"""Windows: what of a picture is sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from stbpi.display.windows import LAYOUTS, Layout, Window, memory_of, windows

WHOLE = Window(page=0, last_page=7, column=0, last_column=127)


def memories() -> st.SearchStrategy[bytes]:
    """Memories of few blocks with some bytes set, so that two have much in common."""
    blocks = st.lists(st.sampled_from([bytes(32), b"\xff" * 32]), min_size=32, max_size=32)
    changes = st.dictionaries(st.integers(0, 1023), st.integers(0, 255), max_size=30)
    return st.builds(_changed, blocks.map(b"".join), changes)


def _changed(memory: bytes, changes: dict[int, int]) -> bytes:
    return bytes(changes.get(at, value) for at, value in enumerate(memory))


def applied(memory: bytes, new: bytes, parts: tuple[Window, ...]) -> bytes:
    """Write windows of `new` as the chip does: column by column, page by page."""
    result = bytearray(memory)
    for part in parts:
        data = iter(part.cut(new))
        for page in range(part.page, part.last_page + 1):
            for column in range(part.column, part.last_column + 1):
                result[page * 128 + column] = next(data)
        assert next(data, None) is None
    return bytes(result)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@given(old=memories(), new=memories())
def test_the_windows_make_the_new_picture_and_cost_at_most_a_whole_one(
    layout: Layout, old: bytes, new: bytes
) -> None:
    parts = windows(old, new, layout)

    assert applied(old, new, parts) == new
    frame = layout.cost(WHOLE) if layout.is_tall else 8 * layout.cost(row_of(0))
    assert layout.costs(parts) <= frame
    assert layout.is_tall or all(part.page == part.last_page for part in parts)


def row_of(page: int) -> Window:
    return Window(page=page, last_page=page, column=0, last_column=127)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@given(memory=memories())
def test_of_equal_pictures_nothing_is_sent(layout: Layout, memory: bytes) -> None:
    assert windows(memory, memory, layout) == ()


def test_two_far_changes_of_a_page_are_two_windows_and_two_near_ones_are_one() -> None:
    def change(*columns: int) -> tuple[tuple[int, int], ...]:
        new = bytes(column in columns for column in range(1024))
        found = windows(bytes(1024), new, LAYOUTS["ssd1306"])
        return tuple((part.column, part.last_column) for part in found)

    assert change(10, 100) == ((10, 10), (100, 100))
    assert change(10, 15) == ((10, 15),)


def test_a_picture_with_nothing_in_common_is_one_window_or_eight() -> None:
    old, new = bytes(1024), b"\xff" * 1024

    assert windows(old, new, LAYOUTS["ssd1306"]) == (WHOLE,)
    assert windows(old, new, LAYOUTS["sh1106"]) == tuple(map(row_of, range(8)))


@given(x=st.integers(0, 127), y=st.integers(0, 63))
def test_a_pixel_is_a_bit_of_its_page(x: int, y: int) -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((x, y), 1)

    expected = bytearray(1024)
    expected[y // 8 * 128 + x] = 1 << y % 8
    assert memory_of(picture) == expected


@given(columns=st.tuples(st.integers(0, 127), st.integers(0, 127)), page=st.integers(0, 7))
def test_what_a_window_shares_with_the_one_before_is_not_told_again(
    columns: tuple[int, int], page: int
) -> None:
    layout = LAYOUTS["ssd1306"]
    first = Window(page=page, last_page=page, column=min(columns), last_column=max(columns))
    elsewhere = Window(page=page, last_page=page, column=0, last_column=0)

    assert layout.cost(first) - layout.cost(first, first) == 2 + 6
    if first.columns != (0, 0):
        assert layout.cost(first) - layout.cost(first, elsewhere) == 3
    assert LAYOUTS["sh1106"].cost(first) - LAYOUTS["sh1106"].cost(first, elsewhere) == 1
