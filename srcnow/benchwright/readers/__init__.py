"""Read documents of all formats: each becomes sources, and drops with a reason for what is left out.

For other rooms: `registered` (the list of readers), `base`, `inputs`, `discover` (paths to inputs), `read_task` (one
input to rows), `input_records` and `source_columns` (rows as they are stored), `table_records` and `checked_images`
(values of sources), `layouts` (for importers), and `confined` (`Workers`, which read in processes of their own).
"""
