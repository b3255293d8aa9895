"""The translations are complete and fit their texts; no text of the program is left out."""

from __future__ import annotations

import argparse
import ast
import errno
import inspect
import io
import os
import re
import string
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from stbpi import errors, foreign, language
from stbpi.cli import main
from stbpi.errors import StbError
from stbpi.language import LANGUAGES, SOURCE, speaking
from stbpi.service import keys
from tests.messages import PROGRAM, compiled, mo_file, template, translations
from tests.processes import environ

OTHERS = [code for code in LANGUAGES if code != SOURCE]

COMMANDS = (
    *("", "run", "record", "sim", "score", "records", "rules", "rules show", "rules explain"),
    *("screens", "config", "config show", "config check", "doctor", "service", "operator"),
    *("install-service", "setup"),
    *("collect", "games", "stats", "export", "verify", "odds", "coach", "duel"),
)


def both(text: object) -> tuple[str, ...]:
    """Return the text of a message, or both of one that depends on a number."""
    if isinstance(text, str):
        return (text,)
    return tuple(str(one or "") for one in text) if isinstance(text, list | tuple) else ("",)


def wordings(text: object) -> list[str]:
    return [wording for one in both(text) for wording in one.split("|")]


def names(wording: str) -> set[str]:
    """Return what is put into a wording: `{tile}`, or `%(prog)s` and `%s` of argparse."""
    try:
        braces = {name for _, name, _, _ in string.Formatter().parse(wording) if name is not None}
    except ValueError:  # a lone brace, in a text without values
        braces = {"?"}
    return braces | set(re.findall(r"%(?:\(\w+\))?[srd]", wording))


def texts_of(catalogue: Catalog) -> Iterator[Message]:
    return (text for text in catalogue if text.id)


def contents(mo: bytes) -> tuple[list[tuple[str, str]], list[tuple[object, ...]]]:
    """Read what a compiled catalogue says; which Babel has made it does not matter."""
    catalogue = read_mo(io.BytesIO(mo))
    headers = [header for header in catalogue.mime_headers if header[0] != "Generated-By"]
    return headers, [(text.context, text.id, text.string) for text in texts_of(catalogue)]


def misfits(text: Message) -> Iterator[str]:
    """Say what a translation puts in otherwise than its text does."""
    own, theirs = both(text.id), both(text.string)
    known = set().union(*(names(one) for one in own))
    most = names(own[-1].split("|")[0])
    for form, said in enumerate(theirs):
        first, *shorter = said.split("|")
        has = names(first)
        needed = most if len(own) == 1 else most - {"n"}
        if not needed <= has <= known:
            yield f"form {form} has {sorted(has)}, the text {sorted(most)}: {said}"
        if any(not names(wording) <= known for wording in shorter):
            yield f"form {form} has a name that the text lacks: {said}"
        for wording in (first, *shorter):
            if ends(wording) != ends(own[-1].split("|")[0]):
                yield f"form {form} begins or ends with other blanks: {said!r}"


def ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


# The translations


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_program_is_translated(code: str) -> None:
    known = {text.id: text for text in texts_of(translations(code))}
    source = [text.id for text in texts_of(template())]

    assert [text for text in source if text not in known or not all(both(known[text].string))] == []
    assert [text for text in known.values() if text.fuzzy] == []


@pytest.mark.parametrize("code", OTHERS)
def test_there_is_no_translation_of_a_text_that_is_gone(code: str) -> None:
    catalogue = translations(code)
    source = {text.id for text in texts_of(template())}

    assert [text.id for text in texts_of(catalogue) if text.id not in source] == []
    assert list(catalogue.obsolete) == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_puts_in_what_its_text_puts_in(code: str) -> None:
    texts = [text for text in texts_of(translations(code)) if all(both(text.string))]

    assert [(text.id, wrong) for text in texts for wrong in misfits(text)] == []


