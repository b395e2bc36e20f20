"""What goes to a terminal: nothing that could move its cursor, and always one JSON object."""

from __future__ import annotations

import io
import json
import sys

import pytest

from benchwright.cli import main, output


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("evil\u202etxt", "evil\\u202etxt"),
        ("over\rwritten", "over\\rwritten"),
        ("half \ud800", "half \\ud800"),
        ("Grüße\tand\nlines 中", "Grüße\tand\nlines 中"),
    ],
)
def test_control_characters_are_shown_and_not_sent(text: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    output.say(text)
    output.note(text)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (shown + "\n", shown + "\n")


def test_json_keeps_the_characters_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    given = {"title": "a\x1b\x9b\x7f\u202e\ud800 中"}
    output.print_json(given)
    printed = capsys.readouterr().out
    assert printed == '{"title":"a\\u001b\\u009b\\u007f\\u202e\\ud800 中"}\n'
    assert json.loads(printed) == given


def test_a_terminal_of_few_letters_stops_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    assert main(["show", "nowhere-at-all"]) == 2
    assert raw.getvalue().startswith(b"error: nowhere-at-all is not a benchmark \\u2014 make one with")
