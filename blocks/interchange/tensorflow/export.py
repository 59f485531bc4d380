"""Export of a page as a TensorFlow graph (`to_graph_def`) and of pages as a SavedModel (`to_saved_model`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_targets import differentiated
from blocks.base.dtypes import STRING, DType
from blocks.base.errors import DiagramError, RunError
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.compile.schedule import cell_key, schedule
from blocks.document.data import listed
from blocks.document.model import PageView
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.interchange.page_ends import page_ends
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.function_export import write_program
from blocks.interchange.tensorflow.nodes import NodeWriter, attributes_of, upstream
from blocks.interchange.tensorflow.object_graph import add_objects
from blocks.interchange.tensorflow.schema import NUMBERS
from blocks.interchange.tensorflow.writing import TensorFlowWriter, Typed, dtype_attribute, put_shape, strings, tensor
from blocks.library.io.bundle import Saved
from blocks.run.session import Session

_ASSIGNS = {"Assign": "AssignVariableOp", "AssignAdd": "AssignAddVariableOp", "AssignSub": "AssignSubVariableOp"}
_FILL = ("InitializeTable", "InitializeTableV2", "LookupTableImport", "LookupTableImportV2")
_LOOK_UP = tuple(f"LookupTable{what}{version}" for what in ("Find", "Size", "Export") for version in ("", "V2"))
_DEFAULT = "serving_default"
_PRODUCER = 1882
"""The version of TensorFlow's graphs that 2.16 to 2.21 write."""


class WrittenPage(NamedTuple):
    """The exported form of a page; ``updates`` names the nodes that change variables."""

    outputs: dict[str, tuple[str, Output]]
    updates: list[str]


