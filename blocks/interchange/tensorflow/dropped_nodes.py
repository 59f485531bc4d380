"""Nodes of a GraphDef that are not part of the model: saving, restoring and initialization."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.reachable import reachable
from blocks.interchange.tensorflow.operations import Operation, Value, readers_of
from blocks.interchange.tensorflow.operators import VARIABLES
from blocks.interchange.tensorflow.updates import variable_of
from blocks.library.io.slices import TensorSlice, parse_part
from blocks.library.parsing.tensor_messages import tensor_of

_RESTORES = ("Restore", "RestoreSlice", "RestoreV2")
_SAVERS = ("MergeV2Checkpoints", "Save", "SaveSlices", "SaveV2", "ShardedFilename", "ShardedFilespec", *_RESTORES)
_ASKS = ("IsVariableInitialized", "VarIsInitializedOp")
_ASSIGNS = ("Assign", "AssignVariableOp")
_READS = ("Identity", "ReadVariableOp")


class LeftOut:
    """The search for nodes that are left out; ``first`` has the first value of each variable."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._operations = operations
        self.first: dict[Operation, Value] = {}
        self._readers = {**{each: list[Operation]() for each in operations}, **readers_of(operations, waiting=True)}
        self.savers = {each for each in operations if each.op in _SAVERS}
        for each in operations:
            if each.op in _SAVERS:
                self._follow(each)
        self.initialisers = {each for each in operations if self._is_initialiser(each)}

    def complete(self, kept: Iterable[Operation]) -> None:
        """Add nodes that only serve omitted ones, except for those that kept first values need."""
        keep = reachable(kept, lambda each: each.sources)
        for group in (self.savers, self.initialisers):
            self._add_groups(group)
        for group in (self.savers, self.initialisers):
            stack = [source for each in group for source in each.sources]
            while stack:
                each = stack.pop()
                if each in keep or each in group or each.op in VARIABLES or each.op == "Placeholder":
                    continue
                if each.op in _READS and each.inputs and variable_of(each.inputs[0]) is not None:
                    continue
                if all(reader in self.savers or reader in self.initialisers for reader in self._readers[each]):
                    group.add(each)
                    stack.extend(each.sources)
        gone = self.savers | self.initialisers
        asked = {each for each in self.initialisers if each.op in _ASKS}
        self.initialisers -= {each for each in asked if any(reader not in gone for reader in self._readers[each])}

    def unread(self) -> list[Operation]:
        return [each for each in self._operations if not self._readers[each]]

    def _follow(self, saver: Operation) -> None:
        def readers(operation: Operation) -> list[Operation]:
            return [each for each in self._readers[operation] if each.op in (*_READS, *_ASSIGNS)]

        self.savers |= reachable(readers(saver), lambda each: readers(each) if each.op == "Identity" else ())

    def _is_initialiser(self, operation: Operation) -> bool:
        if operation.op in _ASKS:
            return True
        if operation.op not in _ASSIGNS or len(operation.inputs) < 2 or operation in self.savers:
            return False
        variable = variable_of(operation.inputs[0])
        if variable is None or operation.path != (*variable.path, "Assign"):
            return False
        self.first[variable] = operation.inputs[1]
        return True

    def _add_groups(self, group: set[Operation]) -> None:
        waiting = [each for each in self._operations if each.op == "NoOp" and each.control]
        while True:
            more = [each for each in waiting if each not in group and all(one in group for one in each.control)]
            if not more:
                return
            group.update(more)


class Restored(NamedTuple):
    """The location of a variable's value in a checkpoint; ``part`` is its slice of a tensor, or None."""

    key: str
    part: TensorSlice | None = None


def restored_keys(graph: Any) -> Mapping[str, Restored]:
    result: dict[str, Restored] = {}
    _scan(graph.node, {}, result)
    functions = {each.signature.name: each for each in graph.library.function}
    for node in graph.node:
        function = functions.get(node.attr["f"].func.name) if "f" in node.attr else None
        if function is not None and len(function.signature.input_arg) == len(node.input):
            names = [each.name.decode(errors="replace") for each in function.signature.input_arg]
            given = [each.decode(errors="replace").partition(":")[0] for each in node.input]
            _scan(function.node_def, dict(zip(names, given, strict=True)), result)
    return result


def _scan(defs: Any, arguments: Mapping[str, str], result: dict[str, Restored]) -> None:
    nodes = {each.name.decode(errors="replace"): each for each in defs}
    if not any(each.op == b"RestoreV2" for each in defs):
        return
    known: dict[str, list[Restored]] = {}
    for node in defs:
        if node.op not in (b"Assign", b"AssignVariableOp") or len(node.input) < 2:
            continue
        variable, text = (each.decode(errors="replace") for each in node.input[:2])
        seen = 0
        while (source := nodes.get(text.partition(":")[0])) is not None and source.op == b"Identity" and seen < 10:
            text = source.input[0].decode(errors="replace") if source.input else ""
            seen += 1
        if source is None or source.op != b"RestoreV2":
            continue
        name = source.name.decode(errors="replace")
        if name not in known:
            known[name] = _restored(source, nodes)
        position = text.rpartition(":")[2]
        index = int(position) if position.isdecimal() and len(position) < 7 else 0
        if index < len(known[name]):
            plain = variable.partition(":")[0]
            result[arguments.get(plain, plain)] = known[name][index]


def _restored(restore: Any, nodes: Mapping[str, Any]) -> list[Restored]:
    keys, parts = (_texts(restore, index, nodes) for index in (1, 2))
    try:
        slices = [parse_part(text, "shape_and_slices") for text in parts] or [None] * len(keys)
    except DiagramError:
        return []
    pairs = zip(keys, slices, strict=False)
    return [Restored(key.decode(errors="replace"), part) for key, part in pairs] if len(keys) == len(slices) else []


def _texts(node: Any, index: int, nodes: Mapping[str, Any]) -> list[bytes]:
    given = node.input[index].decode(errors="replace").partition(":")[0] if len(node.input) > index else ""
    source = nodes.get(given)
    if source is None or "value" not in source.attr:
        return []
    try:
        return [bytes(each) for each in tensor_of(source.attr["value"].tensor).ravel().tolist()]
    except (DiagramError, TypeError):
        return []
