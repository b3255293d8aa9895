"""Link: the lines between the board and the host, as PROTOCOL.md has them.

Bytes that came and the time go in; out come orders to the board, and lines to be written. A line
is made when there is room for it, so the newest snapshot is always the one that goes out, and
nothing is ever queued.

Never: reads a clock or a port, waits. Keep: nothing is imported, so the same file runs on a PC.
"""

PROTOCOL = 1
LONGEST = 64
TILES = 0x0FFF

AGAIN_MS = 50
SILENT_MS = 2000
HEARTBEAT_MS = 1000
GONE_MS = 5000
LONGEST_TONE_MS = 10000
HERTZ = (20, 20000)
FULL_SHARE = 500
MOST_SAMPLES = 20  # 40 ms: no switch bounces for longer, and a Pico has them compared in time
MOST_COUNTED = 999999999

_HEX_DIGITS = "0123456789abcdef"

# The remainders of all half bytes: the Pico has a line checked in a fraction of a scan.
_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc(data: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE.

    >>> hex(crc(b"123456789"))
    '0x29b1'
    """
    rest = 0xFFFF
    for byte in data:
        rest = (rest << 4 & 0xFFFF) ^ _CRC[rest >> 12 ^ byte >> 4]
        rest = (rest << 4 & 0xFFFF) ^ _CRC[rest >> 12 ^ byte & 15]
    return rest


def framed(body: str) -> bytes:
    r"""Return the line with this body.

    >>> framed("P")
    b'P*bb05\n'
    """
    data = body.encode()
    return data + b"*%04x\n" % crc(data)


def body_of(line: bytes) -> str | None:
    """Return what stands in a line (without its LF), `None` if it is no line."""
    if not 6 <= len(line) <= LONGEST or line[-5:] != b"*%04x" % crc(line[:-5]):
        return None
    for byte in line:
        if not 32 <= byte < 127:
            return None
    return line[:-5].decode()


class Link:
    """One end of the line, the board's.

    Args:
        version: the firmware's.
        board: its kind, a word.
        tiles: how many tile contacts it has.
        capabilities: what else it has.
        resets: how often it has started anew.
    """

    def __init__(
        self,
        version: str,
        board: str,
        tiles: int,
        capabilities: tuple[str, ...] = (),
        resets: int = 0,
    ) -> None:
        self.dropped = 0
        self.bad = 0
        self.resets = resets
        self._who = f"V {PROTOCOL} {version} {board} {tiles} {','.join(capabilities) or '-'}"
        self._samples = 0
        self._answers = ["V"]
        self._line = b""
        self._heard_at = -GONE_MS
        self._is_lit = False
        self._down: int | None = None
        self._seq = -1
        self._is_new = False
        self._is_known = False
        self._sent_at = 0
        self._again_ms = AGAIN_MS

    def stand(self, down: int) -> None:
        """Say how the contacts stand now."""
        if down == self._down:
            return
        if self._is_new:
            self.dropped = min(self.dropped + 1, MOST_COUNTED)
        self._down = down
        self._seq = self._seq + 1 & 0xFF
        self._is_new = True
        self._is_known = False
        self._again_ms = AGAIN_MS

    def is_alone(self, now: int) -> bool:
        """Say whether the host has gone, or never was there."""
        return now - self._heard_at >= GONE_MS

    def take(self, now: int, data: bytes) -> list[tuple[str, tuple[int, ...]]]:
        """Take the bytes that have come, if any; return what the board shall do.

        Args:
            now: ms; it may begin anywhere and never goes back.
            data: all that has come since the last call.

        Returns:
            Letters of the protocol, with their numbers, complete: `L` (lamps, blink),
            `B` (hertz, ms, share), `N` (samples), `REPL` ().
        """
        orders: list[tuple[str, tuple[int, ...]]] = []
        if data:
            *lines, rest = (self._line + data.replace(b"\r", b"")).split(b"\n")
            self._line = rest[: LONGEST + 1]
            for line in lines:
                if line:
                    self._obey(now, line, orders)
        if self._is_lit and self.is_alone(now):
            self._is_lit = False
            orders.append(("L", (0, 0)))
        return orders

    def line(self, now: int) -> bytes:
        """Return the line that shall be written now, empty if none.

        Ask only when it can be written at once: what is asked for counts as told.
        """
        if self._answers:
            return self._answer(self._answers.pop(0))
        if self._down is None or not (self._is_new or self._is_due(now)):
            return b""
        self._is_new = False
        self._sent_at = now
        return framed(f"S {self._seq:02x} {self._down:04x}")

    def _is_due(self, now: int) -> bool:
        waited = now - self._sent_at
        if self._is_known:
            return waited >= HEARTBEAT_MS
        if waited < self._again_ms:
            return False
        if now - self._heard_at >= SILENT_MS:
            self._again_ms = min(2 * self._again_ms, HEARTBEAT_MS)
        return True

    def _answer(self, letter: str) -> bytes:
        if letter == "V":
            return framed(self._who)
        if letter == "N":
            return framed(f"N {self._samples}")
        return framed(f"E {self.dropped} {self.bad} {self.resets}")

    def _obey(self, now: int, line: bytes, orders: list[tuple[str, tuple[int, ...]]]) -> None:
        body = body_of(line)
        try:
            if body is None:
                raise ValueError
            letter, *numbers = body.split(" ")
            order = self._understood(letter, numbers)
        except ValueError:
            self.bad = min(self.bad + 1, MOST_COUNTED)
            return
        self._heard_at = now
        self._again_ms = AGAIN_MS
        if order is not None:
            orders.append((letter, order))

    def _understood(self, letter: str, numbers: list[str]) -> tuple[int, ...] | None:
        """Do what a line says to the link itself; return what is left for the board.

        Raises:
            ValueError: the line means nothing.
        """
        count = len(numbers)
        if letter == "A" and count == 1:
            self._acknowledged(_hexadecimal(numbers[0], 2))
        elif letter in ("V", "E") and not count:
            self._shall_answer(letter)
        elif letter == "N" and count == 1:
            self._samples = _between(1, _decimal(numbers[0]), MOST_SAMPLES)
            self._shall_answer(letter)
            return (self._samples,)
        elif letter == "L" and count in (1, 2):
            lit = [_hexadecimal(number, 4) & TILES for number in numbers]
            self._is_lit = True
            return (lit[0], lit[1] if count == 2 else 0)
        elif letter == "B" and count in (2, 3):
            return _tone([_decimal(number) for number in numbers])
        elif letter == "REPL" and not count:
            return ()
        elif letter != "P" or count:
            raise ValueError
        return None

    def _acknowledged(self, seq: int) -> None:
        if seq == self._seq and not self._is_new:
            self._is_known = True

    def _shall_answer(self, letter: str) -> None:
        if letter not in self._answers:
            self._answers.append(letter)


def _tone(numbers: list[int]) -> tuple[int, ...]:
    hertz, ms = numbers[0], min(numbers[1], LONGEST_TONE_MS)
    if hertz:
        _between(HERTZ[0], hertz, HERTZ[1])
    share = numbers[2] if len(numbers) == 3 else FULL_SHARE
    return (hertz, ms, _between(1, share, FULL_SHARE))


def _hexadecimal(digits: str, count: int) -> int:
    if len(digits) != count:
        raise ValueError
    value = 0
    for digit in digits:
        value = value << 4 | _HEX_DIGITS.index(digit)  # ValueError: it is none
    return value


def _decimal(digits: str) -> int:
    if not (1 <= len(digits) <= 5 and digits.isdigit()):
        raise ValueError
    return int(digits)


def _between(least: int, value: int, most: int) -> int:
    if not least <= value <= most:
        raise ValueError
    return value
