"""The factory of value editors, from the declaration of an attribute or an input alone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.canvas.value_rows import has_choices
from app.language import tr
from app.panels.editors.base import UNSET, State
from app.panels.editors.choice import BoolEdit, ChoiceEdit
from app.panels.editors.codecs import attribute_codec, input_codec, show_type, type_choices
from app.panels.editors.value_edit import ValueEdit
from blocks.document.data import Json
from blocks.document.python_values import file_value
from blocks.graph.spec import REQUIRED, Attribute, BlockSpec, InputPin

Editor = BoolEdit | ChoiceEdit | ValueEdit


def attribute_editor(spec: BlockSpec, attribute: Attribute, parent: QWidget | None = None) -> Editor:
    default = None if attribute.required else attribute.default
    if attribute.type == "bool":
        return BoolEdit(default, parent)
    choices = choices_of(spec, attribute)
    if choices is not None:
        named = [(text, value) for text, value in choices if not isinstance(value, State)]
        automatic = next((text for text, value in choices if isinstance(value, State)), None)
        return ChoiceEdit(named, default, automatic, parent)
    codec = attribute_codec(attribute)
    tensor = attribute.type == "tensor"
    shown = _default_text(attribute, codec.show)
    keeps = attribute.type == "string" and attribute.default != ""
    return ValueEdit(codec, shown, lines=tensor, keeps_empty=keeps, parent=parent)


def choices_of(spec: BlockSpec, attribute: Attribute) -> list[tuple[str, Json | State]] | None:
    """Return the labels and values of an attribute's choices, `UNSET` for automatic; None if it is typed."""
    if not has_choices(attribute):
        return None
    names = type_choices(spec, attribute) if attribute.type == "type" else attribute.allowed or ()
    shown = show_type if attribute.type == "type" else str
    choices: list[tuple[str, Json | State]] = [(shown(value), value) for value in names]
    open_ended = not attribute.required and attribute.default is None
    return [(tr("automatic"), UNSET), *choices] if open_ended else choices


def _default_text(attribute: Attribute, show: Callable[[Json], str]) -> str:
    if attribute.default is REQUIRED:
        return ""
    if attribute.default is None:
        return tr("any shape") if attribute.type == "shape" else tr("automatic")
    return show(file_value(attribute.default)) or tr("empty")


def input_editor(pin: InputPin, parent: QWidget | None = None) -> ValueEdit:
    return ValueEdit(input_codec(pin), lines=True, parent=parent)
