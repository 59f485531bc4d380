"""Block types and composites as JSON."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, cast

import numpy as np

from blocks.base import dtypes
from blocks.base.dtypes import ANY, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.literals import from_array
from blocks.base.types import Array
from blocks.document.data import Document, Page
from blocks.document.definitions import CompositePin, canvases, pins, reached
from blocks.elaborate.promotion import Promotion
from blocks.graph.documentation import parse, parse_text
from blocks.graph.spec import REQUIRED, Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.registry import find

PAGE = "composites"


def spec_json(spec: BlockSpec) -> dict[str, Any]:
    """Return the full description of a block type as JSON.

    ``dtypes`` of a pin lists the allowed dtypes. Pins with the same ``type`` have the same dtype. The default of an
    attribute is written as in a diagram file.
    """
    docs = parse(spec.doc)
    result: dict[str, Any] = {
        "type": spec.name,
        "page": spec.page,
        "kind": spec.kind,
        "summary": spec.summary,
        "inputs": [_input_json(pin, docs.arguments) for pin in spec.inputs],
        "attributes": [_attribute_json(attribute, docs.arguments) for attribute in spec.attributes],
        "outputs": [_output_json(spec, pin, docs.outputs) for pin in spec.outputs],
        "dtypes": {name: [each.name for each in allowed] for name, allowed in spec.variables.items()},
        "differentiable": spec.differentiable if spec.kind == "op" or spec.rule is not None else None,
        "gradient_inputs": list(spec.rule.inputs) if spec.rule is not None else [],
        "stateful": spec.stateful,
        "random": spec.random,
        "documentation": spec.doc,
    }
    if spec.not_differentiable:
        result["not_differentiable"] = spec.not_differentiable
    if spec.example is not None:
        result["example"] = file_form(spec.example)
    return result


def _input_json(pin: InputPin, docs: dict[str, str]) -> dict[str, Any]:
    return {
        "name": pin.name,
        "kind": pin.kind,
        "list": pin.is_list,
        "optional": pin.optional,
        "ref": pin.is_ref,
        "literal": pin.literal,
        "type": pin.var,
        "dtypes": [each.name for each in pin.allowed] if pin.kind == "tensor" else [],
        "doc": docs.get(pin.name, ""),
    }


def _attribute_json(attribute: Attribute, docs: dict[str, str]) -> dict[str, Any]:
    return {
        "name": attribute.name,
        "type": attribute.type,
        "required": attribute.required,
        "default": None if attribute.default is REQUIRED else file_form(attribute.default),
        "allowed": None if attribute.allowed is None else file_form(attribute.allowed),
        "minimum": attribute.minimum,
        "doc": docs.get(attribute.name, ""),
    }


def _output_json(spec: BlockSpec, pin: OutputPin, docs: dict[str, str]) -> dict[str, Any]:
    return {
        "name": pin.name,
        "kind": pin.kind,
        "list": pin.is_list,
        "length": pin.length,
        "ref": pin.is_ref,
        "result_pin": next(iter(pin.result_pins), None),
        "result_pins": list(pin.result_pins),
        "type": pin.var,
        "dtypes": [each.name for each in output_dtypes(spec, pin)],
        "doc": docs.get(pin.name, ""),
    }


def output_dtypes(spec: BlockSpec, pin: OutputPin) -> tuple[DType, ...]:
    if pin.kind != "tensor":
        return ()
    if pin.fixed is not None:
        return (pin.fixed,)
    attribute = spec.attribute(pin.var or "")
    if attribute is not None:
        return attribute.allowed or ANY
    values = spec.input(pin.length or "")
    if pin.var is None and values is not None:  # each output has the dtype of its value
        return values.allowed
    return spec.variables.get(pin.var or "", ())


def file_form(value: Any) -> Any:
    if isinstance(value, DType):
        return value.name
    if isinstance(value, (tuple, list)):
        return [file_form(each) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: file_form(each) for key, each in cast("dict[str, Any]", value).items()}
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (np.ndarray, np.generic, complex, bytes)):
        array: Array = np.asarray(value, object if isinstance(value, bytes) else None)
        return from_array(array, dtype_of(array))
    return value


def composites_json(document: Document, wanted: list[Page]) -> list[dict[str, Any]]:
    types = {block.type for page in document.composites for block in page.blocks}
    specs = {name: find(name) for name in types}
    flags: list[set[str]] = []
    for flag in ("stateful", "random"):
        own = {name for name, spec in specs.items() if spec is not None and getattr(spec, flag)}
        inside = [page.name for page in document.composites if any(block.type in own for block in page.blocks)]
        flags.append({*inside, *reached(document, *inside)})
    counts = Counter(block.type for page in canvases(document) for block in page.blocks)
    promotion = promotion_of(document)
    return [
        {**_json(page, promotion), "stateful": page.name in flags[0], "random": page.name in flags[1],
         "instances": counts[page.name]}
        for page in wanted
    ]  # fmt: skip


def _json(page: Page, promotion: Promotion) -> dict[str, Any]:
    definition, (inputs, outputs) = page.composite, pins(page)
    assert definition is not None
    docs = parse_text(definition.doc)
    return {
        "type": page.name,
        "page": PAGE,
        "kind": "composite",
        "summary": summary_of(page),
        "inputs": [
            {"name": pin.name, "kind": "tensor", "list": pin.is_list, "optional": pin.default is not None, "ref": False,
             "literal": True, "type": None, "dtypes": [each.name for each in pin_dtypes(pin)], "shape": pin.shape,
             "default": pin.default, "doc": docs.arguments.get(pin.name, "")}
            for pin in inputs
        ],
        "attributes": [
            {"name": value.name, "type": promotion.attribute(page, value).type, "required": False,
             "default": value.default, "allowed": None, "minimum": None, "sets": list(value.sets), "doc": value.doc}
            for value in definition.values
        ],
        "outputs": [
            {"name": pin.name, "kind": "tensor", "list": False, "length": None, "ref": False,
             "result_pin": f"result_{pin.name}", "result_pins": [f"result_{pin.name}"], "type": None, "dtypes": [],
             "doc": docs.outputs.get(pin.name, "")}
            for pin in outputs
        ],
        "dtypes": {},
        "differentiable": None,
        "gradient_inputs": [],
        "documentation": definition.doc,
        "gradient": definition.gradient or None,
        "from": definition.origin,
    }  # fmt: skip


def summary_of(page: Page) -> str:
    assert page.composite is not None
    return page.composite.doc.partition("\n")[0]


def pin_dtypes(pin: CompositePin) -> tuple[DType, ...]:
    try:
        return (dtypes.dtype(pin.dtype),) if type(pin.dtype) is str else dtypes.ANY
    except DiagramError:
        return ()  # `check` reports this error


def promotion_of(document: Document) -> Promotion:
    return Promotion(find, {each.name: each for each in document.composites}.get)
