"""What is masked, what is not, and that masking is done once and for all."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.query_log.masking import MASK, mask


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("mail me at jo.b+x@example.co.uk please", "mail me at [email] please"),
        ("call +49 (0)30 1234567 or 030 12345678", "call [phone] or [phone]"),
        ("call 555-123-4567, (212) 555 0199 or 555-0199", "call [phone], [phone] or [phone]"),
        ("my IBAN is DE89 3704 0044 0532 0130 00 is it ok?", "my IBAN is [iban] is it ok?"),
        ("gb82west12345698765432", "[iban]"),
        ("card 4111 1111 1111 1111 declined", "card [card] declined"),
        ("card 4111 1111 1111 1112 declined", "card [number] declined"),
        ("servers 192.168.0.1 and 2001:db8::1 are down", "servers [ip] and [ip] are down"),
        ("https://u:p@host.com/x, https://x.com/a?token=1.", "[url], [url]."),
        ("example.com/reset?code=abc now", "[url] now"),
        ("order 12345678 of AB1234567", "order [number] of AB[number]"),
        ("SSN 123-45-6789", "SSN [number]"),
        ("My name is Mary Ann O'Neil, what is it?", "My name is [name], what is it?"),
        ("my name is john and I ask", "my name is [name] and I ask"),
        ("password is hunter2 and api_key=abc", "password is [key] and api_key=[key]"),
        ("token sk-abcdefghijklmnop1234", "token [key]"),
        ("sign in with aB3dE5fG7hJ9kL1mN3pQ5", "sign in with [key]"),
        ("token: hf_abcdefghijklmnopqrstuvwxyz", "token: [key]"),
        ("is xoxb-abcdefghij-klmnop it?", "is [key] it?"),
        ("People call me Ann. Why?", "People call me [name]. Why?"),
        ("what is 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "what is [key]"),
    ],
)
def test_what_is_masked(text: str, masked: str) -> None:
    found, counts = mask(text)
    assert found == masked
    assert counts.total() == len(MASK.findall(masked))


@pytest.mark.parametrize(
    "text",
    [
        "Is https://plain.org/docs/ still right?",
        "What happened in 2019 2020 2021, 1914-1918 and on 2024-01-15 10:30:45?",
        "Was it 01.02.2024 or 12/31/2023?",
        "Do 10 000 000 people, or 1,234,567, live there?",
        "What is 3.14159265358979?",
        "Does std::vector work in version 1.2.3 at 10:30?",
        "What is a token, and what is my name is for?",
        "Which password rules are there?",
        "What is anti-establishmentarianism-like thinking?",
    ],
)
def test_what_is_left(text: str) -> None:
    assert mask(text) == (text, {})


_OPENERS = ["my name is ", "password: ", "token is ", "https://a.b/?c=d", "bob@x.org", "[email]"]
_NUMBERS = ["+44 20 7946 0958", "4111111111111111", "GB82WEST12345698765432", "00", "12", "::"]
_PIECES = st.sampled_from([*_OPENERS, *_NUMBERS, "Ann", " ", "[", "]", "-", "?", ".", "é", "x" * 25])


@given(st.lists(_PIECES, max_size=10).map("".join) | st.text(max_size=60))
def test_masking_twice_changes_nothing(text: str) -> None:
    once, _ = mask(text)
    assert mask(once) == (once, {})


@given(
    st.text(string.ascii_letters + string.digits, min_size=1, max_size=12),
    st.sampled_from(["example.org", "mail.firma.de", "x-y.co.uk"]),
    st.sampled_from(["", "write to ", "(", "mailto:", "von: "]),
    st.sampled_from(["", "?", " please", ")", ", thanks"]),
)
def test_no_address_is_left(user: str, host: str, before: str, after: str) -> None:
    found, _ = mask(f"{before}{user}@{host}{after}")
    assert "@" not in found
    assert host not in found


@given(st.integers(10**6, 10**40), st.sampled_from(["", "id ", "#", "nr.", "x"]), st.sampled_from(["", " ok", "."]))
def test_no_long_number_is_left(number: int, before: str, after: str) -> None:
    found, _ = mask(f"{before}{number}{after}")
    assert re.search(r"\d{7}", found) is None


@given(st.lists(st.integers(0, 9), min_size=14, max_size=14), st.sampled_from([" ", "-", ""]))
def test_every_card_with_a_right_checksum_is_masked(drawn: list[int], mark: str) -> None:
    body = [4, *drawn]
    doubled = sum(sum(divmod(2 * one, 10)) if place % 2 == 0 else one for place, one in enumerate(body))
    digits = "".join(map(str, [*body, -doubled % 10]))
    written = mark.join(digits[at : at + 4] for at in range(0, 16, 4))
    assert mask(f"pay with {written} today")[0] == "pay with [card] today"


@given(st.text(string.ascii_uppercase + string.digits, min_size=11, max_size=26), st.booleans())
def test_every_iban_with_a_right_checksum_is_masked(account: str, spaced: bool) -> None:
    value = int("".join(str(int(one, 36)) for one in f"{account}DE00"))
    iban = f"DE{98 - value % 97:02d}{account}"
    written = " ".join(iban[at : at + 4] for at in range(0, len(iban), 4)) if spaced else iban
    found, _ = mask(f"to {written}, please")
    assert account not in found
    assert found == "to [iban], please"


def test_a_long_text_takes_no_time_beyond_its_length() -> None:
    """Patterns that look again from each character would take minutes for these."""
    for piece in ("a.", "a@", "1-", "0 ", "http://", "my name is ", ":", "a.b?", "DE12 ", "+1", "aB3"):
        mask(piece * (6000 // len(piece)))
