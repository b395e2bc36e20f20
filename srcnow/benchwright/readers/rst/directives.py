"""Parse reStructuredText with docutils, and give unknown directives and roles (Sphinx's) one general form.

    .. option:: --force          a definition entry: name "--force", role "option"
       Overwrite.
    .. hlist::                   a block with the class "hlist"
       * a
    :ref:`Title <target>`        the words "Title"

Nothing is read but the text itself: no other files, no settings of the user, no address. A document's own roles end
with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives import unchanged
from docutils.statemachine import StringList

from benchwright.english.vocabulary import Vocabulary
from benchwright.errors import ReadError

_WORDS = Vocabulary.of("benchwright.readers.rst", "directives")
_NAVIGATION, _ELSEWHERE, _SETTINGS = map(_WORDS.words, ("navigation", "elsewhere", "settings"))
_CODE, _CONDITIONS, _TITLED = map(_WORDS.words, ("code", "conditions", "titled"))
_PRINTED = _WORDS.texts("printed")
_GENERAL_ROLES = Vocabulary.of("benchwright.readers.rst", "roles").words("general")

_LONGEST_LINE = 20_000
_LONGEST_TEXT = 2 << 20
"""Characters. Docutils reads about 100,000 a second, and the time grows faster than the text."""

_SETTINGS_OF_PARSER: dict[str, Any] = {
    "_disable_config": True,
    "doctitle_xform": False,
    "docinfo_xform": False,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "sectnum_xform": False,
    "syntax_highlight": "none",
    "report_level": 5,
    "halt_level": 5,
    "traceback": True,
    "line_length_limit": _LONGEST_LINE,
}
_TITLED_TARGET = re.compile(r"(.+?)\s*<[^<>]*>", re.DOTALL)
_PROSE = re.compile(r"[.,;!?]\s*$")
_STYLE_CLASS = re.compile(r"[a-z0-9 _-]+")


class Unshown(nodes.Invisible, nodes.Element):
    """What a directive holds and the page does not show: `reason` and `text`."""


def parse_rst(text: str) -> nodes.document:
    """The document's tree. ReadError `too-large`, `nested-too-deep` or `rst-markup`."""
    if len(text) > _LONGEST_TEXT:
        raise ReadError("too-large", f"more than {_LONGEST_TEXT:,} characters of reStructuredText")
    longest = max(map(len, text.expandtabs().splitlines()), default=0)
    if longest > _LONGEST_LINE:
        raise ReadError("too-large", f"a line of {longest:,} characters; at most {_LONGEST_LINE:,} are read")
    with _general_forms():
        try:
            return publish_doctree(text, settings_overrides=_SETTINGS_OF_PARSER)
        except RecursionError as error:
            raise ReadError("nested-too-deep", "blocks inside blocks") from error
        except ValueError as error:  # substitutions that hold each other
            raise ReadError("rst-markup", " ".join(str(error).split())[:200]) from error


@contextmanager
def _general_forms() -> Iterator[None]:
    """Docutils looks names up in two functions of its modules. It offers no other place for names that are not known
    in advance, and Sphinx replaces these functions, too."""
    directive, role, own_roles = directives.directive, roles.role, dict(_own_roles())

    def find_directive(name: str, language: Any, document: Any) -> tuple[Any, list[Any]]:
        bare = name.lower().rpartition(":")[2]
        if bare in _NAVIGATION | _ELSEWHERE | _SETTINGS:
            return _Unprinted, []
        if bare in _CODE:
            return _Code, []
        known, _ = directive(name, language, document)
        if known is None or bare in _CONDITIONS | {"class"}:
            return _General, []
        lenient: Any = type(known.__name__, (known,), {"option_spec": _AnyOption(known.option_spec or {})})
        return lenient, []

    def find_role(name: str, language: Any, line: int, reporter: Any) -> tuple[Any, list[Any]]:
        known, _ = role(name, language, line, reporter)
        return (_shown_role if known is None or name.lower() in _GENERAL_ROLES else known), []

    replaced: Any = directives, roles
    replaced[0].directive, replaced[1].role = find_directive, find_role
    try:
        yield
    finally:
        replaced[0].directive, replaced[1].role = directive, role
        _own_roles().clear()
        _own_roles().update(own_roles)


def _own_roles() -> dict[str, Any]:
    """Where docutils keeps the roles that a document defines."""
    return vars(roles)["_roles"]  # type: ignore[no-any-return]


