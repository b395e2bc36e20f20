"""Read what a corpus states into one table of facts with their evidence."""
