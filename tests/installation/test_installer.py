"""The service as `stbpi install-service` installs it below another root, and takes it away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.commands.install_service import program_of
from stbpi.errors import StbError
from stbpi.installation.files_of import PROGRAM, service_files
from stbpi.installation.installer import Installer, run
from tests.processes import environ

SYSTEMD = Path(__file__).parents[2] / "systemd"
OPT = Path("/opt/pipx/venvs/stbpi/bin/stbpi")
UNIT = "etc/systemd/system/stbpi.service"
BOARD = "etc/systemd/system/stbpi-board.service"
RULES = "etc/udev/rules.d/61-stbpi-log.rules"


class Commands:
    """Remembers what is to be run."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, *command: str) -> None:
        self.lines.append(" ".join(command))


@pytest.fixture
def commands() -> Commands:
    return Commands()


def installer(
    root: Path,
    commands: Commands,
    *,
    program: Path = OPT,
    is_booted: bool = False,
    is_dry: bool = False,
) -> Installer:
    return Installer(program=program, root=root, is_booted=is_booted, is_dry=is_dry, run=commands)


def all_files(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


# What is installed


def test_the_files_are_those_of_the_folder_systemd() -> None:
    kinds = (".service", ".sysusers", ".tmpfiles", ".rules")
    folder = [path for path in SYSTEMD.iterdir() if path.suffix in kinds]

    installed = sorted(one.text for one in service_files(Path(PROGRAM)))
    assert installed == sorted(path.read_text("utf-8") for path in folder)


def test_every_file_lies_where_it_belongs_and_anybody_may_read_it(
    tmp_path: Path, commands: Commands
) -> None:
    before = os.umask(0o077)
    try:
        list(installer(tmp_path, commands).install())
    finally:
        os.umask(before)

    assert list(all_files(tmp_path)) == [
        BOARD,
        UNIT,
        "etc/sysusers.d/stbpi.conf",
        "etc/tmpfiles.d/stbpi.conf",
        "etc/udev/rules.d/60-stbpi.rules",
        RULES,
    ]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*.*") if path.is_file()} == {
        0o644
    }


def test_the_units_run_this_installation(tmp_path: Path, commands: Commands) -> None:
    list(installer(tmp_path, commands).install())

    for path, does in ((UNIT, "run\n"), (BOARD, "board --wait ")):
        unit, source = (tmp_path / path).read_text("utf-8"), SYSTEMD / Path(path).name
        assert f"\nExecStart={OPT} {does}" in unit
        assert unit == source.read_text("utf-8").replace(PROGRAM, str(OPT))


def test_below_another_root_nothing_of_the_running_system_is_told(
    tmp_path: Path, commands: Commands
) -> None:
    list(installer(tmp_path, commands).install())

    assert commands.lines == [
        f"systemd-sysusers --root={tmp_path}",
        f"systemd-tmpfiles --root={tmp_path} --create stbpi.conf",
        f"systemctl --root={tmp_path} enable stbpi.service",
    ]


def test_a_running_system_reads_its_files_anew_before_the_service_is_switched_on(
    tmp_path: Path, commands: Commands
) -> None:
    list(installer(tmp_path, commands, is_booted=True).install())

    assert [line.split()[0] for line in commands.lines] == [
        *("systemd-sysusers", "systemd-tmpfiles", "udevadm", "udevadm"),
        *("systemctl", "systemctl"),
    ]
    assert commands.lines[4] == "systemctl daemon-reload"


# Again


def test_done_again_it_changes_nothing(tmp_path: Path, commands: Commands) -> None:
    list(installer(tmp_path, commands).install())
    before = all_files(tmp_path)

    said = list(installer(tmp_path, commands).install())

    assert all_files(tmp_path) == before
    assert [line.split(":")[0] for line in said[:6]] == ["as it is"] * 6


def test_what_was_changed_is_put_right_but_not_what_was_filled_in(
    tmp_path: Path, commands: Commands
) -> None:
    list(installer(tmp_path, commands).install())
    (tmp_path / UNIT).write_text("[Unit]\n")
    (tmp_path / RULES).write_text("# with my number\n")

    list(installer(tmp_path, commands).install())

    assert "ExecStart=" in (tmp_path / UNIT).read_text()
    assert (tmp_path / RULES).read_text() == "# with my number\n"


def test_a_dry_run_does_nothing_and_says_everything(tmp_path: Path, commands: Commands) -> None:
    said = list(installer(tmp_path, commands, is_booted=True, is_dry=True).install())

    assert (all_files(tmp_path), commands.lines) == ({}, [])
    assert [line.split(":")[0] for line in said] == [
        *(["would be written"] * 6),
        *(["would be done"] * 6),
    ]


# Away with it


