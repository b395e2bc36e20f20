"""Decide whether a text is English, since facts are read by English rules only.

Most texts are told by counting function words; only what that leaves open is given to a trained classifier.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

MIN_WORDS = 6
"""Fewer words than this are a name or a heading, and could be of any language."""

MAX_CHARACTERS = 600  # of a long text, its beginning: a language does not change so often

# Words that English uses all the time and most of its neighbours don't ("on", "me" or "so" are left out).
_ENGLISH = """
the of and to in is was an for with that by from which it its are were has been had this their his she they them these
those not or as at be but there when where who whose while through between into than would could
"""
# The same for the languages that a reader of English documents meets most: French, Spanish, Portuguese, Italian,
# German, Dutch, the Scandinavian languages, Polish, Czech, Turkish, Indonesian, Romanian, Catalan, Hungarian.
_FOREIGN = """
le la les des du une est et dans que qui pour sur avec par pas au aux ce cette el los las del una es en por con para su
se como más os da do dos das um uma não em na no il lo gli della di che per non nel sono der die das und den dem ein
eine einer ist nicht mit von im auf für auch sich het een van zijn niet voor ook met och att som är på det av og til
med ikke na się jest nie je ve bir bu ile yang dan dengan untuk dari și cu din els amb az egy és
"""
ENGLISH = frozenset(_ENGLISH.split())
FOREIGN = frozenset(_FOREIGN.split())

_WORD = re.compile(r"[^\W\d_]{2,}")  # formulas are full of single letters
_ASIDE = re.compile(r"\([^()]*\)")  # native names and dates of birth
_LATIN_END = "\u0250"  # letters from here on belong to other scripts (a few phonetic signs aside)


def is_english(text: str) -> bool | None:
    """True or False where it can be told; None for too few words (names, numbers, headings) or an open case.

    Only the first 600 characters are looked at, without what stands in parentheses. A text whose letters are mostly
    not Latin is not English, however short (Chinese has no spaces between words).
    """
    text = _ASIDE.sub(" ", text[:MAX_CHARACTERS])
    if not text.isascii():
        letters = [letter for letter in text if letter.isalpha()]
        if len(letters) >= 10 and 2 * sum(letter >= _LATIN_END for letter in letters) > len(letters):
            return False
    listed = _WORD.findall(text.lower())
    if len(listed) < MIN_WORDS:
        return None
    words = set(listed)
    english, foreign = len(words & ENGLISH) / len(words), len(words & FOREIGN) / len(words)
    if english >= 0.12 and english >= 3 * foreign:
        return True
    if foreign >= 0.15 and foreign >= 5 * english:
        return False
    return _classified(text, english, foreign)


def _classified(text: str, english: float, foreign: float) -> bool | None:
    """What the classifier says, if it is sure enough. Lists of foreign names mislead it, so that against English
    function words it must be surer, and with neither kind of word it needs to be nearly certain."""
    language, confidence = _identifier().classify(text)
    if language == "en":
        return True if confidence >= 0.3 or english > foreign else None
    needed = 0.6 if foreign > english else 0.95
    return False if confidence >= needed else None


@cache
def _identifier() -> LanguageIdentifier:
    """The classifier, loaded when the first open case comes (0.4 s, 80 MB)."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
