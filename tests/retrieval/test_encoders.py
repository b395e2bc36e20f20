"""Encoders: unit vectors that depend on their own text alone."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import BenchwrightError, MissingExtraError, UsageError
from benchwright.plan import read_plan
from benchwright.plan.encoder import encoder_of
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.encoders.base import E5, checked_rows, folder_name, parse_encoder, unit_rows
from benchwright.retrieval.encoders.remote import RemoteEncoder

TEXTS = [
    "Nairobi is the capital of Kenya.",
    "",
    "The capital city of Kenya is Nairobi",
    "Enzymes are proteins that catalyse reactions. " * 50,
]


def test_wordllama_gives_unit_rows_whatever_the_batch() -> None:
    encoder = get_encoder("wordllama")
    together = encoder.encode(TEXTS * 20)
    assert together.shape == (80, encoder.dimensions)
    assert together.dtype == np.float32
    assert np.array_equal(together[:4], together[-4:])
    for row, text in enumerate(TEXTS):
        assert np.array_equal(encoder.encode([text])[0], together[row])
    lengths = np.linalg.norm(together[:4], axis=1)
    assert lengths == pytest.approx([1, 0, 1, 1], abs=1e-6)
    assert together[0] @ together[2] > 0.8 > 0.3 > together[0] @ together[3]
    assert encoder.encode([]).shape == (0, 256)


def test_wordllama_agrees_with_its_own_pooling() -> None:
    encoder = get_encoder("wordllama")
    ours = encoder.encode([TEXTS[0]])[0]
    model = encoder._model  # type: ignore[attr-defined]
    assert ours == pytest.approx(model.embed([TEXTS[0]], norm=True)[0], abs=1e-6)


def test_unknown_encoder_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="wordlama") as caught:
        get_encoder("wordlama")
    assert "wordllama" in caught.value.hint


def test_unit_rows_by_hand() -> None:
    assert unit_rows(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist() == [
        [pytest.approx(0.6), pytest.approx(0.8)],
        [0, 0],
    ]


def test_wordllama_makes_no_difference_of_roles() -> None:
    encoder = get_encoder("wordllama")
    assert np.array_equal(encoder.encode(TEXTS, "query"), encoder.encode(TEXTS))


@pytest.mark.parametrize(
    ("name", "family", "model", "mark", "revision"),
    [
        ("wordllama", "registered", "wordllama", "", ""),
        ("st:org/name", "st", "org/name", "", ""),
        ("st:org/name@v1.2#plain", "st", "org/name", "plain", "v1.2"),
        ("st:/a folder/x@y#z/m", "st", "/a folder/x@y#z/m", "", ""),
        ("openai/text-embedding-3-small", "remote", "openai/text-embedding-3-small", "", ""),
        ("openai-compatible/org/m:latest#e5", "remote", "openai-compatible/org/m:latest", "e5", ""),
    ],
)
def test_names_are_taken_apart(name: str, family: str, model: str, mark: str, revision: str) -> None:
    found = parse_encoder(name)
    assert (found.family, found.model, found.mark, found.revision) == (family, model, mark, revision)


@pytest.mark.parametrize(
    ("name", "said", "hint"),
    [
        ("intfloat/e5-large-v2", "unknown encoder", "is st:intfloat/e5-large-v2"),
        ("anthropic/claude", "anthropic has no embeddings", "openai-compatible"),
        ("clip:clip-ViT-B-32", "is a retriever", "st:clip-ViT-B-32"),
        ("openai/", "names no model", "st:ORG/NAME"),
        ("st:", "names no model", "st:ORG/NAME"),
        ("st:a/b#fast", "'fast' is not a way to prefix", "e5, plain"),
        ("wordlama", "unknown encoder 'wordlama'", "did you mean 'wordllama'"),
        ("", "unknown encoder ''", "st:MODEL"),
    ],
)
def test_names_that_no_encoder_has(name: str, said: str, hint: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        parse_encoder(name)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("name", "prefixes"),
    [
        ("st:intfloat/e5-large-v2", E5),
        ("st:intfloat/multilingual-e5-small", E5),
        ("st:/models/E5_base", E5),
        ("openai-compatible/intfloat/e5-large-v2", E5),
        ("st:mine/tuned#e5", E5),
        ("st:intfloat/e5-large-v2#plain", ("", "")),
        ("st:intfloat/e5-mistral-7b-instruct", None),
        ("st:intfloat/multilingual-e5-large-instruct", None),
        ("st:org/made5-base", None),
        ("st:all-MiniLM-L6-v2", None),
    ],
)
def test_e5_is_known_by_its_name(name: str, prefixes: tuple[str, str] | None) -> None:
    assert parse_encoder(name).prefixes == prefixes


def test_folder_names_by_hand() -> None:
    assert folder_name("wordllama") == "wordllama"
    # The twelve digits are the beginning of the name's SHA-256.
    assert folder_name("st:intfloat/e5-large-v2") == "st-intfloat-e5-large-v2-985de11f9e35"
    assert re.fullmatch(r"etc-passwd-[0-9a-f]{12}", folder_name("../../etc/passwd"))
    assert re.fullmatch(r"encoder-[0-9a-f]{12}", folder_name("..."))
    assert folder_name("St") != folder_name("st")


@given(st.lists(st.text(min_size=1), min_size=2, max_size=6))
def test_folder_names_are_safe_and_never_shared(names: list[str]) -> None:
    again = [*names, *map(folder_name, names)]  # a name may look like another one's folder
    folders = {name: folder_name(name) for name in again}
    assert len(set(folders.values())) == len(folders)
    for folder in folders.values():
        assert re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,99}", folder)
        assert len({one.casefold() for one in folders.values()}) == len(folders)


def test_rows_that_are_none_are_refused() -> None:
    rows = np.ones((2, 3), dtype=np.float32)
    assert checked_rows(rows, 2, "x") is rows
    with pytest.raises(BenchwrightError, match=r"shape \(2, 3\) for 3 texts"):
        checked_rows(rows, 3, "x")
    rows[1, 1] = np.inf
    with pytest.raises(BenchwrightError, match="for 1 of 2 texts"):
        checked_rows(rows, 2, "x")


def test_the_extra_is_asked_for_when_the_name_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.retrieval.encoders.sentence_transformers.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="st:org/name needs the extra 'neural'") as caught:
        get_encoder("st:org/name")
    assert "pip install 'benchwright[neural]'" in caught.value.hint


def test_a_plan_says_where_its_encoder_is(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "corpus: c\nencoder: openai-compatible/m#e5\n"
        "models:\n  openai-compatible/m: {base_url: 'http://127.0.0.1:9/v1'}\n"
        "cells:\n  - {style: numerical, count: 1}\n"
    )
    encoder = encoder_of(read_plan(plan))
    assert isinstance(encoder, RemoteEncoder)
    assert encoder.identity.startswith("openai-compatible/m at ")
    assert encoder.identity.endswith(" prefixes ('query: ', 'passage: ')")
    plan.write_text("corpus: c\nencoder: st:/no/such/folder\ncells:\n  - {style: numerical, count: 1}\n")
    with pytest.raises((UsageError, MissingExtraError)):
        encoder_of(read_plan(plan))
