"""Block types and composites as JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from blocks.base import dtypes
from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.document.data import Document, Page
from blocks.document.definitions import CompositePin, canvases, pins, reached
from blocks.document.python_values import file_value
from blocks.elaborate.instance_types import instance_spec
from blocks.elaborate.promotion import Promotion
from blocks.graph.documentation import parse
from blocks.graph.spec import REQUIRED, Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.registry import find


def spec_json(spec: BlockSpec) -> dict[str, Any]:
    """Return the full description of a block type as JSON.

    ``dtypes`` of a pin lists the allowed dtypes. Pins with the same ``type`` have the same dtype. The default of an
    attribute is written as in a diagram file.
    """
    docs = parse(spec.doc)
    result: dict[str, Any] = {
        **_members(spec, "type=name page kind summary"),
        "inputs": [_input_json(pin, docs.arguments) for pin in spec.inputs],
        "attributes": [_attribute_json(attribute, docs.arguments) for attribute in spec.attributes],
        "outputs": [_output_json(spec, pin, docs.outputs) for pin in spec.outputs],
        "dtypes": {name: [each.name for each in allowed] for name, allowed in spec.variables.items()},
        "differentiable": spec.differentiable if spec.kind == "op" or spec.rule is not None else None,
        "gradient_inputs": list(spec.rule.inputs) if spec.rule is not None else [],
        **_members(spec, "stateful random documentation=doc"),
    }
    if spec.not_differentiable:
        result["not_differentiable"] = spec.not_differentiable
    if spec.example is not None:
        result["example"] = file_value(spec.example)
    return result


def _members(of: object, names: str) -> dict[str, Any]:
    """Return attributes of an object as JSON; ``type=name`` is the attribute ``name`` under the key ``type``."""
    pairs = [each.partition("=") for each in names.split()]
    return {key: file_value(getattr(of, name or key)) for key, _, name in pairs}


def _input_json(pin: InputPin, docs: dict[str, str]) -> dict[str, Any]:
    members = _members(pin, "name kind list=is_list optional ref=is_ref literal type=var")
    allowed = pin.allowed if pin.kind == "tensor" else ()
    return {**members, "dtypes": [each.name for each in allowed], "doc": docs.get(pin.name, "")}


def _attribute_json(attribute: Attribute, docs: dict[str, str]) -> dict[str, Any]:
    default = None if attribute.default is REQUIRED else file_value(attribute.default)
    members = {**_members(attribute, "name type required"), "default": default}
    return {**members, **_members(attribute, "allowed minimum"), "doc": docs.get(attribute.name, "")}


def _output_json(spec: BlockSpec, pin: OutputPin, docs: dict[str, str]) -> dict[str, Any]:
    members = _members(pin, "name kind list=is_list length ref=is_ref")
    result_pins, dtypes = list(pin.result_pins), [each.name for each in output_dtypes(spec, pin)]
    members |= {"result_pin": next(iter(result_pins), None), "result_pins": result_pins}
    return {**members, "type": pin.var, "dtypes": dtypes, "doc": docs.get(pin.name, "")}


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
    definition, result = page.composite, spec_json(instance_spec(page, promotion))
    assert definition is not None
    inputs = {pin.name: {"shape": pin.shape, "default": pin.default} for pin in pins(page).inputs}
    values = {each.name: {"default": each.default, "sets": list(each.sets), "doc": each.doc}
              for each in definition.values}  # fmt: skip
    return {
        **result,
        "kind": "composite",
        "inputs": [{**each, **inputs[each["name"]]} for each in result["inputs"]],
        "attributes": [{**each, **values[each["name"]]} for each in result["attributes"] if each["name"] in values],
        "outputs": [{**each, "kind": "tensor"} for each in result["outputs"]],
        "gradient": definition.gradient or None,
        "from": definition.origin,
    }


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
