"""The part of the editor's entry point that makes HTML: web pages, notebook output and pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, cast

from app.web_page.content import Request, diagram_html, notebook_html, variables
from app.web_page.drawing import Drawing, icon_paths
from blocks.base.web_page import WebPage
from blocks.document.data import Block, Page
from blocks.document.model import Diagram
from blocks.door.examples import example_page
from blocks.graph.spec import BlockSpec


def give(web_page: WebPage) -> int:
    """Make the HTML, pass it on and return the exit status; raise UsageError for an unknown page or loss."""
    if isinstance(web_page.subject, list):
        web_page.give(pictures(cast("list[Any]", web_page.subject)), ())
    elif web_page.options is None:
        web_page.give(notebook_html(web_page.subject), ())
    else:
        web_page.give(*diagram_html(web_page.subject, Request(**web_page.options)))
    return 0


_ROOM = 14.0
_TITLE_WIDTH, _ID_WIDTH, _LABEL_WIDTH, _VALUE_WIDTH = 6.2, 4.6, 5.6, 4.8
"""Widths of a character, as the script of web pages has them."""


def pictures(subjects: Sequence[BlockSpec | Page]) -> str:
    """Return JSON with the ``style`` of the pictures, and for each page or block type a list of pictures.

    A page has one picture. A block type has the picture of a block, and that of its example if it has one.
    """
    drawing = Drawing(Diagram())
    lists: list[list[str]] = []
    for each in subjects:
        pages = [each]
        if isinstance(each, BlockSpec):
            pages = [Page("block", (Block("", each.name),)), example_page(each)]
        lists.append([_svg(drawing.canvas(page)) for page in pages if isinstance(page, Page)])
    return json.dumps({"style": variables().replace(":root", "svg.diagram"), "pictures": lists})


def _svg(canvas: Mapping[str, Any]) -> str:
    blocks: list[Any] = canvas["blocks"]
    points = [number for wire in canvas["wires"] for number in wire["path"]]
    xs = [*points[::2], *(x for each in blocks for x in (each["at"][0], each["at"][0] + each["size"][0]))]
    ys = [*points[1::2], *(y for each in blocks for y in (each["at"][1], each["at"][1] + each["size"][1]))]
    left, top = min(xs) - _ROOM, min(ys) - _ROOM
    width, height = max(xs) + _ROOM - left, max(ys) + _ROOM - top
    parts = [f'<path class="wire" d="M{" ".join(f"{n:g}" for n in wire["path"])}"/>' for wire in canvas["wires"]]
    return (
        f'<svg class="diagram" viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        f' aria-hidden="true">{"".join([*parts, *map(_block, blocks)])}</svg>'
    )


def _block(block: Mapping[str, Any]) -> str:
    (x, y), (width, height) = block["at"], block["size"]
    title_y, line = block["y"]
    inner = block.get("inner")
    parts = [f'<rect class="body" width="{width:g}" height="{height:g}" rx="8"/>']
    if block["family"]:
        parts.append(_header(block))
    for index, title in enumerate(block["title"]):
        left, room = (24, width - 30) if inner else (9, width - 14)
        parts.append(_text(left, title_y + index * line, "title", _cut(title, room / _TITLE_WIDTH)))
    if block["under"] and not inner:
        parts.append(_text(9, block["under"], "id", _cut(block["under_text"], (width - 12) / _ID_WIDTH)))
    if inner:
        ix, iy, iw, ih = inner
        parts.append(f'<rect class="inner" x="{ix:g}" y="{iy:g}" width="{iw:g}" height="{ih:g}"/>')
    for index, pin in enumerate(block["pins"]):
        px, py = pin["at"]
        parts.append(_pin(pin))
        if pin["side"] == "right" and pin["label"]:
            parts.append(_text(px - 10, py + 3.5, "label end", pin["label"]))
        elif pin["side"] == "left" and not (inner and index == 0):
            parts.append(_text(24, py + 3.5, f"label {pin['kind']}", pin["label"]))
            room = (width - 34 - len(pin["label"]) * _LABEL_WIDTH) / _VALUE_WIDTH
            parts.append(_text(width - 8, py + 3.5, "val end", _cut(pin["value"], max(3, room))))
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def _header(block: Mapping[str, Any]) -> str:
    """Return the tint and the icon of a block's family."""
    width, bottom, color = block["size"][0], block["under"] + 4.5, f"var(--family-{block['family']})"
    beside = 23 + 8.4 * len(block["title"][0]) < width - 8
    x, y = width - 18, (block["y"][0] if beside else block["under"]) - 9
    icon = "".join([f'<path d="{d}" stroke-width="{wide:g}"/>' for d, wide in icon_paths(block["family"])])
    path = f"M1 {bottom:g}V8a7 7 0 0 1 7-7H{width - 8:g}a7 7 0 0 1 7 7V{bottom:g}z"
    icon = f'<g class="icon" transform="translate({x:g} {y:g})" style="stroke:{color}">{icon}</g>'
    return f'<path d="{path}" style="fill:{color};fill-opacity:.18"/>{icon}'


def _pin(pin: Mapping[str, Any]) -> str:
    (x, y), reach, form = pin["at"], pin["reach"], pin["form"]
    role = pin["role"].replace("_", "-")
    style = f'class="pin {pin["side"]}" style="fill:var(--role-{role},var(--role-input))"'
    if form == "square":
        return f'<rect {style} x="{x - 4:g}" y="{y - 4 - reach:g}" width="8" height="{8 + 2 * reach:g}" rx="2"/>'
    if form in ("diamond", "triangle"):
        path = f"M{x:g} {y - 5.5:g}l5.5 5.5-5.5 5.5-5.5-5.5z" if form == "diamond" else f"M{x - 4:g} {y - 5:g}l9 5-9 5z"
        return f'<path {style} d="{path}"/>'
    radius = 3 if pin["kind"] == "attribute" else 4 if form == "ring" else 5
    return f'<circle {style} cx="{x:g}" cy="{y:g}" r="{radius}"/>'


def _text(x: float, y: float, name: str, text: str) -> str:
    return f'<text class="{name}" x="{x:g}" y="{y:g}">{escape(text)}</text>' if text else ""


def _cut(text: str, count: float) -> str:
    return text if len(text) <= count else f"{text[: max(1, int(count) - 1)]}…"
