"""The disk: whole files or none, sealed logs, locks, journals. Knows nothing of what is written."""
