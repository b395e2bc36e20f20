"""Write the generated pages and parts of pages (`make docs`); a test compares them with the code.

python dev/docs.py

docs/commands/     a page a command, out of the commands' help texts and dev/see_also.yaml
docs/families.md   what each family of questions asks, out of its own docstring, and what the families cover
docs/facts.md      the table of relations, out of the lexicon and the readers
docs/corpus.md     the table of formats, out of the readers
docs/exports.md    the formats of exports, out of the exporters
docs/architecture.md   the tree, with the first line of every module

The parts stand between `<!-- made: NAME -->` and `<!-- end -->`; all around them is written by hand.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "benchwright"
_PART = "<!-- made: {name} -->\n{text}<!-- end -->"

ROOMS = {
    "records": "frozen values that flow through everything",
    "values": "numbers, dates, units, names, colours",
    "english": "sentences, plurals, articles, stems",
    "files": "the disk: atomic files, sealed logs, locks",
    "statistics": "intervals, tests, resampling",
    "models": "the one door to chat models and remote embeddings",
    "prompts": "what models are asked with",
    "readers": "formats to sources",
    "corpus": "the corpus folder: documents in, sources out",
    "retrieval": "vectors, neighbours, ranked lists",
    "facts": "what the sources state",
    "graphs": "triples to facts",
    "plan": "plan.yaml to a Plan",
    "query_log": "users' questions to a plan and its styles",
    "programs": "programs over facts, and the blind solver",
    "checks": "one proof per file",
    "benchmark": "the folder that a run leaves",
    "run": "attempts to outcomes to commits",
    "makers": "what fills the cells of a plan",
    "evaluate": "measuring retrievers and systems",
    "review": "people check a benchmark: studies, forms, controls, results",
    "publish": "exports, the report page, tables",
    "workflows": "the verbs that the API and the commands share",
    "cli": "one file per group of commands",
    "demo": "the built-in corpora",
    "presets": "plans to start from",
}
"""Every room of the package in the order of the data flow, with its heading. A room imports only rooms above it."""

PLACES = {
    "docs/": "the pages; the JSON Schema of examples.jsonl",
    "tests/": "mirror of src/",
    "Makefile": "demo test test-neural test-formats test-package lint perf soak docs site clean",
    ".ci/run": "what is run on every change: lint and test",
}


def pages() -> dict[Path, str]:
    """Every page that is made of the code, wholly or in part, as it has to be."""
    parts = {
        ROOT / "docs" / "architecture.md": {"tree": tree()},
        ROOT / "docs" / "facts.md": {"relations": relations()},
        ROOT / "docs" / "corpus.md": {"formats": formats()},
        ROOT / "docs" / "exports.md": {"exports": exports()},
    }
    made = {ROOT / "docs" / "families.md": families(), **commands()}
    for path, named in parts.items():
        text = path.read_text("utf-8")
        for name, part in named.items():
            text = _put(text, name, part)
        made[path] = text
    return made


def commands() -> dict[Path, str]:
    """The page of every command, and their overview."""
    from benchwright.cli.reference import command_helps, command_pages

    files = {one.name: one.page for one in command_helps()}
    listed = YAML(typ="safe", pure=True).load((ROOT / "dev" / "see_also.yaml").read_text("utf-8"))
    links = {
        name: [(f"`{one}`", files[one]) if one in files else (title_of(one), f"../{one}") for one in ones]
        for name, ones in listed.items()
    }
    return {ROOT / "docs" / "commands" / file: text for file, text in command_pages(links).items()}


def title_of(address: str) -> str:
    """The title of a page of docs/, and the heading that the address names. Raises ValueError if it has none."""
    page, _, anchor = address.partition("#")
    title, *headings = re.findall(r"^#+ (.*)$", (ROOT / "docs" / page).read_text("utf-8"), re.M)
    if not anchor:
        return title
    for heading in headings:
        if slug(heading) == anchor:
            return f"{title}: {heading}"
    raise ValueError(f"docs/{page} has no heading {anchor!r}")


def slug(heading: str) -> str:
    """A heading as links name it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.strip().lower()))


def _put(text: str, name: str, part: str) -> str:
    """The page with its part of this name replaced. Raises ValueError if it has none."""
    pattern = re.compile(rf"<!-- made: {name} -->\n.*?<!-- end -->", re.DOTALL)
    if not pattern.search(text):
        raise ValueError(f"the page has no part {name!r}")
    return pattern.sub(lambda _: _PART.format(name=name, text=part), text, count=1)


