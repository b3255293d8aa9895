"""What a landlord clears, forgets or changes: each time an event, and never while the box plays."""

from __future__ import annotations

import io
from contextlib import closing
from pathlib import Path

import pytest

from stbpi.games.events import Cleared, SettingChanged
from stbpi.journal.store import Journal
from tests.books.operator.landlord import Capture, events_of, journal_of, main, settings


@pytest.mark.parametrize(
    "arguments",
    [("adjust", "sound.level", "1"), ("clear", "audits"), ("factory", "--yes")],
)
def test_nothing_is_changed_while_the_box_plays(
    arguments: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    path = journal_of(tmp_path)
    with closing(Journal(path)):
        assert main(*arguments) == 3
    assert "plays with the journal" in capsys.readouterr().err
    assert events_of(path)[-1].e not in ("cleared", "setting_changed")


@pytest.mark.parametrize(
    "arguments",
    [("adjust", "sound.level", "1"), ("clear", "records"), ("factory", "--yes")],
)
def test_no_journal_is_made(arguments: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    assert main(*arguments) == 2

    assert "there is no journal at" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["stbpi.toml"]


@pytest.mark.parametrize("what", ["audits", "records"])
def test_clearing_is_an_event_and_nothing_goes(what: str, tmp_path: Path, capsys: Capture) -> None:
    path = journal_of(tmp_path)
    before = events_of(path)

    assert main("clear", what) == 0
    assert events_of(path) == [*before, Cleared(what=what)]
    assert capsys.readouterr().out.startswith("The ")


def test_factory_settings_have_to_be_confirmed(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Person(io.StringIO):
        def isatty(self) -> bool:
            return True

    path = journal_of(tmp_path, SettingChanged(key="sound.level", value=1))
    assert main("factory") == 2
    assert "Add --yes." in capsys.readouterr().err

    for answer in ("\n", "no\n", "of course\n", ""):
        monkeypatch.setattr("sys.stdin", Person(answer))
        assert main("factory") == 0
        assert capsys.readouterr().out.endswith("Nothing was changed.\n")
    assert settings(capsys)["sound.level"] == (1, "chosen")

    monkeypatch.setattr("sys.stdin", Person("Yes\n"))
    assert main("factory") == 0
    assert events_of(path)[-1] == Cleared(what="settings")
    capsys.readouterr()
    assert settings(capsys)["sound.level"] == (5, "default")
