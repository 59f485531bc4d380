"""Text for a terminal: control characters are escaped in everything that is printed."""

from __future__ import annotations

from collections.abc import Container, Sequence


def printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def printable_lines(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))


def columns(rows: Sequence[Sequence[str]], left: Container[int] = ()) -> list[str]:
    """Return the lines of a table whose columns are aligned to the right, those in ``left`` to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = ["<" if i in left else ">" for i in range(len(widths))]
    return ["  ".join(f"{text:{s}{w}}" for text, s, w in zip(row, sides, widths, strict=True)).rstrip() for row in rows]
