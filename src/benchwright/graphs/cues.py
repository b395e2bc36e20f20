"""The cue words of a relation: by which words a sentence is known to tell it.

A cue is one word or several, in any case; a star at the end of a word stands for any ending, or none ("direct*" finds
"director" and "directed", "film* by" finds "filmed by"). A cue is found as whole words only, whatever white space is
between them. Knows no relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_CHARACTERS = 60
_CUE = re.compile(r"[^\W_]+(?:[-'’.&/][^\W_]+)*\.?\*?(?: [^\W_]+(?:[-'’.&/][^\W_]+)*\.?\*?)*")


def is_cue(text: str) -> bool:
    """Whether a text is one word or several, each with a star at most at its end."""
    return len(text) <= MOST_CHARACTERS and _CUE.fullmatch(text) is not None


def cue_pattern(cues: Iterable[str]) -> re.Pattern[str] | None:
    """One pattern for all of a relation's cues, None if it has none. Longer cues are tried first, so that a match is
    the longest that begins where it does."""
    told = sorted({cue.casefold() for cue in cues}, key=lambda cue: (-len(cue), cue))
    if not told:
        return None
    parts = (r"\s+".join(_word(word) for word in cue.split(" ")) for cue in told)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def _word(word: str) -> str:
    return re.escape(word[:-1]) + r"\w*" if word.endswith("*") else re.escape(word)
