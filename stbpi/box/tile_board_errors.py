"""What is said of a tile board that is not there, or can't be used.

Never: looks for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stbpi.box.tile_board_lines import PROTOCOL, Identity
from stbpi.errors import BoardLostError, PortError
from stbpi.language import _
from stbpi.serial_log import port_errors

# What stands in the journal while there is no board; in full it stands in the program's log.
MISSING = "no tile board is plugged in"
SILENT = "the tile board does not answer"
GONE = "the tile board has gone"
FOREIGN = "the tile board has another firmware"
SMALL = "the tile board has too few contacts"
SEVERAL = "there is more than one tile board"


def missing() -> BoardLostError:
    what = _("no tile board is plugged in")
    do = _("Plug it in, or name its port: {setting} in {section}.")
    told = do.format(setting='port = "..."', section="[tile_board]")
    return BoardLostError(what, told, mark=MISSING)


def gone(port: str) -> BoardLostError:
    what = _("the tile board at {port} has gone").format(port=port)
    return BoardLostError(what, _("Plug it in again."), mark=GONE)


def silent(ports: Sequence[str]) -> BoardLostError:
    what = _("no tile board has answered yet")
    if ports:
        what = _("no tile board answers at {ports}").format(ports=", ".join(ports))
    do = _("Plug it in anew; if it stays silent, install its firmware ({file}).")
    return BoardLostError(what, do.format(file="firmware/README.md"), mark=SILENT)


def several(ports: Iterable[str]) -> BoardLostError:
    what = _("there is more than one tile board: {ports}").format(ports=", ".join(ports))
    do = _("Unplug the others, or name one: {setting} in {section}.")
    told = do.format(setting='port = "..."', section="[tile_board]")
    return BoardLostError(what, told, mark=SEVERAL)


def unusable(port: str, exc: PortError) -> BoardLostError:
    """Say of a board what was said of its port."""
    match exc.mark:
        case port_errors.GONE:
            return gone(port)
        case port_errors.MISSING:
            what = _("there is no tile board at {port}").format(port=port)
            do = _("Plug it in, or correct {key}.").format(key="tile_board.port")
            return BoardLostError(what, do, mark=MISSING)
        case _:
            return BoardLostError(exc.what, exc.do, mark=exc.mark)


def misfit(port: str, identity: Identity, most: int) -> BoardLostError | None:
    """Say why a board can't be used; nothing if it can.

    Args:
        port: where it is.
        identity: who it is.
        most: the highest number of a tile's contact that is used.
    """
    if identity.protocol != PROTOCOL:
        what = _(
            "the tile board at {port} has firmware {version}, which speaks protocol {theirs}; "
            "this program speaks protocol {ours}"
        ).format(port=port, version=identity.version, theirs=identity.protocol, ours=PROTOCOL)
        do = _("Install the firmware that belongs to this program ({file}).")
        if identity.protocol > PROTOCOL:
            do = _("Update this program, or install the firmware that belongs to it ({file}).")
        return BoardLostError(what, do.format(file="firmware/README.md"), mark=FOREIGN)
    if identity.tiles < most:
        what = _("the tile board at {port} has {tiles} contacts for tiles, and {most} are needed")
        told = what.format(port=port, tiles=identity.tiles, most=most)
        do = _("Correct {key}.").format(key="tile_board.tiles")
        return BoardLostError(told, do, mark=SMALL)
    return None
