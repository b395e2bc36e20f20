"""Several processes give the scores of one, also if one of them is killed."""

import os
import signal
from dataclasses import replace

import pytest
from part_questions import FLAGS, RAILWAY, SIZES
from rankings import gold as gold_

from benchwright.evaluate.measures import part_processes
from benchwright.evaluate.measures.part_processes import PartProcesses
from benchwright.evaluate.measures.part_scores import PartJob, part_score

GOLD = gold_(*(replace(one, id=f"{at} {one.id}") for at in range(2) for one in (RAILWAY, FLAGS, SIZES)))
TEXTS = ("77 km", "red", "Mexico has more of both", "55 km", "красный", "Panama; Mexico 130 million")
JOBS: list[PartJob] = [(place, (text,)) for text in TEXTS for place in range(len(GOLD))]


def test_several_processes_give_the_scores_of_one_in_the_order_of_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_processes, "PER_PROCESS", 2)
    alone = [part_score(GOLD.questions[place], answers) for place, answers in JOBS]
    assert len(set(alone)) > 3
    with PartProcesses(GOLD, 3) as processes:
        assert processes.scores(JOBS) == alone
        first, second = processes.pids
        assert os.getpid() not in (first, second)
        assert processes.scores(JOBS[::-1]) == alone[::-1]
        assert list(processes.pids) == [first, second]
        os.kill(first, signal.SIGKILL)
        assert processes.scores(JOBS) == processes.scores(JOBS) == alone
        assert list(processes.pids) == [second]
        assert processes.scores([]) == []
    assert not processes.pids


def test_few_answers_start_no_process() -> None:
    with PartProcesses(GOLD, 8) as processes:
        assert processes.scores(JOBS[:1]) == [part_score(GOLD.questions[0], JOBS[0][1])]
        assert not processes.pids
