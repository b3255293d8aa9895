"""The screens of a match in play: everything has one place, whatever happens.

     0 ┌─────────────────────────┐
       │ headline                │  who, and which round
    14 ├───────────┬─────────────┤
       │ dice      │ panel       │  one thing, large: what is left, "Roll", the score
    40 ├───────────┴─────────────┤
       │ strip                   │  the message, or arrows at tiles
    50 ├─────────────────────────┤
       │ tiles                   │  before a turn the table of totals instead, from 40 on
    64 └─────────────────────────┘

What the coach says of a turn that is over stands in place of the tiles.
What letting go of the button does, and why a press was refused, stands in the strip and
changes nothing else. Pips, letters of the strip and tiles lie within the panel's pages of
eight pixels: from one scene to the next only what is different goes over the bus (`windows`).

Never: chooses a screen (`screens` does); holds a word (`texts` does).
"""

from __future__ import annotations

from stbpi.display import faults, texts
from stbpi.display.coach import advice_of, aftermath_of, best_cover, best_dice, luck_and_errors
from stbpi.display.draw import DIE, WIDTH, Align, Box, Canvas, Look
from stbpi.display.fonts import HUGE, LARGE, SMALL
from stbpi.display.headline import deeds, player_of, refusal_of
from stbpi.display.table import ROW, draw_table, worth
from stbpi.display.texts import Text
from stbpi.games.game import Phase, Prompt, Tile, View, all_tiles, members
from stbpi.scene import Held, Scene

TOP = 14  # the first row of dice and panel
STRIP = Box(0, 40, WIDTH - 1, 8)
RIGHT = WIDTH - 1  # the last column stays empty, so that the picture can move
FEET = Box(0, 50, RIGHT, ROW)  # leaves the last two rows empty, so that the picture can move
TILE_BOARD = "tile_board"  # without it the button does not answer either
FEW = 3  # tiles that are named in words before a turn
_VERBS = {
    Prompt.CLOSE: texts.CLOSE,
    Prompt.OPEN: texts.OPEN,
    Prompt.CLOSE_AGAIN: texts.CLOSE_AGAIN,
}
UPPER, LOWER = Box(0, 15, RIGHT, 12), Box(0, 28, RIGHT, 12)


def draw_ready(canvas: Canvas, scene: Scene) -> None:
    """Before a turn's first throw: dice without pips, and how everybody stands."""
    view = scene.view
    panel = draw_dice(canvas, (0,) * max(view.dice_allowed, default=0))
    about = _played_for(view)
    if about:
        panel, lower = _halves(panel)
        canvas.text(lower, about, SMALL, align=Align.CENTRE)
    is_bots = view.is_bots_turn
    roll = texts.BOT_THROWS if is_bots else texts.ROLL
    canvas.text(panel, roll, HUGE, LARGE, SMALL, align=Align.CENTRE)
    may_choose = len(view.dice_allowed) > 1 and not is_bots
    if scene.sealed:
        canvas.pair(Box(0, 51, RIGHT, ROW), texts.SEALED, scene.sealed, SMALL)
    else:
        _totals(canvas, view, rows=1 if may_choose else 2)
    if message_of(scene) or may_choose:
        _roll(canvas, scene)


def draw_covering(canvas: Canvas, scene: Scene) -> None:
    """What is left to cover."""
    view = scene.view
    panel = draw_dice(canvas, view.roll)
    canvas.text(panel, str(_left(view)), HUGE, align=Align.CENTRE)
    if advice_of(scene) is None:
        draw_strip(canvas, scene, panel, texts.PROMPTS[Prompt.COVER])
    else:
        draw_strip(canvas, scene, words=best_cover(scene, texts.PROMPTS[Prompt.COVER]))
    draw_tiles(canvas, view)


def draw_bot_thinking(canvas: Canvas, scene: Scene) -> None:
    """A bot's throw, before it has said what is to be closed."""
    panel = draw_dice(canvas, scene.view.roll)
    canvas.text(panel, str(_left(scene.view)), HUGE, align=Align.CENTRE)
    draw_strip(canvas, scene, panel, texts.BOT_THINKS)
    draw_tiles(canvas, scene.view)


def draw_complete(canvas: Canvas, scene: Scene) -> None:
    """The throw is covered: the next one."""
    panel = draw_dice(canvas, scene.view.roll)
    canvas.text(panel, texts.COVERED, HUGE, LARGE, SMALL, align=Align.CENTRE)
    _roll(canvas, scene)
    draw_tiles(canvas, scene.view)


