"""PDF files are read: text in reading order, tables, figures as images, and the page and box of everything.

bytes ─ open ─▶ pages of words, rules, drawings, rasters ─ lines ─▶ tables and figures with their captions
                                                         └ roles ─▶ headings, paragraphs, footnotes, running heads
"""