def _shown_role(
    name: str, raw: str, text: str, line: int, inliner: Any, options: Any = None, content: Any = None
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """A role's words. Without a title of its own, what it names is code, and `~a.b` shows only its last part."""
    plain = nodes.unescape(text)
    role = name.lower().rpartition(":")[2]
    if titled := _TITLED_TARGET.fullmatch(plain):
        return [nodes.inline(raw, titled[1], classes=[role])], []
    words = plain.rpartition(".")[2] if plain.startswith("~") else plain.lstrip("!.")
    kind = nodes.inline if " " in words else nodes.literal
    return [kind(raw, words or plain, classes=[role])], []


class _AnyOption(dict[str, Callable[[Any], Any]]):
    """Options of a directive; those that docutils does not know are taken as they are."""

    def __bool__(self) -> bool:
        return True

    def __missing__(self, name: str) -> Callable[[Any], Any]:
        return unchanged


class _Block(Directive):
    """Any argument, any options, any body."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = _AnyOption()

    @property
    def role(self) -> str:
        """Its name without the domain (`py:function`)."""
        return self.name.lower().rpartition(":")[2]

    def parts(self) -> tuple[list[str], list[str]]:
        """The lines of the argument, and those of the body: what begins below the directive's name is body."""
        argument = self.arguments[0].split("\n") if self.arguments else []
        body = list(self.content)
        if argument and self.block_text.split("\n", 1)[0].rstrip().endswith("::"):
            return [], [*argument, "", *body]
        return argument, body

    def parse(self, lines: list[str], node: nodes.Element) -> nodes.Element:
        self.state.nested_parse(StringList(lines, source=""), self.content_offset, node, match_titles=True)
        return node


class _Unprinted(_Block):
    """Leaves out what the page does not show."""

    def run(self) -> list[nodes.Node]:
        if self.role in _ELSEWHERE:
            return [Unshown(reason="rst-elsewhere", text=self.block_text)]
        text = "\n".join(self.parts()[1])
        if not text.strip():
            return []
        return [Unshown(reason="navigation" if self.role in _NAVIGATION else "rst-setting", text=text)]


class _Code(_Block):
    """Lines of code, and their language."""

    def run(self) -> list[nodes.Node]:
        argument, body = self.parts()
        code = "\n".join([*argument[1:], *body])
        block = nodes.literal_block(code, code, language=argument[0] if argument else "")
        caption = str(self.options.get("caption") or "")
        return [*([nodes.paragraph(caption, caption)] if caption else []), *([block] if code.strip() else [])]


class _General(_Block):
    """A directive that docutils does not know: an entry if it has an argument, else a block."""

    def run(self) -> list[nodes.Node]:
        argument, body = self.parts()
        role = self.role
        block = nodes.container(classes=[role])
        if role in _PRINTED:
            return [self._printed(argument, body, block)]
        if role == "class" and argument and _STYLE_CLASS.fullmatch(argument[0]):
            argument = []  # docutils's own: classes for the look of what follows
        if role in _CONDITIONS:
            argument = []
        if argument and _PROSE.search(argument[-1]):
            argument, body = [], [*argument, "", *body]
        if role in _TITLED and argument:
            block += nodes.rubric("", " ".join(argument))
            argument = []
        if not argument:
            return [self.parse(body, block)] if len(block) or any(map(str.strip, body)) else []
        return [self._entry(argument, body)]

    def _printed(self, argument: list[str], body: list[str], block: nodes.Element) -> nodes.Element:
        """A note of Sphinx's that begins with words of its own; its argument is a version, or prose."""
        first, _, rest = " ".join(argument).partition(" ")
        if not any(letter.isdigit() for letter in first):
            block += nodes.rubric("", _PRINTED[self.role])
            return self.parse([*argument, "", *body], block)
        lead = f"{_PRINTED[self.role]} {first}"
        joined = bool(rest or (body and body[0][:1].isalnum()))
        lines = [f"{lead}: {rest}" if rest else f"{lead}:" if joined else f"{lead}.", *([] if not rest else [""])]
        return self.parse([*lines, *([] if joined else [""]), *body], block)

    def _entry(self, argument: list[str], body: list[str]) -> nodes.Element:
        """Each line of the argument is a name. Options that hold something are a part of the body, unless the text is
        made elsewhere (`autoclass`)."""
        names = " ".join(argument).split("\\ ") if argument[0].endswith("\\") else argument
        item = nodes.definition_list_item()
        item.extend(nodes.term("", name.strip()) for name in names if name.strip())
        definition = nodes.definition()
        fields = [] if self.role.startswith("auto") else [(k, v) for k, v in self.options.items() if v]
        if fields:
            definition += nodes.field_list(
                "",
                *(
                    nodes.field("", nodes.field_name("", name), nodes.field_body("", nodes.paragraph("", value)))
                    for name, value in fields
                ),
            )
        self.parse(body, definition)
        if len(definition):
            item += definition
        return nodes.definition_list("", item, classes=[self.role.removeprefix("auto")], entry=True)
