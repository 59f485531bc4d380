"""Export of a page as a TensorFlow graph (`to_graph_def`) and of pages as a SavedModel (`to_saved_model`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import STRING, DType
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.document.model import PageView
from blocks.graph.graph import Node, Output
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.function_export import write_program
from blocks.interchange.tensorflow.nodes import NodeWriter, attributes_of, upstream, values_of
from blocks.interchange.tensorflow.schema import NUMBERS
from blocks.interchange.tensorflow.writing import Typed, Writer, dtype_attribute, put_attribute, tensor
from blocks.library.io.bundle import Saved
from blocks.run.session import Session

_ASSIGNS = {"Assign": "AssignVariableOp", "AssignAdd": "AssignAddVariableOp", "AssignSub": "AssignSubVariableOp"}
_FILL = ("InitializeTable", "InitializeTableV2", "LookupTableImport", "LookupTableImportV2")
_LOOK_UP = tuple(f"LookupTable{what}{version}" for what in ("Find", "Size", "Export") for version in ("", "V2"))
_PRODUCER = 1882
"""The version of TensorFlow's graphs that 2.16 to 2.21 write."""


class Written(NamedTuple):
    """The exported form of a page.

    Attributes:
        inputs: the names of its inputs, with their Placeholders.
        outputs: the names of its outputs, with how they are written.
        updates: the names of the nodes that change variables.
        variables: the names of the variables, with their nodes.
    """

    inputs: dict[str, Node]
    outputs: dict[str, tuple[str, Output]]
    updates: list[str]
    variables: dict[Node, str]


