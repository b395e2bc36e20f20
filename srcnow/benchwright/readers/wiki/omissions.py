"""What did not become text is counted over a whole wiki dump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchwright.records import Drop, Json

_NAMED = 50
_SHOWN = 8


@dataclass(slots=True)
class Omissions:
    """Counts over a whole input. They go into every mark, so that a continued run reports the same in the end."""

    counts: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)
    elements: Counter[str] = field(default_factory=Counter)
    pictures: list[str] = field(default_factory=list)

    def templates_left_out(self, templates: Counter[str]) -> None:
        """Templates of one page that gave no text."""
        self.counts["templates"] += templates.total()
        self.templates.update(templates)

    def picture(self, name: str) -> None:
        """A picture that does not lie beside the input."""
        self.counts["pictures"] += 1
        if len(self.pictures) < _SHOWN:
            self.pictures.append(name[:200])

    def drops(self, name: str) -> Iterator[Drop]:
        """One drop or notice for each kind that there was."""
        often = _often(self.templates)
        for kind, reason, words in (
            ("namespaces", "wiki-namespaces", "pages are not articles (talk, files ...)"),
            ("redirects", "wiki-redirects", "pages only lead to another"),
            ("models", "wiki-models", "pages are not written in wikitext"),
            ("members", "archive-members", "files of the archive are not lines of JSON"),
            ("templates", "wiki-templates", f"templates gave no text; most often {often}"),
        ):
            if count := self.counts[kind]:
                yield Drop(name, reason, f"{count:,} {words}")
        if self.elements:
            yield Drop(name, "wiki-elements", f"parts of pages that are not text: {_often(self.elements)}")
        if count := self.counts["pictures"]:
            detail = f"{count:,} pictures are not in images/ beside this file"
            yield Drop(name, "image-missing", detail, ", ".join(self.pictures))

    def to_json(self) -> Json:
        """What to go on with. The rare templates are forgotten here, so that a mark stays small: their number stays."""
        self.templates = Counter(dict(_most(self.templates)[:_NAMED]))
        return {
            "counts": dict(sorted(self.counts.items())),
            "templates": dict(sorted(self.templates.items())),
            "elements": dict(sorted(self.elements.items())),
            "pictures": list(self.pictures),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Omissions:
        counts, templates, elements = (Counter(data[name]) for name in ("counts", "templates", "elements"))
        return cls(counts, templates, elements, list(data["pictures"]))


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent first; of equal ones by name."""
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def _often(counts: Counter[str]) -> str:
    return ", ".join(f"{name} ({number:,})" for name, number in _most(counts)[:_SHOWN])
