"""Zstandard compression, also in ZIP archives, from Python's own library where it has it (3.14), else its backport."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 14):
    from zipfile import BadZipFile, ZipFile

    from compression.zstd import DecompressionParameter, ZstdError, ZstdFile, compress, decompress
else:
    from backports.zstd import DecompressionParameter, ZstdError, ZstdFile, compress, decompress
    from backports.zstd.zipfile import BadZipFile, ZipFile

__all__ = ["BadZipFile", "DecompressionParameter", "ZipFile", "ZstdError", "ZstdFile", "compress", "decompress"]
