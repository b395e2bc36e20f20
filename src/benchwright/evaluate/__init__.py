"""A benchmark and somebody's answers -> scores: who found what, how well, and how sure that is.

    gold ─┐
    runs ─┴─▶ found ─▶ measures ─▶ scores ─▶ summary

Knows no maker of questions, and draws nothing: `publish` shows what comes out.
"""
