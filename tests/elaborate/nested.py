"""Random diagrams with composites in each other, and what they give nested and flat."""

from __future__ import annotations

import random
from typing import Any

import blocks
from blocks.base.errors import RunError
from blocks.document.model import Diagram, PageView
from blocks.run.session import Session

UNARY = {
    "Negate": ("x", "y"),
    "Square": ("x", "y"),
    "Relu": ("features", "activations"),
    "StopGradient": ("input", "output"),
}
BINARY = {"Add": "z", "Multiply": "z", "Subtract": "z", "MatMul": "product"}
PINS = {"MatMul": ("a", "b")}
WHOLE = [[1.0, -2.0], [0.5, 3.0]]


def random_diagram(draw: random.Random) -> Diagram:
    """A diagram of a page with instances, in which some wires go wrong."""
    diagram = Diagram()
    definitions: list[tuple[str, list[str], list[str]]] = []
    for number in range(draw.randint(1, 4)):
        name = f"C{number}"
        definitions.append(
            (f":{name}", *_fill(diagram.add_composite(name), draw, definitions, inputs=draw.randint(1, 3)))
        )
        if draw.random() < 0.6:
            constants = [block.id for block in diagram.composite(name).blocks if block.type == "Const"]
            diagram.composite(name).add_value("scale", draw.choice([None, 2.5]), [f"{each}.val" for each in constants])
    page = diagram.add_page("main")
    _fill(page, draw, definitions, inputs=0)
    ends = [block.id for block in page.blocks if block.type in UNARY]
    if ends:
        page.add("AddSymbolicGradients", id="grads")
        page.wire(f"{ends[-1]}.{UNARY[page.block(ends[-1]).type][1]}", "grads.outputs")
        page.wire("c0.output", "grads.inputs")
    return diagram


def _fill(
    canvas: PageView, draw: random.Random, known: list[tuple[str, list[str], list[str]]], inputs: int
) -> tuple[list[str], list[str]]:
    """Put blocks and wires on a canvas; the names of its pins."""
    pins: list[str] = []
    sources: list[str] = []
    for i in range(inputs):
        values: dict[str, Any] = {}
        if draw.random() < 0.3:
            values["default"] = draw.choice([2.0, WHOLE, 3])
        if draw.random() < 0.3:
            values["dtype"] = "DT_FLOAT"
        canvas.add("InputPin", id=f"x{i}", **values)
        pins.append(f"x{i}")
        sources.append(f"x{i}.output")
    canvas.add("Const", id="c0", val=WHOLE)
    sources.append("c0.output")
    if draw.random() < 0.5:
        canvas.add("Variable", id="v", initvalues=WHOLE)
        canvas.add("AssignAdd", id="step")
        canvas.wire("v.ref", "step.ref")
        canvas.wire("c0.output", "step.value")
        sources.append("v.ref")
    if draw.random() < 0.3:
        canvas.add("RandomNormal", id="noise", shape=[2, 2], dtype="DT_FLOAT", seed=7)
        sources.append("noise.output")
    instances: dict[str, list[str]] = {}
    for i in range(draw.randint(2, 6)):
        if known and draw.random() < 0.5:
            sources += _instance(canvas, draw, f"i{i}", draw.choice(known), sources, instances)
        elif draw.random() < 0.5:
            kind = draw.choice(list(BINARY))
            canvas.add(kind, id=f"b{i}")
            for pin in PINS.get(kind, ("x", "y")):
                canvas.wire(draw.choice(sources), f"b{i}.{pin}")
            sources.append(f"b{i}.{BINARY[kind]}")
        else:
            kind = draw.choice(list(UNARY))
            canvas.add(kind, id=f"b{i}")
            canvas.wire(draw.choice(sources), f"b{i}.{UNARY[kind][0]}")
            sources.append(f"b{i}.{UNARY[kind][1]}")
    outputs: list[str] = []
    for i in range(draw.randint(1, 2) if inputs else 0):
        canvas.add("OutputPin", id=f"y{i}")
        canvas.wire(draw.choice(sources), f"y{i}.input")
        outputs.append(f"y{i}")
    return pins, outputs


def _instance(
    canvas: PageView,
    draw: random.Random,
    name: str,
    kind: tuple[str, list[str], list[str]],
    sources: list[str],
    others: dict[str, list[str]],
) -> list[str]:
    composite, pins, outputs = kind
    values: dict[str, Any] = {}
    wires: list[str] = []
    for pin in pins:
        if draw.random() < 0.7:
            wires.append(f"{name}.{pin}")
        elif "default" not in canvas.diagram.composite(composite).block(pin).values or draw.random() < 0.5:
            values[pin] = draw.choice([1.5, WHOLE])
    if draw.random() < 0.3 and canvas.diagram.composite(composite).values:
        values["scale"] = draw.choice([-1.5, WHOLE])
    same = others.setdefault(composite, [])
    if same and draw.random() < 0.3:
        values["shares"] = same[0]
    else:
        same.append(name)
    canvas.add(composite, id=name, **values)
    for wire in wires:
        canvas.wire(draw.choice(sources), wire)
    return [f"{name}.{output}" for output in outputs]


def results_of(diagram: Diagram, steps: int = 2, **options: Any) -> dict[str, bytes]:
    """What the page of a diagram gives, as bytes; names as in the flat diagram."""
    session = Session(diagram, inside=True, **options)
    try:
        results = session.run(steps=steps)
    except RunError as error:
        results = error.results
    return {name.replace("/", "__"): value.tobytes() + str(value.dtype).encode() for name, value in results.items()}


def compare(diagram: Diagram, **options: Any) -> int:
    """See that a diagram gives the same bits flat and nested; how many results it has."""
    flat, nested = results_of(blocks.flatten(diagram), **options), results_of(diagram, **options)
    # Pins, instances themselves, and variables that are another's are nested only.
    inner = {name for name in nested if name.partition(".")[0].rpartition("__")[2][0] not in "xyiv"}
    assert flat.keys() >= inner, sorted(inner - flat.keys())
    assert flat == {name: nested.get(name) for name in flat}
    return len(flat)
