import dataclasses

import numpy as np
import pytest
from rankings import gold, question

from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measure_values import MeasureValues, scored
from benchwright.evaluate.modality_confusion import modality_confusion
from benchwright.evaluate.runs import RunHit, run_of
from benchwright.evaluate.summary import ModalityConfusion
from benchwright.records import Modalities, Modality

KINDS = {"p": Modality.TEXT, "t": Modality.TABLE, "i": Modality.IMAGE, "j": Modality.IMAGE}


def wanting(name, wanted, *sources):
    return dataclasses.replace(question(name, sources), modalities=Modalities.parse(wanted))


ASKED = gold(wanting("q1", "image", "i"), wanting("q2", "text", "p"), wanting("q3", "image", "j"))
MINE = run_of(
    "mine",
    [
        ("q1", [RunHit("p"), RunHit("i"), RunHit("t")]),
        ("q2", [RunHit("p")]),
        ("q3", [RunHit("j"), RunHit("i"), RunHit("gone")]),
    ],
)


def test_shares_by_hand():
    found = match_sources(MINE, ASKED, KINDS)
    told = modality_confusion(found, MINE, KINDS.get, 2, open_values=scored("recall@2", [1, 1, 0]))
    assert told == (
        ModalityConfusion("mine", 2, "image", 2, {"text": 1 / 4, "table": 0, "image": 3 / 4}, "recall@2", 0.5, None),
        ModalityConfusion("mine", 2, "text", 1, {"text": 1, "table": 0, "image": 0}, "recall@2", 1.0, None),
        ModalityConfusion("mine", 2, "all", 3, {"text": 2 / 5, "table": 0, "image": 3 / 5}, "recall@2", 2 / 3, None),
    )


def test_unknown_modalities_have_a_share_and_what_is_not_scored_has_no_mean():
    found = match_sources(MINE, ASKED, KINDS)
    part = MeasureValues("recall@3", np.array([0.5, 0, 0]), np.array([True, False, True]))
    image, text, _ = modality_confusion(
        found, MINE, KINDS.get, 3, open_values=part, known_values=scored("recall@3", [1, 1, 1])
    )
    assert image.shares == {"text": 1 / 6, "table": 1 / 6, "image": 1 / 2, "unknown": 1 / 6}
    assert (image.open, image.known) == (0.25, 1)
    assert (text.open, text.known) == (None, 1)


def test_nothing_returned_has_no_shares():
    mine = run_of("mine", [("q1", []), ("q2", [RunHit("p")])])
    image, text, everything = modality_confusion(
        match_sources(mine, ASKED, KINDS), mine, KINDS.get, 5, open_values=scored("m", [0, 1, 0])
    )
    assert image.shares == {}
    assert text.shares["text"] == everything.shares["text"] == 1
    with pytest.raises(ValueError, match="at least 1"):
        modality_confusion(match_sources(mine, ASKED, KINDS), mine, KINDS.get, 0, open_values=scored("m", [0, 1, 0]))
