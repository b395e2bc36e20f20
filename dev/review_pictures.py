"""Write docs/images/review-*.png, the pages of a review, from a finished `make demo` (needs chromium on the path).

python dev/review_pictures.py [runs]
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from benchwright.review.open_study import OpenStudy
from benchwright.workflows.review import open_study
from benchwright.workflows.review_serve import ReviewServer

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
COLOURS = 96  # of a PNG: text and flags need no more
STUDY = """name: countries
task: five-metrics
items: {count: 20, even: [style, modalities]}
annotators_per_item: 2
form: {items: 12, tests: 2}
recheck: {accepted: 0.1, rejected: 1.0}
"""


def review(study: OpenStudy, annotator: int, most: int, draw: random.Random) -> None:
    """Let somebody review items, with an opinion now and then."""
    for number in range(most):
        place = study.work(annotator).place
        if place is None:
            return
        values: dict[str, Any] = dict.fromkeys(("style", "relevance", "needed", "answerability", "correctness"), "yes")
        values |= {"fluency": draw.choice([3, 4, 4, 5, 5])}
        values |= {name: "no" for name in ("needed", "correctness") if draw.random() < 0.15}
        comment = "The second table is not needed." if number == 2 else ""
        study.submit(
            annotator, place.id, values, key=uuid.uuid4().hex, seconds=draw.lognormvariate(4, 0.4), comment=comment
        )


def picture(browser: Browser, link: str, path: str, name: str, *, keys: str = "", phone: bool = False) -> None:
    """One page as a PNG."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, color_scheme="dark" if phone else "light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(link)
    page.wait_for_url(lambda url: "/enter/" not in url)
    page.goto(link.split("/enter/")[0] + path)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    target = IMAGES / f"review-{name}.png"
    page.screenshot(path=target)
    with Image.open(target) as image:
        small = image.convert("RGB").quantize(COLOURS)
    small.save(target, optimize=True)
    context.close()


def main(runs: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        (Path(name) / "study.yaml").write_text(STUDY, "utf-8")
        study = open_study(runs / "demo-countries", str(Path(name) / "study.yaml"), to=Path(name) / "study")
        draw = random.Random(7)
        people = [study.add_annotator(one) for one in ("Ada", "Ben", "Cleo")]
        for one, most in zip(people, (14, 18, 3), strict=True):
            review(study, one.id, most, draw)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with ReviewServer(study) as server:
            picture(browser, server.link(people[2]), "/", "item", keys="4y")
            picture(browser, server.link(people[2]), "/", "phone", phone=True)
            picture(browser, server.owner_link, "/owner", "dashboard")
            picture(browser, server.owner_link, "/owner/look", "look")
        browser.close()
        study.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "runs")
