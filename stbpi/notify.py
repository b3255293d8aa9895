"""Telling systemd that the service is ready, alive and stopping.

A no-op without systemd. Never: fails; a service manager that does not listen is not the box's
problem. The protocol is that of sd_notify(3).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """One datagram socket to the service manager.

    Args:
        environ: where NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID are looked up.

    Attributes:
        watchdog_s: how often to send WATCHDOG=1, in seconds; half of what systemd waits, 0 if
            it watches nothing.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_s = 0.0
        is_for_us = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        usec = environ.get("WATCHDOG_USEC", "")
        if self._address and is_for_us and usec.isdecimal():
            self.watchdog_s = int(usec) / 2_000_000

    def send(self, message: str) -> None:
        """Send a message such as `READY=1`."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(), self._address)
