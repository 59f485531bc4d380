"""The entry point of the editor, which makes HTML for web pages, notebooks and the manual."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.base.errors import DiagramError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_DISTRIBUTION = "gradblocks"
_GROUP = "gradblocks.editor"


class WebPage(NamedTuple):
    """A request to the editor.

    Attributes:
        subject: a diagram; for a notebook also a page, results or a gradient flow; for pictures pages and block types.
        give: a function that takes the HTML, and the errors of a run.
        options: the content of a web page, by the names in `app.web_page.content.Request`; None for the other uses.
    """

    subject: Any
    give: Callable[[str, Sequence[DiagramError]], None]
    options: dict[str, Any] | None = None


def editor_point() -> EntryPoint | None:
    """Return the editor's entry point, or None if this installation has no editor.

    Other distributions may declare one too, and a working directory may hold a module with the same name. Only code
    that was installed together with this package may run.
    """
    from importlib import metadata  # it imports much, and few runs ask

    ours = _folder_of(__name__)
    for distribution in metadata.distributions(name=_DISTRIBUTION):
        for point in distribution.entry_points.select(group=_GROUP):
            if _folder_of(point.module) == ours:
                return point
    return None


def _folder_of(module: str) -> str | None:
    from importlib.util import find_spec

    try:
        spec = find_spec(module.partition(".")[0])
    except ValueError:  # a module that was not imported from a file
        return None
    origin = None if spec is None else spec.origin
    return None if origin is None else os.path.realpath(os.path.join(origin, "..", ".."))


def notebook_html(subject: Any) -> str | None:
    point = editor_point()
    if point is None:
        return None
    results: list[str] = []

    def give(html: str, _errors: Sequence[DiagramError]) -> None:
        results.append(html)

    try:
        point.load()(web_page=WebPage(subject, give))
    except (ImportError, DiagramError):
        return None
    return results[0]


class Pictures(NamedTuple):
    style: str
    lists: Sequence[Sequence[str]]


def pictures(subjects: Sequence[Any]) -> Pictures | None:
    text = notebook_html([*subjects])
    if text is None:
        return None
    result = json.loads(text)
    return Pictures(result["style"], result["pictures"])