@pytest.mark.parametrize(
    ("text", "translation", "fits"),
    [
        ("{tile} is down", "{tile} er nede", True),
        ("{tile} is down|{tile}", "{tile} er nede|nede", True),
        ("{tile} is down", "er nede", False),
        ("{tile} is down", "{brik} er nede", False),
        ("{tile} is down|down", "{tile} er nede|{brik}", False),
        (("{n} tile of {who}", "{n} tiles of {who}"), ("en brik af {who}", "{n} af {who}"), True),
        (("{n} tile of {who}", "{n} tiles of {who}"), ("{n} brik", "{n} brikker"), False),
        ("usage: ", "brug: ", True),
        ("usage: ", "brug:", False),
        ("error: %(message)s\n", "fejl: %(message)s\n", True),
        ("error: %(message)s\n", "fejl\n", False),
    ],
)
def test_a_translation_that_does_not_fit_is_found(
    text: str | tuple[str, ...], translation: str | tuple[str, ...], fits: bool
) -> None:
    assert (list(misfits(Message(text, translation))) == []) is fits


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_read_is_what_was_translated(code: str) -> None:
    assert contents(mo_file(code).read_bytes()) == contents(compiled(translations(code)))


# The texts in the program

EXCEPTIONS = {
    "errors.py": "the errors put their own texts together",
    "display/libraries.py": "what a display fails with is kept in the journal, in English",
    "display/display.py": "what a display fails with is kept in the journal, in English",
    "display/panel.py": "what a display fails with is kept in the journal, in English",
}
"""Files whose errors may take other texts than translated ones, and why."""

SAID = {
    **{
        name: ("what", "do", "found", "expected")
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, StbError)
    },
    "Damaged": ("what", "do"),
    "NotOurs": ("what", "do"),
    "Problem": ("found", "expected"),
    "ok": ("text",),
    "info": ("text", "fix"),
    "warn": ("text", "fix"),
    "fail": ("text", "fix"),
    "ArgumentTypeError": ("what",),
    "ArgumentParser": ("description", "epilog"),
    "add_parser": ("help", "description", "epilog"),
    "add_argument": ("help",),
    "add_subparsers": ("help", "title"),
    "print": ("text",),
}
"""What is said to people, by the name of what is called: its arguments that are texts."""

POSITIONS = {
    **dict.fromkeys(("ok", "info", "warn", "fail"), ("name", "text", "fix")),
    **dict.fromkeys(("NotAllowedError",), ("code", "what", "do")),
    **dict.fromkeys(("ConfigError",), ("key",)),
    **dict.fromkeys(("RulesError",), ("field",)),
    **dict.fromkeys(("print",), ("text",)),
}
"""Which arguments stand where, if not `what` and `do`."""

MARKS = {"_", "message", "plural", "counted"}


def untranslated(text: str) -> list[str]:
    """List what a file says to people without a translation."""
    tree = ast.parse(text)
    later = [
        f"line {kept.lineno}: {ast.unparse(kept)}"
        for kept in ast.walk(tree)
        if isinstance(kept, ast.Assign) and is_bare(kept.value)
        if {ast.unparse(target) for target in kept.targets} & {"what", "text", "do", "fix"}
    ]
    return later + [
        f"line {call.lineno}: {name}({argument}={ast.unparse(value)})"
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for name in [called(call)]
        if name in SAID
        for argument, value in arguments(call, POSITIONS.get(name, ("what", "do")))
        if argument in SAID[name] and is_bare(value)
    ]


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def arguments(call: ast.Call, places: Iterable[str]) -> Iterator[tuple[str, ast.expr]]:
    yield from zip(places, call.args, strict=False)
    yield from ((word.arg, word.value) for word in call.keywords if word.arg)


def is_bare(value: ast.expr) -> bool:
    """Say whether an expression has words that nobody translates."""
    match value:
        case ast.Constant(value=str(said)):
            return has_words(said)
        case ast.JoinedStr(values=parts):
            return any(isinstance(part, ast.Constant) and is_bare(part) for part in parts)
        case ast.BinOp(left=left, right=right):
            return is_bare(left) or is_bare(right)
        case ast.IfExp(body=body, orelse=orelse):
            return is_bare(body) or is_bare(orelse)
        case _:
            return False


def has_words(said: str) -> bool:
    """Say whether a text has words, not only signs, the program's name and commands."""
    commands = r"\x1b\[\??\d*[a-zA-Z]|\bstbpi:?|\bpip install .*|/dev/\S+"
    return bool(re.search(r"[^\W\d_]{2}", re.sub(commands, "", said)))


