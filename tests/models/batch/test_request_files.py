"""Requests go out once, in files of the right form, size and order; a kill leaves each in one file or in none."""

from __future__ import annotations

import base64
import io
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from batch_asking import MemoryLedger, ids, lines, pass_over, request, result, write_lines
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from PIL import Image
from pydantic import TypeAdapter

from benchwright.errors import BatchPendingError, LockedError, RequestError, StorageError
from benchwright.files.atomic import sha256_bytes
from benchwright.models import Message, ModelSettings, PromptImage, Request, Text
from benchwright.models.batch import BatchFolder, FileLimits
from benchwright.models.batch import request_files as files_module
from benchwright.models.batch.request_log import RequestLog, request_from_json

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def picture(folder: Path, colour: str = "red") -> PromptImage:
    stream = io.BytesIO()
    Image.new("RGB", (8, 6), colour).save(stream, "PNG")
    path = folder / f"{colour}.png"
    path.write_bytes(stream.getvalue())
    return PromptImage(sha256_bytes(stream.getvalue()), path, 8, 6)


def test_a_line_is_what_the_batch_service_takes(tmp_path: Path) -> None:
    shown = picture(tmp_path)
    asked = Request(
        "openai/gpt-x",
        (Message.of("system", "Be brief."), Message("user", (Text("What colour?"), shown))),
        "answer",
        schema=SCHEMA,
    )
    _, found, [path] = pass_over(tmp_path / "batch", MemoryLedger(), [asked])
    assert isinstance(found[asked.key], BatchPendingError)
    assert path.name == "requests-001-openai-gpt-x-01.jsonl"
    [line] = lines(path)
    assert set(line) == {"custom_id", "method", "url", "body"}
    assert line["custom_id"] == asked.key
    assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
    body: Any = TypeAdapter(CompletionCreateParamsNonStreaming).validate_python(line["body"])
    assert body["model"] == "gpt-x"
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    user = line["body"]["messages"][1]
    head, _, data = user["content"][1]["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == shown.path.read_bytes()
    assert "Put the result files" in (tmp_path / "batch" / "README.txt").read_text()


def test_the_same_requests_make_the_same_files_in_any_order(tmp_path: Path) -> None:
    asked = [request(f"q{i}", model) for i in range(20) for model in ("openai/b", "openai-compatible/a")]
    made = []
    for turn in range(3):
        random.Random(turn).shuffle(asked)
        _, _, paths = pass_over(tmp_path / str(turn), MemoryLedger(), [*asked, asked[0]])
        made.append([(path.name, path.read_bytes()) for path in paths])
    assert made[0] == made[1] == made[2]
    assert [name for name, _ in made[0]] == [
        "requests-001-openai-compatible-a-01.jsonl",
        "requests-001-openai-b-01.jsonl",
    ]


def test_files_are_split_by_rows_and_bytes(tmp_path: Path) -> None:
    asked = [request(f"question {i:02d}") for i in range(10)]
    _, _, paths = pass_over(tmp_path / "rows", MemoryLedger(), asked, limits=FileLimits(rows=4))
    assert [len(lines(path)) for path in paths] == [4, 4, 2]
    assert [path.name[-8:] for path in paths] == ["01.jsonl", "02.jsonl", "03.jsonl"]
    size = len(paths[0].read_bytes()) // 4
    _, _, paths = pass_over(tmp_path / "bytes", MemoryLedger(), asked, limits=FileLimits(bytes=size * 3))
    assert [len(lines(path)) for path in paths] == [3, 3, 3, 1]
    assert all(path.stat().st_size <= size * 3 for path in paths)
    assert sorted(ids(paths)) == sorted(one.key for one in asked)


def test_two_models_with_one_short_name_have_two_files(tmp_path: Path) -> None:
    _, _, paths = pass_over(tmp_path, MemoryLedger(), [request("q", "openai/a:b"), request("q", "openai/a-b")])
    assert len({path.name for path in paths}) == 2


def test_what_waits_is_not_written_again(tmp_path: Path) -> None:
    ledger = MemoryLedger()
    first, second = request("first"), request("second")
    pass_over(tmp_path, ledger, [first])
    report, found, paths = pass_over(tmp_path, ledger, [first, second])
    assert report.waiting == 1
    assert {type(one) for one in found.values()} == {BatchPendingError}
    assert ids(paths) == [second.key]
    assert paths[0].name.startswith("requests-002-")
    # Also if the files were moved away to be sent, or if the log was lost.
    for path in tmp_path.glob("requests-*"):
        path.rename(tmp_path.parent / path.name)
    assert pass_over(tmp_path, ledger, [first, second])[2] == []
    for path in tmp_path.parent.glob("requests-*"):
        path.rename(tmp_path / path.name)
    (tmp_path / "waiting.log").unlink()
    report, _, paths = pass_over(tmp_path, ledger, [first, second])
    assert (report.waiting, paths) == (2, [])
    assert pass_over(tmp_path, ledger, [first, second])[2] == []


def test_a_lost_log_still_lets_replies_in(tmp_path: Path) -> None:
    ledger = MemoryLedger()
    asked = request("first", schema=SCHEMA)
    pass_over(tmp_path, ledger, [asked])
    (tmp_path / "waiting.log").unlink()
    write_lines(tmp_path / "r.jsonl", [result(asked.key, '{"answer": "yes"}')])
    report, found, paths = pass_over(tmp_path, ledger, [asked])
    assert (report.unknown, paths) == (0, [])
    assert ledger.replies[asked.key].data == {"answer": "yes"}
    assert found[asked.key] == ledger.replies[asked.key]
    report, _, _ = pass_over(tmp_path, ledger, [asked])
    assert report.waiting == 0


@pytest.mark.parametrize("moment", ["before the note", "after the note", "after the file"])
def test_a_kill_leaves_each_request_in_one_file_or_in_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    ledger = MemoryLedger()
    asked = [request(f"q{i}") for i in range(6)]
    limits = FileLimits(rows=2)

    class Killed(BaseException):
        pass

    calls = 0

    def dies(self: RequestLog, *args: Any) -> None:
        nonlocal calls
        calls += 1
        if calls < 2:
            return real(self, *args)
        if moment == "after the note":
            real(self, *args)
        raise Killed

    name = "written" if moment == "after the file" else "ask"
    real = getattr(RequestLog, name)
    with monkeypatch.context() as patch:
        patch.setattr(RequestLog, name, dies)
        with pytest.raises(Killed):
            pass_over(tmp_path, ledger, asked, limits=limits)
    pass_over(tmp_path, ledger, asked, limits=limits)
    written = ids(tmp_path.glob("requests-*.jsonl"))
    assert sorted(written) == sorted(one.key for one in asked)
    assert pass_over(tmp_path, ledger, asked, limits=limits)[2] == []


def test_a_request_that_cannot_be_written_fails_for_good(tmp_path: Path) -> None:
    ledger = MemoryLedger()
    shown = picture(tmp_path)
    gone = PromptImage("0" * 64, tmp_path / "gone.png")
    fits = request("short")
    long = request("x" * 5000)
    blind = Request("openai/gpt-x", (Message("user", (gone,)),), "answer")
    sees = Request("openai/gpt-x", (Message("user", (shown,)),), "answer")
    asked = [fits, long, blind, sees]
    folder = tmp_path / "batch"
    _, _, paths = pass_over(folder, ledger, asked, limits=FileLimits(bytes=4000))
    assert sorted(ids(paths)) == sorted([fits.key, sees.key])
    _, found, paths = pass_over(folder, ledger, asked, limits=FileLimits(bytes=4000))
    assert paths == []
    assert isinstance(found[long.key], RequestError)
    assert "batch file" in str(found[long.key])
    assert isinstance(found[blind.key], RequestError)
    assert "gone.png" in str(found[blind.key])
    shutil.copy(shown.path, gone.path)
    _, _, paths = pass_over(folder, ledger, asked, limits=FileLimits(bytes=4000), again=True)
    assert ids(paths) == [blind.key]


def test_nothing_but_unwritable_requests_leaves_no_file(tmp_path: Path) -> None:
    _, _, paths = pass_over(tmp_path, MemoryLedger(), [request("x" * 900)], limits=FileLimits(bytes=500))
    assert paths == []
    assert list(tmp_path.glob("requests-*")) == []


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = MemoryLedger()
    asked = [request("a"), request("b")]

    def full(*_: Any) -> Any:
        raise StorageError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(files_module, "_write_part", full)
        with pytest.raises(StorageError):
            pass_over(tmp_path, ledger, asked)
    assert sorted(ids(pass_over(tmp_path, ledger, asked)[2])) == sorted(one.key for one in asked)


def test_a_folder_has_one_owner(tmp_path: Path) -> None:
    with (
        BatchFolder(tmp_path, MemoryLedger(), {}),
        pytest.raises(LockedError),
        BatchFolder(tmp_path, MemoryLedger(), {}),
    ):
        pass


def test_a_request_survives_its_json(tmp_path: Path) -> None:
    asked = Request(
        "google/g",
        (Message("user", (Text("a"), picture(tmp_path))), Message.of("assistant", "é")),
        "write",
        schema=SCHEMA,
        temperature=1.0,
        max_tokens=5,
        sample=2,
        nonce="n",
    )
    assert request_from_json(asked.to_json()) == asked
    assert request_from_json(asked.to_json()).key == asked.key


def test_settings_shape_the_body(tmp_path: Path) -> None:
    asked = request("a", "openai-compatible/m", schema=SCHEMA)
    settings = {"openai-compatible/m": ModelSettings(structured="text")}
    _, _, [path] = pass_over(tmp_path, MemoryLedger(), [asked], settings=settings)
    assert "response_format" not in lines(path)[0]["body"]


def test_half_a_character_goes_out_and_is_known_again(tmp_path: Path) -> None:
    asked = request("half \ud800 of it")
    ledger = MemoryLedger()
    _, _, [path] = pass_over(tmp_path, ledger, [asked])
    assert lines(path)[0]["body"]["messages"][0]["content"] == "half \ud800 of it"
    write_lines(tmp_path / "r.jsonl", [{"custom_id": asked.key, "text": "whole"}])
    assert pass_over(tmp_path, ledger, [asked])[0].stored == {"ok": 1}
