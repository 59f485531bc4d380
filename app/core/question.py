"""A block as plain text for an assistant or a forum: type, pins, errors, causes, fixes, gradient and source line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from blocks.base.literal_show import text_of
from blocks.base.shapes import shape_text
from blocks.base.terminal import printable
from blocks.document.data import Block
from blocks.document.definitions import shown_type
from blocks.worker.page_checks import PageInfo

_LONGEST = 2000
_MOST = 50
"""Pins, values or cuts that are listed."""


def question_of(info: PageInfo, path: str, block: Block, explanation: Mapping[str, Any]) -> str:
    """Return the text about a block at a path of the checked page, with the explanation from `blocks.door`."""
    lines = [f"{shown_type(info.page.name)}/{path} ({shown_type(block.type)}{', muted' if block.muted else ''})"]
    lines += [*_about(info, path, block), f"explanation: {explanation['text']}"]
    lines += [f"possible fix: {text}" for text in explanation["fixes"]]
    return "".join(f"{printable(line[:_LONGEST])}\n" for line in lines)


def _about(info: PageInfo, path: str, block: Block) -> Iterator[str]:
    yield from (f"{name}: {text}" for name, text in (("source", block.source), ("note", block.note)) if text)
    for key, (dtype, shape) in list(info.pins.blocks.get(path, {}).items())[:_MOST]:
        side, name, index = ("input", key, None) if isinstance(key, str) else ("output", *key)
        yield f"{side} {name}{'' if index is None else f'[{index}]'}: {dtype.short} {shape_text(shape)}"
    yield from (f"value {name} = {text_of(value, 80)}" for name, value in list(block.values.items())[:_MOST])
    for cut in info.flow.cuts[:_MOST] if info.flow is not None else ():
        if f"{cut.block}/".startswith(f"{path}/"):
            pin = f"{cut.block.removeprefix(path).removeprefix('/')}.{cut.pin or ''}".strip(".")
            of = " + ".join(map(str, info.flow.of)) if info.flow is not None else ""
            yield f"gradient of {of} stops{f' at {pin}' if pin else ''}: {cut.reason}"
