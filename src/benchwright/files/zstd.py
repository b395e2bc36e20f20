"""Zstandard compression, from Python's own library where it has it (3.14), else from its backport."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import DecompressionParameter, ZstdError, ZstdFile, compress, decompress
else:
    from backports.zstd import DecompressionParameter, ZstdError, ZstdFile, compress, decompress

__all__ = ["DecompressionParameter", "ZstdError", "ZstdFile", "compress", "decompress"]
