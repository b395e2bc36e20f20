"""Published layouts: folders and files of known data sets and tools, kept verbatim with their own ids."""
