"""Tasks in which people choose and write, each done by keyboard alone; and axe-core on every page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from ferries_bench import ferries_bench
from playwright.sync_api import Page, expect
from review_steps import SIZES, Open, Serve
from reviewing import all_right, careless, labour, study_of

from benchwright.review.items import Values
from benchwright.review.labels import read_labels
from benchwright.review.open_study import OpenStudy
from benchwright.review.task import tasks
from benchwright.review.units import GivenReply
from benchwright.workflows.review_results import review_results

REPLIES = [GivenReply(f"q{number}", "rag", "blue") for number in range(10)]
Scheme = Literal["light", "dark"]
LOOKS: list[tuple[str, Scheme]] = [("desktop", "light"), ("phone", "dark"), ("desktop", "dark"), ("phone", "light")]
SMALL = """() => [...document.querySelectorAll("a[href], button, summary, .option, textarea, input[type=text]")]
    .filter((one) => one.checkVisibility() && !one.closest(".skip"))
    .map((one) => [one.textContent.trim().slice(0, 30), one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 24 || height < 24)
    .map(([text, { width, height }]) => `${text} ${width}x${height}`)"""
"""What is smaller than 24 CSS pixels (WCAG 2.2, 2.5.8)."""

FOCUSED = """() => {
    const one = document.activeElement;
    const rings = [one, one.closest(".option") || one].map((node) => getComputedStyle(node));
    const seen = rings.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
    return [one.closest(".field")?.id || one.ariaLabel || one.textContent.trim(), seen];
}"""
"""What has the focus, and whether it has a ring."""


@pytest.fixture(scope="module")
def bench(made_once: Callable[..., Path]) -> Path:
    return made_once("ferries", lambda folder: ferries_bench(folder) and None) / "bench"


def stored(study: OpenStudy) -> Values:
    """What was submitted last."""
    return read_labels(study).reviews[-1].values


def test_a_key_changes_the_only_field_that_has_it_after_all_is_filled_in(
    bench: Path, tmp_path: Path, serve: Serve, open_link: Open
) -> None:
    study = study_of(bench, tmp_path / "grades", "reply-grades", REPLIES, form={"items": 1})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    expect(page.locator("footer")).to_contain_text("Keys: 0 1 2 choose in the marked field")
    page.keyboard.press("0")
    expect(page.locator("button[type=submit]").first).to_be_focused()
    page.keyboard.press("2")
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Enter")
    assert stored(study) == {"grade": 2}


def test_images_are_chosen_and_labelled_and_their_groups_become_questions(
    bench: Path, tmp_path: Path, serve: Serve, open_link: Open
) -> None:
    study = study_of(bench, tmp_path / "filter", "image-filter", group_size=5, form={"items": 2})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    for label in ("ships in the harbour", "boats on the sea"):
        for key in ("1", "3", "4", "5"):
            page.keyboard.press(key)
        page.keyboard.press("Enter")  # goes to what is missing
        expect(page.locator("#field-1 textarea")).to_be_focused()
        page.keyboard.type(label)
        page.keyboard.press("Control+Enter")
        expect(page.locator("#field-0 [data-fault]")).to_have_text("choose 3, not 4")
        page.keyboard.press("4")
        with page.expect_navigation(wait_until="load"):
            page.keyboard.press("Control+Enter")
        assert len(stored(study)["chosen"]) == 3
        assert stored(study)["label"] == label
    review_results(tmp_path / "filter")
    groups = str(tmp_path / "filter" / "groups.json")
    pairs = study_of(bench, tmp_path / "pairs", "pair-creation", groups=groups, form={"items": 1})
    page = open_link(serve(pairs).link(pairs.add_annotator("Ben")))
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("#field-1 textarea")).to_be_focused()
    page.keyboard.type("Which of them is bluer?")
    page.keyboard.press("Tab")
    page.keyboard.press("n")  # goes on to the next field
    page.keyboard.type("The second one.")
    page.keyboard.press("Tab")
    page.keyboard.type("second")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#field-0 [data-fault]")).to_contain_text("choose 2")
    page.keyboard.press("6")
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Control+Enter")
    values = stored(pairs)
    assert (values["question"], values["answer"]) == ("Which of them is bluer?", "The second one.")
    assert (values["offers"], values["keywords"]) == ("no", "second")
    assert len(values["chosen"]) == 2
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("u")
    expect(page.locator("#field-1 textarea")).to_have_value("Which of them is bluer?")
    expect(page.locator("#field-0 input:checked")).to_have_count(2)


def test_missing_answers_are_listed_by_keyboard(bench: Path, tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = study_of(bench, tmp_path / "study", "completeness", items={"count": 1})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    page.keyboard.type("navy")
    page.keyboard.press("Enter")
    page.keyboard.type("indigo")
    for key in ("Tab", "1", "Tab", "y"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Nothing is left to do")
    (answer,) = stored(study)["wrong"]
    assert stored(study) == {"missing": ["navy", "indigo"], "wrong": [answer], "thorough": "yes"}


class Looks:
    """Looks at pages with axe-core. Nothing may be wider than the window either, and on a phone nothing too small for a
    finger. With `thorough` in all sizes and colours."""

    def __init__(self, axe: Callable[[Page], list[str]], thorough: bool) -> None:
        self.found: list[str] = []
        self._axe = axe
        self.thorough = thorough

    def look(self, page: Page, name: str) -> None:
        for size, scheme in LOOKS if self.thorough else LOOKS[:2]:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            faults = self._axe(page)
            if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
                faults.append("wider than the window")
            if size == "phone":
                faults += page.evaluate(SMALL)
            self.found += [f"{name} {size} {scheme}: {one}" for one in faults]


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.soak)], ids=["some", "thorough"])
def looks(request: pytest.FixtureRequest, axe: Callable[[Page], list[str]]) -> Looks:
    return Looks(axe, request.param)


def test_axe_finds_nothing_on_items_of_any_task(
    bench: Path, tmp_path: Path, serve: Serve, open_link: Open, looks: Looks
) -> None:
    """One template draws them all: here are those with fields of every kind, in the soak all nine."""
    for name in tasks() if looks.thorough else ("answer-check", "completeness", "image-filter"):
        study = study_of(bench, tmp_path / name, name, REPLIES, form={"items": 1}, group_size=5)
        page = open_link(serve(study).link(study.add_annotator("Ada")))
        if name == "answer-check":
            page.keyboard.press("y")
            page.get_by_role("button", name="Mark a part").click()
        looks.look(page, name)
    assert looks.found == []


def test_axe_finds_nothing_on_other_pages(
    bench: Path, tmp_path: Path, serve: Serve, open_link: Open, looks: Looks
) -> None:
    study = study_of(bench, tmp_path / "study", "five-metrics", form={"items": 1}, annotators_per_item=2)
    server, ada = serve(study), study.add_annotator("Ada")
    labour(study, study.add_annotator("Ben").id, careless)
    page = open_link(server.link(ada))
    page.locator("[data-zoom]").first.click()
    looks.look(page, "enlarged")
    labour(study, ada.id, lambda *_: {**all_right(study.task), "correctness": "no"}, most=3)
    study.tell(ada.id, "Look at the table, too.")
    page.reload()
    looks.look(page, "feedback")
    study.stop(ada.id, "late")
    page.reload()
    looks.look(page, "stopped")
    page.goto(f"{server.url}/nothing")
    looks.look(page, "nothing")
    owner = open_link(server.owner_link)
    for path in ("", "/look", "/audit"):
        owner.goto(f"{server.url}/owner{path}")
        looks.look(owner, f"owner{path}")
    assert looks.found == []


def test_focus_goes_through_a_page_in_order_and_is_always_seen(
    bench: Path, tmp_path: Path, serve: Serve, open_link: Open
) -> None:
    study = study_of(bench, tmp_path / "study", "five-metrics", items={"count": 1})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    page.locator(".skip").focus()
    names, unseen = [], []
    while not names or names[-1] != "Submit Enter":
        name, ringed = page.evaluate(FOCUSED)
        names.append(name)
        unseen += [] if ringed else [name]
        page.keyboard.press("Tab")
    assert unseen == []
    enlarged, table = names.pop(3), names.pop(3)
    assert names == [
        *("Skip to the content", "Dark", "Instructions and examples ?"),
        *(f"field-{place}" for place in range(6)),
        *("Comment c", "Submit Enter"),
    ]
    assert enlarged.startswith("Enlarge: The ferry")
    assert table == "Table: Seats"
