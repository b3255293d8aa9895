"""The operator at the table: undo, stop, house rules; and holds of different lengths."""

from __future__ import annotations

import pytest

from stbpi.errors import NotAllowedError, RulesError, StbError
from stbpi.games.events import Rescored, RulesChanged, Undone
from stbpi.games.game import Phase, SetRule, StopTurn, Undo
from tests.host import FIRST_TURN, THROW, Host, at_table


def test_what_the_operator_does_in_a_match_is_recorded_and_shown() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.press()
        host.news()
        await host.table.operate(SetRule(field="scoring", value="count"))
        await host.table.operate(Undo())
        await host.until_quiet()

        assert host.news() == (
            RulesChanged(field="scoring", value="count"),
            Rescored(player=1, total=0, out=False),
            Undone(what="turn", player=1, round=1),
            FIRST_TURN,
        )
        assert (host.phase(), host.view.roll) == (Phase.READY, ())

    at_table(story, numbers=(6, 5))


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (Undo(), NotAllowedError),
        (StopTurn(), NotAllowedError),
        (SetRule(field="colour", value="red"), RulesError),
    ],
)
def test_what_the_operator_can_not_do_is_told_to_him_and_the_match_goes_on(
    command: Undo | StopTurn | SetRule, error: type[StbError]
) -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        host.news()
        with pytest.raises(error):
            await host.table.operate(command)
        assert host.news() == ()
        await host.press()
        assert host.news() == (THROW,)

    at_table(story, numbers=(6, 5))


def test_without_a_match_the_operator_can_do_nothing() -> None:
    async def story(host: Host) -> None:
        with pytest.raises(NotAllowedError) as refused:
            await host.table.operate(Undo())

        assert refused.value.code == "nothing"

    at_table(story)


@pytest.mark.parametrize(
    ("ms", "dice"), [(799, 4), (800, 3), (1599, 3), (1600, 2), (2299, 2), (2300, 1), (2999, 1)]
)
def test_the_longer_a_hold_the_fewer_dice_where_any_number_is_allowed(ms: int, dice: int) -> None:
    rules = (("one_die", "always"), ("dice", 4), ("fewer_dice", "any"))

    async def story(host: Host) -> None:
        await host.start("Ann", rules=rules)
        await host.press(ms)

        assert host.view.roll == (1,) * dice

    at_table(story, numbers=(1,) * dice)
