"""The format of a recording: what is written reads back; what is damaged is told with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.box.port import Levels
from stbpi.errors import ScriptError
from stbpi.games.events import MatchStarted, TileDown
from stbpi.games.game import Tiles
from stbpi.recording.lines import (
    Dealing,
    End,
    Header,
    Item,
    Reading,
    Recording,
    Thought,
    Throw,
    Trouble,
    first_line,
    line,
    read,
    written,
)

HEADER = Header(
    program="0.1.0",
    config={"box": {"settle_ms": 35}},
    wall=1_800_000_000,
    zone=3600,
    left_wall=None,
    left=(TileDown(tile=4), MatchStarted(game="shut_the_box", preset="solo", seats=1)),
    secrets={"f" * 64: "ab" * 32},
)

LEVELS = st.builds(
    Levels,
    down=st.integers(0, 4095).map(Tiles),
    roll=st.booleans(),
    cable=st.booleans(),
    menu=st.booleans(),
)
ITEMS = st.one_of(
    st.builds(Reading, t=st.just(0.0), levels=LEVELS, edge=st.booleans()),
    st.builds(
        Throw, t=st.just(0.0), dice=st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)
    ),
    st.builds(
        Dealing, t=st.just(0.0), bytes=st.binary(min_size=1, max_size=42).map(lambda b: b.hex())
    ),
    st.builds(Thought, t=st.just(0.0), rounds=st.integers(0, 2**40)),
    st.builds(Trouble, t=st.just(0.0), part=st.sampled_from(["display", "serial"]), what=st.none()),
    st.builds(Trouble, t=st.just(0.0), part=st.just("display"), what=st.text(max_size=60)),
)


def text_of(items: list[Item]) -> str:
    """Write a recording as the recorder does."""
    lines, levels = [first_line(HEADER)], None
    for item in items:
        lines.append(line(item, before=levels))
        levels = item.levels if isinstance(item, Reading) else levels
    return "".join(map(written, lines))


def read_text(tmp_path: Path, text: str | bytes) -> Recording:
    path = tmp_path / "box.rec"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path)


@given(items=st.lists(ITEMS, max_size=20), has_end=st.booleans())
def test_what_is_written_reads_back(
    items: list[Item], has_end: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    all_items = [*items, *([End(t=1.5)] if has_end else [])]

    recording = read_text(tmp_path_factory.mktemp("recording"), text_of(all_items))

    assert recording.header == HEADER
    assert recording.items == tuple(all_items)
    assert (recording.has_end, recording.cut_line) == (has_end, 0)


def test_a_reading_that_shows_the_same_is_short() -> None:
    levels = Levels(down=Tiles(0b101), roll=True)

    assert line(Reading(t=5, levels=levels)) == {"t": 5, "raw": 0b10111}
    assert line(Reading(t=10, levels=levels, edge=True), before=levels) == {"t": 10, "edge": 1}


@pytest.mark.parametrize("rest", ['{"t":12.5,"ra', '{"t":', "{", "\0\0\0"])
def test_a_last_line_that_is_cut_off_is_left_out_and_told(tmp_path: Path, rest: str) -> None:
    whole = text_of([Throw(t=1, dice=(6, 5))])

    recording = read_text(tmp_path, whole + rest)

    assert recording.items == (Throw(t=1, dice=(6, 5)),)
    assert recording.cut_line == 3
    assert not recording.has_end


def test_a_last_line_may_lack_its_end(tmp_path: Path) -> None:
    recording = read_text(tmp_path, text_of([End(t=1)]).removesuffix("\n"))

    assert recording.has_end
    assert recording.cut_line == 0


DAMAGED = [
    ("{", "this is no line of a recording"),
    ("\0\0", "this is no line of a recording"),
    ("[1, 2]", "this is no line of a recording"),
    ("[" * 100_000, "this is no line of a recording"),
    ("1" * 10_000, "this is no line of a recording"),
    ('{"raw":2}', "the time is missing"),
    ('{"t":true}', "the time is missing"),
    ('{"t":NaN}', "the time goes back"),
    ('{"t":' + "9" * 400 + "}", "the time goes back"),
    ('{"t":-1,"raw":2}', "the time goes back"),
    ('{"t":1e99,"raw":2}', "the time goes back"),
    ('{"t":1}', "the first reading says nothing"),
    ('{"t":1,"raw":-1}', "this is no reading"),
    ('{"t":1,"raw":32768}', "this is no reading"),
    ('{"t":1,"raw":"2"}', "this is no reading"),
    ('{"t":1,"raw":2,"edge":2}', "this is no reading"),
    ('{"t":1,"raw":2,"tile":2}', "this is no reading"),
    ('{"t":1,"dice":[]}', "this is no reading"),
    ('{"t":1,"dice":[7]}', "these are no dice"),
    ('{"t":1,"dice":[true]}', "these are no dice"),
    ('{"t":1,"thought":-1}', "this is no line of a recording"),
    ('{"t":1,"thought":true}', "this is no line of a recording"),
    ('{"t":1,"thought":1,"raw":2}', "this is no reading"),
    ('{"t":1,"deal":"8f0"}', "these are no cards"),
    ('{"t":1,"deal":""}', "these are no cards"),
    ('{"t":1,"deal":7}', "this is no reading"),
    ('{"t":1,"part":"display"}', "this is no reading"),
    ('{"t":1,"end":0}', "this is no reading"),
]


@pytest.mark.parametrize(("text", "says"), DAMAGED)
def test_a_damaged_line_is_told_with_its_number(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ScriptError) as refused:
        read_text(tmp_path, f"{text_of([])}{text}\n{written(line(End(t=9)))}")

    assert str(refused.value) == f"{tmp_path / 'box.rec'}:2: {says}"


def test_time_goes_on(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=":3: the time goes back"):
        read_text(tmp_path, text_of([Throw(t=5, dice=(1,)), Throw(t=4, dice=(1,))]))


def test_nothing_stands_behind_the_end(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=":3: nothing is expected behind the end"):
        read_text(tmp_path, text_of([End(t=5), Throw(t=6, dice=(1,))]))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"stbpi": "journal"}, "this is no recording"),
        ({"version": 3}, "this recording has a form that is not known here"),
        ({"zone": None}, "the first line of the recording is damaged"),
        ({"wall": "now"}, "the first line of the recording is damaged"),
        ({"config": None}, "the first line of the recording is damaged"),
        ({"left": [4]}, "the first line of the recording is damaged"),
        ({"secrets": []}, "the first line of the recording is damaged"),
        ({"secrets": {"ab": 7}}, "the first line of the recording is damaged"),
        ({"secrets": {"ab": "x"}}, "the first line of the recording is damaged"),
        ({"left": [{"e": "flown"}]}, "unknown event 'flown'"),
        ({"left": [{"e": "tile_down", "tile": "4"}]}, "event 'tile_down' has '4' as its tile"),
    ],
)
def test_a_first_line_that_can_not_be_used_is_told(
    tmp_path: Path, change: dict[str, object], says: str
) -> None:
    with pytest.raises(ScriptError) as refused:
        read_text(tmp_path, json.dumps(first_line(HEADER) | change) + "\n")

    assert refused.value.what == f"{tmp_path / 'box.rec'}:1: {says}"


@pytest.mark.parametrize("text", ["", "half a line", '{"t":1}\n', "players Ann\npress\n"])
def test_what_is_no_recording_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(ScriptError, match=r"box.rec:1: this is no "):
        read_text(tmp_path, text)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="can't be read: No such file"):
        read(tmp_path / "none")
