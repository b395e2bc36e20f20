"""Published layouts are folders and files of known data sets and tools, read verbatim with their own ids."""
