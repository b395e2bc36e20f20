"""How sources, examples and funnels are shown to people: as plain text, and as rich's tables and panels.

Plain text is what goes into files and pipes; evidence stands between « and ». Knows no command.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from benchwright.benchmark.store import CellReport
from benchwright.records import Example, Source, Span

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

ROWS_SHOWN = 12


def heading(source: Source) -> str:
    """One line that names a source: kind, title, id, document."""
    parts = [source.document] if source.document != source.id else []
    if source.place.page is not None:
        parts.append(f"page {source.place.page}")
    where = f" — {', '.join(parts)}" if parts else ""
    return f"{source.modality} {source.title!r} [{source.id}]{where}"


def source_text(source: Source, evidence: Iterable[Span] = ()) -> str:
    """A source as plain text: the passage, the table's rows, or what is known of the image."""
    spans = [span for span in evidence if span.source == source.id]
    if source.table is not None:
        return "\n".join(" | ".join(cells) for cells in _rows(source, spans))
    if source.image is not None:
        return "\n".join(_image_lines(source))
    return _marked(source.text, spans)


def _marked(text: str, spans: Sequence[Span]) -> str:
    for start, end in reversed(_stretches(spans)):
        text = f"{text[:start]}«{text[start:end]}»{text[end:]}"
    return text


def _stretches(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """The character ranges of some spans, in order, those that touch put together."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(
        (span.start, span.end) for span in spans if span.start is not None and span.end is not None
    ):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _rows(source: Source, spans: Sequence[Span]) -> list[tuple[str, ...]]:
    """Header and rows with the evidence marked; of a long table, the rows that matter and the first ones."""
    assert source.table is not None
    cells = {cell for span in spans for cell in span.cells}
    table = source.table
    numbered = [(index - len(table.header), row) for index, row in enumerate(table.header)]
    needed = sorted({row for row, _ in cells if 0 <= row < len(table.rows)})
    first = [index for index in range(len(table.rows)) if index not in needed]
    chosen = sorted(needed + first[: max(0, ROWS_SHOWN - len(needed))])
    shown = [
        tuple(f"«{text}»" if (index, column) in cells else text for column, text in enumerate(row))
        for index, row in [*numbered, *((index, table.rows[index]) for index in chosen)]
    ]
    left = len(table.rows) - len(chosen)
    return [*shown, (f"... {left} more rows",)] if left else shown


def _image_lines(source: Source) -> list[str]:
    assert source.image is not None
    image = source.image
    lines = [f"{image.file}, {image.width} x {image.height} pixels"]
    lines += [f"caption: {image.caption}"] if image.caption else []
    lines += [f"alt text: {image.alt}"] if image.alt else []
    return lines


def example_text(example: Example, sources: Mapping[str, Source]) -> str:
    """An example as plain text: question, answer, hops, sources with the evidence marked, distractors, checks."""
    lines = [
        f"id         {example.id}",
        f"question   {example.question}",
        *(f"answer     {_answer(answer.text, answer.aliases)}" for answer in example.answers),
        f"style      {example.style}, {example.modalities}, family {example.family or 'none'}",
    ]
    if example.read:
        lines.append(f"read       {example.read}")
    lines += [f"hop {number}      {hop.question} — {hop.answer}" for number, hop in enumerate(example.hops, 1)]
    evidence = evidence_of(example)
    for name in example.sources:
        lines.append("")
        if name in sources:
            lines += [heading(sources[name]), *_indented(source_text(sources[name], evidence))]
        else:
            lines.append(f"[{name}] is missing")
    others = [spans for answer in example.answers for spans in answer.evidence[1:]]
    if others:
        lines += ["", f"evidence elsewhere, {len(others)} alternatives"]
        lines += [f"  {', '.join(dict.fromkeys(span.source for span in spans))}" for spans in others]
    if example.distractors:
        lines += ["", f"distractors, {len(example.distractors)}"]
        lines += [f"  {heading(sources[name]) if name in sources else name}" for name in example.distractors]
    lines += ["", "checks"]
    for check in example.checks:
        reason = f" — {check.reason}" if check.reason else ""
        lines.append(f"  {check.verdict:8} {check.name}{reason}")
    return "\n".join(lines)


def evidence_of(example: Example) -> list[Span]:
    """The spans of the first alternative of every answer: those that lie in the example's own sources."""
    return [span for answer in example.answers for spans in answer.evidence[:1] for span in spans]


def _answer(text: str, aliases: Sequence[str]) -> str:
    return f"{text}   (also: {'; '.join(aliases)})" if aliases else text


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]


def example_panel(example: Example, sources: Mapping[str, Source]) -> RenderableType:
    """The same for a terminal: a panel of the question, one for each source with the evidence in colour, the checks."""
    from rich.console import Group
    from rich.panel import Panel
    from rich.text import Text

    evidence = evidence_of(example)
    top = Text(example.question, style="bold")
    for answer in example.answers:
        top.append(f"\n{_answer(answer.text, answer.aliases)}", style="not bold green")
    for number, hop in enumerate(example.hops, 1):
        top.append(f"\n{number}. {hop.question} — {hop.answer}", style="not bold dim")
    title = f"{example.style}, {example.modalities}, {example.family}"
    parts: list[RenderableType] = [Panel(top, title=Text(title), subtitle=Text(example.id), title_align="left")]
    for name in example.sources:
        if name in sources:
            parts.append(
                Panel(_coloured(sources[name], evidence), title=Text(heading(sources[name])), title_align="left")
            )
    if example.distractors:
        parts.append(Text(f"distractors: {', '.join(example.distractors)}", style="dim"))
    checks = Text()
    colours = {"pass": "green", "fail": "red", "unscored": "yellow"}
    for check in example.checks:
        checks.append(f"{check.name} ", style=colours[check.verdict])
    parts.append(checks)
    return Group(*parts)


def _coloured(source: Source, evidence: Iterable[Span]) -> Text:
    """The plain text with what stands between the marks in colour instead."""
    from rich.text import Text

    out = Text()
    for index, piece in enumerate(source_text(source, evidence).replace("»", "«").split("«")):
        out.append(piece, style="bold yellow" if index % 2 else "")
    return out


# ------------------------------------------------------------------ funnels
def funnel_lines(cells: Iterable[CellReport]) -> list[str]:
    """One line a cell, `got/quota`, attempts and why the others fell, most frequent first."""
    listed = list(cells)
    width = max((len(cell.label) for cell in listed), default=0)
    return [f"{cell.label:{width}}  {cell.committed:4}/{cell.quota:<4} {_why(cell)}".rstrip() for cell in listed]


def _why(cell: CellReport) -> str:
    if cell.available == 0:
        return "no question family covers it in this corpus"
    fell = ", ".join(
        f"{count} {reason}" for reason, count in sorted(cell.reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    )
    made = f"{cell.attempts} attempts of {cell.available}"
    return f"{made}: {fell}" if fell else made
