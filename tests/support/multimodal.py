"""Small benchmarks of text, tables and images in the layouts of MultiModalQA and WebQA."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from published import write_lines

WIKI = "https://en.wikipedia.org/wiki/"


def png(colour: str, size: int = 8) -> bytes:
    """A square of one colour."""
    buffer = io.BytesIO()
    Pillow.new("RGB", (size, size), colour).save(buffer, "PNG")
    return buffer.getvalue()


def cell(text: str, *links: str) -> dict[str, Any]:
    return {"text": text, "links": [{"text": text, "wiki_title": to, "url": WIKI + to} for to in links]}


TREES = {
    "table_name": "Ages",
    "header": [{"column_name": "Tree", "metadata": {"type": "str"}}, {"column_name": "Years"}],
    "table_rows": [[cell("Elm", "Elm"), cell("300")], [cell("Yew", "Yew", "Elm"), cell("2000")]],
}


def context(id: str, title: str, **more: Any) -> dict[str, Any]:
    """A line of one of MultiModalQA's context files."""
    return {"id": id, "title": title, "url": WIKI + title, **more}


def mmqa(folder: Path, questions: Sequence[Any] | None = None, *, pictures: bool = True) -> Path:
    """Three passages of two pages, a table that links to both, two pictures; four questions, the last one blind."""
    texts = [
        context("e1", "Elm", text="The elm suffers from a disease."),
        context("e2", "Elm", text="Its wood is hard."),
        context("y1", "Yew", text="The yew stands in churchyards. Its café is green."),
    ]
    write_lines(folder / "MMQA_texts.jsonl", texts)
    write_lines(folder / "MMQA_tables.jsonl", [context("t1", "Trees", table=TREES)])
    images = [context("i1", "Elm", path="i1.png"), context("i2", "Yew", path="i2.JPG")]
    write_lines(folder / "MMQA_images.jsonl", images)
    if pictures:
        (folder / "final_dataset_images").mkdir()
        (folder / "final_dataset_images/i1.png").write_bytes(png("green"))
        (folder / "final_dataset_images/i2.JPG").write_bytes(png("red"))
    asked = [
        asked_mmqa("q1", "How old is the yew?", [told("2000", table_indices=[[1, 1]])], [("t1", "table")]),
        asked_mmqa(
            "q2",
            "Which tree of the table suffers?",
            [told("disease", text_instances=[{"doc_id": "e1", "part": "text", "start_byte": 23, "text": "disease"}])],
            [("t1", "table"), ("e1", "text"), ("e1", "text")],
            text_doc_ids=["e1", "e2"],
            image_doc_ids=["i1", "gone"],
        ),
        asked_mmqa(
            "q3",
            "Which trees are green or red?",
            [told("Elm", image_instances=[shown("i1")]), told("Yew", image_instances=[shown("i2")])],
            [("i1", "image"), ("i2", "image")],
        ),
        {"qid": "q4", "question": "Which is blind?", "metadata": {}},
    ]
    write_lines(folder / "MMQA_dev.jsonl", asked if questions is None else questions)
    return folder


def told(answer: Any, **where: Any) -> dict[str, Any]:
    """An answer of MultiModalQA's."""
    nowhere: dict[str, Any] = {"text_instances": [], "table_indices": [], "image_instances": []}
    return {"answer": answer, "type": "string", "modality": "text", **nowhere, **where}


def shown(id: str) -> dict[str, str]:
    return {"doc_id": id, "doc_part": "image"}


def asked_mmqa(
    id: str, question: str, answers: Sequence[Any], support: Sequence[tuple[str, str]], **metadata: Any
) -> dict[str, Any]:
    context = [{"doc_id": doc, "doc_part": part} for doc, part in support]
    known = {"type": "TableQ", "table_id": "t1", "text_doc_ids": [], "image_doc_ids": [], **metadata}
    return {"qid": id, "question": question, "answers": answers, "metadata": known, "supporting_context": context}


def snippet(id: str, fact: str, title: str = "Elm") -> dict[str, str]:
    """A text fact of WebQA's."""
    return {"title": title, "fact": fact, "url": WIKI + title, "snippet_id": id}


def picture(number: int, caption: str, title: str = "File:Tree.jpg") -> dict[str, Any]:
    """An image fact of WebQA's."""
    url = f"https://commons.wikimedia.org/wiki/{title}"
    return {"image_id": number, "title": title, "caption": caption, "url": url, "imgUrl": "http://example.org/a.jpg"}


def asked_webqa(question: str, answers: Sequence[str], **facts: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"txt_posFacts": [], "txt_negFacts": [], "img_posFacts": [], "img_negFacts": []}
    return {"Q": question, "A": answers, "topic": "trees", "split": "val", "Qcate": "text", **empty, **facts}


FIRST = 30_000_000
"""The image of the first line: the last seven digits of an id are the number of its line."""

PICTURES = tuple(png(colour) for colour in ("green", "red", "blue"))


def webqa(folder: Path, records: dict[str, Any] | None = None, *, images: bool = True, index: bool = True) -> Path:
    """Three questions with answers, which share a picture and a fact, and one of the blind test; three pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        "g1": asked_webqa(
            '"What ails the elm?"',
            ['"A disease."', "Disease"],
            txt_posFacts=[snippet("g1_0", "The elm suffers from a disease.")],
            txt_negFacts=[snippet("g1_1", "Yews do not.", "Yew")],
            img_negFacts=[picture(FIRST, "A green elm.")],
        ),
        "g2": asked_webqa(
            "Which colours have the trees?",
            ["Green and red."],
            img_posFacts=[picture(FIRST, "A green elm."), picture(FIRST + 1, "A red yew.")],
            txt_negFacts=[snippet("g1_1", "Yews do not.", "Yew")],
            Qcate="color",
            split="train",
        ),
    }
    blind = {"g3": {"Q": "What is blue?", "Guid": "g3", "txt_Facts": [], "img_Facts": [picture(FIRST + 2, "Blue.")]}}
    (folder / "WebQA_train_val.json").write_text(json.dumps(made if records is None else records), encoding="utf-8")
    (folder / "WebQA_test.json").write_text(json.dumps(blind), encoding="utf-8")
    if images:
        lines = [b"%d\t%s\n" % (FIRST + n, base64.b64encode(data)) for n, data in enumerate(PICTURES)]
        (folder / "imgs.tsv").write_bytes(b"".join(lines))
        starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
        if index:
            (folder / "imgs.lineidx").write_text("".join(f"{start}\n" for start in starts))
    return folder
