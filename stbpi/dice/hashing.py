"""SHA-256 and HMAC-SHA-256 in the memory of a small box.

Never: does anything else than `hashlib` and `hmac`, which bring a library of 3 MB with them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, cast

_BLOCK = 64
_MODULES = ("_sha2", "_sha256", "hashlib")
"""Where Python has its own SHA-256, since 3.12 and before; and where it is in any case."""


def sha256(data: bytes) -> bytes:
    """Return the SHA-256 of some bytes.

    >>> sha256(b"").hex()[:8]
    'e3b0c442'
    """
    digest: bytes = _SHA256(data).digest()
    return digest


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256 of a message, with a key of 64 bytes at most (RFC 2104).

    >>> hmac_sha256(b"key", b"message").hex()[:8]
    '6e9ef29b'
    """
    padded = key.ljust(_BLOCK, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message)
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


def _own() -> Callable[[bytes], Any]:
    *own, public = _MODULES
    for name in own:
        with suppress(ImportError, AttributeError):
            return cast(Callable[[bytes], Any], import_module(name).sha256)
    return cast(Callable[[bytes], Any], import_module(public).sha256)


_SHA256 = _own()
