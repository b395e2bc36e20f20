"""Read what a picture shows from its caption, title or alternative text.

"Flag of Kenya."                       -> flag, Kenya
"The national flag of the Netherlands" -> flag, Netherlands, article "the"
"Logo of the World Health Organization"-> logo, World Health Organization
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from benchwright.english.vocabulary import Vocabulary
from benchwright.records import Source

Kind = Literal["flag", "logo", "image"]

# A name: up to eight words, each capitalised or one of the small words that names hold. No digits, no commas: a
# caption that goes on ("Flag of Kenya, adopted in 1963") may show something else, such as an older flag.
_WORD = r"(?:[dl]['’])?[^\W\d_a-z][\w'’.()-]*"
_SMALL = "of|and|the|de|da|do|la|los|del|du|et|e|y|al"
_NAME = rf"(?P<name>{_WORD}(?:[ ](?:{_WORD}|{_SMALL})){{0,7}})"
_VOCABULARY = Vocabulary.of("benchwright.facts", "depicts")
_NO_NAMES = _VOCABULARY.words("no_names")
_KIND = r"(?i:(?:official |national |state |civil )?(?P<kind>flag|logo|logotype))"
_OF = re.compile(rf"(?i:the )?{_KIND} (?:of|for) (?P<article>(?i:the ))?{_NAME}")
_POSSESSIVE = re.compile(rf"{_NAME} {_KIND}")
_FOREWORD = re.compile(r"^(?:figure \d+[.:]? |image:? |file:)", re.IGNORECASE)
_SUFFIX = re.compile(r"\.(?:svg|png|jpe?g|gif|webp)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Depicted:
    """The kind of picture and the name it depicts; `article` is "the" where the caption wrote it. A picture of which
    nothing says what it is has the kind `image` and the name that its source has."""

    kind: Kind
    subject: str
    article: str = ""


def depicted_in(line: str) -> Depicted | None:
    """What a caption says the picture is, if it says that and nothing else."""
    plain = _SUFFIX.sub("", _FOREWORD.sub("", " ".join(line.replace("_", " ").split()))).rstrip(".").strip()
    match = _OF.fullmatch(plain) or _POSSESSIVE.fullmatch(plain)
    if match is None:
        return None
    name = match["name"] if match.re is _OF else re.sub(r"['’]s?$", "", match["name"])
    article = "the" if match.groupdict().get("article") else ""
    if name.casefold().startswith("the "):
        name, article = name[4:], "the"
    if name.casefold() in _NO_NAMES:
        return None
    return Depicted("flag" if match["kind"].casefold() == "flag" else "logo", name, article)


def depiction_of(source: Source) -> Depicted | None:
    """What the image shows: its caption decides, then its title, then its alt text."""
    lines = (source.image.caption if source.image else "", source.title, source.image.alt if source.image else "")
    return next((picture for line in lines if line and (picture := depicted_in(line))), None)
