"""Retrievers and systems of LangChain, LlamaIndex and Haystack, as their users build them, are measured."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from handmade import DOCUMENTS, LAKE, RIVER, benchmark

from benchwright.errors import UsageError
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation

TEXTS = {name.removesuffix(".txt"): text for name, text in DOCUMENTS.items()}


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path)


def recall(bench: Path, retriever: object, k: int = 2) -> list[float]:
    """Of the questions on the river, on the lake and on both."""
    done = evaluate_retrieval(bench, {"mine": retriever}, k=[k], measures=[f"recall@{k}"])
    assert done.failed == {}
    return list(done.questions_to_arrow()[f"recall@{k}"].to_pylist())


def answers(bench: Path, system: object) -> tuple[list[float], list[float]]:
    """Exact matches and recalls of the three questions."""
    done = evaluate_systems(bench, {"mine": system}, measures=["exact-match", "recall@10"])
    assert done.failed == {}
    table = done.questions_to_arrow()
    return table["exact-match"].to_pylist(), table["recall@10"].to_pylist()


def vector(text: str) -> list[float]:
    """Closer to the lake's or to the river's text by the words that they alone have."""
    return [0.1, float("river" in text.lower()), float("lake" in text.lower())]


def langchain_store() -> Any:
    documents = pytest.importorskip("langchain_core.documents")
    embeddings = pytest.importorskip("langchain_core.embeddings")
    stores = pytest.importorskip("langchain_core.vectorstores")

    class Words(embeddings.Embeddings):  # type: ignore[name-defined,misc]
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [vector(text) for text in texts]

        def embed_query(self, text: str) -> list[float]:
            return vector(text)

    store = stores.InMemoryVectorStore(Words())
    store.add_documents([documents.Document(id=name, page_content=text) for name, text in TEXTS.items()])
    return store


def test_a_langchain_retriever_is_told_how_many_are_wanted(bench: Path) -> None:
    store = langchain_store()
    retriever = store.as_retriever(search_kwargs={"k": 1})
    assert recall(bench, retriever, 1) == [1.0, 1.0, 0.5]
    assert recall(bench, retriever, 2) == [1.0, 1.0, 1.0]
    assert retriever.search_kwargs == {"k": 1}  # the user's own object stays as it is
    assert recall(bench, lambda query, k: store.similarity_search_with_score(query, k=k)) == [1.0, 1.0, 1.0]


def test_a_langchain_retriever_of_ones_own_returns_chunks(bench: Path) -> None:
    documents = pytest.importorskip("langchain_core.documents")
    retrievers = pytest.importorskip("langchain_core.retrievers")

    class Mine(retrievers.BaseRetriever):  # type: ignore[name-defined,misc]
        k: int = 1

        def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Any]:
            place = {"source": "/home/me/river.txt", "start_index": 0}
            found = [
                documents.Document(page_content=RIVER[:100], metadata=place),
                documents.Document(page_content=LAKE),
            ]
            return found[: self.k]

    assert recall(bench, Mine(), 1) == [1.0, 0.0, 0.5]
    assert recall(bench, Mine(), 2) == [1.0, 1.0, 1.0]


def test_a_chain_of_langchain_may_end_with_documents_or_an_answer(bench: Path) -> None:
    runnables = pytest.importorskip("langchain_core.runnables")
    prompts = pytest.importorskip("langchain_core.prompts")
    models = pytest.importorskip("langchain_core.language_models")
    retriever = langchain_store().as_retriever()
    assert recall(bench, retriever | runnables.RunnableLambda(lambda found: found[:1])) == [1.0, 1.0, 0.5]

    model = models.FakeListChatModel(responses=["the Aare"])
    prompt = prompts.ChatPromptTemplate.from_template("{context} {question}")
    chain = {"context": retriever, "question": runnables.RunnablePassthrough()} | prompt | model
    matches, recalls = answers(bench, chain)
    assert matches == [1.0, 0.0, 0.0]
    assert recalls == [None, None, None]  # a chain that ends with a message says no contexts

    whole = runnables.RunnablePassthrough.assign(context=(lambda asked: asked["input"]) | retriever).assign(
        answer=lambda asked: "the Aare" if "longest" in asked["input"] else "217 metres"
    )
    assert answers(bench, whole) == ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0])
    with pytest.raises(UsageError, match="is a retriever, which answers nothing"):
        evaluate_systems(bench, retriever)
    with pytest.raises(UsageError, match=r"takes several inputs \(context, question\)"):
        evaluate_systems(bench, prompt | model)


def llama_index() -> Any:
    core = pytest.importorskip("llama_index.core")
    embedding = pytest.importorskip("llama_index.core.embeddings")
    schema = pytest.importorskip("llama_index.core.schema")

    class Words(embedding.BaseEmbedding):  # type: ignore[name-defined,misc]
        def _get_text_embedding(self, text: str) -> list[float]:
            return vector(text)

        def _get_query_embedding(self, query: str) -> list[float]:
            return vector(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return vector(query)

    nodes = []
    for name, text in TEXTS.items():
        for start in range(0, len(text), 300):
            node = schema.TextNode(text=text[start : start + 300], start_char_idx=start)
            node.end_char_idx = start + len(node.text)
            node.relationships[schema.NodeRelationship.SOURCE] = schema.RelatedNodeInfo(node_id=name)
            nodes.append(node)
    return core.VectorStoreIndex(nodes, embed_model=Words())


def test_a_llama_index_retriever_is_told_how_many_are_wanted(bench: Path) -> None:
    index = llama_index()
    retriever = index.as_retriever(similarity_top_k=1)
    assert recall(bench, retriever, 1) == [1.0, 1.0, 0.5]
    assert recall(bench, retriever, 4) == [1.0, 1.0, 1.0]  # three nodes of the river, one of the lake
    assert retriever.similarity_top_k == 1


def test_a_llama_index_node_may_be_a_source(bench: Path) -> None:
    core = pytest.importorskip("llama_index.core.base.base_retriever")
    schema = pytest.importorskip("llama_index.core.schema")

    class Mine(core.BaseRetriever):  # type: ignore[name-defined,misc]
        def _retrieve(self, query_bundle: Any) -> list[Any]:
            return [schema.NodeWithScore(node=schema.TextNode(id_=name, text=""), score=1.0) for name in ("lake",)]

    assert recall(bench, Mine()) == [0.0, 1.0, 0.5]


def test_a_llama_index_query_engine_answers_with_its_nodes(bench: Path) -> None:
    llms = pytest.importorskip("llama_index.core.llms")

    class Short(llms.CustomLLM):  # type: ignore[name-defined,misc]
        @property
        def metadata(self) -> Any:
            return llms.LLMMetadata()

        def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
            return llms.CompletionResponse(
                text="the Aare" if "longest river of Switzerland?" in prompt else "217 metres"
            )

        def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
            whole = self.complete(prompt)
            whole.delta = whole.text
            yield whole

    index = llama_index()
    for streaming in (False, True):
        engine = index.as_query_engine(llm=Short(), similarity_top_k=4, streaming=streaming)
        assert answers(bench, engine) == ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0])
    with pytest.raises(UsageError, match="is a query engine"):
        evaluate_retrieval(bench, engine)


def haystack_store() -> Any:
    haystack = pytest.importorskip("haystack")
    stores = pytest.importorskip("haystack.document_stores.in_memory")
    store = stores.InMemoryDocumentStore()
    store.write_documents([haystack.Document(id=name, content=text) for name, text in TEXTS.items()])
    return store


def haystack_retriever() -> Any:
    return pytest.importorskip("haystack.components.retrievers.in_memory").InMemoryBM25Retriever(haystack_store())


def test_a_haystack_pipeline_is_told_how_many_are_wanted(bench: Path) -> None:
    haystack = pytest.importorskip("haystack")
    pipeline = haystack.Pipeline()
    pipeline.add_component("retriever", haystack_retriever())
    assert recall(bench, pipeline, 1) == [1.0, 1.0, 0.5]
    assert recall(bench, pipeline, 2) == [1.0, 1.0, 1.0]
    with pytest.raises(UsageError, match="the pipeline returns no answers or replies"):
        evaluate_systems(bench, pipeline)


def test_a_haystack_pipeline_answers_with_its_documents(bench: Path) -> None:
    haystack = pytest.importorskip("haystack")
    builders = pytest.importorskip("haystack.components.builders")

    @haystack.component  # type: ignore[untyped-decorator]
    class Generator:
        @haystack.component.output_types(replies=list[str])  # type: ignore[untyped-decorator]
        def run(self, prompt: str) -> dict[str, list[str]]:
            return {"replies": ["the Aare" if prompt.endswith("Switzerland?") else "217 metres"]}

    template = "{% for one in documents %}{{ one.content }}{% endfor %} {{ question }}"
    pipeline = haystack.Pipeline()
    pipeline.add_component("retriever", haystack_retriever())
    pipeline.add_component("prompt", builders.PromptBuilder(template))
    pipeline.add_component("generator", Generator())
    pipeline.connect("retriever.documents", "prompt.documents")
    pipeline.connect("prompt.prompt", "generator.prompt")
    expected = ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0])
    assert answers(bench, pipeline) == expected
    assert recall(bench, pipeline) == [1.0, 1.0, 1.0]  # its documents, too

    pipeline.add_component("answers", builders.AnswerBuilder())
    pipeline.connect("generator.replies", "answers.replies")
    pipeline.connect("retriever.documents", "answers.documents")
    assert answers(bench, pipeline) == expected


def test_objects_of_frameworks_work_in_a_running_loop(bench: Path, tmp_path: Path) -> None:
    haystack = pytest.importorskip("haystack")
    pipeline = haystack.Pipeline()
    pipeline.add_component("retriever", haystack_retriever())
    given = {"langchain": langchain_store().as_retriever(), "llama": llama_index().as_retriever(), "haystack": pipeline}

    async def notebook() -> Evaluation:
        return evaluate_retrieval(bench, given, k=[1])

    done = asyncio.run(notebook())
    assert [done.summary.mean(name, "recall@1") for name in given] == pytest.approx([5 / 6] * 3)


def test_a_module_may_name_an_object_of_a_framework(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("langchain_core")
    code = "from test_frameworks_store import langchain_store\nretriever = langchain_store().as_retriever()\n"
    (tmp_path / "my_chain.py").write_text(code, "utf-8")
    import sys
    import types

    module = types.ModuleType("test_frameworks_store")
    module.langchain_store = langchain_store  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert recall(bench, "my_chain:retriever", 1) == [1.0, 1.0, 0.5]


def places(done: Evaluation) -> set[tuple[str, str, int | None]]:
    """The document, the text and the place of every hit that was kept."""
    (log,) = (done.path / "replies").glob("*.jsonl")
    entries = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    hits = [hit for entry in entries if "reply" in entry for hit in entry["reply"]["contexts"]]
    return {(hit.get("document", ""), hit.get("text", ""), hit.get("start")) for hit in hits}


def test_what_their_own_splitters_cut_is_placed_in_the_documents(bench: Path) -> None:
    """Each splitter says where its pieces begin, and Benchwright finds the very words there."""
    core, parser = pytest.importorskip("llama_index.core"), pytest.importorskip("llama_index.core.node_parser")
    splitters = pytest.importorskip("langchain_text_splitters")
    documents, stores = (pytest.importorskip(f"langchain_core.{one}") for one in ("documents", "vectorstores"))
    haystack, preprocessors = (pytest.importorskip(one) for one in ("haystack", "haystack.components.preprocessors"))

    cut = parser.SentenceSplitter(chunk_size=40, chunk_overlap=0)
    llama = core.VectorStoreIndex.from_documents(
        [core.Document(id_=name, text=text) for name, text in TEXTS.items()],
        transformations=[cut],
        embed_model=llama_index()._embed_model,
    ).as_retriever()

    pieces = splitters.RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=0, add_start_index=True)
    store = stores.InMemoryVectorStore(langchain_store().embeddings)
    store.add_documents(
        pieces.split_documents(
            [documents.Document(page_content=text, metadata={"source": name}) for name, text in DOCUMENTS.items()]
        )
    )

    split = preprocessors.DocumentSplitter(split_by="word", split_length=30, split_overlap=0)
    split.warm_up()
    hay = haystack_retriever()
    hay.document_store.delete_documents(list(TEXTS))
    made = [haystack.Document(id=name, content=text) for name, text in TEXTS.items()]
    hay.document_store.write_documents(split.run(documents=made)["documents"])
    pipeline = haystack.Pipeline()
    pipeline.add_component("retriever", hay)

    for retriever in (llama, store.as_retriever(), pipeline):
        done = evaluate_retrieval(bench, retriever, k=[8], measures=["recall@8"])
        assert done.questions_to_arrow()["recall@8"].to_pylist() == [1.0, 1.0, 1.0]
        assert done.scores.systems[0].notes.get("unknown documents", 0) == 0
        found = places(done)
        assert len(found) > 2
        for document, text, start in found:
            whole = TEXTS[document.removesuffix(".txt")]
            assert start is not None
            assert whole[start : start + len(text)] == text
        shutil.rmtree(done.path)
