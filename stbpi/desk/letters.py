"""Letters for the record table, as on every arcade machine, and for a word that goes into the dice.

A press goes on to the next letter, a hold takes it. The tiles are the keys of a telephone: tile
2 is A, and lowered again B and C; tile 1 has the letters behind Z.

Never: knows whose name it is.
"""

from __future__ import annotations

from dataclasses import replace

from stbpi.desk.page import Letters
from stbpi.games.game import Tile

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅĀČĒĢĪĶĻŅŠŪŽ0123456789"
KEYS = ("ÆØÅĀČĒĢĪĶĻŅŠŪŽ", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")


def next_letter(page: Letters) -> Letters:
    """Return the page after a press."""
    at = ALPHABET.index(page.letter) + 1
    return replace(page, letter=ALPHABET[at % len(ALPHABET)])


def on_key(page: Letters, tile: Tile) -> Letters:
    """Return the page after a tile was lowered; tiles above 9 have no letters.

    >>> from stbpi.language import message
    >>> on_key(Letters(title=message("Who?")), Tile(2)).letter
    'B'
    """
    if tile > len(KEYS):
        return page
    key = KEYS[tile - 1]
    at = key.index(page.letter) + 1 if page.letter in key else 0
    return replace(page, letter=key[at % len(key)])


def taken(page: Letters) -> Letters:
    """Return the page after a hold; with all letters taken the name is written."""
    return replace(page, taken=page.taken + page.letter, letter=ALPHABET[0])
