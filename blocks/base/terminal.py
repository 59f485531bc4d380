"""Safe text for a terminal: control characters are escaped in everything that is printed."""

from __future__ import annotations


def printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def printable_lines(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))
