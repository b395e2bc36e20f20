"""Commands and options that messages name are those of the real parser, and can be typed as they are printed."""

import ast
import re
import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import benchwright
from benchwright.benchmark.store import Benchmark
from benchwright.cli import COMMANDS, PARSER
from benchwright.cli.command_group import CommandGroup
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.files.command_lines import command_line

SOURCE = Path(benchwright.__file__).parent
_COMMAND = re.compile(r"benchwright (?P<words>[a-z][^`\n—;]*)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


@cache
def parsed() -> dict[Path, list[ast.AST]]:
    """Texts and calls of every module that may name a command, in order; docstrings are left out."""
    found: dict[Path, list[ast.AST]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        code = file.read_text("utf-8")
        if "command_line" not in code and "benchwright " not in code:
            continue
        nodes = list(ast.walk(ast.parse(code)))
        inner: set[int] = set()
        for node in nodes:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                inner.add(id(node.value))
            if isinstance(node, ast.JoinedStr):
                inner |= {id(part) for part in node.values}
        kinds = (ast.Constant, ast.JoinedStr, ast.Call)
        found[file] = [node for node in nodes if isinstance(node, kinds) and id(node) not in inner]
    return found


def texts_of(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """The texts of a module, with X for what is filled in."""
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def calls_of(nodes: list[ast.AST]) -> Iterator[tuple[int, list[str]]]:
    """The words of each command that a module prints through `command_line`, with X for what is filled in."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "command_line":
            words = (arg.value if isinstance(arg, ast.Constant) else "X" for arg in node.args)
            yield node.lineno, list(map(str, words))


def options() -> dict[tuple[str, ...], set[str]]:
    """The options of every command, by the words that name it; those of a group are its commands'."""
    found: dict[tuple[str, ...], set[str]] = {}
    with ExitStack() as stack:
        root: Any = PARSER
        context = stack.enter_context(root.make_context("benchwright", [], resilient_parsing=True))
        for name, listed in COMMANDS.items():
            command: Any = root.get_command(context, name)
            found[name,] = options_of(command)
            if not isinstance(listed, CommandGroup):
                continue
            inside = stack.enter_context(command.make_context(name, [], parent=context, resilient_parsing=True))
            for one in listed.commands:
                found[name, one] = options_of(command.get_command(inside, one))
                found[name,] |= found[name, one]
    return found


def options_of(command: Any) -> set[str]:
    return {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help", "-h"}


OPTIONS = options()


def named_by(words: list[str]) -> tuple[str, ...]:
    """The command that words name; () for none."""
    plain = [word.strip(".,:") for word in words[:2]]
    return next((name for name in (tuple(plain), tuple(plain[:1])) if name in OPTIONS), ())


def test_messages_name_commands_and_options_that_there_are() -> None:
    faults, seen = [], 0
    for file, nodes in parsed().items():
        commands = list(calls_of(nodes))
        for line, text in texts_of(nodes):
            commands += [(line, match["words"].split()) for match in _COMMAND.finditer(text)]
        for line, words in commands:
            name = named_by(words)
            seen += bool(name)
            unknown = set(_OPTION.findall(" ".join(words))) - OPTIONS.get(name, set())
            if unknown or (not name and words[0] not in ("X", "command")):
                faults.append(f"{file}:{line}: benchwright {' '.join(words)}")
    assert faults == []
    assert seen > 30


def test_every_command_is_quoted_for_the_shell() -> None:
    assert command_line("show", Path("my bench"), "--limit", 3) == "benchwright show 'my bench' --limit 3"
    assert command_line("ingest", "PATH...", "--to", "corpus") == "benchwright ingest PATH... --to corpus"


@pytest.mark.parametrize("opener", [Corpus.open, Benchmark.open])
def test_a_hint_with_a_folder_with_a_space_can_be_typed(opener: object, tmp_path: Path) -> None:
    folder = tmp_path / "my folder"
    folder.mkdir()
    with pytest.raises(UsageError) as caught:
        opener(folder)  # type: ignore[operator]
    words = shlex.split(caught.value.hint.partition(": ")[2])
    assert words[-2:] == ["--to", str(folder)]
    assert "--to" in OPTIONS[named_by(words[1:])]


def test_commands_are_written_by_one_function() -> None:
    """No text puts a folder or a name into a command itself."""
    written = re.compile(r"benchwright [a-z]+[^`\n]* X(?:/|\b)")
    faults = [
        f"{file}:{line}: {text}"
        for file, nodes in parsed().items()
        for line, text in texts_of(nodes)
        if written.search(text)
    ]
    assert faults == []
