"""Say numbers of things in words."""


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things: "1 entity", "1,234 entities". `many` is the plural where an s does not make it."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