class PageWriter(NodeWriter):
    """The writer of one page's graph.

    Args:
        session: a session of the page: its variables have their values from there.
        writer: takes the nodes.
        library: takes the functions of loops and branches.
        handle: gives what stands for a variable.
        given: gives what stands for a Placeholder; None: it is a node.
    """

    def __init__(
        self,
        session: Session,
        writer: Writer,
        library: Any,
        handle: Callable[[Node], str],
        given: Callable[[Node], str] | None = None,
    ) -> None:
        self._session = session
        self._given = given
        self._updates: list[tuple[Any, list[Output]]] = []
        self._readers: dict[Output, list[str]] = {}
        super().__init__(writer, library, write_program)
        self._handle = handle
        self._written = Written({}, {}, [], {})
        self._errors: list[DiagramError] = []
        self._fills: dict[Output, list[Node]] = {}

    def write(self) -> Written:
        """Write what the page's sessions ask for, or all of it where there are none.

        Raises:
            DiagramError: something has no form there; a RunError with all errors if there are several.
        """
        elaboration = self._session.elaboration
        for error in elaboration.problems:
            raise error
        requests = [request for _, request in elaboration.requests]
        outputs = [each for request in requests for each in request.fetches]
        nodes = [each.op for each in outputs] + [each for request in requests for each in request.targets]
        wanted = upstream(nodes) if requests else set(elaboration.graph.nodes)
        first = upstream(self._find_fills(wanted))
        order = sorted((each for each in elaboration.graph.nodes if each in wanted), key=lambda each: each not in first)
        read = {each for node in order if node.type.name != "Identity" for each in values_of(node)} | set(outputs)
        for node in order:
            if any(each not in self.values for each in node.inputs if not node.type.variable):
                continue  # something before it has no form
            try:
                if not self._special(node, read):
                    self.node(node)
            except DiagramError as error:
                self._errors.append(error.located(block=node.block_name, page=self._session.page.name))
        if self._errors:
            raise self._errors[0] if len(self._errors) == 1 else RunError(self._errors, {})
        for update, refs in self._updates:
            update.input.extend(f"^{name}".encode() for ref in refs for name in self._readers.get(ref, ()))
        inner = {each for node in order for each in node.inputs}
        for each in dict.fromkeys(outputs or [o for node in order for o in node.outputs if o not in inner]):
            if each in self.values or each in self.reads:
                name = each.op.block_name if len(each.op.outputs) == 1 else f"{each.op.block_name}_{each.index}"
                self._written.outputs.setdefault(name.replace("/", "_"), (self.ref(each), each))
        return self._written

    def controls(self, node: Node) -> list[str]:
        """The names of the nodes that a node waits for; a table is looked into when it is filled."""
        results = super().controls(node)
        if node.type.name in _LOOK_UP:
            results += [self.names[each] for each in self._fills.get(_table(node), ()) if each in self.names]
        return results

    def _find_fills(self, nodes: Iterable[Node]) -> list[Node]:
        result = [each for each in nodes if each.type.name in _FILL]
        for each in result:
            self._fills.setdefault(_table(each), []).append(each)
        return result

    def _special(self, node: Node, read: set[Output]) -> bool:
        """Write what has to do with variables, and what the page is given."""
        controls = self.controls(node)
        if node.type.variable:
            self._variable(node, read)
        elif node.type.writes:
            self._update(node, read, controls)
        elif node.type.name == "Identity" and node.inputs[0].is_ref:
            ref = node.inputs[0]
            self.values[node.outputs[0]] = self._read(ref, self.new_name(node), self._after(ref))
        elif node.type.name == "IsVariableInitialized":
            handles = [self.values[each] for each in node.inputs]
            name = self.writer.add("VarIsInitializedOp", self.new_name(node), handles, controls=controls)
            self.values[node.outputs[0]] = self.writer.output(name, "is_initialized")
        elif node.type.name == "Placeholder":
            self._written.inputs[node.block_name] = node
            if self._given is None:
                return False
            self.values[node.outputs[0]] = self._given(node)
        else:
            return False
        return True

    def _variable(self, node: Node, read: set[Output]) -> None:
        if node.type.temporary:
            raise DiagramError(f"{node.type.called} cannot be exported to TensorFlow")
        output = node.outputs[0]
        self.values[output] = self._handle(node)
        self._written.variables[node] = node.name
        if output in read:
            self.reads[output] = self._read(output, self.writer.name(f"{node.name}/Read/ReadVariableOp"), [])

    def _read(self, output: Output, name: str, controls: Sequence[str]) -> str:
        dtype = {"dtype": dtype_attribute(output.dtype)}
        self.writer.add("ReadVariableOp", name, [self.values[output]], dtype, controls)
        self._readers.setdefault(output, []).append(name)
        return self.writer.output(name, "value")

    def _after(self, ref: Output) -> list[str]:
        """The update that gave a reference."""
        return [self.names[ref.op]] if ref.op in self.names else []

    def _update(self, node: Node, read: set[Output], controls: Sequence[str]) -> None:
        """An update of a variable: it waits for those that read what it changes."""
        if node.type.nested:
            text = f"{node.called} writes variables and cannot be exported to TensorFlow"
            raise DiagramError(text)
        kind = node.type.name
        op = _ASSIGNS.get(kind, kind if kind.startswith("Resource") else f"Resource{kind}")
        if kind not in _ASSIGNS and not kind.startswith(("Resource", "Apply", "SparseApply", "Scatter")):
            raise DiagramError(f"{node.type.called} cannot be exported to TensorFlow")
        inputs: list[str] = []
        refs: list[Output] = []
        for pin, argument in zip(node.type.inputs, node.args, strict=True):
            assert isinstance(argument, Output)
            inputs.append(self.values[argument] if pin.is_ref else self.ref(argument))
            refs += [argument] if pin.is_ref else []
        waits = [*controls, *(each for ref in refs for each in self._after(ref))]
        name = self.new_name(node)
        attributes = attributes_of(node)
        if "ScatterNd" in op:
            attributes = {key: value for key, value in attributes.items() if key in ("T", "Tindices")}
        elif op in _ASSIGNS.values() or "Scatter" in op:
            attributes["dtype"] = attributes.pop("T")
            attributes = {key: value for key, value in attributes.items() if key in ("dtype", "Tindices")}
        self.writer.add(op, name, inputs, attributes, waits)
        self._updates.append((self.writer.last, refs))
        self._written.updates.append(name)
        for output in node.outputs:
            self.values[output] = self.values[refs[0]]
            if output in read:
                self.reads[output] = self._read(output, self.writer.name(f"{name}/ReadVariableOp"), [name])


