"""Notebooks: cells in order, what code gave in its richest form, and what is not a notebook."""

import json
from pathlib import Path

import pytest

from benchwright.errors import ReadError
from benchwright.readers.base import Document, ImageBlock, InputFile, Limits, Paragraph, TableBlock
from benchwright.readers.notebook import read_notebook


def read(tmp_path: Path, notebook: object) -> Document:
    path = tmp_path / "oak_trees.ipynb"
    path.write_text(notebook if isinstance(notebook, str) else json.dumps(notebook), encoding="utf-8")
    (document,) = read_notebook(InputFile(path, path.name, tmp_path), Limits())
    assert isinstance(document, Document)
    return document


def test_cells_and_outputs(tmp_path: Path) -> None:
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    outputs = [
        {"output_type": "stream", "text": ["one\n", "two\n"]},
        {"output_type": "execute_result", "data": {"text/html": [table], "text/plain": "a b"}},
        {"output_type": "display_data", "data": {"image/png": "AAAA\n", "text/plain": "<Figure>"}},
        {"output_type": "error", "traceback": ["\x1b[31mOops", "line 1\x1b[0m"]},
    ]
    cells = [
        {"cell_type": "markdown", "source": ["# Oaks\n", "Old *trees*. <b>open"]},
        {"cell_type": "code", "source": "x = 1\nx", "outputs": outputs},
        {"cell_type": "raw", "source": "plain"},
        {
            "cell_type": "markdown",
            "source": "![An oak](attachment:o.png)",
            "attachments": {"o.png": {"image/png": "BBBB"}},
        },
    ]
    document = read(tmp_path, {"cells": cells, "metadata": {"language_info": {"name": "python"}}})
    texts = [document.text[b.start : b.end] for b in document.blocks if isinstance(b, Paragraph)]
    assert document.title == "Oaks"
    assert texts == ["Old trees. open", "x = 1\nx", "one\ntwo", "Oops\nline 1", "plain"]
    assert next(e.role for e in document.entries if e.kind == "code") == "python"
    assert [b.table.rows for b in document.blocks if isinstance(b, TableBlock)] == [(("1", "2"),)]
    assert [(b.target, b.alt) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("data:image/png;base64,AAAA", ""),
        ("data:image/png;base64,BBBB", "An oak"),
    ]


def test_old_notebooks(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Oaks"},
        {"cell_type": "code", "input": "x", "outputs": [{"output_type": "pyout", "text": "1"}]},
    ]
    document = read(tmp_path, {"worksheets": [{"cells": cells}]})
    assert (document.title, document.text) == ("Oaks", "Oaks\n\nx\n\n1")


@pytest.mark.parametrize("text", ["{", "[" * 100_000])
def test_what_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, text)
    assert caught.value.reason == "bad-json"


@pytest.mark.parametrize(
    "notebook", [[], {"cells": 3}, {"cells": [1, {"cell_type": "code", "source": 3, "outputs": {}}]}]
)
def test_odd_values_are_nothing(tmp_path: Path, notebook: object) -> None:
    assert read(tmp_path, notebook).text == ""
