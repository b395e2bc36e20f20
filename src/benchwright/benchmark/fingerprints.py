"""Fingerprint what a benchmark was begun with, and say what has changed since: corpus, facts, plan, makers, styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from benchwright.records import Json, dump_line

_GROUND = "+"


def maker_fingerprint(maker: str, ground: str) -> str:
    """A maker's fingerprint that also says what it stands on, "" for what is the same wherever the corpus is."""
    return f"{maker}{_GROUND}{ground}" if ground else maker


@dataclass(frozen=True, slots=True)
class InputFingerprints:
    """Fingerprints of the corpus and of its facts, the plan's settings (counts and limits aside), and by name the
    fingerprints of the makers and the hashes of the styles' files.

    `parts` has, of makers that tell it, hashes of what their fingerprints hold beside their own rules, each under what
    a person calls it ("the graph world"). They only say what changed: a benchmark that was begun without is the same.
    """

    corpus: str
    facts: str
    plan: Mapping[str, Any]
    makers: Mapping[str, str]
    styles: Mapping[str, str]
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {
            "corpus": self.corpus,
            "facts": self.facts,
            "plan": dict(self.plan),
            "makers": dict(sorted(self.makers.items())),
            "styles": dict(sorted(self.styles.items())),
            **({"parts": {name: dict(one) for name, one in sorted(self.parts.items())}} if self.parts else {}),
        }

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
        used before is no drift, for no attempt hangs on it."""
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
        for kind, old_ones, new_ones in (
            ("maker", before.makers, self.makers),
            ("style", before.styles, self.styles),
        ):
            for name in sorted({*old_ones, *new_ones}):
                if name in old_ones and name in new_ones and old_ones[name] != new_ones[name]:
                    if kind == "maker" and name in self.parts:
                        changes += self._part_changes(name, before, above)
                    else:
                        changes.append(_change(kind, name, old_ones[name], new_ones[name]))
        return "; ".join(changes)

    def _part_changes(self, maker: str, before: InputFingerprints, above: bool) -> list[str]:
        """What changed of a maker that tells its parts. `above`: what was told before (another corpus, another plan)
        changes its fingerprint as well."""
        old, new = before.parts.get(maker), self.parts[maker]
        if old is None:
            return [] if above else [f"{' or '.join([*sorted(new), f'the rules of the maker {maker}'])} changed"]
        changed = sorted(part for part in new if part in old and old[part] != new[part])
        told = [f"{' and '.join(changed)} changed"] if changed else []
        gone, come = sorted(old.keys() - new.keys()), sorted(new.keys() - old.keys())
        if gone and come:
            told.append(f"{' and '.join(gone)} gave way to {' and '.join(come)}")
        if told:
            return told
        return [] if above else [f"the maker {maker} is another version"]


def _change(kind: str, name: str, before: str, now: str) -> str:
    old, _, stood = before.partition(_GROUND)
    new, _, stands = now.partition(_GROUND)
    if old != new:
        return f"the {kind} {name} is another version"
    return f"the neighbours of sources that {name} draws by were {_found(stood)} and are {_found(stands)}"


def _found(ground: str) -> str:
    return f"approximate ({ground})" if ground else "exact"
