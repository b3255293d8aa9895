"""The screens of Glückshaus: the house along the lower edge, what a throw has done above it.

     0 ┌─────────────────────────┐
       │ headline                │  who is to throw; after a throw, what that has done
    14 ├─────────────────────────┤
       │ dice, and what they did │  while tiles are to be moved: dice, and which, large
    28 ├─────────────────────────┤
       │ everybody's chips       │  of five players and more two rows; the message is above them
    40 ├─────────────────────────┤
       │ chips in the rooms      │  arrows at tiles, or the message
    50 ├─────────────────────────┤
       │ rooms                   │  a room with chips has a bar below its number, as its tile
    64 └─────────────────────────┘

A room that has no tile on this box is drawn like the others.

Never: holds a word (`screen_words` does).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stbpi.display import texts
from stbpi.display.draw import (
    LOW_TILE,
    TILE_HEIGHT,
    WIDTH,
    Align,
    Box,
    Canvas,
    Look,
    tile_boxes,
)
from stbpi.display.fonts import LARGE, SMALL
from stbpi.display.headline import player_of
from stbpi.display.own_screens import Body
from stbpi.display.play import (
    FEET,
    RIGHT,
    STRIP,
    TOP,
    draw_dice,
    draw_request,
    draw_sentence,
    message_of,
)
from stbpi.display.table import short_names
from stbpi.display.texts import Text
from stbpi.games.game import Phase, PlayerView, Prompt, Tile, View, members, tiles
from stbpi.games.glueckshaus import screen_words as words
from stbpi.games.glueckshaus.house import House
from stbpi.games.glueckshaus.ruleset import KING, PIG, WEDDING
from stbpi.scene import Scene

ASKED = {
    Prompt.CLOSE: "close",
    Prompt.OPEN: "open",
    Prompt.CLOSE_AGAIN: "close_again",
    Prompt.RAISE: "wrong",
}
"""The screens that ask for tiles after a throw."""

A_ROW = 4  # players
TWO_DIGITS = 99
DIE, SMALL_DIE = 13, 10
CHIP = (".####.", "######", "######", "######", "######", ".####.")
PIG_HEAD = (
    "##.....##",
    "#########",
    ".##.#.##.",
    ".#######.",
    ".##.#.##.",
    ".#######.",
    "..#####..",
)
CROWN = ("#...#...#", "#...#...#", "##.###.##", "#########", "#########", ".#######.")
HEART = (".##.##.", "#######", "#######", "#######", ".#####.", "..###..", "...#...")
EMBLEMS = {PIG: PIG_HEAD, WEDDING: HEART, KING: CROWN}
"""What stands above a room that has a name while no chips do."""


class Rows(NamedTuple):
    """Where things stand, in pixels.

    Attributes:
        line: what the last throw has done.
        players: where the first row of players begins.
        row: how high a row of them is.
        pitch: how far their rows are apart.
        strip: chips in the rooms, and arrows.
        tile: how high a room is.
    """

    line: Box
    players: int
    row: int
    pitch: int
    strip: Box
    tile: int


USUAL = Rows(Box(0, TOP, RIGHT, DIE), 28, 11, 12, STRIP, TILE_HEIGHT)
CROWDED = Rows(Box(0, TOP, RIGHT, 8), 23, 10, 10, STRIP._replace(y=44), LOW_TILE)
ROLL_OFF = USUAL._replace(players=40, strip=Box(0, 28, RIGHT, 10))


def body(view: View) -> Body | None:
    """Return the screen of a view; `None` for the usual one."""
    match view.phase:
        case Phase.READY if view.dice_allowed == (1,):
            return "roll_off", _roll_off
        case Phase.READY:
            return "bot_throws" if view.is_bots_turn else "ready", _ready
        case Phase.COVERING | Phase.WRONG if view.prompt in ASKED:
            return ASKED[view.prompt], _move_tiles
        case Phase.RAISE_TILES:
            is_up = view.prompt is Prompt.RAISE
            return "raise_tiles" if is_up else "lower_tiles", _before_a_throw
        case _:
            return None


def headline(view: View) -> tuple[Text, Text] | None:
    """Say who is to throw, what a throw has done, or who has won and why."""
    if view.phase is Phase.MATCH_OVER:
        return _end(view)
    name = player_of(view).name
    if view.phase in (Phase.COVERING, Phase.WRONG):
        return (*texts.said(_news(view)), name), ""
    corner = words.corner(house_of(view), texts.round_of(view.round or 1, view.rounds))
    if view.phase is not Phase.READY:
        return name, corner
    return words.bot_throws(name) if view.is_bots_turn else words.throws(name), corner


def deeds(view: View) -> None:
    """A press throws, and so does a hold."""


def feet(view: View) -> Text:
    """Say what pig and king would take; at the end, what lies in the house."""
    house = house_of(view)
    if not house.on_board:
        return ""
    is_over = view.phase is Phase.MATCH_OVER
    return words.left_over(house.on_board) if is_over else words.would_take(house)


def lower(view: View) -> None:
    """On a tall panel, too, the table shows everybody's chips."""


