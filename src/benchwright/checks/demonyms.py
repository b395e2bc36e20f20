"""Countries whose people and things are named by another stem: a demonym tells the country. Regular ones
(Kenya, Kenyan) share their first letters and are found by stem."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DEMONYMS: Mapping[str, str] = MappingProxyType(
    {
        "spain": "spanish",
        "france": "french",
        "netherlands": "dutch",
        "holland": "dutch",
        "wales": "welsh",
        "ireland": "irish",
        "scotland": "scottish",
        "england": "english",
        "britain": "british",
        "kingdom": "british",
        "greece": "greek",
        "denmark": "danish",
        "norway": "norwegian",
        "sweden": "swedish",
        "finland": "finnish",
        "poland": "polish",
        "turkey": "turkish",
        "iceland": "icelandic",
        "germany": "german",
        "portugal": "portuguese",
        "switzerland": "swiss",
        "china": "chinese",
        "japan": "japanese",
        "thailand": "thai",
        "philippines": "filipino",
        "peru": "peruvian",
        "czechia": "czech",
        "cyprus": "cypriot",
        "iraq": "iraqi",
        "states": "american",
        "lebanon": "lebanese",
        "vietnam": "vietnamese",
        "malta": "maltese",
        "niger": "nigerien",
        "chad": "chadian",
        "togo": "togolese",
        "congo": "congolese",
    }
)
