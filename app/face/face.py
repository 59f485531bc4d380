"""The face of a block as plain data: title, pins, values, badges; its result is separate."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from app.face.theme import family_of
from blocks.analysis.pins import PinKey
from blocks.base.language import mark, plural, tr
from blocks.base.types import Shape
from blocks.document.data import INSTANCE, LOOP_BODIES, Block, Json, Page, is_list
from blocks.document.definitions import SHARES, is_instance, pins, shown_type
from blocks.document.python_values import value_text
from blocks.graph.spec import BlockSpec, InputPin, OutputPin

Side = Literal["left", "right", "bottom"]
Form = Literal["circle", "square", "diamond", "triangle", "ring"]

MAX_ELEMENTS = 8
"""As many elements of a list output get a pin of their own, unless more are wired."""
MAX_ATTRIBUTES = 4
"""As many attributes that differ from their defaults are shown in the block."""
_TITLE_LENGTH = 15

# The labels of the original's pictures, where they are another than the pin's name; their order too.
_LABELS: dict[str, dict[str, str]] = {
    "ClientSession": {
        "inputs": "FeedType",
        "fetch_outputs": "run (fetch_outputs)",
        "run_outputs": "run (run_outputs)",
        "status": "Status",
    }
}
_ALWAYS_SHOWN: dict[str, tuple[str, ...]] = {
    "Const": ("val",),
    "Const_ex": ("val", "dtype"),
    "Control": ("val",),
    "Tensor": ("initvalues",),
    "Placeholder": ("dtype",),
}
_WORDS = re.compile(r"[A-Z]+[^A-Z]*|[^A-Z]+")


class PinFace(NamedTuple):
    """One pin of a block.

    Attributes:
        name: the pin's name; ``index`` distinguishes the elements of a list output.
        label: empty for a single output.
        side: inputs left, outputs right, the result pin at the bottom.
        kind: ``tensor``, ``scope``, ``attribute``, ``result`` or one of the kinds of `blocks.graph.spec`.
        dtype, shape: short strings, empty if unknown.
        role: determines the color without a dtype: ``input``, ``output``, ``scope``, ``attribute``, ``result``, ...
        nets: the color group of each wire, in order.
    """

    name: str
    label: str
    side: Side
    kind: str = "tensor"
    dtype: str = ""
    shape: str = ""
    wires: int = 0
    is_list: bool = False
    is_ref: bool = False
    optional: bool = False
    role: str = "input"
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups
    value: str = ""
    fault: str = ""
    nets: tuple[str, ...] = ()
    is_open: bool = False
    """Its fault is that something is not there yet."""
    belongs: Belongs | None = None
    """How it belongs to the rounds of a block that runs a composite."""

    @property
    def wired(self) -> bool:
        return self.wires > 0

    @property
    def is_input(self) -> bool:
        return self.side == "left"

    @property
    def connects(self) -> bool:
        return self.kind != "attribute"

    @property
    def form(self) -> Form:
        """Return the shape that shows the pin's kind without colors."""
        if self.kind == "scope":
            return "ring"
        if self.kind in ("operation", "status", "feed"):
            return "triangle"
        if self.is_list:
            return "square"
        return "diamond" if self.is_ref else "circle"

    @property
    def type_text(self) -> str:
        return f"{self.dtype} {self.shape}".strip()


class Badge(NamedTuple):
    kind: Literal["error", "warning", "open"]
    text: str = ""


class BlockProblem(NamedTuple):
    text: str
    pin: str | None = None
    warning: bool = False
    is_open: bool = False
    """Nothing is wrong: something is not there yet."""


class Preview(NamedTuple):
    """A small preview of a result.

    Attributes:
        lines: a line per row of the value, at most four.
        picture: a QImage; None for text alone.
        caption: shape and dtype, or minimum and maximum below an image.
        is_old: the page was edited since, so the value may be outdated.
    """

    lines: tuple[str, ...] = ()
    picture: Any = None
    caption: str = ""
    is_old: bool = False


class Inside(NamedTuple):
    """The composite that a block is an instance of, or runs; ``part`` is empty for a body or a single composite."""

    part: str = ""
    thumbnail: Thumbnail | None = None


