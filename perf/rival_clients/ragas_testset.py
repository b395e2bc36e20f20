"""Make a test set with ragas; `perf/rivals.py` runs this: URL FOLDER QUESTIONS AT_ONCE.

As its documentation does it, but for two things. Its tokeniser would fetch a file from the network: tokens are runs of
four characters here. And it is called from within an event loop, for else it closes its loop between two steps, and its
client's kept connections with it ("Event loop is closed").
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import tiktoken
from langchain_core.documents import Document
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from ragas.embeddings import LangchainEmbeddingsWrapper
from ragas.llms import LangchainLLMWrapper
from ragas.run_config import RunConfig
from ragas.testset import TestsetGenerator


class Pieces:
    """Stands in for a tokeniser."""

    def encode(self, text: str, **options: Any) -> list[str]:
        return [text[at : at + 4] for at in range(0, len(text), 4)]

    def decode(self, tokens: list[str]) -> str:
        return "".join(tokens)


async def main() -> None:
    url, folder, questions, at_once = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    tiktoken.get_encoding = tiktoken.encoding_for_model = lambda name: Pieces()
    model = ChatOpenAI(base_url=url, api_key="none", model="stub")
    embedding = OpenAIEmbeddings(base_url=url, api_key="none", model="stub", check_embedding_ctx_length=False)
    paths = sorted(folder.glob("*.md"))
    documents = [Document(page_content=path.read_text(), metadata={"filename": path.name}) for path in paths]
    generator = TestsetGenerator(llm=LangchainLLMWrapper(model), embedding_model=LangchainEmbeddingsWrapper(embedding))
    made = generator.generate_with_langchain_docs(
        documents, testset_size=questions, run_config=RunConfig(max_workers=at_once)
    )
    print("\n" + json.dumps({"questions": len(made.to_list())}))


asyncio.run(main())
