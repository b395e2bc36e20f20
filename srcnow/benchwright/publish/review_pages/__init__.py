"""Serve a study to annotators and to its owner as web pages, with the extra `review` (FastAPI, uvicorn)."""
