from __future__ import annotations

import pytest
from reviewing import towns_study

from benchwright.review.items import ItemRole, ReviewItem
from benchwright.review.open_study import OpenStudy
from benchwright.values import parse


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> OpenStudy:
    settings = {"form": {"items": 10, "tests": 4, "attention": 2}, "qualification": {"items": 6}}
    return towns_study(tmp_path_factory.mktemp("planted"), items={"count": 24}, **settings)


def original(study: OpenStudy, item: ReviewItem) -> ReviewItem:
    from benchwright.benchmark.store import Benchmark
    from benchwright.review.study import Draw
    from benchwright.review.units import ItemMaker

    bench = Benchmark.open(study.facts["benchmark"])
    maker = ItemMaker(bench, item.origin, study.settings.seed, blind=False)
    return next(one for one in maker.items(study.task, Draw(), 10) if one.example == item.example)


def test_a_planted_answer_is_wrong_and_of_the_same_type(study: OpenStudy) -> None:
    planted = [one for one in study.items(ItemRole.TEST) if set(one.expected) == {"correctness"}]
    assert planted
    for one in planted:
        was = original(study, one).content
        assert one.content.question == was.question
        assert one.content.answer != was.answer
        assert type(parse(one.content.answer)) is type(parse(was.answer))
        assert one.expected == {"correctness": ("no",)}


def test_planted_sources_are_none_of_the_questions_own(study: OpenStudy) -> None:
    planted = [one for one in study.items(ItemRole.TEST) if set(one.expected) == {"relevance", "answerability"}]
    assert planted
    for one in planted:
        assert one.content.sources
        assert not set(one.content.sources) & set(original(study, one).content.sources)
        assert one.content.evidence == ()


def test_words_in_another_order_are_the_same_words(study: OpenStudy) -> None:
    planted = [one for one in study.items(ItemRole.TEST) if set(one.expected) == {"fluency"}]
    assert planted
    for one in planted:
        was = original(study, one).content.question
        assert one.content.question != was
        assert sorted(one.content.question.rstrip("?").split()) == sorted(was.rstrip("?").split())


def test_attention_checks_say_what_to_choose(study: OpenStudy) -> None:
    for one in study.items(ItemRole.ATTENTION):
        assert set(one.expected) == {"fluency", "style", "relevance", "needed", "answerability", "correctness"}
        for name, (value,) in one.expected.items():
            assert f"{study.task.field(name).ask} {value}" in one.content.notice.splitlines()[1:]


def test_no_two_controls_are_of_one_question(study: OpenStudy) -> None:
    planted = [one for role in ItemRole if role is not ItemRole.REAL for one in study.items(role)]
    assert len({(one.origin, one.example, one.part) for one in planted}) == len(planted)


def test_qualification_has_right_items_beside_wrong_ones(study: OpenStudy) -> None:
    listed = study.items(ItemRole.QUALIFICATION)
    assert len(listed) == 12  # six, and six for a second chance
    right = [one for one in listed if "yes" in one.expected.get("correctness", ())]
    assert len(right) == 6


def test_controls_are_made_of_questions_that_were_not_drawn(study: OpenStudy) -> None:
    drawn = {one.example for one in study.items(ItemRole.REAL)}
    assert len(drawn) == 24
    for role in (ItemRole.TEST, ItemRole.ATTENTION, ItemRole.QUALIFICATION):
        assert not {one.example for one in study.items(role)} & drawn


def test_ids_tell_nothing_and_no_two_are_equal(study: OpenStudy) -> None:
    listed = study.items()
    assert len({one.id for one in listed}) == len(listed)
    for one in listed:
        assert all(word not in one.id for word in (one.example, one.role, one.origin))
