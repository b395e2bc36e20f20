"""The few templates whose text belongs to the sentence they stand in: {{convert|5|km}} -> "5 km".

A template's real text comes from its own page and needs the whole of MediaWiki. Most stand for notes, boxes and links
and are left out (the reader counts them). Those here give words that a sentence or a cell would miss. Unlike MediaWiki,
`convert` shows what was measured and not what it comes to in other units, and no age is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

_NAME = re.compile(r"^[^\W][\w .,'()-]{0,79}$")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a template: its name in lower case, and what stands between its bars, trimmed."""

    name: str
    given: Sequence[str]
    named: Mapping[str, str]

    def at(self, number: int) -> str:
        """The argument with this number, from 1; "" if it is not there."""
        if number <= len(self.given):
            return self.given[number - 1]
        return self.named.get(str(number), "")


def call_of(parts: Sequence[str]) -> Call:
    """A use of a template from the texts between its bars: the name, then arguments with or without names."""
    given: list[str] = []
    named: dict[str, str] = {}
    for part in parts[1:]:
        name, equals, value = part.partition("=")
        if equals and (_NAME.match(key := name.strip()) or key.isdigit()):
            named[key] = value.strip()
        else:
            given.append(part.strip())
    return Call(plain_name(parts[0]), given, named)


def plain_name(name: str) -> str:
    """ "Template:Birth_date " -> "birth date"."""
    bare = " ".join(name.replace("_", " ").split()).lower()
    return bare.removeprefix("template:").removeprefix("subst:").strip()


def text_of(call: Call, title: str) -> str | None:
    """What the template says in a sentence of the page `title`; None if it is left out."""
    rule = _RULES.get(call.name)
    if rule is not None:
        return rule(call)
    if call.name in {"pagename", "fullpagename", "basepagename"}:
        return title
    head, colon, rest = call.name.partition(":")
    if colon and head in {"formatnum", "lc", "uc", "lcfirst", "ucfirst"}:
        return rest
    if call.name.startswith("lang-"):
        return call.at(1)
    return None


def is_silent(name: str) -> bool:
    """Whether leaving this out loses nothing a reader would see (sort keys, protection marks)."""
    head = name.partition(":")[0]
    return head in {"defaultsort", "displaytitle", "#tag", "anchor", "clear", "-", "toc", "use dmy dates"} or (
        name.startswith(("short description", "use ", "pp-", "good article", "featured article", "italic title"))
    )


def is_infobox(name: str) -> bool:
    """Whether this template is the box of facts beside a page."""
    return name.startswith(("infobox", "geobox")) or name.endswith((" infobox", "taxobox", "speciesbox")) or (
        name in {"chembox", "drugbox", "starbox", "planetbox"}
    )  # fmt: skip


def _first(call: Call) -> str:
    return call.at(1)


def _second(call: Call) -> str:
    return call.at(2) or call.named.get("text", "")


def _third(call: Call) -> str:
    return call.at(3) or call.at(2)


def _last(call: Call) -> str:
    return call.given[-1] if call.given else ""


def _joined(call: Call) -> str:
    return ", ".join(part for part in call.given if part)


def _lines(call: Call) -> str:
    """A list of `*` lines as one line."""
    parts = [line.strip(" *#") for part in call.given for line in part.splitlines()]
    return ", ".join(part for part in parts if part)


def _quote(call: Call) -> str:
    said = call.at(1) or call.named.get("text", "") or call.named.get("quote", "")
    return f"\n\n{said}\n\n" if said else ""


def _says(words: str) -> Callable[[Call], str]:
    return lambda call: words


def _first_or(words: str) -> Callable[[Call], str]:
    return lambda call: call.at(1) or words


def _before(words: str, after: str = "") -> Callable[[Call], str]:
    return lambda call: f"{words}{call.at(1)}{after}"


_RANGES = {"-": "–", "–": "–", "to": " to ", "and": " and ", "by": " by ", "x": " × ", "×": " × ", "or": " or "}


def _convert(call: Call) -> str:
    """{{convert|5|ft|10|in}} -> "5 ft 10 in", {{convert|10|-|12|km|mi}} -> "10–12 km"."""
    said: list[str] = []
    at = 1
    while at <= min(len(call.given), 8):
        value, unit = call.at(at), call.at(at + 1)
        if not value[:1].isdigit() and not value.startswith(("-", "−", "+", ".")):
            break
        if unit in _RANGES:
            said.append(value + _RANGES[unit])
        else:
            said.append(f"{value} {unit} ")
        at += 2
    return "".join(said).strip() or call.at(1)


def _date(call: Call) -> str:
    """Year, month, day -> "17 May 1980", or with mf=yes "May 17, 1980". What is no number is given as it stands."""
    year, month, day = (call.at(number) for number in (1, 2, 3))
    if not (year.isdecimal() and len(year) < 6):
        return year
    name = _month(month)
    if not name:
        return year
    if not (day.isdecimal() and 0 < int(day[:3]) < 32):
        return f"{name} {year}"
    american = call.named.get("mf", "").lower() in {"yes", "y", "true", "1"}
    return f"{name} {int(day)}, {year}" if american else f"{int(day)} {name} {year}"


