"""The notebook and the page for Python run from their first line to their last, with the real frameworks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from page_code import run_page

import benchwright

EXAMPLES = Path(__file__).parents[2] / "examples"
COUNTRIES = Path(benchwright.__file__).parent / "demo" / "countries"


def test_the_notebook_ends_with_a_frame_of_the_scores_of_three_retrievers(tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for framework in ("langchain_core", "llama_index.core"):
        pytest.importorskip(framework)
    notebook = nbformat.read(EXAMPLES / "retrievers.ipynb", as_version=4)
    nbformat.validate(notebook)
    check = "import json; print(json.dumps(frame[frame.measure == 'recall@5'].set_index('system')['mean'].to_dict()))"
    notebook.cells.append(nbformat.v4.new_code_cell(check))
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    means = json.loads(notebook.cells[-1].outputs[-1].text)
    assert set(means) == {"langchain", "llama_index", "shared words", "bm25"}
    assert means["langchain"] == means["llama_index"] > 0  # the same vectors, compared by the cosine of both
    assert means["bm25"] > means["langchain"]
    shown = next(cell for cell in notebook.cells if cell.source.endswith("\nscores"))
    assert "<table>" in shown.outputs[-1].data["text/html"]
    assert "<table>" in notebook.cells[2].outputs[-1].data["text/html"]  # the benchmark


def test_every_block_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("langchain_core")
    (tmp_path / "manuals").mkdir()
    for path in sorted(COUNTRIES.glob("[a-c]*.md")):
        shutil.copy(path, tmp_path / "manuals")
    monkeypatch.chdir(tmp_path)
    made, lacking = run_page("python.md")
    assert lacking == []
    assert made["scores"].whole