def _table(node: Node) -> Output:
    """The table that a node is given."""
    output = node.inputs[0]
    while output.op.type.name == "Identity":
        output = output.op.inputs[0]
    return output


def to_graph_def(session: Session) -> Any:
    """A page as a GraphDef: its variables have initialisers with their values, which a node ``init`` runs.

    Args:
        session: a session of the page.

    Raises:
        DiagramError: something has no form there; a RunError with all errors if there are several.
    """
    graph = schema.message("GraphDef")
    graph.versions.producer = _PRODUCER
    writer = Writer(graph.node, in_function=False)
    assigns: list[str] = []

    def handle(node: Node) -> str:
        return _variable(writer, session, node, assigns)

    PageWriter(session, writer, graph.library, handle).write()
    if assigns:
        writer.add("NoOp", writer.name("init"), controls=assigns)
    return graph


def _value(session: Session, node: Node) -> tuple[Array, DType]:
    """What a variable holds."""
    paths = session.variables
    output = node.outputs[0]
    return np.asarray(paths[node.block_name]), output.dtype


def _variable(writer: Writer, session: Session, node: Node, assigns: list[str]) -> str:
    """A variable with what it begins with."""
    array, dtype = _value(session, node)
    kind = {"dtype": dtype_attribute(dtype)}
    name = writer.name(node.name)
    shape = {"shape": Typed("shape", array.shape), "shared_name": Typed("string", name)}
    writer.add("VarHandleOp", name, [], {**kind, **shape})
    start = writer.add("Const", writer.name(f"{name}/Initializer/value"), [], {**kind, "value": tensor(array, dtype)})
    assigns.append(writer.add("AssignVariableOp", writer.name(f"{name}/Assign"), [name, start], kind))
    return name


class SavedModel(NamedTuple):
    """A SavedModel before it is written.

    Attributes:
        data: the file ``saved_model.pb``.
        variables: the tensors of its checkpoint.
    """

    data: bytes
    variables: list[Saved]


def to_saved_model(pages: Sequence[PageView], session_of: Callable[[PageView], Session]) -> SavedModel:
    """Pages as a SavedModel: a signature for each, by its name; variables of one path are one.

    Raises:
        DiagramError: something has no form there; a RunError with all errors if there are several.
    """
    saved = schema.message("SavedModel")
    saved.saved_model_schema_version = 1
    meta = saved.meta_graphs.add()
    meta.meta_info_def.tags.append(b"serve")
    meta.meta_info_def.tensorflow_version = b"2.16.0"
    meta.graph_def.versions.producer = _PRODUCER
    root = Writer(meta.graph_def.node, in_function=False)
    variables: dict[str, Saved] = {}
    for page in pages:
        _add_page(meta, root, session_of(page), variables)
    _add_saver(meta, root, variables)
    return SavedModel(saved.SerializeToString(), list(variables.values()))


