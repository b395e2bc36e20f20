"""Run the command line: one file a command group, all of them registered in `COMMANDS` below.

A command is a typed function. Its docstring is its help and ends with an example; it returns the exit code (0 did all
of what was asked, 1 a shortfall that it reported) and raises BenchwrightError for the rest. It imports its workflow
inside the function, so that `--help` stays fast: command modules import nothing heavy at the top.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Final

import typer

from benchwright.cli.browse import browse
from benchwright.cli.card import card
from benchwright.cli.command_group import CommandGroup, group_parser
from benchwright.cli.compare import compare
from benchwright.cli.demo import demo
from benchwright.cli.describe import describe
from benchwright.cli.doctor import doctor
from benchwright.cli.estimate import estimate
from benchwright.cli.evaluate_group import EVALUATE_GROUP
from benchwright.cli.export import export
from benchwright.cli.facts import facts
from benchwright.cli.generate import generate
from benchwright.cli.graph import GRAPH_GROUP
from benchwright.cli.importing import import_
from benchwright.cli.ingest import ingest
from benchwright.cli.init import init
from benchwright.cli.judge import JUDGE_GROUP
from benchwright.cli.ledger import LEDGER_GROUP
from benchwright.cli.output import note
from benchwright.cli.prompts import PROMPTS_GROUP
from benchwright.cli.report import report
from benchwright.cli.review import REVIEW_GROUP
from benchwright.cli.show import show
from benchwright.cli.split import split
from benchwright.cli.style import STYLE_GROUP
from benchwright.cli.validate import validate
from benchwright.errors import BenchwrightError

COMMANDS: Final[dict[str, Callable[..., int] | CommandGroup]] = {
    "demo": demo,
    "init": init,
    "ingest": ingest,
    "import": import_,
    "describe": describe,
    "facts": facts,
    "graph": GRAPH_GROUP,
    "generate": generate,
    "estimate": estimate,
    "show": show,
    "report": report,
    "browse": browse,
    "review": REVIEW_GROUP,
    "validate": validate,
    "split": split,
    "card": card,
    "evaluate": EVALUATE_GROUP,
    "compare": compare,
    "judge": JUDGE_GROUP,
    "export": export,
    "ledger": LEDGER_GROUP,
    "prompts": PROMPTS_GROUP,
    "style": STYLE_GROUP,
    "doctor": doctor,
}


def benchwright(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> int:
    """Build, check and measure evaluation benchmarks for multimodal RAG from your own documents.

    Exit code: 0 success; 1 a reported shortfall; 2 misuse.

    \b
    Example:
      benchwright ingest docs/ --to corpus && benchwright generate corpus -n 50 --to bench
    """
    if version:
        from benchwright import __version__

        print(f"benchwright {__version__}")
        raise typer.Exit(0)
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(2)
    return 0


PARSER: Final = group_parser("benchwright", benchwright, COMMANDS)
"""Typer's parser of the whole command line."""


_COMPLETION: Final = "_BENCHWRIGHT_COMPLETE"
"""What shells ask for in the environment, by the name that click and typer use: `source_bash` for the script that a
shell evaluates, `complete_bash` for what may come next."""


def _complete(instruction: str) -> int:
    """Answer a shell. Errors are not shown in the middle of a line that a user types."""
    from typer.completion import get_completion_inspect_parameters

    get_completion_inspect_parameters()  # registers the shells that typer knows
    try:
        PARSER.main(args=[], prog_name="benchwright", complete_var=_COMPLETION, standalone_mode=False)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return _fail(f"no shell asks for {instruction!r} — see docs/ci.md", 2)


def _fail(message: str, code: int) -> int:
    """Print an error as one line, without the line breaks of a parser's message."""
    note(f"error: {' '.join(message.split())}")
    return code


def _is_text(argument: str) -> bool:
    """Whether an argument is UTF-8: Python keeps other bytes as half surrogates, which no file of ours can hold."""
    return not any("\ud800" <= letter <= "\udfff" for letter in argument)


def _command_name(arguments: Sequence[str]) -> list[str]:
    """The words of the command that the arguments name, up to the first unknown one."""
    words = ["benchwright"]
    name = next((word for word in arguments if word in COMMANDS), "")
    command = COMMANDS.get(name)
    if command is not None:
        words.append(name)
    if isinstance(command, CommandGroup):
        words += [word for word in arguments[arguments.index(name) + 1 :][:1] if word in command.commands]
    return words


# What typer raises for a wrong command line: versions name its base differently, and all give BadParameter.
_MisuseError: type[typer.BadParameter] = next(base for base in typer.BadParameter.__mro__ if base.__base__ is Exception)


def _open_streams() -> None:
    """Give a command that was started with a standard stream closed (`>&-`) an empty one: the next file that is opened
    would take its number, and what is printed would go into that file."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)  # takes the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))


def _take_any_text() -> None:
    """Let no character stop a command: what the terminal's encoding lacks is shown as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. A user's mistake is one line on standard error; a traceback means a
    bug of ours, or BENCHWRIGHT_DEBUG=1 in the environment."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if argv is None and _COMPLETION in os.environ:
        return _complete(os.environ[_COMPLETION])
    _open_streams()
    _take_any_text()
    for argument in arguments:
        if not _is_text(argument):
            return _fail(f"{argument!r} is not UTF-8 — rename the file or the folder", 2)
    try:
        with PARSER.make_context("benchwright", arguments) as context:
            code = PARSER.invoke(context)
        sys.stdout.flush()
    except typer.Exit as stop:
        return stop.exit_code
    except BenchwrightError as error:
        if os.environ.get("BENCHWRIGHT_DEBUG") == "1":
            raise
        return _fail(error.line(), error.exit_code)
    except _MisuseError as error:  # an unknown command or option, a missing argument
        return _fail(f"{error.format_message().rstrip('.')} — see {' '.join(_command_name(arguments))} --help", 2)
    except BrokenPipeError:
        # The reader (`| head`) has gone. Python flushes standard output once more at exit: give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except UnicodeEncodeError as error:  # the folder that the command runs in, or a name inside a folder
        if os.environ.get("BENCHWRIGHT_DEBUG") == "1" or _is_text(error.object):
            raise
        return _fail(f"{error.object!r} is not UTF-8 — rename the file or the folder", 2)
    except OSError as error:
        # What the file system refuses in a place that has no better words for it: a name too long, a folder shut.
        if os.environ.get("BENCHWRIGHT_DEBUG") == "1":
            raise
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error} — check the path, and that you may read it", 2)
    except KeyboardInterrupt:
        print("\nstopped; what was written is whole, and the same command continues", file=sys.stderr)
        return 130
    return int(code or 0)
