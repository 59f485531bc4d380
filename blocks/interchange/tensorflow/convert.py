"""Import of TensorFlow models: a GraphDef as one page, a SavedModel with one page per signature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from blocks.base.budget import UNPACKED
from blocks.base.errors import FileError
from blocks.base.reachable import reachable
from blocks.document.data import listed, shortened
from blocks.interchange.importing.build import Imported, build
from blocks.interchange.importing.canvases import page_name
from blocks.interchange.importing.model_graph import ModelGraph, Ref, Weight
from blocks.interchange.tensorflow.control_flow.branches import in_branches
from blocks.interchange.tensorflow.control_flow.frames import with_loops
from blocks.interchange.tensorflow.custom_gradients import SavedGradients
from blocks.interchange.tensorflow.dropped_nodes import LeftOut, Restored, restored_keys
from blocks.interchange.tensorflow.files import Checkpoint, ModelFile, outputs_in
from blocks.interchange.tensorflow.hash_tables import Vocabularies, asks, filling, names_filling
from blocks.interchange.tensorflow.operations import CALLS, CallExpansion, Operation, Value, followed, origin
from blocks.interchange.tensorflow.operators import VARIABLES, dtype_name, outputs_of, shape_value
from blocks.interchange.tensorflow.schema import plain_dtype
from blocks.interchange.tensorflow.translation import GraphTensors, Translation
from blocks.library.parsing.tensor_messages import DTYPES

_DEFAULT, _INITIALISES = "serving_default", "__saved_model_init_op"


class GraphImporter:
    """The importer of a model; ``first`` has the initial values of variables missing in a checkpoint."""

    def __init__(self, model: ModelFile, *, trainable: bool, memory: int = UNPACKED) -> None:
        self._model = model
        self.path = str(model.file)
        self._trainable = trainable
        self.tensors = GraphTensors(self.path, memory)
        self._restored = {**restored_keys(model.graph), **self._bound()}
        self._functions = {each.signature.name.decode(errors="replace"): each for each in model.graph.library.function}
        self._outputs = outputs_in(model.meta)
        self._frozen = untrained(model.meta)
        self.translations: list[Translation] = []
        self.first: dict[Operation, Value] = {}
        self._without: dict[str, None] = {}
        self._notes: list[str] = []
        self._missing: dict[str, None] = {}

    def build(self, stem: str, *, gathered: bool = False, variables: Sequence[str] = ()) -> Imported:
        graphs = self._signatures() if self._model.meta is not None else [self._graph()]
        if self._without:
            text = f"no values were found for the variables {listed(list(self._without))}"
            self._notes.append(f"{text}. Use --checkpoint PREFIX to name their checkpoint")
        text = f"gradients are TensorFlow's, except for missing custom gradients: {listed(list(self._missing))}"
        self._notes.append(text if self._missing else "gradients are TensorFlow's")
        return build(graphs, stem, self._model.title, self._notes, gathered=gathered, variables=variables)

    def _expansion(self) -> CallExpansion:
        def outputs(op: str) -> Sequence[str] | None:
            return self._outputs.get(op) or outputs_of(op)

        meta = self._model.meta
        nodes = {} if meta is None else {number: name for name, number in _bound(meta)}
        objects = None if meta is None else meta.object_graph_def
        gradients = SavedGradients(self._model.graph.library, objects, nodes)
        return CallExpansion(self._functions, gradients, outputs, self.path, self._missing)

    # -- A GraphDef ---------------------------------------------------------------------------------------------------

    def _graph(self) -> ModelGraph:
        graph = ModelGraph("main")
        expansion = self._expansion()
        operations, _ = expansion.expand(self._model.graph.node)
        graph.names.update(expansion.names)
        left = LeftOut(operations)
        wanted = {name: value for name, value in left.first.items() if self.saved_as(name) is None}
        left.complete(value.operation for value in wanted.values())
        self.first.update(wanted)
        unread = left.unread()
        lost = {each for each in unread if each.op == "Placeholder" and each.name.startswith(_UNUSED)}
        out = left.savers | left.initialisers | lost
        kept = with_loops([each for each in operations if each not in out])
        for what, lost in (("saves or restores", left.savers), ("initialises", left.initialisers)):
            if lost:
                names = sorted(each.name for each in lost)
                self._notes.append(f"left out, as it only {what} variables: {listed(names)}")
        translation = self._translation(graph, kept)
        translation.add(kept)
        for variable, value in wanted.items():
            node, ref = translation.ref(Value(variable, 0)), translation.ref(value)
            if node is not None and ref is not None:
                node.node.inputs.append(("initvalues", ref))
                self._without.pop(variable.name, None)
        self._add_waits(graph, translation, kept)
        changing = set(translation.updates.all)
        given: dict[Operation, Ref] = {}
        for each in unread:
            ref = translation.node_of(each)
            if ref is not None and each not in changing and each.op != "NoOp" and _gives_tensor(ref):
                given[each] = ref
        # Fetched, what lies in a branch would be an error in each step that takes the other one.
        in_some = in_branches(kept)
        graph.outputs.extend([ref for each, ref in given.items() if each not in in_some] or given.values())
        self._fill_tables(graph, translation, kept)
        return graph

    def _fill_tables(self, graph: ModelGraph, translation: Translation, operations: Sequence[Operation]) -> None:
        """Let each step fill the tables that it reads, with their contents."""
        fills = [(each, ref) for each in filling(operations) if (ref := translation.node_of(each)) is not None]
        graph.runs += [ref for _, ref in fills]
        for each in operations:  # whatever of them is fetched
            before = [ref for fill, ref in fills if asks(each, fill)]
            node = translation.node_of(each)
            if before and node is not None:
                self._wait(graph, each, node, before)

    def _add_waits(self, graph: ModelGraph, translation: Translation, operations: Sequence[Operation]) -> None:
        """Let nodes wait for the updates that they wait for in the model, through a Scope block."""
        for each in operations:
            updates = translation.updates.waited_for(each) if each.control else []
            waiting = translation.node_of(each)
            refs = [ref for update in updates if (ref := translation.node_of(update)) is not None]
            if refs and waiting is not None:
                self._wait(graph, each, waiting, refs)

    def _wait(self, graph: ModelGraph, operation: Operation, waiting: Ref, refs: Sequence[Ref]) -> None:
        path = (*operation.path[:-1], f"{operation.path[-1]}_waits")
        scope = graph.add(path, "Scope", inputs=[("control_dependencies", ref) for ref in refs])
        waiting.node.inputs.append(("scope", scope.out("scope")))

    # -- A SavedModel -------------------------------------------------------------------------------------------------

    def _signatures(self) -> list[ModelGraph]:
        signatures = {
            key: each for key, each in self._model.meta.signature_def.items() if key != _INITIALISES and each.outputs
        }
        if not signatures:
            raise FileError("the model has no signature with outputs, so there is nothing to run")
        names = sorted(signatures, key=lambda name: (name != _DEFAULT, name))
        taken: set[str] = set()
        return [self._signature(name, signatures[name], page_name(name, taken)) for name in names]

    def _signature(self, name: str, signature: Any, page: str) -> ModelGraph:
        graph = ModelGraph(page)
        inputs, outputs = (self._named(each, name) for each in (signature.inputs, signature.outputs))
        expansion = self._expansion()
        wanted = [info.name.decode(errors="replace") for info in [*inputs.values(), *outputs.values()]]
        all_nodes = self._model.graph.node
        fills = names_filling(all_nodes, _needed(all_nodes, wanted), self._functions)
        operations, nodes = expansion.expand(_needed(all_nodes, [*wanted, *fills]), all_nodes)
        graph.names.update(expansion.names)
        given = {self._value(info, nodes, name): key for key, info in inputs.items()}
        rest = [
            each
            for each in Vocabularies(self._model.path, self._model.meta).read(operations)
            if each.op != "NoOp" and (Value(each, 0) not in given or each.op not in _PLACEHOLDERS)
        ]
        rest = with_loops(rest)
        translation = self._translation(graph, rest)
        for value, key in given.items():
            placeholder = graph.add((key,), "Placeholder", _tensor_kind(inputs[key]))
            translation.put(value, placeholder.out("output"))
        results = {key: graph.add((key,), "Identity") for key in outputs}
        translation.add(rest)
        for key, node in results.items():
            ref = translation.ref(followed(self._value(outputs[key], nodes, name)))
            if ref is not None:
                node.inputs.append(("input", ref))
            graph.outputs.append(node.out("output"))
        updates = translation.updates.all
        graph.runs += [ref for update in updates if (ref := translation.node_of(update)) is not None]
        self._fill_tables(graph, translation, rest)
        return graph

    def _named(self, infos: Any, signature: str) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key in sorted(infos):
            if infos[key].name:
                result[key] = infos[key]
            else:
                self._notes.append(f"left out: {key!r} of the signature {signature!r} is not a single tensor")
        return result

    def _value(self, info: Any, nodes: Mapping[str, Operation], signature: str) -> Value:
        name, _, index = info.name.decode(errors="replace").partition(":")
        operation = nodes.get(name)
        if operation is None or (index and not (index.isdecimal() and len(index) < 7)):
            text = f"the signature {shortened(signature)} names the tensor {info.name.decode(errors='replace')!r}"
            raise FileError(f"{text}, which does not exist")
        return Value(operation, int(index or 0))

    # -- Variables ----------------------------------------------------------------------------------------------------

    def _translation(self, graph: ModelGraph, operations: Sequence[Operation]) -> Translation:
        result = Translation(graph, self.tensors, self.first_values, constants(operations), self._trainable)
        self.translations.append(result)
        return result

    def _bound(self) -> Mapping[str, Restored]:
        meta, values = self._model.meta, self._model.checkpoint
        if meta is None or values is None:
            return {}
        return {name: Restored(key) for name, key in bound_keys(meta, values.objects).items()}

    def saved_as(self, variable: Operation) -> Restored | None:
        values = self._model.checkpoint
        if values is None:
            return None
        shared = variable.attr["shared_name"].s.decode(errors="replace") if "shared_name" in variable.attr else ""
        names = (variable.name, shared, values.key_of(shared or variable.name))
        for restored in (self._restored.get(variable.name), *(Restored(key) for key in names if key is not None)):
            if restored is not None and values.has(restored.key) and self._fits(variable, values, restored):
                return restored
        return None

    @staticmethod
    def _fits(variable: Operation, values: Checkpoint, restored: Restored) -> bool:
        """Return whether a checkpoint's tensor can be a variable's; its name may belong to another variable."""
        if restored.part is not None and restored.part.shape != values.shape(restored.key):
            return False
        if "dtype" not in variable.attr:
            return True
        return DTYPES.get(plain_dtype(variable.attr["dtype"].type)) is values.dtype(restored.key)

    def saved_value(self, variable: Operation) -> Weight | None:
        restored, values = self.saved_as(variable), self._model.checkpoint
        if restored is None or values is None:
            return None
        whole = values.tensor(restored.key)
        return Weight(whole if restored.part is None else whole[restored.part.bounds], values.dtype(restored.key))

    def first_values(self, variable: Operation) -> Mapping[str, Any]:
        result: dict[str, Any] = {}
        value = self.saved_value(variable)
        if value is not None:
            result["initvalues"] = value
        else:
            self._without[variable.name] = None
            result["dtype"] = dtype_name(variable.attr["dtype"].type, "dtype")
            shape = shape_value(variable.attr["shape"].shape) if "shape" in variable.attr else None
            if shape is not None:
                result["shape"] = shape
        if variable.name in self._frozen:
            result["trainable"] = False
        return result


_PLACEHOLDERS = ("Placeholder", "PlaceholderV2")
_UNUSED = "unused_control_flow_input"
"""How TensorFlow calls what it puts in the place of arguments that nothing reads, where it freezes a function."""


def _tensor_kind(info: Any) -> dict[str, Any]:
    shape = shape_value(info.tensor_shape)
    result: dict[str, Any] = {"dtype": dtype_name(info.dtype, "dtype")}
    return result if shape is None else {**result, "shape": shape}


def _gives_tensor(ref: Ref) -> bool:
    return ref.pin != "operation" and ref.node.type not in ("Placeholder", "Variable")


def _needed(defs: Any, wanted: Sequence[str]) -> list[Any]:
    nodes = {each.name.decode(errors="replace"): each for each in defs}

    def inputs(name: str) -> list[str]:
        given = nodes[name].input if name in nodes else ()
        return [text.decode(errors="replace").lstrip("^").partition(":")[0] for text in given]

    results = reachable([name.partition(":")[0] for name in wanted], inputs)
    return [node for name, node in nodes.items() if name in results]


_VALUE = b"VARIABLE_VALUE"


def bound_keys(meta: Any, saved: Any) -> Mapping[str, str]:
    """Return the checkpoint keys of variables that a SavedModel's functions capture, by node name.

    Names are not sufficient, because several variables may have been created under one name. A traced function is bound
    to objects by their numbers, and the checkpoint names its tensors by the path from object to object.
    """
    same = _same_objects(meta.object_graph_def.nodes, saved.nodes)
    result: dict[str, str] = {}
    for name, number in _bound(meta):
        attributes = saved.nodes[same[number]].attributes if number in same else ()
        key = next((each.checkpoint_key for each in attributes if each.name == _VALUE), None)
        if key is not None:
            result.setdefault(name, key.decode(errors="replace"))
    return result


def untrained(meta: Any) -> set[str]:
    """Return the node names of a SavedModel's variables that training does not change."""
    if meta is None:
        return set()
    nodes = meta.object_graph_def.nodes
    variables = [each.variable for each in nodes if each.HasField("variable")]
    trained = {each.name for each in variables if each.trainable}
    result = {each.name.decode(errors="replace") for each in variables if each.name not in trained}
    for name, number in _bound(meta):
        if 0 <= number < len(nodes) and nodes[number].HasField("variable"):
            (result.discard if nodes[number].variable.trainable else result.add)(name)
    return result


