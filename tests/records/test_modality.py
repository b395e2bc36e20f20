"""The notation of modalities."""

import pytest

from benchwright.records import Modalities, Modality


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("text", Modalities(text=1)),
        ("text+text", Modalities(text=2)),
        ("2text+image", Modalities(text=2, image=1)),
        ("table+text", Modalities(text=1, table=1)),
    ],
)
def test_modalities_parse(spec: str, expected: Modalities) -> None:
    assert Modalities.parse(spec) == expected


def test_modalities_are_written_in_one_order() -> None:
    assert str(Modalities.parse("image+2table+text")) == "text+2table+image"


@pytest.mark.parametrize("spec", ["", "video", "0text", "text-table", "text+"])
def test_modalities_refuse_anything_else(spec: str) -> None:
    with pytest.raises(ValueError, match="modalities"):
        Modalities.parse(spec)


def test_modalities_of_counts() -> None:
    assert Modalities.of([Modality.TABLE, Modality.TEXT, Modality.TABLE]) == Modalities(text=1, table=2)
