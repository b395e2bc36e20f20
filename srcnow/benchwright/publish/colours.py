"""Give each line or bar a colour and a hatch, dash or marker, so that a grey print still shows which is which."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d")
HATCHES = ("", "M0 6L6 0", "M3 3h.1", "M0 0L6 6M0 6L6 0", "M0 3H6", "M0 3H6M3 0V6")
"""Lines of a tile of 6 x 6."""
MARKERS = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M-4-4H4V4H-4Z", "M0-5L5 4H-5Z", "M0-5L5 0L0 5L-5 0Z", "M0 5L5-4H-5Z")
DASHES = ("", "6 3", "2 2", "6 2 2 2")
RULE = "#dddddd"
