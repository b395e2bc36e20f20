"""Reads a log of the questions that users ask: masks personal data, groups the questions, and drafts styles and a plan.

A room of its own above `plan`, because what is drafted here is a plan and its style files, and both readers are needed
to check the draft. It stands below the makers and the benchmark: it knows questions as texts only, so that any set of
questions can be compared with a log. Where the questions of a benchmark come from is for the workflows to say.
"""