def _bound(meta: Any) -> Iterator[tuple[str, int]]:
    functions = meta.object_graph_def.concrete_functions
    for node in meta.graph_def.node:
        name = node.attr["f"].func.name.decode(errors="replace") if node.op.decode(errors="replace") in CALLS else ""
        if name not in functions:
            continue
        given = [each.decode(errors="replace").partition(":")[0] for each in node.input if not each.startswith(b"^")]
        numbers = functions[name].bound_inputs
        if len(numbers) <= len(given):
            yield from zip(given[len(given) - len(numbers) :], numbers, strict=True)


def _same_objects(nodes: Any, saved: Any) -> Mapping[int, int]:
    """Map the numbers of objects to those in the checkpoint, along children of the same names."""
    result: dict[int, int] = {}
    stack = [(0, 0)]
    while stack:
        number, other = stack.pop()
        if number in result or not (0 <= number < len(nodes) and 0 <= other < len(saved)):
            continue
        result[number] = other
        children = {each.local_name: each.node_id for each in saved[other].children}
        stack += [
            (each.node_id, children[each.local_name]) for each in nodes[number].children if each.local_name in children
        ]
    return result


_VARIABLE = "/resource"
"""What the names of constants end with that TensorFlow 2 makes of variables."""
_READS = ("read", "ReadVariableOp")
_PASSES = ("Identity", "Enter", "RefEnter", "Cast")
_ADDS, _MULTIPLIES, _SUBTRACTS = ("Add", "AddV2"), ("Mul",), ("Sub",)