class BlockInfo(NamedTuple):
    """The data of a block's face that is not stored in the block itself.

    Attributes:
        inputs: the number of wires per input pin.
        outputs: the elements that wires take of each output pin (None: the whole output).
        nets: the color groups of the wires at each pin.
        types: dtype and shape of pins and list elements.
        aside: a label beside the id.
        told: rows (label, text) derived from the page, such as the variables that it trains.
    """

    inputs: Mapping[str, int] = {}
    outputs: Mapping[str, tuple[int | None, ...]] = {}
    nets: Mapping[PinKey, tuple[str, ...]] = {}
    types: Mapping[PinKey, tuple[str, str]] = {}
    problems: tuple[BlockProblem, ...] = ()
    inside: tuple[Inside, ...] = ()
    aside: str = ""
    told: tuple[tuple[str, str], ...] = ()


class BlockView(NamedTuple):
    """Everything painted for a block except its position and its result, which changes with each step of a run."""

    id: str
    type: str
    title: tuple[str, ...] = ()
    pins: tuple[PinFace, ...] = ()
    badges: tuple[Badge, ...] = ()
    hidden_values: int = 0
    collapsed: bool = False
    muted: bool = False
    missing: bool = False
    size: tuple[float, float] | None = None
    caption: str | None = None
    """What stands above a display; None for all other blocks."""
    inside: tuple[Inside, ...] = ()
    """The composites that can be gone into."""
    color: str | None = None
    """The colour that the block was given."""
    aside: str = ""
    """What is said of it beside its id."""
    gradient: str = ""
    """The name of its gradient composite."""
    family: str = ""
    """One of `FAMILIES`; empty for an unknown type."""
    is_variable: bool = False

    @property
    def heading(self) -> tuple[str, ...]:
        return title_lines(heading_of(self.id, self.type)) if self.type.startswith(INSTANCE) else self.title

    @property
    def subheading(self) -> str:
        return shown_type(self.type) if self.type.startswith(INSTANCE) else self.id

    @property
    def has_inside(self) -> bool:
        return bool(self.inside)

    def pin(self, name: str, index: int | None = None, *, is_input: bool) -> PinFace | None:
        """Return a pin; for a list element that is not shown, its list."""
        face = None
        for pin in self.pins:
            if pin.name == name and pin.is_input == is_input and pin.connects:
                if pin.index == index:
                    return pin
                if pin.index is None:
                    face = pin
        return face


def make_face(block: Block, spec: BlockSpec | None, info: BlockInfo) -> BlockView:
    """Build the face of a block. A block of unknown type (``spec`` None) has the pins that its wires name."""
    faults = {problem.pin: problem.text for problem in info.problems if problem.pin}
    still_open = {problem.pin for problem in info.problems if problem.is_open}
    if spec is None:
        pins = [*_unknown_inputs(block, info, faults), *_unknown_outputs(info)]
        hidden = 0
    else:
        into, out = pins_in_rounds(block, spec.input_index, spec.output_index)
        attributes = [] if spec.is_display else list(_attributes(block, spec, faults))
        hidden = max(0, len(attributes) - MAX_ATTRIBUTES)
        pins = [
            *_inputs(block, spec, info, faults, into),
            *(attributes if not hidden else attributes[: MAX_ATTRIBUTES - 1]),
            *(PinFace(label, label, "left", "attribute", role="attribute", value=text) for label, text in info.told),
            *_outputs(block, spec, info, faults, out),
            *_strays(block, spec, info),
        ]
        hidden = hidden + 1 if hidden else 0
    if still_open:
        pins = [pin._replace(is_open=True) if pin.fault and pin.name in still_open else pin for pin in pins]
    badges: list[Badge] = []
    errors = [problem.text for problem in info.problems if not problem.warning and not problem.is_open]
    if errors:
        badges.append(Badge("error", "\n".join(errors)))
    elif still_open:
        badges.append(Badge("open", "\n".join(problem.text for problem in info.problems)))
    elif info.problems:
        badges.append(Badge("warning", "\n".join(problem.text for problem in info.problems)))
    return BlockView(
        block.id,
        block.type,
        title_lines(block.type),
        tuple(pins),
        tuple(badges),
        hidden,
        block.collapsed,
        block.muted,
        spec is None,
        block.size,
        _caption(block, spec),
        info.inside,
        block.color,
        info.aside,
        "" if spec is None else spec.gradient_composite,
        "" if spec is None else family_of(spec.page),
        spec is not None and spec.variable and not spec.temporary,
    )


