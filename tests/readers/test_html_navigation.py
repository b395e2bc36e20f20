"""What only leads to other pages is dropped and counted; what merely has such a name is text."""

import pytest

from benchwright.readers.base import TableBlock
from benchwright.readers.html import HtmlWalk
from benchwright.readers.html_tree import parse_html

TEXT = "<p>The pump moves forty litres a minute and needs no oil, whatever the older leaflets say about it.</p>"
PAGER = "<a {0} href=a.html>Prev</a> | <a {1} href=b.html>Next</a>"


def _read(html: str) -> HtmlWalk:
    walk = HtmlWalk()
    body = parse_html(html).body
    assert body is not None
    walk.read(body)
    return walk


@pytest.mark.parametrize(
    "part",
    [
        "<div class=navheader><table><tr><td><a href=a.html>Prev</a><th>Pumps<td><a href=b.html>Next</a></table></div>",
        f"<table><tr><td>{PAGER.format('rel=prev', 'rel=next')}<tr><td>Pumps<td>Valves</table>",
        f"<ul><li>{PAGER.format('accesskey=p', 'accesskey=n')}</ul>",
        "<div id='toc'><ol><li><a href='#a'>A pump</a><li><a href='#b'>A valve</a></ol></div>",
        "<dl class='toc'><dt><a href=a.html>Pumps</a><dd><a href=b.html>Valves of all sizes and makes</a></dl>",
        "<p class='breadcrumbs'><a href=/>Home</a> &gt; <a href=/p>Products</a> &gt; Pumps</p>",
        "<div role='contentinfo'>© 2024 The Pump Company. Made with care.</div>",
    ],
)
def test_what_leads_elsewhere_is_counted(part: str) -> None:
    walk = _read(part + TEXT)
    assert walk.out.text == _read(TEXT).out.text
    assert [reason for reason, _ in walk.dropped] == ["navigation"]
    assert not any(isinstance(block, TableBlock) for block in walk.out.blocks)


@pytest.mark.parametrize(
    "part",
    [
        f"<div class='sidebar'>{TEXT}</div>",
        f"<div class='toc-page nav-content'>{TEXT}<a href=a.html>More</a></div>",
        "<div id='menu'><p>Tomato soup with bread, a salad of the season and a piece of cake for nine euros.</div>",
        f"<section>{TEXT}<p>Go on with the <a rel=next href=b.html>next page</a>.{TEXT}{TEXT}{TEXT}</section>",
        "<ul><li><a href=https://a.org>A society of engineers</a><li><a href=https://b.org>A museum</a></ul>",
    ],
)
def test_text_under_such_a_name_stays(part: str) -> None:
    walk = _read(part)
    words = {"litres", "soup", "museum"} & set(walk.out.text.replace(".", "").split())
    assert words


def test_a_sign_that_links_to_its_heading_is_no_text() -> None:
    walk = _read(
        "<h2 id=a>Pumps<a class=headerlink href='#a'>¶</a></h2><p>See <a href='#n'>5</a> pumps, <a href='#x'>§ 3</a>"
    )
    assert walk.out.text == "Pumps\n\nSee 5 pumps, § 3"
    assert walk.dropped == []


def test_thousands_of_nested_names_take_no_square_time() -> None:
    deep = "<div class=nav>" * 3_000 + "<a href=a>x</a>" + "</div>" * 3_000
    assert _read(deep).out.text == ""
