"""Conversion of an enuSpace block record to a block of the diagram file.

In enuSpace, the characters of a literal determine its dtype (``0.1`` is DT_DOUBLE, ``1.0f`` DT_FLOAT, ``1`` DT_INT32).
In a diagram file, ``0.1`` is a DT_FLOAT that adapts to the block's other inputs of the same type. So a literal stays a
literal if the pin has only one dtype, if a wired input of the same type decides (enuSpace rejected the block if they
differed), or if both programs read the same dtype. Otherwise, it becomes a wired Const block with an explicit dtype,
and the report names it. Inputs that take a list do not take literals here: each part becomes such a Const block.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np

from blocks.base import dtypes
from blocks.base.literals import natural_dtype
from blocks.base.types import Array
from blocks.document.data import Json
from blocks.interchange.enuspace import values as read
from blocks.interchange.enuspace.data import Pin
from blocks.interchange.enuspace.page import Point, Use
from blocks.interchange.enuspace.table import TableInput, TableType, table_type
from blocks.interchange.enuspace.values import PIN_DTYPES
from blocks.library.registry import find

INLINE_ELEMENTS = 1000
"""Arrays with more elements than this go to a file of their own."""

Typed = tuple[Json, str]
"""A value and its dtype."""

_SHOWN = 60


class Surroundings(Protocol):
    def tell(self, kind: Literal["left out", "changed", "problem"], location: str, text: str) -> None: ...

    def sources(self, block: str, pin: str) -> Sequence[str]: ...

    def add_block(self, kind: str, name: str, at: Point, values: dict[str, Json], target: str) -> None: ...

    def array(self, block: str, pin: str, array: Array, dtype: str) -> Json:
        """Return an array as nested lists or, if it is large, as the name of a file."""
        ...

    def binary(self, block: str, pin: Pin) -> Array | None:
        """Return the array of a binary pin; if its file is missing, report that and return None."""
        ...


class BlockBuilder:
    """The builder of one block; unreadable values stay strings and are reported."""

    def __init__(self, page: Surroundings, use: Use, name: str, at: Point) -> None:
        self._page = page
        self._use = use
        self._name = name
        self._at = at
        self._pins = {pin.name: pin for pin in use.pins}
        self._values: dict[str, Json] = {}
        self._decided: set[str] = set()
        self._beside = 0

    def build(self) -> dict[str, Json]:
        table = table_type(self._use.type)
        if table is None:
            self._tell("problem", "", f"{self._use.type!r} is not a block type of enuSpace-TensorFlow")
            self._unknown_type()
            return self._values
        inputs = table.inputs.values()
        self._decided = {pin.variable for pin in inputs if pin.variable and self._wired(pin.name)}
        done = self._special()
        for pin in self._use.pins:
            if pin.name not in done:
                self._pin(table, pin)
        return self._values

    def _special(self) -> Sequence[str]:
        match self._use.type:
            case "Const" | "Const_ex":
                return self._const()
            case "Variable":
                return self._variable()
            case "Input" | "Tensor":
                return self._typed_value()
            case "Input_Initializer":
                return self._initializer()
            case _:
                return ()

    def _tell(self, kind: Literal["left out", "changed", "problem"], pin: str, text: str) -> None:
        self._page.tell(kind, f"{self._name}.{pin}" if pin else self._name, text)

    def _wired(self, pin: str) -> bool:
        return bool(self._page.sources(self._name, pin))

    # -- pins ---------------------------------------------------------------------------------------------------------

    def _pin(self, table: TableType, pin: Pin) -> None:
        if pin.name in table.inputs:
            self._input(table.inputs[pin.name], pin)
        elif pin.name in table.attributes:
            attribute = table.attributes[pin.name]
            # Nothing written is a scalar for a shape, and not set for all else.
            if pin.text.strip() or attribute.code == "h":
                self._attribute(attribute.name, attribute.code, pin.text, pin.name)
        elif pin.name.startswith("attrs"):
            for key, text in read.attribute_pairs(pin.text).items():
                entry = table.keys.get(key)
                if entry and text:
                    self._attribute(entry.name, entry.code, text, pin.name)
                elif text:
                    self._tell("left out", pin.name, f"{self._use.type} has no attribute {key!r} (it is {text!r})")
        elif pin.name not in table.outputs and not is_passive(pin.name) and (pin.text or pin.position is not None):
            self._tell("left out", pin.name, f"{self._use.type} has no such pin (it holds {pin.text[:_SHOWN]!r})")

    def _attribute(self, name: str, code: str, text: str, pin: str) -> None:
        try:
            self._values[name] = read.attribute_value(text, code)
        except ValueError as error:
            self._keep_text(name, text, error, pin)

    def _keep_text(self, name: str, text: str, error: ValueError, pin: str = "") -> None:
        self._values[name] = text
        self._tell("problem", pin or name, f"{text[:_SHOWN]!r} cannot be read: {error}")

    def _input(self, spec: TableInput, pin: Pin) -> None:
        if self._wired(spec.name) or not _holds_something(pin):
            return
        if not spec.takes_literal:
            self._tell("left out", pin.name, f"a value was typed at a pin that takes none: {pin.text[:_SHOWN]!r}")
        elif spec.is_list:
            for part in read.split_list(pin.text):
                self._list_part(spec, part)
        else:
            self._literal(spec, pin)

    def _list_part(self, spec: TableInput, text: str) -> None:
        dtype = spec.fixed or spec.literal_dtype or read.inferred_dtype(text)
        try:
            value = read.literal(text, dtype)
        except ValueError as error:
            self._tell("left out", spec.name, f"{text[:_SHOWN]!r} cannot be read: {error}")
        else:
            self._add_beside("Const", spec.name, {"val": value, "dtype": dtype})

    def _literal(self, spec: TableInput, pin: Pin) -> None:
        if _is_text(pin):
            dtype = spec.fixed or spec.literal_dtype or read.inferred_dtype(pin.text)
            typed = self._text(spec.name, pin.text, dtype)
        else:
            typed = self._array(pin)
        if typed is None:
            return
        value, dtype = typed
        if 0 not in pin.shape and self._says(spec, value, dtype):
            self._values[spec.name] = value
        else:
            self._add_beside("Const", spec.name, _full(typed, "val", pin))
        if spec.variable:
            self._decided.add(spec.variable)

    def _says(self, spec: TableInput, value: Json, dtype: str) -> bool:
        if spec.fixed or spec.variable in self._decided or _speaks_for_itself(value, dtype):
            return True
        ours = find(self._use.type)
        pin = ours.input(spec.name) if ours else None
        return pin is not None and dtypes.dtype(dtype) not in pin.allowed

    def _add_beside(self, kind: str, pin: str, values: dict[str, Json]) -> None:
        at = (self._at[0] - 140, self._at[1] + 30 * self._beside)
        self._beside += 1
        self._page.add_block(kind, f"{self._name}_{pin}", at, values, f"{self._name}.{pin}")
        self._tell("changed", pin, f"the {values['dtype']} value typed there is now a wired {kind} block")

    # -- values -------------------------------------------------------------------------------------------------------

    def _text(self, name: str, text: str, dtype: str) -> Typed | None:
        try:
            value = read.literal(text, dtype)
        except ValueError as error:
            self._keep_text(name, text, error)
            return None
        if "{" not in text and read.shape_of(value):
            self._tell("changed", name, f"{text[:_SHOWN]!r} has no braces and is read as a row of values")
        return value, dtype

    def _array(self, pin: Pin, dtype: str | None = None) -> Typed | None:
        own = PIN_DTYPES.get(pin.dtype, "DT_STRING")
        if pin.dtype not in PIN_DTYPES:
            self._tell("changed", pin.name, f"{pin.dtype[:_SHOWN]!r} is not a pin type; the value is read as a string")
        if pin.position is not None:
            array = self._page.binary(self._name, pin)
            return None if array is None else (self._page.array(self._name, pin.name, array, own), own)
        try:
            return self._numbers(pin, dtype or own), dtype or own
        except ValueError as error:
            self._keep_text(pin.name, pin.text, error)
            return None

    def _numbers(self, pin: Pin, dtype: str) -> Json:
        count = math.prod(pin.shape)
        if count == 0:
            return []
        storage = dtypes.BY_NAME[dtype]
        if not pin.shape and "{" in pin.text and storage.kind != "string":
            value = read.literal(pin.text, dtype)
            if read.shape_of(value) not in ([], [1]):
                self._tell("changed", pin.name, "its pin declares a scalar; the shape of the braces is used")
                return value
        elements = read.flat_elements(pin.text, count, dtype)
        if count > INLINE_ELEMENTS and storage.kind in ("float", "int", "uint", "bool"):
            try:
                array = np.array([float(e) if isinstance(e, str) else e for e in elements], storage.numpy)
            except OverflowError:
                raise ValueError(f"a value is too large for {dtype}") from None
            return self._page.array(self._name, pin.name, array.reshape(pin.shape), dtype)
        return read.nest(elements, pin.shape)

    def _dtype_pin(self) -> str | None:
        text = self._pins["dtype"].text if "dtype" in self._pins else ""
        name = read.dtype_name(text)
        if name is None and text.strip():
            self._tell("problem", "dtype", f"{text[:_SHOWN]!r} is not a dtype")
        return name

    # -- block types whose value pin does not follow the rule ---------------------------------------------------------

    def _const(self) -> Sequence[str]:
        """Read dtype, shape and value from the pin ``val``; in Const_ex, ``dtype`` is that of a literal."""
        pin = self._pins.get("val")
        dtype = (self._dtype_pin() or "DT_DOUBLE") if self._use.type == "Const_ex" else None
        typed = self._array(pin, dtype) if pin else None
        if typed and pin:
            self._values.update(_full(typed, "val", pin))
        return ("val", "dtype")

    def _variable(self) -> Sequence[str]:
        sources = self._page.sources(self._name, "initvalues")
        if sources:
            # A Const says dtype and shape, whatever is written here.
            return ("initvalues", "dtype", "shape") if sources[0] in ("Const", "Const_ex") else ("initvalues",)
        pin, dtype = self._pins.get("initvalues"), self._dtype_pin()
        if pin is None:
            return ()
        if dtype and _is_text(pin):
            typed = self._text("initvalues", pin.text, dtype) if pin.text.strip() else None
            if typed:
                self._values["initvalues"] = typed[0]
            return ("initvalues",)
        typed = self._array(pin, dtype)
        if typed:
            self._values["initvalues"], self._values["dtype"] = typed
            self._values["shape"] = list(pin.shape)
        return ("initvalues", "dtype", "shape")

    def _typed_value(self) -> Sequence[str]:
        pin = self._pins.get("initvalues")
        if pin is None or self._wired("initvalues"):
            return ("initvalues",)
        dtype = self._dtype_pin() or "DT_INT32"
        if _is_text(pin):
            typed = self._text("initvalues", pin.text, dtype) if pin.text.strip() else None
        else:
            typed = self._array(pin)
        if typed:
            self._values["initvalues"], self._values["dtype"] = typed
        return ("initvalues", "dtype")

    def _initializer(self) -> Sequence[str]:
        pin = self._pins.get("t")
        if pin is None or self._wired("t") or not _holds_something(pin):
            return ("t",)
        typed = self._text("t", pin.text, read.inferred_dtype(pin.text)) if _is_text(pin) else self._array(pin)
        if typed and _speaks_for_itself(*typed):
            self._values["t"] = typed[0]
        elif typed:
            self._add_beside("Tensor", "t", {"initvalues": typed[0], "dtype": typed[1]})
        return ("t",)

    def _unknown_type(self) -> None:
        for pin in self._use.pins:
            if is_passive(pin.name) or self._wired(pin.name):
                continue
            if pin.position is not None:
                typed = self._array(pin)
                if typed:
                    self._values[pin.name] = typed[0]
            elif pin.text:
                self._values[pin.name] = pin.text


def is_passive(pin: str) -> bool:
    """Return whether a pin does not affect the computation: recorded results, and the automatic scope."""
    return pin.startswith("result_") or re.fullmatch(r"scope(_\d+)?", pin) is not None


def _full(typed: Typed, name: str, pin: Pin) -> dict[str, Json]:
    values: dict[str, Json] = {name: typed[0], "dtype": typed[1]}
    if 0 in pin.shape:
        values["shape"] = list(pin.shape)
    return values


def _speaks_for_itself(value: Json, dtype: str) -> bool:
    return isinstance(value, dict) or natural_dtype(value).name == dtype


def _is_text(pin: Pin) -> bool:
    return pin.position is None and PIN_DTYPES.get(pin.dtype, "DT_STRING") == "DT_STRING"


def _holds_something(pin: Pin) -> bool:
    return pin.position is not None or bool(pin.text.strip()) or 0 in pin.shape
