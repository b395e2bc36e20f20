"""Find out from the record why an answer is wrong: what was retrieved, what was answered, and how the right answer is
derived. No model is asked, and nothing is guessed: what no rule decides is `undecidable`."""
