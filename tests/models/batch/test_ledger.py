"""With the ledger itself around and behind: what came from a file is replayed like what came from a call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from batch_asking import SCHEMA, completion, result, run, write_lines

from benchwright.errors import BatchPendingError
from benchwright.models import Message, Reply, Request
from benchwright.models.batch import BatchFolder, QueueingModel
from benchwright.models.dialects import openai
from benchwright.models.ledger import LEDGER, Ledger, LedgerModel

TEXTS = ['{"answer": "a"}', "no object", '```json\n{"answer": "b"}\n```', '{"answer": 3}', ""]


def asked(index: int) -> Request:
    return Request("openai/m", (Message.of("user", f"q{index}"),), "answer", schema=SCHEMA if index % 2 == 0 else None)


class Called:
    """A provider: the same words, as one call each."""

    async def ask(self, request: Request) -> Reply:
        index = int(request.text.removeprefix("q"))
        return openai.reply(completion(TEXTS[index]), request)

    async def close(self) -> None:
        return None


def test_a_ledger_from_files_is_the_ledger_of_calls(tmp_path: Path) -> None:
    requests = [asked(index) for index in range(len(TEXTS))]

    async def by_files() -> list[Any]:
        found: list[Any] = []
        with Ledger.open(tmp_path / "files" / LEDGER) as ledger:
            for turn in range(2):
                with BatchFolder(tmp_path / "batch", ledger, {}) as folder:
                    await folder.take_in()
                    model = LedgerModel(QueueingModel(folder.queue), ledger)
                    found = []
                    for one in requests:
                        try:
                            found.append(await model.ask(one))
                        except BatchPendingError as error:
                            found.append(error)
                    folder.put_out()
                if turn == 0:
                    assert {type(one) for one in found} == {BatchPendingError}
                    rows = [result(one.key, text) for one, text in zip(requests, TEXTS, strict=True)]
                    write_lines(tmp_path / "batch" / "r.jsonl", reversed(rows))
            ledger.export(tmp_path / "files.jsonl")
        return found

    async def by_calls() -> list[Any]:
        with Ledger.open(tmp_path / "calls" / LEDGER) as ledger:
            model = LedgerModel(Called(), ledger)
            found = [await model.ask(one) for one in requests]
            ledger.export(tmp_path / "calls.jsonl")
        return found

    assert run(by_files()) == run(by_calls())
    files, calls = ((tmp_path / f"{name}.jsonl").read_text().splitlines() for name in ("files", "calls"))
    assert sorted(files) == sorted(calls)
    assert len(files) == len(TEXTS)
