"""Sources that are near a question and prove nothing."""

from __future__ import annotations

from pathlib import Path

from tests.support.listmade import passage

from benchwright.corpus.store import write_corpus
from benchwright.makers.lists.distractors import MOST, Distractors


def test_neither_what_proves_nor_what_names_an_answer(tmp_path: Path) -> None:
    told = ["Films directed by Ida.", "Films directed by Bob.", "Films that Ida directed name Old Heat.", "A recipe."]
    listed = [passage(f"p{number}", f"Page {number}", text) for number, text in enumerate(told)]
    listed += [passage(f"q{number}", f"More {number}", f"Films directed by {number}.") for number in range(MOST + 5)]
    corpus = write_corpus(tmp_path / "corpus", listed, [])
    found = Distractors(corpus).of("Which films were directed by Ida?", ["p0"], ["Old Heat"])
    assert len(found) == MOST
    assert not {"p0", "p2"} & set(found)
    assert found == Distractors(corpus).of("Which films were directed by Ida?", ["p0"], ["Old Heat"])
