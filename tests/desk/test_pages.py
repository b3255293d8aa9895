"""What the button does at the pages: house rules, settings, the landlord's drawers, names."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from stbpi.desk.page import Act, Figure, Figures, Letters, Menu, Poster, Question
from stbpi.games.events import (
    Cleared,
    MatchContinued,
    MatchSetAside,
    MatchStarted,
    OperatorEntered,
    OperatorRefused,
    PlayerSeated,
    RecordNamed,
    Rescored,
    RulesChanged,
    SettingChanged,
)
from stbpi.games.game import Phase, Prompt, View, tiles
from stbpi.journal.resume import Past
from stbpi.language import message
from tests.host import FRESH, ONE_ROUND, SETUP, Host, at_table

TIMES = (("rounds", 3), ("tiles", 6))


def menu(host: Host) -> Menu:
    page = host.scenes[-1].page
    assert isinstance(page, Menu)
    return page


async def go_to(host: Host, act: Act, key: str = "") -> None:
    """Press until a line does this."""
    for _ in menu(host).lines:
        line = menu(host).chosen
        if line.act is act and (not key or line.key == key):
            return
        await host.press()
    raise AssertionError(f"no line does {act} {key}")


async def choose(host: Host, act: Act, key: str = "") -> None:
    await go_to(host, act, key)
    await host.hold()


class Books:
    """Books in which one seat has come into the record table."""

    def __init__(self, *seats: int) -> None:
        self.seats = frozenset(seats)

    def statistics(self) -> tuple[Figures, ...]:
        figure = Figure(message("Matches"), message("{n}", n=7))
        return tuple(
            Figures(title=message("Statistics"), figures=(figure,), at=at, of=2) for at in (1, 2)
        )

    def posters(self, view: View) -> tuple[Poster, ...]:
        return (Poster(kind="title", title=message("Shut the Box")),)

    def entering(self) -> frozenset[int]:
        return self.seats


# House rules


def test_a_rule_changed_in_a_match_scores_it_anew_on_the_spot_and_is_kept() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=TIMES)
        await host.press()
        await host.lower(5, 6)
        await host.press()  # a dead throw: 1 to 4 stand
        await host.wait(3)
        assert host.view.players[0].total == 10
        host.news()
        await host.open_menu()
        await choose(host, Act.RULES)
        await choose(host, Act.SET, "rules.scoring")

        assert host.news() == (
            RulesChanged(field="scoring", value="digits"),
            Rescored(player=1, total=1234, out=False),
            SettingChanged(key="rules.scoring", value="digits"),
        )
        assert str(menu(host).chosen.value) == "as digits"
        assert host.view.players[0].total == 1234

    at_table(story, numbers=(6, 5, 6, 6))


def test_in_a_match_the_number_of_tiles_stays() -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        await choose(host, Act.RULES)
        assert "rules.tiles" in [line.key for line in menu(host).lines]
        await host.press(3100)
        await host.start("Ann")
        await host.open_menu()
        await choose(host, Act.RULES)
        assert "rules.tiles" not in [line.key for line in menu(host).lines]

    at_table(story)


def test_rules_chosen_before_a_match_are_those_of_the_next_one_and_of_the_next_start() -> None:
    kept = SettingChanged(key="rules.rounds", value=5)

    async def story(host: Host) -> None:
        await host.open_menu()
        await choose(host, Act.RULES)
        await choose(host, Act.SET, "rules.rounds")
        assert host.news() == (kept,)
        await host.press(3100)
        assert (host.phase(), host.view.rounds) == (Phase.SETUP, 5)

    async def after_a_restart(host: Host) -> None:
        assert host.view.rounds == 5

    at_table(story)
    at_table(after_a_restart, past=replace(FRESH, fresh=False, settings=(kept,)))


def test_a_rule_that_makes_no_sense_with_the_others_is_passed_over() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=(("shut", "zero"), ("rounds", 20)))
        await host.open_menu()
        await choose(host, Act.RULES)
        await choose(host, Act.SET, "rules.rounds")  # no limit would have no end

        assert RulesChanged(field="rounds", value=1) in host.news()

    at_table(story)


# Settings


def test_a_language_is_spoken_as_soon_as_it_is_chosen() -> None:
    async def story(host: Host) -> None:
        assert host.scenes[-1].language == "en"
        await host.open_menu()
        await choose(host, Act.LANGUAGE)
        await choose(host, Act.SET, "language.language=da")

        assert host.news() == (SettingChanged(key="language.language", value="da"),)
        assert host.scenes[-1].language == "da"

    at_table(story)


def test_the_volume_goes_one_step_on_and_the_page_stays() -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        await choose(host, Act.SOUND)
        await choose(host, Act.SET, "sound.level")
        await host.hold()

        assert [event.value for event in host.news() if isinstance(event, SettingChanged)] == [0, 1]
        assert (str(menu(host).chosen.value), host.scenes[-1].volume) == ("1", 1)

    at_table(story)


@pytest.mark.parametrize(
    ("guests", "hidden"),
    [
        ("everything", set()),
        ("comfort", {Act.RULES}),
        ("nothing", {Act.RULES, Act.SOUND, Act.LANGUAGE}),
    ],
)
def test_the_landlord_says_what_guests_may_change(guests: str, hidden: set[Act]) -> None:
    chosen = SettingChanged(key="box.guests", value=guests)

    async def story(host: Host) -> None:
        await host.open_menu()
        lines = {line.act for line in menu(host).lines}
        assert {Act.RULES, Act.SOUND, Act.LANGUAGE} - lines == hidden

    at_table(story, past=replace(FRESH, settings=(chosen,)))


def test_statistics_are_looked_through() -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        await choose(host, Act.STATISTICS)
        page = host.scenes[-1].page
        assert isinstance(page, Question)  # nothing was played yet
        host.table.books = Books()
        await host.press()
        pages = [host.scenes[-1].page]
        await host.press()
        pages.append(host.scenes[-1].page)
        assert [page.at for page in pages if isinstance(page, Figures)] == [2, 1]
        await host.hold()
        assert menu(host).chosen.act is Act.STATISTICS

    at_table(story)


# The landlord's drawers


def said(host: Host) -> tuple[str, ...]:
    """Return the title and the lines of the question that is asked."""
    page = host.scenes[-1].page
    assert isinstance(page, Question)
    return (str(page.title), *map(str, page.lines))


async def lock(host: Host, *numbers: int) -> None:
    """Lock the drawers with these tiles."""
    await host.open_menu()
    await choose(host, Act.LANDLORD)
    await choose(host, Act.GO, "utilities")
    await choose(host, Act.DO, "key")
    await host.lower(*numbers)
    await host.hold()
    await host.lift(*numbers)
    await host.press(3100)


def test_the_drawers_open_with_their_key_alone() -> None:
    async def story(host: Host) -> None:
        await lock(host, 2, 5)
        host.news()
        await host.open_menu()
        await choose(host, Act.LANDLORD)
        await host.lower(2)
        await host.press()
        assert OperatorRefused() in host.news()
        assert said(host) == ("Wrong key", "Try once more")
        await host.press()
        await choose(host, Act.LANDLORD)
        await host.lower(5)
        await host.press()

        assert OperatorEntered() in host.news()
        assert [line.key for line in menu(host).lines][:4] == [
            *("audits", "adjustments", "tests", "utilities")
        ]

    at_table(story)


def test_after_three_wrong_keys_none_is_tried_for_a_minute() -> None:
    async def attempt(host: Host) -> None:
        await choose(host, Act.LANDLORD)
        await host.press()

    async def story(host: Host) -> None:
        await lock(host, 3)
        await host.open_menu()
        for _ in range(3):
            await attempt(host)
            told = said(host)
            await host.press()
        assert told == ("Wrong key", "Wait a minute")
        host.news()
        await host.lower(3)
        await attempt(host)
        assert said(host) == ("Wrong key", "Wait a minute")
        assert OperatorEntered() not in host.news()
        await host.wait(80)
        await host.press()  # out of attract mode
        await host.open_menu()
        await attempt(host)
        assert OperatorEntered() in host.news()

    at_table(story)


@pytest.mark.parametrize("what", ["audits", "records", "settings"])
def test_clearing_asks_twice(what: str) -> None:
    async def story(host: Host) -> None:
        await host.open_menu()
        await choose(host, Act.LANDLORD)
        await choose(host, Act.GO, "utilities")
        await choose(host, Act.DO, what)
        await host.press()
        assert host.news() == ()
        await choose(host, Act.DO, what)
        await host.hold()

        assert host.news() == (Cleared(what=what),)

    at_table(story)


def test_in_a_match_there_is_no_way_into_the_drawers() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.open_menu()

        assert Act.LANDLORD not in [line.act for line in menu(host).lines]

    at_table(story)


# Names


ROSTER = replace(SETUP, roster=("Åse", "Bo", "Cid"), seats=2)


def test_the_button_goes_through_names_and_order() -> None:
    async def story(host: Host) -> None:
        await host.press()
        assert (host.phase(), host.prompt()) == (Phase.SETUP, Prompt.NAME)
        assert [str(line.label) for line in menu(host).lines] == ["Åse", "Bo", "Cid", "P1"]
        await host.press()
        await host.hold()
        await host.lower(2)  # a tile is a key here: the second line

        first, *seated = host.news()[1:4]
        assert isinstance(first, MatchStarted)
        assert seated == [PlayerSeated(seat=1, player="Bo"), PlayerSeated(seat=2, player="Cid")]

    at_table(story, setup=ROSTER)


def test_whoever_enters_the_record_table_writes_three_letters() -> None:
    async def story(host: Host) -> None:
        host.table.books = Books(1)
        await host.start("P1", rules=(*ONE_ROUND, ("tiles", 6)))
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.wait(2.1)
        assert (host.phase(), host.prompt()) == (Phase.MATCH_OVER, Prompt.NAME)
        await host.hold()
        await host.lift(5, 6)
        await host.lower(5)  # J
        await host.hold()
        await host.press()
        await host.hold()

        assert host.news()[-1] == RecordNamed(player=1, name="AJB")
        assert host.prompt() is Prompt.MATCH_OVER

    at_table(story, numbers=(6, 5, 6, 6))


def test_a_name_that_nobody_writes_is_not_asked_for_again() -> None:
    async def story(host: Host) -> None:
        host.table.books = Books(1)
        await host.start("P1", rules=(*ONE_ROUND, ("tiles", 6)))
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.wait(2.1)
        assert isinstance(host.scenes[-1].page, Letters)
        await host.wait(21)
        assert host.scenes[-1].page is None
        await host.wait(30)
        assert host.scenes[-1].page is None

    at_table(story, numbers=(6, 5, 6, 6))


# Nobody there


def test_players_are_called_for_after_a_minute_and_a_press_does_nothing_else() -> None:
    async def story(host: Host) -> None:
        host.table.books = Books()
        await host.wait(59)
        assert host.phase() is Phase.SETUP
        await host.wait(2)
        assert host.phase() is Phase.ATTRACT
        assert [poster.kind for poster in host.scenes[-1].posters] == ["title"]
        await host.press()
        assert (host.phase(), host.news()) == (Phase.SETUP, ())
        await host.press()
        assert isinstance(host.news()[0], MatchStarted)

    at_table(story)


def test_a_key_that_leaves_attract_mode_does_nothing_else() -> None:
    async def story(host: Host) -> None:
        await host.wait(61)
        await host.lower(4)
        assert (host.phase(), len(host.view.players)) == (Phase.SETUP, 1)
        await host.lower(3)
        assert len(host.view.players) == 3

    at_table(story)


def test_a_hold_in_attract_mode_shows_the_statistics() -> None:
    async def story(host: Host) -> None:
        host.table.books = Books()
        await host.wait(61)
        await host.hold()
        assert isinstance(host.scenes[-1].page, Figures)
        await host.wait(21)
        assert host.phase() is Phase.SETUP

    at_table(story)


def test_a_deserted_match_is_put_aside_and_can_be_gone_on_with() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", "Bo")
        await host.press()
        await host.lower(5)
        await host.wait(15 * 60 - 1)
        assert host.phase() is Phase.COVERING
        await host.wait(2)
        assert host.news()[-1] == MatchSetAside()
        assert host.phase() is Phase.ATTRACT
        await host.lower(1)  # somebody plays with the tiles
        assert host.prompt() is Prompt.GO_ON
        await host.lift(1)
        await host.press()

        assert MatchContinued() in host.news()
        assert (host.phase(), host.view.left, host.view.roll) == (Phase.COVERING, 6, (6, 5))

    at_table(story, numbers=(6, 5))


def test_a_hold_begins_anew_and_the_deserted_match_is_offered_until_another_starts() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", "Bo")
        await host.wait(15 * 60 + 1)
        await host.press()
        page = host.scenes[-1].page
        assert isinstance(page, Question)
        assert str(page.lines[0]) == "Ann, Bo"
        await host.hold()
        assert (host.phase(), host.prompt()) == (Phase.SETUP, Prompt.SETUP)
        await host.wait(61)
        await host.press()
        assert host.prompt() is Prompt.GO_ON
        await host.hold()
        host.news()
        await host.press()
        assert isinstance(host.news()[0], MatchStarted)

    at_table(story)


def test_a_deserted_match_is_offered_after_a_restart() -> None:
    async def story(host: Host) -> None:
        assert (host.phase(), host.prompt()) == (Phase.SETUP, Prompt.GO_ON)
        await host.press()
        assert MatchContinued() in host.news()
        assert host.phase() is Phase.READY

    started = (
        MatchStarted(game="shut_the_box", preset="luk_kassen", seats=1),
        PlayerSeated(seat=1, player="Ann"),
    )
    from stbpi.games.events import TurnStarted

    match = (*started, TurnStarted(player=1, round=1), MatchSetAside())
    past = Past(
        fresh=False, down=tiles(), match_down=tiles(), match=match, gap_ms=None, is_set_aside=True
    )
    at_table(story, past=past)


def test_a_match_is_never_put_aside_if_the_landlord_says_so() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann")
        await host.wait(24 * 3600)

        assert host.phase() is Phase.READY

    never = SettingChanged(key="box.idle_minutes", value=0)
    at_table(story, past=replace(FRESH, settings=(never,)))


NOON = 1_800_014_400  # epoch seconds, some day of 2027 at noon, UTC


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("utc")
@pytest.mark.parametrize(("hours", "is_open"), [("10:00-11:00", False), ("10:00-13:00", True)])
def test_a_box_that_is_closed_starts_no_match_and_says_so(hours: str, is_open: bool) -> None:
    async def story(host: Host) -> None:
        assert host.prompt() is (Prompt.SETUP if is_open else Prompt.CLOSED)
        await host.press()
        assert any(isinstance(event, MatchStarted) for event in host.news()) is is_open

    chosen = SettingChanged(key="box.hours", value=hours)
    at_table(story, past=replace(FRESH, settings=(chosen,)), wall=NOON)


@pytest.mark.usefixtures("utc")
def test_a_match_under_way_when_the_box_closes_is_played_to_its_end() -> None:
    async def story(host: Host) -> None:
        await host.start("Ann", rules=(*ONE_ROUND, ("tiles", 6)))
        await host.wait(120)  # closing time has come
        await host.press()
        await host.lower(5, 6)
        await host.press()
        await host.wait(2.1)
        assert (host.phase(), host.prompt()) == (Phase.MATCH_OVER, Prompt.CLOSED)
        host.news()
        await host.press()
        assert host.news() == ()

    chosen = SettingChanged(key="box.hours", value="10:00-12:01")
    past = replace(FRESH, settings=(chosen,))
    at_table(story, numbers=(6, 5, 6, 6), past=past, wall=NOON)
