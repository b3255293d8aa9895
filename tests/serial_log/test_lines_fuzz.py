"""Whatever comes in: no exception, no event that was not sent, every byte accounted for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stbpi.serial_log.lines import EventLine, decode
from tests.serial_log.judge import EDITS, TRANSCRIPT, judge, wrong, wrong_after
from tests.soak import fuzz_lines

ROOT = Path(__file__).parents[2]

pieces = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(TRANSCRIPT.splitlines(keepends=True)),
    st.sampled_from([b"\r", b"\n", b"\r\n", b'{"', b"{", b'"c":"', b"\0" * 300]),
    st.builds(
        lambda start, length: TRANSCRIPT[start : start + length],
        st.integers(0, len(TRANSCRIPT)),
        st.integers(0, 300),
    ),
)


@given(st.lists(pieces, max_size=12).map(b"".join))
@example(b'{"resume":5}\n')
@example(b'{"n":1,"boot":1,"match":1,"t":1,"e":"x","c":"00000000"}\r')
def test_any_bytes_make_sense_or_are_damaged(data: bytes) -> None:
    assert wrong(data) is None


@settings(max_examples=300)
@given(st.binary(max_size=1 + 3 * EDITS))
def test_no_event_comes_out_of_a_bad_cable_that_did_not_go_in(edits: bytes) -> None:
    assert wrong_after(edits) is None


LINES = [line for line in TRANSCRIPT.split(b"\r\n") if line]


@pytest.mark.parametrize("line", LINES[::6])
def test_every_bit_counts(line: bytes) -> None:
    """A line with one bit flipped, one byte lost or doubled is no line."""
    for at in range(len(line)):
        flipped = [line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :] for bit in range(8)]
        lost, doubled = line[:at] + line[at + 1 :], line[: at + 1] + line[at:]
        assert not [text for text in (*flipped, lost, doubled) if decode(text) is not None]


def test_the_judge_can_find_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder that believes a line whose check is wrong is found out."""
    monkeypatch.setattr("stbpi.serial_log.lines._is_checked", lambda text: True)
    changed = TRANSCRIPT.replace(b'"dice":[6,5]', b'"dice":[6,6]')

    assert "isn't there" in str(wrong(changed))
    flipped = [wrong_after(bytes([0, 0, 1, at])) for at in range(256)]
    assert any(found and "never sent" in found for found in flipped)


# The long fuzz


def test_an_hour_of_fuzzing_begins_like_this(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.soak.fuzz_lines", "--seconds", "1", "--chance"],
        env={"PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "nothing found" in ran.stdout
    assert list(tmp_path.iterdir()) == []


BROKEN = """
import stbpi.serial_log.lines as lines
lines._is_checked = lambda text: True
from tests.soak import fuzz_lines
fuzz_lines.by_chance(60, 1)
"""


def test_an_input_that_fails_is_kept_and_can_be_tried_again(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BROKEN],
        env={"PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1
    [kept] = tmp_path.glob("fuzz-lines-*.bin")
    assert str(kept) in ran.stderr
    assert judge(kept.read_bytes()) is None  # the decoder that isn't broken
    assert len(kept.read_bytes()) <= fuzz_lines.LONGEST
    assert isinstance(decode(LINES[1]), EventLine)
