"""What users write for a retriever, right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon import ask, corpus_of, opened

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Query
from benchwright.evaluate.retrievers.spec import Spec, parse_spec, split_arguments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bm25", Spec("bm25")),
        (" bm25 ( k1=1.2 , b=0.75 ) ", Spec("bm25", ("k1=1.2", "b=0.75"))),
        ("dense", Spec("dense", ("wordllama",))),
        ("dense:st:intfloat/e5-large-v2", Spec("dense", ("st:intfloat/e5-large-v2",))),
        ("clip:clip-ViT-B-32", Spec("clip", ("clip-ViT-B-32",))),
        ("hybrid(bm25,dense:wordllama)", Spec("hybrid", ("bm25", "dense:wordllama"))),
        ("rerank(hybrid(bm25, random),org/model)", Spec("rerank", ("hybrid(bm25, random)", "org/model"))),
        ("http://h:1/a(b,c)?q=1", Spec("http", ("http://h:1/a(b,c)?q=1",))),
        ("mine=https://h/search", Spec("http", ("https://h/search",), "mine")),
        ("two words=oracle", Spec("oracle", (), "two words")),
        ("run:results", Spec("run", ("results",))),
        ("my_package.search:Retriever.retrieve", Spec("python", ("my_package.search:Retriever.retrieve",))),
        ("python:dense:wordllama", Spec("python", ("dense:wordllama",))),
    ],
)
def test_what_is_written_is_what_is_meant(text: str, expected: Spec) -> None:
    assert parse_spec(text) == expected


def test_a_run_file_is_known_by_its_ending(tmp_path: Path) -> None:
    for name in ("a.trec", "b.run", "c.txt.gz", "d=e.tsv"):
        (tmp_path / name).write_text("q Q0 d 1 1 s\n")
        assert parse_spec(str(tmp_path / name)) == Spec("run", (str(tmp_path / name),))


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "a retriever's name is empty", "known: bm25, clip, dense"),
        ("mb25", "unknown retriever 'mb25'", "did you mean 'bm25'?"),
        ("dens:wordllama", "unknown retriever 'dens'", "did you mean 'dense'?"),
        ("hybird(bm25,oracle)", "unknown retriever 'hybird'", "did you mean 'hybrid'?"),
        ("hybrid(bm25", "the brackets of 'hybrid(bm25' do not match", "hybrid(bm25,dense:wordllama)"),
        ("hybrid(bm25,random))(", "the brackets of 'hybrid(bm25,random))(' do not match", ""),
        ("hybrid(a)b(c)", "the brackets of 'hybrid(a)b(c)' do not match", ""),
        ("hybrid(bm25,,random)", "an argument of 'hybrid(bm25,,random)' is empty", "single commas"),
        ("hybrid()", "an argument of 'hybrid()' is empty", ""),
        ("hybrid(bm25)", "hybrid takes at least 2 arguments, not 1: 'hybrid(bm25)'", "write hybrid("),
        ("hybrid", "hybrid takes at least 2 arguments, not 0: 'hybrid'", ""),
        ("rerank(bm25)", "rerank takes 2 arguments, not 1: 'rerank(bm25)'", "write rerank("),
        ("oracle(1)", "oracle takes no argument, not 1: 'oracle(1)'", "write oracle"),
        ("clip:", "clip takes one argument, not 0: 'clip:'", "write clip:"),
        ("missing.trec", "there is no run file missing.trec", "check the path"),
        (" =bm25", "unknown retriever '=bm25'", "write name=what"),
        ("mine=", "unknown retriever 'mine='", "write name=what"),
        ("a/b=bm25", "unknown retriever 'a/b=bm25'", "the name without any of = : / ( ) ,"),
        ("x" * 300, "unknown retriever", "known: bm25"),
        ("(" * 9 + "bm25" + ")" * 9, "is too long or too deep", ""),
    ],
)
def test_a_mistake_is_one_line(text: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_spec(text)
    assert message in str(caught.value)
    assert hint in caught.value.hint
    assert "\n" not in caught.value.line()


def test_a_long_address_is_no_file_name() -> None:
    address = "http://127.0.0.1:8000/search?token=" + "a" * 300
    assert parse_spec(f"mine={address}") == Spec("http", (address,), "mine")


@given(st.text(alphabet="abm25(),:=./ dense", max_size=30))
def test_anything_is_read_or_refused_in_one_line(text: str) -> None:
    said = ""
    try:
        said = parse_spec(text).name
    except UsageError as error:
        said = error.line()
    assert said
    assert "\n" not in said


_PARTS = st.recursive(
    st.sampled_from(["bm25", "dense:wordllama", "x"]),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"f({','.join(parts)})"),
    max_leaves=8,
)


@given(st.lists(_PARTS, min_size=1, max_size=4))
def test_arguments_are_parted_where_they_were_joined(parts: list[str]) -> None:
    assert split_arguments(",".join(parts), "") == tuple(parts)


def test_a_name_that_its_user_gave_is_the_run_s(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "red apple"})
    run = ask(opened("mine=bm25", corpus), [Query("q", "apple")], 5)
    assert (run.name, run.described["retriever"]) == ("mine", "bm25")


def test_a_mistake_inside_brackets_is_told_too(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "red apple"})
    with pytest.raises(UsageError, match="unknown retriever 'orcale'"):
        opened("hybrid(bm25,orcale)", corpus)
