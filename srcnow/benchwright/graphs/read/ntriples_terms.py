"""Parse one line of N-Triples into its three terms (RDF 1.1 N-Triples, section 2).

<http://www.wikidata.org/entity/Q42> <http://www.w3.org/2000/01/rdf-schema#label> "Douglas Adams"@en .
"""

from __future__ import annotations

import re
from typing import NamedTuple

_IRI = r'<([^\x00-\x20<>"{}|^`]*)>'
_BLANK = r"(_:[^\s<>\"]+)"
_TRIPLE = re.compile(
    rf"\s*(?:{_IRI}|{_BLANK})\s*{_IRI}\s*"
    rf'(?:{_IRI}|{_BLANK}|"((?:[^"\\\n\r]|\\.)*)"(?:\^\^{_IRI}|@([A-Za-z]{{1,20}}(?:-[A-Za-z0-9]{{1,20}})*))?)\s*\.\s*'
    r"(?:#.*)?"
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_PLAIN = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}


class Literal(NamedTuple):
    """A literal with its datatype's address ("" if none is given) and its language in lower case ("" if none)."""

    text: str
    datatype: str = ""
    language: str = ""


class ParsedTriple(NamedTuple):
    """An address stands as it is written, a blank node with its `_:`."""

    subject: str
    predicate: str
    object: str | Literal


def parse(line: str) -> ParsedTriple | None:
    """The triple of a line without its end, None if it has none. A comment or a blank line is none either."""
    match = _TRIPLE.fullmatch(line)
    if match is None:
        return None
    iri, blank, predicate, other, other_blank, text, datatype, language = match.groups()
    try:
        subject = blank or _unescaped(iri)
        if text is None:
            return ParsedTriple(subject, _unescaped(predicate), other_blank or _unescaped(other))
        literal = Literal(_unescaped(text), _unescaped(datatype or ""), (language or "").lower())
        return ParsedTriple(subject, _unescaped(predicate), literal)
    except ValueError:
        return None


def _unescaped(text: str) -> str:
    """Escapes resolved. ValueError for one that does not exist, or names half a character."""
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(match: re.Match[str]) -> str:
    short, long, plain = match.groups()
    if plain is not None:
        if plain not in _PLAIN:
            raise ValueError(f"there is no escape {match[0]}")
        return _PLAIN[plain]
    code = int(short or long, 16)
    if 0xD800 <= code <= 0xDFFF:
        raise ValueError(f"{match[0]} is half a character")
    return chr(code)
