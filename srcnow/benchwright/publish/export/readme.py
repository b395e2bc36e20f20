"""Write the README of an export, and the file that says where each source comes from and under which licence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from benchwright.benchmark.canary import canary_line
from benchwright.files.atomic import sha256_bytes
from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.licences import hub_licence
from benchwright.publish.safe_text import markdown_cell
from benchwright.records import Json, Source

ATTRIBUTION = "attribution.jsonl"
LEFT_OUT = "left_out.jsonl"
README = "README.md"
UNKNOWN = "unknown"
"""What a source without a licence is counted under."""


def write_attribution(data: ExportData, to: ExportFolder, exporter: Exporter) -> tuple[Counter[str], Counter[str]]:
    """A line a source of the export: id, title, document, licence, address, the hash of its content, and whether the
    content is in the export. Returns the number of sources with and without content, by licence."""
    with_content, by_reference = Counter[str](), Counter[str]()
    with to.lines(ATTRIBUTION) as add:
        for source in data.sources():
            if exporter.whole_corpus or source.id in to.named:
                passed_on = data.passed_on(source)
                (with_content if passed_on else by_reference)[source.licence or UNKNOWN] += 1
                add(_attribution(source, passed_on))
    return with_content, by_reference


def _attribution(source: Source, passed_on: bool) -> Json:
    image = source.image
    return {
        "id": source.id,
        "modality": str(source.modality),
        "title": source.title,
        "document": source.document,
        "licence": source.licence,
        "url": source.url,
        "sha256": image.sha256 if image else sha256_bytes(source.text.encode("utf-8", "surrogatepass")),
        "passed_on": passed_on,
    }


def write_left_out(to: ExportFolder) -> None:
    """A line a question that is not in the export, with the reason; no file if there is none."""
    if to.left_out:
        with to.lines(LEFT_OUT) as add:
            for id, reason in to.left_out.items():
                add({"id": id, "reason": reason})


def readme(
    data: ExportData,
    to: ExportFolder,
    exporter: Exporter,
    with_content: Mapping[str, int],
    by_reference: Mapping[str, int],
) -> str:
    """What the export holds, how it is loaded, what the format cannot hold, what was left out, and the licences."""
    from benchwright import __version__

    reasons = Counter(to.left_out.values())
    licences = [(markdown_cell(name), "included", count) for name, count in sorted(with_content.items())]
    licences += [(markdown_cell(name), "by reference", count) for name, count in sorted(by_reference.items())]
    parts = [
        f"---\nlicense: {hub_licence(with_content)}\n{to.head}---\n" if to.head else "",
        f"# {markdown_cell(data.name)}\n",
        f"{exporter.about}. Benchwright {__version__} wrote these files (`export --format {exporter.name}`).\n",
        f"{canary_line(data.bench)}\n",
        _table(("Part", "Questions"), sorted(to.written.items())),
        f"## Load\n\n```python\n{exporter.loads}\n```\n",
        "## What this format cannot hold\n",
        "".join(f"- {one}\n" for one in exporter.cannot_hold) or "Nothing is lost.\n",
        f"## Left out\n\nThe questions are listed in `{LEFT_OUT}`.\n" if reasons else "",
        _table(("Reason", "Questions"), sorted(reasons.items())) if reasons else "",
        "## Sources and licences\n",
        f"`{ATTRIBUTION}` has one line per source, with title, document, licence and address. Sources by reference are "
        "named there, but their text and images are not in this export, because their licence is unknown or does not "
        "allow it.\n",
        _table(("Licence", "Content", "Sources"), licences),
    ]
    return "\n".join(part for part in parts if part)


def _table(header: tuple[str, ...], rows: list[tuple[str, int]] | list[tuple[str, str, int]]) -> str:
    lines = ["| " + " | ".join(cells) + " |\n" for cells in (header, tuple("---" for _ in header))]
    lines += ["| " + " | ".join(f"{one:,}" if isinstance(one, int) else one for one in row) + " |\n" for row in rows]
    return "".join(lines)
