"""The wheel, installed into empty environments: every Python that is found, its oldest and newest dependencies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OLDEST = 11
UV = Path(sys.executable).with_name("uv")
COUNTRIES = ROOT / "src" / "benchwright" / "demo" / "countries"


def _found() -> Iterator[tuple[int, str]]:
    """The minor version and path of each Python from 3.11 on, of PATH and of pyenv; the first of each version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for minor in range(OLDEST, 21):
        name = f"python3.{minor}"
        for path in (shutil.which(name), *map(str, sorted(pyenv.glob(f"3.{minor}.*/bin/{name}")))):
            if path and not subprocess.run([path, "-c", "import venv"], capture_output=True).returncode:
                yield minor, path
                break


PYTHONS = dict(_found()) or {sys.version_info.minor: sys.executable}
ENVIRONMENTS = [
    *(pytest.param((path, "highest"), id=f"3.{minor}") for minor, path in PYTHONS.items()),
    pytest.param((next(iter(PYTHONS.values())), "lowest-direct"), id=f"3.{min(PYTHONS)}, oldest dependencies"),
]


def run(*command: Path | str, cwd: Path, code: int = 0) -> str:
    """Standard output of a command that has to end with `code`, without variables that lead to this working copy."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BENCHWRIGHT", "VIRTUAL"))
    }
    done = subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True)
    assert done.returncode == code, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built out of the source distribution, so that this is whole, too."""
    folder = tmp_path_factory.mktemp("dist")
    run(UV, "build", "--quiet", "--out-dir", folder, ROOT, cwd=folder)
    assert len(list(folder.glob("benchwright-*.tar.gz"))) == 1
    (built,) = folder.glob("benchwright-*.whl")
    return built


@pytest.fixture(scope="session", params=ENVIRONMENTS)
def programs(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and pytest."""
    python, resolution = request.param
    place = tmp_path_factory.mktemp("environment") / "venv"
    run(UV, "venv", "--quiet", "--python", python, place, cwd=place.parent)
    wanted = ["--resolution", resolution, f"{wheel}[pytest]"]
    run(UV, "pip", "install", "--quiet", "--python", place / "bin" / "python", *wanted, cwd=place.parent)
    return place / "bin"


def test_from_documents_to_scores(programs: Path, tmp_path: Path) -> None:
    command = programs / "benchwright"
    assert run(command, "doctor", cwd=tmp_path).endswith("no faults\n")
    (tmp_path / "manuals").mkdir()
    for name in ("brazil", "canada", "chile", "egypt", "finland", "germany"):
        shutil.copy(COUNTRIES / f"{name}.md", tmp_path / "manuals")
    run(command, "ingest", "manuals", "--to", "corpus", cwd=tmp_path)
    run(command, "generate", "corpus", "-n", "50", "--to", "bench", cwd=tmp_path, code=1)  # fewer are varied
    retrievers = ["--retriever", "bm25", "--retriever", "dense:wordllama"]
    run(command, "evaluate", "retrieval", "bench", *retrievers, cwd=tmp_path)
    assert (tmp_path / "bench-scores" / "report.html").stat().st_size > 10_000
    (tmp_path / "test_search.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.benchwright('bench', retriever='bm25', at_least=0.01)\n"
        "def test_search(benchwright_bench):\n    assert len(benchwright_bench) > 3\n",
        "utf-8",
    )
    out = run(programs / "python", "-m", "pytest", "--strict-markers", "-q", cwd=tmp_path)
    assert "bm25 is not shown to be below 0.01 on recall@10: " in out


def test_the_recorded_demo_runs_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """As `pipx run` and `uvx` do it: no environment is named, none stays."""
    newest = list(PYTHONS.values())[-1]
    options = ["tool", "run", "--quiet", "--isolated", "--python", newest, "--from", str(wheel), "benchwright"]
    assert run(UV, *options, "--version", cwd=tmp_path) == f"benchwright {wheel.name.split('-')[1]}\n"
    run(UV, *options, "demo", "--recorded", "--to", "runs", cwd=tmp_path)
    assert list(tmp_path.glob("runs/*/examples.jsonl"))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    tops = {name.split("/")[0] for name in packed}
    assert tops == {"benchwright", f"benchwright-{wheel.name.split('-')[1]}.dist-info"}
    source = ROOT / "src"
    here = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in packed if name.startswith("benchwright/")} == here
