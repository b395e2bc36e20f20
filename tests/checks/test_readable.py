"""The check `readable`: what is right in any language passes, what is certainly wrong does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.checks.readable import fault_of


@pytest.mark.parametrize(
    "question",
    [
        "¿Cuánto mide la torre más alta de Sevilla?",
        "Сколько жителей в Москве?",
        "Ποιος έγραψε το μυθιστόρημα Ζορμπάς;",
        "من كتب رواية أولاد حارتنا؟",
        "نویسنده\u200cی این رمان کیست؟",
        "東京タワーの高さはどれくらいですか？",
        "東京タワーの高さは何メートルですか。",
        "长江有多长？",
        "École de Nancy fut fondée en quelle année ?",
        "Qui a écrit le roman ?",
        "Qual é a ilha maior do Brasil?",
        "Wer schrieb „Faust“ und „Egmont“?",
        "საქართველოს დედაქალაქი რომელი ქალაქია?",
        "Ո՞վ գրեց այս վեպը երեք տարում։",
    ],
)
def test_questions_in_any_language_pass(question: str) -> None:
    assert fault_of(question, "x") == ""


@pytest.mark.parametrize(
    "question",
    [
        "How many slashes does a URL use?",
        "In which year did a Ukrainian singer win the contest?",
        "What is the default of the option max_retries?",
        "In which state is Walla Walla?",
        "Which company made the iPhone and which a ukulele?",
        "Who calls it an historic event, and who a useful one?",
        "Which vitamins are there beside vitamin a in carrots?",
        "Who directed the film Viaje a Italia?",
        'Which of the singles is a 12" record?',
        "iPhone sales were highest in which year?",
        "1984 was written by whom?",
        "Who wrote the play Hamlet?",
        "Who won gold in the table tennis event in 1988?",
        "Which medal did the figure skater Yuna Kim win in 2010?",
        "Which company developed the text-based game Zork?",
        "Which programming language is the text editor written in?",
        "Who led the passage of the Jones Act through Congress?",
        "Which figure skaters competed in the Table Mountain event?",
        "Who wrote The Picture of Dorian Gray?",
        "Who was the figure known as the Iron Duke?",
        "Who wrote Who's Afraid of Virginia Woolf?",
        "Who played Nick in Who's Afraid of Virginia Woolf? on stage?",
        "Which film is longer, Quo Vadis? or Ben-Hur?",
        'In which year was "Quo Vadis?" released in cinemas?',
        'Which Polish author wrote the novel "Quo Vadis?"',
        "What is the _MSC_VER of cl.exe 16.3.2?",
        "Which method does Python call __init__?",
    ],
)
def test_right_english_passes(question: str) -> None:
    assert fault_of(question, "x") == ""


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("élu en quelle année fut le maire?", "does not start with a capital"),
        ("Сколько жителей в Москве", "does not end with a question mark"),
        ("When was the river named after a explorer?", "'a' before a vowel"),
        ("When was the river named after an painter?", "'an' before a consonant"),
        ("When was the the river named?", "repeats a word"),
        ("What is the capital of _Sweden_?", "holds markup"),
        ("What is the capital of _?", "holds markup"),
        ("Where is the river ?", "has a space before punctuation"),
        ("Where is the\u200d river?", "holds a control character"),
        ("123 456 789?", "has no letters"),
        ("In which town was the designer in the text born?", "points at a source"),
        ("According to the table, who won in 1990?", "points at a source"),
        ("Which colour does the Image show?", "points at a source"),
        ("What colour is the hat in the picture of Che Guevara?", "points at a source"),
        ("What does that figure show of Kenya?", "points at a source"),
        ("Which award did this picture win?", "points at a source"),
        ("Which country has the largest area in the table?", "points at a source"),
        ("Which part holds on to the gut in the illustration?", "points at a source"),
        ("Into which chamber do both atria lead in the diagram of a frog's heart?", "points at a source"),
        ("Which button is red in the screenshot?", "points at a source"),
        ("What is its height? Who built the tower?", "is two sentences"),
        ("What is its height? and who built the tower?", "is two sentences"),
        ("Is the tower really that high??", "is two sentences"),
        ("塔有多高？谁建的？", "is two sentences"),
    ],
)
def test_what_is_certainly_wrong_does_not_pass(question: str, fault: str) -> None:
    assert fault in fault_of(question, "x")


@given(st.text(), st.text())
def test_any_text_has_a_verdict(question: str, answer: str) -> None:
    assert isinstance(fault_of(question, answer), str)
