"""The disk: atomic files, append-only logs, the journal of resumable work, locks, errors of the disk.

Other rooms use the modules directly: `atomic` (whole files, hashes), `bounded` (regular files and JSON within bounds),
`append_log`, `journal`, `parquet`, `locks`, `disk_errors`, `memory_sizes`, `zstd`. Nothing here knows what is written.
"""
