"""The panel: the OLED as the display task uses it, and its luma driver.

A panel may be missing, go and come back: every failure ends in a `PanelError` and leaves the
panel closed, and `open` starts it from nothing. `open` on an open panel initialises the chip
again without a flicker, which repairs one that shows noise.

Of a picture only what differs from the one before is sent (`windows`; on a grey chip luma finds
it); the whole one after `open`, and whenever it isn't sure what the panel shows. Both go through
luma's serial interface.

A panel that lost its power for a moment answers as before but shows nothing. The chip's status
tells that by one read, as it comes up switched off. Not every clone can be read, so at the
start the status is tried in both states; one that doesn't tell them apart is initialised and
sent its whole picture at every `check` instead.

Never: imports PIL or luma before a panel is opened; sends a picture that the panel shows
already. Keep: luma's and the bus's exceptions are translated here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from stbpi.display.care import Light
from stbpi.display.libraries import LUMA, PILLOW, SMBUS2, load
from stbpi.display.windows import LAYOUTS, Layout, Window, memory_of, windows
from stbpi.errors import PanelError

if TYPE_CHECKING:
    from PIL.Image import Image

IS_OFF = 0x40  # in the status of every chip

CONTRASTS = {
    "ssd1306": {Light.FULL: 0xCF, Light.DIM: 0x10},
    "ssd1309": {Light.FULL: 0xCF, Light.DIM: 0x10},
    "sh1106": {Light.FULL: 0x7F, Light.DIM: 0x10},
    "ssd1327": {Light.FULL: 0x7F, Light.DIM: 0x10},
}
"""How bright is how bright; the full ones are luma's own."""

COLUMNADDR, PAGEADDR = 0x21, 0x22  # of the SSD1306 and SSD1309
SET_PAGE, SET_HIGH_COLUMN = 0xB0, 0x10  # of the SH1106; that of the low half is 0

SH1106_FIRST = 2
"""Its memory has 132 columns; the glass begins at the third."""


