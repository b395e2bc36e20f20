"""Documents that LangChain and LlamaIndex wrote as JSON."""

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from multimodal import png

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Mark, Picture, Resume
from benchwright.readers.inputs import ReadContext
from benchwright.readers.layouts import documents_json, resume_marks
from benchwright.readers.layouts.jsonl import read_jsonl
from benchwright.records import Drop, Image, Modality, Place, Source

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("aGk="),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
METADATA = st.dictionaries(st.sampled_from(["source", "page", "page_label", "page_number", "title", "url"]), JSON)
KEYS = ("lc", "type", "id", "kwargs", "page_content", "text", "vector", "id_", "image", "image_path", "image_resource")
RECORDS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys((*KEYS, "relationships", "__data__", "class_name"), JSON) | {"metadata": METADATA | JSON}
)

ELM = {
    "id": "e",
    "metadata": {"source": "docs/guide.pdf", "page": 3, "title": "Guide", "start_index": 120, "license": "CC0"},
    "page_content": "Elms.\n",
    "type": "Document",
}
ELM_SOURCE = Source("e", Modality.TEXT, "Guide", "Elms.\n", Place("docs/guide.pdf", 120, 126, page=4), licence="CC0")
YEW = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain", "schema", "document", "Document"],
    "kwargs": {"page_content": "Yews.", "metadata": {"source": "https://example.org/yew.html", "Header 2": "Age"}},
}
NODE = {
    "id_": "n1",
    "embedding": None,
    "metadata": {"file_path": "/home/ada/guide.pdf", "file_name": "guide.pdf", "page_label": "4"},
    "relationships": {"1": {"node_id": "d1", "node_type": "4", "metadata": {}, "class_name": "RelatedNodeInfo"}},
    "text": "Oaks.",
    "start_char_idx": 10,
    "end_char_idx": 15,
    "class_name": "TextNode",
}
NODE_SOURCE = Source("n1", Modality.TEXT, "guide.pdf", "Oaks.", Place("/home/ada/guide.pdf", 10, 15, page=4))


def read(tmp_path: Path, data: object, resume: Resume | None = None, **more: Any) -> list[Item]:
    path = tmp_path / "docs.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return list(documents_json.read_json(InputFile(path, path.name, tmp_path, resume=resume, **more), Limits()))


def test_langchain_s_documents(tmp_path: Path) -> None:
    yew = Source(
        "docs.json#p1",
        Modality.TEXT,
        "yew.html",
        "Yews.",
        Place("https://example.org/yew.html", headings=("Age",)),
        url="https://example.org/yew.html",
    )
    assert read(tmp_path, [ELM, YEW]) == [ELM_SOURCE, yew]
    assert read(tmp_path, ELM) == [ELM_SOURCE]
    path = tmp_path / "docs.jsonl"
    path.write_text(f"{json.dumps(ELM)}\n{json.dumps(YEW)}\n", encoding="utf-8")
    found = list(read_jsonl(InputFile(path, path.name, tmp_path), Limits()))
    assert found == [ELM_SOURCE, replace(yew, id="docs.jsonl#p1")]


def test_langchain_s_store_in_memory(tmp_path: Path) -> None:
    store = {
        "metadata": {"id": "metadata", "vector": [0.5] * 3, "text": "An id may be any word.", "metadata": {}},
        "b": {"id": None, "vector": [], "text": "Two.", "metadata": {"page_number": 2}},
    }
    assert read(tmp_path, dict(reversed(store.items()))) == [
        Source("b", Modality.TEXT, "", "Two.", Place("b", page=2)),
        Source("metadata", Modality.TEXT, "", "An id may be any word.", Place("metadata")),
    ]


