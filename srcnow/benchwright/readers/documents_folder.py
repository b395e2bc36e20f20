"""Name what documents are about by the folder that they lie in: `nodejs-docs/` holds "nodejs-docs".

A folder whose name says only that it holds documents (`docs`, `html`) takes the name of the folder around it, up to the
user's home. It is a default: what pages say of their site is better, and a user may say what the documents are about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchwright.english.vocabulary import Vocabulary
from benchwright.readers.path_patterns import has_wildcard, matching

_SAYS_NOTHING = Vocabulary.of("benchwright.readers", "documents_folder").words("says_nothing")
_NAME = re.compile(r"(?=.*[^\W\d_]{2})\w[\w .,&'’+-]{1,59}")


def documents_folder(paths: Sequence[Path | str]) -> str:
    """The name of the one folder, or of the folder of the one pattern, that was given; "" of anything else, and where
    no folder around it has a name that says something."""
    if len(paths) != 1:
        return ""
    path = Path(paths[0])
    if not path.exists() and has_wildcard(str(path)):
        path = matching(path)[0]
    if not path.is_dir():
        return ""
    home = Path.home().resolve()
    real = path.resolve()
    for folder in (real, *real.parents):
        if folder == home or folder in home.parents:
            return ""
        if _NAME.fullmatch(folder.name) and folder.name.casefold() not in _SAYS_NOTHING:
            return folder.name
    return ""
