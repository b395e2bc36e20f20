"""Hold a page against what it must never hold: markup that its words brought along."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

_ADDRESSES = ("href", "src", "action", "srcdoc", "formaction", "poster", "data")
_ELEMENTS = {"iframe", "object", "embed", "base", "animate", "set", "foreignobject", "textarea", "frame", "applet"}


def faults_of(html: str, scripts: int, links: tuple[str, ...] = ("#", "data:,")) -> list[str]:
    """What is wrong with a page that has so many script elements of its own, and links and addresses that begin so."""
    page = LexborHTMLParser(html)
    found = []
    if len(page.css("script")) != scripts:
        found.append(f"{len(page.css('script'))} script elements")
    for node in page.css("*"):
        if node.tag in _ELEMENTS:
            found.append(f"<{node.tag}>")
        for name, value in node.attributes.items():
            if name.startswith("on") or name == "style":
                found.append(f"{node.tag} {name}={value}")
            if name in _ADDRESSES and not (value or "").startswith((*links, "data:image/png;", "data:image/jpeg;")):
                found.append(f"{node.tag} {name}={value}")
    meta = [one.attributes.get("http-equiv") for one in page.css("meta[http-equiv]")]
    if any(one != "Content-Security-Policy" for one in meta):
        found.append(f"meta {meta}")
    if any(mark in html for mark in ("\u202e", "\x1b", "\x00")):
        found.append("a control character")
    return found
