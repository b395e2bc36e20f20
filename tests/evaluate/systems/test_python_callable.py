"""Python callables as systems: found, called as they want to be, and never let through with what they raise."""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.systems.base import AskingOptions, RawReply
from benchwright.evaluate.systems.python_callable import PythonSystem
from benchwright.models.keys import Keys

Module = Callable[[str], str]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Module]:
    """Writes a module of that code in the current folder; its name is no other test's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one])
    written: list[str] = []

    def write(code: str) -> str:
        name = f"theirs_{crc32(request.node.nodeid.encode()):08x}_{len(written)}"
        written.append(name)
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
        return name

    yield write
    for name in written:
        sys.modules.pop(name, None)


def ask(spec: str, asked: dict[str, Any] | None = None, **options: Any) -> RawReply:
    asked = asked or {"id": "q1", "question": "Who?"}

    async def once() -> RawReply:
        first = next(iter(asked.keys() - {"id", "k", "modalities"}))
        system = PythonSystem(spec, first, **options)
        try:
            return await system.ask(asked)
        finally:
            await system.close()

    return asyncio.run(once())


SHAPES = """
import functools
def plain(question): return ["plain", question]
def with_id(question, *, id): return ["with id", question, id]
def other_name(q, /): return ["other name", q]
def anything(*args, **kwargs): return ["anything", *args, *kwargs]
def by_name(*, question): return ["by name", question]
async def waits(question, id=""): return ["waits", question, id]
def hands_out(question): return waits(question)
class Engine:
    def __call__(self, question): return ["engine", question]
    async def later(self, question): return ["later", question]
class AsyncEngine:
    async def __call__(self, question): return ["async engine", question]
engine, async_engine = Engine(), AsyncEngine()
half = functools.partial(with_id, id="mine")
size = len
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plain", ["plain", "Who?"]),
        ("with_id", ["with id", "Who?", "q1"]),
        ("other_name", ["other name", "Who?"]),
        ("anything", ["anything", "Who?"]),
        ("by_name", ["by name", "Who?"]),
        ("waits", ["waits", "Who?", "q1"]),
        ("hands_out", ["waits", "Who?", ""]),
        ("engine", ["engine", "Who?"]),
        ("engine.later", ["later", "Who?"]),
        ("async_engine", ["async engine", "Who?"]),
        ("half", ["with id", "Who?", "q1"]),
        ("size", 4),
    ],
)
def test_callables_of_every_shape(module: Module, name: str, value: object) -> None:
    told = ask(f"{module(SHAPES)}:{name}", optional=("id",))
    assert (told.value, told.kind, told.failure) == (value, "", "")


RETRIEVERS = """
def placed(text, count): return [text, count]
def named(query, *, k, modalities=None): return [query, k, modalities]
def default(query, k=10): return [query, k]
"""


@pytest.mark.parametrize(
    ("name", "value", "heeds"),
    [("placed", ["w", 3], False), ("named", ["w", 3, ["text"]], True), ("default", ["w", 3], False)],
)
def test_more_than_the_question_is_given_by_name_or_by_place(
    module: Module, name: str, value: list[object], heeds: bool
) -> None:
    spec = f"{module(RETRIEVERS)}:{name}"
    asked = {"id": "q1", "query": "w", "k": 3, "modalities": ["text"]}
    assert ask(spec, asked, needed=("k",), optional=("id", "modalities")).value == value
    system = PythonSystem(spec, "query", needed=("k",), optional=("id", "modalities"))
    assert (system.heeds("modalities"), system.heeds("k"), system.heeds("query")) == (heeds, True, True)


