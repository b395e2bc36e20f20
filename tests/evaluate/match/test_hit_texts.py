from lakes import GUIDE, ONE, TEXT, corpus, gold, question

from benchwright.evaluate.match import match_chunks
from benchwright.evaluate.match.hit_texts import HitTexts, mean_length
from benchwright.evaluate.runs import RunHit, TextChunk, run_of

HITS = [
    RunHit("one"),
    RunHit(chunk=TextChunk("a text", GUIDE, 3, 9)),
    RunHit(chunk=TextChunk("", "lakes.md", 0, 5)),
    RunHit(chunk=TextChunk("", GUIDE)),
    RunHit(chunk=TextChunk("", "one")),
    RunHit(chunk=TextChunk("", GUIDE, page=3)),
    RunHit(chunk=TextChunk("", "moon")),
    RunHit("moon"),
]


def test_texts_and_lengths_of_hits(tmp_path):
    lakes = corpus(tmp_path)
    mine = run_of("mine", [("q", HITS)])
    texts = HitTexts(mine, lakes)
    assert [texts[row] for row in range(len(HITS))] == [ONE, "a text", TEXT[:5], TEXT, ONE, "", "", ""]
    asked = gold(question("q", sources=["one"]), question("r", sources=["one"]))
    matches = match_chunks(mine, asked, lakes)
    lengths = [len(ONE), len(ONE) + 6 + 5, 2 * len(ONE) + 6 + 5 + len(TEXT)]
    assert [2 * mean_length(matches, texts, depth) for depth in (1, 3, 100)] == lengths  # of two questions, one empty
