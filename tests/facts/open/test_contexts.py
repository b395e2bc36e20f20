"""Titles of pages are told apart from the name of their site by what they share."""

from pathlib import Path

import pytest

from benchwright.corpus.store import DocumentText, write_corpus
from benchwright.facts.open.contexts import Contexts, PageName, plain_heading
from benchwright.records import Modality, Place, Source


def test_what_many_titles_share_is_the_site() -> None:
    site = "Python 3.11.2 documentation"
    topics = ("argparse Tutorial", "9. Classes", "Part II — More", "Sockets", "Unicode", "Logging")
    contexts = Contexts({f"howto/{at}.html": f"{topic} — {site}" for at, topic in enumerate(topics)})
    names = [contexts.name(f"howto/{at}.html") for at in range(len(topics))]
    pages = ("argparse Tutorial", "Classes", "Part II — More", "Sockets", "Unicode", "Logging")
    assert names == [PageName(page, site) for page in pages]


def test_a_name_of_two_pages_names_neither() -> None:
    contexts = Contexts({"a.html": "Long Description", "b.html": "Long description", "c.html": "PostgreSQL: pg_dump"})
    assert contexts.name("a.html") == contexts.name("b.html") == PageName("")
    assert contexts.name("c.html") == PageName("PostgreSQL: pg_dump")
    assert contexts.name("absent.html") == PageName("")


def test_the_site_may_come_first_and_is_that_of_a_folder() -> None:
    titles = {f"pg/{at}.html": f"PostgreSQL: Documentation: page {word}" for at, word in enumerate("abcde")}
    contexts = Contexts(titles | {"other/x.html": "PostgreSQL: a review"})
    assert contexts.name("pg/0.html") == PageName("Documentation: page a", "PostgreSQL")
    assert contexts.name("other/x.html") == PageName("PostgreSQL: a review")


def test_the_site_of_one_folder_names_the_few_pages_of_another() -> None:
    titles = {f"lib/{at}.html": f"{word} — Kestrel 3 documentation" for at, word in enumerate("abcde")}
    contexts = Contexts(
        {"index.html": "3 Documentation", **titles, "setup/x.html": "Setting up — Kestrel 3 documentation"}
    )
    assert contexts.name("setup/x.html") == PageName("Setting up", "Kestrel 3 documentation")
    assert Contexts({"index.html": "3 Documentation", "x.html": "Setting up"}).phrase("x.html") == '"Setting up"'


@pytest.mark.parametrize(
    ("heading", "plain"),
    [
        ("4.2. Priorities", "Priorities"),
        ("Chapter 4. Compatibility issues", "Compatibility issues"),
        ("15. Floating Point", "Floating Point"),
        ("3.1 Setup", "Setup"),
        ("Appendix B. Licences", "Licences"),
        ("B.2. Files", "Files"),
        ("2024 results", "2024 results"),
        ("I. M. Pei", "I. M. Pei"),
        ("Vitamin B complex", "Vitamin B complex"),
        ("7.", "7."),
    ],
)
def test_numbers_of_headings(heading: str, plain: str) -> None:
    assert plain_heading(heading) == plain


def test_the_first_page_of_the_topmost_folder_names_the_rest() -> None:
    titles = {"index.rst": "Welcome to Celery", "guide/index.rst": "Guide", "guide/tasks.rst": "Tasks"}
    contexts = Contexts(titles)
    assert contexts.name("guide/tasks.rst") == PageName("Tasks", "Celery")
    assert contexts.phrase("guide/tasks.rst") == '"Tasks" in the Celery documentation'
    assert contexts.phrase("guide/tasks.rst", "task", known=True) == "the Celery documentation"
    assert contexts.phrase("index.rst") == '"Welcome to Celery"'


def test_a_page_that_says_no_more_than_the_subject_is_left_out() -> None:
    contexts = Contexts({"a.html": "Biofilms", "b.html": "Table of Contents", "c.html": "notes.txt"})
    assert contexts.phrase("a.html", "biofilm") == contexts.phrase("b.html") == contexts.phrase("c.html") == ""
    assert contexts.phrase("a.html", "microbe") == '"Biofilms"'


def test_what_the_user_says_names_the_site_where_the_documents_name_none() -> None:
    titles = {"returns.md": "Returns", "warranty.md": "Warranty"}
    assert Contexts(titles, about="Harbour Kayaks").phrase("returns.md") == '"Returns" in the Harbour Kayaks documents'
    assert Contexts(titles, about="Staff handbook").phrase("returns.md") == '"Returns" in the Staff handbook'
    pages = {
        f"{at}.html": f"{topic} - Celery" for at, topic in enumerate(("A tale", "Tasks", "Signals", "Beat", "Logs"))
    }
    assert Contexts(pages, about="queues").phrase("1.html") == '"Tasks" in the Celery documentation'


