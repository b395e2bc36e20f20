"""Wikitext -> text without templates, links and tables, in one pass and without recursion.

What opens (`{{`, `[[`, `{|`) lies on a stack until it closes, and its text then goes to what is below it. What never
closes stays as it was written. A table, an infobox or a picture leaves a mark with its number in the text; the number
is that of a block. Time grows with the text alone: nothing is read twice, however brackets are left open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchwright.errors import ReadError
from benchwright.readers.wikitext.cells import MOST_CELLS, Cell, Grid, attributes_of, grid_of
from benchwright.readers.wikitext.raw import CLOSE, OPEN, without_raw
from benchwright.readers.wikitext.site import Site
from benchwright.readers.wikitext.templates import call_of, is_infobox, is_silent, plain_name, text_of

DEEPEST = 100
"""More open brackets than this, one inside the other, are nobody's page. MediaWiki stops at 40 templates."""

_TOKEN = re.compile(r"\{\{+|\}\}+|\[\[|\]\]|\|\|?|!!|\n[ \t:]*(?:\{\||\|\}|\|-+|\|\+|[|!])")
MARK = re.compile(f"{OPEN}(\\d+){CLOSE}")
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|svg|tiff?|webp|bmp)$", re.IGNORECASE)
_SIZE = re.compile(r"^(?:\d+|\d*x\d+)\s*px$")
_WAYS = frozenset(
    {"thumb", "thumbnail", "frame", "framed", "frameless", "border", "left", "right", "center", "centre", "none"}
    | {"upright", "baseline", "middle", "sub", "super", "text-top", "text-bottom", "top", "bottom"}
)
_DRESS = re.compile(
    r"(?:^|[ _-])(?:size|width|upright|alt|caption|style|class|colou?r|align|padding|module|embed|child|nocat|image\d*"
    r"|photo|logo|map|flag|coat|signature|image map|pushpin map.*|coordinates)$"
)


@dataclass(frozen=True, slots=True)
class Words:
    """Text that is no wikitext: of `<nowiki>`, `<math>`, `<pre>`."""

    text: str


@dataclass(frozen=True, slots=True)
class FileUse:
    """A picture that the page shows."""

    name: str
    caption: str = ""
    alt: str = ""


Block = Words | FileUse | Grid


@dataclass(slots=True)
class _Segment:
    """What stands behind one opening or bar: its text, the pages that it links to."""

    mark: str
    parts: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    attributes: str = ""

    @property
    def text(self) -> str:
        return "".join(self.parts)


@dataclass(slots=True)
class _Frame:
    """Something that is open: `kind` is page, template, argument, link or table."""

    kind: str
    segments: list[_Segment]


