"""A trial connection: the target block is created in a separate graph, with placeholders at its inputs.

The block type itself reports the reason for an error. A quick fix is offered only if a trial shows that it works.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from blocks.base.dtypes import FLOAT, DType, dtype
from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.base.types import Shape
from blocks.document.changes import Change, SetField, SetValue, UnsetValue
from blocks.document.data import Block, Endpoint, Json, Page, Wire, pins_type, same
from blocks.document.definitions import shown_type
from blocks.elaborate.instance_types import PAGE as COMPOSITES
from blocks.elaborate.model import GRADIENTS
from blocks.graph.attributes import convert
from blocks.graph.build import construct
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope, home_of
from blocks.graph.spec import BlockSpec, InputPin
from blocks.transform.verbs.blocks import Find, QuickFix, as_float, cast_to
from blocks.transform.verbs.edit import Edit, group, removals, replacements
from blocks.transform.verbs.fitting import (
    SCOPE_PIN,
    Known,
    compatible,
    element_count,
    fitting_input,
    fitting_output,
    input_pin,
    is_whole_list,
    known_at,
)
from blocks.transform.verbs.wires import cycle, cycle_text, reachable

Tensor = tuple[DType, Shape, bool]
"""Dtype, shape and whether it is a reference to a variable."""

MOST_MENDS = 6
_WHOLE = ("int", "uint", "bool")
_CONVERTERS = ("Input_Initializer", "Input", "FeedType", "Operation")


class Refusal(NamedTuple):
    """The reason why two pins cannot be connected, its quick fixes, and whether the wire would close a cycle."""

    reason: str
    mends: tuple[QuickFix, ...] = ()
    cycle: bool = False


class ConnectionCandidate:
    """A wire that is being drawn, and the pins where it may end."""

    def __init__(self, page: Page, find: Find, known: Known, end: Endpoint, *, from_output: bool) -> None:
        self.page = page
        self.end = end
        self.from_output = from_output
        self._find = find
        self._known = known
        self._blocks = {block.id: block for block in page.blocks}
        self._circle = reachable(page, [end.block], upstream=from_output)

    def ends(self, other: Endpoint) -> tuple[Endpoint, Endpoint]:
        return (self.end, other) if self.from_output else (other, self.end)

    def spec(self, block: str) -> BlockSpec | None:
        placed = self._blocks.get(block)
        return None if placed is None else self._find(pins_type(placed))

    def fits(self, other: Endpoint) -> bool:
        """Return whether the wire may end at a pin: a quick test by kinds, dtypes and cycles only.

        A list fits where one of its elements does; `check` offers these.
        """
        if other.block in self._circle:
            return False
        source, target = self.ends(other)
        spec_out, spec_in = self.spec(source.block), self.spec(target.block)
        if spec_out is None or spec_in is None:
            return False
        known = known_at(self._known, source)
        if compatible(spec_out, source.pin, spec_in, target.pin, known, source.index) is None:
            return True
        output = spec_out.output(source.pin)
        if output is None or not is_whole_list(output, source.index):
            return False
        known = known_at(self._known, source._replace(index=0))
        return compatible(spec_out, source.pin, spec_in, target.pin, known, 0) is None

    def fitting_pin(self, spec: BlockSpec) -> str | None:
        mine = self.spec(self.end.block)
        if mine is None:
            return None
        if self.from_output:
            return fitting_input(mine, self.end.pin, spec, known_at(self._known, self.end))
        return fitting_output(spec, mine, self.end.pin)

    def check(self, other: Endpoint) -> Refusal | None:
        """Return why the wire cannot end at a pin, with quick fixes; None if it can."""
        source, target = self.ends(other)
        if other.block in self._circle:
            return Refusal(cycle_text(cycle(self.page, source.block, target.block) or [source.block]), cycle=True)
        spec_out, spec_in = self.spec(source.block), self.spec(target.block)
        if spec_out is None or spec_in is None:
            missing = source.block if spec_out is None else target.block
            return Refusal(tr("the block type of {missing} is unknown", missing=missing))
        known = known_at(self._known, source)
        reason = compatible(spec_out, source.pin, spec_in, target.pin, known, source.index)
        pin = input_pin(spec_in, target.pin)
        output = spec_out.output(source.pin)
        if pin is None or output is None or target.pin == SCOPE_PIN:
            return None if reason is None else Refusal(reason)
        if is_whole_list(output, source.index) and not pin.is_list:
            return Refusal(reason or "", tuple(self._elements(source)))
        if spec_in.name == GRADIENTS and pin.name != "grad_inputs" and known is not None and known[0].is_integer:
            # It would be refused later, by a block that stands elsewhere.
            reason = tr("{short} values have no gradient", short=known[0].short)
            return Refusal(reason, tuple(mend for mend, _ in self._literals(source)) or (cast_to(FLOAT),))
        if spec_in.kind == "helper" or known is None or pin.kind != "tensor":
            return None if reason is None else Refusal(reason, tuple(self._converters(spec_out, source, spec_in, pin)))
        tensor: Tensor = (*known, output.is_ref)
        if reason is None:
            reason = self._fault(target, tensor)
        if reason is None:
            return None
        literals = [m for m, given in self._literals(source) if self._made(target, (given, tensor[1], False)) is None]
        others = list(self._mends_of_others(target, tensor))
        mends = [*literals, *others, *self._mends(target, pin, tensor, may_cut=not others)]
        return Refusal(reason, tuple(mends[:MOST_MENDS]))

    def new_block_mends(self, spec: BlockSpec) -> list[tuple[str, QuickFix]]:
        mine = self.spec(self.end.block)
        if mine is None or self.fitting_pin(spec) is not None:
            return []
        return self._mends_after(mine, spec) if self.from_output else self._mends_before(mine, spec)

    def _mends_after(self, mine: BlockSpec, spec: BlockSpec) -> list[tuple[str, QuickFix]]:
        known, cast = known_at(self._known, self.end), self._find("Cast")
        if known is None:
            return []
        for pin in sorted(spec.inputs, key=lambda pin: pin.optional):
            wanted = [
                each
                for each in pin.allowed
                if pin.kind == "tensor" and not pin.is_ref
                and compatible(mine, self.end.pin, spec, pin.name, (each, None), self.end.index) is None
            ]  # fmt: skip
            mends = [mend for mend, given in self._literals(self.end) if given in wanted]
            if cast is not None and known[0] in cast.inputs[0].allowed:
                mends += [
                    cast_to(each, cuts=_cuts(known[0], each))
                    for each in sorted(wanted, key=lambda each: each is not FLOAT)[:1]
                ]
            if mends:
                return [(pin.name, mend) for mend in mends]
        return []

    def _mends_before(self, mine: BlockSpec, spec: BlockSpec) -> list[tuple[str, QuickFix]]:
        pin = input_pin(mine, self.end.pin)
        for output in spec.outputs if pin is not None and pin.kind == "tensor" and not pin.is_ref else ():
            for wanted in self._other_dtypes(self.end, pin, output.fixed) if pin and output.fixed is not None else ():
                if self._made(self.end, (wanted, None, False)) is None:
                    return [(output.name, cast_to(wanted, cuts=_cuts(output.fixed or wanted, wanted)))]
        return []

    def _literals(self, source: Endpoint) -> list[tuple[QuickFix, DType]]:
        mend = as_float(self.page, self._find, source)
        return [] if mend is None else [mend]

    def _elements(self, source: Endpoint) -> Iterator[QuickFix]:
        used = {w.source.index for w in self.page.wires if w.source[:2] == source[:2]}
        count = max(1, element_count(self._known, source.block, source.pin))
        for i in sorted(range(count), key=lambda i: (i in used, i))[:MOST_MENDS]:
            yield QuickFix(tr("Wire {pin}[{i}]", pin=source.pin, i=i), index=i)

    def _converters(self, before: BlockSpec, source: Endpoint, after: BlockSpec, pin: InputPin) -> Iterator[QuickFix]:
        for name in _CONVERTERS:
            spec = self._find(name)
            if spec is None:
                continue
            for given in spec.inputs:
                output = spec.outputs[0].name
                if compatible(before, source.pin, spec, given.name, index=source.index) is None:
                    if compatible(spec, output, after, pin.name) is None:
                        yield QuickFix(tr("Insert {name}", name=name), name, {}, given.name, output)
                    break

    def _fault(self, target: Endpoint, tensor: Tensor) -> str | None:
        """Return the target block's error with this tensor, if the block has no error without it."""
        fault = self._made(target, tensor)
        if fault is None:
            return None
        before = self._made(target, None)
        return None if before is not None and before.message == fault.message else sentence_of(fault)

    def _mends_of_others(self, target: Endpoint, tensor: Tensor) -> Iterator[QuickFix]:
        given = tensor[0]
        others = self._integers_beside(target) if given.is_floating else []
        if not others or self._made(target, (given, None, False), others=given) is not None:
            return
        literals = [mend for wire in others for mend, dtype in self._literals(wire.source) if dtype is given]
        if len(literals) == len(others):
            text = ", ".join(dict.fromkeys(mend.text for mend in literals))
            yield QuickFix(text, sets=tuple(each for mend in literals for each in mend.sets))
        yield cast_to(given, others)

    def _integers_beside(self, target: Endpoint) -> list[Wire]:
        spec = self.spec(target.block)
        pin = None if spec is None else input_pin(spec, target.pin)
        if spec is None or pin is None or pin.var is None:
            return []
        alike = {each.name for each in spec.inputs if each.var == pin.var and (each.is_list or each.name != pin.name)}
        wires = [each for each in self.page.wires if each.target.block == target.block and each.target.pin in alike]
        dtypes = [known_at(self._known, each.source) for each in wires]
        return [each for each, known in zip(wires, dtypes, strict=True) if known and known[0].kind in _WHOLE]

    def _mends(self, target: Endpoint, pin: InputPin, tensor: Tensor, *, may_cut: bool) -> Iterator[QuickFix]:
        given, shape, is_ref = tensor
        if pin.is_ref and not is_ref:
            return
        for wanted in self._other_dtypes(target, pin, given):
            # Whether the shape fits too is seen when the Cast is there.
            cuts = _cuts(given, wanted)
            if (may_cut or not cuts) and self._made(target, (wanted, None, False)) is None:
                yield cast_to(wanted, cuts=cuts)
                break
        if shape is None or None in shape:
            return
        sizes = [size for size in shape if size is not None]
        if len(sizes) > 1:
            turned = (*sizes[:-2], sizes[-1], sizes[-2])
            if turned != tuple(sizes) and self._made(target, (given, turned, False)) is None:
                perm = [*range(len(sizes) - 2), len(sizes) - 1, len(sizes) - 2]
                yield QuickFix(tr("Insert Transpose"), "Transpose", {"perm": perm}, "x", "y")
        for other in self._other_shapes(target, sizes):
            if self._made(target, (given, other, False)) is None:
                text = tr("Insert Reshape to [{other}]", other=", ".join(map(str, other)))
                yield QuickFix(text, "Reshape", {"shape": list(other)}, "tensor", "output")

    def _other_dtypes(self, target: Endpoint, pin: InputPin, given: DType) -> Iterator[DType]:
        cast = self._find("Cast")
        if cast is None or given not in cast.inputs[0].allowed:
            return
        seen = {given}
        others = [tensor[0] for _, tensor in self._wired(target) if tensor is not None]
        for wanted in sorted([*others, *pin.allowed], key=lambda each: not each.is_floating):
            if wanted not in seen and wanted in cast.inputs[0].allowed:
                seen.add(wanted)
                yield wanted

    def _other_shapes(self, target: Endpoint, sizes: list[int]) -> Iterator[tuple[int, ...]]:
        count = math.prod(sizes)
        seen = {tuple(sizes)}
        candidates: list[tuple[int, ...]] = []
        for _, tensor in self._wired(target):
            if tensor is not None and tensor[1] is not None and None not in tensor[1]:
                shape = tuple(size for size in tensor[1] if size is not None)
                candidates.append(shape)
                for size in dict.fromkeys(shape):
                    if size and count % size == 0:
                        candidates += [(size, count // size), (count // size, size)]
        candidates += [(*sizes, 1), (1, *sizes), (count,)]
        for shape in candidates:
            if shape not in seen and math.prod(shape) == count:
                seen.add(shape)
                yield shape

    def _wired(self, target: Endpoint) -> Iterator[tuple[str, Tensor | None]]:
        spec = self.spec(target.block)
        for source, end in self.page.wires:
            if spec is None or end.block != target.block or end.pin == SCOPE_PIN:
                continue
            pin = spec.input(end.pin)
            if pin is None or (end.pin == target.pin and not pin.is_list):
                continue
            before = self.spec(source.block)
            output = None if before is None else before.output(source.pin)
            tensor = known_at(self._known, source)
            yield pin.name, None if tensor is None or output is None else (*tensor, output.is_ref)

    def _made(self, target: Endpoint, tensor: Tensor | None, others: DType | None = None) -> DiagramError | None:
        """Build the target block with this tensor (None: nothing new) at the pin; return the error, if any.

        ``others`` is the dtype that integers at the other pins of the same type variable get.
        """
        spec = self.spec(target.block)
        if spec is None or spec.page == COMPOSITES:  # what is inside an instance decides
            return None
        attributes, literals = _typed(self._blocks[target.block], spec)
        if attributes is None:
            return None
        wired: dict[str, list[Tensor]] = {}
        turned = {each.target.pin for each in self._integers_beside(target)} if others is not None else ()
        for name, carried in self._wired(target):
            if carried is not None:
                is_other = others is not None and name in turned and carried[0].kind in _WHOLE
                wired.setdefault(name, []).append((others, *carried[1:]) if is_other and others else carried)
        if tensor is not None:
            wired.setdefault(spec.aliases.get(target.pin, target.pin), []).append(tensor)
        scope = Scope(Graph())
        try:
            given = [_given(scope, self._find, pin, wired, literals, attributes, spec) for pin in spec.inputs]
            construct(spec, scope, given, attributes)
        except DiagramError as error:
            return error
        return None


def _cuts(given: DType, wanted: DType) -> bool:
    return given.is_differentiable and not wanted.is_differentiable


def _typed(block: Block, spec: BlockSpec) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    attributes: dict[str, Any] = {}
    literals: dict[str, Any] = {}
    for name, value in block.values.items():
        if isinstance(value, dict) and "file" in value:
            return None, {}
        if name in spec.attribute_names:
            attributes[name] = value
        elif value is not None:
            literals[name] = value
    return attributes, literals


def _given(
    scope: Scope,
    find: Find,
    pin: InputPin,
    wired: Mapping[str, list[Tensor]],
    literals: Mapping[str, Any],
    attributes: Mapping[str, Any],
    spec: BlockSpec,
) -> Any:
    """Return an input's value: stand-ins for its wires, its literal, or a fitting stand-in if it is open."""
    tensors = wired.get(pin.name)
    if tensors is not None:
        outputs = [_stand_in(scope, find, tensor) for tensor in tensors]
        return outputs if pin.is_list else outputs[0]
    if pin.name in literals:
        return literals[pin.name]
    if pin.optional:
        return None
    bound = [t[0] for p in spec.inputs if p.var is not None and p.var == pin.var for t in wired.get(p.name, ())]
    named = attributes.get(pin.var or "")
    wanted = bound[0] if bound else dtype(named) if isinstance(named, str) else pin.allowed[0]
    output = _stand_in(scope, find, (wanted, None, pin.is_ref))
    return [output] if pin.is_list else output


def _stand_in(scope: Scope, find: Find, tensor: Tensor) -> Output:
    kind = find("Placeholder")
    if kind is None:
        raise DiagramError(tr("this library has no block type Placeholder"))
    node = Node(scope.graph, home_of(scope), kind, f"given{len(scope.graph.nodes)}", (), {}, {}, ())
    node.outputs = (Output(node, 0, *tensor),)
    node.outputs[0].known = None
    scope.graph.nodes.append(node)
    return node.outputs[0]


class Replaced(NamedTuple):
    """A block after its type has changed: remaining ``wires`` and ``lost`` ones by index, and its values."""

    wires: Mapping[int, Wire]
    lost: tuple[int, ...]
    values: Mapping[str, Json]


def replaced(page: Page, block: Block, spec: BlockSpec, find: Find) -> Replaced:
    types = {each.id: each.type for each in page.blocks}
    old = find(pins_type(block))
    before = [] if old is None else [pin.name for pin in old.inputs]
    inputs, outputs = _Pins(before), _Pins([] if old is None else [pin.name for pin in old.outputs])
    stays: dict[int, Wire] = {}
    lost: list[int] = []
    for index, (source, target) in enumerate(page.wires):
        wire: Wire | None = Wire(source, target)
        if target.block == block.id and target.pin != SCOPE_PIN:
            giver = find(types.get(source.block, ""))
            pins = [pin.name for pin in spec.inputs if _takes(giver, source.pin, source.index, spec, pin.name)]
            renamed = inputs.meant(target.pin, pins, lambda name: bool((pin := spec.input(name)) and pin.is_list))
            wire = None if renamed is None else Wire(source, target._replace(pin=renamed))
        if wire is not None and source.block == block.id:
            taker = find(types.get(target.block, ""))
            pins = [
                pin.name
                for pin in spec.outputs
                if taker is None or compatible(spec, pin.name, taker, target.pin, index=source.index) is None
            ]
            renamed = outputs.meant(source.pin, pins, lambda _name: True)
            wire = None if renamed is None else Wire(source._replace(pin=renamed), wire.target)
        if wire is None:
            lost.append(index)
        elif wire != page.wires[index]:
            stays[index] = wire
    values = dict(_values(block, spec, inputs))
    wired = [stays.get(slot, wire).target for slot, wire in enumerate(page.wires) if slot not in lost]
    taken = {*values, *(pin for name, pin, _ in wired if name == block.id)}
    return Replaced(stays, tuple(lost), {**values, **_only_tensor(block, old, spec, taken)})


def replace_type(
    page: Page, block_id: str, name: str, find: Find, values: Mapping[str, Json] | None = None
) -> Edit | None:
    block = next((each for each in page.blocks if each.id == block_id), None)
    spec = find(name)
    if block is None or spec is None:
        raise DiagramError(
            tr("there is no block {block_id!r}", block_id=block_id)
            if block is None
            else tr("{name} is not a block type", name=name)
        )
    if block.type == name:
        return None
    replacement = replaced(page, block, spec, find)
    new = {**replacement.values, **(values or {})}
    changes: list[Change] = [SetField(page.name, block_id, "type", name)]
    changes += [UnsetValue(page.name, block_id, each) for each in block.values if each not in new]
    changes += [
        SetValue(page.name, block_id, each, value)
        for each, value in new.items()
        if each not in block.values or not same(block.values[each], value)
    ]
    changes += replacements(page, {"wires": replacement.wires.items()})
    changes += removals(page, {"wires": replacement.lost})
    return Edit(group(changes), tr("Replace {block_id} with {type}", block_id=block_id, type=shown_type(name)))


def loses(page: Page, block: Block, spec: BlockSpec, find: Find) -> list[tuple[str, QuickFix]]:
    """Return what a block loses with another type, for display in a search; empty if it keeps all wires."""
    lost = replaced(page, block, spec, find).lost
    ends = [page.wires[i].target if page.wires[i].target.block == block.id else page.wires[i].source for i in lost]
    names = list(dict.fromkeys(end.pin for end in ends))
    return [("", QuickFix(tr("Removes the wires at {names}", names=", ".join(names))))] if names else []


class _Pins:
    """The mapping from one type's pins to another's: by name, else by index, one to one."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.renamed: dict[str, str] = {}
        self._taken: set[str] = set()

    def meant(self, name: str, fitting: list[str], takes_many: Callable[[str], bool]) -> str | None:
        known = self.renamed.get(name)
        if known is not None:
            return known if takes_many(known) and known in fitting else None
        free = [each for each in fitting if each not in self._taken]
        index = self.names.index(name) if name in self.names else 0
        chosen = name if name in free else free[min(index, len(free) - 1)] if free else None
        if chosen is not None:
            self.renamed[name] = chosen
            self._taken.add(chosen)
        return chosen


def _only_tensor(block: Block, old: BlockSpec | None, spec: BlockSpec, taken: Collection[str]) -> dict[str, Json]:
    """Return the value of the only tensor that both types take, under its new name.

    A Const becomes a Variable with that initial value, and a Variable a Const.
    """
    given = [] if old is None else [name for name in _tensors(old) if name in block.values]
    names = [name for name in _tensors(spec) if name not in taken]
    if len(given) != 1 or len(names) != 1 or given[0] in taken:
        return {}
    return {names[0]: block.values[given[0]]}


def _tensors(spec: BlockSpec) -> list[str]:
    attributes = [each.name for each in spec.attributes if each.type == "tensor" and each.required]
    return [*attributes, *(pin.name for pin in spec.inputs if pin.literal and pin.name not in attributes)]


def _takes(giver: BlockSpec | None, pin_out: str, index: int | None, spec: BlockSpec, pin: str) -> bool:
    return giver is None or compatible(giver, pin_out, spec, pin, index=index) is None


def _values(block: Block, spec: BlockSpec, inputs: _Pins) -> Iterable[tuple[str, Json]]:
    for name, value in block.values.items():
        attribute = spec.attribute(name)
        if attribute is not None:
            try:
                if attribute.type != "tensor":
                    convert(attribute, value)
            except DiagramError:
                continue
            yield name, value
            continue
        literal = [pin.name for pin in spec.inputs if pin.literal]
        renamed = inputs.meant(name, literal, lambda _name: False) if name in inputs.names else None
        if renamed is not None:
            yield renamed, value
