"""Write docs/images/review-*.png, the pages of a review, from a finished `make demo` (needs chromium on the path).

python dev/review_pictures.py [runs] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from benchwright.benchmark.store import Benchmark
from benchwright.evaluate.answers_file import GivenAnswer, write_answers
from benchwright.review.items import ReviewItem
from benchwright.review.open_study import OpenStudy
from benchwright.review.recruitment import PROLIFIC
from benchwright.workflows.review import open_study
from benchwright.workflows.review_serve import ReviewServer

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
COLOURS = 64  # of a PNG: text and flags need no more
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

STUDIES: dict[str, dict[str, Any]] = {
    "five-metrics": {
        "items": {"count": 24, "even": ["style", "modalities"]},
        "annotators_per_item": 2,
        "form": {"items": 12, "tests": 2},
        "recheck": {"accepted": 0.1, "rejected": 1.0},
    },
    "qualification": {"task": "five-metrics", "qualification": {"items": 4, "mark": 0.8, "again": 0.6}},
    "prolific": {
        "task": "five-metrics",
        "most_forms": 1,
        "items": {"count": 4},
        "form": {"items": 4},
        "prolific": {
            "completed": "C1A2B3C4",
            "consent": "You rate questions and answers. It takes about 20 minutes, and you may stop at any time.",
        },
    },
    "answer-check": {"items": {"count": 20, "even": ["modalities"]}, "seed": 8},
    "paraphrase": {"items": {"count": 8}},
    "pair-validation": {"items": {"count": 8}},
    "pair-creation": {"items": {"count": 8}, "group_size": 4},
    "image-filter": {"items": {"count": 2}},
    "references": {"items": {"count": 8, "even": ["modalities"]}},
    "reply-grades": {"items": {"count": 8, "even": ["modalities"]}},
    "completeness": {"items": {"count": 8, "even": ["style"]}},
}
"""The settings of the studies: the name of one is its task, unless it says another."""


@dataclass(frozen=True)
class Picture:
    """A picture of one page of a study. `who` is an annotator or the owner, `path` where to go, and `does` what is done
    there before the picture is taken."""

    name: str
    study: str
    who: str = "Cleo"
    path: str = "/"
    does: Callable[[Page], None] = lambda page: None
    size: str = "desktop"
    dark: bool = False


def keys(*pressed: str) -> Callable[[Page], None]:
    """Press keys; what has more than one letter and is no key's name is typed."""

    def does(page: Page) -> None:
        for one in pressed:
            if len(one) == 1 or one in ("Enter", "Escape", "Space", "Tab", "ArrowRight", "ArrowDown"):
                page.keyboard.press(one)
            else:
                page.keyboard.type(one)

    return does


def box(page: Page) -> None:
    """Mark a cell or a piece of the first text, and a part of the first image."""
    page.keyboard.press("y")
    for one in page.locator(".look [data-row], .look [data-start]").all()[:1]:
        one.click()
    frame = page.locator(".look .frame").first.bounding_box()
    assert frame is not None
    for share, does in ((0.3, page.mouse.down), (0.7, page.mouse.up)):
        page.mouse.move(frame["x"] + share * frame["width"], frame["y"] + share * frame["height"])
        does()
    page.mouse.move(0, 0)


def at_top(*pressed: str) -> Callable[[Page], None]:
    """Leave a text, close the instructions, press keys, and show the beginning of the page."""

    def does(page: Page) -> None:
        keys("Escape", "?", *pressed)(page)
        page.evaluate("scrollTo(0, 0)")

    return does


def scroll_to(selector: str) -> Callable[[Page], None]:
    """Show a part of the page at the top."""
    return lambda page: page.locator(selector).evaluate("one => one.scrollIntoView()")


PICTURES = (
    Picture("item", "five-metrics", does=keys("4", "y")),
    Picture("instructions", "five-metrics", does=keys("?")),
    Picture("answer-check", "answer-check", does=box),
    Picture("paraphrase", "paraphrase", does=at_top("y", "Which place has more people?")),
    Picture("pair-validation", "pair-validation", does=at_top("y", "2")),
    Picture("pair-creation", "pair-creation", does=at_top("1", "2")),
    Picture("image-filter", "image-filter", does=keys("1", "3")),
    Picture("references", "references", does=at_top()),
    Picture("reply-grades", "reply-grades", does=at_top("1")),
    Picture("completeness", "completeness", does=at_top()),
    Picture("qualification", "qualification"),
    Picture("consent", "prolific", path=f"/prolific/{{token}}?PROLIFIC_PID={'a1' * 12}"),
    Picture("end", "prolific", "Ada"),
    Picture("failed", "qualification", "Ben"),
    Picture("dashboard", "five-metrics", "owner", "/owner"),
    Picture("results", "five-metrics", "owner", "/owner", scroll_to("#results")),
    Picture("look", "five-metrics", "owner", "/owner/look"),
    Picture("audit", "five-metrics", "owner", "/owner/audit"),
    Picture("phone", "five-metrics", size="phone", dark=True),
    Picture("phone-fields", "five-metrics", does=scroll_to(".fill"), size="phone"),
)


