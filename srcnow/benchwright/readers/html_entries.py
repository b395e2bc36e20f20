"""Find the entries of an HTML page: definitions, names that a paragraph begins with, lists with their lead-in, code.

    <dl class="option"><dt>--force</dt><dd>Overwrite.</dd></dl>    definition "--force", role "option"
    <dt>port</dt><dd><a href="net.html">Network</a></dd>           definition "port", role "links": it only leads there
    <li><code>port</code>: where it listens</li>                   run-in "port"
    <p><b>A</b>: first <b>B</b>: second</p>                        run-in "A" and run-in "B"
    <p>It has two parts:</p><ul><li>a</li><li>b</li></ul>          list with two items

Only markup counts, never the wording. Ranges are those of the text that the page becomes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from benchwright.readers.base import ImageBlock, Paragraph, TableBlock, TextBuilder
from benchwright.readers.html_elements import element_text
from benchwright.records import Entry

LEADS = frozenset({"strong", "b", "dfn", "code", "tt", "kbd", "samp", "var", "em", "i"})
"""Elements that a paragraph may begin with to name what it is about."""

_LISTS = frozenset({"ul", "ol"})
_SEPARATOR = re.compile(r"\s*(?:[:–—]|-(?=\s)|\.(?=\s))\s*(?=\S)")
_ENDS_ITSELF = re.compile(r"[:.–—]$")
_LONGEST_NAME, _LONGEST_ROLE, _DEEPEST, _MOST_LEADS = 80, 80, 16, 200


@dataclass(slots=True)
class _OpenList:
    """A list of definitions, or a list, that is open: what stands in it so far. `at` is the first block of what is
    open now: a name, a definition, an item."""

    tag: str
    role: str
    at: int = 0
    names: list[tuple[int, int]] = field(default_factory=list)
    name: str = ""  # the words of the first name
    name_role: str = ""
    described: bool = False
    in_body: bool = False  # a definition of these names is open
    leads_on: bool = False  # the definition that is open holds nothing but links
    lead: tuple[int, int] | None = None
    items: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0
    linked: bool = True


@dataclass(slots=True)
class EntryFinder:
    """Follows a walk through a page, and notes the entries that it passes. The walk calls it with elements in document
    order, its paragraphs flushed."""

    out: TextBuilder
    entries: list[Entry] = field(default_factory=list)
    _open: list[_OpenList] = field(default_factory=list)
    _lead: tuple[str, str] | None = None
    _more: list[tuple[str, str]] = field(default_factory=list)
    """Elements of the same paragraph behind its lead: they may begin the next entry."""

    def opens(self, node: LexborNode, tag: str) -> None:
        """A block begins."""
        if tag == "dl":
            self._open.append(_OpenList(tag, _classes(node)))
        elif tag in _LISTS:
            self._open.append(_OpenList(tag, _classes(node), lead=self._lead_in()))
        elif self._open and tag in ("dt", "dd", "li"):
            part = self._open[-1]
            part.at = len(self.out.blocks)
            part.in_body = tag == "dd"
            if tag == "dt" and part.described and element_text(node):  # one without words goes on with the last name
                part.names.clear()
                part.described = False
            if tag == "dt" and not part.names:
                part.name, part.name_role = "", _role(part.role, node)
            if tag == "dd":
                part.leads_on = node.css_first("a[href]") is not None and _only_links(node)
            if tag == "li":
                part.linked = part.linked and len(self._open) < _DEEPEST and _only_links(node)

    def closes(self, tag: str) -> None:
        """A block ends."""
        if not self._open:
            return
        part = self._open[-1]
        if tag == part.tag:
            self._open.pop()
            if tag in _LISTS:
                self._list(part)
        elif tag in ("dt", "dd", "li"):
            self._item(part, tag)
            part.in_body = False

    def _item(self, part: _OpenList, tag: str) -> None:
        ranges = self._ranges(part.at)
        if not ranges:
            return
        whole = ranges[0][0], ranges[-1][1]
        if tag == "li" and part.tag in _LISTS:
            part.items.append(ranges[0])
            part.end = whole[1]
        elif tag == "dt" and part.tag == "dl":
            part.names.append(whole)
        elif tag == "dd" and part.tag == "dl" and not part.described:
            part.described = True
            within, role = self._within(part), f"{part.name_role} links".lstrip() if part.leads_on else part.name_role
            for name in part.names:
                self.entries.append(Entry("definition", name, whole, role, within))

    def _list(self, part: _OpenList) -> None:
        if not part.items:
            return
        lead = part.lead or (part.items[0][0], part.items[0][0])
        role = "links" if part.linked else part.role
        body = part.items[0][0], part.end
        self.entries.append(Entry("list", lead, body, role, self._within(None), tuple(part.items)))

    def code(self, node: LexborNode, before: int) -> None:
        """Lines of code were added behind block `before`."""
        for range in self._ranges(before):
            inner = node.css_first("code")
            above = node.parent.parent if node.parent is not None else None
            nodes = [one for one in (node, inner, node.parent, above) if one is not None]
            language = next((found for one in nodes if (found := _language(_classes(one)))), "")
            self.entries.append(Entry("code", (range[0], range[0]), range, language, self._within(None)))

    def inline(self, node: LexborNode, tag: str, is_first: bool) -> None:
        """An element inside a line begins: the paragraph's first, or not."""
        if is_first and tag in LEADS and self._lead is None:
            self._lead = element_text(node), tag
        elif self._lead is not None and tag == self._lead[1] and len(self._more) < _MOST_LEADS:
            self._more.append((element_text(node), tag))

    def paragraph(self, text: str) -> None:
        """A paragraph was added, the last block of the text."""
        lead, more = self._lead, self._more
        self.forget_lead()
        if self._open and not (self._open[-1].name or self._open[-1].names):
            self._open[-1].name = text[:_LONGEST_NAME]
        if lead is None or not lead[0] or not text.startswith(lead[0]) or len(lead[0]) > _LONGEST_NAME:
            return
        block = self.out.blocks[-1]
        if not isinstance(block, Paragraph) or (first := _run_in(text, 0, lead[0])) is None:
            return
        names = [first]
        for words, _ in more:
            at = text.find(words, names[-1][2]) if words else -1
            following = _run_in(text, at, words) if at > 0 and text[at - 1].isspace() else None
            if following is not None and ":" in text[following[1] - 1 : following[2]]:
                names.append(following)
        ends = [len(text[:start].rstrip()) for start, _, _ in names[1:]]
        for (start, end, behind), stop in zip(names, (*ends, len(text)), strict=True):
            if start < end and behind < stop:
                name, body = (block.start + start, block.start + end), (block.start + behind, block.start + stop)
                self.entries.append(Entry("run-in", name, body, lead[1], self._within(None)))

    def forget_lead(self) -> None:
        """What was open is no paragraph."""
        self._lead, self._more = None, []

    def sorted(self) -> tuple[Entry, ...]:
        """All entries, in the order of their names."""
        return tuple(sorted(self.entries, key=lambda entry: (entry.name, entry.body)))

    def _lead_in(self) -> tuple[int, int] | None:
        """The paragraph right before a list, if nothing stands between them and it is no code."""
        last = self.out.blocks[-1] if self.out.blocks else None
        code = [entry.body[1] for entry in self.entries[-1:] if entry.kind == "code"]
        return (last.start, last.end) if isinstance(last, Paragraph) and last.end not in code else None

    def _ranges(self, at: int) -> list[tuple[int, int]]:
        """Where the texts stand that were added since block `at`."""
        blocks = self.out.blocks[at:]
        return [(block.start, block.end) for block in blocks if not isinstance(block, TableBlock | ImageBlock)]

    def _within(self, own: _OpenList | None) -> tuple[str, ...]:
        """The names of the definitions that are open around what was just read, outermost first."""
        parts = [part for part in self._open[:_DEEPEST] if part is not own and part.names and part.in_body]
        return tuple(part.name for part in parts)


