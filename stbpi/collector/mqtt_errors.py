"""What goes wrong with an MQTT broker, as people are told it.

A refusal is what waiting would not change: it ends the program if it comes at the first contact.

Never: knows paho-mqtt; reason codes come as numbers, and in the words that go with them.
"""

from __future__ import annotations

import socket
import ssl

from stbpi.collector.mqtt_topics import PASSWORD, Broker
from stbpi.errors import BrokerError
from stbpi.foreign import reason
from stbpi.language import _

_BAD_VERSION, _BAD_NAME, _BAD_PASSWORD, _NOT_ALLOWED, _BANNED = 0x84, 0x85, 0x86, 0x87, 0x8A
_REFUSALS = (_BAD_VERSION, _BAD_NAME, _BAD_PASSWORD, _NOT_ALLOWED, _BANNED)
"""Reason codes of MQTT 5, section 2.4."""


def missing() -> BrokerError:
    what = _("MQTT needs paho-mqtt 2 or later")
    do = _("Install it: {command}").format(command="pip install 'stbpi[mqtt]'")
    return BrokerError(what, do, is_refusal=True)


def unreachable(broker: Broker, exc: Exception) -> BrokerError:
    """Say why no connection could be opened."""
    match exc:
        case TimeoutError() | ConnectionResetError() | ssl.SSLEOFError():
            return silent(broker)
        case ssl.SSLError():
            return _not_trusted(broker, exc.reason or str(exc))
        case socket.gaierror():
            what = _("there is no host {host}").format(host=broker.host)
            return BrokerError(what, _("Check its name, and the network."))
        case OSError():
            cause = reason(exc) or str(exc)
        case _:
            cause = str(exc)
    what = _("{broker} can't be reached: {cause}").format(broker=broker.name, cause=cause)
    return BrokerError(what, _("Check host, port and network."))


def silent(broker: Broker) -> BrokerError:
    """Say that nothing has come that a broker would say."""
    what = _("{broker} does not answer as an MQTT broker").format(broker=broker.name)
    do = _("Check host and port; a port for TLS wants {scheme}.").format(scheme="mqtts://")
    return BrokerError(what, do)


def lost(broker: Broker, cause: str) -> BrokerError:
    what = _("the connection to {broker} was lost: {cause}")
    return BrokerError(what.format(broker=broker.name, cause=cause))


def refused(broker: Broker, code: int, cause: str) -> BrokerError:
    """Say that the broker has not let us in."""
    what = _("{broker} refuses us: {cause}").format(broker=broker.name, cause=cause)
    do = ""
    if code in (_BAD_PASSWORD, _NOT_ALLOWED):
        do = _("Check user and password ({url}, or {variable}).").format(
            url="mqtt://USER:PASSWORD@…", variable=PASSWORD
        )
    return BrokerError(what, do, is_refusal=code in _REFUSALS)


def not_taken(broker: Broker, code: int, cause: str) -> BrokerError:
    """Say that the broker has not taken a message."""
    return _no_right(_("{broker} does not take what is published: {cause}"), broker, code, cause)


def not_heard(broker: Broker, code: int, cause: str) -> BrokerError:
    """Say that the broker does not let us subscribe."""
    return _no_right(_("{broker} does not let us listen: {cause}"), broker, code, cause)


def _not_trusted(broker: Broker, cause: str) -> BrokerError:
    what = _("{broker} can't be trusted: {cause}").format(broker=broker.name, cause=cause)
    do = _("Is it the port for TLS? A certificate authority of your own: set {variable}.")
    return BrokerError(what, do.format(variable="SSL_CERT_FILE"), is_refusal=True)


def _no_right(what: str, broker: Broker, code: int, cause: str) -> BrokerError:
    return BrokerError(
        what.format(broker=broker.name, cause=cause),
        _("Give the user the rights that {file} lists.").format(file="MQTT.md"),
        is_refusal=code == _NOT_ALLOWED,
    )
