"""Wikidata's JSON dump: what is read, what is left out and counted, what damage costs."""

import bz2
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from wikidata_lines import document, dump, item, quantity, string, text, time, unknown, value

from benchwright.graphs.items import GraphValue, Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.limits import GraphLimits
from benchwright.graphs.read.wikidata import READER

ADAMS = document(
    "Q42",
    {"en": "Douglas Adams", "fr": "Douglas Adams", "mul": "D. Adams"},
    {
        "P31": [item("Q5")],
        "P569": [time("+1952-03-11T00:00:00Z")],
        "P2048": [quantity("+1.960", "Q11573")],
        "P1971": [quantity("+1")],
        "P106": [item("Q36180"), item("Q6625963"), item("Q4853732", rank="deprecated")],
        "P345": [string("nm0010930", "external-id")],
        "P18": [string("Douglas adams portrait.jpg", "commonsMedia")],
        "P1477": [text("Douglas Noël Adams", "en"), text("Дуглас Адамс", "ru")],
        "P742": [string("David Agnew")],
        "P69": [item("Q691283", rank="preferred"), item("Q4961791")],
        "P40": [unknown("somevalue")],
    },
    {"en": ["Douglas Noel Adams", "Douglas Adams", "Bop Ad"], "mul": ["DNA"], "de": ["Douglas N. Adams"]},
    {"en": "English writer", "de": "Schriftsteller"},
    {"enwiki": "Douglas Adams", "dewiki": "Adams"},
)
DIRECTOR = document("P57", {"en": "director", "de": "Regisseur"}, {"P31": [item("Q18608871")]})
FILM = document("Q11424", {"de": "Film"}, {"P279": [item("Q10301427"), item("Q10301427")]})


def read(path: Path, documents: list[dict[str, Any]], options: GraphReadOptions | None = None) -> list[Item]:
    path.write_bytes(dump(documents))
    return list(READER.read(path, options or GraphReadOptions()))


def lost(items: list[Item]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for found in items:
        if isinstance(found, Loss):
            counts[found.reason] = counts.get(found.reason, 0) + found.count
    return counts


def test_an_item_with_everything(tmp_path: Path) -> None:
    items = read(tmp_path / "a.json", [ADAMS])
    assert items[0] == Node(
        "Q42",
        "Douglas Adams",
        "English writer",
        "Douglas Adams",
        ("D. Adams", "Douglas Noel Adams", "Bop Ad", "DNA"),
        ("Q5",),
    )
    assert [found for found in items if isinstance(found, Triple)] == [
        Triple("Q42", "P31", "Q5"),
        Triple("Q42", "P569", GraphValue("date", "1952-03-11", "11 March 1952")),
        Triple("Q42", "P2048", GraphValue("number", "1.96", "1.96", "Q11573")),
        Triple("Q42", "P1971", GraphValue("number", "1", "1")),
        Triple("Q42", "P106", "Q36180"),
        Triple("Q42", "P106", "Q6625963"),
        Triple("Q42", "P1477", GraphValue("text", "Douglas Noël Adams", "Douglas Noël Adams")),
        Triple("Q42", "P742", GraphValue("text", "David Agnew", "David Agnew")),
        Triple("Q42", "P69", "Q691283"),
    ]
    assert lost(items) == {
        "deprecated": 1,
        "external-id": 1,
        "commonsmedia": 1,
        "other-language": 1,
        "outranked": 1,
        "somevalue": 1,
    }
    assert Loss("a.json:2", "outranked", "Q42 P69") in items
    assert items[-1] == Position((tmp_path / "a.json").stat().st_size, 3)


def test_properties_are_names_of_relations(tmp_path: Path) -> None:
    items = read(tmp_path / "a.json", [DIRECTOR])
    assert items[0] == RelationName("P57", "director")
    assert lost(items) == {"about-relation": 1}


def test_a_label_that_is_missing_stays_empty_unless_a_fallback_is_asked_for(tmp_path: Path) -> None:
    assert read(tmp_path / "a.json", [FILM])[0] == Node("Q11424", supertypes=("Q10301427",))
    asked = GraphReadOptions(fallbacks=("fr", "de"))
    assert read(tmp_path / "a.json", [FILM], asked)[0] == Node("Q11424", "Film", supertypes=("Q10301427",))
    only_mul = document("Q1", {"mul": "Ada"})
    assert read(tmp_path / "a.json", [only_mul])[0] == Node("Q1", "Ada")
    assert read(tmp_path / "a.json", [only_mul], GraphReadOptions(fallbacks=()))[0] == Node("Q1")


def test_another_wiki_and_language(tmp_path: Path) -> None:
    node = read(tmp_path / "a.json", [ADAMS], GraphReadOptions(language="de", fallbacks=("en",), site="dewiki"))[0]
    names = ("Douglas N. Adams", "Douglas Noel Adams", "Bop Ad")
    assert node == Node("Q42", "Douglas Adams", "Schriftsteller", "Adams", names, ("Q5",))


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (time("+1850-00-00T00:00:00Z", 8), "imprecise-date"),
        (time("+2021-02-30T00:00:00Z"), "bad-date"),
        (unknown("novalue"), "novalue"),
        (value("globecoordinate", {"latitude": 1, "longitude": 2}, "globe-coordinate"), "globe-coordinate"),
        (string("E=mc^2", "math"), "math"),
        (string("http://example.org", "url"), "url"),
        (string("?", "a-new-one"), "other-datatype"),
        (value("string", "untold"), "no-datatype"),
        (quantity("many"), "bad-number"),
        (value("quantity", "5", "quantity"), "bad-snak"),
        (value("wikibase-entityid", {"id": "../../etc"}, "wikibase-item"), "bad-snak"),
        (string("x" * 1001), "long-name"),
        ({"rank": "normal"}, "bad-snak"),
        ({"rank": "best", "mainsnak": {}}, "bad-claim"),
    ],
)
def test_what_is_left_out_is_counted(tmp_path: Path, claim: dict[str, Any], reason: str) -> None:
    items = read(tmp_path / "a.json", [document("Q1", {"en": "one"}, {"P1": [claim]})])
    assert items == [
        Node("Q1", "one"),
        Loss("a.json:2", reason, next(i.detail for i in items if isinstance(i, Loss))),
        items[-1],
    ]


