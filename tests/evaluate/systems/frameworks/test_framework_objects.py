"""Objects are recognised by the package and name of their class; the frameworks themselves are tested in
tests/formats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.evaluate.systems.frameworks import documents_to_hits, retriever_call, system_call
from benchwright.evaluate.systems.frameworks.class_names import class_entry, is_of
from benchwright.evaluate.systems.reply_format import read_hits

CORPUS = frozenset({"river", "lake"})


def class_of(package: str, name: str, **members: Any) -> type:
    """A class as that package would define it."""
    return type(name, (), {"__module__": f"{package}.somewhere.inside", **members})


def made(package: str, name: str, **values: Any) -> Any:
    one = class_of(package, name)()
    vars(one).update(values)
    return one


def test_the_nearest_class_counts_and_its_package_must_be_the_framework() -> None:
    base = class_of("langchain_core", "Runnable")
    retriever = type("BaseRetriever", (base,), {"__module__": "langchain_core.retrievers"})
    mine = type("Mine", (retriever,), {"__module__": "__main__"})
    entries = {("langchain_core", "Runnable"): 1, ("langchain_core", "BaseRetriever"): 2}
    assert class_entry(mine(), entries) == 2
    assert class_entry(base(), entries) == 1
    assert class_entry(class_of("langchain_core_fake", "Runnable")(), entries) is None
    assert class_entry(class_of("other", "BaseRetriever")(), entries) is None
    assert is_of(mine(), ("langchain_core", "Runnable"))
    assert not is_of(3, ("langchain_core", "Runnable"))


def test_what_is_of_no_framework_is_left_to_be_called() -> None:
    assert retriever_call(len) is None
    assert system_call(3) is None


@pytest.mark.parametrize(
    ("ask", "package", "name", "line"),
    [
        (system_call, "langchain_core", "BaseRetriever", "is a retriever, which answers nothing"),
        (system_call, "llama_index", "BaseRetriever", "is a retriever, which answers nothing"),
        (retriever_call, "llama_index", "BaseQueryEngine", "is a query engine"),
    ],
)
def test_an_object_in_the_wrong_place_is_refused_in_a_line(ask: Any, package: str, name: str, line: str) -> None:
    with pytest.raises(UsageError) as error:
        ask(class_of(package, name)())
    assert str(error.value) == f"the {name} {line}"
    assert "measure it with evaluate_" in error.value.hint


def test_documents_become_sources_or_chunks_and_all_else_stays() -> None:
    def document(text: str, id: str | None = None, **metadata: Any) -> Any:
        return made("langchain_core", "Document", page_content=text, id=id, metadata=metadata)

    chunk = {"document": "", "start": None, "end": None, "score": None}
    assert documents_to_hits([document("x", "river"), "lake", document("y", "other")], CORPUS) == [
        {"source": "river", "score": None},
        "lake",
        {"text": "y", **chunk},
    ]
    placed = documents_to_hits([(document("words", source="a.md", start_index=7), 0.5)], CORPUS)
    assert placed == [{"text": "words", "document": "a.md", "start": 7, "end": 12, "score": 0.5}]
    reply = {"answer": ["x"], "contexts": [document("y")]}
    assert documents_to_hits(reply, CORPUS) == {"answer": ["x"], "contexts": [{"text": "y", **chunk}]}
    for value in ("text", None, 3, [("river", 0.5)], {"hits": "no list"}):
        assert documents_to_hits(value, CORPUS) == value


def test_nodes_and_documents_of_the_others_too() -> None:
    node = made(
        "llama_index",
        "BaseNode",
        node_id="8f1c",
        ref_doc_id="river",
        start_char_idx=3,
        end_char_idx=8,
        get_content=lambda: "words",
    )
    scored = made("llama_index", "NodeWithScore", node=node, score=0.25)
    assert documents_to_hits([scored, node], CORPUS) == [
        {"text": "words", "document": "river", "start": 3, "end": 8, "score": 0.25},
        {"text": "words", "document": "river", "start": 3, "end": 8, "score": None},
    ]
    hay = made(
        "haystack", "Document", content="words", id="a1", score=1.5, meta={"source_id": "d", "split_idx_start": 0}
    )
    assert documents_to_hits([hay], CORPUS) == [{"text": "words", "document": "d", "start": 0, "end": 5, "score": 1.5}]
    picture = made("haystack", "Document", content=None, id="lake", score=None, meta={})
    assert documents_to_hits([picture], CORPUS) == [{"source": "lake", "score": None}]


TEXTS = st.text("ab \n", max_size=4)
PLACED = st.fixed_dictionaries(
    {}, optional={"source": st.one_of(TEXTS, st.integers()), "start_index": st.one_of(st.integers(-2, 5), TEXTS)}
)


@example([(" ", None, {"source": " "}, False)])
@given(st.lists(st.tuples(TEXTS, st.one_of(st.none(), st.just("river"), TEXTS), PLACED, st.booleans()), max_size=4))
def test_every_document_becomes_a_hit_that_can_be_read(
    drawn: list[tuple[str, str | None, dict[str, Any], bool]],
) -> None:
    documents = [
        (one, 0.5) if scored else one
        for text, id, metadata, scored in drawn
        for one in [made("langchain_core", "Document", page_content=text, id=id, metadata=metadata)]
    ]
    read = read_hits(documents_to_hits(documents, CORPUS), k=10)
    assert read.failure == ""
    assert len(read.contexts) == len(drawn)
    for hit, (text, id, _, scored) in zip(read.contexts, drawn, strict=True):
        assert (hit.source == "river") == (id == "river")
        assert hit.score == (0.5 if scored else None)
        assert hit.source or (hit.chunk is not None and hit.chunk.text == text)


def test_a_pipeline_that_takes_no_text_is_refused() -> None:
    sockets = {"embedder": {"image": {"type": bytes, "is_mandatory": True}}}
    pipeline = class_of("haystack", "PipelineBase", inputs=lambda self: sockets)()
    with pytest.raises(UsageError) as error:
        retriever_call(pipeline)
    assert error.value.line() == (
        "the pipeline's input embedder.image does not take a text — give a function that runs it"
    )


def test_a_chain_with_several_inputs_is_refused() -> None:
    schema = {"type": "object", "properties": {"question": {}, "tone": {}}, "required": ["question", "tone"]}
    chain = class_of("langchain_core", "Runnable", get_input_jsonschema=lambda self: schema)()
    with pytest.raises(UsageError) as error:
        system_call(chain)
    assert error.value.line() == (
        "the Runnable takes several inputs (question, tone) — give a function that calls it with a question"
    )


def test_a_chain_is_given_what_its_schema_asks_for() -> None:
    def answered(schema: dict[str, Any], value: Any) -> tuple[list[Any], Any]:
        given: list[Any] = []
        chain = class_of(
            "langchain_core",
            "Runnable",
            get_input_jsonschema=lambda self: schema,
            invoke=lambda self, asked: given.append(asked) or value,
        )()
        call = system_call(chain)
        assert call is not None
        return given, call("Who?")

    message = made("langchain_core", "BaseMessage", text="Ada")
    one = {"type": "object", "properties": {"input": {}, "history": {}}, "required": ["input"]}
    agent = {"type": "object", "properties": {"messages": {}}}
    plain = {"answer": "Ada", "contexts": []}
    assert answered({"type": "string"}, "Ada") == (["Who?"], plain)
    assert answered({}, message) == (["Who?"], plain)
    assert answered(one, {"answer": "Ada", "context": "words"}) == (
        [{"input": "Who?"}],
        {"answer": "Ada", "contexts": ["words"]},
    )
    assert answered(agent, {"messages": [SimpleNamespace(), message]}) == ([{"messages": [("user", "Who?")]}], plain)
    assert answered({}, {"other": 3})[1] == {"other": 3}  # refused as any reply without an answer
