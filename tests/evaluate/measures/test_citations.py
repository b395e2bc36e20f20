from dataclasses import dataclass, replace

from rankings import gold, question

from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measures.citations import citation_measures, cited_run
from benchwright.evaluate.runs import RunHit
from benchwright.records import Answer, Span


@dataclass(frozen=True)
class Reply:
    contexts: tuple[RunHit, ...] = ()
    citations: tuple[int, ...] | None = None
    failure: str = ""


CONTEXTS = (RunHit("a", 0.1), RunHit("x", 0.9), RunHit("b", 0.5), RunHit("c", 0.5))


def scores(asked, replies):
    corpus = {"a", "b", "c", "x"}
    return citation_measures(match_sources(cited_run("mine", asked, replies), asked, corpus), replies)


def test_shares_by_hand():
    asked = gold(*(question(name, ["a", "b"], ["c"]) for name in ("one", "two", "three", "four")))
    replies = {
        "one": Reply(CONTEXTS, (0, 1)),  # a is evidence, x is not; half of {a, b}
        "two": Reply(CONTEXTS, (3, 3)),  # c alone suffices; cited twice is cited once
        "three": Reply(CONTEXTS, (2, 0, 9, -1)),  # both of {a, b}, and two that are not there
        "four": Reply(CONTEXTS, (7,)),
    }
    precision, recall = scores(asked, replies)
    assert precision.measure == "citation-precision"
    assert precision.values.tolist() == [0.5, 1, 0.5, 0]
    assert recall.measure == "citation-recall"
    assert recall.values.tolist() == [0.5, 1, 1, 0]
    assert precision.scored.all()
    assert recall.scored.all()


def test_who_cites_nothing():
    asked = gold(*(question(name, ["a"]) for name in ("cites", "none", "empty", "failed", "missing")))
    replies = {
        "cites": Reply(CONTEXTS, (0,)),
        "none": Reply(CONTEXTS),
        "empty": Reply(CONTEXTS, ()),
        "failed": Reply(failure="did not answer"),
    }
    precision, recall = scores(asked, replies)
    assert precision.values.tolist() == recall.values.tolist() == [1, 0, 0, 0, 0]
    assert precision.scored.tolist() == [True, False, False, True, True]
    assert precision.reasons == {"cites nothing": 2}
    assert recall.scored.all()
    assert recall.reasons == {}


def test_who_cites_only_what_tells_undecided_answers_cites_nothing():
    undecided = (Answer("U", (), ((Span("x", "text", 0, 1),),)),)
    asked = gold(*(replace(question(name, ["a"]), undecided=undecided) for name in ("only", "beside", "and wrong")))
    replies = {
        "only": Reply(CONTEXTS, (1,)),
        "beside": Reply(CONTEXTS, (1, 0)),  # x is passed over
        "and wrong": Reply(CONTEXTS, (1, 9)),  # what is not there stays wrong
    }
    precision, recall = scores(asked, replies)
    assert precision.values.tolist() == recall.values.tolist() == [0, 1, 0]
    assert precision.scored.tolist() == [False, True, True]
    assert precision.reasons == {"cites nothing": 1}
    assert recall.scored.all()


def test_a_system_without_citations_is_not_scored():
    asked = gold(question("q", ["a"]), question("r", ["a"]))
    replies = {"q": Reply(CONTEXTS), "r": Reply(failure="did not answer")}
    cited = cited_run("mine", asked, replies)
    assert len(cited) == 0
    found = match_sources(cited_run("mine", asked, {"q": Reply(CONTEXTS, (0,))}), asked, {"a"})
    for one in citation_measures(found, replies):
        assert not one.scored.any()
        assert one.reasons == {"no citations": 2}


def test_a_question_without_gold_is_not_scored():
    asked = gold(question("one", ["a"]), question("bare"))
    for told in scores(asked, {name: Reply(CONTEXTS, (0,)) for name in ("one", "bare")}):
        assert told.values.tolist() == [1, 0]
        assert told.scored.tolist() == [True, False]
        assert told.reasons == {"no gold": 1}