def never_extracted(text: str) -> list[str]:
    """List the marked texts that no tool finds: no literals, or inside of an f-string."""
    tree = ast.parse(text)
    ours = {
        alias.name
        for taken in ast.walk(tree)
        if isinstance(taken, ast.ImportFrom) and taken.module == "stbpi.language"
        for alias in taken.names
    }
    inside = {
        id(call)
        for joined in ast.walk(tree)
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
    }
    marked = [
        call
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if called(call) in MARKS & ours
    ]
    return [
        f"line {call.lineno}: {ast.unparse(call)}"
        for call in marked
        if id(call) in inside
        or not all(
            isinstance(value, ast.Constant)
            for value in call.args[: 2 if called(call) in ("plural", "counted") else 1]
        )
    ]


def shadowed(text: str) -> list[str]:
    """List the functions in which `_` is a variable, and said nevertheless."""
    found = []
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            code = compile(ast.Module([function], []), "", "exec").co_consts[0]
            calls = any(
                isinstance(call, ast.Call) and called(call) == "_" for call in ast.walk(function)
            )
            if "_" in getattr(code, "co_varnames", ()) and calls:
                found.append(function.name)
    return found


def program() -> list[tuple[str, str]]:
    paths = sorted(PROGRAM.rglob("*.py"))
    return [(path.relative_to(PROGRAM).as_posix(), path.read_text("utf-8")) for path in paths]


def test_nothing_is_said_to_people_in_english_only() -> None:
    files = [(file, text) for file, text in program() if file not in EXCEPTIONS]

    assert [f"{file}, {wrong}" for file, text in files for wrong in untranslated(text)] == []


def test_every_marked_text_can_be_found() -> None:
    files = [(file, text) for file, text in program() if file != "language.py"]

    assert [f"{file}, {wrong}" for file, text in files for wrong in never_extracted(text)] == []


def test_no_variable_hides_the_function_that_translates() -> None:
    assert [f"{file}, {name}" for file, text in program() for name in shadowed(text)] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("raise JournalError('it is full')", 1),
        ("raise JournalError(f'{path} is full', path=path)", 1),
        ("raise JournalError(_('it is full'), mark='it is full')", 0),
        ("raise errors.BoxError(what, 'Check the ' + 'disk.')", 1),
        ("raise NotAllowedError('nothing', _('there is none'))", 0),
        ("raise NotAllowedError('nothing', 'there is none')", 1),
        ("RulesError('dice', found=5, expected='1 to 4')", 1),
        ("yield warn('I2C', text, 'pip install smbus2')", 0),
        ("yield warn('I2C', 'it fails', fix)", 1),
        ("parser.add_argument('--json', help='for programs')", 1),
        ("parser.add_argument('--json', metavar='FILE')", 0),
        ("what = f'{path} is full'\nraise JournalError(what)", 1),
        ("what = _('it is full')\nraise JournalError(what)", 0),
        ("print(f'stbpi: {text}')", 0),
        ("print('All well.' if well else 'Oh.')", 1),
    ],
)
def test_a_text_without_translation_is_found(text: str, count: int) -> None:
    assert len(untranslated(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("_('it is full').format(path=path)", 0),
        ("_(f'{path} is full')", 1),
        ("_(text)", 1),
        ("f'{_(\"full\")}: {path}'", 1),
        ("plural('{n} tile', '{n} tiles', n)", 0),
        ("plural('{n} tile', many, n)", 1),
    ],
)
def test_a_text_that_no_tool_finds_is_found(text: str, count: int) -> None:
    imported = "from stbpi.language import _, plural\n"

    assert len(never_extracted(imported + text)) == count


def test_a_hidden_function_is_found() -> None:
    hides = "def f():\n    a, _ = x\n    return _('full')"

    assert shadowed(hides) == ["f"]
    assert shadowed(hides.replace("_ =", "b =")) == []


# What others say


