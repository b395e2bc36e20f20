"""CSV and LaTeX: the same numbers, escaped."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from summaries import summary

from benchwright.publish.csv_table import COLUMNS, csv_text
from benchwright.publish.latex_table import escaped, latex


def test_csv_has_a_row_a_cell_with_the_numbers_in_full() -> None:
    told = summary()
    rows = list(csv.DictReader(io.StringIO(csv_text(told))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == len(told.cells) == 4 * 8 * 35
    for row, cell in zip(rows, told.cells, strict=True):
        assert (row["system"], row["measure"]) == (cell.system, cell.measure)
        assert (row["style"], row["modalities"]) == (cell.slice.style, cell.slice.modalities)
        assert (int(row["n"]), int(row["clusters"])) == (cell.estimate.n, cell.estimate.clusters)
        shown = [float(row[name]) if row[name] else None for name in ("mean", "low", "high")]
        assert shown == [cell.estimate.mean, cell.estimate.low, cell.estimate.high]
        assert (row["sureness"], row["few"]) == (cell.estimate.sureness, str(int(cell.few)))


def test_no_name_is_a_formula() -> None:
    told = summary()
    text = csv_text(replace(told, cells=(replace(told.cells[0], system='=HYPERLINK("x")\nb'),)))
    assert text.splitlines()[1].startswith('"\'=HYPERLINK(""x"") b",recall@5,')


def test_the_latex_table_has_the_numbers_and_bold_only_where_a_lead_is_real() -> None:
    text = latex(summary())
    assert "hybrid(bm25,dense:wordllama) & 0.74 & 0.83 & 0.59 & 0.22 \\\\" in text
    assert "{\\scriptsize [0.67, 0.81]}" in text
    assert "random & 0.03$^{\\dagger}$" in text
    assert re.findall(r"\\textbf\{([^}]*)\}", text) == ["0.67"]
    assert "latency (s)" in text
    assert "0.031" in text


def test_every_row_has_as_many_columns() -> None:
    rows = [one for one in latex(summary()).splitlines() if one.endswith("\\\\")]
    assert len(rows) == 2 * (1 + 2 * 4)
    assert {one.count(" & ") for one in rows} == {4}
    assert latex(summary()).count("\\begin{") == latex(summary()).count("\\end{") == 2


def test_hostile_names_are_escaped() -> None:
    assert escaped("\\input{/etc/passwd} $x_1^2$ 50% & #~|<>\u202e") == (
        "\\textbackslash{}input\\{/etc/passwd\\} \\$x\\_1\\textasciicircum{}2\\$ 50\\% \\& "
        "\\#\\textasciitilde{}\\textbar{}\\textless{}\\textgreater{}\\textbackslash{}u202e"
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX is installed: the structure is tested above")
def test_the_latex_table_compiles(tmp_path: Path) -> None:
    page = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n" + latex(summary()) + "\\end{document}\n"
    (tmp_path / "page.tex").write_text(page, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0