def _run_in(text: str, at: int, words: str) -> tuple[int, int, int] | None:
    """Where a name that begins an entry starts and ends, and where what is said of it begins; None if the words at that
    place are set apart by nothing."""
    end = at + len(words)
    if (rest := _SEPARATOR.match(text, end)) is not None:
        return at, end, rest.end()
    if _ENDS_ITSELF.search(words) and text[end:].strip():
        return at, at + len(words.rstrip(":.–— ")), end + len(text[end:]) - len(text[end:].lstrip())
    return None


def _classes(node: LexborNode) -> str:
    return " ".join((node.attributes.get("class") or "").split())[:_LONGEST_ROLE]


def _role(of_list: str, node: LexborNode) -> str:
    """The classes of a list, of a name in it, and of what that name is in."""
    inner = node.css_first("code, var, tt, dfn, span")
    names = " ".join(filter(None, (of_list, _classes(node), _classes(inner) if inner is not None else "")))
    return " ".join(dict.fromkeys(names.split()))[:_LONGEST_ROLE]


def _language(classes: str) -> str:
    match = re.search(r"(?:^|\s)(?:language|lang|highlight|brush)[-:]\s*([\w+#.-]+)", classes)
    return match[1] if match else ""


def _only_links(item: LexborNode) -> bool:
    """Whether all words of an item stand in links, or name what is inside it; signs between links are no words."""
    return _unlinked(item) <= sum(map(_unlinked, item.css("dt")))


def _unlinked(node: LexborNode) -> int:
    return _letters(node) - sum(map(_letters, node.css("a")))


def _letters(node: LexborNode) -> int:
    return sum(map(str.isalnum, element_text(node)))
