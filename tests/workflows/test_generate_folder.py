"""Questions from a folder: shares over the whole run, models named on the command, and what to do about a shortfall."""

import http.server
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from atlas import PERFECT, Mind
from whole_runs import KEYS, World, mind_server

from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.corpus.store import write_corpus
from benchwright.errors import UsageError
from benchwright.models import endpoints
from benchwright.models.at_hand import model_at_hand
from benchwright.models.keys import Keys
from benchwright.plan import read_plan
from benchwright.records import Modality, Place, Source, Status
from benchwright.run import Ending
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest
from benchwright.workflows.next_step import in_words, shortfall

LONG_FORMS = {
    "HTTP": "Hypertext Transfer Protocol",
    "DNS": "Domain Name System",
    "FTP": "File Transfer Protocol",
    "TCP": "Transmission Control Protocol",
    "UDP": "User Datagram Protocol",
    "TLS": "Transport Layer Security",
    "NTP": "Network Time Protocol",
    "SSH": "Secure Shell Host",
}
WRITERS = ("Ada", "Bertram", "Cecily", "Dorothea", "Edmund", "Felicity", "Gilbert", "Harriet")


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    monkeypatch.setitem(endpoints.ADDRESSES, "ollama", "http://localhost:9/v1")  # type: ignore[index]
    monkeypatch.chdir(tmp_path)


def _documents(folder: Path) -> Path:
    folder.mkdir(parents=True)
    filler = "It is described in many books, and every engineer who works on networks has to know how it behaves. " * 2
    for (short, long), writer in zip(LONG_FORMS.items(), WRITERS, strict=True):
        text = f"# Notes of {writer}\n\nMost programs that we run today speak the {long} ({short}). {filler}\n"
        (folder / f"{short}.md").write_text(text)
    return folder


def test_no_family_fills_a_benchmark_and_a_shortfall_says_what_to_do(tmp_path: Path) -> None:
    report = generate(_documents(tmp_path / "docs"), tmp_path / "bench", n=10)
    assert (report.examples, report.wanted) == (3, 10)
    bench = Benchmark.open(tmp_path / "bench")
    assert Counter(one.family for one in bench.examples) == {"abbreviation": 3}
    varied, one_sided, reasons, read, command, *_ = report.advice
    assert varied == "this corpus gives 3 varied questions without a model: 3 information-extraction"
    shares = "they are one-sided: 100% are of the family abbreviation; documents of other kinds would give others"
    assert one_sided == shares
    assert "5 were left out because their family already had its share" in reasons
    assert read == "read: 8 text; 8 facts (8 long form)"
    documents, made = tmp_path / "docs", tmp_path / "bench-model"
    assert command == f"with a model: benchwright generate {documents} -n 10 --writer PROVIDER/NAME --to {made}"
    page, heading = re.fullmatch(r"what helps: (\S+), “(.+)”", report.advice[-1]).groups()  # type: ignore[union-attr]
    assert f"\n## {heading}\n" in (Path(__file__).parents[2] / page).read_text("utf-8")


def test_shares_are_of_what_was_accepted_however_the_run_was_stopped(tmp_path: Path) -> None:
    documents = _documents(tmp_path / "docs")
    whole, parts = tmp_path / "whole" / "bench", tmp_path / "parts" / "bench"
    report = generate(documents, whole, n=100)
    assert Counter(one.family for one in Benchmark.open(whole).examples) == {"abbreviation": 6}
    assert report.examples == 6  # 30 % of 20, where 100 were asked for and 8 could be asked
    report = generate(documents, parts, n=100, limit=1)
    while report.ending is Ending.LIMITED:
        report = generate(documents, parts, n=100, limit=1)
    for name in ("examples.jsonl", "manifest.json"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()
    outcomes = Benchmark.open(whole).outcomes()
    assert sum(one.status is Status.ACCEPTED for one in outcomes) == 8  # what was made is kept


def test_of_one_book_no_section_fills_a_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.makers.share_groups.FAMILY_SHARE", 1.0)
    long_forms = [
        (f"{first}{second}{third}", f"{one} {two} {three}")
        for first, one in (("A", "Able"), ("B", "Broad"), ("C", "Common"))
        for second, two in (("D", "Data"), ("E", "Event"), ("F", "Frame"))
        for third, three in (("G", "Gateway"), ("H", "Header"), ("I", "Index"))
    ]
    text = "# The Book of Networks\n"
    for at, (short, long) in enumerate(long_forms):
        chapter = 0 if at < 20 else at - 19
        heading = f"\n## Chapter on {WRITERS[chapter]}\n" if at in (0, *range(20, 27)) else ""
        text += f"{heading}\n### Part {short.lower()}\n\nMost programs speak the {long} ({short}). "
        text += "It is described in many books, and every engineer has to know how it behaves. " * 3 + "\n"
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "book.md").write_text(text)
    report = generate(tmp_path / "book", tmp_path / "bench", n=20)
    bench = Benchmark.open(tmp_path / "bench")
    sections = Counter(bench.sources[name].place.headings[1] for one in bench.examples for name in one.sources)
    assert sections == {"Chapter on Ada": 5} | {f"Chapter on {name}": 1 for name in WRITERS[1:]}
    assert report.examples == 12  # of eight chapters each may have twice an even share of 20