def draw_throw(canvas: Canvas, scene: Scene) -> None:
    """Real dice are thrown and covered: how many, and what is to be done then."""
    view = scene.view
    canvas.text(UPPER, texts.throw_real(view.dice_allowed), LARGE, SMALL)
    canvas.text(LOWER, texts.CLOSE_AND_PRESS, SMALL)
    if view.phase is not Phase.READY:
        draw_strip(canvas, scene, words=texts.NO_MOVE_HELPS, align=Align.LEFT)
        draw_tiles(canvas, view)
        return
    about = _played_for(view)
    draw_strip(canvas, scene, words=about, align=Align.LEFT)
    _totals(canvas, view, rows=1 if about or message_of(scene) else 2)


def draw_closing(canvas: Canvas, scene: Scene) -> None:
    """Real dice are covered: what the closed tiles add up to, and what is to be done."""
    view = scene.view
    panel = Box(0, TOP, RIGHT, DIE)
    canvas.text(panel, str(sum(members(view.moved))), HUGE, align=Align.CENTRE)
    lacking = members(view.named)
    if view.left == 0:
        words: Text = texts.press(texts.TILES_CLOSED)
    else:
        words = texts.first_cover(lacking[0]) if lacking else texts.CLOSED_SO_FAR
    draw_strip(canvas, scene, words=words)
    draw_tiles(canvas, view, has_arrows=False)


def draw_mend(canvas: Canvas, scene: Scene) -> None:
    """Tiles are not as the throw, or the bot whose it is, wants them: which."""
    view = scene.view
    draw_request(canvas, draw_dice(canvas, view.roll), view)
    draw_strip(canvas, scene)
    draw_tiles(canvas, view, has_arrows=not message_of(scene))


def draw_move_tiles(canvas: Canvas, scene: Scene) -> None:
    """Between two turns: which tiles are to be moved, and what else is wrong."""
    draw_sentence(canvas, scene)
    draw_strip(canvas, scene)
    draw_tiles(canvas, scene.view, has_arrows=not message_of(scene))


def draw_sentence(canvas: Canvas, scene: Scene) -> None:
    """Say which tiles are to be moved before a turn, and what else is wrong."""
    canvas.text(UPPER, _sentence(scene.view), LARGE, SMALL)
    canvas.text(LOWER, faults.others(scene.faults) or _to_begin(scene.view), SMALL)


def draw_turn_over(canvas: Canvas, scene: Scene) -> None:
    """The throw that ended the turn, its score, and what the player has now."""
    view = scene.view
    player = player_of(view)
    score = f"+{player.score or 0}"
    panel = draw_dice(canvas, view.roll)
    if SMALL.length(score) > panel.w:
        panel = panel._replace(x=0, w=RIGHT)
        canvas.fill(panel, ink=False)
    canvas.text(panel, score, HUGE, LARGE, SMALL, align=Align.CENTRE)
    why = texts.why(Prompt.OUT.value if player.out else view.why)
    if player.rounds_won is None:
        draw_strip(canvas, scene, STRIP, texts.ended(why, worth(player)))
    else:
        draw_strip(canvas, scene, STRIP, texts.ended_by_rounds(why, player.rounds_won))
    after = aftermath_of(scene)
    if after is None:
        draw_tiles(canvas, view)
    else:
        canvas.text(FEET, luck_and_errors(after), SMALL, align=Align.CENTRE)


def draw_switch_fault(canvas: Canvas, scene: Scene) -> None:
    """Tiles whose switches do not answer, and the way out."""
    view = scene.view
    named = members(view.named)
    canvas.text(UPPER, texts.tiles_named(named), LARGE, SMALL)
    canvas.text(LOWER, texts.do_not_answer(len(named)), SMALL)
    way_out = texts.PLUG_IT_IN if TILE_BOARD in scene.faults else texts.MENU_HELPS
    draw_strip(canvas, scene, STRIP, way_out, Align.LEFT)
    draw_tiles(canvas, view, has_arrows=False)


