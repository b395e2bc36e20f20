"""A small graph with passages, some of which only seem to tell its triples, and a model that reads them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from dialect_wire import Answer, ParsedRequest
from tests.support.graph_folders import Drawn, write_graph

from benchwright.corpus.store import write_corpus
from benchwright.records import Modality, Place, Source

BOOK = """
directed:
  label: director
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{subject} was directed by {object}."
  subjects: were directed by {given}
  cues: [direct*]
cast:
  label: cast member
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{object} plays in {subject}."
  subjects: have {given} as a cast member
  cues: [star*, play*]
"""
FILMS = ("Grey Heron", "White Stork", "Red Kite", "Black Rook", "Blue Tit", "Brown Owl", "Green Finch")
NEARLY = "It was nearly directed by Ida Holm."


def judged_world(folder: Path) -> None:
    """Writes FOLDER/corpus with the graph `made`, and FOLDER/relations.yaml. Seven films are Ida Holm's; the passage of
    the last says only that she nearly directed it, and that of the first says so before it tells the truth."""
    texts = {name: f"{name} is a film. It was directed by Ida Holm. Joan Reed plays a clerk." for name in FILMS}
    texts["Grey Heron"] = (
        "Grey Heron is a film nearly directed by Ida Holm. In the end Ida Holm, whom few knew, did direct it."
    )
    texts["Green Finch"] = f"Green Finch is a film. {NEARLY} Joan Reed plays a clerk."
    texts["Pied Crow"] = "Pied Crow is a film by nobody. Joan Reed plays a clerk."
    sources = [Source(f"p{n}", Modality.TEXT, name, text, Place(name, 0, len(text)), url=f"/wiki/{name}")
               for n, (name, text) in enumerate(texts.items())]  # fmt: skip
    write_corpus(folder / "corpus", sources)
    ids = {f"f{n}": name for n, name in enumerate(FILMS)}
    triples = [(id, "directed", "ida") for id in ids] + [(id, "cast", "joan") for id in [*list(ids)[1:], "crow"]]
    ids["crow"] = "Pied Crow"
    people = {"ida": Drawn("Ida Holm", kind="entity"), "joan": Drawn("Joan Reed")}
    write_graph(folder / "corpus", triples, ids | people)
    (folder / "relations.yaml").write_text(BOOK, encoding="utf-8")


def plan_of(folder: Path, name: str, url: str, more: str = "", cells: str = "simple: 2, intersection: 1") -> Path:
    lines = ["name: films", "corpus: corpus", "verifier: openai/judge", "paraphraser: openai/rewriter"]
    lines.append("max_share: {family: 1, document: 1, relation: 1}")
    lines.append("lists: {graph: made, relations: relations.yaml, checker: judge}")
    lines.append("models:")
    lines += [f"  openai/{one}: {{base_url: '{url}/v1'}}" for one in ("judge", "rewriter")]
    lines += [more] if more else []
    lines.append("cells:")
    for cell in cells.split(", "):
        kind, count = cell.split(": ")
        lines.append(f"  - {{style: list, kind: {kind}, count: {count}}}")
    path = folder / f"{name}.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Reader:
    """A mind: what was only nearly done was not done; questions are turned round, one of them into another question."""

    def __call__(self, request: ParsedRequest) -> Answer:
        return Answer(json.dumps(self.said(request.text, request.messages[-1][1])))

    def said(self, system: str, turn: str) -> Any:
        if "<statements" in turn:
            return {"verdicts": [self.verdict(*one) for one in re.findall(r"<source (S\d+) .*?>\n(.*?)</", turn, re.S)]}
        if "<reworded" in turn:
            reworded = re.findall(r"<reworded .*?>\n(.*?)\n<", turn, re.S)[-1]
            return {"reason": "read both", "same": "starring" not in reworded}
        question = re.findall(r"<question .*?>\n(.*?)\n<", turn, re.S)[-1]
        if "Ida Holm" in question:
            return {"question": "What films did Ida Holm direct?" if "Joan" not in question
                    else "What films did Ida Holm direct with Joan Reed in the cast?"}  # fmt: skip
        return {"question": "What are the films starring Joan Reed?"}

    def verdict(self, label: str, text: str) -> dict[str, object]:
        last = text.strip().rpartition(". ")[2] if ". " in text else text
        return {"source": label, "reason": "read it", "stated": "nearly" not in last}
