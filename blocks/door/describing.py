"""The verb ``describe``: a block type with its gradient, its formula, an example, and the types like it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, dtype_of
from blocks.base.errors import DiagramError, UsageError
from blocks.document.data import INSTANCE, Document, Json, listed
from blocks.document.definitions import needed, pins
from blocks.document.earlier_names import TODAY
from blocks.document.model import Diagram
from blocks.document.python_values import file_value
from blocks.door.diagrams import canvas, elaborated, home_of, opened
from blocks.door.examples import example_diagram
from blocks.door.types_json import composites_json, output_dtypes, spec_json
from blocks.graph.documentation import parse_text
from blocks.graph.flow import gradient_flow
from blocks.graph.formulas import formula
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.interchange.initial_values import files_in
from blocks.library.array.identity import Placeholder
from blocks.library.registry import current
from blocks.library.similar import did_you_mean, similar_names

_MOST_ALIKE = 5
_LEAST = 1.25
"""The likeness of block types that are easily confused, as `_likeness` measures it."""


def describe(type_name: str, file: str | None = None) -> dict[str, Any]:
    """Return the description of a block type, or of a composite (``:Dense``) of a diagram file."""
    if type_name.startswith(INSTANCE):
        if file is None:
            raise UsageError(f"{type_name!r} is a composite", hint="name the diagram that defines it, with --in FILE")
        return _composite(type_name, file)
    spec = type_named(type_name)
    why = _why(spec)
    inputs = list(spec.rule.inputs) if spec.rule is not None and why is None else []
    example = example_diagram(spec)
    return {
        "block": spec_json(spec),
        "gradient": {"has": why is None, "inputs": inputs, "why": why},
        "formula": _formula(spec),
        "example": None if example is None else json.loads(Diagram(example).dumps()),
        "confused_with": [{"type": each.name, "difference": _difference(spec, each)} for each in _alike(spec)],
    }


def type_named(name: str) -> BlockSpec:
    """Return a public block type; raise UsageError with the similar names if there is none."""
    name = TODAY.type(name)
    spec = current().find(name)
    if spec is not None and not spec.internal:
        return spec
    missing = current().why_missing(name)
    if missing is not None:
        raise UsageError(missing.message, hint=missing.hint)
    hint = did_you_mean(similar_names(name)) or "run `gradblocks blocks` to list all block types"
    shown = name if len(name) <= 60 else f"{name[:57]}..."
    raise UsageError(f"there is no block type {shown!r}", hint=hint)


def _composite(name: str, file: str) -> dict[str, Any]:
    diagram = opened(file)
    document, page = diagram.document, canvas(diagram, name).snapshot()
    elaboration, (given, told) = elaborated(diagram, name, home_of(file)), pins(page)
    values, last = elaboration.values, {pin.block for pin in told}
    ends = [values.get(wire.source.block, {}).get(wire.source.pin) for wire in page.wires if wire.target.block in last]
    reached = frozenset(gradient_flow(elaboration.graph, [end for end in ends if isinstance(end, Output)]).reached)
    inputs = [pin.name for pin in given if reached.intersection(values.get(pin.block, {}).values())]
    why = f"the instances use the custom gradient {page.gradient}" if page.gradient else None
    if not inputs and why is None:
        why = "no gradient flows from its outputs to its inputs"
    return {
        "block": composites_json(document, [page])[0],
        "gradient": {"has": bool(inputs or page.gradient), "inputs": inputs, "why": why},
        "formula": None,
        "example": _use_of(document, name),
        "confused_with": [],
    }


def _use_of(document: Document, name: str) -> Json:
    """Return the first page with an instance of a composite as a diagram, unless it needs files."""
    for page in document.pages:
        used = needed(document, page.name)
        if name in used:
            composites = tuple(each for each in document.composites if each.name in used)
            use = Document("", (page,), {}, composites)
            if not any(files_in(use)):
                return json.loads(Diagram(use).dumps())
    return None


def _why(spec: BlockSpec) -> str | None:
    """Return the reason why no gradient passes a block type, or None."""
    if spec.not_differentiable:
        return f"{spec.name} stops every gradient" if spec.forwards else spec.not_differentiable
    if spec.prevents_gradient:
        return "the block reports an error if a gradient is taken through it"
    if spec.rule is not None:
        return None
    if spec.variable or spec.fed:
        return "gradients are taken with respect to its output, and end there"
    if not spec.inputs:
        return "the block has no inputs"
    dtypes = {each for pin in spec.outputs for each in output_dtypes(spec, pin)}
    if dtypes and not any(each.is_differentiable for each in dtypes):
        return f"its outputs are {' and '.join(sorted(each.short for each in dtypes))}, which have no gradient"
    return f"{spec.name} has no gradient rule"


def example_call(
    spec: BlockSpec, *, all_inputs: bool = False
) -> tuple[Scope, dict[str, Any], tuple[Output, ...]] | None:
    """Return the example of a block type as a graph, with arguments and outputs, or None if that is impossible.

    Inputs that have a gradient are placeholders of their names.

    Args:
        all_inputs: make all inputs placeholders.
    """
    scope = Scope.new_root_scope()
    try:
        known = {name: _argument(scope, spec, name, value, all_inputs) for name, value in (spec.example or {}).items()
                 if spec.input(name) is not None or spec.attribute(name) is not None}  # fmt: skip
        return scope, known, spec(scope.with_op_name(spec.name), **known).outputs
    except (DiagramError, ValueError, TypeError):
        return None


def _argument(scope: Scope, spec: BlockSpec, name: str, value: Any, all_inputs: bool) -> Any:
    pin = spec.input(name)
    if pin is None or pin.is_list or not (all_inputs or (spec.rule is not None and name in spec.rule.inputs)):
        return value
    array = np.asarray(file_value(value))
    if FLOAT in pin.allowed and array.dtype.kind in "if":
        array = array.astype(np.float32)
    return placeholder(scope, name, array.dtype, array.shape)


def placeholder(scope: Scope, name: str, dtype: Any, shape: Any) -> Output:
    kind = dtype_of(np.zeros((), dtype)).name
    return Placeholder(scope.with_op_name(name), kind, shape=list(shape)).outputs[0]


def _formula(spec: BlockSpec) -> str | None:
    """Return the formulas of the outputs in terms of the inputs, one per line; None if there are none."""
    call = example_call(spec, all_inputs=True) if spec.kind == "op" and not spec.variable else None
    outputs = () if call is None or spec.example is None else call[2]
    texts = {pin.name: formula(each).text for pin, each in zip(spec.outputs, outputs, strict=False)}
    lines = [f"{name} = {text}" for name, text in texts.items() if not re.match(rf"{re.escape(spec.name)}\b", text)]
    if not lines:  # the summary may end with one
        lines = re.findall(r": ([^:]+ = [^:]+?)\.?$", spec.summary)
    return "\n".join(lines) or None


# -- Types that are easily confused


@cache
def _words(name: str) -> set[str]:
    return {each.lower() for each in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+", name)}


@cache
def _mentions(spec: BlockSpec) -> dict[str, str]:
    """Return the block types that the documentation of another one names, with the first sentence that does."""
    docs = parse_text(spec.doc)
    names = {each.name for each in current().all_types() if not each.internal} - {spec.name}
    result: dict[str, str] = {}
    for sentence in re.split(r"(?<=[.:])\s+", f"{docs.summary} {docs.text}"):
        for name in names.intersection(re.findall(r"\b[A-Z]\w+[A-Z0-9]\w*|(?<=``)[A-Z]\w+(?=``)", sentence)):
            result.setdefault(name, " ".join(sentence.split()))
    return result


def _likeness(spec: BlockSpec, other: BlockSpec) -> float:
    """Return how easily two types are confused: by name, by pins, and if the documentation of one names the other."""
    mine, theirs = _words(spec.plain_name), _words(other.plain_name)
    pins = [({*each.input_index}, {*each.output_index}) for each in (spec, other)]
    same_pins = pins[0] == pins[1] and bool(pins[0][0])
    named = 1.5 * (other.name in _mentions(spec)) + (spec.name in _mentions(other))
    return named + 2 * len(mine & theirs) / len(mine | theirs) + 0.5 * same_pins + 0.25 * (spec.page == other.page)


def _alike(spec: BlockSpec) -> list[BlockSpec]:
    others = [each for each in current().all_types() if not each.internal and each is not spec]
    scores = {each: score for each in others if (score := _likeness(spec, each)) >= _LEAST}
    return sorted(scores, key=lambda each: (-scores[each], each.name))[:_MOST_ALIKE]


def _difference(spec: BlockSpec, other: BlockSpec) -> str:
    """Return the difference of two types, from their declarations and documentation."""
    parts, mentioned, pairs = [f"{other.name}: {other.summary}"], list[str](), ((spec, other), (other, spec))
    for noun, of in (("input", "input_index"), ("attribute", "attribute_names"), ("output", "output_index")):
        for one, than in pairs:
            names = [name for name in getattr(one, of) if name not in getattr(than, of)]
            if names:
                parts.append(f"Only {one.name} has the {noun}{'s' if len(names) > 1 else ''} {listed(names)}.")
    for one, than in pairs:
        why = None if _why(than) else _why(one)
        parts += [f"No gradient passes {one.name}: {why}."] if why else []
        mentioned += [_mentions(one)[than.name]] if than.name in _mentions(one) else []
    return " ".join(dict.fromkeys([*parts, *mentioned[:1]]))
