"""Certificates come back as they were written, and anything else in their place is refused in one line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.judges.certificate_file import (
    Certificate,
    CertifiedBenchmark,
    CertifiedRate,
)

CERTIFICATE = Certificate(
    model="openai/judge-1",
    measure="faithfulness",
    prompt_sha256="ab" * 32,
    source="gold",
    benchmark=CertifiedBenchmark("demo", "cd" * 32),
    n_right=50,
    n_wrong=48,
    sensitivity=CertifiedRate(50, 0.94, 0.84, 0.98),
    specificity=CertifiedRate(46, 0.87, 0.74, 0.94),
    kappa=0.81,
    unparsed=2,
    issued="2026-11-23",
    served_by=("judge-1-0101",),
    details={"repeats": 3, "flips": {"share": 0.02}},
)


def test_a_certificate_comes_back_as_it_was_written(tmp_path: Path) -> None:
    CERTIFICATE.write(tmp_path / "one.json")
    assert Certificate.read(tmp_path / "one.json") == CERTIFICATE
    assert list(json.loads((tmp_path / "one.json").read_text()))[-1] == "details"


def test_a_rate_of_no_answers_has_no_value(tmp_path: Path) -> None:
    lone = replace(CERTIFICATE, n_wrong=0, specificity=CertifiedRate(0), kappa=None, details={})
    lone.write(tmp_path / "one.json")
    assert Certificate.read(tmp_path / "one.json").specificity == CertifiedRate(0, None, None, None)


@pytest.mark.parametrize("change", [{"value": 1.2}, {"low": -0.1}, {"n": -1}])
def test_a_rate_is_a_share(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="is to be a share"):
        replace(CertifiedRate(5, 0.5, 0.2, 0.8), **change)  # type: ignore[arg-type]


def test_it_covers_its_own_model_measure_and_prompt_only() -> None:
    assert CERTIFICATE.covers("openai/judge-1", "faithfulness", "ab" * 32)
    assert not CERTIFICATE.covers("openai/judge-2", "faithfulness", "ab" * 32)
    assert not CERTIFICATE.covers("openai/judge-1", "context-recall", "ab" * 32)
    assert not CERTIFICATE.covers("openai/judge-1", "faithfulness", "00" * 32)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "no certificate"),
        ("{", "is not JSON|Expecting"),
        ('{"kind": "scores"}', "no certificate"),
        ('{"kind": "judge-certificate", "version": 2}', "version 2"),
        ('{"kind": "judge-certificate", "version": 1, "model": "m"}', "measure"),
    ],
)
def test_what_is_no_certificate_is_refused_in_one_line(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "one.json").write_text(content)
    with pytest.raises(UsageError, match=said) as caught:
        Certificate.read(tmp_path / "one.json")
    assert "\n" not in caught.value.line()


def test_a_missing_file_and_a_rate_out_of_bounds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        Certificate.read(tmp_path / "none.json")
    wrong = CERTIFICATE.to_json()
    wrong["sensitivity"]["value"] = 7
    (tmp_path / "one.json").write_text(json.dumps(wrong))
    with pytest.raises(UsageError, match="sensitivity"):
        Certificate.read(tmp_path / "one.json")


def test_its_name_says_the_day_and_what_it_says() -> None:
    assert CERTIFICATE.name.startswith("certified 2026-11-23, ")
    assert CERTIFICATE.name != replace(CERTIFICATE, n_wrong=49).name
    assert "," not in replace(CERTIFICATE, issued="").name