def house_of(view: View) -> House:
    """Return what lies where."""
    assert isinstance(view.own, House), "a view of this game has its house"
    return view.own


def _ready(canvas: Canvas, scene: Scene) -> None:
    """Between two throws: what the last one has done, and how everything stands."""
    view, house = scene.view, house_of(scene.view)
    rows = CROWDED if len(view.players) > A_ROW else USUAL
    if rows is CROWDED and message_of(scene):
        canvas.text(rows.line, message_of(scene), SMALL, align=Align.CENTRE)
    else:
        _throw(canvas, view, rows.line)
    width = SMALL.length(str(max(house.chips))) + 2
    for spot, player in _players(canvas, view, rows, width):
        _chips(canvas, spot, house.chips[player.seat - 1], is_his=player.seat == view.player)
    if scene.sealed:
        canvas.pair(FEET._replace(y=52), texts.SEALED, scene.sealed, SMALL)
    else:
        _house(canvas, scene, rows)


def _throw(canvas: Canvas, view: View, line: Box) -> None:
    """Draw the dice of the last throw, as numbers where there is little room, and its news."""
    throw = house_of(view).throw
    has_done = throw is not None and throw.does is not None
    x = 0
    if line.h >= DIE:
        x = canvas.dice(0, line.y, DIE, view.roll if has_done else (0, 0))
    elif has_done:
        numbers = "+".join(map(str, view.roll))
        canvas.text(line, numbers, SMALL)
        x = SMALL.length(numbers) + SMALL.width
    canvas.text(line._replace(x=x, w=RIGHT - x), _news(view), LARGE, SMALL)


def _move_tiles(canvas: Canvas, scene: Scene) -> None:
    """After a throw: which tiles are to be moved."""
    draw_request(canvas, draw_dice(canvas, scene.view.roll), scene.view)
    _house(canvas, scene, USUAL)


def _before_a_throw(canvas: Canvas, scene: Scene) -> None:
    """Tiles are not as the house wants them: which."""
    draw_sentence(canvas, scene)
    _house(canvas, scene, USUAL)


def _roll_off(canvas: Canvas, scene: Scene) -> None:
    """Everybody throws a die for the start."""
    view, house = scene.view, house_of(scene.view)
    rows = ROLL_OFF
    x = canvas.dice(0, rows.line.y, DIE, (0,))
    roll = texts.BOT_THROWS if view.is_bots_turn else texts.ROLL
    canvas.text(rows.line._replace(x=x, w=RIGHT - x), roll, LARGE, SMALL)
    message = message_of(scene)
    if scene.sealed and not message:
        canvas.pair(rows.strip, texts.SEALED, scene.sealed, SMALL)
    else:
        canvas.text(rows.strip, message or _how_to_start(house), SMALL, align=Align.CENTRE)
    for spot, player in _players(canvas, view, rows, SMALL_DIE + 2):
        if player.seat in house.contenders:
            canvas.die(spot.x + 2, spot.y, SMALL_DIE, house.roll_off[player.seat - 1])


def _end(view: View) -> tuple[Text, Text]:
    """Say who has won, and why by the most chips."""
    names = [player.name for player in view.winners]
    won = texts.winners(names)
    if view.why not in words.WHYS:
        return won, ""
    return (*texts.said(won), *(names if len(names) == 1 else ())), words.WHYS[view.why]


def _how_to_start(house: House) -> Text:
    is_tied = house.throw is not None and not any(house.roll_off[s - 1] for s in house.contenders)
    return words.TIED if is_tied else words.HIGHEST_STARTS


