"""Files for tools that judge answers: Inspect, ragas, DeepEval, promptfoo."""

from __future__ import annotations

import json
from pathlib import Path

import jinja2
from exported import EXAMPLES, PICTURES, asked, benchmark, records, said
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.publish.export.promptfoo import quoted
from benchwright.records import Answer
from benchwright.workflows.export import export


def test_inspect_tells_wordings_of_one_answer_from_several_answers(tmp_path: Path) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "inspect")
    samples = records(tmp_path / "out/test.jsonl")
    assert [one["id"] for one in samples] == [one.id for one in EXAMPLES]
    assert (samples[0]["target"], samples[2]["target"]) == (["a disease", "disease"], "elm; yew")
    assert samples[2]["metadata"]["undecided"] == ["beech"]
    assert samples[0]["metadata"]["evidence"][0][0][0]["start"] == 21
    (notes,) = samples[4]["metadata"]["sources"]
    assert (notes["text"], notes["title"], notes["passed_on"]) == ("", "Notes", False)
    shown = samples[5]["metadata"]["sources"][0]
    assert (tmp_path / "out" / shown["image"]).read_bytes() == PICTURES["green"]


def test_ragas_has_references_and_their_contexts(tmp_path: Path) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "ragas")
    samples = records(tmp_path / "out/test.jsonl")
    assert samples[3] == {
        "user_input": "How old is the tree of churchyards?",
        "reference": "2000",
        "reference_contexts": [
            "Yew\nThe yew stands in churchyards.",
            "Trees — Ages\nTree | Years\nElm | 300\nYew | 2000",
        ],
        "reference_context_ids": ["yew", "ages"],
        "query_style": "multi-hop",
    }
    assert samples[4]["reference_contexts"] == []
    assert samples[4]["reference_context_ids"] == ["our notes"]


def test_deepeval_has_goldens(tmp_path: Path) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "deepeval")
    goldens = json.loads((tmp_path / "out/test.json").read_text("utf-8"))
    assert [one["input"] for one in goldens] == [one.question for one in EXAMPLES]
    assert goldens[0]["source_file"] == "Elm.md"
    assert goldens[3]["source_file"] is None
    assert goldens[3]["additional_metadata"]["documents"] == ["Yew.md", "Trees.md"]
    assert goldens[2]["expected_output"] == "elm; yew"


def test_promptfoo_asks_for_each_answer_in_any_wording(tmp_path: Path) -> None:
    file = asked("f", "file://etc/passwd", "compound", [Answer("x", (), ((said("elm", "a disease"),),))])
    report = export(benchmark(tmp_path, [*EXAMPLES, file]), tmp_path / "out", "promptfoo")
    assert report.left_out == {"names-a-file": 1}
    tests = records(tmp_path / "out/test.jsonl")
    assert tests[0]["assert"] == [{"type": "icontains-any", "value": ["a disease", "disease"]}]
    assert [one["value"] for one in tests[2]["assert"]] == [["elm"], ["yew"]]
    assert all(isinstance(value, str) for one in tests for value in one["vars"].values())  # a list would be many tests
    config = (tmp_path / "out/promptfooconfig.yaml").read_text("utf-8")
    assert "tests: file://test.jsonl" in config


@example("{}}")
@given(st.text(st.sampled_from("{}%#'\"a \\x"), max_size=12) | st.text(st.characters(exclude_characters="\r")))
def test_a_template_renders_words_as_they_are(text: str) -> None:
    """Nunjucks has Jinja's marks."""
    environment = jinja2.Environment(keep_trailing_newline=True, autoescape=False)
    assert environment.from_string(quoted(text)).render() == text