class PageGraphWriter(NodeWriter):
    """The writer of one page's graph, or of the outputs ``only``, with the values of variables in a session.

    ``handle`` returns the handle of a variable, ``given`` the input that replaces a Placeholder; None if it is a node.
    """

    def __init__(
        self,
        session: Session,
        writer: TensorFlowWriter,
        library: Any,
        handle: Callable[[Node], str],
        given: Callable[[Node], str] | None = None,
        only: Sequence[Output] | None = None,
    ) -> None:
        self._session = session
        self._given = given
        self._only = only
        self._updates: list[tuple[int, Any, Any]] = []  # the version that each makes, its cell, and the node
        self._cells: dict[Any, str] = {}
        self._shared: dict[int, str] = {}  # how the versions of variables are read
        self._readers: dict[int, list[str]] = {}
        self._plan = plan = schedule(session.elaboration.graph)
        self._instructions = {each.node: each for each in plan.instructions}
        self._versions: dict[int, Node | None] = dict.fromkeys(plan.start.values())  # with what makes each
        for node, each in self._instructions.items():
            self._versions.update(dict.fromkeys(each.results[: len(node.type.writes)], node))
        super().__init__(writer, library, write_program)
        self._handle = handle
        self._written = WrittenPage({}, [])
        self._errors: list[DiagramError] = []
        self._fills: dict[Output, list[Node]] = {}

    def write(self) -> WrittenPage:
        """Write the page's fetches and targets, or the whole page if it has no sessions."""
        elaboration = self._session.elaboration
        outputs, wanted = page_goals(elaboration)
        if self._only is not None:
            outputs, wanted = self._only, upstream([each.op for each in self._only])
        first = upstream(self._find_fills(wanted))
        order = sorted((each for each in elaboration.graph.nodes if each in wanted), key=lambda each: each not in first)
        for node in order:
            if not all(self.has(each) for each in node.inputs if not node.type.variable):
                continue  # something before it has no form
            try:
                if not self._special(node):
                    self._see(node)
                    self.node(node)
            except DiagramError as error:
                self._errors.append(error.located(block=node.block_name, page=self._session.page.name))
        if self._errors:
            raise self._errors[0] if len(self._errors) == 1 else RunError(self._errors, {})
        for each in outputs:
            version = self._plan.outputs[each] if each.is_ref else None
            if version in self._versions:
                self._written.outputs[self._key(each)] = self._read(each, version), each
            elif version is None:  # a reference to something else than a variable is no value
                self._written.outputs[self._key(each)] = self.ref(each), each
        self._order_updates()
        return self._written

    def _order_updates(self) -> None:
        """Let each update wait for the previous one, and for the readers of that one's result."""
        latest = dict(self._plan.start)
        for version, cell, message in sorted(self._updates, key=lambda each: each[0]):
            before, latest[cell] = latest[cell], version
            waits = [f"^{name}".encode() for name in (*self._after(before), *self._readers.get(before, ()))]
            message.input.extend(each for each in waits if each not in message.input)

    def _key(self, output: Output) -> str:
        block = output.op.block_name
        given = list(dict.fromkeys(each for *_, each in self._session.elaboration.outputs_of(block)))
        key = block if len(given) < 2 or output not in given else f"{block}_{given.index(output)}"
        return claim_name(key.replace("/", "_"), set(self._written.outputs))

    def controls(self, node: Node) -> list[str]:
        """Return the names of nodes that a node waits for; a lookup waits for the filling of its table."""
        results = super().controls(node)
        if node.type.name in _LOOK_UP:
            results += [self.names[each] for each in self._fills.get(_table(node), ()) if each in self.names]
        return results

    def _find_fills(self, nodes: Iterable[Node]) -> list[Node]:
        result = [each for each in nodes if each.type.name in _FILL]
        for each in result:
            self._fills.setdefault(_table(each), []).append(each)
        return result

    def _special(self, node: Node) -> bool:
        controls = self.controls(node)
        if node.type.variable:
            self._variable(node)
        elif node.type.writes:
            self._update(node, controls)
        elif node.type.name == "Identity" and (version := self._instructions[node].args[0]) in self._versions:
            if not set(controls) <= set(self._after(version)):
                return False
            self.values[node.outputs[0]] = self._read(node.inputs[0], version, self.new_name(node))
        elif node.type.name == "IsVariableInitialized":
            handles = [self.values[each] for each in node.inputs]
            name = self.writer.add("VarIsInitializedOp", self.new_name(node), handles, controls=controls)
            self.values[node.outputs[0]] = self.writer.output(name, "is_initialized")
        elif node.type.name == "Placeholder":
            if self._given is None:
                return False
            self.values[node.outputs[0]] = self._given(node)
        else:
            return False
        return True

    def _variable(self, node: Node) -> None:
        if node.type.temporary:
            raise DiagramError(f"{node.type.display_name} cannot be exported to TensorFlow")
        cell = cell_key(node)
        if cell not in self._cells:
            self._cells[cell] = self._handle(node)
        self.values[node.outputs[0]] = self._cells[cell]

    def _see(self, node: Node) -> None:
        numbers = self._instructions[node].args if node in self._instructions else ()
        for pin, argument, number in zip(node.type.inputs, node.args, numbers, strict=False):
            for output, version in zip(_flat(argument), _flat(number), strict=True) if not pin.is_ref else ():
                if version in self._versions:
                    self.reads[output] = self._read(output, version)

    def _read(self, ref: Output, version: int, name: str | None = None) -> str:
        if name is None and version in self._shared:
            return self._shared[version]
        before = self._after(version)
        maker = before[0] if before else f"{_variable_of(ref).name}/Read"
        given = name or self.writer.name(f"{maker}/ReadVariableOp")
        dtype = {"dtype": dtype_attribute(ref.dtype)}
        self.writer.add("ReadVariableOp", given, [self.values[ref]], dtype, before)
        self._readers.setdefault(version, []).append(given)
        text = self.writer.output(given, "value")
        if name is None:
            self._shared[version] = text
        return text

    def _after(self, version: int) -> list[str]:
        writer = self._versions[version]
        return [self.names[writer]] if writer in self.names else []

    def _update(self, node: Node, controls: Sequence[str]) -> None:
        if node.type.nested:
            raise DiagramError(f"{node.display_name} writes variables and cannot be exported to TensorFlow")
        kind = node.type.name
        op = _ASSIGNS.get(kind, kind if kind.startswith("Resource") else f"Resource{kind}")
        if kind not in _ASSIGNS and not kind.startswith(("Resource", "Apply", "SparseApply", "Scatter", "Strided")):
            raise DiagramError(f"{node.type.display_name} cannot be exported to TensorFlow")
        cells = [cell_key(_variable_of(node.input(pin))) for pin in node.type.writes]
        if len({*cells}) < len(cells):
            text = f"{node.display_name} modifies the same variable through two pins, which TensorFlow does not support"
            raise DiagramError(text, hint="wire a different variable to one of the pins")
        self._see(node)
        inputs: list[str] = []
        refs: list[Output] = []
        for pin, argument in zip(node.type.inputs, node.args, strict=True):
            assert isinstance(argument, Output)
            inputs.append(self.values[argument] if pin.is_ref else self.ref(argument))
            refs += [argument] if pin.is_ref else []
        name = self.new_name(node)
        attributes = attributes_of(node)
        if "ScatterNd" in op:
            attributes = {key: value for key, value in attributes.items() if key in ("T", "Tindices")}
        elif op in _ASSIGNS.values() or "Scatter" in op:
            attributes["dtype"] = attributes.pop("T")
            attributes = {key: value for key, value in attributes.items() if key in ("dtype", "Tindices")}
        self.writer.add(op, name, inputs, attributes, controls)
        made = zip(self._instructions[node].results, cells, strict=False)
        self._updates += [(version, cell, self.writer.last) for version, cell in made]
        self._written.updates.append(name)
        for output in node.outputs:
            self.values[output] = self.values[refs[0]]


