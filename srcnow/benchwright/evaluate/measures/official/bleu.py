"""BLEU-1 to BLEU-4 (Papineni et al., 2002), by the package pycocoevalcap, which PMAN's authors used.

`corpus_bleu` is the measure as it was published, over all texts at once. As a column of scores it is computed for each
question, and the mean of these is not the BLEU of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import partial
from io import StringIO

from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, needs_extra
from benchwright.evaluate.measures.official.rouge import EXTRA

ORDERS = (1, 2, 3, 4)
_TOKENS = re.compile(r"\w+|[^\w\s]")
_PAPER = "Papineni et al., 2002 (BLEU)"
_MISLEADS = "it is meant for whole corpora: values of single short answers are close to 0 or 1, and count words alone"


def split_tokens(text: str) -> str:
    """A text in lower case with each word and each sign between spaces."""
    return " ".join(_TOKENS.findall(text.lower()))


def corpus_bleu(
    texts: Sequence[str], references: Sequence[Sequence[str]]
) -> tuple[tuple[float, ...], list[list[float]]]:
    """BLEU of each order over all texts, and that of each text [order][text]. Texts are tokens with spaces between
    them; a text without tokens scores 0."""
    with needs_extra(EXTRA):
        from pycocoevalcap.bleu.bleu import Bleu

    wanted = {place: list(listed) for place, listed in enumerate(references)}
    given = {place: [text] for place, text in enumerate(texts)}
    with redirect_stdout(StringIO()):  # the package prints lengths
        overall, single = Bleu(4).compute_score(wanted, given, verbose=0)
    return tuple(float(value) for value in overall), [[float(value) for value in row] for row in single]


def _each(predictions: Sequence[Prediction], model: str = "", *, order: int) -> list[float]:
    texts = [split_tokens(one.text) for one in predictions]
    references = [[split_tokens(text) for text in one.references] for one in predictions]
    values = corpus_bleu(texts, references)[1][order - 1]
    return [min(1.0, value) for value in values]


BLEU_MEASURES = tuple(
    OfficialMeasure(
        f"BLEU-{order}",
        f"share of the answer's sequences of up to {order} words that a reference has, short answers punished",
        _PAPER,
        partial(_each, order=order),
        misleads=_MISLEADS,
    )
    for order in ORDERS
)