def _month(said: str) -> str:
    if said.isdecimal() and len(said) < 3:
        return _MONTHS[int(said) - 1] if 1 <= int(said) <= 12 else ""
    return next((month for month in _MONTHS if len(said) > 2 and month.lower().startswith(said.lower())), "")


def _as_of(call: Call) -> str:
    if alternative := call.named.get("alt", ""):
        return alternative
    words = "since" if call.named.get("since") else "as of"
    if call.named.get("lc", "").lower() not in {"y", "yes", "on", "true"}:
        words = words.capitalize()
    return f"{words} {_date(call)}"


def _fraction(call: Call) -> str:
    parts = [part for part in call.given if part]
    if len(parts) == 3:
        return f"{parts[0]} {parts[1]}/{parts[2]}"
    return "/".join(["1", *parts] if len(parts) == 1 else parts)


def _name(call: Call) -> str:
    return f"{call.at(1)} {call.at(2)}".strip()


def _measure(call: Call) -> str:
    unit = call.named.get("u") or call.named.get("ul") or ""
    power = call.named.get("e")
    return f"{call.at(1)}{f'×10^{power}' if power else ''} {unit}".strip()


def _rows() -> Mapping[str, Callable[[Call], str]]:
    rows: dict[str, Callable[[Call], str]] = {}

    def put(names: str, rule: Callable[[Call], str]) -> None:
        rows.update((name.strip(), rule) for name in names.split("|"))

    put("nowrap|nobr|small|smaller|big|larger|large|nobold|noitalic|normal|em|strong|bold|italic|kbd|code|mono", _first)
    put("abbr|tooltip|ill|interlanguage link|sup|sub|su|overline|underline|url|format price|formatnum", _first)
    put(
        "nowrap begin|ordinal|visible anchor|vanchor|center|centre|left|right|flag|flagu|flagcountry|flagdeco link",
        _first,
    )
    put("resize|nihongo2|script|smallcaps|sc|sic|allow wrap|math|mvar|var|as written|proper name|transl.|ship", _first)
    put("flagathlete|player|nft|fb|fbw|cr|cric|rut|medal|sronly|not a typo|typo|ussr|noflag|linktext|keypress", _first)
    put("lang|langx|transl|transliteration|sort|color|font color|colour|hs|date table sorting name|nts name", _second)
    put("font|script/hebrew|wikt-lang|lang+transl", _second)
    put("audio|pronunciation link", _second)
    put("nihongo|nihongo foot", _first)
    put("change|color box|legend", _last)
    put("coloured text|colored text", _third)
    put("hlist|ubl|unbulleted list|ubil|flatlist items|csv|comma separated entries|br separated entries", _joined)
    put("plainlist|plain list|flatlist|indented plainlist|bulleted list", _lines)
    put("quote|blockquote|quotation|cquote|quote box|verse translation|poemquote|poem quote", _quote)
    put("convert|cvt|convinfobox", _convert)
    put("as of|asof", _as_of)
    put("birth date|birth date and age|birth-date|birth-date and age|dob|bda|death date|death date and age", _date)
    put("start date|start date and age|end date|end date and age|film date|dts|date|release date|founded", _date)
    put("birth year and age|birth year|death year|start year|dy|year", _first)
    put("frac|sfrac|fraction", _fraction)
    put("sortname", _name)
    put("val|nts|ntsh|number table sorting|gaps|num", _measure)
    put("circa|c.|ca.|c", _before("c. "))
    put("floruit|fl.", _before("fl. "))
    put("us$|usd", _before("US$"))
    put("gbp|£", _before("£"))
    put("eur|euro|€", _before("€"))
    put("yes|yes2|aye|tick", _first_or("Yes"))
    put("no|no2|nay|cross", _first_or("No"))
    put("partial", _first_or("Partial"))
    put("won", _first_or("Won"))
    put("nom|nominated", _first_or("Nominated"))
    put("n/a|na", _first_or("N/A"))
    put("tba|tbd", _first_or("TBA"))
    put("unknown|dunno|?", _first_or("?"))
    put("draw|pending|included|dropped|maybe", _first_or(""))
    put("spaced ndash|snd|spaced en dash|spndash|sndash|spnd", _says(" – "))
    put("ndash|en dash|endash|nd", _says("–"))
    put("mdash|em dash|emdash", _says("—"))
    put("spaced mdash", _says(" — "))
    put("·|dot|middot|•|bullet|\\", _says(" · "))
    put("nbsp|space|thinsp|hair space|zwsp|spaces|pad|thin space", _says(" "))
    put("'|apostrophe", _says("'"))
    put("=|equals", _says("="))
    put("!|pipe", _says("|"))
    put("degree|deg", _says("°"))
    put("pi", _says("π"))
    put("e", _before("×10^"))
    put("no.|numero|number sign", _before("No. "))
    put("increase", _says("▲ "))
    put("decrease", _says("▼ "))
    put("steady", _says("▬ "))
    return MappingProxyType(rows)


_RULES = _rows()