def _flat(argument: Any) -> tuple[Any, ...]:
    return argument if isinstance(argument, tuple) else (argument,)  # pyright: ignore[reportUnknownVariableType]


def _variable_of(ref: Output) -> Node:
    node = ref.op
    while node.type.writes:
        node = node.input(node.type.writes[0]).op
    return node


def page_goals(elaboration: Elaboration) -> tuple[Sequence[Output], set[Node]]:
    """Return a page's outputs and all nodes that it needs; raise DiagramError if the page has errors."""
    for error in elaboration.problems:
        raise error
    requests = [request for _, request in elaboration.requests]
    if not requests:
        ends = page_ends(elaboration, lambda block: elaboration.specs[block].trains)
        return list(dict.fromkeys(ends)), set(elaboration.graph.nodes)
    outputs = list(dict.fromkeys(each for request in requests for each in request.fetches))
    outputs = outputs or [each.loss for each in elaboration.trained.values()]
    return outputs, upstream([*(each.op for each in outputs), *(each for r in requests for each in r.targets)])


def _table(node: Node) -> Output:
    output = node.inputs[0]
    while output.op.type.name == "Identity":
        output = output.op.inputs[0]
    return output


def to_graph_def(session: Session) -> Any:
    """Return a page as a GraphDef; its node ``init`` initializes the variables with their current values.

    Raise a DiagramError if something has no TensorFlow form, or a RunError with all errors.
    """
    graph = schema.message("GraphDef")
    graph.versions.producer = _PRODUCER
    writer = TensorFlowWriter(graph.node, in_function=False)
    assigns: list[str] = []
    PageGraphWriter(session, writer, graph.library, lambda node: _variable(writer, session, node, assigns)).write()
    if assigns:
        writer.add("NoOp", writer.name("init"), controls=assigns)
    return graph


def _value(session: Session, node: Node) -> tuple[Array, DType]:
    return np.asarray(session.variables[node.block_name]), node.outputs[0].dtype


def _variable(writer: TensorFlowWriter, session: Session, node: Node, assigns: list[str]) -> str:
    array, dtype = _value(session, node)
    kind = {"dtype": dtype_attribute(dtype)}
    name = writer.name(node.name)
    shape = {"shape": Typed("shape", array.shape), "shared_name": Typed("string", name)}
    writer.add("VarHandleOp", name, [], {**kind, **shape})
    start = writer.add("Const", writer.name(f"{name}/Initializer/value"), [], {**kind, "value": tensor(array, dtype)})
    assigns.append(writer.add("AssignVariableOp", writer.name(f"{name}/Assign"), [name, start], kind))
    return name


class SavedModel(NamedTuple):
    """A SavedModel before it is written; ``data`` is its ``saved_model.pb``, ``report`` lists the omissions."""

    data: bytes
    variables: list[Saved]
    report: list[str]


