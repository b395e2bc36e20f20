"""reStructuredText: what becomes of titles, directives, roles, tables, notes and what cannot be read."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import ReadError
from benchwright.readers.base import Document, Heading, ImageBlock, InputFile, Limits, Paragraph, TableBlock
from benchwright.readers.rst import is_rst, read_rst
from benchwright.readers.rst.directives import parse_rst
from benchwright.readers.rst.markup import html_of
from benchwright.readers.text import read_text
from benchwright.records import Drop, Table


def read(tmp_path: Path, text: str) -> tuple[Document, list[Drop]]:
    path = tmp_path / "old_trees.rst"
    path.write_text(text, encoding="utf-8")
    *drops, document = read_rst(InputFile(path, path.name, tmp_path), Limits())
    assert isinstance(document, Document)
    return document, [drop for drop in drops if isinstance(drop, Drop)]


def paragraphs(document: Document) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if isinstance(b, Paragraph)]


def entries(document: Document) -> list[tuple[str, str, str, tuple[str, ...]]]:
    text = document.text
    return [(text[slice(*e.name)], text[slice(*e.body)], e.role, e.within) for e in document.entries]


def test_titles_make_the_path(tmp_path: Path) -> None:
    document, _ = read(tmp_path, "===\nOne\n===\n\na\n\nTwo\n---\n\nb\n\nThree\n-----\n\nc\n")
    assert [(document.text[b.start : b.end], b.level) for b in document.blocks if isinstance(b, Heading)] == [
        ("One", 1),
        ("Two", 2),
        ("Three", 2),
    ]
    assert [b.headings for b in document.blocks if isinstance(b, Paragraph)] == [
        ("One",),
        ("One", "Two"),
        ("One", "Three"),
    ]
    assert document.title == "One"
    assert read(tmp_path, "Only words.\n")[0].title == "old trees"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See :ref:`Title <target>` now.", "See Title now."),
        ("Call :py:func:`~os.path.join` or :meth:`.close` or :func:`!run`.", "Call join or close or run."),
        ("Press :kbd:`Ctrl-C`; *a* **b** ``c`` `d`.", "Press Ctrl-C; a b c d."),
        ("It is |v|.\n\n.. |v| replace:: 3.2", "It is 3.2."),
        ("It is |undefined|.", "It is |undefined|."),
        (":index:`Oaks <single: oak>` are :target:`old`.", "Oaks are old."),
        ("H\\ :sub:`2`\\ O and :math:`x^2`.", "H2O and x^2."),
        ("`Site <https://x.org>`_ and `Other`_.\n\n.. _Other: https://y.org", "Site and Other."),
    ],
)
def test_roles_and_links_show_their_words(tmp_path: Path, text: str, shown: str) -> None:
    assert paragraphs(read(tmp_path, text)[0]) == [shown]


def test_a_directive_with_argument_and_body_is_an_entry(tmp_path: Path) -> None:
    text = """\
.. py:function:: f(x)
                 g(x)
   :noindex:

   Does it.

   :param int x: the size
   :returns: nothing

   .. py:attribute:: z
      :type: str

      The z.

.. option:: --force

   Overwrite.
