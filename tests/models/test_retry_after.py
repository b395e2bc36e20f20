"""Every form in which services say how long to wait."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.models.retry_after import parse_retry_after, retry_after

NOW = 1_445_412_420.0  # Wed, 21 Oct 2015 07:27:00 GMT


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("0", 0.0),
        (" 7 ", 7.0),
        ("0.5", 0.5),
        ("13s", 13.0),
        ("250ms", 0.25),
        ("3600", 3600.0),
        ("3601", 3601.0),
        ("172800", 172_800.0),
        ("1445412480", 60.0),  # a Unix time
        ("1445412000", 0.0),
        ("1e3", None),
        ("-5", None),
        ("nan", None),
        ("inf", None),
        ("٣", None),
        ("soon", None),
        ("7, 8", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 60.0),
        ("Wed, 21 Oct 2015 09:28:00 +0200", 60.0),
        ("Wednesday, 21-Oct-15 07:28:00 GMT", 60.0),
        ("Wed, 21 Oct 2015 07:26:00 GMT", 0.0),
        ("Wed, 21 Oct 2099 07:28:00 GMT", 2_650_838_460.0),
        ("Wed Oct 21 07:28:00 2015", 60.0),
        ("Wed, 21 Oct 2015 07:28:00 -0000", 60.0),
        ("Wed, 21 Oct 2015 07:28:00", 60.0),
        ("Wed, 99 Oct 2015 07:28:00 GMT", None),
        ("2015-10-21", None),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kolkata"])
def test_forms(header: str | None, seconds: float | None, zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In UTC, wherever this machine stands."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        wait = parse_retry_after(header, NOW)
    time.tzset()
    assert wait == seconds


def test_milliseconds_go_before_seconds() -> None:
    assert retry_after({"retry-after-ms": "1500", "retry-after": "9"}, NOW) == 1.5
    assert retry_after({"retry-after-ms": "soon", "retry-after": "9"}, NOW) == 9.0
    assert retry_after({"retry-after-ms": "-1"}, NOW) is None
    assert retry_after({}, NOW) is None


@given(st.text(max_size=40))
def test_no_header_raises_or_asks_for_ever(header: str) -> None:
    seconds = parse_retry_after(header, NOW)
    assert seconds is None or 0 <= seconds < 1e18


@given(st.integers(0, 10**7), st.sampled_from(["%a, %d %b %Y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"]))
def test_a_date_and_its_seconds_are_the_same_wait(seconds: int, form: str) -> None:
    header = time.strftime(form, time.gmtime(NOW + seconds))
    assert parse_retry_after(header, NOW) == parse_retry_after(f"{seconds}", NOW) == seconds
