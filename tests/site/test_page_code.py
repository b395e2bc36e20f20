"""All code in the documents works: commands exist with their options, and run on documents of the demo; Python runs;
files are what their readers take. What can't run here is counted, with its reason."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from page_code import CodeBlock, code_blocks
from reportlab.pdfgen.canvas import Canvas
from ruamel.yaml import YAML

import benchwright
from benchwright.cli import COMMANDS, PARSER, _MisuseError, main
from benchwright.cli.command_group import CommandGroup
from benchwright.cli.reference import command_helps
from benchwright.evaluate.systems.reply_format import read_hits, read_reply
from benchwright.facts.own_relations import extended
from benchwright.graphs.book import parse_book
from benchwright.plan import parse_plan
from benchwright.prompts.load import parse_style
from benchwright.publish.card.owner_answers import read_answers
from benchwright.review.known_controls import KnownControls
from benchwright.review.settings_files import read_settings_file
from benchwright.review.study import Study

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [block for page in PAGES for block in code_blocks(page)]
TESTED_BY = {
    "docs/python.md": "tests/workflows/test_python_page.py",
    "docs/tutorials/compare.md": "tests/workflows/test_tutorials.py",
    "docs/tutorials/paper-set.md": "tests/workflows/test_tutorials.py",
    "docs/tutorials/with-a-model.md": "tests/workflows/test_tutorials.py",
    "docs/tutorials/without-a-model.md": "tests/workflows/test_tutorials.py",
}
"""Pages whose blocks another test runs one after the other."""
COMMAND_TESTS = {
    "browse": "tests/cli/test_browse.py",
    "demo": "tests/workflows/test_demo.py",
    "graph": "tests/cli/test_graph.py",
    "import": "tests/workflows/test_importing.py",
    "judge": "tests/workflows/test_judging_command.py",
    "ledger": "tests/cli/test_ledger.py",
    "review": "tests/cli/test_review.py",
}
"""Commands that take long, don't end or need another's data, with the tests that run them."""
MadeOnce = Callable[[str, Callable[[Path], None]], Path]
READ = ("argentina", "australia", "austria", "botswana", "brazil", "canada", "chile", "egypt", "finland", "germany")
COUNTRIES = Path(benchwright.__file__).parent / "demo" / "countries"


GROUPS = {name for name, command in COMMANDS.items() if isinstance(command, CommandGroup)}


def of(*languages: str) -> list[CodeBlock]:
    return [block for block in BLOCKS if block.language in languages]


# ------------------------------------------------------------------ commands
def commands_of(code: str) -> Iterator[list[str]]:
    """The words of each command of a block, without comments. A line of a console begins with `$`; the others there
    are output."""
    lines = code.replace("\\\n", " ").splitlines()
    shown = [line[2:] for line in lines if line.startswith("$ ")] or lines
    for line in shown:
        words: list[str] = []
        for word in [*shlex.split(line, comments=True), "&&"]:
            if word != "&&":
                words.append(word)
            elif words:
                yield words
                words = []


def parameters(words: list[str]) -> Mapping[str, Any]:
    """The parameters of a command as the real parser reads its words. It raises typer's error for a wrong one."""
    with ExitStack() as stack:
        command: Any = PARSER
        context = stack.enter_context(command.make_context("benchwright", [], resilient_parsing=True))
        names, rest = words[:1], words[1:]
        if words[0] in GROUPS:
            names, rest = words[:2], words[2:]
        for name in names:
            command = command.get_command(context, name)
            assert command is not None, f"no command {' '.join(names)}"
            arguments = rest if name == names[-1] else []
            more = {} if name == names[-1] else {"resilient_parsing": True}
            context = stack.enter_context(command.make_context(name, arguments, parent=context, **more))
        return dict(context.params)


def needs(words: list[str]) -> str:
    """What a command needs that isn't here; "" if it can be run."""
    given = parameters(words)
    if words[0] in COMMAND_TESTS:
        return "a test of its own"
    if any(given.get(name) for name in ("model", "judge", "writer", "verifier", "like", "batch", "batch_dir")):
        return "a model"
    if any("http://" in word for word in words):
        return "a server"
    if given.get("log"):
        return "a tracker"
    return "a hub" if given.get("push") else ""


