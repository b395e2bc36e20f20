"""Write a docutils tree as HTML for the one HTML walk; what is not shown is listed.

    <dl class="function"><dt>f(x)</dt><dd>...<dl class="field-list"><dt class="param">x</dt><dd>...</dd></dl></dd></dl>

Elements of docutils are named by their classes, and so are the methods that write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from docutils import nodes

from benchwright.english.vocabulary import Vocabulary

_EMPTY = re.compile(r"\.\. \S+::")
"""A directive in which nothing stands."""

_ERROR = 3
"""The level of a message from which on what it is about was not read."""

_TAGS = Vocabulary.of("benchwright.readers.rst", "elements").texts("tags")
"""Elements of docutils that are one element of HTML. All others are a method of their own below, or only what is in
them."""

_NOT_SHOWN = (nodes.substitution_definition, nodes.pending, nodes.meta, nodes.colspec)


@dataclass(slots=True)
class RstHtml:
    """Grows the HTML of a tree. `dropped` is what is not shown: (reason, detail, text)."""

    parts: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str, str]] = field(default_factory=list)
    _depth: int = 0

    def write(self, node: nodes.Node) -> None:
        """Write an element and all that is in it."""
        if isinstance(node, nodes.Text):
            self.parts.append(escape(node.astext(), quote=False))
        elif isinstance(node, nodes.Element) and not isinstance(node, _NOT_SHOWN):
            special = getattr(self, f"_{node.tagname}", None)
            if special is not None:
                special(node)
            elif isinstance(node, nodes.Admonition):
                self._admonition(node)
            else:
                self._element(_TAGS.get(node.tagname, ""), node["classes"], node.children)

    def _element(self, tag: str, classes: Iterable[str], children: Iterable[nodes.Node], attributes: str = "") -> None:
        names = escape(" ".join(classes))
        shown = f' class="{names}"' if names else ""
        self.parts.append(f"<{tag}{shown}{attributes}>" if tag else "")
        for child in children:
            self.write(child)
        self.parts.append(f"</{tag}>" if tag else "")

    def _Unshown(self, node: nodes.Element) -> None:  # noqa: N802 - the element's own name
        self.dropped.append((node["reason"], "", node["text"]))

    def _comment(self, node: nodes.comment) -> None:
        if node.astext().strip():
            self.dropped.append(("comment", "", node.astext()))

    def _system_message(self, node: nodes.system_message) -> None:
        """Markup that cannot be read comes with the lines that it holds: they are a drop for a directive, and text for
        a title or a table. A warning stands beside what was read all the same."""
        for block in node.findall(nodes.literal_block):
            text = block.astext()
            if _EMPTY.fullmatch(text.strip()):
                continue
            if text.lstrip().startswith(".."):
                self.dropped.append(("rst-markup", node.children[0].astext(), text))
            elif node["level"] >= _ERROR:
                lines = [nodes.line("", line.strip()) for line in text.splitlines()]
                self._line_block(nodes.line_block("", *lines))

    def _section(self, node: nodes.section) -> None:
        self._depth += 1
        self._element("section", node["classes"], node.children)
        self._depth -= 1

    def _title(self, node: nodes.title) -> None:
        if isinstance(node.parent, nodes.table):
            self._element("caption", [], node.children)
        elif isinstance(node.parent, nodes.section):
            self._element(f"h{min(self._depth, 6)}", [], node.children)
        else:
            self._element("p", ["title"], node.children)

    def _admonition(self, node: nodes.Element) -> None:
        own = node.tagname != "admonition"
        title = [nodes.rubric("", node.tagname.capitalize())] if own else []
        self._element("div", ["admonition", *([node.tagname] if own else [])], [*title, *node.children])

    def _figure(self, node: nodes.figure) -> None:
        legends = [child for child in node.children if isinstance(child, nodes.legend)]
        self._element("figure", [], [child for child in node.children if child not in legends])
        self._element("", [], legends)

    def _caption(self, node: nodes.caption) -> None:
        self._element("figcaption", [], node.children)

    def _image(self, node: nodes.image) -> None:
        self.parts.append(f'<img src="{escape(node["uri"])}" alt="{escape(node.get("alt", ""))}">')

    def _reference(self, node: nodes.reference) -> None:
        self._element("a", [], node.children, f' href="{escape(node.get("refuri", "#"))}"')

    def _footnote_reference(self, node: nodes.Element) -> None:
        self.parts.append(f"<sup>[{escape(node.astext())}]</sup>")

    def _citation_reference(self, node: nodes.Element) -> None:
        self.parts.append(f"[{escape(node.astext())}]")

    def _footnote(self, node: nodes.Element) -> None:
        """A note or a citation, its label in front of its words."""
        label = node.next_node(nodes.label)
        body = [child for child in node.children if child is not label]
        words = f"[{label.astext()}]" if label is not None else ""
        mark = nodes.Text(words) if isinstance(node, nodes.citation) else nodes.superscript("", words)
        if body and isinstance(body[0], nodes.paragraph):
            body[0].insert(0, [mark, nodes.Text(" ")])
        else:
            body.insert(0, nodes.paragraph("", "", mark))
        self._element("div", [node.tagname], body)

    _citation = _footnote

    def _definition_list_item(self, node: nodes.Element) -> None:
        """Names, and what is said of them. A classifier ("name : kind") stands in front of that."""
        kinds = [child for child in node.children if isinstance(child, nodes.classifier)]
        definition = next((child for child in node.children if isinstance(child, nodes.definition)), None)
        if kinds and definition is not None:
            words = ", ".join(kind.astext() for kind in kinds)
            definition.insert(0, nodes.paragraph("", words, classes=["classifier"]))
        self._element("", [], [child for child in node.children if child not in kinds])

    def _field(self, node: nodes.field) -> None:
        """`:param int x:` in the entry of a function is the name `x` with the role `param`; its type is said of it."""
        name, body = node.children[0], node.children[1]
        words = name.astext().split()
        of_entry = _is_entry(node)
        if of_entry and len(words) > 1:
            self._element("dt", [words[0]], [nodes.Text(words[-1])])
            kind = " ".join(words[1:-1])
            self._element("dd", [], [*([nodes.paragraph("", kind)] if kind else []), *body.children])
        else:
            self._element("dt", [], name.children)
            self._element("dd", [], body.children)

    def _field_list(self, node: nodes.Element) -> None:
        self._element("dl", ["field-list", *node["classes"]], node.children)

    def _option_list(self, node: nodes.Element) -> None:
        self._element("dl", ["option"], node.children)

    def _option_group(self, node: nodes.Element) -> None:
        names = ", ".join("".join(part.astext() for part in option.children) for option in node.children)
        self.parts.append(f"<dt>{escape(names)}</dt>")

    def _literal_block(self, node: nodes.literal_block) -> None:
        language = str(node.get("language") or "").strip()
        self._element("pre", [f"language-{language}"] if language else [], node.children)

    def _doctest_block(self, node: nodes.Element) -> None:
        self._element("pre", ["language-pycon"], node.children)

    def _math(self, node: nodes.Element) -> None:
        self.parts.append(f'<math alttext="{escape(node.astext())}"></math>')

    def _math_block(self, node: nodes.Element) -> None:
        self.parts.append(f'<p><math alttext="{escape(node.astext())}"></math></p>')

    def _line_block(self, node: nodes.Element) -> None:
        inside = isinstance(node.parent, nodes.line_block)
        self._element("" if inside else "p", [], node.children)

    def _line(self, node: nodes.Element) -> None:
        self._element("", [], node.children)
        self.parts.append("<br>")

    def _transition(self, node: nodes.Element) -> None:
        self.parts.append("<hr>")

    def _entry(self, node: nodes.entry) -> None:
        spans = (("colspan", node.get("morecols", 0)), ("rowspan", node.get("morerows", 0)))
        self._element("td", [], node.children, "".join(f' {name}="{more + 1}"' for name, more in spans if more))


def html_of(tree: nodes.document) -> RstHtml:
    """The HTML of a document's tree, and what is left out of it."""
    html = RstHtml()
    first = tree.children[0] if tree.children else None
    if isinstance(first, nodes.field_list) and tree.next_node(nodes.section) is not None:
        html.dropped.append(("rst-setting", "fields above the title", first.astext()))
        tree.remove(first)
    for label in list(tree.findall(nodes.definition_list)):
        if _is_label(label):
            _move_into_section(label)
    html.write(tree)
    return html