def test_llamaindex_s_nodes(tmp_path: Path) -> None:
    whole = {
        "id_": "d1",
        "text_resource": {"text": "Whole."},
        "metadata": {"page_label": "iv"},
        "class_name": "Document",
    }
    index = {"id_": "x", "text": "See.", "relationships": {"1": {"node_id": "d1"}}, "class_name": "IndexNode"}
    assert read(tmp_path, [NODE, whole, index]) == [
        NODE_SOURCE,
        Source("d1", Modality.TEXT, "", "Whole.", Place("d1")),
        Source("x", Modality.TEXT, "", "See.", Place("d1")),
    ]


def test_llamaindex_s_docstore(tmp_path: Path) -> None:
    old = {"doc_id": "old", "text": "Old.", "extra_info": {"source": "7", "url": "https://example.org/old"}}
    store = {
        "docstore/metadata": {"n1": {"doc_hash": "00"}},
        "docstore/data": {
            "n1": {"__data__": NODE, "__type__": "1"},
            "old": {"__data__": json.dumps(old), "__type__": "4"},
            "bad": {"__data__": "{", "__type__": "1"},
            "none": {"__data__": 7},
        },
        "docstore/ref_doc_info": {"d1": {"node_ids": ["n1"]}},
    }
    first, second, *drops = read(tmp_path, store)
    assert (first, second) == (
        NODE_SOURCE,
        Source("old", Modality.TEXT, "old", "Old.", Place("https://example.org/old"), url="https://example.org/old"),
    )
    assert [(drop.reason, drop.document) for drop in drops if isinstance(drop, Drop)] == [
        ("bad-json", "docs.json"),
        ("bad-record", "docs.json"),
    ]


def test_images_inside_a_node_and_beside_the_file(tmp_path: Path) -> None:
    data = png("red")
    (tmp_path / "red.png").write_bytes(data)
    inside = base64.b64encode(data).decode()
    nodes = [
        {"id_": "a", "image": inside, "text": "A red square.", "class_name": "ImageNode"},
        {"id_": "b", "image_resource": {"data": inside}, "text_resource": {"text": ""}},
        {"id_": "c", "image_path": "/home/ada/red.png", "class_name": "ImageDocument"},
        {"id_": "d", "image_path": "C:\\pictures\\red.png", "metadata": {"title": "Red"}},
        {"id_": "e", "class_name": "ImageNode", "metadata": {"file_path": "red.png"}},
        {"id_": "f", "image_url": "https://example.org/red.png"},
    ]
    around = ReadContext(fetch=lambda url: url.encode())
    found = [item for item in read(tmp_path, nodes, around=around) if isinstance(item, Picture)]
    image = Image("", "", 0, 0, caption="A red square.")
    assert found[0].source == Source("a", Modality.IMAGE, "", "A red square.", Place("a"), image=image)
    assert [item.data for item in found] == [data, data, b"", b"", b"", b"https://example.org/red.png"]
    assert [item.file.path.name for item in found[2:5]] == ["red.png"] * 3
    assert [item.source.title for item in found[3:5]] == ["Red", "red.png"]


def test_images_that_cannot_be_had_are_drops(tmp_path: Path) -> None:
    nodes = [
        {"id_": "a", "image": "no base64!"},
        {"id_": "b", "image_path": "../../gone.png"},
        {"id_": "c", "class_name": "ImageNode"},
        {"id_": "d", "image_url": "https://example.org/x.png"},
        {"id_": "e", "image": "A" * 100},
        {"id_": "f", "image_path": "https://example.org/x.png"},
    ]
    items = read(tmp_path, nodes, limits=Limits(image_bytes=10))
    assert [item.reason for item in items if isinstance(item, Drop)] == [
        "image-damaged",
        "image-missing",
        "image-missing",
        "image-remote",
        "image-too-large",
        "image-remote",
    ]


