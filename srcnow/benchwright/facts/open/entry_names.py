"""Read the name of a reference entry from its signature: "-f FILE, --file=FILE", "os.chdir(path)".

    -f FILE, --file=FILE      name "--file", other name "-f", form "option"
    class flask.Flask(name)   name "flask.Flask", form from the role of the entry, or "function"
    work_mem (integer)        name "work_mem", type "integer"
    xtol : float, optional    name "xtol", type "float"
    Function: subst (a, b)    name "subst", form "function" (Texinfo writes the category before the name)
    GET /orders               name "GET /orders", form "endpoint"

What the entry is called comes from its category or role, else from the label of its list ("Parameters:") or the heading
above it ("Environment variables"). It belongs to the entry around it, else to the nearest heading that is a name, else
to the page's title if that is one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.english.nouns import is_plural
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.attributes import TYPE
from benchwright.facts.open.context import plain_heading
from benchwright.facts.open.entries import is_code
from benchwright.facts.open.purposes import KINDS
from benchwright.records import Source

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "entry_names")
_FORM_OF_ROLE = _VOCABULARY.texts("form_of_role")
_FORM_OF_WEAK_ROLE = _VOCABULARY.texts("form_of_weak_role")
_FORM_OF_HEADING = _VOCABULARY.texts("form_of_heading")
_FORMS = re.compile(rf"\b({'|'.join(sorted(_FORM_OF_HEADING, key=len, reverse=True))})$")
_SEVERAL = re.compile(r"\band\b|\bor\b|[,/&]")
_KIND_BEHIND = re.compile(rf"(?:The )?(?P<name>\S+) (?P<form>{'|'.join(KINDS)})", re.IGNORECASE)
_TYPE = re.compile(rf"(?P<name>\S+?):? \((?P<type>{TYPE.pattern})\)")
_CLASSIFIED = re.compile(r"(?P<name>[^\s:,]+) : (?P<all>(?P<type>[^\W\d][\w. -]{1,40}?)(?:, optional)?|[^\n]+)")
_CATEGORY = re.compile(
    r"(?P<kind>(?:[A-Z][\w/-]*|\w+_\w+)(?: [\w/-]+){0,3})?: (?:[^=\n(]*\S = ?)?"
    r"(?P<signature>(?:[\w*]+ (?=\S+ ?\())*(?P<name>[^\s()\[\]]+)(?P<call> ?[\[(].*)?)"
)
"""A name behind its category, as Texinfo writes it: ": [p, s] = polyfit (x, y, n)" is a function, too."""
_OPEN_CALL = re.compile(r"(?P<name>[A-Za-z_][\w.]*)\(")
_LABEL_WORDS = 4
_NUMBERED = _VOCABULARY.words("forms_of_numbers")
_NO_ENTRIES = _VOCABULARY.words("labels_of_no_entries")
_SIBLINGS = _VOCABULARY.words("siblings")
_CALLED = _VOCABULARY.words("called")
_FLAG = re.compile(r"(?P<name>--?[A-Za-z0-9?@#](?:[\w.-]*\w)?)(?:(?:\[?[ =].*)|\[.*|[A-Z<{].*)?")
_REQUEST = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) /\S*")
_CALL = re.compile(
    r"(?:(?:abstract|async|await|class|classmethod|coroutine|def|exception|function|method|property|static"
    r"|staticmethod)\s+)*(?P<name>[?~@$]?[A-Za-z_$][\w.$:-]*?)\s?(?P<call>\([^\n]*\))(?:\s*(?:->|→|:).*)?"
)
_SETTING = re.compile(r"(?P<name>[\w.-]+)(?:=|: )[\w\[\]{}<>\".,|'-]+")
_COMMAND = re.compile(r"(?P<name>[a-z][\w.-]*) (?:[\[<{-]|[A-Z]+\b).*")
_PLAIN = re.compile(r"[^\s,;()\[\]{}\"“”]{1,60}")
_VARIANTS = re.compile(r",\s+|\s+\|\s+|\s+or\s+|\n")
_PAGE = re.compile(r"(?P<name>[\w.+-]+)\(\d\w{0,3}\)")
_TOOL = re.compile(r"(?P<name>[a-z][\w.+-]*) [-–—] \w")
"""How the page of a command is headed: "ab - Apache HTTP server benchmarking tool". Its options are the command's."""
_WORD = re.compile(r"[a-z][a-z\d-]*")


@dataclass(frozen=True, slots=True)
class EntryName:
    """What an entry is about: its bare name, its other names, what the signature says it is ("" if nothing), and the
    type of its value with where that begins in the signature. A flag whose signature shows no value takes none."""

    name: str
    aliases: tuple[str, ...] = ()
    form: str = ""
    type: str = ""
    type_at: int = 0
    takes_value: bool = True


def read_name(signature: str) -> EntryName | None:
    """The names in a signature; None if there is none that a question could use."""
    text = signature.strip().rstrip(":").strip("\"'“”‘’`")
    if text.startswith("-"):
        found = [match for one in _VARIANTS.split(text) if (match := _FLAG.fullmatch(one))]
        takes_value = any(match.end() > match.end("name") for match in found)
        flags = [match["name"] for match in found]
        flags.sort(key=lambda flag: not flag.startswith("--"))
        opposed = any(flag.replace("--no-", "--", 1) in flags for flag in flags if flag.startswith("--no-"))
        return (
            EntryName(flags[0], tuple(flags[1:]), "option", takes_value=takes_value) if flags and not opposed else None
        )
    if _REQUEST.fullmatch(text):
        return EntryName(text, form="endpoint")
    if typed := _TYPE.fullmatch(text):
        return EntryName(typed["name"], type=typed["type"], type_at=signature.index(typed["type"], len(typed["name"])))
    if classified := _CLASSIFIED.fullmatch(text):
        at = signature.index(" : ") + 3
        return EntryName(classified["name"], type=classified["type"] or "", type_at=at)
    names = [one for one in map(_bare_name, _variants(text)) if one]
    call = _CALL.fullmatch(text)  # "offset (8 byte integer)" and "ls(1)" are none
    is_call = call and text[0].isalpha() and call.end("name") == call.start("call") and not _PAGE.fullmatch(text)
    form = "function" if is_call else ""
    return EntryName(names[0], tuple(names[1:]), form) if names and len(names) == len(_variants(text)) else None