def _add_page(meta: Any, root: Writer, session: Session, variables: dict[str, Saved]) -> None:
    """A page as a function that one node of the graph calls, so that its names stay what they are."""
    page = session.page.name
    function = meta.graph_def.library.function.add()
    number = len(meta.graph_def.library.function)
    function.signature.name = f"__inference_{root.name(f'page_{number}')}".encode()
    writer = Writer(function.node_def, in_function=True)
    given: list[tuple[str, int]] = []

    def argument(what: str, dtype: int) -> str:
        name = writer.name(f"{what}_{len(given)}")
        function.signature.input_arg.add(name=name.encode(), type=dtype)
        return name

    def handle(node: Node) -> str:
        array, dtype = _value(session, node)
        name = root.plain(node.name)
        if name not in variables:
            variables[name] = Saved(name.encode(), array, dtype, None)
            shape = {"shape": Typed("shape", array.shape), "shared_name": Typed("string", name)}
            root.add("VarHandleOp", root.name(name), [], {"dtype": dtype_attribute(dtype), **shape})
        result = argument("resource", NUMBERS["DT_RESOURCE"])
        given.append((name, NUMBERS["DT_RESOURCE"]))
        return result

    signature = meta.signature_def[page]
    signature.method_name = b"tensorflow/serving/predict"

    def placeholder(node: Node) -> str:
        output, key = node.outputs[0], node.block_name
        number = NUMBERS[output.dtype.name]
        name = root.name(f"{page}_{key}")
        kind = {"dtype": dtype_attribute(output.dtype), "shape": Typed("shape", output.shape)}
        root.add("Placeholder", name, [], kind)
        _put_info(signature.inputs[key], f"{name}:0", output)
        result = argument("input", number)
        given.append((name, number))
        return result

    written = PageWriter(session, writer, meta.graph_def.library, handle, placeholder).write()
    call = root.name(f"{page}_call")
    for i, (key, (text, output)) in enumerate(written.outputs.items()):
        name = f"output_{i}"
        if written.updates:  # TensorFlow runs only what a result needs
            kind = {"T": dtype_attribute(output.dtype)}
            done = writer.add("Identity", writer.name(f"{key}_done"), [text], kind, written.updates)
            text = writer.output(done, "output")
        function.signature.output_arg.add(name=name.encode(), type=NUMBERS[output.dtype.name])
        function.ret[name] = text
        _put_info(signature.outputs[key], f"{call}:{i}", output)
    for each in written.updates:
        function.control_ret[each] = each
        function.signature.control_output.append(each.encode())
    function.signature.is_stateful = True
    root.add("StatefulPartitionedCall", call, [name for name, _ in given], {
        "Tin": Typed("list(number)", [number for _, number in given]),
        "Tout": Typed("list(type)", [output.dtype for _, output in written.outputs.values()]),
        "f": Typed("func", function.signature.name.decode()),
    })  # fmt: skip


def _put_info(target: Any, name: str, output: Output) -> None:
    target.name = name.encode()
    target.dtype = NUMBERS[output.dtype.name]
    put_attribute(holder := schema.message("AttrValue"), Typed("shape", output.shape))
    target.tensor_shape.CopyFrom(holder.shape)


def _add_saver(meta: Any, root: Writer, variables: Mapping[str, Saved]) -> None:
    """What saves and restores the variables, by the names that SaverDef says."""
    if not variables:
        return
    add, names = root.add, list(variables)
    texts = {"tensor_names": [name.encode() for name in names], "shape_and_slices": [b""] * len(names)}
    string = dtype_attribute(STRING)
    prefix = add("Const", root.name("save/Const"), [], {"dtype": string, "value": tensor(_strings(b"model"), STRING)})
    given = [
        add("Const", root.name(f"save/{key}"), [], {"dtype": string, "value": tensor(_strings(value), STRING)})
        for key, value in texts.items()
    ]
    dtypes = {"dtypes": Typed("list(type)", [variables[name].dtype for name in names])}
    restore = add("RestoreV2", root.name("save/RestoreV2"), [prefix, *given], dtypes)
    reads: list[str] = []
    assigns: list[str] = []
    for i, name in enumerate(names):
        kind = {"dtype": dtype_attribute(variables[name].dtype)}
        read = add("ReadVariableOp", root.name(f"save/Read_{i}"), [name], kind)
        reads.append(read)
        value = root.output(restore, "tensors", i, i)
        assigns.append(add("AssignVariableOp", root.name(f"save/AssignVariableOp_{i}"), [name, value], kind))
    save = add("SaveV2", root.name("save/SaveV2"), [prefix, *given, *reads], dtypes)
    done = add("Identity", root.name("save/control_dependency"), [prefix], {"T": string}, [save])
    saver = meta.saver_def
    saver.filename_tensor_name = f"{prefix}:0".encode()
    saver.save_tensor_name = f"{done}:0".encode()
    saver.restore_op_name = add("NoOp", root.name("save/restore_all"), controls=assigns).encode()
    saver.version = 2


def _strings(value: bytes | list[bytes]) -> Array:
    result: Array = np.empty(() if isinstance(value, bytes) else len(value), np.object_)
    result[...] = value
    return result
