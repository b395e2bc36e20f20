"""The frame of the command line: exit codes, one line for a mistake, no traceback unless asked for."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright import __version__, cli
from benchwright.cli.command_group import group_parser
from benchwright.errors import LockedError, PlanError, StorageError


@pytest.fixture
def run_raising(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], int]:
    """Run `benchwright fails`, a command that raises what it is given."""

    def run(error: BaseException) -> int:
        def fails() -> int:
            raise error

        monkeypatch.setattr(cli, "PARSER", group_parser("benchwright", lambda: None, {"fails": fails}))
        return cli.main(["fails"])

    return run


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"benchwright {__version__}\n"


def test_without_a_command_the_help_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Usage: benchwright" in captured.err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["docter"], "error: No such command 'docter'. Did you mean 'doctor'? — see benchwright --help\n"),
        (["init"], "error: Missing argument 'DIR' — see benchwright init --help\n"),
        (
            ["init", "x", "--jsn"],
            "error: No such option: --jsn (Possible options: --json) — see benchwright init --help\n",
        ),
        (
            ["ledger", "stts"],
            "error: No such command 'stts'. Did you mean 'stats'? — see benchwright ledger --help\n",
        ),
        (["ledger", "stats"], "error: Missing argument 'BENCH' — see benchwright ledger stats --help\n"),
    ],
)
def test_misuse_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert cli.main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err == line
    assert captured.out == ""


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (PlanError("two\nlines", hint="mend it"), 2, "error: two lines — mend it\n"),
        (LockedError("in use"), 2, "error: in use\n"),
        (StorageError("disk full"), 2, "error: disk full\n"),
        (
            OSError(36, "File name too long", "aaa"),
            2,
            "error: aaa: File name too long — check the path, and that you may read it\n",
        ),
        (KeyboardInterrupt(), 130, "\nstopped; what was written is whole, and the same command continues\n"),
    ],
)
def test_errors_become_exit_codes(
    run_raising: Callable[[BaseException], int],
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    line: str,
) -> None:
    assert run_raising(error) == code
    assert capsys.readouterr().err == line


def test_debug_shows_where(run_raising: Callable[[BaseException], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_DEBUG", "1")
    with pytest.raises(PlanError):
        run_raising(PlanError("wrong"))


def test_a_bug_of_ours_keeps_its_traceback(run_raising: Callable[[BaseException], int]) -> None:
    with pytest.raises(ZeroDivisionError):
        run_raising(ZeroDivisionError())


@pytest.mark.parametrize("command", sorted(cli.COMMANDS))
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--help"]) == 0
    told = capsys.readouterr().out.replace("\n\n", " \n\n").replace("Examples:", "Example:")
    assert f"Example:\n    benchwright {command} " in told


GROUPED = [
    (name, one)
    for name, group in cli.COMMANDS.items()
    if isinstance(group, cli.CommandGroup)
    for one in sorted(group.commands)
]


@pytest.mark.parametrize(("group", "command"), GROUPED)
def test_every_command_of_a_group_has_help_with_an_example(
    group: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([group, command, "--help"]) == 0
    assert f"Example:\n    benchwright {group} {command} " in capsys.readouterr().out.replace("\n\n", " \n\n")


@pytest.mark.parametrize("group", sorted({group for group, _ in GROUPED}))
def test_a_group_without_a_command_shows_its_help(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([group]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"Usage: benchwright {group} " in captured.err


def test_help_loads_nothing_heavy() -> None:
    probe = (
        "import sys, benchwright.cli as cli; cli.main(['--help']);"
        "print(sorted({'numpy', 'pyarrow', 'pydantic', 'sqlite3', 'PIL', 'rich', 'jinja2', 'wordllama'}"
        " & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'import sys, time, benchwright.cli as cli; time.sleep(0.2);"
        ' sys.exit(cli.main(["--version"]))\' | true; echo ${PIPESTATUS[0]}',
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_a_closed_stream_is_no_traceback(stream: int, tmp_path: Path) -> None:
    """A service or a cron job may start a command so."""
    plan = tmp_path / "oak" / "plan.yaml"
    command = f"{sys.executable} -m benchwright init {plan.parent} {stream}>&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"wrote {plan}\n") is (stream != 1)
    assert plan.read_text("utf-8").startswith("#")


def test_ctrl_c_while_the_command_is_imported_ends_it_as_later(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.meta_path.insert(0, Stop())\n"
    )
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")]), *sys.path])
    for command in (
        ["-m", "benchwright"],
        ["-c", "import sys; from benchwright.__main__ import main; sys.exit(main())"],
    ):
        done = subprocess.run(
            [sys.executable, *command, "doctor"],
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_installed_command_is_the_module() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["scripts"] == {"benchwright": "benchwright.__main__:main"}
