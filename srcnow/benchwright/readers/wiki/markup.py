"""Wikitext is rendered as the HTML that MediaWiki would make of it, as far as text, tables, links and pictures need.

mwparserfromhell makes the tree. Headings, lists, tables, links and pictures become the elements that `page_walk` reads.
Templates are not expanded: infoboxes become tables, `templates.py` knows the words of a few, the rest is counted.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

import mwparserfromhell
from mwparserfromhell.nodes import (
    Argument,
    Comment,
    ExternalLink,
    Heading,
    HTMLEntity,
    Node,
    Tag,
    Template,
    Text,
    Wikilink,
)
from mwparserfromhell.nodes.extras import Attribute
from mwparserfromhell.parser import ParserError
from mwparserfromhell.wikicode import Wikicode

from benchwright.errors import ReadError
from benchwright.readers.wiki.site import Site
from benchwright.readers.wiki.templates import TemplateCall, is_infobox, is_silent, plain_name, text_of

MOST_WORK = 30_000_000
"""Brackets and tags without an end, times the page's characters. The parser reads on from each to the end of the page
before it gives it up: `{{a|` 3,000 times is 36 million and takes 3.4 s, 100 kB behind 20 of them 0.3 s."""

_VERBATIM = {"nowiki", "math", "chem", "ce", "pre", "syntaxhighlight", "source"}
_LEFT_OUT = {
    *("ref", "references", "score", "timeline", "graph", "chart", "mapframe", "maplink", "imagemap", "hiero", "style"),
    *("templatedata", "templatestyles", "includeonly", "inputbox", "categorytree", "indicator", "script"),
}
_CELLS = {"td", "th", "caption"}
_ROWS = {"tr", "tbody", "thead", "tfoot"}
_ELEMENTS = {
    *("abbr", "b", "big", "blockquote", "center", "cite", "code", "dd", "del", "div", "dl", "dt", "em", "font", "i"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "ins", "kbd", "li", "ol", "p", "q", "s", "small", "span", "strike", "strong"),
    *("sub", "sup", "tt", "u", "ul", "var"),
}
_ATTRIBUTES = {"class", "style", "role", "rowspan", "colspan"}
_SINGLE = {"br", "hr", "wbr", "li", "dt", "dd", "td", "th", "tr"}
_OPTIONS = {
    *("thumb", "thumbnail", "frame", "framed", "frameless", "border", "left", "right", "center", "centre", "none"),
    *("upright", "baseline", "middle", "sub", "super", "text-top", "text-bottom", "top", "bottom"),
}
_OPTION_KEYS = {"alt", "link", "upright", "page", "class", "lang", "thumb", "start"}

_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_INDENTED_TABLE = re.compile(r"\n:[: \t]*\{\|")
_BRACKETS = re.compile(r"<!--|-->|\{\{|\}\}|\[\[|\]\]|\n[ \t]*\{\||\n[ \t]*\|\}|<(/?)([a-zA-Z]+)[^<>]*?(/?)>")
_ENDS = {"}}": "{{", "]]": "[[", "|}": "{|", "-->": "<!--"}
_NO_TAG = re.compile(rf"<(?!/?(?:{'|'.join(sorted(_ELEMENTS | _LEFT_OUT | _SINGLE))})\b)")
_QUOTES = re.compile("'{2,}")
_SWITCH = re.compile(r"__[A-Z]{3,24}__")
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|svg|tiff?|webp|bmp)$", re.IGNORECASE)
_SIZE = re.compile(r"^(?:\d+|\d*x\d+)\s*px$")
_FRACTION = re.compile(r"\d+/\d")
_MARKUP = re.compile("<[^>]*>")
_DRESS = re.compile(
    r"(?:^|[ _-])(?:size|width|upright|alt|caption|style|class|colou?r|align|padding|module|embed|child|nocat|image\d*"
    r"|photo|logo|map|flag|coat|signature|image map|pushpin map.*|coordinates)$"
)
"""Fields of an infobox that say how it looks."""

# What templates that gave no text leave of the brackets around them.
_EMPTY_BRACKETS = re.compile(r" \([\s;,:]*\)")
_OPENED = re.compile(r"\([\s;,]+")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_PICTURES_ALONE = re.compile(r"^[ \t]*((?:<img [^>]*>[ \t]*)+)", re.MULTILINE)


@dataclass(slots=True)
class WikitextRenderer:
    """Renders one page. `left_out` counts the templates that gave no text, by name."""

    title: str
    site: Site
    left_out: Counter[str] = field(default_factory=Counter)
    _in_item: bool = False
    _tables: int = 0
    _inner_tables: list[str] = field(default_factory=list)

    def html(self, wikitext: str) -> str:
        """The body of the page. ReadError `nested-too-deep`, `bad-wikitext`."""
        text = _INDENTED_TABLE.sub("\n{|", "\n" + _CONTROL.sub("", wikitext))
        text += "\n|}" * _open_tables(text)  # a table ends where its page does, as in MediaWiki
        try:
            code = mwparserfromhell.parse(text, skip_style_tags=True)
        except ParserError as error:
            raise ReadError("bad-wikitext", f"mwparserfromhell cannot read it: {error}") from error
        body = _OPENED.sub("(", _EMPTY_BRACKETS.sub("", self._code(code)))
        return _PICTURES_ALONE.sub(r"<figure>\1</figure>", _BLANK_LINES.sub("\n<hr>\n", body))

    def _code(self, code: Wikicode | None) -> str:
        parts: list[str] = []
        after_comment = False
        for node in code.nodes if code is not None else ():
            part = self._node(node)
            if after_comment and (not parts or parts[-1].endswith("\n")):  # alone on its line
                part = part.removeprefix("\n")
            if isinstance(node, Template) and _FRACTION.match(part) and "".join(parts[-1:])[-1:].isdigit():
                part = f" {part}"  # 5{{frac|1|2}}
            after_comment = isinstance(node, Comment)
            if part:
                parts.append(part)
        return "".join(parts)

    def _node(self, node: Node) -> str:
        match node:
            case Text():
                return self._text(str(node))
            case Template():
                return self._template(node)
            case Wikilink():
                return self._link(node)
            case Tag():
                return self._tag(node)
            case Heading():
                return f"\n<h{node.level}>{self._code(node.title)}</h{node.level}>\n"
            case HTMLEntity():
                return html.escape(html.unescape(str(node)))
            case ExternalLink():
                return self._code(node.title if node.brackets else node.url)
            case Argument():  # {{{name|default}}} stands in templates; on a page it shows its default
                return self._code(node.default)
        return ""

    def _text(self, text: str) -> str:
        text = _NO_TAG.sub("&lt;", _SWITCH.sub("", _QUOTES.sub("", text)).replace("&", "&amp;"))
        if self._in_item and "\n" in text:
            self._in_item = False
            return text.replace("\n", "</li>\n", 1)
        return text

    def _plain(self, code: Wikicode | str) -> str:
        """The words on one line, without elements."""
        body = code if isinstance(code, str) else self._code(code)
        return " ".join(html.unescape(_MARKUP.sub("", body)).split())

    def _tag(self, tag: Tag) -> str:
        name = str(tag.tag).strip().lower()
        if name in _LEFT_OUT:
            return ""
        if tag.wiki_markup and name in {"li", "dt", "dd"}:
            self._in_item = True
            return "<li>"
        if name == "table":
            return self._beside(f"\n<table{_attributes(tag)}>{self._rows(tag.contents)}</table>\n")
        if name == "gallery":
            return self._gallery(str(tag.contents))
        if name in _VERBATIM:
            words = html.escape(html.unescape(str(tag.contents or "")))
            if name in {"nowiki", "math", "chem", "ce"} or tag.has("inline"):
                return words
            return f"\n<div>{words.strip().replace(chr(10), '<br>')}</div>\n"
        if tag.self_closing:
            return f"<{name}>" if name in {"br", "hr"} else ""
        if name not in _ELEMENTS:
            return self._code(tag.contents)
        return f"<{name}{_attributes(tag)}>{self._code(tag.contents)}</{name}>"

    def _rows(self, code: Wikicode | None) -> str:
        """The rows and cells of a table. What stands between them is no part of it."""
        self._tables += 1
        parts: list[str] = []
        for node in code.nodes if code is not None else ():
            name = str(node.tag).strip().lower() if isinstance(node, Tag) else ""
            if isinstance(node, Tag) and name in _ROWS:
                cells = self._rows(node.contents)
                parts.append(f"<{name}>{cells}</{name}>" if cells else "")  # MediaWiki makes no row without a cell
            elif isinstance(node, Tag) and name in _CELLS:
                outside, self._in_item = self._in_item, False
                words = self._code(node.contents)
                self._in_item = outside
                plus = [str(attribute).strip() for attribute in node.attributes[:1]] == ["+"]
                if node.wiki_markup == "|" and (plus or words.startswith("+")):
                    name, words = "caption", words.removeprefix("+")
                parts.append(f"<{name}{_attributes(node)}>{words}</{name}>")
            else:
                self._node(node)
        self._tables -= 1
        return "".join(parts)

    def _beside(self, table: str) -> str:
        """A table, and behind it those that stood inside it: each is a table of its own."""
        if self._tables:
            self._inner_tables.append(table)
            return ""
        inner, self._inner_tables = self._inner_tables, []
        return "".join([table, *inner])

    def _link(self, link: Wikilink) -> str:
        target = self.site.target(self._plain(link.title))
        if target.kind == "file":
            return self._file(target.name, link.text)
        if target.kind in {"category", "language"}:
            return ""
        words = self._code(link.text)
        words = words if words.strip() else html.escape(target.name)
        return f'<a href="./{quote(target.page.removeprefix("/wiki/"))}">{words}</a>' if target.page else words

    def _file(self, name: str, text: Wikicode | None) -> str:
        """A picture. Of a sound or a film only the caption stays."""
        options = [""]
        for node in text.nodes if text is not None else ():
            first, *more = map(self._text, str(node).split("|")) if isinstance(node, Text) else (self._node(node),)
            options[-1] += first
            options.extend(more)
        caption = alt = ""
        for option in options:
            key, equals, value = option.partition("=")
            key = key.strip().lower()
            if equals and key in _OPTION_KEYS:
                alt = value if key == "alt" else alt
            elif option.strip().lower() not in _OPTIONS and not _SIZE.match(option.strip().lower()):
                caption = option
        return self._picture(name, caption, alt) if _PICTURE.search(name.strip()) else caption

    def _picture(self, name: str, caption: str, alt: str) -> str:
        words, text = html.escape(self._plain(caption)), html.escape(self._plain(alt))
        return f'<img resource="./File:{quote(name.strip())}" title="{words}" alt="{text}">'

    def _gallery(self, text: str) -> str:
        """One `File:name.jpg|caption` a line."""
        lines = []
        for line in text.splitlines():
            name, _, caption = line.strip().partition("|")
            if name.strip():
                link = f"[[{name if ':' in name else f'File:{name}'}|thumb|{caption}]]"
                lines.append(self._code(mwparserfromhell.parse(link, skip_style_tags=True)))
        return "\n\n" + "\n".join(lines) + "\n\n"

    def _template(self, template: Template) -> str:
        name = plain_name(self._plain(template.name))
        if is_infobox(name):
            return self._infobox(name, template)
        values = [self._code(one.value).strip() for one in template.params]  # once: templates stand inside each other
        arguments = {str(one.name).strip(): value for one, value in zip(template.params, values, strict=True)}
        positional = [value for one, value in zip(template.params, values, strict=True) if not one.showkey]
        words = text_of(TemplateCall(name, arguments, tuple(positional)), self.title)
        if words is None and not is_silent(name):
            self.left_out[name[:60]] += 1
        return words or ""

    def _infobox(self, name: str, template: Template) -> str:
        """A table of fields and values, with its pictures in the cells."""
        self._tables += 1
        fields = {
            " ".join(str(one.name).replace("_", " ").split()): self._code(one.value).strip() for one in template.params
        }
        self._tables -= 1
        rows: list[str] = []
        for label, value in fields.items():
            plain = self._plain(value)
            if len(plain) <= 255 and _PICTURE.search(plain):
                target = self.site.target(plain)
                caption = fields.get("caption", "") or fields.get(f"{label} caption", "")
                value = self._picture(target.name if target.kind == "file" else plain, caption, fields.get("alt", ""))
            elif label.isdigit() or len(label) > 60 or _DRESS.search(label.lower()):
                value = "".join(re.findall("<img [^>]*>", value))
            if value:
                rows.append(f"<tr><th>{html.escape(label[:1].upper() + label[1:])}</th><td>{value}</td></tr>")
        kind = html.escape(json.dumps({"target": {"wt": name[:1].upper() + name[1:]}}, ensure_ascii=False))
        return self._beside(f'\n<table class="infobox" data-mw="{kind}">{"".join(rows)}</table>\n')


def _attributes(tag: Tag) -> str:
    """The attributes that matter for the text, as HTML writes them."""
    attributes: Sequence[Attribute] = tag.attributes
    wanted = {str(one.name).strip().lower(): str(one.value or "").strip() for one in attributes}
    return "".join(f' {name}="{html.escape(wanted[name])}"' for name in sorted(_ATTRIBUTES & wanted.keys()))


def _open_tables(text: str) -> int:
    """How many tables have no end. ReadError `nested-too-deep` if so much is open that parsing would take long."""
    opened: Counter[str] = Counter()
    for match in _BRACKETS.finditer(text):
        closes, name, single = match.groups()
        sign = name.lower() if name else match[0].strip()
        if (closes or sign in _ENDS) and opened[_ENDS.get(sign, sign)] > 0:
            opened[_ENDS.get(sign, sign)] -= 1
        elif not closes and not single and sign not in _ENDS and sign not in _SINGLE:
            opened[sign] += 1
    if (count := opened.total()) * len(text) > MOST_WORK:
        raise ReadError("nested-too-deep", f"{count:,} brackets and tags are not closed, in {len(text):,} characters")
    return opened["{|"]
