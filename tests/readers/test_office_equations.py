"""Equations of Office files: LaTeX where the converter is there, else one line that says the same."""

import importlib.util
from pathlib import Path

import pytest
from office_files import document, drops, items, word_parts, zipped

from benchwright.readers.discover import Input
from benchwright.readers.office import READER, equations
from benchwright.readers.read_task import IngestOptions, key_of

MEND = "equations that stand in one line; for LaTeX install the extra: pip install 'benchwright[office]'"
GAVE_UP = "equations that stand in one line: they could not be turned into LaTeX"


def letters(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def over(one: str, two: str) -> str:
    return f"<m:f><m:num>{letters(one)}</m:num><m:den>{letters(two)}</m:den></m:f>"


def maths(inside: str) -> str:
    return f"<m:oMath>{inside}</m:oMath>"


def said(folder: Path, *formulas: str) -> tuple[str, list[tuple[str, str, str]]]:
    body = "".join(f"<w:p><w:r><w:t>Take</w:t></w:r>{maths(one)}<w:r><w:t>so</w:t></w:r></w:p>" for one in formulas)
    found = items(folder, zipped(word_parts(body)))
    return document(found).text, drops(found)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Docling is not installed."""
    real = importlib.util.find_spec
    monkeypatch.setattr(equations, "find_spec", lambda name: None if name == "docling" else real(name))


def test_with_the_converter(tmp_path: Path) -> None:
    display = f"<w:p><m:oMathPara>{maths(over('a', 'b'))}</m:oMathPara></w:p>"
    body = f"<w:p><w:r><w:t>Take</w:t></w:r>{maths(over('a', 'b'))}</w:p>{display}<w:p>{maths('')}</w:p>"
    found = items(tmp_path, zipped(word_parts(body)))
    assert document(found).text == "Take $\\frac{a}{b}$\n\n$\\frac{a}{b}$"
    assert drops(found) == []


def test_one_that_the_converter_gives_up(tmp_path: Path) -> None:
    broken = f"<m:d><m:e>{letters('x y')}</m:e></m:d>"
    assert said(tmp_path, broken, over("a", "b")) == (
        "Take (x y) so\n\nTake $\\frac{a}{b}$ so",
        [("equation", f"1 {GAVE_UP}", "(x y)")],
    )


def test_one_that_is_too_large_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equations, "_LARGEST", 5)
    assert said(tmp_path, over("a", "b"), letters("x")) == (
        "Take ab so\n\nTake $x$ so",
        [("equation", f"1 {GAVE_UP}", "ab")],
    )


def part(name: str, text: str) -> str:
    return f"<m:{name}>{letters(text)}</m:{name}>"


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        (over("a", "b + 1"), "a/(b + 1)"),
        (f"{letters('E=')}<m:sSup>{part('e', 'mc')}{part('sup', '2')}</m:sSup>", "E=mc^2"),
        (f"<m:sSubSup>{part('e', 'x')}{part('sub', 'i+1')}{part('sup', '')}</m:sSubSup>", "x_(i+1)"),
        (f"<m:rad>{part('deg', '3')}{part('e', 'a+b')}</m:rad>", "3√(a+b)"),
        (
            f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>{part("e", "x")}{part("e", "y")}</m:d>',
            "[x|y",
        ),
        (
            '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>'
            f"{part('sub', 'i=1')}{part('sup', 'n')}{part('e', 'i')}</m:nary>",
            "∑_(i=1)^n i",
        ),
        (f"<m:bar>{part('e', 'x')}</m:bar>", "x\u0305"),
        (f"<m:func>{part('fName', 'sin')}{part('e', 'x')}</m:func>", "sin x"),
        (
            f"<m:m><m:mr>{part('e', '1')}{part('e', '0')}</m:mr><m:mr>{part('e', '0')}{part('e', '1')}</m:mr></m:m>",
            "1, 0; 0, 1",
        ),
    ],
)
def test_without_the_extra(tmp_path: Path, alone: None, formula: str, line: str) -> None:
    assert said(tmp_path, formula, letters("x")) == (
        f"Take {line} so\n\nTake x so",
        [("equation", f"2 {MEND}", line)],
    )


def test_without_the_extra_everything_else_is_the_same(tmp_path: Path, alone: None) -> None:
    found = items(tmp_path, zipped(word_parts("<w:p><w:r><w:t>Hello</w:t></w:r></w:p>")))
    assert document(found).text == "Hello"
    assert drops(found) == []


def test_what_was_read_without_the_extra_is_read_anew_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item = Input("a.docx", tmp_path / "a.docx", tmp_path, READER)
    key = key_of(item, IngestOptions(), "")
    assert key == key_of(item, IngestOptions(), "")
    monkeypatch.setattr(equations, "find_spec", lambda name: None)
    assert key != key_of(item, IngestOptions(), "")