def draw_dice(canvas: Canvas, values: tuple[int, ...]) -> Box:
    """Draw the dice and return the panel, which is what they leave."""
    size = DIE if len(values) < 4 else 17
    x = canvas.dice(0, TOP + (DIE - size) // 2, size, values)
    return Box(x, TOP, RIGHT - x, DIE)


def _roll(canvas: Canvas, scene: Scene) -> None:
    """Say what a press does, and a hold if that is something else."""
    allowed = () if scene.view.is_bots_turn else scene.view.dice_allowed
    if len(allowed) > 1:
        usual = texts.press_or_hold(allowed[-1], allowed[-2])
        draw_strip(canvas, scene, words=best_dice(scene, usual))
    else:
        words = texts.press(texts.throw(allowed[0])) if allowed else ""
        draw_strip(canvas, scene, words=words, align=Align.RIGHT)


def draw_strip(
    canvas: Canvas,
    scene: Scene,
    place: Box = STRIP,
    words: Text = "",
    align: Align = Align.CENTRE,
) -> None:
    """Draw the message, or these words in the columns of a place if there is none."""
    message = message_of(scene)
    if message:
        canvas.fill(Box(0, STRIP.y, WIDTH, ROW), ink=False)
        canvas.text(STRIP, message, SMALL, align=align)
    elif words:
        canvas.text(STRIP._replace(x=place.x, w=place.w), words, SMALL, align=align)


def message_of(scene: Scene) -> Text:
    """Say what letting go of the button does, or why it was refused; nothing if neither."""
    if scene.held in (Held.PRESS, Held.HOLD):
        return texts.let_go(deeds(scene).get(scene.held, texts.NOT_YET))
    return refusal_of(scene.view)


def draw_request(canvas: Canvas, panel: Box, view: View) -> None:
    """Say which tiles are to be moved; a single one is as large as can be."""
    verb = _VERBS.get(view.prompt, texts.RAISE)
    lines = str(verb).split(maxsplit=1)
    named = members(view.named)
    number = str(named[0]) if len(named) == 1 else ""
    words, gap = max(map(SMALL.length, lines)), 4
    width = words + gap + HUGE.length(number)
    if number and width <= panel.w:
        x = panel.x + (panel.w - width) // 2
        for line, word in zip(_halves(panel) if len(lines) == 2 else (panel,), lines, strict=True):
            canvas.text(line._replace(x=x, w=words), word, SMALL)
        canvas.text(panel._replace(x=x + words + gap, w=RIGHT - x - words - gap), number, HUGE)
        return
    upper, lower = _halves(panel)
    canvas.text(upper, verb, LARGE, SMALL, align=Align.CENTRE)
    canvas.text(lower, texts.those(named), LARGE, SMALL, align=Align.CENTRE)


def _sentence(view: View) -> Text:
    """Say which tiles are to be moved before a turn; of many it is enough to see the arrows."""
    named = members(view.named)
    if view.prompt is Prompt.LOWER:
        words = texts.lower_tiles(named)
    else:
        words = texts.raise_tiles(named, everything=view.named == all_tiles(view.tiles))
    return words if len(named) <= FEW else words.wordings[-1]


def _to_begin(view: View) -> Text:
    return texts.TO_BEGIN if view.pot is None else texts.begin_for(view.pot)


def _played_for(view: View) -> Text:
    """Say what lies in the pot, or that the table counts rounds; nothing if neither."""
    if view.pot is not None:
        return texts.pot(view.pot)
    return texts.ROUNDS_WON if any(p.rounds_won is not None for p in view.players) else ""


def _halves(panel: Box) -> tuple[Box, Box]:
    return panel._replace(h=12), panel._replace(y=panel.y + 13, h=12)


def _left(view: View) -> int:
    return sum(view.roll) if view.left is None else view.left


def _totals(canvas: Canvas, view: View, *, rows: int) -> None:
    """Draw how everybody stands, in one row where the strip is taken, else in two."""
    about = [] if view.player is None else [view.player]
    box = Box(0, 40, WIDTH, 2 * ROW) if rows == 2 else Box(0, 51, WIDTH, ROW)
    draw_table(canvas, box, view.players, about=about)


def draw_tiles(canvas: Canvas, view: View, *, has_arrows: bool = True) -> None:
    """Draw the row of tiles along the lower edge."""
    looks = [_look(view, Tile(n)) for n in range(1, view.tiles + 1)]
    canvas.tiles(looks, members(view.named) if has_arrows else ())


def _look(view: View, tile: Tile) -> Look:
    """Say how a tile looks; one that is to be lowered is up, whether it counts or not."""
    is_to_sink = view.prompt in (Prompt.LOWER, Prompt.CLOSE_AGAIN)
    if tile in members(view.standing) or (is_to_sink and tile in members(view.named)):
        return Look.UP
    is_covering = view.real_dice and view.phase in (Phase.COVERING, Phase.WRONG)
    is_moved = (view.left is not None or is_covering) and tile not in members(view.committed)
    return Look.MOVED if is_moved or tile in members(view.named) else Look.DOWN
