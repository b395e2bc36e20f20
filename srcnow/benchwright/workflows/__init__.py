"""Do what the commands do, as functions that a program may call. A workflow returns values and prints nothing."""
