"""Masks personal data in questions by form, before anything is stored or sent: "[email]" stands for an address.

This is not anonymisation. What has a form is found: addresses, numbers with a checksum, long numbers, keys, and a name
after words such as "my name is". A name elsewhere, a street, a short number or a story that tells who somebody is stays
in the text. Masking a masked text changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from typing import Final

from benchwright.english.vocabulary import Vocabulary

KINDS: Final = ("url", "email", "key", "iban", "card", "ip", "phone", "number", "name")
"""What is masked, in the order in which it is looked for."""
MASK: Final = re.compile(rf"\[(?:{'|'.join(KINDS)})\]")
"""A mask in a text."""

_CASELESS = re.IGNORECASE
_DATE = re.compile(r"(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)|(?:1\d|20)\d\d[./-]\d\d?[./-]\d\d?)(?:[ T]\d\d?)?")
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d|2100")
_GROUPED = re.compile(r"\d{1,3}(?: \d{3})+")
_NAME_WORDS = 4
_LEAST_LONG = 7
"""Digits in a row from which a number may tell who somebody is: an account, an order, a telephone."""
_LEAST_SPREAD = 9
"""The same for digits in groups; shorter ones are dates and ranges of years."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A form: where it may stand, and how many characters of such a place are masked, from `start`; 0 for none."""

    kind: str
    pattern: re.Pattern[str]
    length: Callable[[str], int] = len
    group: int = 0


def mask(text: str) -> tuple[str, Counter[str]]:
    """The text with masks in place of what was found, and how many of each kind."""
    found: Counter[str] = Counter()
    if not _may_hold().search(text):
        return text, found
    for rule in _rules():
        text = _masked(text, rule, found)
    return text, found


def _masked(text: str, rule: _Rule, found: Counter[str]) -> str:
    parts: list[str] = []
    at = 0
    while match := rule.pattern.search(text, at):
        start, length = match.start(rule.group), rule.length(match[rule.group])
        if length:
            parts += [text[at:start], f"[{rule.kind}]"]
            found[rule.kind] += 1
            at = start + length
        else:
            step = max(match.start() + 1, at + 1)
            parts.append(text[at:step])
            at = step
    return "".join(parts) + text[at:] if parts else text


# ------------------------------------------------------------------ what counts
def _digits(text: str) -> str:
    return "".join(str(int(one)) for one in text if one.isdecimal())


def _url(text: str) -> int:
    """Addresses with a user's name, or with a query or a fragment that holds values: these may hold anything."""
    bare = text.rstrip(".,;:!)\"'")
    authority = re.split(r"[/?#]", bare.partition("://")[2] or bare, maxsplit=1)[0]
    return len(bare) if "@" in authority or "?" in bare or re.search(r"#.*=", bare) else 0


def _iban(text: str) -> int:
    """The longest beginning whose checksum is right (ISO 13616: modulo 97)."""
    ends = [at for at in range(15, len(text) + 1) if at == len(text) or not text[at].isalnum()]
    for end in reversed(ends):
        plain = re.sub(r"[ -]", "", text[:end]).upper()
        if 15 <= len(plain) <= 34 and text[end - 1].isalnum():
            value = "".join(str(int(one, 36)) for one in plain[4:] + plain[:4])
            if int(value) % 97 == 1:
                return end
    return 0


def _card(text: str) -> int:
    """Numbers of 13 to 19 digits whose checksum is right (ISO/IEC 7812: Luhn)."""
    digits = [int(one) for one in reversed(_digits(text))]
    doubled = [2 * one - 9 * (one > 4) for one in digits[1::2]]
    right = len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0
    return len(text) if right and 13 <= len(digits) <= 19 else 0


def _ip(text: str) -> int:
    bare = text.rstrip(":.") if not text.endswith("::") else text
    try:
        address = ip_address(bare)
    except ValueError:
        return 0
    return len(bare) if address.version == 4 or sum(one.isalnum() for one in bare) > 2 else 0


def _phone(text: str) -> int:
    return 0 if _DATE.fullmatch(text.strip("()")) or _DATE.match(text) else len(text)


def _spread(text: str) -> int:
    """Groups of digits that are neither a date nor years nor one number with its thousands apart."""
    groups = re.split(r"[ -]", text)
    if sum(map(len, groups)) < _LEAST_SPREAD or _DATE.match(text) or _GROUPED.fullmatch(text):
        return 0
    return 0 if all(_YEAR.fullmatch(one) for one in groups) else len(text)