def exports() -> str:
    """What each format of exports is, how it is loaded, and what it cannot hold."""
    from benchwright.publish.export import EXPORTERS

    lines = ["| Format | Loads with | Cannot hold |", "|---|---|---|"]
    for one in EXPORTERS.values():
        code = "<br>".join(f"`{line}`" for line in one.loads.splitlines())
        missing = "<br>".join(f"• {part}" for part in one.cannot_hold)
        lines.append(f"| **`{one.name}`**<br>{one.about} | {code} | {missing} |")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ the tree
def headline(path: Path) -> str:
    """What a Python file says about itself: the first line of its docstring, or the first sentence if that is longer.
    Raises ValueError for a file without one."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    if not text:
        raise ValueError(f"{path} has no docstring")
    first = text.split("\n\n")[0]
    if not re.search(r"[.?!:)]$", first.splitlines()[0]):
        first = re.split(r"(?<=[.?!])\s(?=[A-Z`])", " ".join(first.split()))[0]
    return first.splitlines()[0].rstrip(":.").replace("`", "")


def tree() -> str:
    """The tree in <details> blocks, one line per file. Raises ValueError for a room without a heading."""
    unnamed = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} - set(ROOMS)
    if unnamed:
        raise ValueError(f"ROOMS in dev/docs.py lacks {', '.join(sorted(unnamed))}")
    alone = [(path.name, headline(path)) for path in sorted(PACKAGE.glob("*.py")) if path.name != "__init__.py"]
    blocks = [_details("src/benchwright", "what everything stands on", alone)]
    for name, what in ROOMS.items():
        blocks.append(_details(f"src/benchwright/{name}", what, _files(PACKAGE / name, "")))
    rest = [(name, what) for name, what in PLACES.items() if not name.startswith("tests")]
    for folder in ("perf", "dev"):
        rest += [(f"{folder}/{path.name}", headline(path)) for path in sorted((ROOT / folder).glob("*.py"))]
        tops = sorted((ROOT / folder).glob("*/__init__.py"))
        rest += [(f"{path.parent.relative_to(ROOT)}/", headline(path)) for path in tops]
    rest += [("dev/LOG.md", "what was measured, what was tried and dropped, what is open")]
    rest += [("dev/install", "makes .venv from uv.lock"), ("tests/", PLACES["tests/"])]
    return "\n".join([*blocks, _details("beside the package", "pages, measurements, scripts, tests", rest)]) + "\n"


def _files(package: Path, prefix: str) -> list[tuple[str, str]]:
    """Every Python file of a package, the package itself first, and every folder of data, counted."""
    found: list[tuple[str, str]] = []
    top = package / "__init__.py"
    if top.exists():
        found.append((prefix or f"{package.name}/", headline(top)))
    for path in sorted(package.iterdir(), key=lambda path: (path.is_dir(), path.name)):
        name = f"{prefix}{path.name}"
        if path.name.startswith("__"):
            continue
        if path.suffix == ".py":
            found.append((name, headline(path)))
        elif path.suffix == ".yaml":
            found.append((name, path.read_text("utf-8").splitlines()[0].lstrip("# ").rstrip(".")))
        elif path.is_dir() and (path / "__init__.py").exists():
            found += _files(path, f"{name}/")
        elif path.is_dir():
            found.append((f"{name}/", f"{sum(1 for file in path.rglob('*') if file.is_file())} files"))
    return found


def _details(name: str, what: str, lines: list[tuple[str, str]]) -> str:
    width = max(len(file) for file, _ in lines)
    listed = "\n".join(f"{file:{width}}  {said}" for file, said in lines)
    return f"<details>\n<summary><code>{name}</code>: {what}</summary>\n\n```text\n{listed}\n```\n\n</details>\n"


# ------------------------------------------------------------------ families
_FAMILIES = """# Families of questions

A family is one kind of question that Benchwright composes without a model. For example, `made_by` finds a sentence
about the director of a film and asks "Who directed the film Ed Wood?"

This page lists all question families, with example questions and answers. Most corpora have facts for only some
question families. `benchwright generate` reports the number of questions of each style, and why attempts failed.

