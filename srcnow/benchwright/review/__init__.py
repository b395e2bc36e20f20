"""Let people review a benchmark: studies with forms and controls, what annotators submit, and what follows from it.

    task.py, tasks/      what a person is shown and fills in: YAML files that a user can copy and change
    study.py, studies/   which items, how many people each, and how their work is checked
    items.py             one thing to review, and what is shown of it
    units.py             the questions of a benchmark as items: whole, by answer, by reply, as groups of sources
    drawing.py           seeded draws without replacement, even over styles and modalities
    planting.py          controls: items with a planted fault, attention checks
    known_controls.py    controls whose right values a user knows
    new_study.py         a study's file is made: everything that is shown stands in it
    study_file.py        SQLite: one transaction a change, on the disk when it is acknowledged
    assignment.py        forms are given out and taken back
    submissions.py       submissions, marks, qualification, stops
    study_records.py     annotators, their work, receipts, progress
    open_study.py        all of that as the methods of an open study: the pages stand on it
    second_looks.py      what the owner should look at again
    labels.py            what stands of all that was submitted, and what it decides
    results.py           the tables of a study: means, tests, agreement, workers
    power.py             what a study can find, computed before it starts
    model_annotators.py  models beside people, through the ledger
    exchange/            items to other platforms, and finished reviews from there
    similar_groups.py    groups of images whose labels are alike, but not too much

Knows no web pages, and nothing of how systems are evaluated.
"""