def constants(operations: Sequence[Operation]) -> dict[Operation, str | None]:
    """Return, by real constant, why it is not a parameter; empty if it is one, None for a single number.

    A graph that TensorFlow froze reads its parameters by an Identity named like the reading of a variable. In a graph
    without any (as tools write it) and without variables, each tensor with an axis counts.
    """
    readers: dict[Operation, list[tuple[Operation, int]]] = {}
    for each in operations:
        for index, value in enumerate(each.inputs):
            readers.setdefault(value.operation, []).append((each, index))
    real = {each: len(_sizes(each)) for each in operations if _is_real(each)}
    was_variable = {each for each in real if _is_read(each, readers)}
    statistics = _statistics(operations, readers)
    is_guessed = not was_variable and all(each.op not in VARIABLES for each in operations)
    result: dict[Operation, str | None] = {}
    for each, rank in real.items():
        if each in statistics:
            result[each] = "a batch statistic"
        elif each in was_variable or (is_guessed and rank):
            result[each] = ""
        else:
            result[each] = "not read as a weight" if rank else None
    return result


def _is_real(operation: Operation) -> bool:
    if operation.op != "Const" or "value" not in operation.attr:
        return False
    dtype = DTYPES.get(plain_dtype(operation.attr["value"].tensor.dtype))
    return dtype is not None and dtype.is_differentiable and all(_sizes(operation))