class Bus(Protocol):
    """An I2C bus, as smbus2 has it; its `read_byte(address)` is used if there is one."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int], /) -> None:
        """Send up to 32 bytes; raises `OSError`."""
        ...

    def close(self) -> None: ...


class Panel(Protocol):
    """A panel; called by one thread at a time."""

    def open(self) -> None:
        """Initialise the panel, or an open one again; the next picture is sent in any case.

        It is bright then.

        Raises:
            PanelError: it can't be reached; it is closed.
        """
        ...

    def check(self) -> None:
        """Find out whether an open panel is there, and `open` it again if it lost its power.

        Raises:
            PanelError: it can't be reached; it is closed.
        """
        ...

    def light(self, light: Light) -> None:
        """Make an open panel that bright, unless it is; one that was dark is opened again.

        Raises:
            PanelError: it can't be reached; it is closed.
        """
        ...

    def show(self, picture: Image) -> None:
        """Send a picture (mode "1", of the panel's size) unless it is the one that is shown.

        Raises:
            PanelError: it can't be reached; it is closed.
        """
        ...

    def close(self) -> None:
        """Clear the panel, switch it off and let go of the bus; never raises."""
        ...


class NoPanel:
    """The panel of a box that has none: nothing is shown, and nothing is wrong."""

    def open(self) -> None:
        pass

    def check(self) -> None:
        pass

    def light(self, light: Light) -> None:
        pass

    def show(self, picture: Image) -> None:
        pass

    def close(self) -> None:
        pass


class LumaPanel:
    """An OLED on an I2C bus, driven by luma.

    Args:
        driver: the controller chip: "ssd1306", "ssd1309", "sh1106" (128×64 pixels) or "ssd1327"
            (128×128, of which only black and white are used).
        bus_factory: opens the bus (`smbus`, or a model of the simulator).
        address: its I2C address, of 7 bits.
        rotate: 0, or 180 if it is mounted upside down; degrees.
    """

    def __init__(
        self,
        driver: str,
        bus_factory: Callable[[], Bus],
        *,
        address: int = 0x3C,
        rotate: int = 0,
    ) -> None:
        self._driver = driver
        self._layout = LAYOUTS.get(driver)
        self._bus_factory = bus_factory
        self._address = address
        self._turns = rotate // 90
        self._bus: Bus | None = None
        self._serial: Any = None
        self._device: Any = None
        self._is_telling = False
        self._light = Light.FULL
        self._shown: bytes | None = None
        self._window: Window | None = None

    def open(self) -> None:
        load_luma()
        with self._closed_on_failure():
            self._shown = self._window = None
            if self._device is None:
                self._start()
            else:
                self._restart()
            self._light = Light.FULL

    def check(self) -> None:
        with self._closed_on_failure():
            if self._light is Light.DARK:
                self._device.hide()
            elif not self._is_telling or self._is_off() is not False:
                self.open()

    def light(self, light: Light) -> None:
        if light is self._light:
            return
        with self._closed_on_failure():
            if self._light is Light.DARK:
                self.open()
            if light is Light.DARK:
                self._device.hide()
            else:
                self._device.contrast(CONTRASTS[self._driver][light])
            self._light = light

    def show(self, picture: Image) -> None:
        with self._closed_on_failure():
            if self._layout is None:
                self._device.display(picture)
            else:
                self._show(picture, self._layout)

    def close(self) -> None:
        if self._device is not None:
            with suppress(PanelError), self._closed_on_failure():
                self._device.hide()
                self._device.clear()
        self._let_go()

    def _show(self, picture: Image, layout: Layout) -> None:
        memory = memory_of(self._device.preprocess(picture))
        shown, self._shown = self._shown, None
        if shown is None:
            self._window = None
            self._device.display(picture)
        else:
            for window in windows(shown, memory, layout, self._window):
                self._write(window, window.cut(memory), layout)
        self._shown = memory

    def _start(self) -> None:
        from luma.core import device
        from luma.core.interface.serial import i2c
        from luma.oled import device as drivers

        device.atexit = _NoExitHooks
        self._bus = self._bus_factory()
        self._serial = i2c(bus=self._bus, address=self._address)
        self._device = getattr(drivers, self._driver)(self._serial, rotate=self._turns, mode="1")
        self._is_telling = self._tells_off_from_on()

    def _tells_off_from_on(self) -> bool:
        self._device.hide()
        was_off = self._is_off()
        self._device.show()
        return was_off is True and self._is_off() is False

    def _is_off(self) -> bool | None:
        """Ask the chip whether it is switched off; `None` if it can't be read."""
        read: Callable[[int], int] | None = getattr(self._bus, "read_byte", None)
        if read is None:
            return None
        try:
            return bool(read(self._address) & IS_OFF)
        except OSError:
            return None

    def _write(self, window: Window, data: bytes, layout: Layout) -> None:
        before, self._window = self._window, None
        commands = self._where(window, before, layout)
        if commands:
            self._device.command(*commands)
        self._device.data(list(data))
        self._window = window

    def _where(self, window: Window, before: Window | None, layout: Layout) -> list[int]:
        """Return the commands that tell the chip where the bytes go."""
        commands: list[int] = []
        if layout.tells_pages(window, before):
            is_tall = layout.is_tall
            commands += [PAGEADDR, *window.pages] if is_tall else [SET_PAGE | window.page]
        if layout.tells_columns(window, before):
            if layout.is_tall:
                return [*commands, COLUMNADDR, *window.columns]
            column = window.column + SH1106_FIRST
            commands += [column & 0x0F, SET_HIGH_COLUMN | column >> 4]
        return commands

    def _restart(self) -> None:
        """Run luma's initialisation again on the same device, but let it clear nothing."""
        device = self._device
        device.clear = lambda: None
        try:
            device.__init__(self._serial, rotate=self._turns, mode="1")
        finally:
            del device.clear

    def _let_go(self) -> None:
        bus, self._bus = self._bus, None
        self._device = self._serial = self._shown = None
        if bus is not None:
            with suppress(OSError):
                bus.close()

    @contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        from luma.core.error import Error

        try:
            yield
        except (OSError, Error) as exc:
            self._let_go()
            raise self._told(exc) from exc

    def _told(self, exc: Exception) -> PanelError:
        match exc:
            case FileNotFoundError():
                return PanelError(
                    "the I2C bus of the display is missing",
                    "Switch I2C on (raspi-config, Interface Options) or set display.bus.",
                )
            case PermissionError():
                return PanelError(
                    "this user may not use the I2C bus",
                    "Add the user to group i2c (sudo usermod -aG i2c NAME) and log in again.",
                )
            case TimeoutError():
                return PanelError("the I2C bus of the display hangs", "Check its wires.")
            case _:
                return PanelError(
                    f"no display answers at 0x{self._address:02X}",
                    "Check its wires and display.address (stbpi doctor shows what answers).",
                )


def smbus(number: int) -> Callable[[], Bus]:
    """Return a factory for the machine's I2C bus `/dev/i2c-NUMBER`."""

    def open_bus() -> Bus:
        load(SMBUS2)
        from smbus2 import SMBus

        bus: Bus = SMBus(number)
        return bus

    return open_bus


def load_luma() -> None:
    """Import luma, which takes a second on a Pi.

    Raises:
        PanelError: it can't be imported.
    """
    load(PILLOW)  # by itself, so that it isn't luma that is told of
    load(LUMA)


class _NoExitHooks:
    """Stands where luma's devices look for the module `atexit`."""

    @staticmethod
    def register(hook: Callable[[], None]) -> None:
        """Forget luma's hook.

        It would keep every device for ever, also one that could not be reached (130 kB each
        10 s without a panel), and use the bus at the end of the program; `close` does that.
        """
