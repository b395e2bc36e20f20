"""Judge answers with ragas' faithfulness; `perf/judging_rivals.py` runs this: URL ANSWERS AT_ONCE.

As its documentation does it: `evaluate` over a data set, which leaves NaN where a row failed.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from langchain_openai import ChatOpenAI
from ragas import EvaluationDataset, evaluate
from ragas.llms import LangchainLLMWrapper
from ragas.metrics import Faithfulness
from ragas.run_config import RunConfig


def main() -> None:
    url, answers, at_once = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    rows = [json.loads(line) for line in answers.read_text().splitlines()]
    dataset = EvaluationDataset.from_list(
        [
            {
                "user_input": row["question"],
                "response": row["answer"],
                "retrieved_contexts": [one["text"] for one in row["contexts"]],
            }
            for row in rows
        ]
    )
    model = LangchainLLMWrapper(ChatOpenAI(base_url=url, api_key="none", model="stub"))
    result = evaluate(dataset, metrics=[Faithfulness(llm=model)], run_config=RunConfig(max_workers=at_once))
    scores = [row["faithfulness"] for row in result.scores]
    print("\n" + json.dumps({"judged": sum(not math.isnan(one) for one in scores)}))


main()
