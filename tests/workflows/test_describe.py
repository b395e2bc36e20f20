"""Descriptions by a model that answers by script: what is asked, what is paid once, and what is left when it stops."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

import pytest
from batch_asking import lines, result, write_lines
from calls import reply, request
from dialect_faults import Fault, numbered, rate_limit
from dialect_servers import CANARY, DialectServer
from PIL import Image as Pixels
from toymaker import toy_sources

from benchwright.cli import main
from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import CorpusError, LockedError, ModelUsageError, RequestError, TransientError, UsageError
from benchwright.files.atomic import sha256_bytes
from benchwright.files.locks import folder_lock
from benchwright.models import ChatModel, ModelSettings, Reply, Request, Usage
from benchwright.models.innermost import Innermost
from benchwright.models.ledger import Ledger
from benchwright.prompts.fence import show
from benchwright.records import Image, Modality, Place, Source
from benchwright.run import Ending
from benchwright.run.dispatch import DispatchContext
from benchwright.run.item_run import CallOptions, ItemProgress, settings_and_caps
from benchwright.run.model_session import SpendingCaps
from benchwright.run.report import RunSpending
from benchwright.workflows.describe import DescribeReport, describe, estimate_descriptions

MODEL = "openai-compatible/eye"


class Eye:
    """A model that says which caption it saw, or what `says` makes of the request. It is its own exchange."""

    paced = True
    answered = False

    def __init__(self, says: Callable[[str], Reply] | None = None) -> None:
        self.asked: list[Request] = []
        self.says = says

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: self

    @contextmanager
    def open(self, opened: DispatchContext) -> Iterator[None]:
        yield

    def collect(self) -> None:
        return None

    def submit(self) -> tuple[str, ...]:
        return ()

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        text = request.messages[-1].parts[0]
        caption = str(getattr(text, "text", "")).split("Caption: ")[-1].split("\n")[0]
        return ok(f"A plain field, {caption}.") if self.says is None else self.says(caption)

    async def close(self) -> None:
        return None


def ok(words: str) -> Reply:
    return Reply(json.dumps({"description": words}), data={"description": words}, usage=Usage(100, 20), usd=0.01)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    sources, images = toy_sources()
    return write_corpus(tmp_path / "c", sources, (), images).path


def run(corpus: Path, eye: Eye, **options: object) -> DescribeReport:
    limit = options.pop("limit", None)
    return describe(corpus, MODEL, CallOptions(dispatch=eye, **options), limit=limit)  # type: ignore[arg-type]


def test_every_image_gets_words_and_is_asked_for_once(corpus: Path) -> None:
    eye = Eye()
    report = run(corpus, eye)
    assert (report.ending, report.images, report.described, report.fresh, report.whole) == (
        Ending.FINISHED,
        4,
        4,
        4,
        True,
    )
    assert report.spent == RunSpending(4, 480, None, 0)  # the door knows no price of this model
    assert {len(one.pictures) for one in eye.asked} == {1}
    assert {(one.purpose, one.temperature, one.nonce) for one in eye.asked} == {("describe", 0.0, "")}
    opened = Corpus.open(corpus)
    over = described(opened, read_descriptions(opened, MODEL))
    assert over.source("i2").text == "Flag 2\nA plain field, Flag 2."
    again = run(corpus, eye)
    assert (len(eye.asked), again.asked, again.fresh, again.whole) == (4, 0, 0, True)


def test_equal_images_with_equal_captions_share_a_call(tmp_path: Path) -> None:
    out = io.BytesIO()
    Pixels.new("RGB", (8, 6), (1, 2, 3)).save(out, "PNG")
    data = out.getvalue()
    image = Image(sha256_bytes(data), "png", 8, 6, caption="A field")
    other = Image(sha256_bytes(data), "png", 8, 6, caption="A lake")
    pictures = [("a", image), ("b", image), ("c", other)]
    sources = [Source(name, Modality.IMAGE, "T", one.caption, Place(name), image=one) for name, one in pictures]
    write_corpus(tmp_path / "c", sources, (), {image.file: data})
    eye = Eye()
    report = run(tmp_path / "c", eye)
    assert (report.fresh, len(eye.asked), report.spent.calls) == (3, 2, 2)


def test_a_limit_is_the_whole_of_what_was_asked(corpus: Path) -> None:
    eye = Eye()
    first = run(corpus, eye, limit=3)
    assert (first.asked, first.fresh, first.missing, first.whole) == (3, 3, 1, True)
    second = run(corpus, eye, limit=3)
    assert (second.asked, second.fresh, second.missing, len(eye.asked)) == (1, 1, 0, 4)


def test_what_the_model_refuses_has_no_words_and_is_not_asked_again(corpus: Path) -> None:
    def says(caption: str) -> Reply:
        if caption == "Flag 1":
            return Reply("", "refused", problem="content filter")
        return ok("") if caption == "Flag 3" else ok("Words.")

    eye = Eye(says)
    report = run(corpus, eye)
    assert (report.ending, report.fresh, report.whole) == (Ending.FINISHED, 2, False)
    assert report.refused == {"empty": 1, "refused: content filter": 1}
    again = run(corpus, eye)
    assert (again.asked, again.refused, len(eye.asked)) == (2, report.refused, 4)
    assert again.spent == RunSpending(0, 0, 0.0, 2)


def test_a_request_that_the_service_does_not_take_is_told_and_tried_again(corpus: Path) -> None:
    def says(caption: str) -> Reply:
        if caption == "Flag 1":
            raise RequestError("the image is too wide")
        return ok("Words.")

    report = run(corpus, Eye(says))
    assert report.refused == {"request: the image is too wide": 1}
    assert run(corpus, Eye()).fresh == 1


def test_a_budget_that_is_spent_holds_the_rest(corpus: Path) -> None:
    eye = Eye()
    report = run(corpus, eye, caps=SpendingCaps(calls=3), concurrency=1)
    assert (report.ending, report.fresh, report.whole) == (Ending.HELD, 3, False)
    assert len(report.held_by) == 1
    assert run(corpus, eye).fresh == 1
    assert len(eye.asked) == 4


def test_a_stop_leaves_what_was_answered_and_the_next_run_pays_the_rest(corpus: Path) -> None:
    stop = threading.Event()

    def says(caption: str) -> Reply:
        stop.set()
        return ok("Words.")

    eye = Eye(says)
    report = run(corpus, eye, stop=stop, concurrency=1)
    assert report.ending is Ending.STOPPED
    assert 1 <= report.fresh < 4
    assert run(corpus, eye).described == 4
    assert Counter(one.key for one in eye.asked).most_common(1)[0][1] == 1


def test_replies_that_were_never_written_to_the_layer_are_in_the_ledger(corpus: Path) -> None:
    eye = Eye()
    run(corpus, eye)
    (corpus / "descriptions" / "openai-compatible-eye.parquet").unlink()
    report = run(corpus, eye)
    assert (report.fresh, len(eye.asked), report.spent.replayed) == (4, 4, 4)


def test_a_model_that_cannot_be_used_ends_the_run_and_keeps_what_there_was(corpus: Path) -> None:
    run(corpus, Eye(), limit=2)

    def says(caption: str) -> Reply:
        raise ModelUsageError("the key is wrong")

    with pytest.raises(ModelUsageError, match="the key is wrong"):
        run(corpus, Eye(says))
    opened = Corpus.open(corpus)
    assert len(read_descriptions(opened, MODEL)) == 2


def test_words_for_other_bytes_are_dropped(corpus: Path, tmp_path: Path) -> None:
    run(corpus, Eye())
    sources, images = toy_sources()
    out = io.BytesIO()
    Pixels.new("RGB", (4, 4), (9, 9, 9)).save(out, "PNG")
    data = out.getvalue()
    changed = Image(sha256_bytes(data), "png", 4, 4, caption="Flag 0")
    newer = [
        one if one.id != "i0" else Source("i0", Modality.IMAGE, "Flag 0", "Flag 0", one.place, image=changed)
        for one in sources
    ]
    write_corpus(corpus, newer, (), {**images, changed.file: data})
    eye = Eye()
    report = run(corpus, eye)
    assert (report.asked, report.fresh, report.described, len(eye.asked)) == (1, 1, 4, 1)


def test_misuse_is_told_before_anything_is_asked(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="is not a corpus"):
        describe(tmp_path, MODEL, CallOptions(dispatch=Eye()))
    with pytest.raises(UsageError, match="is not the name of a model"):
        describe(corpus, "eye", CallOptions(dispatch=Eye()))
    with pytest.raises(UsageError, match="limit must be"):
        run(corpus, Eye(), limit=0)
    with pytest.raises(UsageError, match="concurrency must be"):
        run(corpus, Eye(), concurrency=0)
    with folder_lock(corpus / "descriptions"), pytest.raises(LockedError):
        run(corpus, Eye())


def test_a_plan_and_an_address_say_how_the_model_is_reached(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("corpus: c\nmodels:\n  openai-compatible/eye: {timeout: 7}\ncells: [{style: compound, count: 1}]\n")
    assert settings_and_caps([MODEL], plan, None, None)[0][MODEL].timeout == 7
    both = settings_and_caps([MODEL], plan, "http://localhost:1/v1", None)[0][MODEL]
    assert (both.timeout, both.base_url) == (7, "http://localhost:1/v1")
    assert settings_and_caps([MODEL], None, None, None) == ({}, None)


def test_progress_says_rate_and_time_left() -> None:
    # 400 of 1000 in 100 s: 4 a second, 150 s left
    assert ItemProgress("images", 400, 1000, 3, 100.0, RunSpending(398, 2_000, 0.5)).line() == (
        "400/1,000 images, 3 refused, 4.0/s, 398 calls, 2,000 tokens, $0.50, about 2 min left"
    )
    assert ItemProgress("images", 0, 4, 0, 0.0, RunSpending()).line() == "0/4 images, 0.0/s"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Eye], None]:
    def use(eye: Eye) -> None:
        monkeypatch.setattr("benchwright.run.item_run.choose_dispatch", lambda *_, **__: eye)

    return use


def test_each_kind_tells_what_it_lacks_itself(
    corpus: Path, command: Callable[[Eye], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(Eye())
    assert main(["describe", str(corpus), "--model", MODEL, "--limit", "4", "--tables"]) == 0
    tables, images = capsys.readouterr().out.splitlines()[-2:]
    assert re.fullmatch(rf"0 of (\d+) tables described by {MODEL}, \1 without", tables)
    assert images == f"4 of 4 images described by {MODEL}"


def test_the_command_says_what_came_of_it(
    corpus: Path, command: Callable[[Eye], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(Eye())
    assert main(["describe", str(corpus), "--model", MODEL, "--limit", "3"]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"3 of 4 images described by {MODEL}, 1 without\n")
    command(Eye(lambda caption: Reply("", "refused", problem="\x1b[2J no")))
    assert main(["describe", str(corpus), "--model", MODEL]) == 1
    assert "  1 not described, refused: \\x1b[2J no\n" in capsys.readouterr().out
    assert main(["describe", str(corpus), "--model", MODEL, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["described"], answer["missing"], answer["whole"], answer["spent"]["replayed"]) == (3, 1, False, 1)


def test_the_command_says_why_images_are_held(
    corpus: Path, command: Callable[[Eye], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(Eye())
    assert main(["describe", str(corpus), "--model", MODEL, "--max-calls", "1"]) == 1
    assert "some are not described yet; the same command continues:\n" in capsys.readouterr().out
    assert main(["describe", str(corpus), "--model", "eye"]) == 2
    assert "is not the name of a model" in capsys.readouterr().err


def test_a_passing_failure_is_tried_again_within_the_run(corpus: Path) -> None:
    seen: Counter[str] = Counter()

    def says(caption: str) -> Reply:
        seen[caption] += 1
        if caption == "Flag 2" and seen[caption] == 1:
            raise TransientError("a reset", kind="reset")
        return ok("Words.")

    model: ChatModel = Eye(says)
    assert isinstance(model, Eye)
    assert run(corpus, model).fresh == 4
    assert seen["Flag 2"] == 2


def test_batch_files_bring_the_words_on_the_next_run(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    first = describe(corpus, "openai/eye", CallOptions(batch_dir=folder))
    assert (first.ending, first.fresh, first.waiting) == (Ending.HELD, 0, (f"4 requests in {folder}",))
    asked = [line for path in folder.rglob("*.jsonl") for line in lines(path) if "custom_id" in line]
    assert len(asked) == 4
    words = json.dumps({"description": "Words."})
    answers = [result(line["custom_id"], words) for line in asked[:3]]
    write_lines(folder / "answers.jsonl", [*answers, result(asked[3]["custom_id"], "no JSON")])
    second = describe(corpus, "openai/eye", CallOptions(batch_dir=folder))
    # the fourth is asked to mend its reply: one more round
    assert (second.fresh, second.missing, second.ending) == (3, 1, Ending.HELD)
    opened = Corpus.open(corpus)
    found = read_descriptions(opened, "openai/eye").descriptions()
    assert {(one.text, one.served_by) for one in found} == {("Words.", "gpt-x-2026")}


class Interrupted(Eye):
    """Ctrl-C is pressed once, while it answers for the second time."""

    pressed = False

    async def ask(self, request: Request) -> Reply:
        if len(self.asked) == 1 and not self.pressed:
            self.pressed = True
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(0.2)  # time for the signal to be heard
        return await super().ask(request)


def test_ctrl_c_ends_the_command_cleanly(
    corpus: Path, command: Callable[[Eye], None], capsys: pytest.CaptureFixture[str]
) -> None:
    eye = Interrupted()
    command(eye)
    assert main(["describe", str(corpus), "--model", MODEL, "--concurrency", "1", "--json"]) == 130
    captured = capsys.readouterr()
    assert captured.err == "stopped; finished work is saved, and the same command continues\n"
    stopped = json.loads(captured.out)
    assert (stopped["ending"], stopped["whole"]) == ("stopped", False)
    assert main(["describe", str(corpus), "--model", MODEL]) == 0
    assert max(Counter(one.key for one in eye.asked).values()) == 1


class BadKey(Eye):
    """Takes its time for all images but one, which finds the key wrong at once."""

    def __init__(self) -> None:
        super().__init__()
        self.answered_calls = 0

    async def ask(self, request: Request) -> Reply:
        if not self.asked:
            self.asked.append(request)
            await asyncio.sleep(0.05)
            raise ModelUsageError("the key is wrong")
        reply = await super().ask(request)
        await asyncio.sleep(0.2)
        self.answered_calls += 1
        return reply


def test_a_user_s_error_cancels_no_call_that_is_paid_for(corpus: Path) -> None:
    eye = BadKey()
    with pytest.raises(ModelUsageError, match="the key is wrong"):
        run(corpus, eye, concurrency=3)
    with Ledger.view(corpus / "descriptions" / "openai-compatible-eye.ledger.sqlite") as ledger:
        assert eye.answered_calls == len(ledger.keys()) >= 2
    sound = Eye()
    report = run(corpus, sound)
    assert (report.whole, len(sound.asked)) == (True, 4 - eye.answered_calls)


def says(text: str) -> DialectServer:
    return DialectServer(lambda request: {"description": text})


@pytest.mark.parametrize("structured", [None, "object"])
def test_another_server_is_asked_anew_and_the_same_one_is_not(
    corpus: Path, structured: Literal["object"] | None
) -> None:
    def describe_at(url: str, form: Literal["object"] | None = None) -> DescribeReport:
        (corpus / "descriptions" / "openai-compatible-eye.parquet").unlink(missing_ok=True)
        settings = {MODEL: ModelSettings(base_url=f"{url}/v1", structured=form)}
        return describe(corpus, MODEL, CallOptions(settings))

    with (
        DialectServer(lambda request: {"description": "By A."}) as a,
        DialectServer(lambda _: {"description": "By B."}) as b,
    ):
        assert describe_at(a.url, structured).spent.calls == 4
        assert describe_at(b.url, structured).spent.calls == 4
        opened = Corpus.open(corpus)
        assert {one.text for one in read_descriptions(opened, MODEL).descriptions()} == {"By B."}
        for url in (a.url, a.url.replace("http://", "http://name:secret@"), b.url):
            assert describe_at(url, structured).spent.replayed == 4
        assert describe_at(a.url, "text").spent.calls == 4
        assert (a.requests, b.requests) == (8, 4)


def test_a_ledger_of_an_earlier_version_goes_on_and_pays_for_nothing_again(corpus: Path) -> None:
    """It does not know which server answered: its replies are used, and that is told."""
    path = corpus / "descriptions" / "openai-compatible-eye.ledger.sqlite"
    with Ledger.open(path) as ledger:
        ledger.put_all([(request(), reply())])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")
    told: list[str] = []
    with (
        DialectServer(lambda request: {"description": "By A."}) as a,
        DialectServer(lambda _: {"description": "By B."}) as b,
    ):
        for server in (a, b):
            (corpus / "descriptions" / "openai-compatible-eye.parquet").unlink(missing_ok=True)
            settings = {MODEL: server.settings("openai")}
            assert describe(corpus, MODEL, CallOptions(settings, notify=told.append)).whole
        assert (a.requests, b.requests) == (4, 0)
    assert len(told) == 2
    assert all("did not record the server" in line for line in told)
    with Ledger.view(path) as ledger:
        assert not any("endpoint" in call.request for call in ledger.calls())


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "google"])
def test_over_the_wire_each_dialect_gets_the_picture_and_faults_cost_one_try_each(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, dialect: Literal["openai", "anthropic", "google"]
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, CANARY)
    model = f"{dialect}/eye"
    faults = {1: rate_limit("0.01"), 3: Fault("reset")}
    with DialectServer(lambda request: {"description": "A field."}, faults=numbered(faults), key=CANARY) as server:
        report = describe(corpus, model, CallOptions({model: server.settings(dialect)}, concurrency=1))
        assert (server.requests, report.fresh, report.refused, report.held_by) == (6, 4, {}, ())
        assert all("image" in json.dumps(body) for _, body in server.bodies)
    assert report.whole
    opened = Corpus.open(corpus)
    assert described(opened, read_descriptions(opened, model)).source("i0").text == "Flag 0\nA field."
    for path in (corpus / "descriptions").rglob("*"):
        assert path.is_dir() or CANARY.encode() not in path.read_bytes()


def test_a_wrong_key_is_one_line_without_the_key(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    with DialectServer(lambda request: "", key="another-key-0123456789") as server:
        address = server.settings("openai").base_url
        assert address is not None
        assert main(["describe", str(corpus), "--model", "openai/eye", "--base-url", address]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert CANARY not in error


def test_tables_say_what_they_are_about(corpus: Path) -> None:
    eye = Eye()
    options = CallOptions(dispatch=eye)
    first = estimate_descriptions(corpus, MODEL, tables=True)
    assert estimate_descriptions(corpus, MODEL, tables=True, limit=1).calls.mid == 1
    with pytest.raises(UsageError, match="at least 1, not 0"):
        estimate_descriptions(corpus, MODEL, limit=0)
    report = describe(corpus, MODEL, options, tables=True)
    tables = [one for one in Corpus.open(corpus).sources() if one.modality is Modality.TABLE]
    assert (report.images, report.described, report.tables, report.described_tables) == (4, 4, len(tables), len(tables))
    assert first.calls.mid == len(eye.asked)
    assert [one.purpose for one in eye.asked].count("describe_table") == len({one.key for one in eye.asked}) - 4
    opened = Corpus.open(corpus)
    over = described(opened, read_descriptions(opened, MODEL))
    one = over.source(tables[0].id)
    assert one.about.startswith("A plain field")
    assert one.text == f"{tables[0].text}\n{one.about}"
    (shown,) = show((one,), over.picture)
    assert shown.text.startswith(f"About: {' '.join(one.about.split())}\n")
    assert shown.text.count("A plain field") == 1
    assert estimate_descriptions(corpus, MODEL, tables=True).calls.high == 0
    assert describe(corpus, MODEL, CallOptions(dispatch=Eye()), tables=True).asked == 0
    # a run without tables keeps what was said of them
    assert len(read_descriptions(opened, MODEL)) == 4 + len(tables)
    describe(corpus, MODEL, CallOptions(dispatch=Eye()))
    assert len(read_descriptions(opened, MODEL)) == 4 + len(tables)