RAISING = """
import asyncio, sys
class StrangeError(Exception):
    def __str__(self): raise ValueError("no words")
def plain(question):
    raise ValueError(f"no answer to\\n{question}")
def silent(question): raise KeyError
def strange(question): raise StrangeError
def leaves(question): sys.exit(3)
def stops(question): raise StopIteration(1)
def interrupts(question): raise KeyboardInterrupt
async def waits(question): raise TypeError("bad")
async def async_leaves(question): sys.exit("bye")
async def cancelled(question): raise asyncio.CancelledError
def tells(question): raise RuntimeError("key canary-0123456789 is wrong " + "x" * 9999)
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("plain", "raised ValueError: no answer to Who? (MODULE.py, line 6)"),
        ("silent", "raised KeyError (MODULE.py, line 7)"),
        ("strange", "raised MODULE.StrangeError: <exception str() failed> (MODULE.py, line 8)"),
        ("leaves", "raised SystemExit: 3 (MODULE.py, line 9)"),
        ("stops", "raised StopIteration: 1 (MODULE.py, line 10)"),
        ("interrupts", "raised KeyboardInterrupt (MODULE.py, line 11)"),
        ("waits", "raised TypeError: bad (MODULE.py, line 12)"),
        ("async_leaves", "raised SystemExit: bye (MODULE.py, line 13)"),
    ],
)
def test_what_they_raise_is_a_failure(module: Module, name: str, words: str) -> None:
    made = module(RAISING)
    told = ask(f"{made}:{name}")
    assert (told.kind, told.failure.replace(made, "MODULE")) == ("raised", words)


def test_keys_in_their_words_are_hidden_and_the_words_cut(module: Module) -> None:
    keys = Keys({"MY_API_KEY": "canary-0123456789"})
    failure = ask(f"{module(RAISING)}:tells", options=AskingOptions(keys=keys)).failure
    assert failure.startswith("raised RuntimeError: key [key] is wrong xxx")
    assert len(failure) < 300


def test_one_that_cancels_itself_has_raised(module: Module) -> None:
    told = ask(f"{module(RAISING)}:cancelled")
    assert (told.kind, told.failure) == ("raised", "raised CancelledError")


SLOW = """
import asyncio, time
def plain(question): time.sleep(0.6)
async def waits(question): await asyncio.sleep(30)
def hands_out(question):
    time.sleep(0.1)
    return waits(question)
"""


@pytest.mark.parametrize("name", ["plain", "waits", "hands_out"])
def test_one_that_takes_too_long_is_left_alone(module: Module, name: str) -> None:
    started = time.monotonic()
    told = ask(f"{module(SLOW)}:{name}", options=AskingOptions(timeout=0.2))
    assert time.monotonic() - started < 0.5
    assert (told.kind, told.failure) == ("timeout", "did not answer within 0.2 s")


def test_the_time_is_that_of_the_call(module: Module) -> None:
    name = module("import time\ndef one(question): time.sleep(0.1)\n")

    async def four() -> list[float]:
        system = PythonSystem(f"{name}:one", "question")
        told = await asyncio.gather(*(system.ask({"question": "Who?"}) for _ in range(4)))
        await system.close()
        return [one.seconds for one in told]

    started = time.monotonic()
    assert all(0.1 <= seconds < 0.25 for seconds in asyncio.run(four()))
    assert time.monotonic() - started < 0.35  # side by side


def test_what_cannot_be_loaded_has_its_line(module: Module) -> None:
    made = module("answer = 42\nclass Engine: ...\ndef search(query): ...\nimport json\n")
    broken, exits = module("1 / 0\n"), module("raise SystemExit(3)\n")
    wrong, needs = module("def f(:\n"), module("import no_such_thing_at_all\n")
    folder = "run this in the folder that holds it, or install it"
    lines = {
        "search": "'search' is not module:callable — write it like my_search:search",
        "a b:c": "'a b:c' is not module:callable — write it like my_search:search",
        "x:": "'x:' is not module:callable — write it like my_search:search",
        "no_such_module_here:x": f"there is no module 'no_such_module_here' for no_such_module_here:x — {folder}",
        "json.no_such:x": f"there is no module 'json.no_such' for json.no_such:x — {folder}",
        f"{made}:serach": f"{made} has no serach — did you mean 'search'?",
        f"{made}:search.inner": f"{made} has no search.inner — none is known",
        f"{made}:answer": f"{made}:answer cannot be called (its type is int)"
        " — a function, or an object of LangChain, LlamaIndex or Haystack",
        f"{made}:Engine": f"{made}:Engine is a class — make an object of it, and name that",
        f"{broken}:f": f"{broken} cannot be imported: ZeroDivisionError: division by zero ({broken}.py, line 1)"
        f" — mend it until python -c 'import {broken}' works here",
        f"{exits}:f": f"{exits} cannot be imported: SystemExit: 3 ({exits}.py, line 1)"
        f" — mend it until python -c 'import {exits}' works here",
        f"{needs}:f": f"{needs} cannot be imported: ModuleNotFoundError: No module named 'no_such_thing_at_all'"
        f" — mend it until python -c 'import {needs}' works here",
    }
    for spec, line in lines.items():
        with pytest.raises(UsageError) as error:
            PythonSystem(spec, "question")
        assert error.value.line() == line
    with pytest.raises(UsageError, match=r"cannot be imported: .*SyntaxError: invalid syntax"):
        PythonSystem(f"{wrong}:f", "question")


def test_one_that_cannot_be_called_so_is_refused_before_any_question(module: Module) -> None:
    name = module("def search(query, top, more): ...\n")
    with pytest.raises(UsageError) as error:
        PythonSystem(f"python:{name}:search", "query", needed=("k",))
    assert error.value.line() == (
        f"{name}:search(query, top, more) cannot be called with (query, k): missing a required argument: 'more'"
        " — let it take (query, k)"
    )
