"""The key of the landlord's drawers: a set of tiles that are down.

It is kept as a salted hash, so that nobody reads it off a log; with at most 4,096 sets it keeps
out guests, not burglars. Playing is never locked.

Never: opens anything.
"""

from __future__ import annotations

from stbpi.games.game import NO_TILES, Tiles

NO_KEY = ""


def locked(down: Tiles, salt: str) -> str:
    """Return what is kept of a key; no tile stands for no lock.

    Args:
        salt: random, without a colon.
    """
    return NO_KEY if down == NO_TILES else f"{salt}:{_hash(down, salt)}"


def fits(down: Tiles, kept: str) -> bool:
    """Say whether the tiles that are down are the key that was kept.

    >>> fits(Tiles(0b101), locked(Tiles(0b101), "salt"))
    True
    """
    salt, _, hashed = kept.partition(":")
    return kept == NO_KEY or _hash(down, salt) == hashed


def _hash(down: Tiles, salt: str) -> str:
    import hashlib  # it brings a library of its own, for a key that is seldom tried

    return hashlib.sha256(f"{salt}:{down}".encode()).hexdigest()[:16]
