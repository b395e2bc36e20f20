"""Make goldens with DeepEval; `perf/rivals.py` runs this: URL FOLDER QUESTIONS AT_ONCE.

As its documentation does it, one golden a context, and a document each context.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from deepeval.models import OpenAIModel
from deepeval.synthesizer import Synthesizer


def main() -> None:
    url, folder, questions, at_once = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    documents = [path.read_text() for path in sorted(folder.glob("*.md"))]
    contexts = [[documents[place % len(documents)]] for place in range(questions)]
    model = OpenAIModel(model="gpt-4o-mini", api_key="none", base_url=url)
    synthesizer = Synthesizer(model=model, async_mode=True, max_concurrent=at_once)
    made = synthesizer.generate_goldens_from_contexts(contexts=contexts, max_goldens_per_context=1)
    print("\n" + json.dumps({"questions": len(made)}))


main()
