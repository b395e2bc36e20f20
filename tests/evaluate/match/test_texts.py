from lakes import GUIDE, ONE, TEXT, corpus, gold, question

from benchwright.evaluate.match import match
from benchwright.evaluate.match.texts import HitTexts, characters
from benchwright.evaluate.runs import Chunk, Hit, run_of

HITS = [
    Hit("one"),
    Hit(chunk=Chunk("a text", GUIDE, 3, 9)),
    Hit(chunk=Chunk("", "lakes.md", 0, 5)),
    Hit(chunk=Chunk("", GUIDE)),
    Hit(chunk=Chunk("", "one")),
    Hit(chunk=Chunk("", GUIDE, page=3)),
    Hit(chunk=Chunk("", "moon")),
    Hit("moon"),
]


def test_texts_and_lengths_of_hits(tmp_path):
    lakes = corpus(tmp_path)
    mine = run_of("mine", [("q", HITS)])
    texts = HitTexts(mine, lakes)
    assert [texts[row] for row in range(len(HITS))] == [ONE, "a text", TEXT[:5], TEXT, ONE, "", "", ""]
    assert [texts.key(row) for row in range(len(HITS))] == ["one", *[""] * 7]
    asked = gold(question("q", sources=["one"]), question("r", sources=["one"]))
    values = characters(match(mine, asked, lakes), mine, lakes, [1, 3, 100])
    assert [one.measure for one in values] == ["characters@1", "characters@3", "characters@100"]
    assert [one.values.tolist() for one in values] == [
        [len(ONE), 0],
        [len(ONE) + 6 + 5, 0],
        [2 * len(ONE) + 6 + 5 + len(TEXT), 0],
    ]
