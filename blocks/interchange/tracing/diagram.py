"""A recorded function as a diagram: its nodes as blocks, the calls that it made as instances of composites."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.literals import natural_dtype
from blocks.base.types import is_array
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN
from blocks.document.model import Diagram, PageView, file_value
from blocks.graph.graph import Node, Output
from blocks.interchange.tracing.calls import Call, Recording

LONGEST_LITERAL = 16
"""Elements of a constant that is typed into a pin; one with more, or with a name, is a block."""


class Slot(NamedTuple):
    """A value that may differ between calls of equal structure: of which entry of the canvas, and which value of it."""

    entry: int
    value: str


class Entry(NamedTuple):
    """What becomes a block: a node, or a call that becomes an instance.

    Attributes:
        of: the node or the call.
        name: what it is called, if anything.
        kind: its type and attributes, as a text to compare.
        values: its values: attributes, and literals of pins.
        wires: what is wired into it: pairs of the pin and the output.
        slots: names of its values that may differ between calls of equal structure.
    """

    of: Node | Call
    name: str | None
    kind: str
    values: dict[str, Any]
    wires: list[tuple[str, Output]]
    slots: tuple[str, ...]


class Sheet:
    """A call as a canvas.

    Attributes:
        call: the call.
        inputs, outputs: its pins, by name: what it gets from outside, and what is used outside.
        entries: what stands on it.
        signature: equal for calls that are instances of one definition.
    """

    def __init__(self, call: Call, inputs: dict[str, Output], outputs: dict[str, Output], entries: list[Entry]) -> None:
        self.call = call
        self.inputs = inputs
        self.outputs = outputs
        self.entries = entries
        places = {id(output): f"in {i}" for i, output in enumerate(inputs.values())}
        for i, entry in enumerate(entries):
            for k, output in enumerate(_given(entry.of)):
                places.setdefault(id(output), f"{i} {k}")
        rows = [
            (each.kind, [(pin, places[id(output)]) for pin, output in each.wires],
             {key: value for key, value in each.values.items() if key not in each.slots})
            for each in entries
        ]  # fmt: skip
        self.signature = json.dumps([list(inputs), [(pin, places[id(o)]) for pin, o in outputs.items()], rows])

    def slots(self) -> Iterator[tuple[Slot, Any]]:
        """The values that may differ between calls of equal structure, without those of instances on it."""
        for i, entry in enumerate(self.entries):
            for name in entry.slots:
                yield Slot(i, name), entry.values[name]


class Definition:
    """A composite for calls of equal structure.

    Attributes:
        sheets: the calls.
        name: its name, with the colon.
        promoted: the values that differ between the calls, with their names.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.sheets: list[Sheet] = []
        self.promoted: dict[Slot, str] = {}


def _given(of: Node | Call) -> Sequence[Output]:
    """What a node or a call gives."""
    return of.outputs if isinstance(of, Node) else list(of.pins.values())


