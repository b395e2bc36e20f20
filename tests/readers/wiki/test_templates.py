"""The templates that give words."""

import pytest

from benchwright.readers.wiki.markup import WikitextRenderer
from benchwright.readers.wiki.site import Site
from benchwright.readers.wiki.templates import is_infobox


@pytest.mark.parametrize(
    ("used", "text"),
    [
        ("convert|5|km|mi", "5 km"),
        ("convert|5|ft|10|in|cm", "5 ft 10 in"),
        ("Cvt|10|-|12|km|mi|abbr=on", "10–12 km"),
        ("convert|−40|°C", "−40 °C"),
        ("convert|about|km", "about"),
        ("as of|2020|5", "As of May 2020"),
        ("As of|2020|lc=y", "as of 2020"),
        ("as of|2020|5|1|since=y", "Since 1 May 2020"),
        ("lang|fr|Bonjour", "Bonjour"),
        ("lang-fr|Bonjour", "Bonjour"),
        ("langx|fr|2=Bonjour", "Bonjour"),
        ("nowrap|1=a b", "a b"),
        ("birth date and age|1980|5|17", "17 May 1980"),
        ("Birth_date|1980|05|17|mf=yes", "May 17, 1980"),
        ("death date and age|2000|1|2|1920|3|4", "2 January 2000"),
        ("start date|2010|13", "2010"),
        ("start date|2010|Sep", "September 2010"),
        ("birth date|17 May 1980", "17 May 1980"),
        ("flag|France", "France"),
        ("hlist|a||b", "a, b"),
        ("plainlist|\n* a\n* b\n", "a, b"),
        ("ubl|a|b", "a, b"),
        ("sortname|Ada|Lovelace|nolink=1", "Ada Lovelace"),
        ("sort|07|Seven", "Seven"),
        ("frac|1|2", "1/2"),
        ("frac|3|1|2", "3 1/2"),
        ("frac|8", "1/8"),
        ("val|6.02|e=23|u=mol", "6.02×10^23 mol"),
        ("val|5.2|0.3", "5.2±0.3"),
        ("val|5.2|0.3|e=6|u=m", "(5.2±0.3)×10^6 m"),
        ("val|5.2|(3)", "5.2(3)"),
        ("val|5.2|0.3|-0.1", "5.2+0.3−0.1"),
        ("gaps|3.141|592|6", "3.1415926"),
        ("ntsh|5000", ""),
        ("hs|5000", ""),
        ("sup|2", "<sup>2</sup>"),
        ("circa|1800", "c. 1800"),
        ("snd", " – "),
        ("yes", "Yes"),
        ("no|never", "never"),
        ("US$|5", "US$5"),
        ("formatnum:1234", "1234"),
        ("PAGENAME", "Oak"),
        ("quote|Said.|Someone", "<hr>\n<hr>Said.<hr>\n"),
        ("!", "|"),
        ("cite web|url=x", None),
        ("flagicon|France", None),
        ("#if:a|b", None),
    ],
)
def test_words_of_a_template(used: str, text: str | None) -> None:
    renderer = WikitextRenderer("Oak", Site())
    words = renderer.html(f"{{{{{used}}}}}x").removeprefix("\n")[:-1]
    assert (words, renderer.left_out.total()) == (text or "", int(text is None))


@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("infobox country", True),
        ("automatic taxobox", True),
        ("speciesbox", True),
        ("chembox", True),
        ("navbox", False),
    ],
)
def test_infoboxes(name: str, box: bool) -> None:
    assert is_infobox(name) is box


def test_a_fraction_stays_apart_from_the_number_before_it() -> None:
    assert WikitextRenderer("Oak", Site()).html("5{{frac|1|2}} −{{frac|1|2}}").strip() == "5 1/2 −1/2"
    assert WikitextRenderer("Oak", Site()).html("1{{1/2}} m, 2{{half}} m, 7{{fract|1|4}} m").strip() == (
        "1 1/2 m, 2 1/2 m, 7 1/4 m"
    )
