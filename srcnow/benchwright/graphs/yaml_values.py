"""Parse YAML into values that know their line, for error messages about files of relations.

Only what such a file is made of: mappings, lists, text, true and false. Nothing is constructed (no tags, no merge
keys), and nothing is walked twice, so that a file cannot grow while it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from benchwright.errors import RelationsError
from benchwright.files.yaml_depth import is_too_deep

MOST_CHARACTERS = 1_000
MOST_ITEMS = 500

_SHOWN = 60
"""Characters of a value or an id that a mistake repeats."""

_TEXT = "tag:yaml.org,2002:str"
_BOOL = "tag:yaml.org,2002:bool"
_NULL = "tag:yaml.org,2002:null"


@dataclass(frozen=True, slots=True)
class YamlValue:
    """A value of a file: where it stands, and what it is. `key` is what it stands under, if anything, `entry` the id of
    the entry that it is a part of."""

    file: str
    node: Node
    key: Node | None = None
    entry: str = ""

    @property
    def line(self) -> int:
        """The line, from 1, on which its key begins, or else itself."""
        return int((self.key or self.node).start_mark.line) + 1

    def mistake(self, what: str, hint: str = "") -> RelationsError:
        """The error for a mistake at this place."""
        entry = f", {self.entry[:_SHOWN]}" if self.entry else ""
        return RelationsError(f"{self.file}, line {self.line}{entry}: {what}", hint=hint)

    def excerpt(self) -> str:
        """What stands there, in a few words: text in quotation marks, all else as it is written."""
        if self.is_mapping():
            return "a mapping"
        if self.is_list():
            return "a list"
        written = " ".join(str(self.node.value).split())
        if self.node.tag == _NULL and written in ("", "~", "null"):
            return "nothing"
        cut = written if len(written) <= _SHOWN else f"{written[:_SHOWN]}..."
        return repr(cut) if self.node.tag == _TEXT else cut

    def is_mapping(self) -> bool:
        """Whether it has keys."""
        return isinstance(self.node, MappingNode)

    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.node, SequenceNode)

    def is_text(self) -> bool:
        """Whether it is a line of text, or a number, which is taken as it is written."""
        return isinstance(self.node, ScalarNode) and self.node.tag not in {_NULL, _BOOL}

    def pairs(self, what: str, most: int = MOST_ITEMS) -> Iterator[tuple[str, YamlValue, YamlValue]]:
        """The keys of a mapping, each as text and as a marked value, with what stands under it. Raises RelationsError
        if it is not a mapping, repeats a key, or has more than `most` keys."""
        if not isinstance(self.node, MappingNode):
            raise self.mistake(
                f"{what} must be a mapping of keys to values, not {self.excerpt()}", "write it as {key: value, ...}"
            )
        if len(self.node.value) > most:
            raise self.mistake(f"{what} has more than {most:,} keys", "split it into files")
        keys: set[str] = set()
        for key, value in self.node.value:
            name = YamlValue(self.file, key, entry=self.entry)
            text = name.text("a key")
            if text in keys:
                raise name.mistake(f"{text!r} occurs twice", "keep one of them")
            keys.add(text)
            yield text, name, YamlValue(self.file, value, key, self.entry)

    def items(self, what: str) -> Iterator[YamlValue]:
        """The items of a list. Raises RelationsError if it is not a list, or has too many items."""
        if not isinstance(self.node, SequenceNode):
            raise self.mistake(f"{what} must be a list, not {self.excerpt()}", "write it as [one, another]")
        if len(self.node.value) > MOST_ITEMS:
            raise self.mistake(f"{what} has more than {MOST_ITEMS} items", "leave some out")
        for item in self.node.value:
            yield YamlValue(self.file, item, entry=self.entry)

    def text(self, what: str) -> str:
        """A line of text, spaces squeezed. Numbers are taken as they are written. Raises RelationsError if it is empty,
        too long, or no text."""
        if not self.is_text():
            scalar = isinstance(self.node, ScalarNode) and self.excerpt() != "nothing"
            hint = "write it in quotes" if scalar else "write a line of text, or leave the key out"
            raise self.mistake(f"{what} must be text, not {self.excerpt()}", hint)
        text = " ".join(str(self.node.value).split())
        if not text:
            raise self.mistake(f"{what} is empty", "write something or leave the key out")
        if len(text) > MOST_CHARACTERS:
            raise self.mistake(f"{what} has more than {MOST_CHARACTERS:,} characters", "shorten it")
        return text

    def flag(self, what: str) -> bool:
        """True or false. Raises RelationsError if it is neither."""
        if not isinstance(self.node, ScalarNode) or self.node.tag != _BOOL:
            hint = "write true or false, without quotes"
            raise self.mistake(f"{what} must be true or false, not {self.excerpt()}", hint)
        return str(self.node.value).casefold() == "true"


def parse(text: str, file: str, *, built_in: bool = False) -> YamlValue | None:
    """The value that a YAML text is, None if it is empty. `file` stands in errors. Raises RelationsError.

    The package's own books are read by the parser written in C, which takes a sixth of the time. It does not survive a
    text that is nested very deeply, so other files are read by the one in Python.
    """
    too_deep = RelationsError(f"{file}: nested too deeply", hint="see the form in docs/relations.md")
    if not built_in and is_too_deep(text):
        raise too_deep
    try:
        node = YAML(typ="safe", pure=not built_in).compose(text)
    except MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        problem = str(error.problem or error.context or "").split("\n")[0]
        raise RelationsError(f"{file}{line}: not YAML: {problem}", hint="see the line before it, too") from error
    except YAMLError as error:
        raise RelationsError(f"{file}: not YAML", hint=str(error).splitlines()[0]) from error
    except RecursionError as error:
        raise too_deep from error  # by indentation
    return None if node is None else YamlValue(file, node)
