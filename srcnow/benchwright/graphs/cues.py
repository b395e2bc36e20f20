"""Checks the form of cues: the words by which a sentence states a relation.

A cue is one word or several, in any case; a star at the end of a word stands for any ending, or none ("direct*" finds
"director" and "directed", "film* by" finds "filmed by"). A cue is found as whole words only, whatever white space is
between them; `makers/lists/evidence/cues.py` finds them. Knows no relations.
"""

from __future__ import annotations

import re

MOST_CHARACTERS = 60
_CUE = re.compile(r"[^\W_]+(?:[-'’.&/][^\W_]+)*\.?\*?(?: [^\W_]+(?:[-'’.&/][^\W_]+)*\.?\*?)*")


def is_cue(text: str) -> bool:
    """Whether a text is one word or several, each with a star at most at its end."""
    return len(text) <= MOST_CHARACTERS and _CUE.fullmatch(text) is not None
