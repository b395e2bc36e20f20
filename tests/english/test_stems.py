from __future__ import annotations

from benchwright.english.stems import stem, stemmer


def test_stems() -> None:
    assert [stem(word) for word in ("mutation", "mutate", "Mutating", "bones", "cell")] == [
        "mutat",
        "mutat",
        "mutat",
        "bone",
        "cell",
    ]


def test_one_stemmer_for_each_algorithm() -> None:
    assert stemmer("porter") is stemmer("porter")
    assert stemmer("porter")("generically") == "gener"
    assert stemmer()("generically") == "generic"
