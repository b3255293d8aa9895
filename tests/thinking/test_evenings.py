"""Whatever happens at a table: steps add up to what stands, and every question has an answer."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from stbpi.games.game import NO_TILES, without
from stbpi.games.shut_the_box.match import Stage
from stbpi.games.shut_the_box.tally import TurnWhy
from stbpi.thinking.aftermath import aftermath
from stbpi.thinking.coach import advice
from stbpi.thinking.question import After, Before, after, before
from tests.games.evening import Play, play
from tests.strategies import Evening, evenings


@given(evenings())
@settings(deadline=None)
def test_the_steps_of_a_turn_lead_from_its_start_to_what_stands(evening: Evening) -> None:
    def look(playing: Play) -> None:
        state = playing.state
        standing = state.turn_rules.start_tiles
        for step in state.steps:
            standing = without(standing, step.cover)
        if state.stage in (Stage.THROWN, Stage.OVER):
            assert standing == state.standing
        if state.stage is Stage.THROWN and not state.turn_rules.has_real_dice:
            assert state.steps[-1].dice == state.dice

    play(evening, watch=look)


@given(evenings())
@settings(deadline=None)
def test_a_turn_that_has_ended_is_kept_as_it_was_played(evening: Evening) -> None:
    def look(playing: Play) -> None:
        state, kept = playing.state, playing.state.played
        if state.stage is not Stage.OVER:
            return
        last = state.turns[-1]
        assert kept is not None
        assert (kept.seat, kept.round, kept.why) == (last.seat, last.round, last.why)
        standing = last.start
        for step in kept.steps:
            standing = without(standing, step.cover)
        assert last.standing == standing
        assert standing == NO_TILES or kept.why is not TurnWhy.SHUT

    play(evening, watch=look)


@given(evenings(longest=30))
@settings(deadline=None, max_examples=30)
def test_every_question_has_an_answer(evening: Evening) -> None:
    asked: set[Before | After] = set()

    def look(playing: Play) -> None:
        questions = (before(playing.state, advises=True), after(playing.state))
        asked.update(question for question in questions if question is not None)

    few = min(evening.rules.tiles, 7)
    small = replace(evening.rules, tiles=few, start=(), first_roll_tile=0)
    play(replace(evening, rules=small, names=evening.names[:3]), watch=look)

    for question in asked:
        if isinstance(question, After):
            aftermath(question)
        else:
            said = advice(question)
            assert said is None or said.options[0].is_best
