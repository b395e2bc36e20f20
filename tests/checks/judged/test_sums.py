"""Sums are worked out exactly, and what is no sum is refused."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.checks.judged.sums import MOST_CHARACTERS, MOST_DEPTH, SumError, work_out


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1889 - 1832", Fraction(57)),
        ("1,200 - 800", Fraction(400)),
        ("1.2 million - 800,000", Fraction(400_000)),
        ("(30 - 20) / 20 * 100", Fraction(50)),
        ("2 + 3 * 4", Fraction(14)),
        ("(2 + 3) × 4", Fraction(20)),
        ("24 ÷ 4 ÷ 2", Fraction(3)),
        ("10 - 4 - 3", Fraction(3)),
        ("-5 + 12", Fraction(7)),
        ("3 - -4", Fraction(7)),
        ("3 x 4", Fraction(12)),
        ("12% * 300", Fraction(36)),
        ("200 * (1 + 10%)", Fraction(220)),
        ("12 300 - 1 200", Fraction(11100)),
        ("15.2% - 12.1%", Fraction(31, 1000)),
        (".5 + .25", Fraction(3, 4)),
        ("$5.2 million − $3.1 million", Fraction(2_100_000)),
        ("12 km + 3.5 km", Fraction(31, 2)),
        ("100 m / 10 s", Fraction(10)),
        ("[4 + 6] / 2", Fraction(5)),
        ("1889 - 1832 = 57", Fraction(57)),
    ],
)
def test_worked_by_hand(text: str, value: Fraction) -> None:
    assert work_out(text).value == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("5 +", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("5 / 0", "divides by zero"),
        ("5 / (3 - 3)", "divides by zero"),
        ("(5 + 3", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("5 + 3)", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("5 3", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("2 ** 3", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("max(3, 4)", "holds 'max', which is no number and no sign"),
        ("__import__('os')", "holds '_', which is no number and no sign"),
        ("3 of 5", "holds 'of', which is no number and no sign"),
        ("3 km + 4 kg", "puts kilometre and kilogram together"),
        ("5 = 5 = 5", "has more than a number behind the equals sign"),
        ("1234567890123456789 + 1", "holds a number of more than 18 digits"),
        ("1" + " + 1" * 100, "has more than 60 numbers"),
        ("1 billion billion * 1", "holds 'billion', which is no number and no sign"),
        ("1,000 billion * 1,000 billion * 1,000 billion * 1", "gives a number that is too large"),
        ("200 + 10%", "adds a percentage to a number: multiply it by what it is a share of"),
        ("(" * (MOST_DEPTH + 1) + "1", "has more than 20 parentheses inside each other"),
        ("-" * (MOST_DEPTH + 1) + "1", "has more than 20 signs before a number"),
        ("2 (3)", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("()", "cannot be read: its numbers, signs and parentheses do not fit together"),
        ("1" * (MOST_CHARACTERS + 1), "is longer than 600 characters"),
        ("1.2.3 + 4", "holds '1', which is no number and no sign"),
        ("9**9**9**9", "cannot be read: its numbers, signs and parentheses do not fit together"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(SumError) as error:
        work_out(text)
    assert str(error.value) == why


def test_what_only_multiplies_or_divides_is_a_factor() -> None:
    worked = work_out("(300 - 200) / 200 * 100 + 7")
    assert [(operand.text, operand.factor) for operand in worked.operands] == [
        ("300", False),
        ("200", False),
        ("200", True),
        ("100", True),
        ("7", False),
    ]
    assert [operand.factor for operand in work_out("(100) * (5 + 2)").operands] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5 km - 2 km", "kilometre"),
        ("5 km / 2 km", ""),
        ("12% * 300 km", "kilometre"),
        ("(30 - 20) / 20 * 100%", "percent"),
        ("15% - 12%", "percent"),
        ("$8 / 2", "dollar"),
    ],
)
def test_units_go_through(text: str, unit: str) -> None:
    assert work_out(text).unit == unit


def test_what_the_writer_says_it_gives() -> None:
    stated = work_out("5 - 7 = -2").stated
    assert stated is not None
    assert stated.number == -2
    assert work_out("5 - 7").stated is None


_Written = tuple[str, Fraction | None]

_NUMBERS = st.integers(0, 10**9).map(lambda n: (f"{n:,}", Fraction(n))) | st.decimals(
    min_value=0, max_value=10**6, places=2
).map(lambda d: (f"{d:,}", Fraction(d)))


def _joined(pair: tuple[_Written, str, _Written]) -> _Written:
    (left, a), sign, (right, b) = pair
    text = f"({left} {sign} {right})"
    if a is None or b is None or (sign == "/" and b == 0):
        return text, None
    return text, a / b if sign == "/" else {"+": a + b, "-": a - b, "*": a * b}[sign]


@given(
    st.recursive(
        _NUMBERS,
        lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(_joined),
        max_leaves=3,
    )
)
def test_the_same_as_fractions(pair: _Written) -> None:
    text, value = pair
    if value is None or abs(value) > 10**29:
        return
    assert work_out(text).value == value


@given(st.text(alphabet="0123456789+-*/()., =%x$kmilon", max_size=60))
def test_nothing_else_is_ever_raised(text: str) -> None:
    with contextlib.suppress(SumError):
        assert work_out(text).operands
