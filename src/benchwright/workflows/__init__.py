"""The verbs: what the commands do and what a program may call. A workflow returns values and prints nothing."""
