"""The options ``--feed NAME=VALUE`` and ``--set BLOCK.NAME=VALUE``, applied to a page."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.base.literal_text import parse_text
from blocks.cli.arguments import shown
from blocks.document.changes import SetValue
from blocks.document.data import LOOP_BODIES, is_object
from blocks.document.earlier_names import TODAY
from blocks.document.model import Block, Diagram, PageView
from blocks.document.python_values import attribute_value
from blocks.graph.attributes import convert
from blocks.graph.spec import Attribute
from blocks.library.registry import find
from blocks.run.files import Folders

_WORDS = re.compile(r"\s*\[\s*(?:[A-Za-z_][A-Za-z0-9_]*\s*(?:,\s*[A-Za-z_][A-Za-z0-9_]*\s*)*,?\s*)?\]\s*")


class SetOptions(NamedTuple):
    """The result of ``--set``: notes about settings without effect, because a wire gives the pin its value.

    ``inner`` has the values of blocks inside instances, by path, because the file cannot store them.
    """

    notes: list[str]
    inner: dict[str, dict[str, Any]]


def apply_settings(page: PageView, settings: Sequence[str], home: Path) -> SetOptions:
    result = SetOptions([], {})
    for setting in settings:
        name, text = split_setting(page, setting)
        block_id, dot, value_name = name.partition(".")
        if not dot:
            raise UsageError(f"--set: expected BLOCK.NAME=VALUE, got {shown(setting)}")
        canvas, block = block_at(page, block_id)
        if block is None:
            raise UsageError(f"--set {shown(name)}: there is no block {block_id!r}", page=page.name)
        value_name = current_name(page, name).partition(".")[2]
        try:
            value = _value_for(page.diagram, block, value_name, text, home)
            if canvas is page:
                page.apply(SetValue(page.name, block_id, value_name, value))
            else:
                result.inner.setdefault(block_id, {})[value_name] = value
        except DiagramError as error:
            raise UsageError(f"--set {shown(name)}: {error.message}", page=page.name, hint=error.hint) from None
        for wire in canvas.wires_into(block.id, value_name)[:1]:
            source = shown(f"{wire.source.block}.{wire.source.pin}")
            result.notes.append(
                f"--set {shown(name)} has no effect, because a wire from {source} gives the pin its value"
            )
    return result


def current_name(page: PageView, name: str) -> str:
    """Return ``block.value`` with the current name of the value."""
    path, dot, value = name.partition(".")
    block = block_at(page, path)[1]
    return name if block is None else f"{path}{dot}{TODAY.name(block.type, value)}"


def block_at(page: PageView, path: str) -> tuple[PageView, Block | None]:
    canvas: PageView = page
    parts = path.split("/")
    while len(parts) > 1:
        block = canvas.get(parts.pop(0))
        definition = None if block is None else _inside(page.diagram, block, parts)
        if definition is None:
            return canvas, None
        canvas = definition
    return canvas, canvas.get(parts[0])


def _inside(diagram: Diagram, block: Block, parts: list[str]) -> PageView | None:
    values = LOOP_BODIES.get(block.type)
    if values is None:
        return _definition(diagram, block)
    named = len(parts) > 1 and parts[0] in values and parts[0] != "body"
    name = block.values.get(parts.pop(0) if named else "body")
    return next((each for each in diagram.composites if each.name == name), None)


def _definition(diagram: Diagram, block: Block) -> PageView | None:
    return next((each for each in diagram.composites if each.name == block.type), None)


def read_feeds(page: PageView, feeds: Sequence[str], folders: Folders, home: Path) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for feed in feeds:
        name, text = split_setting(page, feed)
        try:
            value = _tensor(text, home)
            result[name] = folders.load(value["file"]) if is_object(value) and "file" in value else value
        except DiagramError as error:
            raise UsageError(f"--feed {shown(name)}: {error.message}", page=page.name, hint=error.hint) from None
    return result


def split_setting(page: PageView, text: str) -> tuple[str, str]:
    """Split a setting into name and value. An id may contain '=': the first '=' after a block of the page counts."""
    indices = [match.start() for match in re.finditer("=", text)]
    for index in indices[:100]:
        if block_at(page, text[:index].partition(".")[0])[1] is not None:
            return text[:index], text[index + 1 :]
    return text[: indices[0]], text[indices[0] + 1 :]


def _file_name(name: str, home: Path) -> str:
    if os.path.isabs(name) or (home / name == Path(name)):
        return name
    here = os.path.abspath(name)
    return here if os.path.exists(here) else name


def _value_for(diagram: Diagram, block: Block, name: str, text: str, home: Path) -> Any:
    definition = _definition(diagram, block)
    if definition is None:
        spec = find(block.type)
    else:
        # needed only with composites
        from blocks.elaborate.instance_types import instance_spec
        from blocks.elaborate.promotion import Promotion

        pages = {each.name: each.snapshot() for each in diagram.composites}
        spec = instance_spec(definition.snapshot(), Promotion(find, pages.get))
    if spec is None:
        return parse_text(text)
    attribute = spec.attribute(name)
    if attribute is None:
        pin = spec.input(name)
        if pin is None or not pin.literal:
            known = [*spec.attribute_names, *(each.name for each in spec.inputs if each.literal)]
            names = ", ".join(known) or "none"
            raise DiagramError(f"{spec.name} has no attribute or input {shown(name)}", hint=f"use one of: {names}")
        return _tensor(text, home)
    if attribute.type == "tensor":
        return _tensor(text, home)
    value = attribute_value(attribute, _attribute_value(attribute, text))
    convert(attribute, value)
    return value


def _tensor(text: str, home: Path) -> Any:
    return {"file": _file_name(text[1:], home)} if text.startswith("@") else parse_text(text)


def _attribute_value(attribute: Attribute, text: str) -> Any:
    kind = attribute.type
    if kind in ("string", "type") and text[:1] not in ("'", '"'):
        return text
    if kind == "shape" or kind == "list(shape)":
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise DiagramError(f"expected a shape such as [2, null], got {shown(text)}") from None
    if kind in ("list(string)", "list(type)") and _WORDS.fullmatch(text):
        return re.findall(r"\w+", text)
    return parse_text(text)