def _key(text: str) -> int:
    """A word in which small letters, capitals and digits are mixed, as in no language."""
    mixed = any(map(str.islower, text)) and any(map(str.isupper, text)) and any(map(str.isdecimal, text))
    return len(text) if mixed else 0


def _name(text: str) -> int:
    """The words with capitals, up to four; else the first word that can be a name."""
    words = list(re.finditer(r"[^\W\d_][\w'’.-]*", text))
    capital = 0
    for word in words[:_NAME_WORDS]:
        gap = text[capital : word.start()]
        if gap.strip() or not word[0][0].isupper():
            break
        capital = len(word[0].rstrip(".")) + word.start()
    if capital:
        return capital
    if not words or words[0].start() or words[0][0].casefold() in _not_names():
        return 0
    return len(words[0][0].rstrip("."))


# ------------------------------------------------------------------ where to look
_SEPARATED = r"(?:[ ().\-/]{0,2}\d)"


@cache
def _may_hold() -> re.Pattern[str]:
    """What each text has in which anything is masked: most have none of it, and this tells it fast."""
    words = Vocabulary.of("benchwright.query_log", "masking")
    openers = (*words.row("name_openers"), *words.row("secret_openers"))
    return re.compile(rf"\d|@|://|\?\S|\S{{16}}|(?<!\w)(?:{_any(openers)})", _CASELESS)


@cache
def _not_names() -> frozenset[str]:
    return Vocabulary.of("benchwright.query_log", "masking").words("not_names")


def _any(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


@cache
def _rules() -> tuple[_Rule, ...]:
    return tuple(_made_rules())


def _made_rules() -> Iterator[_Rule]:
    words = Vocabulary.of("benchwright.query_log", "masking")
    yield _Rule("url", re.compile(r"(?<![\w+.-])[a-z][a-z0-9+.-]{1,15}://[^\s<>\"]+", _CASELESS), _url)
    bare = r"(?<![\w@.-])[\w-]{1,63}(?:\.[\w-]{1,63})+/?[^\s<>\"?]*\?[^\s<>\"=]*=[^\s<>\"]*"
    yield _Rule("url", re.compile(bare), _url)
    yield _Rule("email", re.compile(r"(?<![\w.+%'-])[\w.+%'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"))
    secret = rf"(?<!\w)(?:{_any(words.row('secret_openers'))})(?:\s*[:=]\s*|\s+is\s*:?\s+)(?!\[key\])[\"']?([^\s\"']+)"
    yield _Rule("key", re.compile(secret, _CASELESS), group=1)
    yield _Rule("key", re.compile(r"(?<!\w)bearer\s+(?!\[key\])([\w.~+/-]{8,}=*)", _CASELESS), group=1)
    yield _Rule("key", re.compile(rf"(?<![\w-])(?:{words.pattern('keys')})(?![\w-])"))
    yield _Rule("key", re.compile(r"(?<![\w./+-])[\w+-]{20,}(?![\w+-])"), _key)
    iban = r"(?<![^\W_])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{4}){2,7}(?:[ -]?[a-z0-9]{1,3})?(?![^\W_])"
    yield _Rule("iban", re.compile(iban, _CASELESS | re.ASCII), _iban)
    yield _Rule("card", re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)"), _card)
    yield _Rule("ip", re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)"), _ip)
    yield _Rule("ip", re.compile(r"(?<![\w:])[0-9a-f]{0,4}:[0-9a-f:]*:[0-9a-f:.]*(?!\w)", _CASELESS), _ip)
    yield _Rule("phone", re.compile(rf"(?<![\w+])(?:\+|00)\d{_SEPARATED}{{6,14}}(?!\d)"), _phone)
    yield _Rule("phone", re.compile(rf"(?<![\w.,])\(?0\d{_SEPARATED}{{6,12}}(?!\d)"), _phone)
    yield _Rule("phone", re.compile(r"(?<![\w-])(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])\d{3}[ .-]\d{4}(?![\w-])"))
    yield _Rule("phone", re.compile(r"(?<![\w.,-])[2-9]\d\d-\d{4}(?![\w-])"))
    yield _Rule("number", re.compile(r"(?<![\d-])(?<!\d[.,])\d{2,6}(?:[ -]\d{2,6}){2,6}(?![\d-])"), _spread)
    yield _Rule("number", re.compile(rf"(?<!\d)(?<!\d[.,])\d{{{_LEAST_LONG},}}(?![.,]?\d)"))
    opened = rf"(?<!\w)(?:{_any(words.row('name_openers'))})\s*:?\s+(?!\[name\])([^\W\d_][^,;!?\n]*)"
    yield _Rule("name", re.compile(opened, _CASELESS), _name, group=1)
