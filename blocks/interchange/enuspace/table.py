"""The mapping of enuSpace symbols to block types, from ``pins.json``.

The data file contains one line per block type, with the facts that do not follow from a rule. It was made from a survey
of enuSpace's symbol library by joining each symbol's pins with the inputs, attributes and outputs of the TensorFlow
operation. The strings are lists of tokens, separated by spaces:

- ``in``: ``NAME[<ORIGINAL][*][&][-][:VARIABLE | !DTYPE][~DTYPE]``: our pin, its name in enuSpace if that differs, ``*``
  if it takes a list, ``&`` if it takes a variable, ``-`` if it takes no literal, the type variable that it shares with
  other pins or its only dtype, and after ``~`` the dtype that enuSpace gives to a literal.
- ``at``: ``NAME:CODE[<ORIGINAL]``: an attribute. Codes: ``b`` bool, ``i`` int, ``f`` float, ``s`` string, ``y`` dtype,
  ``h`` shape, ``t`` tensor; upper case is a list. An attribute is a pin of its name, or an entry of a pin ``attrs...``
  with the key NAME followed by an underscore. ORIGINAL is a different spelling of the pin or the key.
- ``out``: ``NAME[<ORIGINAL]``; ``res``: ``RESULT_PIN>OUTPUT`` if the result pin is not ``result_`` plus the output's
  name.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import NamedTuple

_INPUT = re.compile(
    r"(?P<name>\w+)(?:<(?P<original>\w+))?(?P<flags>[*&-]*)(?::(?P<var>\w+)|!(?P<fixed>\w+))?(?:~(?P<lit>\w+))?"
)
_OTHER = re.compile(r"(?P<name>\w+)(?::(?P<code>\w))?(?:<(?P<original>\w+))?")


class TableInput(NamedTuple):
    name: str
    is_list: bool
    takes_literal: bool
    variable: str | None
    fixed: str | None
    literal_dtype: str | None


class TableAttribute(NamedTuple):
    name: str
    code: str


class TableType(NamedTuple):
    inputs: dict[str, TableInput]
    attributes: dict[str, TableAttribute]
    keys: dict[str, TableAttribute]
    outputs: dict[str, str]
    results: dict[str, str]


@cache
def _lines() -> dict[str, dict[str, str]]:
    text = resources.files(__package__ or "").joinpath("pins.json").read_text("utf-8")
    lines: dict[str, dict[str, str]] = json.loads(text)
    return lines


@cache
def table_type(name: str) -> TableType | None:
    line = _lines().get(name)
    if line is None:
        return None
    inputs: dict[str, TableInput] = {}
    for match in _INPUT.finditer(line.get("in", "")):
        flags = match["flags"]
        fixed, literal = match["fixed"], match["lit"]
        dtypes = [f"DT_{each}" if each else None for each in (fixed, literal)]
        pin = TableInput(match["name"], "*" in flags, not {*"&-"} & {*flags}, match["var"], *dtypes)
        inputs[pin.name] = inputs[match["original"] or pin.name] = pin
    attributes: dict[str, TableAttribute] = {}
    keys: dict[str, TableAttribute] = {}
    for match in _OTHER.finditer(line.get("at", "")):
        attribute = TableAttribute(match["name"], match["code"])
        for spelling in (attribute.name, match["original"] or attribute.name):
            attributes[spelling] = attribute
            keys[spelling.removesuffix("_")] = attribute
    outputs: dict[str, str] = {}
    for match in _OTHER.finditer(line.get("out", "")):
        outputs[match["name"]] = outputs[match["original"] or match["name"]] = match["name"]
    results = {f"result_{original}": f"result_{name}" for original, name in outputs.items()}
    for token in line.get("res", "").split():
        pin, _, output = token.partition(">")
        results[pin] = f"result_{output}"
    return TableType(inputs, attributes, keys, outputs, results)
