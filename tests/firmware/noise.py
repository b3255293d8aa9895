"""A bad line: bytes are lost, come twice, or come as something else."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(slots=True)
class Noise:
    """What happens to a byte, each with its own likelihood.

    Attributes:
        drop: it is lost.
        double: it comes twice.
        garble: it comes as another one.
    """

    drop: float = 0
    double: float = 0
    garble: float = 0
    seed: int = 0
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def on(self, data: bytes) -> bytes:
        """Return what arrives of these bytes."""
        if not (self.drop or self.double or self.garble):
            return data
        return b"".join(self._arrives(byte) for byte in data)

    def _arrives(self, byte: int) -> bytes:
        chance = self._random.random()
        if chance < self.drop:
            return b""
        if chance < self.drop + self.double:
            return bytes((byte, byte))
        if chance < self.drop + self.double + self.garble:
            return bytes((byte ^ self._random.randrange(1, 256),))
        return bytes((byte,))


def one_percent(seed: int) -> Noise:
    """Return the noise that the line has to bear: 1 % of each kind."""
    return Noise(drop=0.01, double=0.01, garble=0.01, seed=seed)
