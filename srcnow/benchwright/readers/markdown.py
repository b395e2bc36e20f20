"""Markdown (CommonMark with pipe tables) is rendered as HTML, with captions in place, and then read like HTML.

    ---
    title: Trees
    licence: CC BY 4.0
    url: https://example.org/trees
    ---
    # Oaks
    Oaks are old.[^1]

    ![An oak](oak.jpg "An oak in winter")

    *An oak in winter, after snow.*

Front matter is YAML between `---` or TOML between `+++`. An image's caption is the paragraph right under it if that is
all in italics, else its title. A table's caption is the paragraph beside it that begins with `Table:`, `Table 3.` or a
colon. HTML inside is read as HTML, also in a line; what a line begins ends with it. `~~Struck-out~~` words are dropped.
Notes (`[^1]: ...`) stay where they are; their marks are superscripts.
"""

from __future__ import annotations

import re
import tomllib
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode
from selectolax.lexbor import LexborNode

from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.html import HtmlWalk, html_items
from benchwright.readers.html_elements import BLOCKS, NO_TEXT, UNSEEN, element_text
from benchwright.readers.html_tree import SELF_CLOSING, VOID, parse_html
from benchwright.records import Cut, Drop, Table

_FRONT = re.compile(r"\A(---|\+\+\+)[ \t]*\n(.*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LONGEST_FRONT = 1 << 16  # characters; parsing takes a second for every 60,000
_TABLE_CAPTION = re.compile(r"^(?:(?:Table|Tab\.)(?:\s+\d[\w.-]*?)?\s*[:.]|:)\s+(?=\S)", re.IGNORECASE)
_CAPTION_MARK = re.compile(r"^(?:Table|Tab\.)?\s*:\s+", re.IGNORECASE)
_ATTRIBUTES = re.compile(r"\{:[^{}\n]*\}")  # kramdown: `*cell*{: .term}`
_ANCHOR = re.compile(r"\s*\{#[\w:.-]+\}\s*$")
_NOTE_MARK = re.compile(r"\[\^([^\]\s]{1,20})\](?!:)")
_SHOWN = 200
_LEFT_OUT = "data-rows-left-out"
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>")
_RAW = frozenset({"title", "textarea", "xmp", "plaintext", "noembed", "noframes"})
_SWALLOWS = NO_TEXT | UNSEEN.keys() | _RAW
_OF_TABLE = frozenset({"caption", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"})


class _Markdown(MarkdownIt):
    """Reads every target as one (`file:`, `javascript:` and `data:` too): none is shown in a browser, and what may be
    opened is decided where it would be."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name for it
        return True


def read_markdown(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is the front matter's, else the first heading, else the file's name."""
    decoded = file.text()
    yield from decoded.notices
    front, body, fault = front_matter(decoded.text)
    if fault:
        yield Drop(file.name, "front-matter", fault, decoded.text[:200])
    html, cut = html_of(body)
    if cut:
        yield Drop(file.name, "table-row-cut", f"{len(cut):,} rows are longer than their header", cut[0])
    title, licence = _inline_text(front, "title"), _inline_text(front, "licence", "license")
    yield from html_items(file, html, title, licence, _inline_text(front, "url", "source"), _MarkdownWalk())


@dataclass(slots=True)
class _MarkdownWalk(HtmlWalk):
    """Knows how many rows were left out of a table."""

    _rows_left_out: int = 0

    def _table(self, node: LexborNode, caption: str = "") -> bool:
        count = node.attributes.get(_LEFT_OUT) or ""
        self._rows_left_out = int(count) if count.isascii() and count.isdigit() and len(count) < 10 else 0
        return HtmlWalk._table(self, node, caption)

    def _put_table(self, table: Table, caption: str) -> None:
        if self._rows_left_out:
            table = replace(table, cut=Cut(len(table.rows) + self._rows_left_out, len(table.rows[0])))
        self.out.table(table, caption)


def front_matter(text: str) -> tuple[dict[str, str], str, str]:
    """The plain entries of the block of YAML or TOML at the start of a text, the rest of the text, and what is wrong
    with the block ("" if nothing).

    A block that is no mapping is left in the text: it was a rule, not front matter. Values are taken as they are
    written and no YAML object is ever made of them: anchors and merges can name a billion values in a few lines.
    """
    match = _FRONT.match(text)
    if match is None:
        return {}, text, ""
    rest = text[match.end() :]
    if len(match[2]) > _LONGEST_FRONT:
        return {}, rest, f"longer than {_LONGEST_FRONT:,} characters"
    try:
        if match[1] == "+++":
            values = tomllib.loads(match[2])
            return {key.lower(): value for key, value in values.items() if isinstance(value, str)}, rest, ""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an anchor that is set twice: neither is followed
            tree = YAML(typ="safe", pure=True).compose(match[2])
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


def html_of(body: str) -> tuple[str, list[str]]:
    """The HTML of a text, and the rows that are left out of tables. Captions stand where HTML has them, and no piece of
    HTML reaches further than it says."""
    parser = _parser()
    parsed = parser.parse(body)
    parsed, cut = _without_long_rows(parsed, body.split("\n"))
    _close_html(parsed)

    def words_of(line: Token) -> str:
        body = parse_html(parser.renderer.render([line], parser.options, {})).body
        return element_text(body) if body is not None else ""

    tokens = list(_captioned(parsed, words_of))
    return str(parser.renderer.render(tokens, parser.options, {})), cut


@cache
def _parser() -> MarkdownIt:
    """Made once: it takes as long as reading a page."""
    parser = _Markdown("commonmark").enable(["table", "strikethrough"])
    parser.block.ruler.at("reference", _reference)
    parser.add_render_rule("text", _render_text)
    return parser


def _without_long_rows(tokens: Sequence[Token], lines: Sequence[str]) -> tuple[list[Token], list[str]]:
    """The tokens without the rows of tables that have more cells than the header: nobody knows which cell belongs to
    which name. The table says how many they are. And the texts of these rows."""
    rest: list[Token] = []
    cut: list[str] = []
    table, width, leaving = Token("", "", 0), 0, False
    for token in tokens:
        if token.type == "table_open":
            table, width = token, 0
        width += token.type == "th_open"
        if token.type == "tr_open" and token.map and width:  # below the header
            cells = escapedSplit(lines[token.map[0]].lstrip("> \t").rstrip())
            leaving = any(map(str.strip, cells[width + (cells[0] == "") :]))
            if leaving:
                cut.append(" | ".join(filter(None, map(str.strip, cells)))[:_SHOWN])
                table.attrs[_LEFT_OUT] = int(table.attrs.get(_LEFT_OUT, 0)) + 1
        if not leaving:
            rest.append(token)
        leaving = leaving and token.type != "tr_close"
    return rest, cut


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The addresses of links; a note is none: its words would be lost."""
    at = state.bMarks[start] + state.tShift[start]
    return not state.src.startswith("[^", at) and reference(state, start, end, silent)


def _render_text(renderer: object, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
    return _NOTE_MARK.sub(r"<sup>[\1]</sup>", escapeHtml(_ATTRIBUTES.sub("", tokens[at].content)))


def _captioned(tokens: Sequence[Token], words_of: Callable[[Token], str]) -> Iterator[Token]:
    """The tokens with the captions of tables inside them, and those of images as their titles. `words_of` tells what
    is seen of a line."""
    at = 0
    while at < len(tokens):
        token, words = tokens[at], _paragraph(tokens, at)
        if token.type == "table_open" or (words and _is_table_caption(words) and _is_table(tokens, at + 3)):
            start = at if words is None else at + 3
            end = next(place for place in range(start, len(tokens)) if tokens[place].type == "table_close") + 1
            at = end
            below = _paragraph(tokens, end)
            if words is None and below and _is_table_caption(below) and not _is_table(tokens, end + 3):
                words, at = below, end + 3
            yield tokens[start]
            if words:
                words.children = words.children or [Token("text", "", 0)]
                words.children[0].content = _CAPTION_MARK.sub("", words.children[0].content)
                yield from (Token("caption_open", "caption", 1), words, Token("caption_close", "caption", -1))
            yield from tokens[start + 1 : end]
            continue
        at += 1
        yield token
        if token.type == "heading_open":
            last = (tokens[at].children or [Token("text", "", 0)])[-1]
            last.content = _ANCHOR.sub("", last.content)
        elif words and (pictures := _pictures(words)):
            below = _paragraph(tokens, at + 2)
            if _is_italic(words):
                _set_title(pictures[-1], words_of(words))
                words.children = pictures
            elif below and _is_italic(below) and not _pictures(below):
                _set_title(pictures[-1], words_of(below))
                yield from tokens[at : at + 2]
                at += 5


def _paragraph(tokens: Sequence[Token], at: int) -> Token | None:
    """The words of the paragraph that begins here, if one does."""
    return tokens[at + 1] if at < len(tokens) and tokens[at].type == "paragraph_open" else None


def _is_table(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].type == "table_open"


def _is_table_caption(words: Token) -> bool:
    return bool(_TABLE_CAPTION.match(_plain(words))) and not _pictures(words)


def _plain(words: Token) -> str:
    """The words of a line without its marks."""
    shown = (child for child in words.children or () if child.type not in {"html_inline", "image"})
    return " ".join("".join(" " if "break" in child.type else child.content for child in shown).split())


def _pictures(words: Token) -> list[Token]:
    return [child for child in words.children or () if child.type == "image" or child.content[:4].lower() == "<img"]


def _is_italic(words: Token) -> bool:
    """Whether all words of a line are in italics, and there are some."""
    depth, some = 0, False
    for child in words.children or ():
        depth += child.nesting if child.type.startswith("em_") else 0
        if child.type in {"text", "code_inline"} and child.content.strip():
            if not depth:
                return False
            some = True
    return some


def _set_title(picture: Token, title: str) -> None:
    if picture.type == "image":
        picture.attrs["title"] = title
    else:
        picture.content = f'<img title="{escapeHtml(title)}"{picture.content[4:]}'


def _close_html(tokens: Sequence[Token]) -> None:
    """End the elements that nothing ends where they were begun, and at once those that would swallow the words behind
    them. Indented HTML in a table is no code."""
    opened: dict[str, list[Token]] = defaultdict(list)
    for block in tokens:
        if block.type == "code_block" and opened["table"] and block.content.startswith("<"):
            block.type = "html_block"
        if block.type == "inline":
            _close_line(block, opened)
        if block.type != "html_block":
            continue
        inside: list[str] = []
        for closes, name in _TAG.findall(block.content):
            name = name.lower()
            if closes and opened[name]:
                opened[name].pop()
            elif not closes and name not in SELF_CLOSING:
                opened[name].append(block)
                inside.append(name)
        for name in _SWALLOWS.intersection(inside):
            block.content += f"</{name}>" * len(opened.pop(name, ()))
    for name, unclosed in opened.items():
        for block in unclosed:
            block.content += f"</{name}>"


def _close_line(line: Token, opened: dict[str, list[Token]]) -> None:
    """End the elements that a line begins and does not end. A tag that ends nothing, or is a part of a table where none
    is open, only parts what stands beside it; one that would swallow words is left out."""
    children = line.children or []
    inside: dict[str, list[tuple[int, Token]]] = defaultdict(list)
    for at, child in enumerate(children):
        tag = _TAG.match(child.content) if child.type == "html_inline" else None
        if tag is None or (name := tag[2].lower()) in VOID:
            continue
        if name in _RAW:
            child.content = ""
        elif name in _OF_TABLE and not opened["table"] and not inside["table"]:
            child.content = "<br>"
        elif not tag[1]:
            inside[name].append((at, child))
        elif inside[name]:
            inside[name].pop()
        elif opened[name]:
            opened[name].pop()
        else:
            child.content = "<br>" if name in BLOCKS else ""
    unclosed = ((at, name, child) for name, tags in inside.items() for at, child in tags)
    for _, name, child in sorted(unclosed, key=lambda tag: -tag[0]):
        if name in _SWALLOWS:
            child.content = ""
        else:
            children.append(Token("html_inline", "", 0, content=f"</{name}>"))


READER = Reader("markdown", read_markdown, suffixes=(".md", ".markdown", ".mdown"), version=11)
