"""Markdown (CommonMark with pipe tables) is read: headings, paragraphs, lists, tables, images, front matter.

    ---
    title: Trees
    licence: CC BY 4.0
    url: https://example.org/trees
    ---
    # Oaks
    Oaks are old.

    ![An oak](oak.jpg "An oak in winter")

    *An oak in winter, after snow.*

An image's caption is the paragraph right under it if that is all in italics, else its title. A table's caption is the
paragraph beside it that begins with `Table:`, `Table 3.` or a colon. HTML inside is read as HTML.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode

from benchwright.readers.base import Document, Heading, InputFile, Item, Limits, Reader, TextBuilder
from benchwright.readers.html import HtmlWalk, local_target
from benchwright.readers.html_tree import parse_html
from benchwright.records import Drop, Table

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LONGEST_FRONT = 1 << 16  # characters; parsing takes a second for every 60,000
_TABLE_CAPTION = re.compile(r"^(?:(?:Table|Tab\.)(?:\s+\d[\w.-]*?)?\s*[:.]|:)\s+(?=\S)", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ATTRIBUTES = re.compile(r"\{:[^{}\n]*\}")  # kramdown: `*cell*{: .term}`
_ANCHOR = re.compile(r"\s*\{#[\w:.-]+\}\s*$")


class _Markdown(MarkdownIt):
    """Reads every target as one (`file:`, `javascript:` and `data:` too): none is shown in a browser, and what may be
    opened is decided where it would be."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name for it
        return True


@dataclass(frozen=True, slots=True)
class _Inline:
    """What one run of inline Markdown says: its text, its images, and whether the text is all in italics."""

    text: str
    images: tuple[tuple[str, str, str], ...]  # target, title, alt
    italic: bool


