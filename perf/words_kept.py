"""Count which share of the words of pages is in their sources or among the drops, and show the worst pages.

    python perf/words_kept.py FOLDER... [--worst 5] [--least 1.0] [--blocks PAGE]

Each folder is ingested with the defaults. Then the words of every HTML, Markdown and reStructuredText page are counted
twice: once in the page as it is shown (everything but scripts and styles, by a small walk of this script's own over
lexbor's tree; Markdown is rendered by markdown-it, reStructuredText stripped of its markup line by line), and once in
what the corpus holds of it: texts, titles, headings, captions, and the drops. A drop quotes 200 characters of what
it left out: the element that begins with them counts as dropped whole. A word that a page has three times has to be
there three times. A block (a paragraph, item, cell, line of code) is in pieces if its words stand nowhere together;
`--blocks` lists those of a page. Returns 1 if a folder is under `--least`. Without a folder nothing is measured.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchwright import BenchwrightError, Corpus, Source, ingest

WORD = re.compile(r"(?!_+\b)\w+")
UNSEEN = frozenset({"script", "style", "template", "head", "noscript", "iframe", "svg", "math", "select", "datalist"})
INLINE = frozenset(
    str.split(
        "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike "
        "strong sub sup time tt u var wbr"
    )
)
ATTRIBUTES = re.compile(r"\{:[^}\n]*\}")
"""Attributes behind an element, as some dialects of Markdown write them."""
RST_MARKUP = re.compile(r"\s*\.\. (?:\|[^|]+\| )?(?:(?P<name>[\w:+-]+)::(?:\s+(?P<rest>.*))?|(?!\[).*)$")
RST_OPTION = re.compile(r"\s+:[\w -]+:")
RST_ROLE = re.compile(r"``.+?``|(?::[\w:+-]+:)?`(?:~[\w.]+\.)?[~!]?(?P<text>[^`<]+?)(?:\s*<[^`>]*>)?`_{0,2}")
RST_NUMBER = re.compile(r"^\s*(?:\d+|#)\.\s")
RST_UNSEEN = frozenset(
    {"toctree", "index", "contents", "include", "image", "currentmodule", "module", "highlight", "raw"}
)
"""Directives that show no words of their own."""
RST_CODE = frozenset({"code", "code-block", "sourcecode"})
BREAK = "\0"
QUOTED = 200
"""Characters that a drop quotes."""

Words = list[str]


def rendered(path: Path) -> LexborHTMLParser | None:
    """The page as a tree; None if it is of no kind that can be rendered here."""
    suffix = path.suffix.lower()
    if suffix in (".html", ".htm", ".xhtml"):
        return LexborHTMLParser(path.read_bytes())
    text = path.read_text("utf-8", errors="replace")
    if suffix in (".md", ".markdown"):
        text = ATTRIBUTES.sub("", re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL))
        return LexborHTMLParser(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))
    if suffix == ".rst":
        return LexborHTMLParser("".join(f"<p>{escape(block)}</p>" for block in shown_rst(text)))
    return None


def shown_rst(text: str) -> Iterator[str]:
    """The blocks of reStructuredText that a page shows, found by lines: without comments, targets, options of
    directives, and the names of directives and roles."""
    hidden = -1  # how deep what hides its body stands
    block: list[str] = []
    directive = False
    for line in [*text.splitlines(), ""]:
        depth = len(line) - len(line.lstrip())
        if line.strip() and depth <= hidden:
            hidden = -1
        if hidden >= 0 and line.strip():
            continue
        if marked := RST_MARKUP.match(line):
            name, argument = marked["name"], marked["rest"] or ""
            directive = name is not None
            if name is None or name in RST_UNSEEN:
                hidden, argument = depth, ""
            elif name in RST_CODE:
                argument = ""
            line = argument
        elif directive and RST_OPTION.match(line):
            continue
        else:
            directive = directive and not line.strip()
        if line.strip():
            block.append(RST_NUMBER.sub("", line))
        elif block:
            yield RST_ROLE.sub(lambda role: role["text"] or role[0], " ".join(block))
            block = []


def pieces(node: LexborNode, gap: str = " ", *, pictures: bool = True) -> Iterator[str]:
    """The texts under an element in their order, with `gap` wherever a block begins or ends, and with
    what stands for `pictures`."""
    for child in node.iter(include_text=True):
        name = child.tag or ""
        if name == "-text":
            yield child.text_content or ""
        elif name not in UNSEEN and not name.startswith(("-", "!")):
            edge = "" if name in INLINE else gap
            yield edge
            if name == "img" and pictures:
                yield child.attributes.get("alt") or ""
            yield from pieces(child, gap, pictures=pictures)
            yield edge


def words_of(text: str) -> Words:
    return WORD.findall(text.casefold())


def letters(text: str) -> str:
    return "".join(text.split())


def dropped_whole(tree: LexborHTMLParser, quotes: Iterable[str]) -> Iterator[str]:
    """For each drop, the text of the element that begins as its quote does: one of navigation if there is one, else the
    smallest. The quote itself if there is none."""
    nodes = [node for node in (tree.body.css("*") if tree.body else ()) if node.tag not in UNSEEN]
    texts = [letters("".join(pieces(node, pictures=False))) for node in nodes]
    for quote in quotes:
        begin = letters(quote)
        cut = len(quote) >= QUOTED
        places = [at for at, text in enumerate(texts) if begin and (text.startswith(begin) if cut else text == begin)]
        places = [at for at in places if is_navigation(nodes[at])] or places
        yield "".join(pieces(nodes[min(places, key=lambda at: len(texts[at]))])) if places else quote


def is_navigation(node: LexborNode) -> bool:
    return node.tag == "nav" or node.attributes.get("role") == "navigation"


def words_in_corpus(sources: Iterable[Source], drops: Iterable[str]) -> list[Words]:
    """Everything that the corpus says of a page: each source's words, each heading once, and the drops."""
    texts: list[str] = []
    paths: set[tuple[str, ...]] = set()
    for source in sources:
        texts.append(source.text)
        paths |= {source.place.headings[:depth] for depth in range(1, len(source.place.headings) + 1)}
        if source.modality != "text":
            texts.append(source.title)
        if source.image is not None:
            texts += [source.image.caption, source.image.alt]
    texts += [path[-1] for path in sorted(paths)]
    return [words_of(text) for text in (*texts, *drops)]