To see the rules that keep a family's questions clear and unambiguous, read the family's module in
`src/benchwright/makers/composed/families/`. Every question must also pass the [checks](checks.md).
To add a family, see [CONTRIBUTING.md](../CONTRIBUTING.md#a-new-question-family).
"""


def families() -> str:
    """docs/families.md."""
    from benchwright.makers.composed.coverage import coverage
    from benchwright.makers.composed.families.registered import families
    from benchwright.prompts import styles

    out = [_FAMILIES, "## Styles and sources\n", "| Style | Sources | Families |", "|---|---|---|"]
    covered = coverage()
    for style, listed in covered.items():
        for wants, names in listed.items():
            if names:
                linked = ", ".join(f"[{name}](#{name})" for name in names)
                out.append(f"| `{style}` | `{wants}` | {linked} |")
    out += ["\nA [plan](plan.md) can also ask for these combinations, but no family covers them:\n"]
    for style, listed in covered.items():
        empty = ", ".join(f"`{wants}`" for wants, names in listed.items() if not names)
        if empty:
            out.append(f"- `{style}`: {empty}")
    rest = {name: style for name, style in styles().items() if name not in covered}
    out += [
        f"- `{name}`: all combinations; only a model can write these questions"
        for name, style in rest.items()
        if not style.kinds
    ]
    out += [f"- `{name}`: see [lists.md](lists.md)" for name in rest if rest[name].kinds]
    for family in families():
        module = inspect.getmodule(type(family))
        assert module is not None
        where = [f"`{wants}`" for wants, names in covered[family.style].items() if family.name in names]
        out += [f"\n## {family.name}\n", f"`{family.style}` over {', '.join(where)}; version {family.version}\n"]
        out.append(_docstring(module))
    return "\n".join(out) + "\n"


def _docstring(module: ModuleType) -> str:
    """A family's docstring as Markdown: what it asks, and the worked examples set apart. Its gates are left out."""
    parts: list[str] = []
    for block in (inspect.getdoc(module) or "").split("\n\n"):
        if block.startswith("    "):
            parts.append(f"```text\n{inspect.cleandoc(block)}\n```")
        elif not block.startswith("Gates:"):
            text = " ".join(block.split())
            parts.append(re.sub(r"^Ask: (.+) \(.+\)\.", r"**Question:** \1", text))  # the line above has its style
    return "\n\n".join(parts)


# ------------------------------------------------------------------ facts and formats
def relations() -> str:
    """The relations that facts may have, with what they are about and which readers find them."""
    from benchwright.facts.relations import lexicon

    known = lexicon()
    told = _told_by()
    lines = ["| Relation | About | Value | Read from |", "|---|---|---|---|"]
    for name in known.names:
        relation = known[name]
        where = []
        if relation.headers:
            kinds = ", ".join(sorted(relation.headers))
            where.append(f"columns of tables ({kinds})")
        if relation.labels:
            where.append("labelled lines")
        where += told.get(name, [])
        value = f"{relation.value}, {relation.unit}" if relation.unit not in ("", "required") else relation.value
        lines.append(f"| `{name}` | {', '.join(relation.subjects)} | {value} | {'; '.join(where)} |")
    return "\n".join(lines) + "\n"


def _told_by() -> dict[str, list[str]]:
    """By relation what its own reader reads: the facts/ modules whose code names the relation as a word of its own."""
    from benchwright.facts.relations import lexicon

    readers = {
        "people": "prose on people",
        "places": "prose on places",
        "organisations": "prose on organisations, teams and buildings",
        "works": "prose on works",
        "events": "prose on events",
        "open/terms": "glossaries and definitions",
        "binomials": "names with a scientific name behind them",
    }
    found: dict[str, list[str]] = {}
    for module, what in readers.items():
        names = set(_strings(PACKAGE / "facts" / f"{module}.py"))
        for name in known_names(names, lexicon().names):
            found.setdefault(name, []).append(what)
    for name in lexicon().names:
        if name.startswith("flag_"):
            found[name] = ["the pixels of a flag"]
    return found


def known_names(words: set[str], names: tuple[str, ...]) -> list[str]:
    """Those of the names that are among the words."""
    return [name for name in names if name in words]


def _strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def formats() -> str:
    """The readers of documents: what they claim, and what they read, out of their own docstrings."""
    from benchwright.readers.registered import READERS

    lines = ["| Reader | Claims | Reads |", "|---|---|---|"]
    for reader in READERS:
        module = inspect.getmodule(reader.read)
        assert module is not None
        assert module.__file__ is not None
        claims = " ".join(f"`{suffix}`" for suffix in reader.suffixes) or "a folder of this layout"
        lines.append(f"| `{reader.name}` | {claims} | {headline(Path(module.__file__))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    made = pages()
    for stale in set((ROOT / "docs" / "commands").glob("*.md")) - set(made):
        stale.unlink()
        print(f"removed {stale.relative_to(ROOT)}")
    for path, text in made.items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        path.write_text(text, "utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