def runs(block: CodeBlock) -> Iterator[tuple[list[str], str]]:
    """The commands of a block, each with the reason why it isn't run here, "" if it is."""
    unmade: set[str] = set()
    for words in commands_of(block.code):
        if words[0] != "benchwright":
            yield words, "another program"
            continue
        reason = block.not_run or needs(words[1:])
        if not reason and {word.partition("/")[0] for word in words} & unmade:
            reason = "the output of such a command"
        if reason:
            unmade |= {words[at + 1].partition("/")[0] for at, word in enumerate(words[:-1]) if word == "--to"}
        yield words, reason


def test_every_command_in_the_documents_is_one_of_the_parser() -> None:
    """With options that exist, and values that they take."""
    faults, seen = [], Counter[str]()
    for block in of("bash", "console"):
        for words in commands_of(block.code):
            seen[words[0]] += 1
            if words[0] == "benchwright":
                try:
                    parameters(words[1:])
                except (_MisuseError, AssertionError) as error:
                    faults.append(f"{block}: {shlex.join(words)}: {error}")
    assert faults == []
    assert seen["benchwright"] > 150
    assert set(seen) <= {"benchwright", "pip", "make", "export", "python", "inspect", "mlcroissant"}


@pytest.fixture(scope="module")
def supplies(made_once: MadeOnce) -> Path:
    """What the examples name: documents, a corpus, a plan, a benchmark, scores, and files of a reader's own."""
    return made_once("supplies", make_supplies)