@dataclass(slots=True)
class Scan:
    """One page while it is read. `left_out` counts templates that gave no text, by name."""

    title: str
    site: Site
    blocks: list[Block] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    _stack: list[_Frame] = field(default_factory=list)
    _cells: int = MOST_CELLS

    def read(self, wikitext: str) -> str:
        """The page's text with marks where blocks stand. ReadError `nested-too-deep`."""
        text = "\n" + without_raw(wikitext, self._keep)
        self._stack = [_Frame("page", [_Segment("")])]
        at = 0
        while (found := _TOKEN.search(text, at)) is not None:
            start, token = found.start(), found[0]
            if start > at:
                self._put(text[at:start])
            at = self._token(token, start, text)
        self._put(text[at:])
        while len(self._stack) > 1:
            self._give_up()
        return self._stack[0].segments[0].text

    def _keep(self, words: str, block: bool) -> str:
        if not words.strip():
            return " " if words else ""
        mark = self._block(Words(words))
        return f"\n\n{mark}\n\n" if block else mark

    def _block(self, block: Block) -> str:
        self.blocks.append(block)
        return f"{OPEN}{len(self.blocks) - 1}{CLOSE}"

    def _put(self, text: str, links: Sequence[str] = ()) -> None:
        segment = self._stack[-1].segments[-1]
        segment.parts.append(text)
        segment.links.extend(links)

    def _open(self, kind: str, mark: str) -> None:
        if len(self._stack) > DEEPEST:
            raise ReadError("nested-too-deep", f"more than {DEEPEST} brackets inside each other")
        self._stack.append(_Frame(kind, [_Segment(mark)]))

    def _token(self, token: str, start: int, text: str) -> int:
        """Do what the token says; where to go on."""
        end = start + len(token)
        top = self._stack[-1]
        if token[0] == "\n":
            return self._line(token, start, text)
        if token[0] == "{":
            self._braces(len(token))
        elif token == "[[":
            self._open("link", "[[")
        elif token == "]]":
            if not self._close("link"):
                self._put("]]")
        elif token[0] == "}":
            left = len(token)
            while left > 1:
                if left > 2 and top.kind == "argument":
                    self._close("argument")
                    left -= 3
                elif self._close("template"):
                    left -= 2
                else:
                    break
                top = self._stack[-1]
            self._put("}" * left)
        elif token == "!!":
            self._bar(token, top, top.kind == "table" and top.segments[-1].mark == "!")
        else:
            self._bar(token, top, top.kind == "table")
        return end

    def _braces(self, count: int) -> None:
        odd = count % 2
        for _ in range((count - 3) // 2 if odd else count // 2):
            self._open("template", "{{")
        if odd:
            self._open("argument", "{{{")

    def _bar(self, token: str, top: _Frame, in_table: bool) -> None:
        """`|`, `||` or `!!`: the next cell, the next argument, or a plain sign."""
        last = top.segments[-1]
        if in_table and len(token) == 2 and last.mark in {"|", "!"}:
            top.segments.append(_Segment(last.mark))
        elif in_table and token == "|" and last.mark in {"|", "!", "|+"} and not (last.attributes or last.links):
            if (words := last.text) and not attributes_of(words):
                last.parts.append("|")
                last.attributes = " "  # decided: looking again at each bar would take quadratic time
                return
            last.attributes = words or " "
            last.parts.clear()
        elif top.kind in {"template", "link", "argument"} and token != "!!":
            top.segments.extend(_Segment("|") for _ in token)
        else:
            last.parts.append(token)

    def _line(self, token: str, start: int, text: str) -> int:
        """A line that begins with a sign of tables."""
        end = start + len(token)
        sign = token.lstrip("\n \t:")
        indent = token[: len(token) - len(sign)]
        top = self._stack[-1]
        if sign == "{|":
            # `{{{!}}`: a brace too many belongs to a template.
            self._put(indent)
            self._open("table", "{|")
            return end
        if sign == "|}" and not (text.startswith("}", end) and top.kind == "template") and self._close("table"):
            return end
        if top.kind != "table" or sign == "|}":
            self._put(indent)
            if sign == "!":
                self._put("!")
                return end
            return start + len(indent)
        mark = "|-" if sign.startswith("|-") else sign
        top.segments.append(_Segment(mark))
        return end

    def _close(self, kind: str) -> bool:
        """Close the nearest of this kind, giving up what was left open inside it. A link or template is not looked
        for outside the table that we are in; a table that a template's end cuts off ends there."""
        for depth, frame in enumerate(reversed(self._stack)):
            if frame.kind == kind:
                for _ in range(depth):
                    self._give_up()
                break
            if frame.kind == "table" and kind == "link":
                return False
        else:
            return False
        segments = self._stack.pop().segments
        if kind == "link":
            self._link(segments)
        elif kind == "template":
            self._template(segments)
        elif kind == "argument":  # {{{name|default}}} stands in templates; on a page it shows its default
            self._put(segments[1].text if len(segments) > 1 else "")
        else:
            self._table(segments)
        return True

    def _give_up(self) -> None:
        """What never closes stays as it was written; but a table ends where the page does, as in MediaWiki."""
        frame = self._stack.pop()
        if frame.kind == "table":
            self._table(frame.segments)
            return
        for segment in frame.segments:
            self._put(segment.mark)
            self._put(segment.text, segment.links)

    def _link(self, segments: list[_Segment]) -> None:
        written = segments[0].text.strip()
        if not written or len(written) > 1000 or "\n" in written or CLOSE in written:
            self._put("[[" + "|".join(segment.text for segment in segments) + "]]")  # no title: MediaWiki shows it
            return
        target = self.site.target(written)
        words = "|".join(segment.text for segment in segments[1:])
        links = [link for segment in segments[1:] for link in segment.links]
        if target.kind == "file":
            self._put(self._file(target.name, [segment.text for segment in segments[1:]]), links)
        elif target.kind == "page":
            self._put(words if words.strip() else target.name, [target.page, *links])
        elif target.kind == "elsewhere":
            self._put(words if words.strip() else target.name, links)

    def _file(self, name: str, options: list[str]) -> str:
        """A picture's mark. Of a sound or a film only the caption stays."""
        caption = alt = ""
        for option in options:
            key, equals, value = option.partition("=")
            if equals and key.strip().lower() in {"alt", "link", "upright", "page", "class", "lang", "thumb", "start"}:
                alt = value.strip() if key.strip().lower() == "alt" else alt
            elif option.strip().lower() not in _WAYS and not _SIZE.match(option.strip().lower()):
                caption = option.strip()
        inner = [found[0] for found in MARK.finditer(caption) if not isinstance(self.blocks[int(found[1])], Words)]
        caption = self.without_blocks(caption)
        if not _PICTURE.search(name.strip()):
            return f"{caption}{''.join(inner)}"
        return self._block(FileUse(name.strip(), caption, self.without_blocks(alt))) + "".join(inner)

    def without_blocks(self, text: str) -> str:
        """The text without the marks of pictures and tables; words that are no wikitext stay marked."""
        return MARK.sub(lambda found: found[0] if isinstance(self.blocks[int(found[1])], Words) else " ", text)

    def _template(self, segments: list[_Segment]) -> None:
        name = plain_name(self.without_blocks(segments[0].text[:200]))
        if is_infobox(name):
            self._infobox(name, segments)
            return
        call = call_of([segments[0].text[:2000], *(segment.text for segment in segments[1:])])
        said = text_of(call, self.title)
        if said is None:
            if not is_silent(name):
                self.left_out[name[:60]] += 1
            return
        self._put(said, [link for segment in segments[1:] for link in segment.links])

    def _infobox(self, name: str, segments: list[_Segment]) -> None:
        """A table of field and value; its pictures stand behind it."""
        rows: list[list[Cell]] = []
        behind: list[str] = []
        given = call_of([name, *(segment.text for segment in segments[1:])]).named
        for segment in segments[1:]:
            key, _, value = segment.text.partition("=")
            label = " ".join(key.replace("_", " ").split())
            if picture := self._pictured(label, self.without_blocks(value).strip(), given):
                behind.append(picture)
                continue
            behind.extend(self._behind(value))
            value = self.without_blocks(value).strip()
            if not value or not label or _DRESS.search(label.lower()) or len(label) > 60:
                continue
            rows.append([Cell(label[:1].upper() + label[1:]), Cell(value, links=tuple(segment.links))])
        if rows:
            kind = name[:1].upper() + name[1:]
            grid = Grid(rows=[[Cell("Field", True), Cell("Value", True)], *rows], name=kind)
            self._put(f"\n\n{self._block(grid)}")
        self._put("".join(behind) + "\n\n")

    def _pictured(self, label: str, value: str, given: dict[str, str] | object) -> str:
        """The mark of a field whose value is the bare name of a picture."""
        if "\n" in value or len(value) > 255 or not _PICTURE.search(value):
            return ""
        if (target := self.site.target(value)).kind == "file":
            value = target.name
        named = given if isinstance(given, dict) else {}
        caption = named.get("caption", "") or named.get(f"{label} caption", "")
        return self._block(FileUse(value, self.without_blocks(caption), named.get("alt", "")))

    def _behind(self, text: str) -> Iterator[str]:
        """The marks of pictures and tables in a text, which then stand behind what the text is a part of."""
        for found in MARK.finditer(text):
            if not isinstance(self.blocks[int(found[1])], Words):
                yield found[0]

    def _table(self, segments: list[_Segment]) -> None:
        caption = ""
        rows: list[list[Cell]] = [[]]
        behind: list[str] = []
        for segment in segments[1:]:
            if segment.mark == "|-":
                rows.append([])
                continue
            text = segment.text
            behind.extend(self._behind(text))
            text = self.without_blocks(text).strip()
            if segment.mark == "|+":
                caption = caption or text
            else:
                spans = attributes_of(segment.attributes)
                rows[-1].append(
                    Cell(
                        text,
                        segment.mark == "!",
                        spans.get("rowspan", 1),
                        spans.get("colspan", 1),
                        tuple(segment.links),
                    )
                )
        grid = grid_of(rows, caption, self._cells)
        self._cells -= sum(map(len, grid.rows)) if grid else 0
        if grid is not None:
            self._put(f"\n\n{self._block(grid)}{''.join(behind)}\n\n")
            return
        # It lays out the page, or has one column: its cells are running text, and blocks stay where they were.
        self._put("\n\n")
        for segment in segments[1:]:
            if segment.mark != "|-":
                self._put(f"\n{segment.text.strip()}\n\n", segment.links)