def test_a_preferred_unknown_outranks_a_normal_value(tmp_path: Path) -> None:
    claims = {"P22": [item("Q2"), unknown("somevalue", rank="preferred")]}
    assert lost(read(tmp_path / "a.json", [document("Q1", {}, claims)])) == {"outranked": 1, "somevalue": 1}


def test_documents_of_another_shape_cost_what_is_wrong_with_them(tmp_path: Path) -> None:
    strange = {"type": "item", "id": "Q1", "labels": "none", "aliases": {"en": "one"}, "claims": {"P1": 5, "x": []}}
    items = read(tmp_path / "a.json", [strange, {"type": "lexeme", "id": "L1"}, {"id": "Q2"}, ADAMS])
    assert items[0] == Node("Q1")
    assert lost(items)["bad-entity"] == 5
    assert lost(items)["lexeme"] == 1
    assert Node in map(type, items[2:])


def test_old_dumps_name_items_by_number_and_no_data_types(tmp_path: Path) -> None:
    old = value("wikibase-entityid", {"entity-type": "item", "numeric-id": 5})
    items = read(tmp_path / "a.json", [document("Q1", {}, {"P31": [old]})])
    assert items[:2] == [Node("Q1", types=("Q5",)), Triple("Q1", "P31", "Q5")]


def test_answers_of_the_interface_are_as_many_entities(tmp_path: Path) -> None:
    answers = [
        {"entities": {"Q42": {"pageid": 138, "ns": 0, "title": "Q42"} | ADAMS}},
        {"entities": {"P57": DIRECTOR, "Q0": {"id": "Q0", "missing": ""}, "Q1": [], "Q11424": FILM}, "success": 1},
    ]
    path = tmp_path / "answers.json"
    path.write_text("\n".join(map(json.dumps, answers)), "utf-8")
    dumped = [one for one in read(tmp_path / "dump.json", [ADAMS, DIRECTOR, FILM]) if not isinstance(one, Position)]

    found = [one for one in READER.read(path, GraphReadOptions()) if not isinstance(one, Position)]

    assert reader_of(path).name == "wikidata-json"
    assert [one for one in found if not isinstance(one, Loss)] == [one for one in dumped if not isinstance(one, Loss)]
    assert lost(found) == lost(dumped) | {"missing": 1, "bad-entity": 1}
    assert [one.detail for one in found if isinstance(one, Loss) and one.reason == "missing"] == ["Q0"]