def name_in_category(signature: str) -> EntryName | None:
    """The name behind its category, and that as its form; None if no category stands there."""
    match = _CATEGORY.fullmatch(signature.partition("\n")[0].rstrip())
    if match is None:
        return None
    kind = " ".join(word.lower() if word[1:].islower() else word for word in (match["kind"] or "").split())
    return EntryName(match["name"], form=kind or ("function" if match["call"] else ""))


def form_in_label(label: str) -> str | None:
    """What the entries below a label are called ("Parameters:", "Properties (read)"); "" if they are none of a
    reference ("Returns"), None for words that are no such label."""
    words = re.sub(r"\s*\(.*\)$", "", label.strip().rstrip(":").casefold()).rstrip(":")
    if words in _NO_ENTRIES:
        return ""
    if len(words.split()) > _LABEL_WORDS or _SEVERAL.search(words) or words.endswith("."):
        return None
    found = _FORMS.search(words)
    return _FORM_OF_HEADING[found[1]] if found else None


def _variants(text: str) -> list[str]:
    """The signatures that stand side by side; commas between brackets part none."""
    is_one = _COMMAND.fullmatch(text) or (_CALL.fullmatch(text) and text.count("(") == 1)
    return [text] if is_one else _VARIANTS.split(text)


def _bare_name(text: str) -> str:
    match = _CALL.fullmatch(text) or _SETTING.fullmatch(text) or _COMMAND.fullmatch(text)
    name = match["name"] if match else text
    return name if _PLAIN.fullmatch(name) else ""


def form_of(name: EntryName, roles: frozenset[str], headings: Sequence[str], label: str = "") -> str:
    """What an entry is called, in the singular, `label` being what its list says; "" if nothing says."""
    if name.form == "option" or "category" in roles:
        return name.form
    for role, form in _FORM_OF_ROLE.items():
        if role in roles and (form not in _CALLED or name.form == "function"):
            return form
    if label:
        return label if (label in _NUMBERED) == name.name.isnumeric() else ""
    heading = re.sub(r"\s*\(.*\)$", "", plain_heading(headings[-1])).casefold().rstrip(":") if headings else ""
    words = None if _SEVERAL.search(heading) else _FORMS.search(heading)
    if words and heading_name(heading) is None:
        form = _FORM_OF_HEADING[words[1]]
    else:
        form = next((form for role, form in _FORM_OF_WEAK_ROLE.items() if role in roles), name.form)
        if form == name.form == "function" and heading.rpartition(" ")[2].isalpha() and is_plural(heading):
            form = ""  # the heading calls them something else: "Probes"
    odd = form == "command" and not name.name[:1].isalpha()
    return "" if odd or (form in _NUMBERED) != name.name.isnumeric() else form


def owner_of(source: Source, name: str, form: str, within: Sequence[str]) -> str | None:
    """What an entry belongs to, as the document names it; "" if nothing has a name, None if the entry around it has
    none that can be read. A setting under a heading that is a name stands beside another setting, not in it."""
    if within:
        around = name_in_category(within[-1]) or read_name(within[-1]) or _OPEN_CALL.match(within[-1])
        return (around.name if isinstance(around, EntryName) else around["name"]) if around else None
    headings = [plain_heading(heading) for heading in source.place.headings]
    for heading in reversed(headings):
        if form == "option" and (tool := _TOOL.match(heading)):
            return tool["name"]
        kind = _KIND_BEHIND.fullmatch(heading)
        owner = page[1] if (page := _PAGE.match(heading)) else kind["name"] if kind else heading
        is_owner = page or _REQUEST.fullmatch(owner) or (kind and _WORD.fullmatch(owner))
        own = read_name(owner)
        if (own is None or own.name != name) and (is_owner or (_is_name(owner) and form not in _SIBLINGS)):
            return owner
    title = source.title.strip()
    if form == "option" and (tool := _TOOL.match(title)):
        return tool["name"]
    if page := _PAGE.match(title):
        file = source.document.rpartition("/")[2].partition(".")[0]
        return file if file.casefold() == page["name"].casefold() else page["name"]
    in_capitals = len(title) > 1 and any(heading.isupper() and heading != title for heading in headings)
    return title if title != name and (_WORD.fullmatch(title) or (in_capitals and " " not in title)) else ""


def heading_name(heading: str) -> tuple[EntryName, str] | None:
    """The name that a heading is, and what the heading calls it: "accept_content", "The flask command"."""
    text = plain_heading(heading)
    kind = _KIND_BEHIND.fullmatch(text)
    bare = kind["name"] if kind else text
    parsed = read_name(bare)
    is_word = kind is not None and _WORD.fullmatch(bare)
    if parsed is None or not (is_word or _is_name(parsed.name) or parsed.form == "endpoint" or parsed.type):
        return None
    return parsed, kind["form"].casefold() if kind else parsed.form


def _is_name(text: str) -> bool:
    """Whether words are a program's name and no word, version or file."""
    return is_code(text) and not re.fullmatch(
        r"[A-Za-z]+|v?\d[\d.]*\w*|.*[.](?:html?|py|txt|md|rst|c|h)|.*[/&].*", text
    )
