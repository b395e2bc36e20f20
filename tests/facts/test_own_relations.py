"""A user's own relations are read beside the lexicon's; each mistake is one line that says how to mend it."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import RelationsError
from benchwright.facts.own_relations import read_own
from benchwright.facts.relations import lexicon, lexicon_with

BURRS = "burrs:\n  subjects: [thing]\n  value: text\n  noun: burrs\n  headers: {thing: [burrs]}\n"


def _paths(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{'abc'[at]}.yaml" for at in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def test_a_new_relation_is_worded_from_its_noun_and_a_built_in_one_gets_words(tmp_path: Path) -> None:
    words = lexicon_with(read_own(_paths(tmp_path, BURRS, "area:\n  labels: [extent in all]\n")))
    assert words["burrs"].ask == ("What is the burrs of {s}?",)
    assert words.own_header("burrs") == ("thing", words["burrs"])
    assert words.by_label("Extent in all") is words["area"]
    assert words.own == {"burrs", "area"}
    assert "burrs" not in lexicon()
    assert read_own(_paths(tmp_path, BURRS, BURRS))  # twice the same


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            [BURRS + "  hedaers: {}\n"],
            "the relation 'burrs' has the unknown key 'hedaers' — did you mean 'headers'?",
        ),
        ([BURRS, BURRS.replace("text", "name")], "a.yaml and b.yaml define the relation 'burrs' differently"),
        ([BURRS, BURRS.replace("burrs:", "grinders:")], "a.yaml, b.yaml: ('thing', 'burrs') means both"),
        ([BURRS.replace("[thing]", "[machine]")], "subjects of the relation 'burrs' names the unknown type 'machine'"),
        ([BURRS.replace("value: text", "value: words")], "names the unknown type 'words'"),
        ([BURRS.replace("  noun: burrs\n", "")], "a.yaml: the relation 'burrs' lacks 'noun'"),
        ([BURRS + "  ask: ['What is {x}?']\n"], "has the unknown blank {x}"),
        ([BURRS + "  ask: ['What is {s?']\n"], "has a brace without its other half"),
        ([BURRS + "  several: maybe\n"], "must be true or false"),
        ([BURRS + "  labels: 7\n"], "must be a list of words"),
        (["area: {noun: size}\n"], "'area' is a built-in relation, and 'noun' cannot be changed"),
        ([BURRS.replace("burrs:", "default:", 1)], "'default' cannot name a relation"),
        (["- a\n"], "a.yaml: not a mapping of relations"),
        (["burrs:\n"], "the relation 'burrs' has no keys"),
        (["a: [\n"], "a.yaml, line 2: not YAML"),
    ],
)
def test_a_mistake_is_one_line_with_a_hint(tmp_path: Path, texts: list[str], message: str) -> None:
    with pytest.raises(RelationsError) as caught:
        read_own(_paths(tmp_path, *texts))
    assert message in caught.value.line()
    assert caught.value.hint
    assert "\n" not in caught.value.line()


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(RelationsError, match="cannot be read"):
        read_own([tmp_path / "none.yaml"])
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RelationsError, match="UTF-8"):
        read_own([tmp_path / "a.yaml"])


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["thing", "text", "{s}", "{", "", "burrs"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["thing", "x"]), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(["subjects", "value", "noun", "headers", "labels", "ask", "unit"]), _VALUES))
def test_any_entry_is_read_or_refused(entry: dict[str, object]) -> None:
    with suppress(RelationsError):
        assert lexicon_with((("a.yaml", json.dumps({"burrs": entry})),))["burrs"].noun
