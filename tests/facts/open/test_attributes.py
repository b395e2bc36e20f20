"""What sentences say of an entry: purpose, default, type, since, allowed values, required."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.attributes import LABELS, attributes, labelled


def _read(text: str, *names: str) -> dict[str, list[str]]:
    read: dict[str, list[str]] = {}
    for relation, (start, end) in attributes(text, 0, len(text), names):
        read.setdefault(relation, []).append(text[start:end])
    return read


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("Default: 10.", "default", "10"),
        ("Default: 'session'", "default", "session"),
        ("Default: No limit. Type: int (kilobytes)", "type", "int (kilobytes)"),
        ("Sets the port (default: 8080).", "default", "8080"),
        ("Print a message every Nth record (default 10).", "default", "10"),
        ("The size of the cache. The default is 8MB.", "default", "8MB"),
        ("The size of the cache; defaults to 8 MB.", "default", "8 MB"),
        ("work_mem defaults to 4MB.", "default", "4MB"),
        ("New in version 3.2.", "since", "3.2"),
        ("string\nThe name of the task.", "type", "string"),
        ("Choose one. The default is “sha512.”", "default", "sha512"),
        ("Valid values for METHOD are seek and raw. More.", "allowed", "seek and raw"),
        ("The list of part numbers. Required.", "required", "Required"),
        ("Overwrite existing files. Use it with care.", "purpose", "Overwrite existing files"),
        ("do not ignore entries starting with .", "purpose", "do not ignore entries starting with ."),
        ("New in version 2.3.\nDefault: 10.\nThe number of connections.", "purpose", "The number of connections"),
        ("work_mem sets the memory of a query.", "purpose", "sets the memory of a query"),
        ("The work_mem setting limits the memory of a query.", "purpose", "limits the memory of a query"),
        ("This option sets the port.", "purpose", "sets the port"),
        ("The number of tries that should be made.", "purpose", "The number of tries that should be made"),
        ("How long a message is kept.", "purpose", "How long a message is kept"),
        ("Default: = current region", "default", "current region"),
        ("The path to the PEM file The fully qualified path to a file.", "purpose", "The path to the PEM file"),
    ],
)  # fmt: skip
def test_values_as_written(text: str, relation: str, value: str) -> None:
    assert _read(text, "work_mem")[relation] == [value]


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("If compiled with X, the default is 5.", "default"),  # a condition
        ("The default is 5 when Y is set.", "default"),
        ("Unlike --foo, which defaults to 5.", "default"),
        ("--foo defaults to 5.", "default"),  # of another option
        ("The default is to expire nothing.", "default"),
        ("The default depends on the machine.", "default"),
        ("New in version 5.7: Added the storing of stamps.", "since"),  # of a part
        ("Changed in version 5.7.", "since"),
        ("How many clients may come in the time of rate_time_unit (default: 60s).", "default"),  # of another thing
        ("Valid values include a and b.", "allowed"),  # not all
        ("Supported values are: defined in the UCX manual, and may vary.", "allowed"),  # a clause
        ("See the manual for what this does.", "purpose"),
        ("Same as --all but longer.", "purpose"),
        ("It may be used for:", "purpose"),
        ("Normally, the program prints a warning.", "purpose"),
        ("When a backend is configured, Celery creates two tables.", "purpose"),
        ("A boolean value.", "purpose"),
        ("If the other_limit is set, nothing is read.", "purpose"),
        ("(obsolete) the number of files", "purpose"),
        ("Sets a limit.\nother_limit\nNew in version 5.6.", "since"),  # of another thing
        ("The work_mem option.", "purpose"),
        ("Values can be placed in these variables by the set modifier.", "purpose"),
        ("net_ticktime is given in seconds.", "purpose"),
        ("This feature is documented elsewhere.", "purpose"),
        ("This option is used by Sendmail.", "purpose"),
        ("When started alone only the pid can be used.", "purpose"),
        ("from the message itself", "purpose"),
    ],
)
def test_what_says_nothing(text: str, relation: str) -> None:
    assert relation not in _read(text, "work_mem")


def test_spaces_inside_quotes_are_no_part_of_a_value() -> None:
    assert list(labelled("' 3 '", "default", (0, 5))) == [("default", (2, 3))]


@given(st.text(alphabet="aDefault: isto.,;()\"'\nNw 3é[]", max_size=120), st.sampled_from(sorted(LABELS)))
def test_ranges_hold_whole_values(text: str, label: str) -> None:
    for relation, (start, end) in (*attributes(text, 0, len(text), ("a",)), *labelled(text, label, (0, len(text)))):
        assert relation in set(LABELS.values())
        assert 0 <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert "\n" not in text[start:end]


def test_a_label_that_stands_twice_tells_of_two_things() -> None:
    text = "Sets the speed. Default: 1500 --timeout: Sets the time. Default: 30 --retries: Sets the tries. Default: 3"
    assert not [one for one in attributes(text, 0, len(text), ("--speed",)) if one[0] == "default"]
    text = "Sets the speed. Default: 1500."
    assert [
        text[slice(*span)] for relation, span in attributes(text, 0, len(text), ("--speed",)) if relation == "default"
    ] == ["1500"]