def to_saved_model(pages: Sequence[PageView], session_of: Callable[[PageView], Session]) -> SavedModel:
    """Return pages as a SavedModel with a signature each; variables of equal path and value are shared.

    A training page with the default signature's name becomes the signature ``train``. Without a page for the default
    signature, that has the outputs of the first training page that need no loss or label. Errors are as in
    `to_graph_def`.
    """
    saved = schema.message("SavedModel")
    saved.saved_model_schema_version = 1
    meta = saved.meta_graphs.add()
    meta.meta_info_def.tags.append(b"serve")
    meta.meta_info_def.tensorflow_version = b"2.16.0"
    meta.graph_def.versions.producer = _PRODUCER
    model = _Model(meta)
    report: list[str] = []
    taken = {page.name for page in pages}
    has_default = False
    for page in sorted(pages, key=lambda page: page.name != _DEFAULT):
        session, name = session_of(page), page.name
        outputs, wanted = page_goals(session.elaboration)
        if not outputs:
            report.append(f"page {page.name!r} gives no output: it is not a signature")
            continue
        served = predictions(session.elaboration, outputs, [each for each in wanted if each.type.writes])
        if served is not None and name == _DEFAULT:
            name = claim_name("train", taken)
        model.add_page(session, name)
        if served and not has_default:
            model.add_page(session, _DEFAULT, served)
        elif served == [] and not has_default:
            text = f"page {page.name!r} gives nothing that needs no loss or label: there is no signature {_DEFAULT}"
            report.append(f"{text} for predictions. Let its session fetch a prediction.")
        has_default |= bool(served) or name == _DEFAULT
    if not meta.signature_def:
        raise DiagramError("there is nothing to export: no page has an output")
    objects: list[Saved] = []
    if meta.graph_def.library.registered_gradients:
        objects, lost = add_objects(meta, model.variables, model.untrained)
        if lost:
            text = "TensorFlow cannot compute custom gradients that use values inside a loop or branch"
            report.append(f"{text}: {listed(lost)}")
    _add_saver(meta, model.root, model.variables)
    return SavedModel(saved.SerializeToString(), [*model.variables.values(), *objects], report)


class _Model:
    def __init__(self, meta: Any) -> None:
        self._meta = meta
        self.root = TensorFlowWriter(meta.graph_def.node, in_function=False)
        self.variables: dict[str, Saved] = {}
        self.untrained: set[str] = set()
        self._named: dict[str, list[str]] = {}

    def add_page(self, session: Session, name: str, only: Sequence[Output] | None = None) -> None:
        """Add a signature: a function that one node of the graph calls, so that the page keeps its names."""
        meta, root = self._meta, self.root
        function = meta.graph_def.library.function.add()
        number = len(meta.graph_def.library.function)
        function.signature.name = f"__inference_{root.name(f'page_{number}')}".encode()
        writer = TensorFlowWriter(function.node_def, in_function=True)
        signature = meta.signature_def[name]
        signature.method_name = b"tensorflow/serving/predict"
        given: list[tuple[bool, str, str, str, int]] = []

        def argument(what: str, key: str, node: str, dtype: int) -> str:
            name = writer.name(f"{what}_{len(given)}")
            given.append((what == "resource", key, name, node, dtype))
            return name

        def handle(node: Node) -> str:
            return argument("resource", node.name, self._variable(session, node), NUMBERS["DT_RESOURCE"])

        def placeholder(node: Node) -> str:
            output, key = node.outputs[0], node.block_name
            kind = {"dtype": dtype_attribute(output.dtype), "shape": Typed("shape", output.shape)}
            holder = root.add("Placeholder", root.name(f"{name}_{key}"), [], kind)
            _put_info(signature.inputs[key], f"{holder}:0", output)
            return argument("input", key, holder, NUMBERS[output.dtype.name])

        written = PageGraphWriter(session, writer, meta.graph_def.library, handle, placeholder, only).write()
        given.sort()  # TensorFlow sorts by key, and captured variables are the last arguments
        for *_, argument_name, _, dtype in given:
            function.signature.input_arg.add(name=argument_name.encode(), type=dtype)
        call, results = root.name(f"{name}_call"), sorted(written.outputs.items())
        for i, (key, (text, output)) in enumerate(results):
            result = f"output_{i}"
            if written.updates:  # TensorFlow runs only what a result needs
                kind = {"T": dtype_attribute(output.dtype)}
                done = writer.add("Identity", writer.name(f"{key}_done"), [text], kind, written.updates)
                text = writer.output(done, "output")
            function.signature.output_arg.add(name=result.encode(), type=NUMBERS[output.dtype.name])
            function.ret[result] = text
            _put_info(signature.outputs[key], f"{call}:{i}", output)
        for each in written.updates:
            function.control_ret[each] = each
            function.signature.control_output.append(each.encode())
        function.signature.is_stateful = True
        root.add("StatefulPartitionedCall", call, [node for *_, node, _ in given], {
            "Tin": Typed("list(number)", [number for *_, number in given]),
            "Tout": Typed("list(type)", [output.dtype for _, (_, output) in results]),
            "f": Typed("func", function.signature.name.decode()),
        })  # fmt: skip

    def _variable(self, session: Session, node: Node) -> str:
        """Return the name of a variable's node, shared by pages if path and value are equal."""
        array, dtype = _value(session, node)
        plain = self.root.plain(node.name)
        names = self._named.setdefault(plain, [])
        for each in names:
            known = self.variables[each]
            if known.dtype is dtype and _same(known.array, array):
                return each
        name = self.root.name(plain)
        names.append(name)
        self.variables[name] = Saved(name.encode(), array, dtype, None)
        self.untrained.update([] if node.attrs["trainable"] else [name])
        shape = {"shape": Typed("shape", array.shape), "shared_name": Typed("string", name)}
        return self.root.add("VarHandleOp", name, [], {"dtype": dtype_attribute(dtype), **shape})