class Drawing:
    """Makes the diagram of a recording."""

    def __init__(self, recording: Recording) -> None:
        self._root = recording.root
        self._nodes = recording.scope.graph.nodes
        self._diagram = Diagram()
        self._last_user: dict[int, int] = {}
        self._literals: set[int] = set()
        self._definitions: dict[Any, Definition] = {}
        self._sheets: dict[int, Sheet] = {}
        self._of_call: dict[int, Definition] = {}

    def diagram(self, name: str) -> Diagram:
        """The diagram, with one page of this name."""
        self._look_around()
        self._root.begin = 0
        root = self._sheet(self._root)
        for definition in self._definitions.values():  # inner ones come before those that use them
            self._promote(definition)
            self._draw_definition(definition)
        page = self._diagram.add_page(name)
        self._draw(page, root, {})
        self._add_run(page, root)
        return self._diagram

    def _look_around(self) -> None:
        """Who uses a value last, and which constants are typed into pins."""
        users: dict[int, list[tuple[Node, str | None]]] = {}
        named = set[int]()
        pending = [self._root]
        while pending:
            call = pending.pop()
            named |= call.names.keys()
            pending += call.inside
        for node in self._nodes:
            if "program" in node.attrs:
                raise DiagramError(f"{node.type.called or node.type.name} cannot be traced yet")
            for pin, arg in zip(node.type.inputs, node.args, strict=True):
                for output in arg if isinstance(arg, tuple) else (arg,) if arg is not None else ():
                    self._last_user[id(output)] = node.number
                    literal = pin.literal and not isinstance(arg, tuple)
                    users.setdefault(output.op.number, []).append((node, pin.name if literal else None))
            if node.type.writes and node.outputs:  # it has an effect: the page's session asks for it
                self._last_user[id(node.outputs[0])] = len(self._nodes)
        for _, output in self._root.results:
            self._last_user[id(output)] = len(self._nodes)
            users.setdefault(output.op.number, []).append((output.op, None))
        for number, found in users.items():
            node = self._nodes[number]
            if node.type.constant and number not in named and len(found) == 1 and _is_literal(node, *found[0]):
                self._literals.add(number)

    # -- what stands where --------------------------------------------------------------------------------------------

    def _sheet(self, call: Call) -> Sheet:
        entries: list[Entry] = []
        inner = iter(call.inside)
        following = next(inner, None)
        number = call.begin
        while number < call.end:
            if following is not None and following.begin <= number:
                if following.end > number:
                    self._sheet(following)
                    entries.append(self._instance(following, call))
                number, following = max(number, following.end), next(inner, None)
                continue
            node = self._nodes[number]
            if number not in self._literals:
                entries.append(self._block(node, call))
            number += 1
        inputs, outputs = self._pins(call, entries)
        call.pins = outputs
        sheet = self._sheets[id(call)] = Sheet(call, inputs, outputs, entries)
        if call is not self._root:
            definition = self._definitions.get((call.code, sheet.signature))
            if definition is None:
                taken = {each.name for each in self._definitions.values()}
                name = _free(f":{_title(call)}", taken)
                definition = self._definitions[call.code, sheet.signature] = Definition(name)
            definition.sheets.append(sheet)
            self._of_call[id(call)] = definition
        return sheet

    def _block(self, node: Node, call: Call) -> Entry:
        values: dict[str, Any] = {}
        if node.type.constant:
            values["val"] = node.attrs["val"]
            kind = f"{node.type.name} {node.attrs['dtype'].name}"
            return Entry(node, _name(node, call), kind, values, [], ("val",))
        for attribute in node.type.attributes:
            written = file_value(node.attrs[attribute.name])
            default = None if attribute.required else attribute.default
            if attribute.required or written != file_value(default):
                values[attribute.name] = written
        wires: list[tuple[str, Output]] = []
        slots: list[str] = []
        for pin, arg in zip(node.type.inputs, node.args, strict=True):
            for output in arg if isinstance(arg, tuple) else (arg,) if arg is not None else ():
                if output.op.number in self._literals:
                    values[pin.name] = file_value(output.op.attrs["val"])
                    if output.dtype.is_differentiable:
                        slots.append(pin.name)
                else:
                    wires.append((pin.name, output))
        return Entry(node, _name(node, call), node.type.name, values, wires, tuple(slots))

    def _instance(self, call: Call, parent: Call) -> Entry:
        sheet, definition = self._sheets[id(call)], self._of_call[id(call)]
        name = None
        if len(sheet.outputs) == 1:
            [output] = sheet.outputs.values()
            name = parent.names.get(output.op.number)
        return Entry(call, name or definition.name[1:], definition.name, {}, list(sheet.inputs.items()), ())

    def _pins(self, call: Call, entries: Sequence[Entry]) -> tuple[dict[str, Output], dict[str, Output]]:
        made = {id(output): output for entry in entries for output in _given(entry.of)}
        inputs: dict[str, Output] = {}
        outputs: dict[str, Output] = {}
        if call is self._root:
            return inputs, outputs
        arguments = {id(output): name for name, output in reversed(call.arguments)}
        needed = [output for entry in entries for _, output in entry.wires]
        for name, output in call.results:
            if id(output) not in {id(each) for each in outputs.values()}:
                outputs[_free(_identifier(name), outputs)] = output
                needed.append(output)
        for output in needed:
            if id(output) not in made and id(output) not in {id(each) for each in inputs.values()}:
                name = arguments.get(id(output)) or _name(output.op, call.parent or call) or output.op.type.name.lower()
                inputs[_free(_identifier(name), inputs)] = output
        given = {id(each) for each in outputs.values()}
        for output in made.values():
            if self._last_user.get(id(output), -1) >= call.end and id(output) not in given:
                name = _name(output.op, call) or output.op.type.name.lower()
                outputs[_free(_identifier(name), outputs)] = output
        return inputs, outputs

    # -- values that differ -------------------------------------------------------------------------------------------

    def _all_slots(self, sheet: Sheet) -> dict[Slot, Any]:
        """The values that may differ between calls, with those of the instances on the canvas."""
        found = dict(sheet.slots())
        for i, entry in enumerate(sheet.entries):
            if isinstance(entry.of, Call):
                found.update({Slot(i, name): value for name, value in self._promoted_by(entry.of).items()})
        return found

    def _promoted_by(self, call: Call) -> dict[str, Any]:
        """What a call sets of its definition."""
        slots = self._all_slots(self._sheets[id(call)])
        return {name: slots[slot] for slot, name in self._of_call[id(call)].promoted.items()}

    def _promote(self, definition: Definition) -> None:
        first, *others = [self._all_slots(sheet) for sheet in definition.sheets]
        for slot, value in first.items():
            if any(not _same(value, other[slot]) for other in others):
                entry = definition.sheets[0].entries[slot.entry]
                name = _identifier(entry.name or entry.kind.partition(" ")[0].lower().lstrip(":"))
                if slot.value != "val":
                    name += f"_{slot.value}"
                definition.promoted[slot] = _free(name, set(definition.promoted.values()) | {"shares"})

    # -- blocks -------------------------------------------------------------------------------------------------------

    def _draw_definition(self, definition: Definition) -> None:
        sheet = definition.sheets[0]
        code = sheet.call.code
        canvas = self._diagram.add_composite(definition.name[1:], doc=_first_sentence(code.co_consts if code else ()))
        ends: dict[int, str] = {}
        for name, output in sheet.inputs.items():
            kinds = {each.inputs[name].dtype for each in definition.sheets}
            dtype: dict[str, Any] = {"dtype": output.dtype} if len(kinds) == 1 else {}
            canvas.add(INPUT_PIN, id=name, **dtype)
            ends[id(output)] = f"{name}.output"
        ids = self._draw(canvas, sheet, ends)
        for name, output in sheet.outputs.items():
            pin = _free(name, {block.id for block in canvas.blocks})
            renamed: dict[str, Any] = {} if pin == name else {"name": name}
            canvas.add(OUTPUT_PIN, id=pin, **renamed)
            canvas.wire(ends[id(output)], f"{pin}.input")
        values = self._all_slots(sheet)
        for slot, name in definition.promoted.items():
            canvas.add_value(name, default=values[slot], sets=[f"{ids[slot.entry]}.{slot.value}"])

    def _draw(self, canvas: PageView, sheet: Sheet, ends: dict[int, str]) -> list[str]:
        """Put the blocks and wires of a canvas onto it; gives the blocks' ids, and adds to `ends` the outputs' pins."""
        taken = {block.id for block in canvas.blocks}
        wanted = {_identifier(each.name) for each in sheet.entries if each.name is not None}
        ids: list[str] = []
        for entry in sheet.entries:
            if entry.name is not None:
                name = _free(_identifier(entry.name), taken)
            else:
                name = _free(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", entry.kind).lower(), taken | wanted)
            taken.add(name)
            ids.append(name)
            of = entry.of
            if isinstance(of, Node):
                canvas.add(of.type.name, id=name, **entry.values)
                for output in of.outputs:
                    pin, index = of.pin_of(output.index)
                    ends[id(output)] = f"{name}.{pin}" if index is None else f"{name}.{pin}[{index}]"
            else:
                canvas.add(entry.kind, id=name, **self._promoted_by(of))
                for pin, output in self._sheets[id(of)].outputs.items():
                    ends.setdefault(id(output), f"{name}.{pin}")
        for name, entry in zip(ids, sheet.entries, strict=True):
            for pin, output in entry.wires:
                canvas.wire(ends[id(output)], f"{name}.{pin}")
        self._ends = ends
        return ids

    def _add_run(self, page: PageView, root: Sheet) -> None:
        taken = {block.id for block in page.blocks}
        fetched: list[str] = []
        for path, output in self._root.results:
            name = _free(_identifier(path), taken)
            taken.add(name)
            page.add("Identity", id=name)
            page.wire(self._ends[id(output)], f"{name}.input")
            fetched.append(f"{name}.output")
        for entry in root.entries:
            fetched += [self._ends[id(output)] for output in _given(entry.of) if output.op.type.writes]
        run = _free("run", taken)
        page.add("ClientSession", id=run)
        for each in fetched:
            page.wire(each, f"{run}.fetch_outputs")


def _is_literal(constant: Node, user: Node, pin: str | None) -> bool:
    """Whether a constant may be typed into a pin: it is short, and gets its dtype there."""
    if pin is None or not 0 < constant.attrs["val"].size <= LONGEST_LITERAL:
        return False
    var = user.type.inputs[user.type.input_index[pin]].var
    dtype = constant.attrs["dtype"]
    for other, arg in zip(user.type.inputs, user.args, strict=True):
        if other.var == var and other.name != pin and isinstance(arg, Output) and not arg.op.type.constant:
            return var is not None
    try:
        return natural_dtype(file_value(constant.attrs["val"])) is dtype
    except DiagramError:
        return False


def _same(a: Any, b: Any) -> bool:
    """Whether two values are the same bits."""
    if is_array(a) and is_array(b):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        return a.tolist() == b.tolist() if a.dtype.hasobject else a.tobytes() == b.tobytes()
    return json.dumps(file_value(a)) == json.dumps(file_value(b))


def _name(node: Node, call: Call) -> str | None:
    """What a node is called: by its maker, else by a variable of the function."""
    label = node.label.rpartition("/")[2]
    if "." in label or re.fullmatch(rf"{re.escape(node.type.name)}(_\d+)?", label):
        return call.names.get(node.number)
    return label


def _title(call: Call) -> str:
    """What a function is called; one that an object is called by, as the object's class."""
    assert call.code is not None
    name, names = call.code.co_name, call.code.co_qualname.split(".")
    return _identifier(names[-2] if name.startswith("__") and len(names) > 1 else name)


def _identifier(name: str) -> str:
    return re.sub(r"[^\w\-]", "_", name) or "_"


def _free(name: str, taken: Mapping[str, Any] | set[str]) -> str:
    """A name that is not taken: itself, or with ``_2``, ``_3`` ... behind."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _first_sentence(constants: Sequence[Any]) -> str:
    """What a function's docstring begins with."""
    if not constants or not isinstance(constants[0], str):
        return ""
    first = constants[0].strip().partition("\n")[0]
    return first
