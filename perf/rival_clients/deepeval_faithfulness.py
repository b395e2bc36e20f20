"""Judge answers with DeepEval's faithfulness; `perf/judging_rivals.py` runs this: URL ANSWERS AT_ONCE [ignore].

As its documentation does it: `evaluate` over test cases. With `ignore`, errors leave their test case without a score
instead of ending the run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, DisplayConfig, ErrorConfig
from deepeval.metrics import FaithfulnessMetric
from deepeval.models import OpenAIModel
from deepeval.test_case import LLMTestCase


def main() -> None:
    url, answers, at_once = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    rows = [json.loads(line) for line in answers.read_text().splitlines()]
    cases = [
        LLMTestCase(
            input=row["question"],
            actual_output=row["answer"],
            retrieval_context=[one["text"] for one in row["contexts"]],
        )
        for row in rows
    ]
    model = OpenAIModel(model="gpt-4o-mini", api_key="none", base_url=url)
    result = evaluate(
        cases,
        [FaithfulnessMetric(model=model)],
        async_config=AsyncConfig(max_concurrent=at_once),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        error_config=ErrorConfig(ignore_errors="ignore" in sys.argv[4:]),
    )
    scores = [one.score for test in result.test_results for one in test.metrics_data or ()]
    print("\n" + json.dumps({"judged": sum(score is not None for score in scores)}))


main()