def test_taken_away_nothing_is_left(tmp_path: Path, commands: Commands) -> None:
    list(installer(tmp_path, commands).install())
    commands.lines.clear()

    list(installer(tmp_path, commands, is_booted=True).uninstall())

    assert all_files(tmp_path) == {}
    assert commands.lines[0] == (
        f"systemctl --root={tmp_path} disable --now stbpi.service stbpi-board.service"
    )
    assert commands.lines[-1] == "systemctl daemon-reload"


def test_taken_away_the_owners_own_lines_are_left(tmp_path: Path, commands: Commands) -> None:
    list(installer(tmp_path, commands).install())
    (tmp_path / RULES).write_text("# with my number\n")

    said = list(installer(tmp_path, commands).uninstall())

    assert all_files(tmp_path) == {RULES: "# with my number\n"}
    assert said[-1] == f"left, as it was filled in: {tmp_path / RULES}"


def test_what_is_not_there_can_be_taken_away(tmp_path: Path, commands: Commands) -> None:
    said = list(installer(tmp_path, commands, is_booted=True).uninstall())

    assert (said, commands.lines) == (["The service is not installed."], [])


# What is refused


@pytest.mark.parametrize("program", ["/home/ann/.local/bin/stbpi", "/root/v/bin/stbpi"])
def test_a_program_that_the_service_could_not_see_is_refused(
    program: str, tmp_path: Path, commands: Commands
) -> None:
    with pytest.raises(StbError, match="the home of a user is hidden") as refused:
        installer(tmp_path, commands, program=Path(program)).check()

    assert "PIPX_HOME=/opt/pipx" in refused.value.do


def test_an_interpreter_that_the_service_could_not_see_is_refused(
    tmp_path: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, python = tmp_path / "bin" / "stbpi", tmp_path / "home" / "python3"
    program.parent.mkdir()
    program.write_text(f"#!{python}\n")
    monkeypatch.setattr("stbpi.installation.installer.HIDDEN", (str(python.parent),))
    monkeypatch.setattr("stbpi.installation.installer.PACKAGED", ())

    with pytest.raises(StbError, match=f"can't use {python}"):
        installer(Path("/"), commands, program=program).check()


def test_a_path_that_a_unit_can_not_hold_is_refused(tmp_path: Path, commands: Commands) -> None:
    with pytest.raises(StbError, match="can't stand in a unit"):
        installer(tmp_path, commands, program=Path("/opt/my box/stbpi")).check()


def test_beside_the_package_it_is_refused(tmp_path: Path, commands: Commands) -> None:
    packaged = tmp_path / "usr/lib/systemd/system/stbpi.service"
    packaged.parent.mkdir(parents=True)
    packaged.touch()

    with pytest.raises(StbError, match="it came with a package") as refused:
        installer(tmp_path, commands).check()

    assert "sudo apt remove stbpi" in refused.value.do


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path, commands: Commands) -> None:
    (tmp_path / "etc").write_text("no folder")

    with pytest.raises(StbError, match="can't be written"):
        list(installer(tmp_path, commands).install())


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (("no-such-program",), "no-such-program is missing"),
        (("false", "--now"), "false --now has failed with status 1"),
    ],
)
def test_a_command_that_fails_is_told(command: tuple[str, ...], what: str) -> None:
    with pytest.raises(StbError, match=what):
        run(*command)


def test_a_command_says_why_it_failed() -> None:
    with pytest.raises(StbError) as failed:
        run("sh", "-c", "echo one >&2; echo the reason >&2; exit 4")

    assert failed.value.do == "the reason"


# As a person calls it


def call(program: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "install-service", *options],
        env=environ({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program as pip lays it into a folder."""
    path = tmp_path / "opt" / "stbpi"
    path.parent.mkdir()
    path.write_text(
        f"#!{sys.executable}\nimport sys\nfrom stbpi.cli import main\nsys.exit(main())\n"
    )
    path.chmod(0o755)
    return path


def test_a_dry_run_needs_no_rights(tmp_path: Path, program: Path) -> None:
    done = call(program, "--dry-run", f"--root={tmp_path}")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"would be written: {tmp_path / UNIT}"


def test_a_root_that_is_not_there_is_told(tmp_path: Path, program: Path) -> None:
    done = call(program, f"--root={tmp_path}/none")

    assert done.returncode == 2
    assert done.stderr == f"stbpi: there is no folder {tmp_path}/none\n"


def test_without_rights_it_says_how_to_get_them(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("sys.argv", [str(program), "install-service", "--uninstall"])

    assert main(["install-service", "--uninstall"]) == 2
    assert capsys.readouterr().err == (
        "stbpi: only root can install the service\n"
        f"As root: sudo {program} install-service --uninstall\n"
    )


def test_the_program_is_known_by_how_it_was_called(program: Path) -> None:
    assert program_of(str(program)) == program


def test_a_program_that_is_not_installed_is_no_program_for_a_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))

    with pytest.raises(StbError, match="is not installed beside"):
        program_of("/src/stbpi/__main__.py")
