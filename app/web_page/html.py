"""The web page as one HTML file: a fixed script and style sheet, the data, and the diagram itself."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from app.face.theme import DARK, LIGHT, Theme
from app.web_page.content import (
    Content,
    Request,
    content_of,
    content_of_flow,
    content_of_results,
    escaped,
    texts,
)
from blocks.analysis.gradient_flow import PageFlow
from blocks.base.errors import DiagramError
from blocks.document.drawings import in_page
from blocks.document.model import Diagram, PageView
from blocks.run.results import Results

_PLAIN = (
    "canvas", "grid", "block_fill", "block_border", "title", "id_text", "label", "label_dim", "value", "type_text",
    "pin_ring", "pin_ring_output", "wire", "selection", "found", "error", "ok", "missing", "note", "frame_fill",
    "frame_border", "frame_title", "preview_fill", "preview_text", "preview_border",
)  # fmt: skip
_CHROME: Mapping[str, Mapping[str, str]] = {
    "dark": {"bar": "#1e1e20", "panel": "#232325", "line": "#3a3a3d", "text": "#ececec", "dim": "#a0a0a4",
             "accent": "#ffbf28", "button": "#2f2f32", "flow": "#ff8f3a", "cut": "#ff4040"},
    "light": {"bar": "#ffffff", "panel": "#fbfbf9", "line": "#dcdcd6", "text": "#1c1c1a", "dim": "#6a6a66",
              "accent": "#b87a00", "button": "#f0f0ec", "flow": "#d2500a", "cut": "#d32020"},
}  # fmt: skip


def page_html(title: str, content: Content, diagram: str, *, embedded: bool = False) -> str:
    """Return a web page that includes the diagram's file content; ``embedded`` omits the page frame."""
    script, style = _asset("web_page.js"), variables() + _asset("web_page.css")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"{" data-embedded" if embedded else ""}>',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="generator" content="Gradblocks">',
            '<meta name="color-scheme" content="dark light">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<noscript>This page needs JavaScript to show the diagram. Turn it on in your browser.</noscript>",
            '<div id="app"></div>',
            in_page(escaped(diagram)),
            f'<script type="application/json" id="web-page">{texts(content.data)}</script>',
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def frame_html(page: str, height: int = 480) -> str:
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-downloads" loading="lazy"'
        f' width="100%" height="{height}" frameborder="0" title="Gradblocks"></iframe>'
    )


def _asset(name: str) -> str:
    return files("assets").joinpath("web_page", name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def variables() -> str:
    dark, light = _colors(DARK), _colors(LIGHT)
    return (
        f":root{{{dark}}}"
        f"@media (prefers-color-scheme: light){{:root:not([data-theme=dark]){{{light}}}}}"
        f":root[data-theme=light]{{{light}}}"
    )


def _colors(theme: Theme) -> str:
    colors = {name.replace("_", "-"): getattr(theme, name) for name in _PLAIN}
    colors |= {f"carried-{name}": color for name, color in theme.carried.items()}
    colors |= {f"kind-{name}": color for name, color in theme.wire_kinds.items()}
    colors |= {f"role-{name.replace('_', '-')}": color for name, color in theme.pin_roles.items()}
    colors |= _CHROME[theme.name]
    scheme = f"color-scheme:{theme.name};"
    return scheme + "".join(f"--{name}:{_css(color)};" for name, color in colors.items())


def _css(color: str) -> str:
    return f"#{color[3:]}{color[1:3]}" if len(color) == 9 else color


def diagram_html(diagram: Diagram, request: Request) -> tuple[str, Sequence[DiagramError]]:
    content = content_of(_copy(diagram), request)
    title = diagram.title or (Path(diagram.path).stem if diagram.path is not None else "Gradblocks")
    return page_html(title, content, diagram.dumps()), content.errors


def notebook_html(subject: Diagram | PageView | Results | PageFlow) -> str:
    if isinstance(subject, PageView):
        content = content_of(_copy(subject.diagram))
        diagram = subject.diagram.dumps()
        content.data["first"] = subject.name
    elif isinstance(subject, Diagram):
        content, diagram = content_of(_copy(subject)), subject.dumps()
    else:
        assert subject.source is not None
        diagram = Diagram(subject.source).dumps()
        make = content_of_results if isinstance(subject, Results) else content_of_flow
        content = make(subject.source, subject)  # pyright: ignore[reportArgumentType]
    return frame_html(page_html("Gradblocks", content, diagram, embedded=True))


def _copy(diagram: Diagram) -> Diagram:
    copy = Diagram(diagram.document)
    copy.path = diagram.path
    return copy