def named(face: BlockView, block: str) -> BlockView:
    if face.id == block:
        return face
    return face._replace(id=block, caption=block if face.caption == face.id else face.caption)


def custom_gradient_words(spec: BlockSpec | None) -> str:
    name = "" if spec is None else spec.gradient_composite
    return tr("custom gradient: {name}", name=name) if name else ""


def heading_of(block: str, kind: str) -> str:
    return block if kind.startswith(INSTANCE) and block else shown_type(kind)


def _caption(block: Block, spec: BlockSpec | None) -> str | None:
    if spec is None or not spec.is_display or block.collapsed:
        return None
    title = block.values.get("title")
    return title if isinstance(title, str) and title else block.id


def title_lines(name: str) -> tuple[str, ...]:
    name = shown_type(name)
    if len(name) <= _TITLE_LENGTH:
        return (name,)
    parts: list[str] = re.findall(r"[^_]*_|[^_]+", name) if "_" in name else _WORDS.findall(name)
    best = min(range(1, len(parts) + 1), key=lambda i: max(len("".join(parts[:i])), len("".join(parts[i:]))))
    first, second = "".join(parts[:best]), "".join(parts[best:])
    return (first, second) if second else (first,)


def _inputs(
    block: Block, spec: BlockSpec, info: BlockInfo, faults: Mapping[str, str], belongs: Mapping[str, Belongs]
) -> Iterator[PinFace]:
    wires = info.inputs.get("scope", 0)
    if spec.kind == "op" or wires or spec.name == "ClientSession":
        yield PinFace("scope", "Scope", "left", "scope", wires=wires, optional=True, role="scope")
    labels = _LABELS.get(spec.name, {})
    for pin in sorted(spec.inputs, key=lambda pin: list(labels).index(pin.name)) if labels else spec.inputs:
        wires = info.inputs.get(pin.name, 0)
        if spec.is_display and pin is not spec.inputs[0] and not wires:  # there is hardly room for it
            continue
        dtype, shape = info.types.get(pin.name, ("", ""))
        value = "" if wires or pin.name not in block.values else value_text(block.values[pin.name])
        yield PinFace(
            pin.name,
            signed(labels.get(pin.name, pin.name), belongs.get(pin.name)),
            "left",
            pin.kind,
            dtype,
            shape,
            wires,
            pin.is_list,
            pin.is_ref,
            pin.optional,
            _input_role(spec, pin),
            value=value,
            fault=faults.get(pin.name, ""),
            nets=info.nets.get(pin.name, ()),
            belongs=belongs.get(pin.name),
        )


def _input_role(spec: BlockSpec, pin: InputPin) -> str:
    if spec.name == "ClientSession":
        return {"inputs": "feed", "run_outputs": "operation"}.get(pin.name, "input")
    return pin.kind if pin.kind in ("feed", "status") else "input"


def _attributes(block: Block, spec: BlockSpec, faults: Mapping[str, str]) -> Iterator[PinFace]:
    always = _ALWAYS_SHOWN.get(spec.name, ())
    for attribute in spec.attributes:
        value = shown_value(block, spec, attribute.name)
        given = attribute.name in block.values and (attribute.required or value != attribute.default)
        is_promoted = is_instance(block) and attribute.name != SHARES  # somebody chose to see it on the block
        if given or is_promoted or attribute.required or attribute.name in always or attribute.name in faults:
            name, fault = attribute.name, faults.get(attribute.name, "")
            text = value_text(value) if name in block.values or is_promoted else ""
            yield PinFace(name, name, "left", "attribute", role="attribute", value=text, fault=fault)


def shown_value(block: Block, spec: BlockSpec | None, name: str) -> Json:
    value = block.values.get(name)
    if value is not None or spec is None or not is_instance(block):
        return value
    attribute = spec.attribute(name)
    return None if attribute is None else attribute.default