def test_a_part_of_a_title_that_repeats_the_site_names_no_page() -> None:
    titles = {f"{at}.html": f"{word} - Kestrel 3 Reference Manual - Kestrel Manual" for at, word in enumerate("abcde")}
    contexts = Contexts(titles | {"x.html": "Kestrel 3 Manual - Kestrel Manual"})
    assert contexts.name("0.html") == PageName("a", "Kestrel Manual")
    assert contexts.name("x.html") == PageName("Kestrel 3 Manual", "Kestrel Manual")
    contexts = Contexts(
        {f"{at}.html": f"Kestrel 3 Manual: {word} - Kestrel Manual" for at, word in enumerate("abcde")}
        | {"x.html": "Kestrel 3 Manual: Rare - The Kestrel Guide"}
    )
    assert contexts.name("0.html").page == "a"
    assert contexts.name("x.html").page == "Rare - The Kestrel Guide"


def test_parts_that_repeat_the_name_of_the_first_page_name_no_page() -> None:
    titles = {
        "index.html": "Kestrel 3 Reference Manual",
        "x.html": "Tools - Kestrel 3 Reference Manual - Kestrel Manual",
    }
    assert Contexts(titles).name("x.html") == PageName("Tools", "Kestrel 3 Reference Manual")


def test_the_site_may_stand_in_brackets() -> None:
    site = "GNU Octave (version 8.1.0)"
    titles = {f"{at}.html": f"{topic} ({site})" for at, topic in enumerate(("Sets", "Sums", "Logic", "Files", "Plots"))}
    contexts = Contexts(titles | {"x.html": "Cells (of plants)"})
    assert contexts.name("0.html") == PageName("Sets", site)
    assert contexts.phrase("0.html") == f'"Sets" in the {site} documentation'
    assert contexts.name("x.html").page == "Cells (of plants)"


@pytest.mark.parametrize(
    ("site", "phrase"),
    [
        ("BIND 9 9.18.49-1~deb12u3-Debian documentation", "the BIND 9 9.18.49 documentation"),
        ("SQLite Home Page", "the SQLite documentation"),
        ("Welcome to the Celery guide", "the Celery guide"),
        ("Apache HTTP Server Version 2.4", "the Apache HTTP Server Version 2.4 documentation"),
        ("libvirt", "the libvirt documentation"),
    ],
)
def test_what_a_packager_or_a_greeting_adds_is_no_name(site: str, phrase: str) -> None:
    contexts = Contexts({f"{at}.html": f"{topic} — {site}" for at, topic in enumerate(("Aa", "Bb", "Cc", "Dd", "Ee"))})
    assert contexts.phrase("1.html") == f'"Bb" in {phrase}'


def test_a_section_that_repeats_its_page_is_not_named() -> None:
    pages = {f"{name}.html": f"{name}(1)" for name in ("git-log", "git-show")}
    contexts = Contexts(pages, [(page, (f"{title} Manual Page",)) for page, title in pages.items()])
    assert contexts.section("git-log.html", ("git-log(1) Manual Page",)) == ""


def test_a_section_with_a_long_heading_of_its_own_needs_no_page() -> None:
    titles = {"index.rst": "Celery", "a.rst": "Monitoring", "b.rst": "Tasks"}
    contexts = Contexts(titles, [("a.rst", ("Management commands for all workers",)), ("b.rst", ("Handlers",))])
    long, short = "Management commands for all workers", "Handlers"
    assert contexts.phrase("a.rst", section=long) == f'the section "{long}" of the Celery documentation'
    assert contexts.phrase("b.rst", section=short) == f'the section "{short}" of "Tasks" in the Celery documentation'


def test_a_section_is_named_if_no_other_has_its_heading() -> None:
    paths = [("a.html", ("Guide", "Retries", "Options")), ("a.html", ("Guide", "Limits", "Options"))]
    contexts = Contexts({"a.html": "Guide", "b.html": "Table of Contents"}, paths)
    assert contexts.section("a.html", ("Guide", "Retries", "Options")) == "Retries"
    assert contexts.section("a.html", ("Guide",)) == ""
    assert contexts.phrase("a.html", section="Retries") == 'the section "Retries" of "Guide"'


def test_manual_pages() -> None:
    contexts = Contexts({"rsync.1": "rsync(1)"})
    assert contexts.phrase("rsync.1", "MOTD") == "the rsync(1) manual page"
    assert contexts.phrase("rsync.1", "rsync") == ""


def test_a_first_page_without_text_names_its_site(tmp_path: Path) -> None:
    page = Source("t.html#p0", Modality.TEXT, "Tables", "A table holds rows.", Place("t.html"))
    titles = {"index.html": "Kestrel 15 Documentation", "t.html": "Tables"}
    corpus = write_corpus(tmp_path, [page], [DocumentText(name, title, "") for name, title in titles.items()])
    assert Contexts.of(corpus).phrase("t.html") == '"Tables" in the Kestrel 15 Documentation'