def _sizes(constant: Operation) -> list[int]:
    return [dim.size for dim in constant.attr["value"].tensor.tensor_shape.dim]


def _is_read(constant: Operation, readers: dict[Operation, list[tuple[Operation, int]]]) -> bool:
    if constant.name.endswith(_VARIABLE):
        return True
    return any(
        reader.op == "Identity" and reader.name.rpartition("/")[2].startswith(_READS)
        for reader, _ in readers.get(constant, ())
    )


def _source(value: Value) -> Operation:
    return origin(value, _PASSES).operation


def _statistics(
    operations: Sequence[Operation], readers: dict[Operation, list[tuple[Operation, int]]]
) -> set[Operation]:
    """Return the constants that are means or variances of batch normalizations.

    If that is not one operation, the variance is below a root, and the mean is multiplied by its result and subtracted.
    """
    result: set[Operation] = set()
    scales: set[Operation] = set()
    for each in operations:
        if each.op.startswith("FusedBatchNorm"):
            result.update(_source(value) for value in each.inputs[3:5])
        elif each.op == "Rsqrt" and each.inputs:
            total = _source(each.inputs[0])
            parts = [_source(value) for value in total.inputs] if total.op in _ADDS else []
            found = [part for part in parts if _is_real(part)]
            if len(found) == len(parts) == 2:  # the other one is epsilon
                result.add(max(found, key=lambda part: len(_sizes(part))))
                scales.add(each)
    for each in list(scales):
        for product, _ in readers.get(each, ()):
            others = [_source(value) for value in product.inputs if value.operation is not each]
            if product.op in _MULTIPLIES and len(others) == 1 and _is_real(others[0]):
                scales.add(product)
    for each in scales:
        for product, _ in [(each, 0), *readers.get(each, ())]:
            subtracted = any(reader.op in _SUBTRACTS and index == 1 for reader, index in readers.get(product, ()))
            if product.op in _MULTIPLIES and subtracted:
                result.update(part for value in product.inputs if _is_real(part := _source(value)))
    return result
