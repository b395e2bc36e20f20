"""Find where English sentences end.

A stop ends a sentence if white space follows, and what stands before and after it does not speak against it: a known
abbreviation, an initial, a number that goes on, a small letter. Where both readings are possible (`the U.S. The law`),
a word that usually begins sentences decides. Rather one sentence too long than one cut in half: a passage must never
end inside a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Range = tuple[int, int]


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Always followed by a name or a number, so that a capital after them says nothing.
_TITLES = _words(
    "adm asst atty brig capt cdr cmdr col cpl dr drs esp fr gen gov hon insp lieut lt maj messrs mlle mme mr mrs "
    "ms msgr mt mts pfc pres prof profs rep reps rev rt sen sens sgt st ste supt vs v viz cf eg ie"
)
# Abbreviations that stand before a number or a lower-case word: they end a sentence only before a usual beginner.
_OPEN = _words(
    "al approx apr aug ave blvd bros ca cal calif chap co colo conn corp dec del dept dist ed eds ens esq est etc "
    "ext feb fla ft gal govt hr hrs in inc ill jan jr jul jun kg km lb lbs ltd mar mass max mi mich min minn misc "
    "mm mo nat no nos nov nr oct okla ore oz pa penn ph pl plc pop rd repr resp sec sep sept sp spp sq sr subsp "
    "syn tbsp tel temp tenn tex transl tsp univ va var vol vols wash wis yr yrs"
)
# Only before a digit or a letter label: "Fig. 3", "p. 12", "Eq. A".
_BEFORE_NUMBER = _words(
    "app art arts c ca ch chap chaps chs cl eq eqs ex fig figs fn no nos nr p par pp pt pts sec secs sect sects "
    "tab tabs vol vols"
)
# Abbreviations that are words or usual last words too: they go on only before a number.
_ALSO_WORDS = frozenset({"in", "no", "mar", "mass", "miss", "etc", "ill", "sun", "wash"})
_BEGINNERS = _words(
    "a after all although an and another any as at because before both but by during each even every few first "
    "for from he her here his how however if in instead it its later many meanwhile moreover most much my no nor "
    "not now of on once one only or other our she since so some still such that the their then there therefore "
    "these they this those though thus to today two under unlike until we what when where whether which while who "
    "why with within without yet you your"
)

_STOP = re.compile(
    r"""(?P<stop>[.!?…]+|[。！？])            # the stop itself
        (?P<close>(?:["'”’»)\]}*_]|\[\d+(?:,\s?\d+)*\])*)  # quotes, brackets and reference marks that belong to it
        (?P<gap>\s+|$|(?<=[。！？]))""",
    re.VERBOSE,
)
_WORD_BEFORE = re.compile(r"[^\s(\[{\"'“‘«—–/]+$")
_NEXT = re.compile(r"[\"'“‘«(\[{*_¿¡]*\s?([^\s]*)")
_BEFORE_NAMES = {"and", "as", "born", "by", "for", "from", "in", "of", "to", "under", "with"}
_INITIAL = re.compile(r"[^\W\d_]\.$")
_DOTTED = re.compile(r"^(?:[^\W\d_]\.)+[^\W\d_]$")
_LONGEST_WORD = 40


def sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[Range]:
    """The sentences of `text[start:end]` as (start, end) in code points, white space around them taken off.

    Together they hold every other character exactly once, in order."""
    end = len(text) if end is None else end
    begin = _skip_space(text, start, end)
    for match in _STOP.finditer(text, begin, end):
        if match.start() < begin:
            continue
        after = match.end()
        if after >= end:
            break
        if _ends(text, match, begin, end):
            yield begin, match.end("close")
            begin = _skip_space(text, after, end)
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        yield begin, end


def _skip_space(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _ends(text: str, match: re.Match[str], begin: int, end: int) -> bool:
    """Whether the stop that `match` found ends the sentence that began at `begin`."""
    stop = match["stop"]
    if stop in "。！？":
        return True
    following = _NEXT.match(text, match.end(), end)
    word = following[1] if following else ""
    if not word:
        return True
    if word[0].islower():
        # "Yahoo! is", "... and so on": no English sentence begins small, but for names such as pH and iPhone.
        return any(letter.isupper() for letter in word[1:3]) and stop != "…"
    if "!" in stop or "?" in stop or len(stop) > 1:
        return True
    found = _WORD_BEFORE.search(text, max(begin, match.start() - _LONGEST_WORD), match.start())
    before = found[0] if found else ""
    if match["close"] and not match["close"].startswith((")", "]")):
        return True
    return _ends_after(before, word, text, begin, match.start())


def _ends_after(before: str, word: str, text: str, begin: int, at: int) -> bool:
    """Whether a single full stop between the words `before` and `word` (which is not small) ends a sentence."""
    key = before.lower()
    plain = word.rstrip(".,;:!?)\"'”’").lower()
    if key in _TITLES or key in {"e.g", "i.e"}:
        return False
    if key in _BEFORE_NUMBER and (word[0].isdigit() or (len(plain) == 1 and plain.isalpha())):
        return False
    beginner = plain in _BEGINNERS
    if key in _OPEN:
        return beginner or (key in _ALSO_WORDS and not word[0].isdigit())
    if len(before) == 1 and before.isalpha():
        # "J. Smith" goes on, "vitamin C. It" and "vitamin C. Fruit" do not: an initial follows a name or begins.
        earlier = text[begin : at - 1].rstrip()
        if not before.isupper() or beginner:
            return True
        last = earlier.rsplit(maxsplit=1)[-1] if earlier else ""
        return not (
            last == "" or last[:1].isupper() or last.endswith(".") or last in _BEFORE_NAMES or _INITIAL.match(word)
        )
    if _DOTTED.match(before):
        return beginner
    # "1. First point": a number that begins the sentence is a label.
    return not (at - len(before) == begin and before.isdigit() and len(before) <= 3)