def broken_blocks(tree: LexborHTMLParser, kept: Sequence[Words]) -> Iterator[str]:
    """The blocks of a page (paragraphs, items, cells ...) whose words stand nowhere in one piece."""
    whole = "\n".join(" ".join(("", *words, "")) for words in kept)
    for block in "".join(pieces(tree.body, BREAK) if tree.body else ()).split(BREAK):
        words = " ".join(words_of(block))
        if words and f" {words} " not in whole:
            yield " ".join(block.split())


def measure(folder: Path, worst: int, page: str) -> float:
    """Print the share of words kept, the worst pages and what they lost."""
    with TemporaryDirectory() as temporary:
        ingest(folder, Path(temporary) / "corpus")
        corpus = Corpus.open(Path(temporary) / "corpus")
        sources: dict[str, list[Source]] = defaultdict(list)
        for source in corpus.sources():
            sources[source.document].append(source)
        quotes: dict[str, list[str]] = defaultdict(list)
        for line in (corpus.path / "drops.jsonl").read_text("utf-8").splitlines():
            drop = json.loads(line)
            quotes[drop["document"]].append(drop["text"])
    losses: list[tuple[int, int, str, Counter[str]]] = []
    broken = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        tree = None if path.is_symlink() or not path.is_file() else rendered(path)
        if tree is None or tree.body is None:
            continue
        shown = words_of("".join(pieces(tree.body)))
        kept = words_in_corpus(sources[name], dropped_whole(tree, quotes[name]))
        lost = Counter(shown) - Counter(word for words in kept for word in words)
        losses.append((lost.total(), len(shown), name, lost))
        blocks = list(broken_blocks(tree, kept))
        broken += len(blocks)
        if page == name:
            print(*blocks, sep="\n")
    total = sum(size for _, size, _, _ in losses)
    share = 1 - sum(count for count, _, _, _ in losses) / max(total, 1)
    print(f"{folder}: {share:.3%} of {total:,} words on {len(losses)} pages; {broken:,} blocks in pieces")
    for count, size, name, lost in sorted(losses, key=lambda loss: -loss[0])[:worst]:
        if count:
            said = ", ".join(f"{word} {times}" for word, times in lost.most_common(12))
            print(f"  {count:,} of {size:,} lost: {name}: {said}")
    return share


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--worst", type=int, default=5, help="how many pages to show")
    parser.add_argument("--least", type=float, default=1.0, help="the share that every folder has to reach")
    parser.add_argument("--blocks", default="", metavar="PAGE", help="a page whose blocks in pieces are listed")
    options = parser.parse_args()
    good = True
    for folder in options.folders:
        try:
            good = measure(folder.resolve(), options.worst, options.blocks) >= options.least and good
        except BenchwrightError as error:
            print(f"{folder}: {error}")
            good = False
    if not options.folders:
        print("no folder given: nothing is measured")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
