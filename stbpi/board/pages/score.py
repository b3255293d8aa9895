"""The pages of score sheets; what stands on one is put in by `static/score*.js`.

Never: reads a sheet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from stbpi.board.html import Markup, element
from stbpi.board.pages.frame import Visit, document, header, same_as_files
from stbpi.config_checks import MOST_PLAYERS, NAME_LENGTH
from stbpi.display import names
from stbpi.errors import StbError
from stbpi.games.shut_the_box.presets import PRESETS
from stbpi.games.shut_the_box.sheet import PRESET
from stbpi.games.shut_the_box.words import SUMMARIES
from stbpi.language import Message, _, message

STYLE = "score.css"

_BOTH: Mapping[str, Message] = {
    "lost": message(
        "No connection to the board. What you enter is kept here and sent when it is back."
    ),
    "forgets": message("This browser keeps nothing; do not close the page before it is sent."),
    "more": message("More house rules"),
}

_OF_FORM: Mapping[str, Message] = {
    **_BOTH,
    "player": message("Player {number}"),
    "remove": message("Remove {player}"),
    "known": message("Players of earlier sheets"),
    "nobody": message("Name one player at least."),
    "unreachable": message("The board can't be reached. What you have filled in is kept here."),
    "forget": message("Take it off this list"),
}

_OF_SHEET: Mapping[str, Message] = {
    **_BOTH,
    "round": message("round"),
    "total": message("total"),
    "won": message("won"),
    "units": message("units"),
    "out": message("out"),
    "shut": message("shut"),
    "uncounted": message("does not count"),
    "waits": message("not sent yet"),
    "tap": message("Tap the tiles that still stand"),
    "enter": message("Enter: {tiles}"),
    "enterScore": message("Enter: {tiles} = {score}"),
    "enterShut": message("Nothing stands: the box is shut"),
    "entered": message("{player}: {score}"),
    "undo": message("Take back {player}, round {round}"),
    "undone": message("{player}, round {round}: taken back"),
    "apply": message("Change it"),
    "changing": message("Rule: {rule}"),
    "end": message("End the match now"),
    "endSure": message("End the match? Nobody has won then."),
    "again": message("Once more, same players"),
    "waiting": message("Waiting to be sent"),
    "refused": message("Not taken"),
    "retry": message("Enter it anew"),
    "drop": message("Drop it"),
    "match": message("Match {number}"),
    "copied": message("Copied"),
    "over": message("Perhaps the match is over; the board will tell."),
}


def form(visit: Visit, trouble: StbError | None) -> Markup:
    """Write the page on which a sheet is begun.

    Args:
        visit: what is asked for.
        trouble: why no sheet can be kept; `None` if one can.
    """
    parts = [element("h1", _("Score sheet")), element("p", _about()), _noscript()]
    if trouble is not None:
        parts += [
            element("p", _("No score sheet can be kept here now."), class_="bad"),
            element("p", trouble.what, class_="bad"),
            element("p", trouble.do),
        ]
    mine = element(
        "section",
        element("h2", _("My sheets")),
        element("ul", class_="mine"),
        id="mine",
        hidden=True,
    )
    main = element(
        "main",
        *parts,
        mine,
        _new_sheet(),
        id="score",
        class_="score",
        data_words=_words(_OF_FORM),
        data_most=str(MOST_PLAYERS),
        data_longest=str(NAME_LENGTH),
    )
    return _document(visit, _("Score sheet"), main, "score.js")


def sheet(visit: Visit, token: str, match: int) -> Markup:
    """Write the page of a sheet.

    Args:
        visit: what is asked for.
        token: the secret that opens it.
        match: which match of it; 0 for the last one.
    """
    main = element(
        "main",
        element("h1", _("Score sheet")),
        _noscript(),
        element("p", id="next", class_="next", role="status"),
        element("p", id="told", class_="told", role="status"),
        element("section", id="change", class_="change", role="status", hidden=True),
        element("section", id="pad", aria_label=_("Entry"), hidden=True),
        element("section", id="waiting", hidden=True),
        _scrolled(),
        element("div", id="notes"),
        element("div", id="doing", class_="doing"),
        element("details", element("summary", _("House rules")), element("div", id="rules")),
        _share(),
        element("nav", id="matches", aria_label=_("Matches on this sheet"), hidden=True),
        element("p", element("a", _("New score sheet"), href=visit.link("/score"))),
        same_as_files(visit),
        id="score",
        class_="score",
        data_token=token,
        data_match=str(match),
        data_words=_words(_OF_SHEET),
    )
    return _document(visit, _("Score sheet"), main, "score_sheet.js")


def about_preset(preset: str) -> str:
    """Say in a sentence what a preset is."""
    return str(SUMMARIES[preset])


def _about() -> str:
    return _("Keep the score of a box without electronics: after each turn tap what still stands.")


def _new_sheet() -> Markup:
    options = [
        element("option", str(names.preset(preset)), value=preset, selected=preset == PRESET)
        for preset in PRESETS
    ]
    players = element(
        "fieldset",
        element("legend", _("Players")),
        element("ol", id="players"),
        element("button", _("Add a player"), type="button", id="add"),
        element("div", id="known", hidden=True),
    )
    rules = element(
        "fieldset",
        element("legend", _("Rules")),
        element("label", _("Play by"), for_="preset"),
        element("select", *options, id="preset"),
        element("p", id="about", class_="said"),
        element("div", id="rules"),
    )
    return element(
        "form",
        players,
        rules,
        element("p", id="problem", class_="bad", role="alert"),
        element("button", _("Begin"), type="submit", id="begin", class_="main"),
        id="new",
        hidden=True,
    )


def _scrolled() -> Markup:
    """Write where the sheet itself stands, which may be wider than the page."""
    label = _("Score sheet")
    return element("div", id="sheet", class_="wide", role="region", tabindex="0", aria_label=label)


def _share() -> Markup:
    """Write where the sheet is found by others."""
    return element(
        "details",
        element("summary", _("Keep it together on several phones")),
        element("p", _("Whoever has this link can read the sheet and enter turns.")),
        element("input", id="link", readonly=True, aria_label=_("Link of this sheet")),
        element("button", _("Copy"), type="button", id="copy"),
        id="share",
    )


def _noscript() -> Markup:
    return element("noscript", element("p", _("This page needs JavaScript."), class_="bad"))


def _words(words: Mapping[str, Message]) -> str:
    return json.dumps({key: str(text) for key, text in words.items()}, ensure_ascii=False)


def _document(visit: Visit, title: str, main: Markup, script: str) -> Markup:
    body = element("body", header(visit), main)
    return document(title, body, script=script, style=STYLE)
