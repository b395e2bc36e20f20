"""Answer a benchmark's questions here: by a chat model or by extraction, from gold, retrieved or no sources.

What comes of it are `Replies`, as external systems give them, and they are scored in the same way.
"""