def _outputs(
    block: Block, spec: BlockSpec, info: BlockInfo, faults: Mapping[str, str], belongs: Mapping[str, Belongs]
) -> Iterator[PinFace]:
    labels = _LABELS.get(spec.name, {})
    several = len(spec.outputs) > 1 or bool(labels)
    for pin in spec.outputs:
        taken = info.outputs.get(pin.name, ())
        elements = _elements(block, pin, info, taken) if pin.is_list else []
        dtype, shape = info.types.get((pin.name, None), ("", ""))
        role = "scope_output" if pin.kind == "scope" else "output"
        label = signed(labels.get(pin.name, pin.name), belongs.get(pin.name)) if several or belongs else ""
        yield PinFace(
            pin.name, label, "right", pin.kind, dtype, shape, taken.count(None), pin.is_list, pin.is_ref, role=role,
            fault=faults.get(pin.name, ""), nets=info.nets.get((pin.name, None), ()), belongs=belongs.get(pin.name),
        )  # fmt: skip
        wires: Counter[int | None] = Counter(taken if elements else ())
        for index in elements:
            dtype, shape = info.types.get((pin.name, index), ("", ""))
            yield PinFace(
                pin.name, f"[{index}]", "right", "tensor", dtype, shape, wires[index], role="output", index=index,
                nets=info.nets.get((pin.name, index), ()),
            )  # fmt: skip
    for pin in spec.outputs:
        if pin.result_pins:
            yield PinFace(pin.result_pins[0], "", "bottom", "result", role="result")


def _elements(block: Block, pin: OutputPin, info: BlockInfo, taken: tuple[int | None, ...]) -> list[int]:
    """Return the elements of a list output that get a pin: the first few and the wired ones."""
    wired = {index for index in taken if index is not None}
    indices = [key[1] for key in info.types if not isinstance(key, str) and key[0] == pin.name]
    count = max((index + 1 for index in indices if index is not None), default=0)
    if pin.name == "grad_outputs":
        count = max(count, info.inputs.get("inputs", 0))
    elif pin.length is not None:
        given = block.values.get(pin.length)
        size = len(given) if is_list(given) else given if isinstance(given, int) else info.inputs.get(pin.length, 0)
        count = max(count, size)
    return sorted(wired | set(range(min(count, MAX_ELEMENTS))))


def _strays(block: Block, spec: BlockSpec, info: BlockInfo) -> Iterator[PinFace]:
    """Yield pins that wires name but the type does not have, so that the wires have ends."""
    for name, count in info.inputs.items():
        if name != "scope" and spec.input(name) is None:
            fault = tr("there is no pin {name!r}", name=name)
            yield PinFace(name, name, "left", "tensor", wires=count, role="missing", fault=fault)
    known = {name for pin in spec.outputs for name in pin.result_pins}
    for name, taken in info.outputs.items():
        if spec.output(name) is None and name not in known:
            fault = tr("there is no pin {name!r}", name=name)
            yield PinFace(name, name, "right", "tensor", wires=len(taken), role="missing", fault=fault)


def _unknown_inputs(block: Block, info: BlockInfo, faults: Mapping[str, str]) -> Iterator[PinFace]:
    for name, count in info.inputs.items():
        yield PinFace(name, name, "left", "tensor", wires=count, role="missing", fault=faults.get(name, ""))
    for name, value in list(block.values.items())[:MAX_ATTRIBUTES]:
        if name not in info.inputs:
            yield PinFace(name, name, "left", "attribute", role="attribute", value=value_text(value))


def _unknown_outputs(info: BlockInfo) -> Iterator[PinFace]:
    for name, taken in info.outputs.items():
        wires = Counter(taken)
        for index in sorted(wires, key=lambda i: -1 if i is None else i):
            label = name if index is None else f"{name}[{index}]"
            yield PinFace(name, label, "right", "tensor", wires=wires[index], role="missing", index=index)


Belongs = Literal["carried", "constant", "over", "stacked"]

