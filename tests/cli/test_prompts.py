"""`benchwright prompts`: what a model would see, and what a style leaves open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from injections import WORDS

from benchwright.cli import main
from benchwright.corpus.store import write_corpus
from benchwright.prompts.prompt import PROMPTS
from benchwright.records import Image, Modality, Place, Source, Table


def test_prompts_and_styles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompts", "list"]) == 0
    out = capsys.readouterr().out
    assert "  same_answer  says whether a candidate answer is the reference answer\n" in out
    assert "    3 worked examples without images, 3 with; additional checks: arithmetic\n" in out
    assert main(["prompts", "list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found["prompts"]] == list(PROMPTS)
    assert {one["name"]: one["checks"] for one in found["styles"]}["multi-hop"] == ["hops"]


@pytest.mark.parametrize("task", PROMPTS)
def test_every_prompt_is_shown_with_sources_that_stand_in(task: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompts", "show", "multi-hop", "--task", task, "--modalities", "text+image"]) == 0
    shown = capsys.readouterr()
    assert shown.out.rstrip().splitlines()[0] in ("[system]", "[user]")
    assert shown.err.startswith(f"prompt {task}, style multi-hop over text+image: temperature ")
    without = ("entity", "hop_to", "same_answer", "paraphrase", "repair", "relation", "hop_join", "describe_table")
    without += ("judge_reference", "nuggets", "nugget_support")
    pictures = {"write": 2, "hop_first": 2, "hop_about": 2, **dict.fromkeys(without, 0)}
    assert shown.out.count("[image: 0000000000000000...]") == pictures.get(task, 1)


def test_what_a_style_asks_of_its_writer_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompts", "show", "numerical", "--modalities", "text+table", "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert (seen["prompt"], seen["examples"], seen["checks"]) == ("write", 1, ["arithmetic"])
    assert len(seen["messages"]) == 1 + 2 * 1 + 1
    system = seen["messages"][0]["parts"][0]["text"]
    assert "`expression`: the calculation" in system
    assert "`halves`" not in system
    assert "Of an image, ask" not in system
    last = seen["messages"][-1]["parts"][0]["text"]
    assert "Requirement: exactly 1 text passage and 1 table, 2 sources in all. Write one" in last
    assert last.count("<source S") == 4


def corpus(folder: Path) -> Path:
    table = Table((("Year", "GWh"),), (("2019", "41"),))
    image = Image("ab" * 32, "png", 4, 4, caption="The Orrin barrage")
    sources = [
        Source("p0", Modality.TEXT, "Heron", "The heron stands. " * 20, Place("d")),
        Source("p1", Modality.TEXT, "Orrin barrage", WORDS["end of a source with a code"], Place("d")),
        Source("p2", Modality.TEXT, "The Orrin", "A river.", Place("d")),
        Source("t0", Modality.TABLE, "Orrin output", "Orrin output\nYear | GWh\n2019 | 41", Place("d"), table=table),
        Source("t1", Modality.TABLE, "Tolls", "Tolls\nYear | GWh\n2019 | 41", Place("d"), table=table),
        Source("i0", Modality.IMAGE, "Orrin barrage", "The Orrin barrage", Place("d"), image=image),
    ]
    write_corpus(folder, sources, images={image.file: b"png"})
    return folder


def test_sources_are_drawn_from_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["prompts", "show", "compound", "--modalities", "text+table", "--corpus", str(corpus(tmp_path / "c"))]
    assert main([*words, "--seed", "1"]) == 0
    first = capsys.readouterr().out
    assert "Title: Orrin output\nYear | GWh\n2019 | 41\n</source S" in first
    assert main([*words, "--seed", "1"]) == 0
    assert capsys.readouterr().out == first
    verify = ["prompts", "show", "information-extraction", "--modalities", "image", "--task", "verify"]
    assert main([*verify, *words[5:]]) == 0
    assert f"[image: {'ab' * 8}...]\n</source S1 code=" in capsys.readouterr().out


def test_a_corpus_with_too_little_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(corpus(tmp_path / "c"))
    assert main(["prompts", "show", "compound", "--modalities", "text+image", "--corpus", place]) == 2
    assert (
        "has too few sources of the kind image: 1 — 2 are needed; ask for other --modalities" in capsys.readouterr().err
    )


def test_what_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["numercal"], "unknown style 'numercal' — did you mean 'numerical'?"),
        (["numerical", "--task", "wrte"], "unknown prompt 'wrte' — did you mean 'write'?"),
        (
            ["numerical", "--modalities", "image"],
            "style numerical cannot have the modalities 'image' — it allows text, ",
        ),
        (["numerical", "--modalities", "film"], "'film' is not a list of modalities"),
        (["no-such.yaml"], "style file no-such.yaml cannot be read"),
    ):
        assert main(["prompts", "show", *words]) == 2
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_a_style_without_examples_or_checks_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dates.yaml"
    path.write_text("name: dates\ndescription: When.\nrules: [It is a year.]\nmodalities: [text]\n", encoding="utf-8")
    assert main(["prompts", "show", str(path)]) == 0
    shown = capsys.readouterr()
    assert "style dates has no worked examples: add shots to its file for better questions\n" in shown.err
    assert "this style adds no checks\n" in shown.err
    assert "# The style: dates\nWhen.\n- It is a year.\n" in shown.out
    assert shown.out.count("[user]") == 1