def make_supplies(folder: Path) -> None:
    for name in ("manuals", "papers", "policies", "reports", "wiki"):
        (folder / name).mkdir()
        shutil.copy(COUNTRIES / "kenya.md", folder / name)
    tables = [*(COUNTRIES / "tables").glob("*south-america-births*"), *(COUNTRIES / "tables").glob("*america-land*")]
    shutil.copy(tables[0], folder / "manuals")
    (folder / "countries").mkdir()
    for path in [*(COUNTRIES / f"{name}.md" for name in READ), *tables]:
        shutil.copy(path, folder / "countries")
    (folder / "reports" / "2026.html").write_text("<p>Sales rose to 12 million euros in 2026.</p>" * 9, "utf-8")
    paper = Canvas(str(folder / "reports" / "2026.pdf"))
    paper.drawString(72, 720, "Sales rose to 12 million euros in 2026.")
    paper.save()
    (folder / "my_rag.py").write_text(MY_RAG.format(corpus=str(folder / "corpus")), "utf-8")
    (folder / "plan.yaml").write_text(PLAN, "utf-8")
    (folder / "handbook").mkdir()
    (folder / "handbook" / "plan.yaml").write_text(PLAN, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.syspath_prepend(str(folder))
        assert main(["ingest", "countries", "--to", "corpus"]) == 0
        shutil.copytree("corpus", "handbook/corpus")
        assert main(["generate", "plan.yaml", "--to", "bench"]) == 0
        assert main(["evaluate", "retrieval", "bench", "-r", "bm25", "-r", "mine=my_rag:search"]) == 0
        assert main(["evaluate", "retrieval", "bench", "-r", "mine=my_rag:search", "--to", "baseline"]) == 0
        for name in ("new-scores", "old-scores"):
            shutil.copytree("baseline", name)
        assert main(["card", "bench"]) == 0
        for name in ("smmqg-scores", "countries-scores"):
            shutil.copytree("bench-scores", name)
        shutil.copytree("bench", "earlier-bench")
        assert main(["split", "bench", "--size", "test=0.4", "--size", "dev=0.3"]) == 0
        part = ["--split", "bench-splits.json:test", "--to", "mmqa-scores"]
        assert main(["evaluate", "retrieval", "bench", "-r", "bm25", "-r", "mine=my_rag:search", *part]) == 0
        bench = benchwright.Benchmark.open("bench")
        rows = [{"id": one.id, "question": one.question, "answer": one.answer} for one in bench]
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        for name in ("predictions.jsonl", "answers.jsonl", "generated.jsonl"):
            Path(name).write_text(text, "utf-8")
        queries = "".join(f"{json.dumps({'query': f'{one.question} {n}'})}\n" for n in range(4) for one in bench)
        Path("queries.jsonl").write_text(queries, "utf-8")
        Path("run.json").write_text(json.dumps({one.id: {one.sources[0]: 1.0} for one in bench}), "utf-8")


PLAN = """\
name: handbook
corpus: corpus
about: countries
lists: {graph: facts}
cells:
  - {style: numerical, modalities: [text, table], count: 3}
  - {style: compare-contrast, modalities: [2text], count: 3}
  - {style: multi-hop, modalities: [text+table], count: 2}
  - {style: list, kind: simple, count: 1}
"""


MY_RAG = """\
import benchwright

corpus = benchwright.Corpus.open({corpus!r})


def search(query, k):
    return corpus.ids[:k]


def answer(question):
    return {{"answer": "13", "contexts": [{{"source": id}} for id in search(question, 3)]}}
"""


NEEDED = {"bench": "corpus", "plan.yaml": "corpus", "my_rag": "my_rag.py"}
"""What a reader who has the first has, too."""


def supply(name: str, supplies: Path) -> None:
    """Put what an example names into the folder, unless it is there."""
    source = supplies / name
    if name and source.exists() and not Path(name).exists():
        (shutil.copytree if source.is_dir() else shutil.copy)(source, name)


def run(words: list[str], supplies: Path) -> int:
    """The exit code of a command, which first gets what it names and lacks."""
    outputs = {at + 1 for at, word in enumerate(words) if word in ("--to", "init")}
    if words[1:3] == ["generate", "plan.yaml"]:
        outputs = set()  # the run that made the supplies is continued
    for at, word in enumerate(words):
        names = [] if at in outputs else re.split(r"[=:,/*()]", word)
        needed = [NEEDED[name] for name in names if name in NEEDED]
        for name in [*names, *needed]:
            supply(name, supplies)
    sys.modules.pop("my_rag", None)  # another test's
    first = next(iter(benchwright.Benchmark.open(supplies / "bench"))).id
    return main([first if word == "3f2a" else word for word in words[1:]])


def runnable() -> Iterator[tuple[CodeBlock, list[tuple[int, list[str]]]]]:
    """The blocks with the commands that are run here, numbered. A command that was run already is left out, unless the
    next ones need a file of it that isn't among the supplies."""
    begun: set[tuple[str, ...]] = set()
    for block in of("bash", "console"):
        if str(block.page.relative_to(ROOT)) in TESTED_BY:
            continue
        alone = block.page.parent.name == "commands"  # its commands are alternatives
        listed = []
        for number, (words, reason) in enumerate(runs(block)):
            made = {words[at + 1] for at, word in enumerate(words[:-1]) if word in ("--to", "--draft")}
            if not reason and (tuple(words) not in begun or made - {"bench", "corpus", "published"}):
                listed.append((number if alone else 0, words))
                begun.add(tuple(words))
        if listed:
            yield block, listed


SHORTFALLS = {one.words: one.shortfall for one in command_helps()}


@pytest.mark.parametrize(("block", "commands"), [pytest.param(*one, id=str(one[0])) for one in runnable()])
def test_the_commands_of_a_block_run(
    block: CodeBlock,
    commands: list[tuple[int, list[str]]],
    supplies: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One after the other in a folder, or each in its own where they are alternatives."""
    for number, words in commands:
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        code = run(words, supplies)
        said = capsys.readouterr().err
        assert "error: " not in said, f"{shlex.join(words)}: {said}"
        assert code == 0 or (code == 1 and SHORTFALLS[tuple(words[1 : 2 + (words[1] in GROUPS)])]), shlex.join(words)


# ------------------------------------------------------------------ files and Python
def is_plan(text: str) -> None:
    """A plan, or some keys of one."""
    given = YAML(typ="safe", pure=True).load(text)
    cells = [{"style": "numerical", "modalities": ["text"], "count": 1}]
    whole = {"name": "handbook", "corpus": "corpus", "cells": cells} | given
    parse_plan(text if {"name", "cells"} <= set(given) else json.dumps(whole))


def is_relations_file(text: str) -> None:
    """A relations file, or some keys of an entry, which are put into one that needs no others."""
    given = YAML(typ="safe", pure=True).load(text)
    if any(isinstance(entry, dict) and {"hypothesis", "same_as"} & set(entry) for entry in given.values()):
        parse_book(text)
        return
    entry = {
        "label": "member",
        "subject": {"one": "group", "many": "groups"},
        "object": {"one": "group", "many": "groups"},
        "hypothesis": "{subject} is a member of {object}.",
        "subjects": "belong to {given}",
    }
    parse_book(json.dumps({"P1": entry | given}))


def is_lexicon(text: str) -> None:
    extended({}, (("mine.yaml", text),))


def is_answers_file(text: str, folder: Path) -> None:
    (folder / "card-answers.yaml").write_text(text, "utf-8")
    read_answers(folder / "card-answers.yaml")


READERS: dict[str, Callable[[str], object]] = {
    "plan.yaml": is_plan,
    "relations.yaml": is_relations_file,
    "mine.yaml": is_lexicon,
    "study.yaml": lambda text: read_settings_file(Study, text.encode(), "study.yaml"),
    "known.yaml": lambda text: read_settings_file(KnownControls, text.encode(), "known.yaml"),
    "dates.yaml": lambda text: parse_style(text.encode(), "dates.yaml"),
}
"""Who reads a YAML block, by the name of the file that its title says it is."""


@pytest.mark.parametrize("block", of("yaml"), ids=str)
def test_a_yaml_block_is_what_its_title_says(block: CodeBlock, tmp_path: Path) -> None:
    name = Path(block.title).name
    if name == "card-answers.yaml":
        is_answers_file(block.code, tmp_path)
    else:
        READERS[name](block.code)


def test_a_wrong_yaml_block_is_found() -> None:
    with pytest.raises(benchwright.PlanError):
        is_plan("writter: derive\n")
    with pytest.raises(benchwright.BenchwrightError):
        is_relations_file("subject: {one: 3}\n")
    with pytest.raises(benchwright.BenchwrightError):
        is_lexicon("area: {subjects: [planet]}\n")


def test_the_replies_of_a_server_are_replies() -> None:
    titled = {block.title: json.loads(block.code) for block in of("json") if block.title}
    system, retriever = titled["request to a system"], titled["request to a retriever"]
    assert (set(system), set(retriever)) == ({"id", "question"}, {"id", "query", "k"})
    reply = read_reply(titled["reply of a system"])
    assert (reply.failure, reply.answers, len(reply.contexts), reply.citations) == ("", ("12 bar",), 1, (0,))
    hits = read_hits(titled["reply of a retriever"], retriever["k"])
    assert (hits.failure, len(hits.contexts)) == ("", 2)


@pytest.mark.parametrize("block", of("json"), ids=str)
def test_a_json_block_is_json(block: CodeBlock) -> None:
    try:
        json.loads(block.code)
    except ValueError:
        assert [json.loads(line) for line in block.code.splitlines()]


PYTHON_PAGES = {block.page for block in of("python")} - {ROOT / page for page in TESTED_BY}


@pytest.mark.parametrize("page", sorted(PYTHON_PAGES), ids=lambda page: page.name)
def test_the_python_blocks_of_a_page_run(
    page: Path, supplies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, with the names of those before."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(supplies))
    namespace: dict[str, Any] = {"__name__": "page"}
    for block in of("python"):
        if block.page != page or block.not_run:
            continue
        for node in ast.walk(ast.parse(block.code)):
            name = str(node.value).partition("/")[0] if isinstance(node, ast.Constant) else ""
            for one in (name, NEEDED.get(name, "")):
                supply(one, supplies)
        exec(compile(block.code, str(block), "exec"), namespace)
    sys.modules.pop("my_rag", None)


# ------------------------------------------------------------------ what is left out
def test_what_is_not_run_is_counted_with_its_reason() -> None:
    """A command that names a model, a server or a hub says so itself; other blocks say it in a comment above them."""
    commands = Counter(reason for block in of("bash", "console") for _, reason in runs(block))
    marked = Counter(f"{block.language}: {block.not_run}" for block in BLOCKS if block.not_run)
    themselves = {"a test of its own", "a model", "a server", "a hub", "a tracker", "another program"}
    themselves |= {"the output of such a command"}
    assert set(commands) - themselves == {"", *(block.not_run for block in of("bash", "console") if block.not_run)}
    assert commands[""] > 100  # these are run
    assert marked == {
        "bash: needs a Wikidata dump": 1,
        "bash: needs a log of Inspect": 1,
        "bash: needs a model": 1,
        "bash: needs a published data set": 1,
        "bash: needs a published knowledge graph": 1,
        "bash: needs a server": 1,
        "python: needs MLflow": 1,
        "python: needs an index of your own": 1,
    }


def test_every_block_is_fenced_and_names_its_language() -> None:
    indented = re.compile(r"(?:^|\n)(?![-*\d>|]|  )[^\n]*\n\n {4}(?=\S)")
    pages = [page for page in PAGES if page.parent != ROOT]
    assert {page.name for page in pages if indented.search(page.read_text("utf-8"))} == set()
    assert {block.language for block in BLOCKS} <= {"bash", "console", "json", "python", "text", "yaml"}
    assert all((ROOT / test).is_file() for test in (*TESTED_BY.values(), *COMMAND_TESTS.values()))
    assert {page for page in TESTED_BY if not (ROOT / page).is_file()} == set()