def test_one_bad_record_costs_itself(tmp_path: Path) -> None:
    deep, big = "[" * 9000 + "]" * 9000, "1" + "0" * 5000
    records = [
        '{"page_content": NaN}', f'{{"page_content": "a", "metadata": {deep}}}', f'{{"page_content": {big}}}', "7",
        '{"page_content": "\\ud800", "metadata": {"page": 1e999, "page": 1' + "0" * 30 + "}}", '{"title": "none"}',
        '{"page_content": "x", "page_content": "last one"}',
    ]  # fmt: skip
    items = read(tmp_path, f"[{', '.join(records)}]")
    assert [item.reason if isinstance(item, Drop) else getattr(item, "text", "") for item in items] == [
        "no-text",
        "bad-json",
        "bad-json",
        "bad-record",
        "\ud800",
        "bad-record",
        "last one",
    ]
    assert isinstance(items[4], Source)
    assert items[4].place.page is None


@pytest.mark.parametrize(
    ("data", "reason", "message"),
    [
        ("7", "unsupported", "one plain JSON value"),
        ("{}", "unsupported", "an empty JSON object"),
        ("[]", "unsupported", "a list of nothing"),
        ('[{"name": 1, "at": 2}]', "unsupported", "a list of objects with name, at"),
        ("[[1], 2]", "unsupported", "a list of lists"),
        ("[tru]", "unsupported", "a list of what cannot be read"),
        ('{"type": "FeatureCollection", "features": []}', "unsupported", "an object with type, features"),
        ('{"a": {"b": 1}, "c": {"d": 2}}', "unsupported", "an object with a, c"),
        ("{" + ",".join(f'"{n}": 1' for n in range(1100)) + "}", "unsupported", "an object with 0, 1"),
        ("", "empty", "no text"),
        ('{"page_content": "a"', "truncated", "ends in the middle"),
        ('{"page_content": "a"}\n{"page_content": "b"}', "bad-json", "is it JSON Lines"),
    ],
)  # fmt: skip
def test_files_that_hold_no_documents(tmp_path: Path, data: str, reason: str, message: str) -> None:
    with pytest.raises(ReadError, match=message) as caught:
        read(tmp_path, data)
    assert caught.value.reason == reason


def test_what_follows_a_mark_is_the_same_when_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_marks, "EVERY", 3)
    records = [ELM | {"id": f"e{number}"} for number in range(8)]
    items = read(tmp_path, records)
    places = [place for place, item in enumerate(items) if isinstance(item, Mark)]
    assert places == [3, 7]
    for place in places:
        mark = items[place]
        assert isinstance(mark, Mark)
        assert read(tmp_path, records, Resume(mark.state)) == items[place + 1 :]


def test_they_become_a_corpus(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    image = {"id_": "red", "image": base64.b64encode(png("red")).decode(), "text": "Red.", "class_name": "ImageNode"}
    bad = image | {"id_": "bad", "image": base64.b64encode(b"no picture").decode()}
    (folder / "docstore.json").write_text(json.dumps([ELM, YEW, NODE, image, bad, ELM]))
    (folder / "index_store.json").write_text('{"index_store/data": {"x": {"__type__": "vector_store"}}}')
    (folder / "red.png").write_bytes(png("blue"))
    (folder / "red.json").write_text('{"caption": "A sidecar stays one."}')
    report = ingest_paths([folder], tmp_path / "corpus")
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["e", "docstore.json#p1", "n1", "red", "red.png#i0"]
    assert dict(report.drops) == {"image-format": 1, "repeated-id": 1, "unsupported": 1}
    assert corpus.source("red.png#i0").text == "A sidecar stays one."


@given(RECORDS)
def test_any_record_gives_a_source_or_a_drop(tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any]) -> None:
    items = read(tmp_path_factory.mktemp("any"), [ELM, record, NODE])
    assert (items[0], items[2], len(items)) == (ELM_SOURCE, NODE_SOURCE, 3)
    assert isinstance(items[1], Source | Picture | Drop)


@given(JSON)
def test_any_file_gives_sources_or_a_read_error(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    reason = ""
    try:
        read(tmp_path_factory.mktemp("any"), json.dumps(value))
    except ReadError as error:
        reason = error.reason
    assert reason == "unsupported"
