# ruff: noqa: E501 - a row of data a line
"""reStructuredText, notebooks and messages that are deep, long, damaged, or reach out."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator

from hostile.kinds import Hostile, cuts, damaged, hostile
from hostile.texts import OAK, PAGE

COMMON = f"{PAGE} encoding nul-bytes too-large"
RST_DROPS = f"{COMMON} rst-markup rst-setting rst-elsewhere comment heading-alone"
NOTEBOOK_DROPS = f"{COMMON} bad-json"
MAIL_DROPS = f"{COMMON} bad-mail attachment empty"

REACHING = ("../../outside/canary.md", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:9/a", "/dev/zero", "|id")


def each(line: str) -> str:
    return "\n\n".join(line.replace("{}", path) for path in REACHING)


RST: dict[str, Callable[[], str]] = {
    "includes": lambda: f"{OAK}\n\n" + each(".. include:: {}"),
    "includes-literal": lambda: f"{OAK}\n\n" + each(".. literalinclude:: {}\n   :language: c"),
    "raw-files": lambda: (
        f"{OAK}\n\n" + each(".. raw:: html\n   :file: {}") + "\n\n" + each(".. raw:: html\n   :url: {}")
    ),
    "csv-files": lambda: (
        f"{OAK}\n\n" + each(".. csv-table:: x\n   :file: {}") + "\n\n" + each(".. csv-table:: x\n   :url: {}")
    ),
    "pictures": lambda: f"{OAK}\n\n" + each(".. image:: {}") + "\n\n" + each(".. figure:: {}"),
    "downloads": lambda: f"{OAK}\n\n" + each(":download:`x <{}>`"),
    "settings": lambda: (
        f"{OAK}\n\n.. class:: x\n\n.. default-role:: math\n\n`x`\n\n.. role:: raw-html(raw)\n   :format: html\n\n:raw-html:`<script>`"
    ),
    "lists-400-deep": lambda: "\n\n".join(" " * (2 * n) + "* a" for n in range(400)),
    "lists-5000-deep": lambda: "\n\n".join(" " * (2 * n) + "* a" for n in range(5_000)),
    "quotes-3000-deep": lambda: "\n\n".join(" " * n + "a" for n in range(3_000)),
    "bullets-on-one-line": lambda: "* " * 9_000 + OAK,
    "directives-300-deep": lambda: "\n\n".join("   " * n + ".. note:: a" for n in range(300)),
    "options-300-deep": lambda: "\n\n".join("   " * n + f".. option:: -{n}" for n in range(300)),
    "tables-in-tables": lambda: "\n".join(
        "   " * n + ".. list-table::\n\n" + "   " * (n + 1) + "* - a" for n in range(60)
    ),
    "grid-of-60-by-60": lambda: ("+-" * 60 + "+\n" + "|a" * 60 + "|\n") * 60 + "+-" * 60 + "+\n",
    "grid-damaged": lambda: ("+-" * 40 + "+\n" + "|a" * 40 + "\n") * 300,
    "simple-table-of-5000-rows": lambda: "== ==\na  b\n== ==\n" + "c  d\n" * 5_000 + "== ==\n",
    "substitution-of-itself": lambda: f"{OAK}\n\n.. |a| replace:: |b| |b|\n.. |b| replace:: |a| |a|\n\n|a|\n",
    "substitutions-of-a-billion": lambda: (
        f"{OAK}\n\n"
        + "".join(f".. |a{n}| replace:: {f'|a{n + 1}| ' * 10}\n" for n in range(9))
        + ".. |a9| replace:: oak\n\n|a0|\n"
    ),
    "footnotes-5000": lambda: f"{OAK}\n\n" + "[#]_ " * 5_000 + "\n\n" + ".. [#] a\n" * 5_000,
    "targets-of-one-another": lambda: f"{OAK}\n\n.. _a: b_\n.. _b: a_\n\na_\n",
    "inline-opened": lambda: f"{OAK}\n\n" + "*a **b ``c `d |e " * 1_000,
    "backticks": lambda: f"{OAK}\n\n" + "`" * 19_000,
    "titles-5000": lambda: "".join(f"a{n}\n=====\n\n" for n in range(5_000)) + OAK,
    "titles-30-deep": lambda: (
        "".join(f"a{n}\n{sign * 4}\n\n" for n, sign in enumerate("=-~^*#\"'`+.:_!$%&(),/;<>?@[]{}")) + OAK
    ),
    "line-of-1-MB": lambda: "oak " * 250_000,
    "markup-of-100-KB": lambda: "*oak* ``oak`` `oak`_\n" * 5_000,
    "date-and-code": lambda: (
        f"{OAK}\n\n.. |d| date::\n\n|d|\n\n.. code:: python\n   :number-lines: 999999999999\n\n   x\n"
    ),
    "option-that-is-huge": lambda: (
        f"{OAK}\n\n.. list-table::\n   :widths: {'9' * 5_000}\n   :header-rows: {'9' * 4_000}\n\n   * - a\n"
    ),
    "controls": lambda: OAK + "\x00\x1b[2J\x0c\x0b\x85\u2028\n\n.. \x00::\n",
}


def _notebook(*cells: object) -> Callable[[], bytes]:
    return lambda: json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()


def _outputs(**data: object) -> dict[str, object]:
    return {
        "cell_type": "code",
        "source": OAK,
        "outputs": [
            {"output_type": "display_data", "data": {key.replace("_", "/"): value for key, value in data.items()}}
        ],
    }


NOTEBOOKS: dict[str, Callable[[], bytes]] = {
    "output-of-30-MB": lambda: _notebook(_outputs(text_plain="oak " * 8_000_000))(),
    "outputs-100000": lambda: _notebook({"cell_type": "code", "source": OAK, "outputs": [{"text": "oak"}] * 100_000})(),
    "lines-1000000": lambda: _notebook(_outputs(text_plain=["oak\n"] * 1_000_000))(),
    "html-nested": lambda: _notebook(_outputs(text_html="<div>" * 50_000 + OAK))(),
    "html-reaching": lambda: _notebook(
        _outputs(text_html="".join(f"<img src='{path}'><script src='{path}'></script>" for path in REACHING))
    )(),
    "picture-of-30-MB": lambda: _notebook(_outputs(image_png="A" * 30_000_000))(),
    "picture-no-base64": _notebook(_outputs(image_png="****", image_jpeg=["a", 1, None])),
    "picture-that-breaks-out": _notebook(_outputs(image_png='"><script>alert(1)</script>')),
    "attachment-that-breaks-out": _notebook(
        {
            "cell_type": "markdown",
            "source": f"{OAK}\n\n![a](attachment:x)",
            "attachments": {"x": {"image/png": '"><h1>x'}},
        }
    ),
    "markdown-quotes": lambda: _notebook({"cell_type": "markdown", "source": ">" * 100_000 + OAK})(),
    "cells-that-are-no-cells": _notebook(
        1,
        None,
        [],
        "x",
        {"cell_type": []},
        {"source": {}},
        {"cell_type": "heading", "level": -5, "source": OAK},
        {"cell_type": "heading", "level": 10**400, "source": OAK},
    ),
    "language-that-breaks-out": lambda: json.dumps(
        {"cells": [{"cell_type": "code", "source": OAK}], "metadata": {"language_info": {"name": '"><script>'}}}
    ).encode(),
    "cells-100000": lambda: _notebook(*[{"cell_type": "markdown", "source": "oak"}] * 100_000)(),
    "deep": lambda: b'{"cells":' + b"[" * 100_000,
    "deep-and-closed": lambda: b'{"cells":' + b"[" * 900 + b"]" * 900 + b"}",
    "no-notebook": lambda: b"[]",
    "digits": lambda: b'{"cells":[{"cell_type":"heading","level":' + b"9" * 5_000 + b"}]}",
    "escapes": _notebook(_outputs(text_plain="\x1b[" * 100_000)),
    "half-pairs": lambda: b'{"cells":[{"cell_type":"markdown","source":"\\ud800 ' + OAK.encode() + b'"}]}',
}

HEAD = b"From: a@b.example\nSubject: Oaks\nMIME-Version: 1.0\n"


def _multipart(depth: int) -> bytes:
    parts = [b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)]
    return HEAD + b"".join(parts) + b"Content-Type: text/plain\n\n" + OAK.encode()


MAILS: dict[str, Callable[[], bytes]] = {
    "parts-100-deep": lambda: _multipart(100),
    "parts-3000-deep": lambda: _multipart(3_000),
    "messages-100-deep": lambda: HEAD + b"Content-Type: message/rfc822\n\n" * 100 + OAK.encode(),
    "messages-3000-deep": lambda: HEAD + b"Content-Type: message/rfc822\n\n" * 3_000 + OAK.encode(),
    "parts-20000": lambda: (
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\noak\n" * 20_000 + b"--b--\n"
    ),
    "no-boundary": lambda: HEAD + b"Content-Type: multipart/mixed\n\n" + OAK.encode(),
    "boundary-of-1-MB": lambda: (
        HEAD + b"Content-Type: multipart/mixed; boundary=" + b"b" * 1_000_000 + b"\n\n" + OAK.encode()
    ),
    "headers-100000": lambda: HEAD + b"X-Oak: oak\n" * 100_000 + b"\n" + OAK.encode(),
    "header-of-5-MB": lambda: b"Subject: " + b"oak " * 1_250_000 + b"\n\n" + OAK.encode(),
    "header-folded": lambda: b"Subject: a\n" + b" oak\n" * 100_000 + b"\n" + OAK.encode(),
    "addresses-20000": lambda: b"To: " + b"a@b.example, " * 20_000 + b"\n\n" + OAK.encode(),
    "comments-in-addresses": lambda: b"From: " + b"(" * 20_000 + b"\n\n" + OAK.encode(),
    "groups-in-addresses": lambda: b"To: " + b"a:<" * 5_000 + b"\n\n" + OAK.encode(),
    "encoded-words": lambda: b"Subject: " + b"=?utf-8?q?=FF=FE?= =?nonsense?b?!!?= " * 5_000 + b"\n\n" + OAK.encode(),
    "charset-unknown": lambda: HEAD + b"Content-Type: text/plain; charset=nonsense\n\n" + OAK.encode(),
    "charset-of-code": lambda: (
        HEAD + b"Content-Type: text/plain; charset=unicode_escape\n\n\\N{BULLET}\\ud800 " + OAK.encode()
    ),
    "charset-that-packs": lambda: HEAD + b"Content-Type: text/plain; charset=zlib_codec\n\n" + OAK.encode(),
    "charset-idna": lambda: HEAD + b"Content-Type: text/plain; charset=idna\n\n" + b"xn--" * 20_000,
    "charset-punycode": lambda: HEAD + b"Content-Type: text/plain; charset=punycode\n\n" + b"a-9b" * 20_000,
    "charset-utf-7": lambda: HEAD + b"Content-Type: text/plain; charset=utf-7\n\n+2AA-" + OAK.encode(),
    "charset-with-nul": lambda: HEAD + b'Content-Type: text/plain; charset="a\0b"\n\n' + OAK.encode(),
    "encoding-unknown": lambda: HEAD + b"Content-Transfer-Encoding: nonsense\n\n" + OAK.encode(),
    "base64-broken": lambda: HEAD + b"Content-Transfer-Encoding: base64\n\n!!!!" + OAK.encode(),
    "uuencoded": lambda: HEAD + b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 /etc/passwd\n" + OAK.encode(),
    "external-body": lambda: (
        HEAD + b'Content-Type: message/external-body; access-type=local-file; name="/etc/passwd"\n\n\n' + OAK.encode()
    ),
    "partial": lambda: HEAD + b"Content-Type: message/partial; number=1; total=2; id=x\n\n" + OAK.encode(),
    "file-names": lambda: (
        HEAD
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + b"".join(b'--b\nContent-Disposition: attachment; filename="%s"\n\noak\n' % path.encode() for path in REACHING)
    ),
    "parameters-continued": lambda: (
        HEAD
        + b"Content-Type: text/plain"
        + b"".join(b";\n name*%d*=utf-8''a" % n for n in range(5_000))
        + b"\n\n"
        + OAK.encode()
    ),
    "html-reaching": lambda: (
        HEAD
        + b"Content-Type: text/html\n\n"
        + "".join(f"<img src='{path}'>" for path in REACHING).encode()
        + OAK.encode()
    ),
    "delivery-status": lambda: HEAD + b"Content-Type: message/delivery-status\n\n" + b"a: b\n\n" * 5_000,
    "image-huge": lambda: HEAD + b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b"A" * 20_000_000,
}
MBOX: dict[str, Callable[[], bytes]] = {
    "messages-20000": lambda: (b"From a\n" + HEAD + b"\noak\n\n") * 20_000,
    "froms-200000": lambda: b"From a\n\n" * 200_000,
    "no-from": lambda: OAK.encode(),
    "quoted-froms": lambda: b"From a\n\n" + b">>>>From \n" * 100_000,
}


def encoded(make: Callable[[], str]) -> Callable[[], bytes]:
    return lambda: make().encode("utf-8", "surrogatepass")


def files() -> Iterator[Hostile]:
    for name, make in RST.items():
        yield hostile("rst", f"{name}.rst", RST_DROPS, encoded(make))
    for kind, suffix, expect, makers in (
        ("notebook", ".ipynb", NOTEBOOK_DROPS, NOTEBOOKS),
        ("mail", ".eml", MAIL_DROPS, MAILS),
        ("mailbox", ".mbox", MAIL_DROPS, MBOX),
    ):
        for name, build in makers.items():
            yield hostile(kind, f"{name}{suffix}", expect, build)
    whole = (
        ("notebook", ".ipynb", NOTEBOOK_DROPS, _notebook({"cell_type": "markdown", "source": f"# Oaks\n\n{OAK}"})()),
        (
            "mail",
            ".eml",
            MAIL_DROPS,
            HEAD
            + b"Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
            + base64.encodebytes(OAK.encode())
            + b"--b--\n",
        ),
        (
            "rst",
            ".rst",
            RST_DROPS,
            f"Oaks\n====\n\n{OAK}\n\n.. note:: {OAK}\n\n* a\n* b\n\n== ==\na  b\n== ==\n".encode(),
        ),
    )
    for kind, suffix, expect, data in whole:
        yield from cuts(kind, "whole", suffix, expect, data, 4)
        yield from damaged(kind, "whole", suffix, expect, data, 4)
