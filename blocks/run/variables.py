"""Session variables by name: reading, assignment, saving and restoring."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError, UsageError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, element_count, shape_text
from blocks.base.types import Array, array_of
from blocks.compile.schedule import cell_key
from blocks.document.data import listed
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.run import archives
from blocks.run.files import Folders
from blocks.run.state import frozen
from blocks.run.steps.environment import StepEnvironment, feeds_of, initialise, value_of
from blocks.run.steps.step_context import StepStreams

_OF_KERAS = "/.ATTRIBUTES/VARIABLE_VALUE"
"""What TensorFlow 2 puts behind the names of variables in its checkpoints."""
_OBJECTS = "_CHECKPOINTABLE_OBJECT_GRAPH"
"""The name of what it keeps of its objects beside the variables."""


class Variables(Mapping[str, Array]):
    """The variables of a page by path: ``variables["hidden/w"]``; assignments take effect in the next step."""

    def __init__(self, session: StepEnvironment) -> None:
        self._session = session
        self._nodes = variables_in(session.elaboration)

    def __getitem__(self, path: str) -> Array:
        """Return the read-only value with which the next step begins.

        Raises:
            DiagramError: The initial value cannot be computed.
            KeyError: There is no such variable.
        """
        node = self._node(path)
        state, key = self._session.state, cell_key(node)
        if state.values.get(key) is None:
            initialise(self._session, feeds_of(self._session, {}))
        value = state.values.get(key)
        if value is None:
            fault = state.faults.get(key)
            text = fault.message if fault is not None else "its initial value is not known"
            self._session.initialised = False  # once more at the next step
            state.forget_failures()
            raise DiagramError(f"the variable has no value: {text}", block=path, page=self._session.page.name)
        result = value_of(self._session, key)
        assert result is not None
        return result

    def __setitem__(self, path: str, value: Any) -> None:
        """Assign a value to a variable.

        Raises:
            DiagramError: The value does not fit the variable.
            KeyError: There is no such variable.
        """
        node = self._node(path)
        try:
            self._session.state.assign({cell_key(node): fitted(node.outputs[0], value)})
        except DiagramError as error:
            raise error.located(block=path, page=self._session.page.name) from None

    def _node(self, path: str) -> Node:
        node = self._nodes.get(path)
        if node is None:
            raise KeyError(f"there is no variable {path!r}; the variables are: {listed(self._nodes)}")
        return node

    def __contains__(self, path: object) -> bool:
        return path in self._nodes

    def __repr__(self) -> str:
        return f"<variables {listed(self._nodes)}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def shards(self, axes: Mapping[str, int]) -> dict[Any, tuple[str, int]]:
        for name in axes:
            if name not in self._nodes:
                raise UsageError(f"there is no variable {name!r}", hint=f"the variables are: {listed(self._nodes)}")
        shards = {cell_key(self._nodes[name]): (name, axis) for name, axis in axes.items()}
        for node in self._session.elaboration.graph.nodes if shards else ():
            first, *slots = [_changed(node, pin) for pin in node.type.writes if not node.type.nested] or [node]
            shard = shards.get(cell_key(first))
            for slot in slots:
                if shard is not None and slot.outputs[0].shape == first.outputs[0].shape:
                    shards.setdefault(cell_key(slot), shard)
        return shards

    def save(self, path: str) -> None:
        """Write all variables to a file: a NumPy archive if it ends in ``.npz``, otherwise a TensorFlow checkpoint.

        Raises:
            DiagramError: A variable has no value, or the file cannot be written.
        """
        first = {cell_key(node): name for name, node in reversed(self._nodes.items())}
        values = {name: self[name] for name in self._nodes if first[cell_key(self._nodes[name])] == name}
        dtypes = {name: self._nodes[name].outputs[0].dtype for name in values}
        if not self._session.backend.is_first:  # the first of several processes does it
            return
        if path.endswith(".npz"):
            archives.save(path, values, dtypes)
            return
        from blocks.library.io import bundle  # needs protobuf, which takes long to import

        folder, name = os.path.split(os.path.abspath(path))
        saved = [bundle.Saved(each.encode(), np.asarray(values[each]), dtypes[each], None) for each in values]
        bundle.save(Folders(folder, write=[folder]), name, saved)

    def restore(self, path: str) -> list[str]:
        """Restore variables from a ``.npz`` archive or a TensorFlow checkpoint; the others keep their values.

        Args:
            path: the file; for a checkpoint, the name without ``.index``.

        Returns:
            The paths of the restored variables.

        Raises:
            DiagramError: The file cannot be read, has no matching values, or one does not fit; nothing is changed then.
        """
        return list(self.load(path).values)

    def load(self, path: str) -> Loaded:
        try:
            result = read_values(path, self._nodes, self._session.memory)
        except DiagramError as error:
            raise error.located(page=self._session.page.name) from None
        self._session.state.assign({cell_key(self._nodes[name]): value for name, value in result.values.items()})
        return result


class Loaded(NamedTuple):
    """The variable values of a file.

    Attributes:
        values: the values by path, in the dtypes of the variables.
        missing: the variables without a value in the file.
        extra: the names in the file that no variable has.
        changed: the variables with another dtype in the file, with both dtypes.
    """

    values: dict[str, Array]
    missing: list[str]
    extra: list[str]
    changed: list[str]


def variables_in(elaboration: Elaboration) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for block, pins in elaboration.values.items():
        spec = elaboration.specs.get(block)
        if spec is not None and spec.variable and not spec.temporary:
            [output] = pins.values()
            assert isinstance(output, Output)
            nodes[block] = output.op
    return nodes


def read_values(path: str, nodes: Mapping[str, Node], memory: Memory) -> Loaded:
    """Read a file's values for variables; raise DiagramError if it has none, one does not fit, or on failure."""
    found, extra = (_in_archive if path.endswith(".npz") else _in_checkpoint)(path, nodes, memory)
    if not found:
        names = ", ".join(nodes) or "none"
        raise DiagramError(
            "the file has no values for the variables of the page",
            file=path,
            hint=f"the variables of the page are: {names}",
        )
    result = Loaded({}, [], extra, [])
    for name, value in found.items():
        variable = nodes[name].outputs[0]
        try:
            result.values[name] = fitted(variable, value)
        except DiagramError as error:
            raise DiagramError(f"the value in {path} does not fit the variable: {error.message}", block=name) from None
        same = archives.plain(np.empty(0, variable.dtype.numpy)).dtype
        if variable.dtype is not STRING and value.dtype not in (same, variable.dtype.numpy):
            result.changed.append(f"{name} ({value.dtype.name} in the file, {variable.dtype.short} here)")
    cells = {cell_key(nodes[name]) for name in found}
    for name, node in nodes.items():
        if cell_key(node) not in cells:
            cells.add(cell_key(node))
            result.missing.append(name)
    return result


