"""Pages for browsers and notebooks. The editor makes them, as it has the looks of blocks; an entry point finds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError

EDITOR = "gradblocks.editor"
"""The group of the entry point of the editor; see `blocks.cli.editor`."""


class WebPage(NamedTuple):
    """What is asked of the editor.

    Attributes:
        subject: a diagram, or for a part of a notebook also a page, results, or the flow of a gradient.
        give: takes the HTML, and what went wrong with a run.
        options: what a page shows, by the names in `app.web_page.content.Request`; None: it is for a notebook.
    """

    subject: Any
    give: Callable[[str, Sequence[DiagramError]], None]
    options: dict[str, Any] | None = None


def notebook_html(subject: Any) -> str | None:
    """What a notebook shows of something; None where the editor is not installed, and its text has to do."""
    from importlib import metadata  # it brings much with it, and few ask

    points = list(metadata.entry_points(group=EDITOR))
    if not points:
        return None
    results: list[str] = []

    def give(html: str, _errors: Sequence[DiagramError]) -> None:
        results.append(html)

    try:
        points[0].load()(web_page=WebPage(subject, give))
    except (ImportError, DiagramError):
        return None
    return results[0]
