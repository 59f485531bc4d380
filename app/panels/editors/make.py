"""The editor that fits an attribute or an input, from its declaration alone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.panels.editors.choice import BoolEdit, ChoiceEdit
from app.panels.editors.codecs import attribute_codec, input_codec, show_type, type_choices
from app.panels.editors.value_edit import ValueEdit
from blocks.document.data import Json
from blocks.document.model import file_value
from blocks.graph.spec import REQUIRED, Attribute, BlockSpec, InputPin

Editor = BoolEdit | ChoiceEdit | ValueEdit


def attribute_editor(spec: BlockSpec, attribute: Attribute, parent: QWidget | None = None) -> Editor:
    """The editor of an attribute."""
    default = None if attribute.required else attribute.default
    if attribute.type == "bool":
        return BoolEdit(default, parent)
    if attribute.type == "type":
        choices = [(show_type(name), name) for name in type_choices(spec, attribute)]
        automatic = "automatic" if not attribute.required and default is None else None
        return ChoiceEdit(choices, default, automatic, parent)
    if attribute.allowed and not attribute.type.startswith("list("):
        texts = [(str(value), value) for value in attribute.allowed]
        automatic = "automatic" if not attribute.required and default is None else None
        return ChoiceEdit(texts, default, automatic, parent)
    codec = attribute_codec(attribute)
    tensor = attribute.type == "tensor"
    shown = _default_text(attribute, codec.show)
    keeps = attribute.type == "string" and attribute.default != ""
    return ValueEdit(codec, shown, lines=tensor, keeps_empty=keeps, parent=parent)


def _default_text(attribute: Attribute, show: Callable[[Json], str]) -> str:
    if attribute.default is REQUIRED:
        return ""
    if attribute.default is None:
        return "any shape" if attribute.type == "shape" else "automatic"
    return show(file_value(attribute.default)) or "empty"


def input_editor(pin: InputPin, parent: QWidget | None = None) -> ValueEdit:
    """The editor of the literal at an input pin."""
    return ValueEdit(input_codec(pin), lines=True, parent=parent)
