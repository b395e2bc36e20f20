"""Draw sentences from README and docs, mixed with sentences of well-known packages, for readers to rate; merge ratings.

    python perf/read_prose.py draw [-n 30] [--seed 1] [--beside] --to FOLDER
    python perf/read_prose.py merge FOLDER

`draw` writes FOLDER/sheet.txt, numbered sentences in a random order, and FOLDER/key.json, which no reader may see. A
reader rates each sentence by itself in FOLDER/ratings-READER.jsonl: {"item": 1, "clear": true, "idiomatic": 4}. With
`--beside` as many sentences come from the descriptions of the installed packages in PEERS: what the same readers give
to them says what a rating means. Code, tables, headings and generated pages are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from statistics import mean

from markdown_it import MarkdownIt
from markdown_it.token import Token

from benchwright.english.sentences import sentences

ROOT = Path(__file__).parent.parent
PEERS = ["aiohttp", "attrs", "click", "defusedxml", "filelock", "frozenlist", "fsspec", "hypothesis", "import-linter",
    "inflect", "jinja2", "joblib", "jsonschema", "langcodes", "more-itertools", "nltk", "numpy", "openai", "openpyxl",
    "pandas", "pathspec", "pdfplumber", "pillow", "playwright", "pluggy", "pydantic", "pypdfium2", "pytest",
    "pytest-xdist", "python-docx", "requests", "rich", "ruff", "sortedcontainers", "tenacity", "tqdm", "typeguard",
    "typer", "urllib3", "uv", "websockets", "yarl"]  # fmt: skip
HEAD = (
    "Rate each sentence by itself, as a native speaker of English who is a software engineer and knows machine "
    "learning and search. It was taken out of its page: names of commands, fields and files need no explanation.\n"
    "clear: is its meaning clear at first reading? false if you had to read it twice, or can't say what it means.\n"
    "idiomatic: 1 to 5. 5: a good native technical writer would write it so. 3: understandable, but stiff or odd. "
    "1: not English.\n"
    'One JSON object a line, as in {"item": 1, "clear": true, "idiomatic": 4}; add "note" where clear is false or '
    "idiomatic is 3 or less.\n"
)


def prose(markdown: str) -> list[str]:
    """The sentences of paragraphs and list items that hold at least five words and end as sentences do."""
    found = []
    inside_table = False
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type in ("table_open", "heading_open"):
            inside_table = True
        elif token.type in ("table_close", "heading_close"):
            inside_table = False
        elif token.type == "inline" and not inside_table:
            text = " ".join(_plain(token.children or []).split())
            for start, end in sentences(text):
                sentence = text[start:end].strip()
                if len(sentence.split()) >= 5 and re.search(r"[.!?]\W*$", sentence):
                    found.append(sentence)
    return found


def _plain(tokens: list[Token]) -> str:
    parts = []
    for token in tokens:
        if token.type == "code_inline":
            parts.append(f"`{token.content}`")
        elif token.type == "text":
            parts.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts)


def own_sentences() -> list[tuple[str, str]]:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [(path.name, one) for path in pages for one in prose(path.read_text())]


def peer_sentences() -> list[tuple[str, str]]:
    found = []
    for name in PEERS:
        try:
            described = metadata(name).json
        except PackageNotFoundError:
            continue
        if "markdown" in str(described.get("description_content_type")):
            found += [(name, one) for one in prose(str(described.get("description", "")))]
    return found


def draw(folder: Path, number: int, seed: int, beside: bool) -> None:
    rng = random.Random(seed)
    own, peers = own_sentences(), peer_sentences()
    print(f"{len(own)} sentences of README and docs, {len(peers)} of {len({name for name, _ in peers})} packages")
    drawn = [("own", page, text) for page, text in rng.sample(own, number)]
    if beside:
        drawn += [("peer", page, text) for page, text in rng.sample(peers, number)]
    rng.shuffle(drawn)
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{item}. {text}" for item, (_, _, text) in enumerate(drawn, 1)]
    (folder / "sheet.txt").write_text(HEAD + "\n" + "\n".join(lines) + "\n")
    (folder / "key.json").write_text(json.dumps(drawn, indent=0))


def merge(folder: Path) -> None:
    key = json.loads((folder / "key.json").read_text())
    by_item = defaultdict(list)
    for path in sorted(folder.glob("ratings-*.jsonl")):
        rated = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        if sorted(one["item"] for one in rated) != list(range(1, len(key) + 1)):
            raise SystemExit(f"{path.name}: not one rating for each of the {len(key)} sentences")
        for one in rated:
            by_item[one["item"]].append(one)
        for side in ("own", "peer"):
            mine = [one for one in rated if key[one["item"] - 1][0] == side]
            if mine:
                clear = sum(bool(one["clear"]) for one in mine)
                print(
                    f"{path.stem}, {side}: clear {clear} of {len(mine)}, {mean(one['idiomatic'] for one in mine):.2f}"
                )
    for side in ("own", "peer"):
        all_of = [one for item, rated in by_item.items() if key[item - 1][0] == side for one in rated]
        if all_of:
            share = mean(bool(one["clear"]) for one in all_of)
            print(f"{side}: clear {share:.1%}, idiomatic {mean(one['idiomatic'] for one in all_of):.2f}")
    for item, rated in sorted(by_item.items()):
        if key[item - 1][0] == "own" and (
            not all(one["clear"] for one in rated) or mean(one["idiomatic"] for one in rated) < 4
        ):
            print(f"- {key[item - 1][1]}: {key[item - 1][2]}")
            for one in rated:
                print(f"    {one['clear']} {one['idiomatic']} {one.get('note', '')}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("draw")
    one.add_argument("-n", type=int, default=30)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--beside", action="store_true")
    one.add_argument("--to", type=Path, required=True)
    commands.add_parser("merge").add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "draw":
        draw(given.to, given.n, given.seed, given.beside)
    else:
        merge(given.folder)


if __name__ == "__main__":
    main()
