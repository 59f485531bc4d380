"""Verbs that create loops, from selected blocks or from an instance of a composite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.base.types import Shape
from blocks.document.changes import AddPage, Change, SetField, SetValue, UnsetValue
from blocks.document.data import INSTANCE, Block, Definition, Document, Endpoint, Json, Page, Wire, id_fault, pins_type
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, SHARES, CompositePins, pins, rename_pin
from blocks.document.model import Diagram
from blocks.transform.verbs.blocks import Find
from blocks.transform.verbs.composites import free_composite, make_composite, rename_block, rename_composite
from blocks.transform.verbs.edit import Edit, Made, Names, group
from blocks.transform.verbs.fitting import Known, known_at
from blocks.transform.verbs.free_space import Box

LoopKind = Literal["Repeat", "Scan", "Map", "While"]
KINDS: tuple[LoopKind, ...] = ("Repeat", "Scan", "Map", "While")


class LoopWish(NamedTuple):
    """The requested kind and settings of a loop.

    Attributes:
        over: the input pins that a Scan or a Map iterates over.
        carried: the output pin that each carried input pin gets its value from, in the next iteration.
        name: the name of the composite; empty: an automatic one.
    """

    kind: LoopKind
    times: int = 2
    over: tuple[str, ...] = ()
    carried: Mapping[str, str] = {}
    name: str = ""

    @property
    def note(self) -> str:
        if self.kind == "Repeat" and not self.carried:
            return tr(
                "No value is carried over, so all iterations get the same inputs. Choose an input that "
                "receives an output of the previous iteration."
            )
        return ""

    def fault(self, interface: CompositePins) -> str:
        """Return the reason why a composite with these pins cannot be looped this way; empty if it can."""
        outputs = [*self.carried.values()]
        known = {pin.name for pin in interface.inputs}, {pin.name for pin in interface.outputs}
        gone = [name for name in (*self.over, *self.carried) if name not in known[0]]
        gone += [name for name in outputs if name not in known[1]]
        if gone:
            return tr("the composite has no pin {gone!r}", gone=gone[0])
        twice = next((name for name in outputs if outputs.count(name) > 1), None)
        if twice is not None:
            return tr("the output {twice} can be carried to only one input", twice=twice)
        if self.kind in ("Scan", "Map") and not self.over:
            return tr(
                "{kind} needs an input to iterate over: choose one that receives one element per iteration",
                kind=self.kind,
            )
        left = [pin.name for pin in interface.outputs if pin.name not in outputs]
        if self.kind == "While" and left:
            return tr(
                "While returns only carried values: choose the input that receives {left} in the next iteration",
                left=left[0],
            )
        return ""


def carried_by_shape(page: Page, instance: str, definition: Page, known: Known, find: Find) -> dict[str, str]:
    """Return the output that each input of a composite gets in a Repeat by default.

    An output of the same name comes first, then one of the same dtype and shape if the match is unique on both
    sides. If there are none, the first input gets the first output that fits. Variables are not carried by shape.

    Args:
        known: dtypes and shapes on the page, including those of blocks before they moved into the composite.
    """
    kinds = {block.id: find(pins_type(block)) for block in page.blocks}
    inner = {wire.target.block: wire.source for wire in definition.wires}
    inputs: dict[str, tuple[DType, Shape]] = {}
    for source, target in page.wires:
        spec, given = kinds.get(source.block), known_at(known, source)
        if target.block == instance and given is not None and not (spec is not None and spec.variable):
            inputs[target.pin] = given
    interface, outputs = pins(definition), dict[str, tuple[DType, Shape]]()
    names = {pin.name for pin in interface.outputs}
    carried = {pin.name: pin.name for pin in interface.inputs if pin.name in names}
    inputs = {name: given for name, given in inputs.items() if name not in carried}
    for pin in interface.outputs:
        ends = [Endpoint(instance, pin.name), *([inner[pin.block]] if pin.block in inner else [])]
        given = next(filter(None, (known_at(known, end) for end in ends)), None)
        if given is not None and pin.name not in carried:
            outputs[pin.name] = given
    fitting = [(name, output) for name, a in inputs.items() for output, b in outputs.items() if a == b]
    firsts, seconds = Counter(a for a, _ in fitting), Counter(b for _, b in fitting)
    alone = {a: b for a, b in fitting if firsts[a] == seconds[b] == 1}
    return carried | (alone or ({} if carried else dict(fitting[:1])))


def make_loop(
    document: Document,
    page: Page,
    blocks: Iterable[str],
    find: Find,
    boxes: Mapping[str, Box],
    wish: LoopWish,
    notes: Collection[int] = (),
    frames: Collection[int] = (),
) -> Made | None:
    """Make a composite of blocks, and a loop that runs it in their place, if any. May raise DiagramError."""
    result = make_composite(document, page, blocks, find, boxes, notes, frames)
    if result is None:
        return None
    trial = Diagram(document)
    trial.apply(result.change)
    changes = [result.change]
    [instance] = result.ids

    def then(edit: Edit | None) -> None:
        if edit is not None:
            trial.apply(edit.change)
            changes.append(edit.change)

    def here() -> Page:
        return trial.canvas(page.name).snapshot()

    if wish.name:
        then(rename_composite(trial.document, trial.document.composites[-1].name, wish.name))
    then(replace_by_loop(trial.document, here(), instance, wish))
    name = Names(here()).for_type(wish.kind)
    then(rename_block(trial.document, here(), instance, name))
    return Made(group(changes), tr("Make a {kind} loop: {name}", kind=wish.kind, name=name), (name,))


def replace_by_loop(document: Document, page: Page, instance: str, wish: LoopWish) -> Edit:
    """Replace an instance of a composite by a loop that runs the composite.

    Values are carried by name, so output pins may be renamed; all users of the composite follow.

    Raises:
        DiagramError: the block is not an instance, or the loop is impossible.
    """
    block = next(each for each in page.blocks if each.id == instance)
    body = next((each for each in document.composites if each.name == block.type), None)
    fault = tr("the block is not an instance of a composite") if body is None else wish.fault(pins(body))
    if body is None or fault:
        raise DiagramError(fault, page=page.name, block=instance)
    trial = Diagram(document)
    changes: list[Change] = []

    def then(change: Change) -> None:
        trial.apply(change)
        changes.append(change)

    for old, new in _renamed(pins(body), wish).items():
        known = pins(trial.canvas(body.name).snapshot())
        then(rename_pin(trial.document, body.name, next(pin.block for pin in known.outputs if pin.name == old), new))
    if SHARES in block.values:
        then(UnsetValue(page.name, instance, SHARES))
    values: dict[str, Json] = {"body": body.name}
    if wish.kind == "Repeat":
        values["times"] = wish.times
    elif wish.kind in ("Scan", "Map"):
        values["over"] = [*wish.over]
    else:
        condition = _condition(trial.document, pins(body), wish)
        then(AddPage(len(trial.document.composites), condition))
        values = {"condition": condition.name, **values}
    then(SetField(page.name, instance, "type", wish.kind))
    for name, value in values.items():
        then(SetValue(page.name, instance, name, value))
    return Edit(
        group(changes),
        tr(
            "Replace {instance} with a {kind} loop that runs {name}",
            instance=instance,
            kind=wish.kind,
            name=body.name[1:],
        ),
    )


def _renamed(interface: CompositePins, wish: LoopWish) -> dict[str, str]:
    """Return new names for output pins, in an order in which no two pins ever have the same name."""
    inputs = {pin.name for pin in interface.inputs}
    wanted = {output: name for name, output in wish.carried.items()}
    names = Names([*inputs, *(pin.name for pin in interface.outputs)])
    moved = {
        pin.name: names.like(pin.name)
        for pin in interface.outputs
        if pin.name not in wanted and pin.name in inputs and (wish.kind != "Map" or pin.name in wanted.values())
    }
    pairs = {output: name for output, name in wanted.items() if output != name}
    aside = {output: names.like(output) for output in pairs if output in pairs.values()}  # they change places
    return {**moved, **aside, **{aside.get(output, output): name for output, name in pairs.items()}}


def _condition(document: Document, interface: CompositePins, wish: LoopWish) -> Page:
    """Build the condition of a new While: it takes the carried values and always returns False."""
    names = Names(pin.name for pin in interface.inputs)
    inputs: list[Block] = []
    for pin in interface.inputs:
        if pin.name in wish.carried:
            is_id = id_fault(pin.name) is None
            values: dict[str, Json] = {} if pin.dtype is None else {"dtype": pin.dtype}
            own = pin.name if is_id else names.like("carried")
            at = (0, 90 * len(inputs))
            inputs.append(Block(own, INPUT_PIN, at, values if is_id else {**values, "name": pin.name}))
    no, out = names.like("no"), names.like("goes_on")
    blocks = (*inputs, Block(no, "Const", (240, 0), {"val": False}), Block(out, OUTPUT_PIN, (480, 0)))
    name = free_composite(document, "Condition")
    wire = Wire(Endpoint(no, "output"), Endpoint(out, "input"))
    about = tr(
        "Computes whether to run another iteration. Until you build this condition, the loop runs no iterations."
    )
    return Page(INSTANCE + name, blocks, (wire,), composite=Definition(about))
