"""What a page loses on its way into sources is counted by word and by block."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest
from selectolax.lexbor import LexborHTMLParser

PERF = Path(__file__).parents[2] / "perf"


def script(name: str) -> ModuleType:
    """A script of perf/, which is no package. Last on the path, for some are called as other packages are."""
    sys.path.append(str(PERF))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(PERF))


kept = script("words_kept")


def test_a_page_that_is_kept_whole_and_one_that_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    (tmp_path / "page.md").write_text(f"# Heading\n\nA *par*agraph with {words}.\n\n![A tower](no-such.png)\n")
    assert kept.measure(tmp_path, 5, "") == 1.0
    assert "100.000% of 66 words on 1 pages; 0 blocks in pieces" in capsys.readouterr().out


def test_a_drop_counts_as_the_element_that_it_begins() -> None:
    menu = "".join(f"<a>Page {number} of the site</a> " for number in range(40))
    tree = LexborHTMLParser(f"<nav><div>{menu}</div><p>End</p></nav><p>Said <b>o</b>ne two</p><p>three four</p>")
    quote = " ".join(tree.css_first("nav").text().split())[:200]
    (whole,) = kept.dropped_whole(tree, [quote])
    words = kept.words_of(whole)
    assert (len(words), words[-1]) == (40 * 5 + 1, "end")
    assert list(kept.broken_blocks(tree, [words, ["said", "one"], ["two", "three", "four"]])) == ["Said one two"]


def test_restructuredtext_is_stripped_of_markup_by_lines() -> None:
    text = """.. _label:

Title
=====

.. a comment
   of two lines

.. setting:: accept_content
   :default: json

   A :ref:`link <label>` and ``code`` and a `page <http://x.org>`_.

.. toctree::

   one

.. code-block:: python

   call()

End.
"""
    assert [kept.words_of(block) for block in kept.shown_rst(text)] == [
        ["title"],
        ["accept_content"],
        ["a", "link", "and", "code", "and", "a", "page"],
        ["call"],
        ["end"],
    ]