def test_argparse_says_what_is_translated_for_it() -> None:
    """Each version of Python has a few texts of its own."""
    source = inspect.getsource(argparse).replace("' \\\n", "")
    joined = re.sub(r"(['\"])\s*\n\s*\1", "", source)
    said = {one for text in foreign.ARGPARSE for one in (text.text, text.many) if one}
    known = {text for text in said if any(quoted in joined for quoted in (repr(text), f'"{text}"'))}

    assert len(said - known) <= 4, said - known


def test_the_system_says_what_is_translated_for_it() -> None:
    said = {os.strerror(number) for number in errno.errorcode}

    assert [text.text for text in foreign.SYSTEM if text.text not in said] == []


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("a = ", "Invalid value (at line 1, the last one)"),
        ("a = x", "Invalid value (at line 1, column 5)"),
        ("a\n", "Expected '=' after a key in a key/value pair (at line 1, column 2)"),
        ("[a\n", "Expected ']' at the end of a table declaration (at line 1, column 3)"),
        ("a = 1\na = 2", "Cannot overwrite a value (at line 2, the last one)"),
    ],
)
def test_what_is_wrong_with_a_toml_file_is_said_with_its_place(toml: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as told:
        tomllib.loads(toml)

    assert foreign.toml_reason(told.value, len(toml.splitlines())) == said


def test_a_reason_that_nobody_has_translated_is_passed_on() -> None:
    assert foreign.reason(OSError(1, "The cat sits on it")) == "The cat sits on it"
    assert foreign.reason(OSError()) == ""
    assert foreign.toml_reason(ValueError("no"), 1) == "no"


def test_argparse_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    with speaking("lv"), foreign.argparse_speaks():
        assert os.environ["LANGUAGE"] == "lv"
    assert "LANGUAGE" not in os.environ


# What is said in each language


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_can_be_shown(
    command: str,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANGUAGE", code)
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])

    assert ended.value.code == 0
    assert language.current() == code
    assert f"stbpi {command}".strip() in capsys.readouterr().out


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_key_of_the_hardware_test_is_the_letter_that_is_shown(code: str) -> None:
    with speaking(code):
        wishes = (keys.NEXT, keys.SKIP, keys.BACK, keys.QUIT)
        letters = [keys.letter(wish) for wish in wishes]

        assert [keys.wish(letter) for letter in letters] == list(wishes)
        assert all(letter.isalpha() and letter.islower() for letter in letters)
        assert [f"{letter} " in f" {keys.line()}" for letter in letters[1:]] == [True] * 3


@pytest.mark.parametrize(
    ("code", "number", "day", "minute"),
    [
        ("en", "1,234.5", "5 Dec 2025", "5 Dec 2025, 21:07"),
        ("da", "1.234,5", "5. dec. 2025", "5. dec. 2025 21.07"),
        ("nb", "1\xa0234,5", "5. des. 2025", "5. des. 2025, 21:07"),
        ("lv", "1\xa0234,5", "2025. gada 5. dec.", "2025. gada 5. dec. 21:07"),
    ],
)
def test_numbers_and_dates_are_written_as_people_write_them(
    code: str, number: str, day: str, minute: str
) -> None:
    moment = time.mktime((2025, 12, 5, 21, 7, 0, 0, 0, -1))
    with speaking(code):
        assert language.number(1234.5, 1) == number
        assert language.date(moment) == day
        assert language.date_time(moment) == minute


def test_a_terminal_without_our_letters_shows_the_others(tmp_path: Path) -> None:
    more = {"LANGUAGE": "lv", "PYTHONIOENCODING": "ascii", "STBPI_CONFIG": ""}
    ended = subprocess.run(
        [sys.executable, "-m", "stbpi", "rules"],
        cwd=tmp_path,
        env=environ(more),
        capture_output=True,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_command_speaks_the_language_of_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stbpi.toml"
    monkeypatch.setenv("LANGUAGE", "lv")
    spoken = []
    for wanted in ("da", "auto"):
        file.write_text(f'[language]\nlanguage = "{wanted}"\n')
        assert main(["config", "show", "--config", str(file)]) == 0
        spoken.append(language.current())

    assert spoken == ["da", "lv"]
    assert 'language = "auto"' in capsys.readouterr().out