def _is_entry(field: nodes.Element) -> bool:
    """Whether a field stands in the entry of a directive."""
    above = field.parent
    for kind in (nodes.field_list, nodes.definition, nodes.definition_list_item):
        if not isinstance(above, kind):
            return False
        above = above.parent
    return isinstance(above, nodes.definition_list) and "entry" in above


def _is_label(node: nodes.Node) -> bool:
    """Whether this is an entry of which nothing is said."""
    return isinstance(node, nodes.definition_list) and "entry" in node and node.next_node(nodes.definition) is None


def _move_into_section(label: nodes.Element) -> None:
    """A directive without a body right before a section that it names, or in it, makes that section's text its own:
    Sphinx has no other way to write a long entry."""
    following: nodes.Node | None = label
    while following is not None:
        following = following.next_node(descend=False, siblings=True, ascend=True)
        if not isinstance(following, nodes.target | nodes.comment) and not (following and _is_label(following)):
            break
    if isinstance(following, nodes.section) and _is_title_of(following, label):
        label.parent.remove(label)
        section, at = following, 1
    elif isinstance(label.parent, nodes.section) and _is_title_of(label.parent, label):
        section, at = label.parent, label.parent.index(label)
        section.remove(label)
    else:
        return
    before, rest = section.children[:at], section.children[at:]
    end = next((at for at, node in enumerate(rest) if isinstance(node, nodes.section)), len(rest))
    label += nodes.definition("", *rest[:end])
    section.children = before
    section.extend([label, *rest[end:]])


def _is_title_of(section: nodes.section, label: nodes.Element) -> bool:
    """Whether a section's title is what a label names."""
    return section.children[0].astext().strip().casefold() == label.astext().strip().casefold()
