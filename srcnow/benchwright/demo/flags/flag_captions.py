"""Read whose flag a picture shows from its caption, title or alternative text.

"Flag of Kenya."                       -> Kenya
"The national flag of the Netherlands" -> Netherlands, article "the"
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchwright.english.vocabulary import Vocabulary
from benchwright.records import Source

# A name: up to eight words, each capitalised or one of the small words that names hold. No digits, no commas: a
# caption that goes on ("Flag of Kenya, adopted in 1963") may show something else, such as an older flag.
_WORD = r"(?:[dl]['’])?[^\W\d_a-z][\w'’.()-]*"
_SMALL = "of|and|the|de|da|do|la|los|del|du|et|e|y|al"
_NAME = rf"(?P<name>{_WORD}(?:[ ](?:{_WORD}|{_SMALL})){{0,7}})"
_VOCABULARY = Vocabulary.of("benchwright.demo.flags", "flag_captions")
_NO_NAMES = _VOCABULARY.words("no_names")
_KIND = r"(?i:(?:official |national |state |civil )?flag)"
_OF = re.compile(rf"(?i:the )?{_KIND} (?:of|for) (?P<article>(?i:the ))?{_NAME}")
_POSSESSIVE = re.compile(rf"{_NAME} {_KIND}")
_FOREWORD = re.compile(r"^(?:figure \d+[.:]? |image:? |file:)", re.IGNORECASE)
_SUFFIX = re.compile(r"\.(?:svg|png|jpe?g|gif|webp)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Flag:
    """Whose flag a picture shows; `article` is "the" where the caption wrote it."""

    subject: str
    article: str = ""


def flag_in(line: str) -> Flag | None:
    """Whose flag a caption says the picture is, if it says that and nothing else."""
    plain = _SUFFIX.sub("", _FOREWORD.sub("", " ".join(line.replace("_", " ").split()))).rstrip(".").strip()
    match = _OF.fullmatch(plain) or _POSSESSIVE.fullmatch(plain)
    if match is None:
        return None
    name = match["name"] if match.re is _OF else re.sub(r"['’]s?$", "", match["name"])
    article = "the" if match.groupdict().get("article") else ""
    if name.casefold().startswith("the "):
        name, article = name[4:], "the"
    return None if name.casefold() in _NO_NAMES else Flag(name, article)


def flag_of(source: Source) -> Flag | None:
    """Whose flag the image shows: its caption decides, then its title, then its alt text."""
    lines = (source.image.caption if source.image else "", source.title, source.image.alt if source.image else "")
    return next((flag for line in lines if line and (flag := flag_in(line))), None)
