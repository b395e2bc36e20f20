"""Word the question for a cell of any table, and the parts that questions about rows and columns are made of.

    What is the numeric value of WARNING in the "Logging Levels" table of ...?
    What is listed under "Per week" for "Roof rack pads" in the "Hire prices" table of ...?

A header is used as a noun only if its last word is known to name what a thing has; other headers are quoted. Rows that
have no name and headers that are no words are refused.
"""

from __future__ import annotations

import re

from benchwright.english.language import ENGLISH
from benchwright.english.nouns import is_plural, plural, singular
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.headers import parse_unit
from benchwright.facts.keys import is_empty
from benchwright.makers.composed.family import Rng, SeedRefusedError, World
from benchwright.makers.composed.grammar import lower_first, numeric, pick, upper_first
from benchwright.makers.composed.table_names import table_name
from benchwright.programs.execution import value_of
from benchwright.records import Fact
from benchwright.values import Quantity, name_key, unit_named, words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "cell_questions")
_ASK = _VOCABULARY.rows("ask")
_ASK_BOTH = _VOCABULARY.texts("ask_both")
_DIFFERENCE = _VOCABULARY.rows("difference")
_TOTAL = _VOCABULARY.rows("total")
_UNNAMED = _VOCABULARY.words("unnamed_keys")
_NO_AMOUNTS = _VOCABULARY.words("no_amounts")
_NO_NOUNS = _VOCABULARY.words("no_nouns")
_MEASURES = _VOCABULARY.words("measures")
_ATTRIBUTES = _VOCABULARY.words("attributes") | _MEASURES
_SIZED = _VOCABULARY.words("sized")

_ODD = re.compile(r'[<>{}|\\^\[\]"“”`\n]|(?<!\w)_|_(?!\w)|\s{2}')
_CODE = re.compile(r"[\d_./:=()-]|[a-z][A-Z]|^[A-Z]{2,}")
_PARENTHESIS = re.compile(r"\s*[(\[](?P<inside>[^()\[\]]*)[)\]]\s*$")
_HEADER = re.compile(r"[^\W\d_][\w'’/-]*(?: (?:[\w'’/-]+|&)){0,4}")
_WORD = re.compile(r"[^\W\d_]{3}")
_DATED = re.compile(r"(?:1[5-9]|20)\d\d(?:-\d\d-\d\d)?")
_IN_A_YEAR = re.compile(r" in (?:1[5-9]|20)\d\d$")
_NO_VALUE = re.compile(r"(?:yes|no|true|false|x|\W*)", re.IGNORECASE)
_LONGEST_HEADER, _LONGEST_KEY, _LONGEST_VALUE, _LONGEST_NOUN = 5, 8, 25, 2
"""In words."""
_SHORT = 4
"""In letters: shorter words of a name may be small, and a shorter key of capitals is a number or a code."""


def cell_question(world: World, fact: Fact, rng: Rng, described: str = "") -> tuple[str, str, str, str]:
    """The clause, the context, the answer and the short answer of the question for a cell (see `OpenQuestion`).
    `described` stands for the row where the question does not name it. Raises SeedRefusedError."""
    value, header = " ".join(fact.value.split()), _plain_header(fact)
    stated = _PARENTHESIS.sub("", value)  # "(Note 3)" and "No (Note 1)" say nothing without the note
    if (
        is_empty(stated)
        or _NO_VALUE.fullmatch(stated)
        or stated.endswith(("...", "…"))
        or len(value.split()) > _LONGEST_VALUE
    ):
        raise SeedRefusedError("value", f"{value!r} says nothing alone")
    if name_key(value) in name_key(fact.subject) or name_key(fact.subject) == name_key(header):
        raise SeedRefusedError("tautology")
    subject, quantity = described or row_name(fact), value_of(fact)
    where = f"in {table_name(world, world.source(fact.source), fact)}"
    shown = str(quantity) if isinstance(quantity, Quantity) else value
    try:
        noun = header_noun(fact)
    except SeedRefusedError:
        kind, noun = "number" if numeric(fact) else "text", _quotable(header)
        answer = f'"{noun}" for {subject} is {shown.rstrip(".")}.'
    else:
        kind = noun if noun in _ASK else "nouns" if is_plural(noun) else "noun"
        answer = f"The {noun} of {subject} {'are' if is_plural(noun) else 'is'} {shown.rstrip('.')}."
        if is_plural(noun) and fact.value_type == "count":
            kind, answer = "counted", f"{upper_first(subject)} has {shown} {noun}."
    return pick(rng, _ASK[kind]).format(s=subject, h=noun, of=_of(subject)), where, answer, shown


