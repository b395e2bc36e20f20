"""Documents in another language: every source is refused and counted, and no question is made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.errors import CorpusError
from benchwright.workflows.facts import facts
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

TEXTS = {
    "german": "Der Fluss ist ein langer Strom im Norden des Landes und wurde im Jahr 1834 zum ersten Mal von einem "
    "Landvermesser kartiert, der ihn mit zwei Maultieren ganz abging. Er ist 1.245 Kilometer lang und das Wasser "
    "fließt in die Nordsee.",
    "chinese": "这条河流是该国北部的一条长河，1834年由一位测量员首次绘制地图，他带着两头骡子和一条链子走完了全程。" * 5,
}


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_another_language_is_refused_and_said_so(tmp_path: Path, language: str) -> None:
    (tmp_path / "river.txt").write_text(TEXTS[language], encoding="utf-8")
    ingest(tmp_path / "river.txt", tmp_path / "corpus")
    report = facts(tmp_path / "corpus", processes=1)
    assert (report.facts, report.refused) == (0, {"not English": 1})
    with pytest.raises(CorpusError) as caught:
        generate(tmp_path / "corpus", tmp_path / "bench")
    assert str(caught.value) == f"no fact was read in {tmp_path / 'corpus'}: 1 sources not English"
    assert caught.value.hint == "questions are made of English documents only"
    assert not (tmp_path / "bench").exists()