"""
    f = "Does it.\nx\nint\nthe size\nreturns\nnothing\nz\ntype\nstr\nThe z."
    assert entries(read(tmp_path, text)[0]) == [
        ("f(x)", f, "function", ()),
        ("g(x)", f, "function", ()),
        ("x", "int\nthe size", "field-list param", ("f(x)",)),
        ("returns", "nothing", "field-list", ("f(x)",)),
        ("z", "type\nstr\nThe z.", "attribute", ("f(x)",)),
        ("type", "str", "field-list", ("f(x)", "z")),
        ("--force", "Overwrite.", "option", ()),
    ]


def test_a_label_before_a_section_makes_its_text_an_entry(tmp_path: Path) -> None:
    text = "T\n=\n\na\n\n.. setting:: size\n\n``size``\n--------\n\nHow many.\n\nMore\n~~~~\n\nb\n"
    document, _ = read(tmp_path, text)
    assert document.text == "T\n\na\n\nsize\n\nsize\nHow many.\n\nMore\n\nb"
    assert entries(document) == [("size", "How many.", "setting", ())]


def test_a_label_in_its_section_does_so_too(tmp_path: Path) -> None:
    text = "Size\n----\n\na\n\n.. signal:: size\n\nSent.\n\nOther\n-----\n\n.. signal:: up\n\nb\n"
    document, _ = read(tmp_path, text)
    assert document.text == "Size\n\na\n\nsize\nSent.\n\nOther\nup\n\nb"
    assert entries(document) == [("size", "Sent.", "signal", ())]


def test_lists_of_definitions_options_and_words(tmp_path: Path) -> None:
    text = ".. glossary::\n\n   oak : tree\n      An old one.\n\n-a, --all=X  show all\n\n:Size: 3\n"
    assert entries(read(tmp_path, text)[0]) == [
        ("oak", "tree\nAn old one.", "", ()),
        ("-a, --all=X", "show all", "option", ()),
        ("Size", "3", "field-list", ()),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (".. note:: Be *careful*\n   here.", ["Note", "Be careful here."]),
        (".. seealso::\n\n   b", ["See also", "b"]),
        (".. versionadded:: 3.1", ["New in version 3.1."]),
        (".. versionchanged:: 3.2\n   It *grows*.", ["Changed in version 3.2: It grows."]),
        (".. versionchanged:: 3.2\n\n   It grows.", ["Changed in version 3.2: It grows."]),
        (".. hlist::\n   :columns: 3\n\n   * a\n   * b", ["a", "b"]),
        (".. todo:: Plant an oak.\n\n   Soon.", ["Plant an oak.", "Soon."]),
        (".. only:: html\n\n   a", ["a"]),
        (".. tab:: Linux\n\n   a", ["Linux", "a"]),
        (".. class:: special\n\na", ["a"]),
        ("| a\n| b", ["a\nb"]),
        (".. epigraph::\n\n   a\n\n   -- b", ["a", "b"]),
        ("Oaks [1]_ [F]_.\n\n.. [1] Old.\n.. [F] A book.", ["Oaks [1] [F].", "[1] Old.", "[F] A book."]),
    ],
)
def test_blocks(tmp_path: Path, text: str, shown: list[str]) -> None:
    document, drops = read(tmp_path, text)
    assert (paragraphs(document), drops) == (shown, [])


def test_code_has_its_language(tmp_path: Path) -> None:
    text = ".. code-block:: python\n   :caption: Lines\n   :start: 1\n\n   a = 1\n     b\n\nAs::\n\n  c\n\n>>> d\n1\n"
    document, _ = read(tmp_path, text)
    assert [(body, role) for _, body, role, _ in entries(document)] == [
        ("a = 1\n  b", "python"),
        ("c", ""),
        (">>> d\n1", "pycon"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "== ==\na  b\n== ==\n1  2\n== ==\n",
        "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n",
        ".. list-table:: Trees\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - 2\n",
        ".. csv-table:: Trees\n   :header: a, b\n\n   1, 2\n",
        ".. table:: Trees\n   :unknown: 3\n\n   == ==\n   a  b\n   == ==\n   1  2\n   == ==\n",
    ],
)
def test_tables(tmp_path: Path, text: str) -> None:
    (block,) = read(tmp_path, text)[0].blocks
    assert isinstance(block, TableBlock)
    assert block.table == Table((("a", "b"),), (("1", "2"),))
    assert block.caption == ("Trees" if "Trees" in text else "")


def test_a_broken_table_is_kept_as_words(tmp_path: Path) -> None:
    document, _ = read(tmp_path, "== ==\na  b\n== ==\n1111 2\n== ==\n")
    assert "1111 2" in document.text


def test_figures_have_captions(tmp_path: Path) -> None:
    document, _ = read(
        tmp_path, ".. figure:: oak.png\n   :alt: An oak\n   :zoom: 2\n\n   An *old* oak.\n\n   Legend.\n"
    )
    assert [(b.target, b.caption, b.alt) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("oak.png", "An old oak.", "An oak")
    ]
    assert paragraphs(document) == ["Legend."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".. include:: secret.txt", "rst-elsewhere"),
        (".. literalinclude:: secret.txt", "rst-elsewhere"),
        (".. raw:: html\n   :file: secret.txt", "rst-elsewhere"),
        (".. raw:: html\n\n   <b>secret.txt</b>", "rst-elsewhere"),
        (".. csv-table:: t\n   :file: secret.txt", "rst-markup"),
        (".. csv-table:: t\n   :url: file:///secret.txt", "rst-markup"),
        (".. toctree::\n\n   secret.txt", "navigation"),
        (".. note: secret.txt", "comment"),
        (".. code:: python\n   :a: 1\n   :a: 2\n\n   secret.txt", "rst-markup"),
        (":orphan: secret.txt\n\nT\n=\n", "rst-setting"),
    ],
)
def test_what_is_not_shown_is_dropped_and_no_file_is_opened(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "secret.txt").write_text("word", encoding="utf-8")
    document, drops = read(tmp_path, text + "\n\nafter\n")
    assert [drop.reason for drop in drops] == [reason]
    assert "secret.txt" in drops[0].text
    assert "word" not in document.text
    assert "after" in document.text


def test_a_role_of_one_document_ends_with_it(tmp_path: Path) -> None:
    first, _ = read(tmp_path, ".. default-role:: math\n\n.. role:: mine(strong)\n\n`x` :mine:`y`")
    second, _ = read(tmp_path, "`x` :mine:`a <b>`")
    assert (first.text, second.text) == ("x y", "x a")


@pytest.mark.parametrize(
    ("text", "reason"), [("x" * 30_000, "too-large"), ("\n".join(" " * n + "- x" for n in range(0, 2000, 2)), "nested")]
)
def test_limits(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, text)
    assert caught.value.reason.startswith(reason)


def test_substitutions_that_hold_each_other_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, ".. |a| replace:: |b| |b|\n.. |b| replace:: |a| |a|\n\n|a|\n")
    assert caught.value.reason == "rst-markup"


def test_substitutions_do_not_explode(tmp_path: Path) -> None:
    lines = [f".. |a{n}| replace:: " + f"|a{n - 1}| " * 10 for n in range(1, 12)]
    document, _ = read(tmp_path, ".. |a0| replace:: word\n" + "\n".join(lines) + "\n\nSee |a11| here.\n")
    assert len(document.text) < 1_000_000


@pytest.mark.parametrize(
    ("text", "rst"),
    [
        ("Trees\n=====\n\n.. note:: a\n\nSee :ref:`b`.\n", True),
        ("=====\nTrees\n=====\n\n.. _oaks:\n\n.. setting:: a\n", True),
        ("Trees\n=====\n\nWords only: a:`b`.\n", False),
        ("Words.\n\n.. note:: a\n\n.. note:: b\n", False),
        ("Trees\n==\n\n.. note:: a\n\n.. note:: b\n", False),
    ],
)
def test_a_plain_text_is_rst_only_for_certain(tmp_path: Path, text: str, rst: bool) -> None:
    assert is_rst(text) is rst
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    (document,) = read_text(InputFile(path, path.name, tmp_path), Limits())
    assert isinstance(document, Document)
    assert any(isinstance(b, Heading) for b in document.blocks) is rst


_BLOCKS = st.recursive(
    st.sampled_from(
        [
            "@",
            "*@* :ref:`@ <t>` |@| `@`_ ``@`` [@]_ `@ <u>`__",
            "@::\n\n  @\n\n@",
            "- @\n- @\n\n  @",
            "@\n  @",
            ":@ @: @",
            "-a @  @",
            "== ==\n@ @\n== ==\n@  @\n== ==",
            "+----------+---+\n| @ | b |\n+----------+---+",
            "| @\n|   @",
            ">>> @\n@",
            "  @\n\n  -- @",
            ".. [@] @",
            ".. csv-table:: @\n\n   @, @",
            "@\n===",
            "====\n@\n====",
            "@\n--------",
            ".. image:: u\n   :alt: @",
        ]
    ),
    lambda body: st.tuples(
        st.sampled_from(
            [
                ".. option:: @",
                ".. py:function:: @\n      @\n   :type: @",
                ".. note::",
                ".. note:: @",
                ".. admonition:: @",
                ".. hlist::",
                ".. tab:: @",
                ".. only:: html",
                ".. versionadded:: 1 @",
                ".. deprecated:: @",
                ".. code-block:: x",
                ".. toctree::",
                ".. raw:: html",
                ".. class:: T(@)",
                ".. topic:: @",
                ".. table:: @",
                ".. figure:: u\n   :align: @",
                ".. parsed-literal::",
                ".. [#]",
                "-",
                "@",
            ]
        ),
        st.lists(body, min_size=1, max_size=3),
    ).map(lambda pair: pair[0] + "\n\n" + "\n\n".join(pair[1]).replace("\n", "\n   ").join(("   ", ""))),
    max_leaves=8,
)


@given(st.lists(_BLOCKS, min_size=1, max_size=4))
def test_no_words_are_lost(blocks: list[str]) -> None:
    pieces = "\n\n".join(blocks).split("@")
    words = [f"w{number}q" for number in range(len(pieces) - 1)]
    text = "".join(piece + word for piece, word in zip(pieces, [*words, ""], strict=True))
    with TemporaryDirectory() as folder:
        document, _ = read(Path(folder), text)
    shown = [document.text, *(words for _, _, words in html_of(parse_rst(text)).dropped)]  # those of drops are cut
    shown += [entry.role for entry in document.entries]
    for block in document.blocks:
        if isinstance(block, TableBlock):
            shown += [block.caption, json.dumps([block.table.header, block.table.rows])]
        if isinstance(block, ImageBlock):
            shown += [block.caption, block.alt]
    whole = "\n".join(shown)
    assert [word for word in words if word not in whole] == []
