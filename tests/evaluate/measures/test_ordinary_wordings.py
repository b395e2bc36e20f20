"""Ordinary ways to word a right answer, and wrong answers that look like one."""

import pytest
from part_questions import question

from benchwright.evaluate.measures.answers import listed_answers
from benchwright.evaluate.measures.part_scores import score_parts
from benchwright.records import Answer

CAPITAL = question("What is the capital of Norway?", ["Oslo"])
BOTH_DANISH = question("Are both Lars and Ole Danish?", ["no"])
TICKETS = question("How many tickets have Mia as assignee?", ["2"])
FOUNDED = question("When was the company founded?", ["1912"])
SCHOOLS = question("How many schools did the town have when it grew?", ["1912"])
LAW = question("Which law is it?", ["General Data Protection Regulation (GDPR)"])
TOWN = question("Which town is it?", ["Springfield (IL)"])

BLOCKED = question("How many tickets have the status Blocked?", ["0"])
PRESSURE = question("What is the pressure of P100?", ["20 bar"])
LASTS = question("How long does it last?", ["2 h 30 min"])
DENSITY = question("What is the density of people?", ["434 people per square kilometre"])
BUDGET = question("What is the budget?", ["90 kEUR"])
RELEASE = question("Which release added X?", ["2.10"])


@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (CAPITAL, "It's Oslo.", 1),
        (CAPITAL, "It's Oslo, not Bergen.", 1),
        (CAPITAL, "That's Oslo.", 1),
        (CAPITAL, "Norway's Oslo", 1),
        (CAPITAL, "New Oslo", 0),
        (BOTH_DANISH, "No, they aren't.", 1),
        (BOTH_DANISH, "No, Ole is not Danish.", 1),
        (BOTH_DANISH, "No, it is never open on Sundays.", 1),
        (BOTH_DANISH, "Yes, no doubt.", 0),
        (TICKETS, "2 of the 6 tickets.", 1),
        (TICKETS, "Two of the six tickets.", 1),
        (TICKETS, "2 of 6 tickets", 1),
        (TICKETS, "Of the 6 tickets, 2 have Mia.", 1),
        (TICKETS, "3 of the 6 tickets", 0),
        (question("How many tickets are open?", ["6"]), "2 of the 6 tickets", 0),
        (FOUNDED, "It was founded in 1912 and moved to Leeds in 1914.", 1),
        (FOUNDED, "The company was founded in 1908 and incorporated in 1912.", 0),
        (FOUNDED, "It was founded in 1908. In 1912 it moved to Leeds.", 0),
        (FOUNDED, "In 1908, four years before 1912.", 0),
        (SCHOOLS, "It had 1912 schools in 1908", 1),
        (LAW, "The General Data Protection Regulation.", 1),
        (LAW, "The GDPR.", 1),
        (LAW, "the General Data Protection Regulation, or GDPR", 1),
        (TOWN, "IL", 0),
        (BLOCKED, "None", 1),
        (BLOCKED, "none of them", 1),
        (BLOCKED, "There are no tickets with the status Blocked.", 1),
        (BLOCKED, "No tickets.", 1),
        (BLOCKED, "There is no information.", 0),
        (BLOCKED, "1 ticket", 0),
        (PRESSURE, "20 bar (HP-400: 25 bar)", 1),
        (PRESSURE, "25 bar (HP-400: 20 bar)", 0),
        (PRESSURE, "20 bar (P100: 25 bar)", 0),
        (LASTS, "2 hours 30 minutes", 1),
        (LASTS, "2.5 hours", 1),
        (LASTS, "150 minutes", 1),
        (LASTS, "2 hours and 40 minutes", 0),
        (question("How long does it last?", ["90 minutes"]), "1 hour 30 minutes", 1),
        (DENSITY, "434 people/km²", 1),
        (DENSITY, "434 people per km²", 1),
        (DENSITY, "435 people/km²", 0),
        (BUDGET, "€90,000", 1),
        (BUDGET, "€90k", 1),
        (BUDGET, "€90", 0),
        (RELEASE, "v2.10", 1),
        (RELEASE, "2.1", 0),
        (RELEASE, "2.100", 0),
    ],
)
def test_one_value(asked, answer, score):
    assert score_parts(asked, answer) == score


@pytest.mark.parametrize(
    ("answer", "others"),
    [
        ("According to the documents, Brazil, Chile and Peru border Bolivia.", ()),
        ("Based on the context, Brazil, Chile and Peru.", ()),
        ("As stated in Source 3, Brazil, Chile and Peru.", ()),
        ("Brazil, Chile and Peru, which is long.", ()),
        ("Brazil, Chile and Peru, all in South America.", ()),
        ("Brazil, Chile and Peru, as listed in the table.", ()),
        ("Spain, Brazil, Chile, Peru and Italy.", ("Spain", "Italy")),
    ],
)
def test_words_around_a_row_are_no_items(answer, others):
    gold = tuple(map(Answer, ("Brazil", "Chile", "Peru")))
    listed = listed_answers([answer], gold)
    assert set(listed) == {"Brazil", "Chile", "Peru", *others}
    assert len(listed) == 3 + len(others)
