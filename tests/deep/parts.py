"""The parts of the deep tests beside the block types, by their names."""

from __future__ import annotations

import importlib
from types import ModuleType

PARTS = {
    "json": "hostile texts of diagrams",
    "media": "files of other kinds, cut off and with flipped bits",
    "onnx": "the node tests of the onnx package",
    "opening": "what is opened, checked and drawn touches nothing else",
    "machine": "the state machine of an open document",
    "events": "random events in the real window",
    "painting": "after each command, nothing stale is in sight",
    "saving": "processes killed while they save",
    "recovery": "windows killed while they are worked in",
    "sharing": "two windows on one file",
    "nested": "composites in each other, flat and as a program",
    "loops": "random loops in each other, with gradients",
    "growth": "hostile shapes at growing sizes",
    "long": "runs, and opening and closing, over and over",
}
_MODULES = {
    "json": "documents",
    "media": "media",
    "onnx": "onnx_nodes",
    "opening": "opening",
    "machine": "machine",
    "events": "events",
    "painting": "painting",
    "saving": "kills",
    "recovery": "recovery",
    "sharing": "sharing",
    "nested": "nested",
    "loops": "loops",
    "growth": "growth",
    "long": "long",
}


def module(part: str) -> ModuleType:
    """The module of a part: its ``run(seed, number)`` does a task of ``CASES`` cases and returns what it found."""
    return importlib.import_module(f"tests.deep.{_MODULES[part]}")
