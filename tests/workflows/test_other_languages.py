"""Documents in another language: every source is refused and counted, and no question is made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.benchmark.store import Benchmark
from benchwright.errors import CorpusError, UsageError
from benchwright.workflows.facts import facts
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

TEXTS = {
    "german": "Der Fluss ist ein langer Strom im Norden des Landes und wurde im Jahr 1834 zum ersten Mal von einem "
    "Landvermesser kartiert, der ihn mit zwei Maultieren ganz abging. Er ist 1.245 Kilometer lang und das Wasser "
    "fließt in die Nordsee.",
    "japanese": "この川は国の北部を流れる長い川で、1834年に測量士が初めて地図に描いた。彼は二頭のラバと歩いた。" * 5,
    "chinese": "这条河流是该国北部的一条长河，1834年由一位测量员首次绘制地图，他带着两头骡子和一条链子走完了全程。" * 5,
}


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_another_language_is_refused_and_said_so(tmp_path: Path, language: str) -> None:
    (tmp_path / "river.txt").write_text(TEXTS[language], encoding="utf-8")
    ingest(tmp_path / "river.txt", tmp_path / "corpus")
    report = facts(tmp_path / "corpus", processes=1)
    assert (report.facts, report.refused) == (0, {"not English": 1})
    with pytest.raises(UsageError) as caught:
        generate(tmp_path / "corpus", tmp_path / "bench")
    read = f"read: 1 text; 0 facts; left out: 1 passage not English (1 document in {language.title()})"
    assert str(caught.value) == f"no question can be made from {tmp_path / 'corpus'} without a model; {read}"
    assert caught.value.hint is not None
    assert caught.value.hint.startswith(f"with a model: benchwright generate {tmp_path / 'corpus'} --writer ")
    assert not (tmp_path / "bench").exists()


def test_of_mixed_documents_the_english_ones_are_used_and_the_others_counted(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for language, text in TEXTS.items():
        (tmp_path / "docs" / f"{language}.txt").write_text(text, encoding="utf-8")
    english = "Most programs that we run today speak the Hypertext Transfer Protocol (HTTP). It is described in books. "
    (tmp_path / "docs" / "english.txt").write_text(english + "Every engineer has to know how it behaves. " * 5)
    (tmp_path / "docs" / "more.txt").write_text(TEXTS["german"].replace("1834", "1835"), encoding="utf-8")
    messages: list[str] = []
    report = generate(tmp_path / "docs", tmp_path / "bench", n=10, notify=messages.append)
    languages = "2 documents in German, 1 in Chinese, 1 in Japanese"
    assert f"left out: {languages}; without a model only English is used" in messages
    assert {one.sources for one in Benchmark.open(tmp_path / "bench").examples} == {("english.txt#p0",)}
    assert any(f"left out: 4 passages not English ({languages})" in line for line in report.advice)
    assert any("--writer" in line for line in report.advice)


def test_a_plan_without_a_writer_over_another_language_names_the_way_on(tmp_path: Path) -> None:
    (tmp_path / "river.txt").write_text(TEXTS["german"], encoding="utf-8")
    ingest(tmp_path / "river.txt", tmp_path / "corpus")
    (tmp_path / "plan.yaml").write_text("corpus: corpus\ncells: [{style: numerical, modalities: text, count: 1}]\n")
    with pytest.raises(CorpusError) as caught:
        generate(tmp_path / "plan.yaml", tmp_path / "bench")
    assert str(caught.value).endswith("1 document in German")
    assert caught.value.hint is not None
    assert caught.value.hint.endswith("name a writer in the plan")