def read_markdown(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is the front matter's, else the first heading, else the file's name."""
    decoded = file.text()
    yield from decoded.notices
    front, body, fault = front_matter(decoded.text)
    if fault:
        yield Drop(file.name, "front-matter", fault, decoded.text[:200])
    walk = _Walk(_Markdown("commonmark").enable("table").parse(body))
    walk.read()
    out = walk.out
    for reason, text in walk.dropped:
        yield Drop(file.name, reason, "", text[:200])
    first = next((out.text[b.start : b.end] for b in out.blocks if isinstance(b, Heading)), "")
    yield Document(
        file.name,
        _inline_text(front, "title") or first or file.stem.replace("_", " "),
        out.text,
        tuple(out.blocks),
        _inline_text(front, "licence", "license"),
        _inline_text(front, "url", "source"),
    )


def front_matter(text: str) -> tuple[dict[str, str], str, str]:
    """The plain entries of the YAML block at the start of a text, the rest of the text, and what is wrong with the
    block ("" if nothing).

    A block that is no mapping is left in the text: it was a rule, not front matter. Values are taken as they are
    written and no YAML object is ever made of them: anchors and merges can name a billion values in a few lines.
    """
    match = _FRONT.match(text)
    if match is None:
        return {}, text, ""
    rest = text[match.end() :]
    if len(match[1]) > _LONGEST_FRONT:
        return {}, rest, f"longer than {_LONGEST_FRONT:,} characters"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an anchor that is set twice: neither is followed
            tree = YAML(typ="safe", pure=True).compose(match[1])
    except (YAMLError, ValueError) as error:
        return {}, rest, " ".join(str(error).split())[:200]
    except RecursionError:
        return {}, rest, "nested too deeply"
    if not isinstance(tree, MappingNode):
        return {}, text, ""
    plain = (pair for pair in tree.value if all(isinstance(node, ScalarNode) for node in pair))
    return {str(key.value).lower(): str(value.value) for key, value in plain}, rest, ""


def _inline_text(front: dict[str, str], *keys: str) -> str:
    value = next((front[key] for key in keys if front.get(key) not in (None, "", "~", "null")), "")
    return " ".join(value.split())


@dataclass(slots=True)
class _Walk:
    """Reads a flat list of tokens. Inline tokens carry the words; the others tell what they are."""

    tokens: Sequence[Token]
    out: TextBuilder = field(default_factory=TextBuilder)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    _at: int = 0
    _in_list: int = 0
    _list_started: bool = False
    _held: list[tuple[str, str, str]] = field(default_factory=list)  # images that wait for their caption
    _caption: str = ""  # a table caption that waits for its table

    def read(self) -> None:
        while self._at < len(self.tokens):
            token = self.tokens[self._at]
            self._at += 1
            self._one(token)
        self._release()
        self._say_caption()

    def _one(self, token: Token) -> None:
        kind = token.type
        if kind in {"bullet_list_open", "ordered_list_open"}:
            self._in_list += 1
            self._list_started = self._in_list > 1
        elif kind in {"bullet_list_close", "ordered_list_close"}:
            self._in_list -= 1
        elif kind == "heading_open":
            self._heading(int(token.tag[1]))
        elif kind == "inline":
            self._paragraph(_inline(token))
        elif kind in {"fence", "code_block"}:
            self._release()
            self._say_caption()
            self.out.paragraph(token.content)
        elif kind == "html_block":
            self._html(token.content)
        elif kind == "table_open":
            self._table()

    def _heading(self, level: int) -> None:
        words = _inline(self.tokens[self._at])
        self._at += 1
        self._release()
        self._say_caption()
        self.out.heading(_ANCHOR.sub("", words.text.replace("\n", " ")), level)
        self._held.extend(words.images)

    def _paragraph(self, words: _Inline) -> None:
        if self._held and words.italic and not words.images:
            self._release(caption=words.text)
            return
        self._release()
        self._say_caption()
        if words.text and not words.images and not self._in_list and self._is_table_caption(words.text):
            return
        if words.text and words.italic and words.images:
            # The caption in italics on the line right under the image: one paragraph to Markdown.
            self._held.extend(words.images)
            self._release(caption=words.text)
            return
        if words.text:
            separator = "\n" if self._in_list and self._list_started else "\n\n"
            self._list_started = self._in_list > 0
            self.out.paragraph(words.text, separator)
        self._held.extend(words.images)

    def _is_table_caption(self, text: str) -> bool:
        """A caption stands before its table, or right after a table that has none yet."""
        match = _TABLE_CAPTION.match(text)
        if match is None:
            return False
        following = self.tokens[self._at + 1] if self._at + 1 < len(self.tokens) else None
        if following is not None and following.type == "table_open":
            self._caption = text
            return True
        return False

    def _caption_below(self) -> str:
        """The caption right under the table that has just ended, taken off the tokens."""
        ahead = self.tokens[self._at : self._at + 4]
        if len(ahead) < 3 or ahead[0].type != "paragraph_open":
            return ""
        text = _inline(ahead[1]).text
        if not _TABLE_CAPTION.match(text) or (len(ahead) > 3 and ahead[3].type == "table_open"):
            return ""
        self._at += 3
        return text

    def _table(self) -> None:
        header: list[tuple[str, ...]] = []
        rows: list[tuple[str, ...]] = []
        line: list[str] = []
        images: list[tuple[str, str, str]] = []
        in_head = False
        while (token := self.tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "thead_open":
                in_head = True
            elif token.type == "thead_close":
                in_head = False
            elif token.type == "inline":
                words = _inline(token)
                line.append(words.text.replace("\n", " "))
                images.extend(words.images)
            elif token.type == "tr_close":
                (header if in_head else rows).append(tuple(line))
                line = []
        self._at += 1
        self._release()
        caption, self._caption = self._caption or self._caption_below(), ""
        if rows:
            self.out.table(Table(tuple(header), tuple(rows)), _bare_caption(caption))
        else:
            for row in header:
                self.out.paragraph(" ".join(row))
            self.out.paragraph(caption)
        self._held.extend(images)

    def _html(self, content: str) -> None:
        self._release()
        self._say_caption()
        tree = parse_html(content)
        if tree.body is not None:
            walk = HtmlWalk(self.out)
            walk.read(tree.body)
            self.dropped.extend(walk.dropped)

    def _release(self, caption: str = "") -> None:
        """Hand over the images that waited for a caption; the caption is the last one's."""
        for index, (target, title, alt) in enumerate(self._held):
            last = index == len(self._held) - 1
            self.out.image(target, (caption if last else "") or title, alt)
        self._held.clear()

    def _say_caption(self) -> None:
        self.out.paragraph(self._caption)
        self._caption = ""


def _bare_caption(caption: str) -> str:
    """Without the pandoc mark, but with a number: `Table: Rivers` is Rivers, `Table 3. Rivers` stays."""
    return re.sub(r"^(?:Table|Tab\.)?\s*:\s+", "", caption, flags=re.IGNORECASE)


def _inline(token: Token) -> _Inline:
    parts: list[str] = []
    images: list[tuple[str, str, str]] = []
    emphasis = 0
    plain = False
    for child in token.children or ():
        kind = child.type
        if kind in {"em_open", "em_close"}:
            emphasis += 1 if kind == "em_open" else -1
        elif kind in {"text", "code_inline"}:
            parts.append(child.content)
            plain = plain or (not emphasis and bool(child.content.strip()))
        elif kind == "softbreak":
            parts.append(" ")
        elif kind == "hardbreak":
            parts.append("\n")
        elif kind == "html_inline":
            if _BREAK.fullmatch(child.content):
                parts.append("\n")
            elif child.content.lower().startswith("<img"):
                images.extend(_html_images(child.content))
        elif kind == "image":
            target = str(child.attrs.get("src", ""))
            images.append((local_target(target), str(child.attrs.get("title", "")), _alt(child)))
    lines = _ATTRIBUTES.sub("", "".join(parts)).split("\n")
    text = "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)
    return _Inline(text, tuple(images), bool(text) and not plain)


def _alt(token: Token) -> str:
    """An image's alternative text: the words between the brackets, marks taken off."""
    return " ".join(" ".join(child.content for child in token.children or ()).split()) or token.content


def _html_images(tag: str) -> Iterator[tuple[str, str, str]]:
    for node in parse_html(tag).css("img"):
        attributes = node.attributes
        if attributes.get("src"):
            yield (
                local_target(attributes.get("src") or ""),
                attributes.get("title") or "",
                attributes.get("alt") or "",
            )


READER = Reader("markdown", read_markdown, suffixes=(".md", ".markdown", ".mdown"), version=3)