def row_name(fact: Fact) -> str:
    """The key of a cell's row as a sentence names it: "the model P-200", "Kenya", '"Red pump"'. Raises SeedRefusedError
    for one that is no name, and for a code where no header says of what."""
    key, header = fact.subject, fact.qualifier("key_header")
    if _DATED.fullmatch(key):
        return key
    words = key.split()
    odd = _ODD.search(key) or ", " in key or not re.search(r"[^\W\d_]", key)
    if odd or len(words_of(key)) > _LONGEST_KEY or len(key) < 2:
        raise SeedRefusedError("name", f"{key!r} is no name to ask by")
    code = bool(re.search(r"\d", _IN_A_YEAR.sub("", key))) or (len(key) < _SHORT and key.isupper())
    named = [word.strip("(") for word in words if code or len(word) >= _SHORT]
    capital = key[0].isupper() and all(word[:1].isupper() or re.search(r"\d", word) for word in named)
    form = "" if is_plural(header) else row_noun(fact, "")
    if capital and (not code or form in map(str.casefold, words)):
        return key
    if not form and code and " " not in key:
        raise SeedRefusedError("name", f"{key!r} is a code, and no header says of what")
    name = key if (capital and form) or (" " not in key and _CODE.search(key)) else f'"{key}"'
    return f"the {form} {name}" if form else name


def cells_clause(one: Fact, two: Fact) -> str:
    """The clause that asks for the cells of two rows in one column: "what are the prices of the models G58 and G64".
    Raises SeedRefusedError."""
    noun, rows = header_noun(one), two_rows(one, two)
    kind = "counted" if is_plural(noun) and one.value_type == "count" else noun
    return _ASK_BOTH.get(kind, _ASK_BOTH["noun"]).format(
        h=noun if is_plural(noun) else plural(noun), s=rows, of=_of(row_name(one))
    )


def two_rows(one: Fact, two: Fact) -> str:
    """Two rows of a table: "the models G58 and G64 Pro", "Titian and Caravaggio"."""
    first, second, form = row_name(one), row_name(two), f"the {row_noun(one)} "
    if first.startswith(form) or second.startswith(form):
        first, second = first.removeprefix(form), second.removeprefix(form)
        form = f"the {plural(row_noun(one))} "
    else:
        form = ""
    if ('"' in first) != ('"' in second):  # names of one table are written alike
        first, second = (name if '"' in name else f'"{name}"' for name in (first, second))
    return f"{form}{first} and {second}"


def row_noun(fact: Fact, instead: str = "entry") -> str:
    """What a table's row is called: "product", or `instead` where its header does not tell."""
    header = " ".join(fact.qualifier("key_header").replace("_", " ").split()).rstrip(":")
    plain = _HEADER.fullmatch(header) and len(header) > 2 and len(header.split()) <= _LONGEST_NOUN
    if not plain or name_key(header) in _UNNAMED or " and " in header or "/" in header:
        return instead
    return singular(_small(header))


def header_noun(fact: Fact) -> str:
    """The header of a cell's column as a noun in a sentence: "release date". Raises SeedRefusedError for one that
    is not known to be what a thing has: the column "Leeds workshop" holds no workshops. A plural over numbers that
    count nothing is none either."""
    noun = _small(_plain_header(fact).replace("_", " ")).rstrip(":")
    last = singular(noun).rpartition(" ")[2].casefold()
    clause = (ENGLISH - {"of"} | _NO_NOUNS).intersection(noun.split())
    if clause or not _HEADER.fullmatch(noun) or len(noun) < 3 or last not in _ATTRIBUTES:
        raise SeedRefusedError("header", f"{noun!r} is not known to be an attribute")
    if _DATED.fullmatch(fact.subject):
        raise SeedRefusedError("header", "a year or a day has no attributes")
    if numeric(fact) and (fact.qualifier("header").islower() or "_" in fact.qualifier("header")):
        raise SeedRefusedError("header", f"{noun!r} is the name of a variable")
    if is_plural(noun) and numeric(fact) and (fact.value_type != "count" or fact.unit or unit_named(noun)):
        raise SeedRefusedError("header", f"{noun!r} counts nothing")
    return noun


