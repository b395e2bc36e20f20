"""The disk: atomic files, append-only logs, the journal of resumable work, locks, errors of the disk.

Other rooms use the modules directly: `atomic` (whole files, hashes, regular files only), `append_log`, `journal`,
`locks`, `disk_errors`, `memory_sizes`. Nothing here knows what is written.
"""
