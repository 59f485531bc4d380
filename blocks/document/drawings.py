"""Drawings and web pages that contain the diagram they show."""

from __future__ import annotations

import os
from pathlib import Path

DRAWINGS = (".svg", ".html", ".htm")
"""The endings of files that show a diagram and hold it."""

_BEFORE, _AFTER = '<metadata id="gradblocks">', "</metadata>"
_PAGE_BEFORE, _PAGE_AFTER = '<script type="application/json" id="gradblocks">', "</script>"
_NOT_XML = {0xFFFE: r"\ufffe", 0xFFFF: r"\uffff"}
"""Characters that a text in JSON may have, and XML may not, as JSON says them in letters."""
_MOST_BYTES = 1 << 28


def with_diagram(svg: str, diagram: str) -> str:
    from xml.sax.saxutils import escape  # it brings half of the network with it: not for those who only run

    return f"{_BEFORE}{escape(diagram.translate(_NOT_XML))}{_AFTER}\n</svg>".join(svg.rsplit("</svg>", 1))


def in_page(diagram: str) -> str:
    return f"{_PAGE_BEFORE}{diagram}{_PAGE_AFTER}"


def text_in(path: str | os.PathLike[str]) -> str | None:
    """Return the text of the diagram in a drawing or web page; None if there is none or the file cannot be read."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError):
        return None  # whoever reads it next says why
    if Path(path).suffix.lower() != ".svg":
        _, before, rest = text.partition(_PAGE_BEFORE)
        inside, after, _ = rest.partition(_PAGE_AFTER)
        return inside if before and after else None
    _, before, rest = text.rpartition(_BEFORE)
    inside, after, _ = rest.partition(_AFTER)
    if not (before and after):
        return None
    from xml.sax.saxutils import unescape

    return unescape(inside)