def opinion(item: ReviewItem, draw: random.Random) -> dict[str, Any]:
    """What a careful person says of an item: nearly what the others say."""
    truth = random.Random(item.id)
    values: dict[str, Any] = dict.fromkeys(("style", "relevance", "needed", "answerability", "correctness"), "yes")
    values |= {name: "no" for name in ("needed", "correctness") if truth.random() < 0.2}
    values |= {name: allowed[0] for name, allowed in item.expected.items()}
    values |= {name: "no" for name in ("style", "needed", "correctness") if draw.random() < 0.04}
    return {"fluency": min(5, truth.choice([2, 4, 5, 5]) + draw.choice([0, 0, 1])), **values}


def review(study: OpenStudy, annotator: int, most: int, draw: random.Random, **instead: Any) -> None:
    """Let somebody review items."""
    for number in range(most):
        place = study.work(annotator).place
        if place is None:
            return
        row = study.file.read().execute("SELECT item FROM places WHERE id = ?", (place.id,)).fetchone()
        comment = "The second table is not needed." if number == 2 else ""
        study.submit(
            annotator,
            place.id,
            opinion(study.item(row["item"]), draw) | instead,
            key=uuid.uuid4().hex,
            seconds=draw.lognormvariate(4, 0.4),
            comment=comment,
        )


def begins_with_image(study: OpenStudy, annotator: int) -> bool:
    """Whether the next item of an annotator begins with an image."""
    place = study.work(annotator).place
    return place is None or place.shown.sources[0].image is not None


def replies(bench: Path, scores: Path, folder: Path) -> Path:
    """Scores with the answers of a system that is right about half of the time."""
    shutil.copytree(scores, folder)
    listed = [one for one in Benchmark.open(bench) if len(one.answers) == 1]
    draw = random.Random(7)
    given = [draw.choice([one, draw.choice(listed)]).answer for one in listed]
    write_answers(folder, [GivenAnswer("rag", one.id, said) for one, said in zip(listed, given, strict=True)], ["rag"])
    return folder


def begun(runs: Path, name: str, folder: Path) -> OpenStudy:
    """A study of the demo's countries with three people, two of whom have worked on it."""
    settings = {"task": name, **STUDIES[name], "name": name}
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(settings), "utf-8")
    bench = runs / "demo-countries"
    scores = replies(bench, runs / "demo-countries-scores", folder / "scores") if name == "reply-grades" else None
    study = open_study(bench, str(path), to=folder / name, scores=scores)
    ids = {"Ada": {PROLIFIC: "b2" * 12}} if "prolific" in settings else {}
    people = {one: study.add_annotator(one, ids.get(one)).id for one in ("Ada", "Ben", "Cleo")}
    draw = random.Random(7)
    if name == "prolific":
        review(study, people["Ada"], 4, draw)
    if name == "five-metrics":
        for one, most in (("Cleo", 3), ("Ada", 40), ("Ben", 18)):
            review(study, people[one], most, draw)
    while name == "answer-check" and not begins_with_image(study, people["Cleo"]):
        place = study.open_places(people["Cleo"])[0]
        study.submit(people["Cleo"], place, {"correct": "yes"}, key=uuid.uuid4().hex, seconds=9)
    if name == "qualification":
        review(study, people["Ben"], 4, draw, answerability="no", correctness="yes", relevance="yes", fluency=5)
    return study


def take(browser: Browser, server: ReviewServer, one: Picture) -> None:
    """Take one picture."""
    width, height = SIZES[one.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if one.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    people = {who.name: who for who in server.study.annotators()}
    page.goto(server.owner_link if one.who == "owner" else server.link(people[one.who]))
    page.wait_for_url(lambda url: "/enter/" not in url)
    page.goto(server.url + one.path.format(token=server.study.seal(PROLIFIC)))
    one.does(page)
    page.wait_for_timeout(1200)  # a draft is saved by then
    target = IMAGES / f"review-{one.name}.png"
    page.screenshot(path=target)
    with Image.open(target) as image:
        small = image.convert("RGB").quantize(COLOURS)
    small.save(target, optimize=True)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("runs", type=Path, nargs="?", default=ROOT / "runs")
    parser.add_argument("--only", nargs="*", help="names of pictures")
    options = parser.parse_args()
    chosen = [one for one in PICTURES if not options.only or one.name in options.only]
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in dict.fromkeys(one.study for one in chosen):
            study = begun(options.runs, name, Path(folder))
            with ReviewServer(study) as server:
                for one in chosen:
                    if one.study == name:
                        take(browser, server, one)
            study.close()
        browser.close()


if __name__ == "__main__":
    main()
