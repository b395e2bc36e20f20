"""Points and commas of numbers, by the other numbers around them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.values import parse_quantity
from benchwright.values.decimal_signs import decimal_sign, with_english_signs


@pytest.mark.parametrize(
    ("cells", "elsewhere", "sign"),
    [
        (["1.250", "980", "2.310"], ".", ""),  # thousands, though the table has decimals: nobody can tell
        (["1,250", "980", "2,310"], ",", ""),
        (["1,250", "980", "2,310"], ".", "."),
        (["1.250", "980", "2.310"], ",", ","),
        (["1.250", "3.405", "2.310"], ".", "."),
        (["1.250", "0.980", "2"], ".", "."),
        (["1.234,56", "1.234"], "", ","),
        (["1.250", "980"], "", ""),
        (["1,250", "980"], "", "."),
    ],
)
def test_the_decimal_sign_of_a_column(cells: list[str], elsewhere: str, sign: str) -> None:
    assert decimal_sign(cells, frozenset(elsewhere)) == sign


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("It costs 1.234,56 €.", "It costs 1,234.56 €."),
        ("14,5 kg beside 1.250 kg", "14.5 kg beside 1,250 kg"),
        ("14.5 kg beside 1,250 kg", "14.5 kg beside 1,250 kg"),
        ("14,5 kg and 3.5 kg", "14,5 kg and 3.5 kg"),
        ("1.250 kg", "1.250 kg"),
        ("1,250 kg", "1,250 kg"),
    ],
)
def test_numbers_are_put_in_english_where_they_leave_no_doubt(text: str, english: str) -> None:
    assert with_english_signs(text) == english


def test_a_doubtful_number_is_the_known_one() -> None:
    assert with_english_signs("1.250 and 1.300", {Decimal(1250)}) == "1,250 and 1.300"


@given(st.decimals(min_value=0, max_value=10**9, places=2))
def test_a_number_with_two_decimals_is_the_same_in_both_writings(number: Decimal) -> None:
    english = f"{number:,.2f}"
    other = english.translate(str.maketrans(".,", ",."))
    assert parse_quantity(with_english_signs(other)) == parse_quantity(english)