def test_bad_lines_cost_themselves(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    lines = dump([ADAMS, DIRECTOR, FILM]).splitlines(keepends=True)
    lines[2:2] = [lines[1][:500] + b"\n", b"\xff\xfe\n", b'{"type":"item","id":"Q7","x":"' + b"y" * 30_000 + b'"},\n']
    lines.insert(2, b"[" * 100_000 + b"\n")
    path.write_bytes(b"".join(lines))
    items = list(READER.read(path, GraphReadOptions(limits=GraphLimits(line_bytes=150_000))))
    bad = [found for found in items if isinstance(found, Loss) and found.reason == "bad-json"]
    assert [found.where for found in bad] == ["a.json:3", "a.json:4", "a.json:5"]
    assert [found.id for found in items if isinstance(found, Node)] == ["Q42", "Q7", "Q11424"]
    items = list(READER.read(path, GraphReadOptions(limits=GraphLimits(line_bytes=20_000))))
    assert [found.id for found in items if isinstance(found, Node)] == ["Q42", "Q11424"]
    assert lost(items)["too-long"] == 2


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [("", bytes), (".gz", gzip.compress), (".bz2", bz2.compress), (".zst", zstandard.ZstdCompressor().compress)],
)
def test_a_compressed_dump_is_known_and_read_alike(tmp_path: Path, suffix: str, pack: Any) -> None:
    path = tmp_path / f"latest-all.json{suffix}"
    path.write_bytes(pack(dump([ADAMS, DIRECTOR, FILM])))
    assert reader_of(path).name == "wikidata-json"
    found = [each for each in READER.read(path, GraphReadOptions()) if not isinstance(each, Loss)]
    plain = [each for each in read(tmp_path / "a.json", [ADAMS, DIRECTOR, FILM]) if not isinstance(each, Loss)]
    assert found == plain


def test_going_on_at_a_mark_gives_the_rest(tmp_path: Path) -> None:
    options = GraphReadOptions(limits=GraphLimits(mark_lines=2))
    items = read(tmp_path / "a.json", [ADAMS, DIRECTOR, FILM, ADAMS, FILM], options)
    marks = [at for at, found in enumerate(items) if isinstance(found, Position)]
    assert len(marks) == 4
    for at in marks:
        mark = items[at]
        assert isinstance(mark, Position)
        assert list(READER.read(tmp_path / "a.json", options, mark)) == items[at + 1 :]


@given(st.integers(0, len(dump([ADAMS, DIRECTOR, FILM]))))
def test_a_dump_cut_at_any_byte_keeps_what_stands_before(tmp_path_factory: pytest.TempPathFactory, at: int) -> None:
    whole = dump([ADAMS, DIRECTOR, FILM])
    path = tmp_path_factory.mktemp("cut") / "a.json"
    path.write_bytes(whole[:at])
    names = [found.id for found in READER.read(path, GraphReadOptions()) if isinstance(found, Node | RelationName)]
    lines = whole.splitlines(keepends=True)
    complete = sum(len(b"".join(lines[: n + 1]).rstrip(b",\n")) <= at for n in range(1, 4))
    assert names == ["Q42", "P57", "Q11424"][:complete]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda part: (
            st.lists(part)
            | st.dictionaries(
                st.sampled_from(["type", "id", "labels", "claims", "P1", "en", "value", "mainsnak", "rank", "x"]), part
            )
        ),
        max_leaves=12,
    )
)
def test_no_json_stops_the_reading(tmp_path_factory: pytest.TempPathFactory, strange: Any) -> None:
    path = tmp_path_factory.mktemp("strange") / "a.json"
    parts = [strange, {"type": "item", "id": "Q1", "labels": strange, "claims": strange, "sitelinks": strange}]
    parts += [{"type": "item", "id": "Q2", "claims": {"P1": [{"rank": "normal", "mainsnak": strange}]}}]
    inner = {"time": strange, "precision": strange, "language": strange, "text": strange, "id": strange}
    kinds = ("time", "quantity", "string", "wikibase-item", "monolingualtext", strange)
    for said in (strange, inner):
        snak = {"snaktype": "value", "datavalue": {"value": said, "type": strange}}
        claims = [{"rank": "normal", "mainsnak": snak | {"datatype": kind}} for kind in kinds]
        parts.append({"type": "item", "id": "Q3", "claims": {"P1": claims}})
    path.write_text("\n".join(map(json.dumps, parts)), encoding="utf-8")
    ids = [found.id for found in READER.read(path, GraphReadOptions()) if isinstance(found, Node)]
    assert ids[-4:] == ["Q1", "Q2", "Q3", "Q3"]
