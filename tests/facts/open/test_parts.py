"""Short sections in one passage are read under their own headings, and their facts stand in the whole passage."""

from pathlib import Path

from benchwright.facts.extract import facts_of_source
from benchwright.facts.open.parts import parts_of
from benchwright.readers.base import Document, InputFile, Limits, TextBuilder
from benchwright.readers.document_sources import ChunkSize, assemble
from benchwright.records import Modality, Source

ANSWERS = {
    "How do I return a parcel?": "Send it back with the label in the box within thirty days of delivery.",
    "How long does a repair take?": "Most repairs take five working days from the day that the machine reaches us.",
    "Where is the workshop?": "The workshop is in the yard behind the shop, through the green gate.",
}


def _passage() -> Source:
    text = TextBuilder()
    text.heading("Questions", 1)
    for question, answer in ANSWERS.items():
        text.heading(question, 2)
        text.paragraph(answer)
    document = Document("faq.md", "Questions", text.text, tuple(text.blocks))
    (source,) = assemble(document, InputFile(Path("faq.md"), "faq.md", Path()), ChunkSize(), Limits(), lambda *_: None)  # type: ignore[arg-type, return-value]
    assert isinstance(source, Source)
    assert source.modality is Modality.TEXT
    return source


def test_each_section_is_a_part_under_its_own_heading() -> None:
    source = _passage()
    parts = list(parts_of(source))
    assert [(part.place.headings, part.text) for part, _ in parts] == [
        (("Questions", question), answer) for question, answer in ANSWERS.items()
    ]
    assert all(source.text[offset : offset + len(part.text)] == part.text for part, offset in parts)


def test_facts_of_parts_stand_in_the_passage(tmp_path: Path) -> None:
    source = _passage()
    facts = [fact for fact in facts_of_source(tmp_path, source) if fact.relation == "answer"]
    assert {fact.subject for fact in facts} == set(ANSWERS)
    for fact in facts:
        stated = source.text[fact.span.start : fact.span.end]
        assert stated == ANSWERS[fact.subject].rstrip(".") or stated == ANSWERS[fact.subject]
        assert fact.id.endswith(f"@{fact.span.start}")
