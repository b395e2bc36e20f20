"""Read when an event took place, where its article gives the day.

    The 1993 Milk Cup Final was a football match ... held on 1 May 1993 .  ->  event_date 1 May 1993

Refused: events of several days, seasons, and days of a part of the event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening
from benchwright.facts.phrases import FULL_DATE, FactMaker
from benchwright.records import Fact, Source

_VOCABULARY = Vocabulary.of("benchwright.facts", "events")
_ONE_DAY = _VOCABULARY.words("one_day")
_HELD = re.compile(
    rf"(?:that |which )?(?:(?:was|were) )?(?P<verb>held|played|fought|contested|staged|run|took place)"
    rf"(?: (?:at|in) (?:the )?[^.;()]{{3,60}}?)? on (?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur"
    rf"|Sun)day ?,? )?(?P<date>{FULL_DATE})(?! ?[-–—]| and | to )"
)


def facts_of_event(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """The day of an event that lasted one day."""
    if lead.noun not in _ONE_DAY:
        return
    for start, head, end in lead.statements():
        match = _HELD.match(lead.text, head, end) if start else _HELD.search(lead.text, head, end)
        if match:
            yield from FactMaker(source, lead).dated("event_date", *match.span("date"))
            return
