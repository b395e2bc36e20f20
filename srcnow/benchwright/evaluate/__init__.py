"""Measure retrievers and RAG systems on a benchmark: from questions to scores with error bars.

Data flows down once; a workflow opens, calls `score_retrievers` or `score_systems`, and writes:

    target              a benchmark with its corpus and its gold (gold)
    retrievers/         queries -> a run of hits (runs, run_files)
    systems/            questions -> replies: answers, contexts, citations, seconds
    match/              a run and the gold -> which hit finds which evidence (matched_run);
                        ties_and_repeats orders the hits
    measures/           matches or answers -> a value a question (measure_values); catalogue lists all measures
    judges/             answers -> what models decide on them, with their reasons, and a value a question
    score_retrievers, score_systems    the three steps above for each system, in turn
    score_folder        the values on disk
    summarise           values -> means with intervals by slice (slices), tested differences (summary)
    comparison          two systems of score folders against each other

`publish` shows what comes out. Nothing here knows how questions were made.
"""
