"""Write the sample in README.md and the pictures in docs/images from a finished `make demo`.

    python dev/sample.py [runs]

README.md gets the three questions as the demo prints them; docs/images/demo.svg the quotas and one question as a
terminal shows them; docs/images/question.html a question as a page, with its sources and its image. With chromium on
the path the page is made into docs/images/question.png, and only that is kept.
"""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PIL import Image
from rich.console import Console
from rich.text import Text

from benchwright.benchmark.render import evidence_of, example_parts
from benchwright.benchmark.store import Benchmark
from benchwright.cli.demo import question_lines, quota_lines
from benchwright.records import Example, Source, Span
from benchwright.workflows.demo import DemoReport, demo

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
_QUOTES = 5  # lines of evidence shown of a question
_PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ font: 15px/1.5 sans-serif; margin: 24px; width: 912px; color: #222 }}
h1 {{ font-size: 21px; line-height: 1.3; margin: 0 0 6px }}
.answer {{ font-size: 17px; color: #06632f; margin: 0 0 14px }}
.row {{ display: flex; gap: 16px; align-items: flex-start }}
.card {{ border: 1px solid #ccd; border-radius: 6px; padding: 10px 14px; flex: 1; margin-bottom: 14px }}
.card h2 {{ font-size: 13px; margin: 0 0 6px; color: #556 }}
.card.image {{ flex: 0 0 260px }} .card.image img {{ width: 260px; border: 1px solid #bbb }}
table {{ border-collapse: collapse; font-size: 13px }}
td, th {{ border: 1px solid #dde; padding: 3px 8px; text-align: left }}
mark {{ background: #ffe28a }} .small {{ font-size: 13px; color: #556 }}
</style><h1>{question}</h1><p class="answer">{answer}</p>
{wide}<div class="row">{cards}</div><p class="small">{kind}</p>
"""


def terminal(report: DemoReport) -> str:
    """The quotas and one question as SVG."""
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ make demo", style="bold"))
    for part in report.parts:
        for line in quota_lines(part):
            bar = re.fullmatch(r"(  \S+ \S+ +)(\d+)/(\d+)( .*)?", line)
            console.print(Text(bar[1]).append(f"{bar[2]}/{bar[3]}", "green") if bar else Text(line[:118]))
        console.print()
    shown = report.shown[0]
    bench = Benchmark.open(shown.bench)
    console.print(Text(f"$ benchwright show runs/{shown.bench.name} {shown.example.id[:4]}", style="bold"))
    console.print(*(part for _, part in example_parts(replace(shown.example, distractors=()), bench.sources)), sep="\n")
    svg = console.export_svg(title="benchwright", unique_id="benchwright")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # nothing is fetched from anywhere


def page(example: Example, sources: Mapping[str, Source], bench: Benchmark) -> str:
    """A question with its sources as HTML."""
    spans = evidence_of(example)
    cards, wide = [], []
    for name in example.sources:
        source = sources[name]
        mine = [span for span in spans if span.source == name]
        title = f"<h2>{source.modality}: {html.escape(source.title)}</h2>"
        if source.table is not None:
            wide.append(f'<div class="card">{title}{_table(source, mine)}</div>')
        elif source.image is not None:
            cards.append(f'<div class="card image">{title}{_image(bench.path / source.image.file)}</div>')
        else:
            cards.append(f'<div class="card">{title}{_passage(source, mine)}</div>')
    checks = ", ".join(check.name for check in example.checks if check.verdict == "pass")
    return _PAGE.format(
        question=html.escape(example.question),
        answer=html.escape(example.answer),
        cards="".join(cards),
        wide="".join(wide),
        kind=f"{example.style} over {example.modalities}. Passed: {checks}. Marked: the evidence.",
    )


def _table(source: Source, spans: list[Span]) -> str:
    assert source.table is not None
    cells = {cell for span in spans for cell in span.cells}
    rows = sorted({row for row, _ in cells if row >= 0})
    near = (
        range(max(0, min(rows) - 1), min(len(source.table.rows), max(rows) + 2)) if max(rows) - min(rows) < 14 else rows
    )
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in source.table.header[-1]) if source.table.header else ""
    body = []
    for row in near:
        listed = (
            f"<td><mark>{html.escape(cell)}</mark></td>" if (row, column) in cells else f"<td>{html.escape(cell)}</td>"
            for column, cell in enumerate(source.table.rows[row])
        )
        body.append(f"<tr>{''.join(listed)}</tr>")
    return f"<table><tr>{head}</tr>{''.join(body)}</table>"


def _passage(source: Source, spans: list[Span]) -> str:
    out, at = [], 0
    for start, end in sorted(
        {(span.start, span.end) for span in spans if span.start is not None and span.end is not None}
    ):
        assert start is not None
        assert end is not None
        out.append(f"{html.escape(source.text[at:start])}<mark>{html.escape(source.text[start:end])}</mark>")
        at = end
    text = "".join(out) + html.escape(source.text[at:])
    return "<br>".join(line for line in text.splitlines() if line.strip())


def _image(path: Path) -> str:
    kind = path.suffix.lstrip(".")
    return f'<img src="data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}">'


def photograph(path: Path) -> None:
    """The page -> a PNG by chromium, cut to what is on it, with few colours. Without chromium the page stays."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print("no chromium: the page stays as it is")
        return
    shot = path.with_suffix(".png")
    flags = ["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=960,1400", f"--screenshot={shot}"]
    subprocess.run([browser, *flags, path.as_uri()], check=True, capture_output=True)
    with Image.open(shot) as opened:
        whole = opened.convert("RGB")
    box = Image.eval(whole.convert("L"), lambda value: 255 - value).getbbox() or (0, 0, *whole.size)
    whole.crop((0, 0, whole.width, min(whole.height, box[3] + 16))).quantize(128).save(shot, optimize=True)
    path.unlink()


def _fitted(line: str) -> str:
    """A line of the demo for a page of 118 columns: questions and answers are folded, quotes are cut."""
    if re.match(r"\d\. |   answer ", line):
        return "\n".join(textwrap.wrap(line, 118, subsequent_indent=" " * (3 if line[0].isdigit() else 13)))
    return line if len(line) <= 118 else f"{line[:116]} …"


def _short(lines: list[str]) -> list[str]:
    """The lines of a question, of which a long list of evidence is cut off."""
    head, quotes = lines[:3], lines[3:]
    if len(quotes) <= _QUOTES + 1:
        return lines
    return [*head, *quotes[:_QUOTES], f"   … and {len(quotes) - _QUOTES} more"]


def main(to: str) -> None:
    report = demo(to)
    IMAGES.mkdir(parents=True, exist_ok=True)
    (IMAGES / "demo.svg").write_text(terminal(report), "utf-8")
    picked = max(report.shown, key=lambda one: (len(one.sources), one.example.modalities.image))
    bench = Benchmark.open(picked.bench)
    (IMAGES / "question.html").write_text(page(picked.example, bench.sources, bench), "utf-8")
    photograph(IMAGES / "question.html")
    lines = [line for number, one in enumerate(report.shown, 1) for line in [*_short(question_lines(number, one)), ""]]
    text = "\n".join(_fitted(line) for line in lines).rstrip()
    readme = ROOT / "README.md"
    pattern = re.compile(r"<!-- sample -->\n.*?<!-- end -->", re.DOTALL)
    readme.write_text(
        pattern.sub(lambda _: f"<!-- sample -->\n```text\n{text}\n```\n<!-- end -->", readme.read_text("utf-8")),
        "utf-8",
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs")
