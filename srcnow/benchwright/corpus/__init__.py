"""The corpus folder: what documents become, and the ingest that fills it.

Other rooms use `store` (`Corpus`, `write_corpus`), `ingest` (`ingest_paths`), `descriptions` (layers of descriptions),
`fetch` (pictures at addresses) and `target_folder`. The other modules are parts of ingest.
"""