SIGNS: Mapping[Belongs, str] = {"carried": "\u21bb", "constant": "=", "over": "\u22ee", "stacked": "\u2261"}
"""What stands beside the name of a pin."""
MEANINGS: Mapping[Belongs, str] = {
    "carried": mark("carried between iterations"),
    "constant": mark("same in every iteration"),
    "over": mark("one element per iteration"),
    "stacked": mark("one element from each iteration"),
}


def pins_in_rounds(
    block: Block, inputs: Collection[str], outputs: Collection[str]
) -> tuple[dict[str, Belongs], dict[str, Belongs]]:
    """Return the roles of input and output pins in a loop's iterations; empty for a block that is not a loop."""
    if block.type not in LOOP_BODIES or block.type == "Cond":
        return {}, {}
    named = block.values.get("over")
    over = named if is_list(named) else []
    carries = block.type != "Map"
    ins: dict[str, Belongs] = {
        name: "over" if name in over else "carried" if carries and name in outputs else "constant" for name in inputs
    }
    outs: dict[str, Belongs] = {
        name: "carried" if carries and name in inputs else "stacked"
        for name in outputs
        if block.type != "While" or name in inputs
    }
    return ins, outs


def signed(name: str, belongs: Belongs | None) -> str:
    return name if belongs is None else f"{name} {SIGNS[belongs]}"


def rounds_text(block: Block, shapes: Mapping[str, Shape]) -> str:
    """Return a loop's number of iterations as a string; empty if it is unknown."""
    times, over = block.values.get("times"), block.values.get("over")
    count = times if type(times) is int and block.type == "Repeat" else None
    for name in over if is_list(over) and block.type in ("Scan", "Map") else ():
        shape = shapes.get(name) if isinstance(name, str) else None
        count = count if not shape or shape[0] is None else shape[0]
    return "" if count is None else plural(count, "{n} iteration", "{n:,} iterations")


def asides_in_body(block: Block | None, body: Page) -> dict[str, str]:
    """Return the iteration roles of a loop body's pins, by pin block, while it is open inside its loop.

    Empty inside other blocks, and in a condition, which does not show the carried values.
    """
    interface = pins(body)
    if block is None or body.name != block.values.get("body"):
        return {}
    into, out = pins_in_rounds(block, [pin.name for pin in interface.inputs], [pin.name for pin in interface.outputs])
    both = [(pin, into) for pin in interface.inputs] + [(pin, out) for pin in interface.outputs]
    return {pin.block: f"{SIGNS[each[pin.name]]} {each[pin.name]}" for pin, each in both if pin.name in each}


_BLOCK = (120.0, 70.0)
"""About as large as a block is."""
_MOST = 400
"""Blocks and wires: of more, nothing could be told apart."""

Quad = tuple[float, float, float, float]


class Thumbnail(NamedTuple):
    """A small overview of a canvas in page units, starting at zero.

    Attributes:
        boxes: left, top, width and height of each block.
        lines: the ends of each wire.
        families: the family of each block, as in `FAMILIES`; empty: unknown.
    """

    width: float
    height: float
    boxes: tuple[Quad, ...]
    lines: tuple[Quad, ...]
    families: tuple[str, ...]


def thumbnail_of(page: Page, find: Callable[[str], BlockSpec | None]) -> Thumbnail | None:
    blocks = page.blocks[:_MOST]
    if not blocks:
        return None
    sizes = {block.id: block.size or _BLOCK for block in blocks}
    left, top = min(block.at[0] for block in blocks), min(block.at[1] for block in blocks)
    boxes = {block.id: (block.at[0] - left, block.at[1] - top, *sizes[block.id]) for block in blocks}
    lines: list[Quad] = []
    for source, target in page.wires[:_MOST]:
        a, b = boxes.get(source.block), boxes.get(target.block)
        if a is not None and b is not None:
            lines.append((a[0] + a[2], a[1] + a[3] / 2, b[0], b[1] + b[3] / 2))
    width, height = max(x + w for x, _, w, _ in boxes.values()), max(y + h for _, y, _, h in boxes.values())
    specs = [find(block.type) for block in blocks]
    families = tuple(["" if spec is None else family_of(spec.page) for spec in specs])
    return Thumbnail(width, height, tuple(boxes.values()), tuple(lines), families)
