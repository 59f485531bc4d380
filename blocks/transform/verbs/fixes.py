"""Quick fixes of problems: of lint warnings, of errors, and of wires whose pins do not fit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import cast

import numpy as np

from blocks.analysis.lint import PageAdvice
from blocks.analysis.pins import Pins
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.base.types import Shape
from blocks.document.changes import (
    Change,
    RemoveBlocks,
    RemoveItems,
    SetField,
    SetValue,
    UnsetValue,
)
from blocks.document.data import Block, Document, Endpoint, Json, Page, Wire, pins_type
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, pin_name, pins
from blocks.document.model import Diagram
from blocks.document.paths import resolve_path
from blocks.library.array.identity import Placeholder, PlaceholderWithDefault
from blocks.library.array.sizes import Fill
from blocks.library.core.constants import Const
from blocks.library.lint.rules import CHOICES, INFINITE
from blocks.transform.verbs.blocks import Find, as_float, changes_of, delete, floats_of
from blocks.transform.verbs.edit import Edit, Made, Names, additions, group, named, replacements
from blocks.transform.verbs.fitting import Known, input_pin
from blocks.transform.verbs.trial import ConnectionCandidate, replace_type
from blocks.transform.verbs.wires import reachable, reconnect

EPSILON = 1e-12
_INNER = 0.999999
"""How far an arc cosine goes."""


def follow(document: Document, page: str, advice: PageAdvice, pins: Pins, find: Find) -> Edit | None:
    """Return the edit that fixes a lint warning, or None if no single edit does.

    Problems inside an instance are fixed in its definition.
    """
    mend = _MENDS.get(advice.rule)
    scratch = Diagram(document)
    try:
        canvas, block = resolve_path(scratch, page, advice.block)
        other = resolve_path(scratch, page, advice.culprit) if advice.culprit else (canvas, "")
    except DiagramError:
        return None
    if mend is None or other[0] != canvas:
        return None
    prefix = advice.block.removesuffix(block)
    plan = _Plan(scratch.canvas(canvas).snapshot(), pins, prefix, find)
    text = mend(plan, block, other[1], advice)
    return Edit(plan.change(), text) if text else None


class _Plan:
    """A canvas edit under construction; wires keep their old ends until they are moved."""

    def __init__(self, page: Page, pins: Pins, prefix: str, find: Find) -> None:
        self.page, self._pins, self._prefix, self.find = page, pins, prefix, find
        self.blocks = {block.id: block for block in page.blocks}
        self._names = Names(page)
        self._added: list[Block] = []
        self._wires: list[Wire] = []
        self._moved: dict[int, Wire] = {}
        self._changes: list[Change] = []

    def wire_into(self, block: str, pin: str) -> tuple[int, Endpoint] | None:
        incoming = [(i, wire.source) for i, wire in enumerate(self.page.wires) if wire.target[:2] == (block, pin)]
        return incoming[0] if len(incoming) == 1 else None

    def shape(self, end: Endpoint) -> Shape:
        return self._tensor(end)[1]

    def dtype(self, end: Endpoint) -> DType | None:
        return self._tensor(end)[0]

    def _tensor(self, end: Endpoint) -> tuple[DType | None, Shape]:
        return self._pins.get((self._prefix + end.block, end.pin, end.index), (None, None))

    def add(self, kind: str, beside: str, values: Mapping[str, Json] | None = None) -> str:
        """Add a block; `with_room` finds its position."""
        name = self._names.for_type(kind)
        self._added.append(Block(name, kind, self.blocks[beside].at, dict(values or {})))
        return name

    def wire(self, source: Endpoint, target: Endpoint) -> None:
        self._wires.append(Wire(source, target))

    def move(self, index: int, source: Endpoint, target: Endpoint) -> None:
        self._moved[index] = Wire(source, target)

    def put_before(self, block: str, pin: str, kind: str, through: tuple[str, str], values: Mapping[str, Json]) -> str:
        incoming = self.wire_into(block, pin)
        return "" if incoming is None else self.put_into(incoming[0], kind, through, values)

    def put_into(self, index: int, kind: str, through: tuple[str, str], values: Mapping[str, Json]) -> str:
        source, target = self.page.wires[index]
        name = self.add(kind, target.block, values)
        self.wire(source, Endpoint(name, through[0]))
        self.move(index, Endpoint(name, through[1]), target)
        return name

    def retype(self, block: str, kind: str, outputs: Mapping[str, str]) -> None:
        """Change a block's type: its values are dropped, and its outputs are renamed."""
        self._changes.append(SetField(self.page.name, block, "type", kind))
        self._changes += [UnsetValue(self.page.name, block, name) for name in self.blocks[block].values]
        for i, wire in enumerate(self.page.wires):
            if wire.source.block == block and wire.source.pin in outputs:
                self.move(i, wire.source._replace(pin=outputs[wire.source.pin]), wire.target)

    def set_value(self, block: str, name: str, value: Json) -> None:
        if value is not None:
            self._changes.append(SetValue(self.page.name, block, name, value))
        elif name in self.blocks[block].values:
            self._changes.append(UnsetValue(self.page.name, block, name))

    def change(self) -> Change:
        """Return all changes; blocks that lose their last consumer are deleted."""
        name = self.page.name
        changes = [*additions(self.page, {}, self._added), *self._changes]
        changes += [
            *replacements(self.page, {"wires": self._moved.items()}),
            *additions(self.page, {"wires": self._wires}),
        ]
        wires = [self._moved.get(i, wire) for i, wire in enumerate(self.page.wires)] + self._wires
        gone = self._unused(wires)
        if gone:
            lost = tuple(i for i, wire in enumerate(wires) if wire.target.block in gone)
            changes += [RemoveItems(name, "wires", lost), RemoveBlocks(name, tuple(gone))]
        return group(changes)

    def _unused(self, wires: Sequence[Wire]) -> list[str]:
        before = [self.page.wires[i] for i in self._moved]
        pending = [old.source.block for old, i in zip(before, self._moved, strict=True)
                   if old.source.block != self._moved[i].source.block]  # fmt: skip
        gone: list[str] = []
        while pending:
            block = pending.pop()
            used = any(wire.source.block == block and wire.target.block not in gone for wire in wires)
            if not used and block not in gone and self.blocks.get(block) is not None:
                gone.append(block)
                into = [wire.source.block for wire in wires if wire.target.block == block]
                pending += [each for each in into if each in self.blocks and self.blocks[each].type in _STEPS]
        return gone


