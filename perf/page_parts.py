"""Count code blocks, definitions, tables and headings of HTML pages, and how many of each reach the corpus whole.

    python perf/page_parts.py FOLDER... [--pages 10] [--seed 11] [--show]

Each folder is ingested with the defaults, and `--pages` of its pages are drawn. What a page holds is counted on its own
tree by plain rules: `pre` is a code block, `dt` a name that is defined, `h1` to `h6` a heading, `table` a table if it
has two rows and columns of cells that hold no other blocks. Left out are navigation (`nav`, its role, or a class that
names a table of contents, header, footer, sidebar or list of links between pages). A part reaches the corpus if it is
there with the same words: a code block in one entry of code, a name in a definition with something behind it, a
heading in a path of headings, a table's cells in one table. What the corpus has more than that is counted as extra.
`--show` lists both. Without a folder nothing is measured.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchwright import Corpus, Source, ingest
from words_kept import pieces, words_of

KINDS = ("code", "definition", "heading", "table")
NAVIGATION = re.compile(
    r"(?:^|\s)(?:toc|list-of-\S+|docnav|sphinxsidebar\S*|nav(?:header|footer|bar|igation)?|related|breadcrumbs?|\S*-nav)(?:\s|$)"
)
REMARKS = ", ".join(f".{name} table" for name in ("note", "tip", "warning", "caution", "important"))
"""Tables that only set out a remark and its sign."""

Parts = Counter[tuple[str, str]]
"""How often a kind of part stands there with these words."""


def key(text: str) -> str:
    return " ".join(words_of(text))


def text_of(node: LexborNode) -> str:
    return "".join(pieces(node, pictures=False))


def is_navigation(node: LexborNode) -> bool:
    attributes = node.attributes
    classes = attributes.get("class") or ""
    return node.tag == "nav" or attributes.get("role") == "navigation" or NAVIGATION.search(classes) is not None


def parts_of_page(page: Path) -> Parts:
    tree = LexborHTMLParser(page.read_bytes())
    for node in tree.css("script, style, [class], nav, [role]"):
        if node.tag in ("script", "style") or (node.tag not in ("html", "body") and is_navigation(node)):
            node.decompose()
    parts: Parts = Counter()
    for selector, kind in (("pre", "code"), ("dt", "definition"), ("h1, h2, h3, h4, h5, h6", "heading")):
        parts.update((kind, words) for node in tree.css(selector) if (words := key(text_of(node))))
    remarks = {table.mem_id for table in tree.css(REMARKS)}
    for table in tree.css("table"):
        rows = [row.css("td, th") for row in table.css("tr")]
        blocks = table.css("table table, td > p + p, td > ul, td > ol, td > pre, td > h3, th > h2, th > h3")
        if len(rows) > 1 and max(map(len, rows)) > 1 and not blocks and table.mem_id not in remarks:
            parts["table", key(" ".join(text_of(cell) for row in rows for cell in row))] += 1
    return parts


def parts_of_corpus(sources: Sequence[Source]) -> Parts:
    parts: Parts = Counter()
    for source in sources:
        for entry in source.entries:
            start, end = entry.body if entry.kind == "code" else entry.name
            if entry.kind in KINDS and (words := key(source.text[start:end])):
                parts[entry.kind, words] += 1
        if source.table is not None:
            cells = [cell for row in (*source.table.header, *source.table.rows) for cell in row]
            parts["table", key(" ".join(cells))] += 1
    paths = {source.place.headings[:depth] for source in sources for depth in range(1, len(source.place.headings) + 1)}
    parts.update(("heading", key(path[-1])) for path in paths)
    return parts


def count(parts: Iterable[tuple[tuple[str, str], int]], kind: str) -> int:
    return sum(times for (name, _), times in parts if name == kind)


def measure(folder: Path, pages: int, seed: int, show: bool) -> None:
    """Print a line for each kind of part."""
    listed = sorted(path for path in folder.rglob("*.html") if not path.is_symlink())
    random.Random(seed).shuffle(listed)
    there, lost, extra = Parts(), Parts(), Parts()
    with TemporaryDirectory() as temporary:
        ingest(folder, Path(temporary) / "corpus")
        corpus = Corpus.open(Path(temporary) / "corpus")
        names = {path.relative_to(folder).as_posix(): path for path in listed[:pages]}
        sources: dict[str, list[Source]] = {name: [] for name in names}
        for source in corpus.sources():
            if source.document in sources:
                sources[source.document].append(source)
    for name, path in names.items():
        page, kept = parts_of_page(path), parts_of_corpus(sources[name])
        there, lost, extra = there + page, lost + (page - kept), extra + (kept - page)
        for sign, parts in (("lost", page - kept), ("extra", kept - page)) if show else ():
            for (kind, words), times in parts.items():
                print(f"    {name}: {sign} {kind} {times}: {words[:100]}")
    print(f"{folder}: {len(names)} pages")
    for kind in KINDS:
        total = count(there.items(), kind)
        whole = total - count(lost.items(), kind)
        print(f"  {kind:<11}{whole:>5} of {total:>5} whole, {count(extra.items(), kind):>5} extra")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--show", action="store_true", help="list what was lost and what is extra")
    options = parser.parse_args()
    for folder in options.folders:
        measure(folder.resolve(), options.pages, options.seed, options.show)
    if not options.folders:
        print("no folder given: nothing is measured")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