def _same(x: Array, y: Array) -> bool:
    if x.shape != y.shape or x.dtype.hasobject:
        return x.shape == y.shape and x.tolist() == y.tolist()
    left, right = (np.ascontiguousarray(each).reshape(-1).view(np.uint8) for each in (x, y))
    return np.array_equal(left, right)


def _put_info(target: Any, name: str, output: Output) -> None:
    target.name = name.encode()
    target.dtype = NUMBERS[output.dtype.name]
    put_shape(target.tensor_shape, output.shape)


def _add_saver(meta: Any, root: TensorFlowWriter, variables: Mapping[str, Saved]) -> None:
    if not variables:
        return
    add, names = root.add, list(variables)
    texts = {"tensor_names": [each.name for each in variables.values()], "shape_and_slices": [b""] * len(names)}
    string = dtype_attribute(STRING)
    prefix = add("Const", root.name("save/Const"), [], {"dtype": string, "value": tensor(strings(b"model"), STRING)})
    given = [
        add("Const", root.name(f"save/{key}"), [], {"dtype": string, "value": tensor(strings(value), STRING)})
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


def predictions(elaboration: Elaboration, outputs: Sequence[Output], updates: Sequence[Node]) -> list[Output] | None:
    """Return the outputs of a page that need none of its losses and labels; None if the page does not train.

    A label is a Placeholder that a loss needs, that some of these outputs do not need, and that meets no weight on the
    way to them: nothing is computed from it and from values of variables alone. Outputs of which none needs a variable
    are not predictions.
    """
    makers = {each.block_name for each in upstream(updates)} & {*elaboration.gradients, *elaboration.trained}
    losses = [each.loss for block, each in elaboration.trained.items() if block in makers]
    losses += [each for block in elaboration.gradients & makers for each in differentiated(elaboration, block)]
    ends = {each.op for each in losses}
    fed: dict[Node, int] = {}  # a bit for each Placeholder that a node needs
    weighed, trained = set[Node](), set[Node]()
    for node in elaboration.graph.nodes:
        before = [] if node.type.variable else [each.op for each in node.inputs]
        fed[node] = 1 << node.number if node.type.fed else 0
        for each in before:
            fed[node] |= fed[each]
        if node.type.variable or not weighed.isdisjoint(before):
            weighed.add(node)
        if node in ends or node.block_name in makers or not trained.isdisjoint((*before, *node.controls)):
            trained.add(node)
    if trained.isdisjoint(updates):
        return None
    results = [each for each in outputs if each.op not in trained]
    if weighed.isdisjoint(each.op for each in results):
        return []
    by_all, met, needed = -1, 0, 0
    for each in results:
        by_all &= fed[each.op]
    for node in upstream([each.op for each in results]):
        if any(each.op in weighed and not fed[each.op] for each in node.inputs):
            met |= fed[node]
    for each in ends:
        needed |= fed[each]
    labels = needed & ~met & ~by_all
    return [each for each in results if not fed[each.op] & labels]
