"""Which of the files take more than half a second to read, and which end the worker that reads them."""

from __future__ import annotations

DEADLY = frozenset(
    {
        # What a page's content grows to is known only to the library that takes it in, all of it at once.
        "words-of-1-GB.pdf",
        "words-of-4-GB-packed-twice.pdf",
        "contents-20000-times.pdf",
        "forms-2-to-the-40.pdf",
    }
)

SLOW = DEADLY | frozenset(
    [
        "100000-bad-lines.jsonl",
        "100000-brackets.md",
        "100000-pictures-opened.md",
        "1000000-columns.csv",
        "1000000-empty-lines.csv",
        "1000000-short-rows.csv",
        "20000-pictures.html",
        "300000-attributes.html",
        "50000-brackets-closed.md",
        "500000-lines-of-one-letter.txt",
        "9000-nested.html",
        "bz2-of-2-GB-and-more.jsonl.bz2",
        "bz2-of-2-GB-and-more.txt.bz2",
        "colspans-200-by-1000.html",
        "columns-16384-by-20.xlsx",
        "docx-attributes-200000.docx",
        "dots-100000.txt",
        "emphasis-of-unicode.md",
        "figures-100000.txt",
        "front-matter-without-end.md",
        "gz-name-without-end.txt.gz",
        "gz-of-2-GB-and-more.jsonl.gz",
        "gz-of-2-GB-and-more.txt.gz",
        "gz-of-50000-empty-members.txt.gz",
        "hole-of-5-TB.docx",
        "hole-of-5-TB.html",
        "hole-of-5-TB.jsonl",
        "hole-of-5-TB.md",
        "letters-of-300000-in-one-place.pdf",
        "line-of-300-MB.jsonl",
        "lines-of-300000.pdf",
        "links-opened.md",
        "list-marks.wikitext",
        "lists-in-lists.html",
        "one-line-of-5-MB.md",
        "one-word-of-5-MB.txt",
        "pages-of-the-same-page-3000-times.pdf",
        "paragraphs-100000.docx",
        "png-idat-of-99-megapixels.png",
        "pptx-attributes-200000.pptx",
        "quote-without-end.csv",
        "references-50000.md",
        "rules.md",
        "stars-and-lines.md",
        "stars-opened.md",
        "table-of-100000-rows.html",
        "table-of-3000-columns.md",
        "table-without-end.md",
        "xlsx-attributes-200000.xlsx",
        "xz-of-2-GB-and-more.jsonl.xz",
        "xz-of-2-GB-and-more.txt.xz",
        "zst-of-50000-skipped-frames.txt.zst",
    ]
)
