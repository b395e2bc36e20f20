"""Show sources, examples and funnels to people, as plain text and as rich's tables and panels.

Plain text is what goes into files and pipes; evidence stands between « and ». Knows no command.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from benchwright.benchmark.cell_report import CellReport
from benchwright.models.call_costs import CallCost, CallSum
from benchwright.records import Check, Example, Image, Source, Span, Table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

ROWS_SHOWN = 12
EXCERPT = 1500
AROUND = 300
UNDECIDED_SHOWN = 5

Piece = tuple[str, bool]
"""Some text, and whether it is evidence."""


def heading(source: Source) -> str:
    """One line that names a source: kind, title, id, document."""
    parts = [source.document] if source.document != source.id else []
    if source.place.page is not None:
        parts.append(f"page {source.place.page}")
    where = f" — {', '.join(parts)}" if parts else ""
    return f"{source.modality} {source.title!r} [{source.id}]{where}"


def source_text(source: Source, evidence: Iterable[Span] = ()) -> str:
    """A source as plain text: the passage, the table's rows, or what is known of the image."""
    return "".join(f"«{piece}»" if marked else piece for piece, marked in _pieces(source, evidence))


def _pieces(source: Source, evidence: Iterable[Span]) -> list[Piece]:
    """What is shown of a source, cut where evidence begins and ends."""
    spans = [span for span in evidence if span.source == source.id]
    if source.table is not None:
        return _table_pieces(source.table, {cell for span in spans for cell in span.cells})
    if source.image is not None:
        return _image_pieces(source, source.image, spans)
    return excerpt(source.text, stretches(spans))


def _cut(text: str, stretches: Iterable[tuple[int, int]], start: int, end: int) -> list[Piece]:
    """`text[start:end]` in pieces."""
    pieces: list[Piece] = []
    for first, last in stretches:
        first, last = max(first, start), min(last, end)
        if first < last:
            pieces += [(text[start:first], False), (text[first:last], True)]
            start = last
    return [piece for piece in (*pieces, (text[start:end], False)) if piece[0]]


def excerpt(text: str, evidence: Sequence[tuple[int, int]]) -> list[Piece]:
    """The whole text, or of a long one its beginning and what stands around the evidence."""
    if len(text) <= EXCERPT:
        return _cut(text, evidence, 0, len(text))
    parts = merged((max(0, start - AROUND), min(len(text), end + AROUND)) for start, end in [(0, 0), *evidence])
    pieces: list[Piece] = []
    for start, end in parts:
        pieces += [*([("… ", False)] if start else []), *_cut(text, evidence, start, end)]
        pieces += [(" …", False)] if end < len(text) else []
        pieces += [("\n", False)] if (start, end) != parts[-1] else []
    return pieces