def _news(view: View) -> Text:
    """Say what the last throw has done."""
    house = house_of(view)
    throw = house.throw
    if throw is None:
        return texts.BOT_THROWS if view.is_bots_turn else texts.ROLL
    if throw.does is None:
        return words.starts(player_of(view).name)
    thrower = next(p for p in view.players if p.seat == throw.seat)
    room = next((room for room in house.rooms if room.number == throw.room), None)
    return words.done(throw, thrower.name, room=room, is_out=thrower.out)


def _players(
    canvas: Canvas, view: View, rows: Rows, width: int
) -> Iterator[tuple[Box, PlayerView]]:
    """Draw the names in seat order, in one row or two; whose turn it is is inverse.

    Args:
        width: of what stands behind a name.

    Returns:
        Where that stands, for each player.
    """
    count = len(view.players)
    columns = count if count <= A_ROW else -(-count // 2)
    cell = WIDTH // columns
    names = short_names(view.players, (cell - 1 - width) // SMALL.width)
    longest = max(map(SMALL.length, names.values()))
    gap = min(2, cell - 1 - longest - width)
    for place, player in enumerate(view.players):
        row, column = divmod(place, columns)
        line = Box(column * cell, rows.players + row * rows.pitch, longest, rows.row)
        is_his = player.seat == view.player
        name, length = line._replace(x=line.x + is_his), SMALL.length(names[player.seat])
        if is_his:
            canvas.fill(line._replace(w=length + 2))
        canvas.text(name, names[player.seat], SMALL, ink=not is_his)
        if player.out:
            canvas.strike(name._replace(w=length), not is_his)
        yield line._replace(x=line.x + longest + gap, w=width), player


def _chips(canvas: Canvas, spot: Box, chips: int, *, is_his: bool) -> None:
    """Draw a player's chips, black on white where the name is white on black."""
    if is_his:
        canvas.text(spot._replace(x=spot.x + 1), str(chips), SMALL, align=Align.CENTRE)
    else:
        canvas.fill(spot)
        canvas.text(spot, str(chips), SMALL, align=Align.CENTRE, ink=False)


def _house(canvas: Canvas, scene: Scene, rows: Rows) -> None:
    """Draw all rooms, and above them arrows and chips, or the message."""
    view, house = scene.view, house_of(scene.view)
    message = message_of(scene) if rows is USUAL else ""
    canvas.text(rows.strip, message, SMALL, align=Align.CENTRE)
    named = () if message else members(view.named)
    canvas.tiles([_look(view, number) for number in range(1, KING + 1)], named, rows.tile)
    if message:
        return
    for number, tile in enumerate(tile_boxes(KING, rows.tile), start=1):
        spot = Box(tile.x, rows.strip.y, tile.w, rows.strip.h)
        if number == WEDDING and house.wedding:
            _pile(canvas, spot, house.wedding, named)
        elif number not in named:
            _lying(canvas, spot, number, house)


def _look(view: View, number: int) -> Look:
    """Say how a room looks: as its tile, if it has one."""
    if number <= view.tiles:
        return Look.UP if tiles(Tile(number)) & view.standing else Look.MOVED
    has_chips = any(room.chips for room in house_of(view).rooms if room.number == number)
    return Look.MOVED if has_chips else Look.UP


def _pile(canvas: Canvas, spot: Box, chips: int, named: Sequence[int]) -> None:
    """Draw how many chips lie on the wedding; arrows are more important."""
    beside = (WEDDING - 1, WEDDING + 1) if chips > TWO_DIGITS else ()
    if not any(number in named for number in (WEDDING, *beside)):
        wide = spot._replace(x=spot.x - 5, w=spot.w + 10)
        canvas.text(wide, str(chips), SMALL, align=Align.CENTRE)


def _lying(canvas: Canvas, spot: Box, number: int, house: House) -> None:
    """Draw the chips of a room, beside a large pile a bit aside; or what the room is called by."""
    room = next((it for it in house.rooms if it.number == number and it.chips), None)
    if room is None:
        _stamp(canvas, spot, EMBLEMS.get(number, ("",)))
    elif room.holds == 1:
        _stamp(canvas, spot, CHIP)
    else:
        aside = Align.LEFT if number < WEDDING else Align.RIGHT
        align = aside if house.wedding > TWO_DIGITS else Align.CENTRE
        canvas.text(spot, str(room.chips), SMALL, align=align)


def _stamp(canvas: Canvas, spot: Box, rows: Sequence[str]) -> None:
    """Draw a small picture in the middle of the spot."""
    canvas.stamp(spot.x + (spot.w - len(rows[0])) // 2, spot.y + (spot.h - len(rows)) // 2, rows)
