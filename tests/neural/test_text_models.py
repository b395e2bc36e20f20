"""BERTScore and BARTScore with tiny random models: the same numbers as by hand."""

from pathlib import Path

import pytest
from tests.support.tiny_models import save_bart, save_bert

from benchwright.errors import UsageError
from benchwright.evaluate.measures.official.bart_score import bart_score, fluency
from benchwright.evaluate.measures.official.bert_score import bert_score


def test_bert_score_pairs_tokens(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    model = str(save_bert(tmp_path / "bert"))
    text, reference = "the red bridge", "old blue tower flag"
    tokenizer, network = AutoTokenizer.from_pretrained(model), AutoModel.from_pretrained(model).eval()
    with torch.inference_mode():
        one, other = (
            torch.nn.functional.normalize(network(**tokenizer(words, return_tensors="pt")).last_hidden_state[0], dim=-1)
            for words in (text, reference)
        )
    similar = one @ other.T
    precision = similar.amax(1)[1:-1].mean().item()  # the first and the last token are marks
    recall = similar.amax(0)[1:-1].mean().item()
    wanted = 2 * precision * recall / (precision + recall)
    same, different, empty = bert_score([(text, text), (text, reference), ("", text)], model)
    assert (same, empty) == (pytest.approx(1.0, abs=1e-5), 0.0)
    assert different == pytest.approx(wanted, abs=1e-5)


def test_bart_score_is_the_mean_probability_of_the_tokens(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    model = str(save_bart(tmp_path / "bart"))
    given, wanted = "the old bridge", "red flag"
    tokenizer, network = AutoTokenizer.from_pretrained(model), AutoModelForSeq2SeqLM.from_pretrained(model).eval()
    labels = tokenizer(wanted, return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        loss = network(**tokenizer(given, return_tensors="pt"), labels=labels).loss
    alone = bart_score([(given, wanted)], model)
    padded = bart_score([(given, wanted), ("the the the the tower", "the old red lighthouse")], model)
    assert alone[0] == pytest.approx(torch.exp(-loss).item(), rel=1e-4)
    assert padded[0] == pytest.approx(alone[0], rel=1e-4)  # what it is computed beside changes nothing


def test_a_reference_is_fluent(tmp_path: Path) -> None:
    model = str(save_bart(tmp_path / "bart"))
    assert fluency([("red flag", ["the tower", "red flag"])], model) == [1.0]


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be opened"):
        bert_score([("a", "b")], str(tmp_path / "nothing"))
