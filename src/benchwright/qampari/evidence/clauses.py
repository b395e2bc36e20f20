"""How the mention stands in its clause, as named features: the cue that it depends on, what its parentheses hold, what
follows it, and whether "for" joins it to a prize."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.qampari.evidence.cues import Hit
from benchwright.qampari.evidence.reading import Reading, distance
from benchwright.qampari.evidence.tokens import listed

_EARNS = listed("earned garnered won received brought gained gave")
_REACH = 4.0  # words that may stand between a name and the word that governs it
_TOLD_AHEAD = 12


def placed(
    reading: Reading, own: Sequence[Hit], rivals: Sequence[Hit], prepositions: frozenset[str], person: bool
) -> dict[str, float]:
    """The features of a mention's place; `rivals` are cues of other relations, `prepositions` the hypothesis's, and
    `person` says that the mention names people."""
    return (
        _governed(reading, own, rivals)
        | _in_parentheses(reading, person)
        | {"owns": float(reading.words.folded[reading.mention[1] : reading.mention[1] + 2] == ["'", "s"])}
        | {"unanchored": float(reading.anchor is None)}
        | (_for_which(reading, own) if "for" in prepositions else {})
    )


def _governed(reading: Reading, own: Sequence[Hit], rivals: Sequence[Hit]) -> dict[str, float]:
    """Whether a cue of the relation is what the mention depends on: of all cues before it the nearest when lists are
    passed over ("directed by A and starring B , C and [D]")."""

    def nearest(hits: Sequence[Hit]) -> tuple[float, int]:
        before = [hit for hit in hits if not hit.weak and hit.end <= reading.mention[0]]
        return min(((distance(reading, hit, reading.mention), -hit.end) for hit in before), default=(99.0, 0))

    mine, theirs = nearest(own), nearest(rivals)
    return {"governed": float(mine[0] <= _REACH and mine <= theirs)}


def _in_parentheses(reading: Reading, person: bool) -> dict[str, float]:
    """Whether a year in parentheses follows, as behind a film, whether a person alone stands in parentheses, as an
    actor does behind a character, and whether they tell but the language of a name ("[French] : Gand")."""
    words, (first, last) = reading.words.folded, reading.mention
    after = words[last : last + 2]
    dated = after[:1] == ["("] and len(after) == 2 and after[1][:4].isdigit() and len(after[1]) >= 4
    alone = person and words[first - 1 : first] == ["("] and words[last : last + 1] == [")"]
    called = words[first - 1 : first] == ["("] and words[last : last + 1] in ([":"], ["pronunciation"])
    return {"dated": float(dated), "alone_in_parentheses": float(alone), "language_note": float(called)}


def _for_which(reading: Reading, own: Sequence[Hit]) -> dict[str, float]:
    """Whether "for" joins the cue and the mention: "nominated for her role in [A]", "[A] , for which he won", "[A] , a
    role that earned her"."""
    words, inside, (first, last) = reading.words.folded, reading.built.inside, reading.mention
    after = [words[at] for at in range(last, min(len(words), last + 2 * _TOLD_AHEAD)) if not inside[at]][:_TOLD_AHEAD]
    joined = " ".join(after)
    behind = any(told in joined for told in ("for which", "for whom")) or any(
        f"{link} {verb}" in joined for link in ("which", "that") for verb in _EARNS
    )
    before = False
    for hit in own:
        if hit.end <= first:
            links = [at for at in range(hit.end, first) if words[at] == "for"]
            before = before or any(
                reading.built.apart(at, first) <= _REACH and not any(reading.built.breaks[at:first]) for at in links
            )
    return {"for_which": float(behind), "for_before": float(before)}
