"""What a numbered figure shows is asked by its number and document."""

from pathlib import Path

from asking import asked, reasons

from benchwright.makers.composed.families.figure_content import FigureContent
from benchwright.records import Image, Modality, Place, Source


def figure(document: str, title: str, at: int, caption: str) -> Source:
    image = Image(f"{at}" * 64, "png", 30, 20, caption=caption)
    return Source(f"{document}#i{at}", Modality.IMAGE, title, caption, Place(document), image=image)


def passage(document: str, title: str, text: str) -> Source:
    return Source(f"{document}#p0", Modality.TEXT, title, text, Place(document))


def test_a_figure_is_named_by_its_number_and_its_page(tmp_path: Path) -> None:
    sources = [
        passage("a.html", "Garden Pumps", "Garden pumps are described here."),
        figure("a.html", "Garden Pumps", 1, "Figure 1. The parts of an engine"),
        figure("a.html", "Garden Pumps", 2, "Figure 2. A tree in the rain"),
        figure("a.html", "Garden Pumps", 3, "Figure 2. A tree in the snow"),  # of one number, with other words
        passage("b.html", "Fire Pumps", "Figure 1 shows a red hose on a wall."),
        figure("b.html", "Fire Pumps", 4, "Figure 1: A red hose on a wall"),  # a passage says so too
    ]
    assert asked(tmp_path / "one", FigureContent(), sources, "image") == {
        'What does Figure 1 of "Garden Pumps" show?': "The parts of an engine"
    }
    assert reasons(tmp_path / "two", FigureContent(), sources, "image") == {"unique", "needed"}