def stretches(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """The character ranges of some spans, in order, those that touch put together."""
    return merged((span.start, span.end) for span in spans if span.start is not None and span.end is not None)


def merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same places in ranges that are ascending and apart."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def chosen_rows(table: Table, cells: Iterable[tuple[int, int]], most: int) -> list[int]:
    """The rows of a long table that are shown: those of the evidence, and the first ones."""
    needed = sorted({row for row, _ in cells if 0 <= row < len(table.rows)})[: 2 * most]
    first = [row for row in range(min(len(table.rows), 4 * most)) if row not in needed]
    return sorted(needed + first[: max(0, most - len(needed))])


def _table_pieces(table: Table, cells: Set[tuple[int, int]]) -> list[Piece]:
    """Header and rows with the evidence marked; of a long table, the rows that matter and the first ones."""
    numbered = [(index - len(table.header), row) for index, row in enumerate(table.header)]
    chosen = chosen_rows(table, cells, ROWS_SHOWN)
    pieces: list[Piece] = []
    for index, row in [*numbered, *((index, table.rows[index]) for index in chosen)]:
        for column, text in enumerate(row):
            pieces += [(" | ", False)] if column else []
            pieces.append((text, (index, column) in cells))
        pieces.append(("\n", False))
    rest = len(table.rows) - len(chosen)
    return [*pieces, (f"... {rest} more rows", False)] if rest else pieces[:-1]


def _image_pieces(source: Source, image: Image, spans: Sequence[Span]) -> list[Piece]:
    """File and size, caption, alternative text, and what stands behind them: a description. Spans count in the text of
    the source, which begins with caption and alternative text."""
    pieces: list[Piece] = [(f"{image.file}, {image.width} x {image.height} pixels", False)]
    text, at, ranges = source.text, 0, stretches(spans)
    for label, words in (("caption", image.caption.strip()), ("alt text", image.alt.strip())):
        if words and text.startswith(words, at):
            pieces += [(f"\n{label}: ", False), *_cut(text, ranges, at, at + len(words))]
            at += len(words) + 1
        elif words:
            pieces.append((f"\n{label}: {words}", False))
    if text[at:].strip():
        label = "description" if at else "text"
        pieces += [(f"\n{label}: ", False), *_cut(text, ranges, at, len(text))]
    for span in spans:
        if span.box is not None:
            left, top, right, bottom = (f"{part:.0%}" for part in span.box)
            pieces.append((f"\nevidence: {span.read}, from {left} {top} to {right} {bottom}", False))
        elif span.start is None:
            pieces.append((f"\nevidence: {span.read}", False))
    return pieces


def example_text(example: Example, sources: Mapping[str, Source], calls: Sequence[CallCost] = ()) -> str:
    """An example as plain text: question, answer, hops, sources with the evidence marked, distractors, checks, and the
    calls of its attempt with what they cost."""
    lines = [
        f"id         {example.id}",
        f"question   {example.question}",
        *(f"answer     {_answer(answer.text, answer.aliases)}" for answer in example.answers),
        *([f"undecided  {undecided_line(example)}"] if example.undecided else []),
        f"style      {example.style}, {example.modalities}, family {example.family or 'none'}",
    ]
    if example.read:
        lines.append(f"read       {example.read}")
    for number, hop in enumerate(example.hops, 1):
        lines.append(f"hop {number}      {hop.question} — {hop.answer}   [{', '.join(hop.sources)}]")
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
    lines += [f"  {check.verdict:8} {_check(check)}" for check in example.checks]
    if example.origin.models:
        lines += ["", "models"]
        lines += [f"  {role}: {name}" for role, name in sorted(example.origin.models.items())]
    if calls:
        lines += ["", *call_lines(calls)]
    return "\n".join(lines)


def _check(check: Check) -> str:
    score = "" if check.score is None else f" {check.score:.3g}"
    by = f"   ({check.by})" if check.by else ""
    return f"{check.name}{score}{f' — {check.reason}' if check.reason else ''}{by}"


def call_lines(calls: Sequence[CallCost]) -> list[str]:
    """A heading with the sum, and a line a call: what for, which model, how it ended, tokens in and out, dollars."""
    purpose = max(len(call.purpose) for call in calls)
    model = max(len(call.model) for call in calls)
    tokens = max(len(call.tokens) for call in calls)
    lines = [
        f"  {call.purpose:{purpose}}  {call.model:{model}}  {call.status:9}  {call.tokens:>{tokens}}  {call.price}"
        for call in calls
    ]
    return [f"calls: {CallSum.of(calls)}", *lines]


def evidence_of(example: Example) -> list[Span]:
    """The spans of the first alternative of every answer: those that lie in the example's own sources."""
    return [span for answer in example.answers for spans in answer.evidence[:1] for span in spans]


def undecided_line(example: Example) -> str:
    """How many answers count neither as right nor as wrong, and the first of them."""
    named = [answer.text for answer in example.undecided[:UNDECIDED_SHOWN]]
    more = len(example.undecided) - len(named)
    proven = sum(bool(answer.evidence) for answer in example.undecided)
    return f"{len(example.undecided)}, {proven} with evidence: {'; '.join(named)}{f' and {more} more' if more else ''}"


def _answer(text: str, aliases: Sequence[str]) -> str:
    return f"{text}   (also: {'; '.join(aliases)})" if aliases else text


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]