def amount_noun(fact: Fact) -> str:
    """The column of an amount as "the NOUN of Kenya" goes: "price", '"gdpw2" value'. Raises SeedRefusedError for
    ranks, years and whatever else nobody subtracts."""
    header = _plain_header(fact)
    if not fact.unit and _NO_AMOUNTS.intersection(words_of(header)):
        raise SeedRefusedError("header", f"{header!r} is no amount")
    try:
        noun = header_noun(fact)
    except SeedRefusedError:
        return f'"{_quotable(header)}" value'
    if noun == "value":
        raise SeedRefusedError("header", "the lowest value of which thing?")
    return noun if fact.unit or is_plural(noun) or _last(noun) in _MEASURES else f"{noun} value"


def column_noun(fact: Fact) -> str:
    """The column of a cell as a noun where it is known to be one, else its header in quotation marks, as above a "yes".
    Raises SeedRefusedError for a plural: such a column may hold several things in a cell."""
    if _NO_VALUE.fullmatch(fact.value):
        return f'"{_quotable(_plain_header(fact))}"'
    try:
        noun = header_noun(fact)
    except SeedRefusedError:
        noun = f'"{_quotable(_plain_header(fact))}"'
    if is_plural(noun):
        raise SeedRefusedError("header", f"{noun!r} is no single value")
    return noun


def extreme(noun: str, *, largest: bool) -> str:
    """An amount as the first or last of its column: "highest price", "smallest weight", "fewest places"."""
    if is_plural(noun):
        return f"{'most' if largest else 'fewest'} {noun}"
    words = ("greatest", "smallest") if _last(noun) in _SIZED else ("highest", "lowest")
    return f"{words[not largest]} {noun}"


def ask_of_two(one: Fact, two: Fact, rng: Rng, *, total: bool) -> str:
    """The question for the difference between two cells of a column, the larger one first, or for their total."""
    noun, wordings = amount_noun(one), _TOTAL if total else _DIFFERENCE
    kind = noun if noun in wordings else "measure"
    if '"' in noun or is_plural(noun) or noun.endswith(" value"):
        kind = "quoted" if '"' in noun else "counted" if is_plural(noun) else "valued"
    if kind not in wordings or (total and not one.unit and kind != "counted"):
        raise SeedRefusedError("header", f"of {noun!r} nobody asks for a total")
    if name_key(_plain_header(one)) in (name_key(one.subject), name_key(two.subject)):
        raise SeedRefusedError("tautology", "a row is compared in itself")
    first, second = row_name(one), row_name(two)
    return pick(rng, wordings[kind]).format(h=noun, a=first, b=second, ab=two_rows(one, two), of=_of(first))


def _plain_header(fact: Fact) -> str:
    """The header without its unit."""
    header = " ".join(fact.qualifier("header").split())
    match = _PARENTHESIS.search(header)
    return header[: match.start()] if match and fact.unit and parse_unit(match["inside"]) else header


def _quotable(header: str) -> str:
    """A header that is no noun, as it stands. Raises SeedRefusedError for one that nobody would quote."""
    if _ODD.search(header) or not _WORD.search(header) or len(header.split()) > _LONGEST_HEADER:
        raise SeedRefusedError("header", f"{header!r} is no header to ask by")
    return header


def _of(subject: str) -> str:
    return "for" if subject.startswith('"') and subject.count(" ") > 1 else "of"


def _small(phrase: str) -> str:
    """A header inside a sentence; "C" and "P2P" stay as they are."""
    return " ".join(word if len(word) == 1 or re.search(r"\d", word) else lower_first(word) for word in phrase.split())


def _last(noun: str) -> str:
    return singular(noun).rpartition(" ")[2].casefold()
