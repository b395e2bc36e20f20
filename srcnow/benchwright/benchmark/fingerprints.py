"""Fingerprint what a benchmark was begun with, and say what has changed since: corpus, facts, plan, makers, styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from benchwright.records import Json, dump_line, fields_json

_GROUND = "+"


def maker_fingerprint(maker: str, ground: str) -> str:
    """A maker's fingerprint that also says what it stands on, "" for what is the same wherever the corpus is."""
    return f"{maker}{_GROUND}{ground}" if ground else maker


@dataclass(frozen=True, slots=True)
class InputFingerprints:
    """Fingerprints of what a benchmark was made from: the corpus, its facts, the settings of the plan (without counts
    and limits), the makers and the style files. `parts` has more detailed hashes from some makers, to say what
    changed."""

    corpus: str
    facts: str
    plan: Mapping[str, Any]
    makers: Mapping[str, str]
    styles: Mapping[str, str]
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def to_json(self) -> Json:
        whole = fields_json(self)
        whole |= {name: dict(sorted(whole[name].items())) for name in ("makers", "styles", "parts")}
        return {name: value for name, value in whole.items() if value or name != "parts"}

    def joined(self, before: InputFingerprints) -> InputFingerprints:
        """These pins, and those of makers and styles that only earlier runs used: their attempts are still there."""
        return replace(
            self,
            makers={**before.makers, **self.makers},
            styles={**before.styles, **self.styles},
            parts={**before.parts, **self.parts},
        )

    def drift_from(self, before: InputFingerprints) -> str:
        """What has changed since `before`, for a person; "" if nothing that matters. A maker or a style that was not
        used before is not drift: no attempt depends on it."""
        changes = []
        if self.corpus != before.corpus:
            changes.append("the corpus has changed")
        elif self.facts != before.facts:
            changes.append("the corpus' facts have changed")
        for key in sorted({*self.plan, *before.plan}):
            old, new = before.plan.get(key), self.plan.get(key)
            if old != new:
                changes.append(f"{key} was {dump_line(old)} and is {dump_line(new)}")
        above = bool(changes)
        for name in sorted(self.makers.keys() & before.makers.keys()):
            if before.makers[name] != self.makers[name] and name in self.parts:
                changes += self._part_changes(name, before, above)
            elif before.makers[name] != self.makers[name]:
                changes.append(_change(name, before.makers[name], self.makers[name]))
        for name in sorted(self.styles.keys() & before.styles.keys()):
            if before.styles[name] != self.styles[name]:
                changes.append(f"the style {name} is another version")
        return "; ".join(changes)

    def _part_changes(self, maker: str, before: InputFingerprints, above: bool) -> list[str]:
        """What changed of a maker that names its parts. `above`: an earlier change (another corpus, another plan)
        changes its fingerprint as well."""
        old, new = before.parts.get(maker), self.parts[maker]
        if old is None:
            return [] if above else [f"{' or '.join([*sorted(new), f'the rules of the maker {maker}'])} changed"]
        changed = sorted(part for part in new if part in old and old[part] != new[part])
        changes = [f"{' and '.join(changed)} changed"] if changed else []
        gone, come = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
        if gone and come:
            changes.append(f"{' and '.join(gone)} gave way to {' and '.join(come)}")
        return changes or ([] if above else [f"the maker {maker} is another version"])


def _change(maker: str, before: str, now: str) -> str:
    (old, _, old_ground), (new, _, new_ground) = before.partition(_GROUND), now.partition(_GROUND)
    if old != new:
        return f"the maker {maker} is another version"
    was, is_now = (f"approximate ({ground})" if ground else "exact" for ground in (old_ground, new_ground))
    return f"the neighbours of sources that {maker} draws by were {was} and are {is_now}"