def test_a_document_with_more_than_its_share_is_named(tmp_path: Path) -> None:
    sources = [Source(f"{name}.md#p0", Modality.TEXT, "", "x", Place(f"{name}.md")) for name in "abcdefghijkl"]
    corpus = write_corpus(tmp_path / "corpus", sources)
    examples = [
        SimpleNamespace(family=str(at), sources=(sources[place].id,), derivation=None)
        for at, place in enumerate((0, 0, 1))
    ]
    first, second = shortfall((), examples, corpus)  # type: ignore[arg-type]
    assert first == "this corpus gives 0 varied questions without a model"
    assert second == "they are one-sided: 67% are about a.md; documents of other kinds would give others"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("rejected:leak", "gave their own answer away"),
        ("refused:column_gap:header", "had a column or label that is no plain noun"),
        ("refused:column_gap:never-seen", "column_gap:never-seen"),
        ("rejected:share:document", "were left out because their document already had its share"),
    ],
)
def test_reasons_are_worded_where_there_are_words(reason: str, words: str) -> None:
    assert in_words(reason) == words


def test_a_corpus_without_facts_ends_with_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("We went for a walk. " * 30)
    assert main(["generate", str(tmp_path / "docs"), "--to", str(tmp_path / "bench")]) == 2
    shown = capsys.readouterr().err
    assert "no question can be made from" in shown
    assert "read: 1 text; 0 facts" in shown
    assert "--writer PROVIDER/NAME" in shown
    assert "Traceback" not in shown


def test_the_command_names_a_model_whose_key_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-canary-123456")
    report = generate(_documents(tmp_path / "docs"), tmp_path / "bench", n=10)
    assert any("--writer anthropic/" in line for line in report.advice)
    assert not any("canary" in line for line in report.advice)


def test_a_model_writes_where_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World.made(tmp_path)
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    with mind_server(Mind(PERFECT)) as server:
        monkeypatch.setitem(endpoints.ADDRESSES, "openai", f"{server.url}/v1")  # type: ignore[index]
        report = generate(world.folder / "corpus", world.bench("b"), n=3, writer="openai/writer")
        assert report.filled
        again = generate(world.folder / "corpus", world.bench("b"), n=3, writer="openai/writer")
        assert (again.attempts, again.spent.calls) == (0, 0)
    origins = {one.origin.maker for one in Benchmark.open(world.bench("b")).examples}
    assert origins == {"smmqg"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"writer": "gpt-4.1"}, "did you mean 'openai/gpt-4.1'?"),
        ({"verifier": "nonsense"}, "write PROVIDER/nonsense"),
    ],
)
def test_a_name_that_is_no_model_is_refused(tmp_path: Path, options: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError) as refused:
        generate(_documents(tmp_path / "docs"), tmp_path / "bench", n=3, **options)  # type: ignore[arg-type]
    assert refused.value.hint is not None
    assert words in refused.value.hint
    assert not (tmp_path / "bench-corpus").exists()  # before anything is read


def test_questions_name_what_the_documents_are_about(tmp_path: Path) -> None:
    generate(_documents(tmp_path / "docs"), tmp_path / "bench", n=3, about="Network Club")
    questions = [example.question for example in Benchmark.open(tmp_path / "bench").examples]
    assert questions
    assert all("the Network Club documents" in question for question in questions)


def test_questions_name_the_folder_of_documents_that_name_no_site(tmp_path: Path) -> None:
    documents, notes = _documents(tmp_path / "network-club" / "docs"), list[str]()
    report = generate(documents, tmp_path / "bench", n=10, notify=notes.append)
    assert report.examples == 3
    assert all("the network-club documents" in one.question for one in Benchmark.open(tmp_path / "bench").examples)
    assert read_plan(tmp_path / "bench" / "plan.yaml").about == "network-club"
    assert [line for line in notes if "--about" in line] == [
        "3 of 3 questions call the documents 'network-club', after their folder, because the pages name no site or "
        "product; --about NAME sets another name"
    ]
    notes.clear()
    generate(documents, tmp_path / "named", n=3, about="Network Club", notify=notes.append)
    assert not any("--about" in line for line in notes)


def test_questions_that_name_only_their_page_are_told(tmp_path: Path) -> None:
    documents, notes = _documents(tmp_path / "docs"), list[str]()
    ingest(sorted(documents.iterdir()), tmp_path / "corpus")  # files, of no folder
    generate(tmp_path / "corpus", tmp_path / "bench", n=10, notify=notes.append)
    assert [line for line in notes if "--about" in line] == [
        "3 of 3 questions name only a page or table, because the pages name no site or product; "
        "--about NAME adds a name"
    ]


def test_models_on_the_command_go_with_a_folder(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text("corpus: c\ncells: [{style: numerical, count: 1}]\n")
    with pytest.raises(UsageError, match="go with a corpus"):
        generate(tmp_path / "plan.yaml", tmp_path / "bench", writer="openai/x")


@contextmanager
def _ollama(reply: bytes) -> Iterator[str]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == "/api/tags"
            self.send_response(200)
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        (json.dumps({"models": [{"name": "llama3.2:3b"}]}).encode(), "ollama/llama3.2:3b"),
        (b'{"models": []}', ""),
        (b"<html>", ""),
        (b'{"models": [{"name": "a b; rm -rf"}]}', ""),
        (b'{"models": 5}', ""),
    ],
)
def test_a_server_on_this_machine_is_asked_for_its_models(reply: bytes, name: str) -> None:
    with _ollama(reply) as address:
        assert model_at_hand(Keys({}), address) == name
    assert model_at_hand(Keys({}), "http://example.org/v1") == ""
    assert model_at_hand(Keys({}), "http://localhost:9/v1") == ""
