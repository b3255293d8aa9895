"""Lots: the dice of known bytes, by this program and by another computation; that they are fair."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.dice.hashing import hmac_sha256, sha256
from stbpi.dice.lot import SEED_BYTES, Lot, commitment, faces

VECTORS = Path(__file__).parents[1] / "data" / "committed_dice.json"


def by_the_book(seed: bytes, word: str, k: int, count: int) -> tuple[int, ...]:
    """Compute a throw with what Python brings, as the description says it."""
    dice: list[int] = []
    i = 0
    while len(dice) < count:
        text = "|".join(("stbpi dice 1", str(k), str(i), word))
        for byte in hmac.new(seed, text.encode("utf-8"), hashlib.sha256).digest():
            if byte < 252:
                dice.append(byte % 6 + 1)
        i += 1
    return tuple(dice[:count])


def vectors() -> list[dict[str, object]]:
    written: list[dict[str, object]] = json.loads(VECTORS.read_text())
    return written


@pytest.mark.parametrize("vector", vectors(), ids=str)
def test_known_bytes_give_known_dice_for_ever(vector: dict[str, object]) -> None:
    seed = bytes.fromhex(str(vector["bytes"]))
    word, throws = str(vector["word"]), vector["throws"]
    assert isinstance(throws, dict)

    assert commitment(seed) == vector["sha"] == hashlib.sha256(seed).hexdigest()
    for k, dice in throws.items():
        assert list(Lot(seed=seed, word=word, k=int(k)).dice(len(dice))) == dice
        assert list(by_the_book(seed, word, int(k), len(dice))) == dice


def test_the_vectors_have_throws_of_one_two_and_three_dice_and_a_word() -> None:
    assert {len(d) for v in vectors() for d in dict(v["throws"]).values()} >= {1, 2, 3}  # type: ignore[call-overload]
    assert any(v["word"] for v in vectors())


@given(
    st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    st.text(max_size=5),
    st.integers(1, 10**7),
    st.integers(0, 100),
)
def test_a_throw_is_what_the_description_says(seed: bytes, word: str, k: int, count: int) -> None:
    assert Lot(seed=seed, word=word, k=k).dice(count) == by_the_book(seed, word, k, count)


@given(st.binary(max_size=64), st.binary(max_size=300))
def test_our_hashes_are_those_of_python(key: bytes, text: bytes) -> None:
    assert sha256(text) == hashlib.sha256(text).digest()
    assert hmac_sha256(key, text) == hmac.new(key, text, hashlib.sha256).digest()


def test_every_face_comes_from_as_many_bytes_and_four_bytes_are_left_out() -> None:
    counted = Counter(face for byte in range(256) for face in faces([byte]))

    assert counted == dict.fromkeys(range(1, 7), 42)
    assert [byte for byte in range(256) if not list(faces([byte]))] == [252, 253, 254, 255]


def test_the_bytes_stand_in_no_text_of_a_lot() -> None:
    lot = Lot(seed=b"\xab" * SEED_BYTES, word="", k=1)

    assert "ab" * 4 not in repr(lot)
    assert "\\xab" not in repr(lot)