_Found = tuple[dict[str, Array], list[str]]
"""The values for variables by path, and the names in a file that no variable has."""


def _in_archive(path: str, nodes: Mapping[str, Node], memory: Memory) -> _Found:
    with archives.opened(path) as archive:
        found = {name: archive.read(name, memory) for name in archive.names if name in nodes}
        # What a checkpoint of a run says of the run itself stands in parentheses.
        return found, [name for name in archive.names if name not in nodes and not name.startswith("(")]


def _in_checkpoint(path: str, nodes: Mapping[str, Node], memory: Memory) -> _Found:
    from blocks.library.io import bundle  # needs protobuf, which takes long to import

    folder, name = os.path.split(os.path.abspath(path))
    files = Folders(folder, read=[folder])
    if not bundle.exists(files, name):
        raise DiagramError("the checkpoint does not exist", file=path, hint="the name of a .npz file must end in .npz")
    context = StepStreams(0, 0, files=files, memory=memory).context("restore")
    checkpoint = bundle.Bundle(context, name)
    keys = {key.decode(errors="replace").removesuffix(_OF_KERAS): key for key in checkpoint.entries}
    found = {each: checkpoint.read(keys[each], None, nodes[each].outputs[0].dtype) for each in nodes if each in keys}
    return found, [each for each in keys if each not in nodes and not each.startswith((_OBJECTS, "\0"))]


def _changed(node: Node, pin: str) -> Node:
    """Return the variable that a block changes through a pin, even if other blocks change it before."""
    variable = node.input(pin).op
    while variable.type.writes:
        variable = variable.input(variable.type.writes[0]).op
    return variable


def fitted(variable: Output, value: Any) -> Array:
    dtype = variable.dtype
    array = array_of(value)
    if array is None:
        array, _ = to_array(value, dtype)
        if array.shape == (0,) and element_count(variable.shape) == 0:  # a list of nothing may have any such shape
            array = array.reshape([size or 0 for size in variable.shape or ()])
    elif dtype is STRING:
        array, _ = to_array(array.tolist(), dtype)
    elif array.dtype != dtype.numpy:
        if not np.can_cast(archives.plain(array).dtype, archives.plain(np.empty(0, dtype.numpy)).dtype, "same_kind"):
            raise DiagramError(f"a variable of dtype {dtype.short} cannot hold values of dtype {array.dtype.name}")
        array = array.astype(dtype.numpy)
    else:
        array = array.copy()
    if not compatible(array.shape, variable.shape):
        text = f"the value has the shape {shape_text(array.shape)}, but the variable has {shape_text(variable.shape)}"
        raise DiagramError(text)
    return frozen(array)
