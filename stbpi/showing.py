"""What is shown: the match, or what stands in its place, as one scene.

    match · set-up ─▶ view ─▶ + page, faults, house, coach ─▶ scene

Never: changes anything, knows a rule of a game. Keep: whoever needs a view asks here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stbpi.box.port import Inputs
from stbpi.desk import setup as set_up
from stbpi.desk.books import Books
from stbpi.desk.desk import Desk
from stbpi.desk.facts import Facts
from stbpi.desk.house import House
from stbpi.desk.settings import AUDIO, KEY, VOLUME
from stbpi.dice.lot import DIGITS
from stbpi.faults import asked_for
from stbpi.games.game import NO_TILES, Phase, Prompt, Tiles, View
from stbpi.games.registry import game_of
from stbpi.hands import Hands
from stbpi.play import Play
from stbpi.scene import Scene
from stbpi.service.interlude import Interlude
from stbpi.steward import Steward
from stbpi.thinking.mind import Mind


class Showing:
    """Says what is to be shown.

    Args:
        play: the match.
        house: what is in force, and the set-up.
        inputs: the switches.
        test: the hardware test.
        tile_count: how many tiles the box has.
        books: what is known over all matches by now.
        wall: tells the time, in epoch seconds; `None` if it is unknown.
        time_is_up: says whether the time that the match has asked for has passed.
        mind: knows what the coach says.
    """

    def __init__(
        self,
        play: Play,
        house: House,
        *,
        inputs: Inputs,
        test: Interlude,
        tile_count: int,
        books: Callable[[], Books],
        wall: Callable[[], int | None],
        time_is_up: Callable[[], bool],
        mind: Mind,
    ) -> None:
        self._play = play
        self._house = house
        self._inputs = inputs
        self._test = test
        self._tile_count = tile_count
        self._books = books
        self._wall = wall
        self._time_is_up = time_is_up
        self._mind = mind

    def view(self) -> View:
        """Return what is to be seen of the match, or of the set-up."""
        view = self._play.view(time_is_up=self._time_is_up())
        return view or self._play.named(set_up.view(self._house.setup, down=self._play.down))

    def is_open(self) -> bool:
        """Say whether matches may be started now."""
        return self._house.is_open(self._wall())

    def facts(self, steward: Steward) -> Facts:
        """Return what pages are made of."""
        game, preset, house_rules = steward.rules_now()
        count = 0 if self._play.is_there else self._tile_count
        coaching = self._mind.coaching
        return Facts(
            view=self.view(),
            is_in_match=self._play.is_open,
            down=self._play.down,
            broken=self._inputs.broken,
            failed=self._play.faults.tiles,
            rules=lambda: game_of(game).choices(preset, house_rules, most_tiles=count),
            games=lambda: self._house.games,
            takes_bots=self._house.setup.summary.takes_bots,
            values=self._house.values,
            statistics=self._books().statistics,
            has_key=bool(self._house.values[KEY]),
            dice=self._play.drawn,
            last_turn=coaching.after if coaching is not None and coaching.on_display else None,
        )

    def asked(self, desk: Desk) -> Tiles:
        """Return the tiles that a hand is asked to move, and that do not if they are stuck."""
        view = self.view()
        plays = not (desk.is_open or self._test.is_running)  # the button is for the match
        return asked_for(view) if plays and view.phase is not Phase.WRONG else NO_TILES

    def scene(self, desk: Desk, hands: Hands) -> Scene:
        """Return everything that is to be shown.

        Args:
            desk: what stands in place of the match.
            hands: what hands are about to do.
        """
        view = self.view()
        drawn = self._play.drawn
        values = self._house.values
        return Scene(
            view=self._told(self._play.faults.in_place_of(view), desk, hands),
            held=hands.held,
            page=desk.page,
            faults=self._play.faults.parts,
            posters=self._books().posters(view) if hands.is_attracting else (),
            language=self._house.language,
            volume=int(str(values[VOLUME])),
            is_audio=bool(values[AUDIO]),
            test=self._test.view,
            sealed=drawn.sha[:DIGITS] if drawn.is_new and self._play.is_open else "",
            coaching=self._mind.coaching,
        )

    def _told(self, view: View, desk: Desk, hands: Hands) -> View:
        """Put what stands in place of the match into its view."""
        if hands.is_attracting:
            return replace(view, phase=Phase.ATTRACT)
        if desk.is_open:
            prompt = desk.prompt
            phase = Phase.MENU if prompt is Prompt.MENU else view.phase
            return replace(view, phase=phase, prompt=prompt)
        if not self._play.is_open and not self.is_open():
            return replace(view, prompt=Prompt.CLOSED)
        return view