_STEPS = ("Sigmoid", "Softmax", "Subtract", "Identity")
"""Types of blocks that go with what they were for."""


def _unsafe_branch(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    """Apply the double where: select the culprit's input by the same condition, too."""
    kind = plan.blocks[culprit].type
    spec = plan.find(kind)
    condition = plan.wire_into(block, "condition")
    if spec is None or condition is None or advice.pin is None:
        return ""
    pin = spec.inputs[INFINITE[kind]].name
    argument = plan.wire_into(culprit, pin)
    if argument is None or not _fits(plan.shape(condition[1]), plan.shape(argument[1])):
        return ""
    taken, other = ("t", "e") if advice.pin == CHOICES[plan.blocks[block].type][0] else ("e", "t")
    name = plan.put_before(culprit, pin, "SelectV2", (taken, "output"), {other: 0.0 if kind in _ARCS else 1.0})
    plan.wire(condition[1], Endpoint(name, "condition"))
    return tr("Guard the input of {culprit} with the condition of {block}", culprit=culprit, block=block)


def _fits(condition: Shape, argument: Shape) -> bool:
    if condition is None or argument is None or None in condition or None in argument:
        return True
    try:
        return np.broadcast_shapes(condition, argument) == tuple(argument)  # pyright: ignore[reportArgumentType]
    except ValueError:
        return False


_ARCS = ("Acos", "Asin")


def _log_of_softmax(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    incoming, given = plan.wire_into(block, "x"), plan.wire_into(culprit, "logits")
    if incoming is None or given is None or incoming[1].block != culprit:
        return ""
    plan.retype(block, "LogSoftmax", {"y": "logsoftmax"})
    plan.move(incoming[0], given[1], Endpoint(block, "logits"))
    return tr("Replace {block} with LogSoftmax", block=block)


def _log_of_sigmoid(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    """Use log sigmoid(x) = -softplus(-x) and log(1 - sigmoid(x)) = -softplus(x)."""
    incoming, given = plan.wire_into(block, "x"), plan.wire_into(culprit, "x")
    if incoming is None or given is None:
        return ""
    before = incoming[1].block
    turned = before == culprit
    if not turned:
        inner = plan.wire_into(before, "y")
        if plan.blocks[before].type != "Subtract" or inner is None or inner[1].block != culprit:
            return ""
    source = given[1]
    softplus = plan.add("Softplus", block)
    if turned:
        minus = plan.add("Negate", block)
        plan.wire(source, Endpoint(minus, "x"))
        source = Endpoint(minus, "y")
    plan.wire(source, Endpoint(softplus, "features"))
    plan.retype(block, "Negate", {})
    plan.move(incoming[0], Endpoint(softplus, "activations"), Endpoint(block, "x"))
    return tr("Replace {block} with -Softplus", block=block)


def _edge(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    kind = plan.blocks[block].type
    if kind in _ARCS:
        values: Mapping[str, Json] = {"clip_value_min": -_INNER, "clip_value_max": _INNER}
        done = plan.put_before(block, "x", "ClipByValue", ("t", "output"), values)
        return tr("Clip the input of {block} to [-1, 1]", block=block) if done else ""
    if kind != "EuclideanNorm":
        done = plan.put_before(block, advice.pin or "x", "Add", ("x", "z"), {"y": EPSILON})
        return tr("Add epsilon before {block}", block=block) if done else ""
    incoming, axis = plan.wire_into(block, "input"), plan.wire_into(block, "reduction_indices")
    if incoming is None:
        return ""
    old = plan.blocks[block].values
    kept = {"keep_dims": old["keep_dims"]} if "keep_dims" in old else {}
    literal = {"axis": old["reduction_indices"]} if "reduction_indices" in old else {}
    added = plan.add("Add", block, {"y": EPSILON})
    total, square = plan.add("Sum", block, {**kept, **literal}), plan.add("Square", block)
    plan.wire(incoming[1], Endpoint(square, "x"))
    plan.wire(Endpoint(square, "y"), Endpoint(total, "input"))
    plan.wire(Endpoint(total, "output"), Endpoint(added, "x"))
    plan.retype(block, "Sqrt", {"output": "y"})
    plan.move(incoming[0], Endpoint(added, "z"), Endpoint(block, "x"))
    if axis is not None:
        plan.move(axis[0], axis[1], Endpoint(total, "axis"))
    return tr("Rewrite {block} with epsilon inside the square root", block=block)


def _overflow(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    """Replace exp(x) by exp(x - stop(max x)); the quotient stays the same."""
    incoming = plan.wire_into(block, "x")
    if incoming is None or not culprit:
        return ""
    axis, old = plan.wire_into(culprit, "axis"), plan.blocks[culprit].values
    difference = plan.add("Subtract", block)
    stop = plan.add("StopGradient", block)
    largest = plan.add("Max", block, {"keep_dims": True, **({"axis": old["axis"]} if "axis" in old else {})})
    if axis is not None:
        plan.wire(axis[1], Endpoint(largest, "axis"))
    plan.wire(incoming[1], Endpoint(largest, "input"))
    plan.wire(Endpoint(largest, "output"), Endpoint(stop, "input"))
    plan.wire(incoming[1], Endpoint(difference, "x"))
    plan.wire(Endpoint(stop, "output"), Endpoint(difference, "y"))
    plan.move(incoming[0], Endpoint(difference, "z"), Endpoint(block, "x"))
    return tr("Subtract the maximum before {block}", block=block)


def _broadcast(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    for pin in ("x", "y"):
        incoming = plan.wire_into(block, pin)
        shape = None if incoming is None else plan.shape(incoming[1])
        if shape is not None and len(shape) == 1:
            count = -1 if shape[0] is None else shape[0]
            plan.put_before(block, pin, "Reshape", ("tensor", "output"), {"shape": [count, 1]})
            return tr("Reshape {what} to [{size}, 1]", what=incoming[1] if incoming else "", size=count)
    return ""


def _integer(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    if culprit:
        return _without_cast(plan, block)
    name = advice.pin or "val"
    incoming = plan.wire_into(block, name)
    if incoming is not None and plan.blocks[incoming[1].block].type == "Const":  # a Variable that begins with it
        plan.set_value(block, "dtype", None)
        block, name = incoming[1].block, "val"
    value = floats_of(plan.blocks[block].values.get(name))
    if value is None:
        return ""
    plan.set_value(block, name, value)
    plan.set_value(block, "dtype", None)
    return tr("Convert the values of {block} to floats", block=block)


def _without_cast(plan: _Plan, cast: str) -> str:
    """Bypass a Cast to integers, and write as floats the integers that the floats meet downstream."""
    wires, begin = plan.page.wires, plan.wire_into(cast, "x")
    given = None if begin is None else plan.dtype(begin[1])
    if begin is None or given is None:
        return ""
    out: dict[tuple[str, str], list[int]] = {}
    for i, (source, _) in enumerate(wires):
        out.setdefault(source[:2], []).append(i)
    alike: set[tuple[str, str]] = set()  # pins that become float with another one
    turned, pending = {(cast, "y")}, [(cast, "y")]
    while pending:
        end = pending.pop()
        for i in out.get(end, ()):
            target = wires[i].target
            spec = plan.find(pins_type(plan.blocks[target.block]))
            pin = None if spec is None else input_pin(spec, target.pin)
            if spec is None or pin is None or given not in pin.allowed:
                return ""
            if end == (cast, "y"):
                plan.move(i, begin[1], target)
            if pin.var is not None:
                alike |= {(target.block, each.name) for each in spec.inputs if each.var == pin.var}
                made = {(target.block, each.name) for each in spec.outputs if each.var == pin.var} - turned
                turned |= made
                pending += made
    for i, (source, target) in enumerate(wires):
        dtype = plan.dtype(source) if target[:2] in alike and source[:2] not in turned else None
        if dtype is None or not dtype.is_integer:
            continue
        literal = as_float(plan.page, plan.find, source)
        if literal is not None and literal[1] is given and len(out[source[:2]]) == 1:
            for each in literal[0].sets:
                plan.set_value(*each)
        else:
            plan.put_into(i, "Cast", ("x", "y"), {"DstT": given.name})
    return tr("Remove {block} and use {short} instead", block=cast, short=given.short)


def _seeds(plan: _Plan, block: str, culprit: str, advice: PageAdvice) -> str:
    taken = [each.values.get("seed") for each in plan.blocks.values()]
    numbers = [seed for seed in taken if isinstance(seed, int)]
    alike = [
        each.id for each in plan.blocks.values() if each.values.get("seed") == plan.blocks[block].values.get("seed")
    ]
    if len(alike) < 2 or not numbers:  # the other one is elsewhere
        return ""
    plan.set_value(block, "seed", max(numbers) + 1)
    return tr("Use a different seed for {block}", block=block)


_MENDS: Mapping[str, Callable[[_Plan, str, str, PageAdvice], str]] = {
    "unsafe-branch": _unsafe_branch,
    "log-of-softmax": _log_of_softmax,
    "log-of-sigmoid": _log_of_sigmoid,
    "edge": _edge,
    "overflow": _overflow,
    "broadcast": _broadcast,
    "integer": _integer,
    "seeds": _seeds,
}
"""By rule: makes the edit up, and says what it is; empty if it cannot be made."""
FOLLOWED = frozenset(_MENDS)
"""The rules whose advice one edit follows."""


_MOST_BLOCKS, _MOST_FLOATS = 300, 4
"""On larger pages, and beyond so many blocks with integers, nothing is tried."""
Problems = Callable[[Page], Sequence[DiagramError]]
"""Returns the errors of a page."""


def solution(document: Document, page: Page, error: DiagramError, find: Find, problems: Problems | None) -> Made | None:
    """Return an edit that fixes an error of a page, or None if no single edit does.

    Args:
        problems: returns the errors of a changed page; None: edits that need a trial are not tried.
    """
    if page.gradient and not error.block:
        return drop_pin(document, page, error.pin or "")
    if not error.pin and any(each.id == error.block and each.type == Placeholder.name for each in page.blocks):
        return give_defaults(page, [error.block or ""], find)
    return None if problems is None else as_floats(page, error, find, problems)


def as_floats(page: Page, error: DiagramError, find: Find, problems: Problems) -> Made | None:
    """Return an edit that writes a block's integers as floats, if it fixes ``error`` without new errors."""
    block = (error.block or "").partition("/")[0]
    if len(page.blocks) > _MOST_BLOCKS or all(each.id != block for each in page.blocks):
        return None
    before = reachable(page, [block], upstream=True)
    wires = [wire for wire in page.wires if before.issuperset((wire.source.block, wire.target.block))]
    ends = dict.fromkeys(wire.source for wire in wires)
    mends = [mend for mend in (as_float(page, find, end) for end in ends) if mend is not None]
    known = len(problems(page)) if mends else 0
    for mend, _ in mends[:_MOST_FLOATS]:
        change = group(changes_of(page, mend))
        trial = Diagram(Document(pages=(page,)))
        trial.apply(change)
        left = [(each.block, each.message) for each in problems(trial.page(page.name).snapshot())]
        if len(left) < known and (error.block, error.message) not in left:
            return Made(change, mend.text, tuple({changed for changed, _, _ in mend.sets}))
    return None


def wire_fixes(page: Page, error: DiagramError, find: Find, known: Known) -> list[Edit]:
    """Return the edits that let a wire into the pin of an error fit, as the editor offers them while it is drawn."""
    at = [i for i, wire in enumerate(page.wires) if wire.target[:2] == (error.block, error.pin)]
    edits: list[Edit] = []
    for i in at:
        source, target = page.wires[i]
        rest = page._replace(wires=page.wires[:i] + page.wires[i + 1 :])
        refusal = ConnectionCandidate(rest, find, known, source, from_output=True).check(target)
        for mend in () if refusal is None else refusal.mends:
            edit = reconnect(page, i, source, target, find, mend)
            edits += [] if edit is None else [Edit(edit.change, mend.text)]
    return edits


def drop_pin(document: Document, definition: Page, pin: str) -> Made | None:
    """Remove a pin from a gradient composite; None if there is none, or the composite has such an input."""
    gradient = next((page for page in document.composites if page.name == definition.gradient), Page(""))
    own: Sequence[Block] = () if any(each.name == pin for each in pins(definition).inputs) else gradient.blocks
    stale = [block.id for block in own if block.type in (INPUT_PIN, OUTPUT_PIN) and pin_name(block) == pin]
    edit, text = delete(gradient, stale), tr("Remove {pin} from {name}", pin=pin, name=gradient.name[1:])
    return None if edit is None else Made(edit.change, text, tuple(stale))


_ZEROS: Mapping[str, Json] = {"DT_FLOAT": 0.0, "DT_INT32": 0, "DT_BOOL": False, "DT_STRING": ""}
"""By element types, literals that have them by themselves."""


def placeholders_of(page: Page, ids: Collection[str] = ()) -> list[str]:
    return [block.id for block in page.blocks if block.type == Placeholder.name and (not ids or block.id in ids)]


def give_defaults(page: Page, ids: Collection[str], find: Find) -> Made:
    """Add a Fill of zeros as the default of each Placeholder; a variable size becomes 1."""
    chosen = placeholders_of(page, ids)
    if not chosen:
        what = named(ids) if ids else tr("The page")
        raise DiagramError(tr("{what}: no Placeholder found", what=what), page=page.name)
    names = Names(page)
    changes: list[Change] = []
    new: list[Block] = []
    wires: list[Wire] = []

    for block in page.blocks:
        if block.id not in chosen:
            continue
        shape, dtype = block.values.get("shape"), str(block.values.get("dtype"))
        edit = replace_type(page, block.id, PlaceholderWithDefault.name, find, {"shape": shape})
        if edit is not None:
            changes.append(edit.change)
        number: Mapping[str, Json] = {"val": _ZEROS[dtype]} if dtype in _ZEROS else {"val": 0, "dtype": dtype}
        if isinstance(shape, list) and shape:
            sizes = cast("list[int | None]", shape)
            values: dict[str, Json] = {"dims": [1 if size is None else size for size in sizes]}
            if dtype in _ZEROS:
                values["value"] = _ZEROS[dtype]
            given = Block(names.like(f"{block.id}_default"), Fill.name, block.at, values)
            if dtype not in _ZEROS:
                zero = Block(names.like(f"{block.id}_zero"), Const.name, block.at, number)
                new.append(zero)
                wires.append(Wire(Endpoint(zero.id, "output"), Endpoint(given.id, "value")))
        else:
            given = Block(names.like(f"{block.id}_default"), Const.name, block.at, number)
        new.append(given)
        wires.append(Wire(Endpoint(given.id, "output"), Endpoint(block.id, "input")))
    changes += additions(page, {"wires": wires}, new)
    return Made(group(changes), tr("Give {named} a default value", named=named(chosen)), tuple(each.id for each in new))