def example_parts(
    example: Example, sources: Mapping[str, Source], calls: Sequence[CallCost] = ()
) -> list[tuple[Source | None, RenderableType]]:
    """The same for a terminal: a panel for the question and one for each source with coloured evidence, then checks and
    calls. Each part comes with the source that it shows, so that an image can follow it."""
    from rich.panel import Panel
    from rich.text import Text

    evidence = evidence_of(example)
    top = Text(example.question, style="bold")
    for answer in example.answers:
        top.append(f"\n{_answer(answer.text, answer.aliases)}", style="not bold green")
    if example.undecided:
        top.append(f"\nundecided {undecided_line(example)}", style="not bold dim")
    for number, hop in enumerate(example.hops, 1):
        top.append(f"\n{number}. {hop.question} — {hop.answer}", style="not bold dim")
    title = ", ".join(filter(None, (example.style, str(example.modalities), example.family)))
    parts: list[tuple[Source | None, RenderableType]] = [
        (None, Panel(top, title=Text(title), subtitle=Text(example.id), title_align="left"))
    ]
    for name in example.sources:
        if name in sources:
            source = sources[name]
            parts.append((source, Panel(_coloured(source, evidence), title=Text(heading(source)), title_align="left")))
        else:
            parts.append((None, Text(f"[{name}] is missing", style="red")))
    if example.distractors:
        parts.append((None, Text(f"distractors: {', '.join(example.distractors)}", style="dim")))
    colours = {"pass": "green", "fail": "red", "unscored": "yellow"}
    for check in example.checks:
        line = Text(f"{check.verdict:8} ", style=colours[check.verdict])
        parts.append((None, line.append(_check(check), style="default")))
    if calls:
        parts.append((None, Text("\n".join(["", *call_lines(calls)]), style="dim")))
    return parts


def _coloured(source: Source, evidence: Iterable[Span]) -> Text:
    """The plain text with the evidence in colour instead of between marks."""
    from rich.text import Text

    out = Text()
    for piece, marked in _pieces(source, evidence):
        out.append(piece, style="bold yellow" if marked else "")
    return out


# ------------------------------------------------------------------ funnels
def funnel_lines(cells: Iterable[CellReport]) -> list[str]:
    """One line a cell, `got/quota`, attempts and why the others fell, most frequent first. After a cell that ended
    short a line why, where its maker knows."""
    listed = list(cells)
    width = max((len(cell.label) for cell in listed), default=0)
    lines = []
    for cell in listed:
        lines.append(f"{cell.label:{width}}  {cell.committed:4}/{cell.quota:<4} {_why(cell)}".rstrip())
        if cell.available and cell.why:
            lines.append(f"{'':{width}}  {cell.why}")
    return lines


def over_lines(cells: Iterable[CellReport], most: int = 5) -> list[str]:
    """One line a cell that ended short with groups over their share of what was accepted, the first `most` by name."""
    lines = []
    for cell in cells:
        named = [f"{one.kind} {one.name} {one.count} ({one.share:.1%})" for one in cell.over[:most]]
        if len(cell.over) > most:
            named.append(f"{len(cell.over) - most} more")
        if named:
            lines.append(f"{cell.label}: over their share of the {cell.committed} accepted: {', '.join(named)}")
    return lines


def _why(cell: CellReport) -> str:
    if cell.available == 0:
        return cell.why or "no question family covers it in this corpus"
    fell = ", ".join(
        f"{count} {reason}" for reason, count in sorted(cell.reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    )
    attempts = f"{cell.attempts + cell.ready} attempts of {cell.available}"
    attempts += f" and {cell.under_way} under way" if cell.under_way else ""
    attempts += f"; {cell.ready} wait for earlier ones, {cell.accepted} of them accepted" if cell.ready else ""
    return f"{attempts}: {fell}" if fell else attempts
