"""Export of graph nodes as TensorFlow operators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.graph import Node, Output
from blocks.graph.spec import GRADIENT_RULE
from blocks.interchange.tensorflow.gradient_helpers import HELPERS
from blocks.interchange.tensorflow.operators import MAPPED
from blocks.interchange.tensorflow.writing import Typed, Writer, dtype_attribute, output_index, tensor

_OPERATORS = {
    kind.type: op
    for op, kind in reversed(MAPPED.items())
    if op not in ("AssignVariableOp",) and kind.type not in ("Assign", "Identity", "AddN", "GatherNd", "Shape")
}
_OPERATORS.update({"GatherV2": "GatherV2", "Where3": "Select", "Merge": "Merge", "Reciprocal": "Reciprocal"})
_OPERATORS.update({"ScaleGradient": "Identity", "ClipGradient": "Identity", "ReciprocalGrad": "ReciprocalGrad"})
_OPERATORS.update({"Placeholder": "Placeholder", "Const_ex": "Const", "RandomPoisson": "RandomPoissonV2"})
_OPERATORS.update({"CropGrad": "CropAndResizeGradImage"})
_OPERATORS.update(
    {
        f"TensorArray{each}": f"TensorArray{each}V3"
        for each in ("", "Close", "Concat", "Gather", "Grad", "Read", "Scatter", "Size", "Split", "Write")
    }
)
_INTERNAL = (
    "ReluGrad",
    "Relu6Grad",
    "LeakyReluGrad",
    "BlockLSTMGrad",
    "CropGrad",
)
"""Types of ours that are operators of TensorFlow although no page is made of them."""
_CHOICES = ("Switch", "Merge")
_WRITTEN_OTHERWISE: Mapping[str, Mapping[str, str | tuple[str, ...] | None]] = {
    "InitializeTable": {"Tin": "Tkey", "Tout": "Tval"},
    "InitializeTableV2": {"Tin": "Tkey", "Tout": "Tval"},
    "DecodeCSV": {"N": None},
    "FixedLengthRecordReader": {"encoding": None},
    "QuantizedBiasAdd": {"T": ("T1", "T2")},
    "RaggedGather": {"N": "PARAMS_RAGGED_RANK"},
    "RaggedTensorToSparse": {"N": "RAGGED_RANK"},
    "RaggedTensorToTensor": {"N": "num_row_partition_tensors"},
    "LogicalNot": {"T": None},
    "BroadcastTo": {"Tshape": "Tidx"},
    "PlaceholderWithDefault": {"T": "dtype"},
    "ScaleGradient": {"factor": None},
    "ClipGradient": {"clip_norm": None, "clip_value": None},
}
"""Attributes that TensorFlow calls otherwise, or does not have."""
_HANDLES = ("Barrier", "ConditionalAccumulator", "SparseConditionalAccumulator")
"""Types whose references are no variables."""
_WITHOUT_OPERATOR = ("MatrixExponential", "RandomNormal_ex")
"""Types of which TensorFlow of today has no operator."""
_OF_MANY_DTYPES = {
    "DecodeCSV": "OUT_TYPE", "MapStage": "fake_dtypes", "OrderedMapStage": "fake_dtypes",
    "IdentityN": "T", "Print": "U", "Assert": "T", "StringFormat": "T", "Save": "T", "SaveSlices": "T",
    "SaveV2": "dtypes",
    "QueueEnqueue": "Tcomponents", "QueueEnqueueMany": "Tcomponents", "Stage": "dtypes",
}  # fmt: skip
"""Operators that take a list of tensors of several dtypes, and the attributes with these."""


class NodeWriter:
    """The writer of nodes that do not involve variables.

    Args:
        writer: takes the nodes.
        library: takes the functions that loops and branches run.
        write_program: writes a node that runs a graph of its own, as functions in the library.

    Attributes:
        writer, library, write_program: the same.
        values: how outputs are written; a variable's is its handle.
        reads: how the values of variables are written.
        names: of the nodes that were written.
    """

    def __init__(self, writer: Writer, library: Any, write_program: Callable[[NodeWriter, Node], None]) -> None:
        self.writer = writer
        self.library = library
        self.write_program = write_program
        self.values: dict[Output, str] = {}
        self.reads: dict[Output, str] = {}
        self.names: dict[Node, str] = {}

    def controls(self, node: Node) -> list[str]:
        """The names of the nodes that a node waits for."""
        return [self.names[each] for each in node.controls if each in self.names]

    def node(self, node: Node) -> None:
        """Write a node.

        Raises:
            DiagramError: it has no form in a graph of TensorFlow.
        """
        kind, controls = node.type.name, self.controls(node)
        if node.type.constant:
            dtype = node.outputs[0].dtype
            attributes = {"dtype": dtype_attribute(dtype), "value": tensor(node.attrs["val"], dtype)}
            self._add(node, "Const", self.new_name(node), [], attributes, controls)
        elif kind in HELPERS:
            self.values[node.outputs[0]] = HELPERS[kind](self.writer, node, self.new_name(node), self.ref)
        elif node.type.nested:
            self.write_program(self, node)
        else:
            self._plain(node, controls)

    def ref(self, output: Output) -> str:
        """How the value of an output is written."""
        return self.reads.get(output) or self.values[output]

    def new_name(self, node: Node) -> str:
        """The name of a node that is written now."""
        self.names[node] = self.writer.name(node.name)
        return self.names[node]

    def _add(
        self,
        node: Node,
        op: str,
        name: str,
        inputs: Sequence[str],
        attributes: Mapping[str, Typed],
        controls: Sequence[str],
    ) -> None:
        self.writer.add(op, name, inputs, attributes, controls)
        for output in node.outputs:
            pin, index = output_index(node, output.index)
            self.values[output] = self.writer.output(name, pin, index, output.index)

    def _plain(self, node: Node, controls: Sequence[str]) -> None:
        kind = node.type.name
        is_choice = kind in _CHOICES and not self.writer.in_function  # functions of TensorFlow have none
        if kind == "Concat" and len(_list(node, "values")) == 1:  # TensorFlow's has at least two
            values = [self.ref(each) for each in _list(node, "values")]
            self._add(
                node, "Identity", self.new_name(node), values, {"T": dtype_attribute(node.outputs[0].dtype)}, controls
            )
            return
        if (
            kind in _WITHOUT_OPERATOR
            or (node.type.internal and kind not in _INTERNAL)
            or (node.type.control and not is_choice)
            or node.type.loop
        ):
            raise DiagramError(f"{node.type.called} cannot be exported to TensorFlow")
        name = self.new_name(node)
        order = MAPPED[_OPERATORS[kind]].order if kind in _OPERATORS and _OPERATORS[kind] in MAPPED else None
        flat = [self.ref(each) for each in values_of(node)]
        self._add(node, _OPERATORS.get(kind, kind), name, [flat[i] for i in order] if order else flat,
                  attributes_of(node), controls)  # fmt: skip


def _count(node: Node, pin: str) -> Typed:
    return Typed("int", len(_list(node, pin)))


def _dtypes(node: Node, pin: str) -> Typed:
    return Typed("list(type)", [each.dtype for each in _list(node, pin)])


def _list(node: Node, pin: str) -> Sequence[Output]:
    given = node.argument(pin)
    return given if isinstance(given, tuple) else ()


SEVERAL_LISTS: Mapping[str, Callable[[Node], Mapping[str, Typed]]] = {
    "SparseCross": lambda node: {
        "N": _count(node, "indices"),
        "sparse_types": _dtypes(node, "values"),
        "dense_types": _dtypes(node, "dense_inputs"),
    },
    "ParseExample": lambda node: {
        "Nsparse": _count(node, "sparse_keys"),
        "Ndense": _count(node, "dense_keys"),
        "Tdense": _dtypes(node, "dense_defaults"),
    },
    "ParseSingleSequenceExample": lambda node: {
        "Ncontext_sparse": _count(node, "context_sparse_keys"),
        "Ncontext_dense": _count(node, "context_dense_keys"),
        "Nfeature_list_sparse": _count(node, "feature_list_sparse_keys"),
        "Nfeature_list_dense": _count(node, "feature_list_dense_keys"),
        "Tcontext_dense": _dtypes(node, "context_dense_defaults"),
    },
    "RandomPoisson": lambda node: {"R": dtype_attribute(node.inputs[1].dtype)},
}
"""Attributes that say what comes to several lists of pins, or to a pin of its own dtype."""


def attributes_of(node: Node) -> dict[str, Typed]:
    """The attributes of a node, those that say dtypes too."""
    result: dict[str, Typed] = {}
    for name, dtypes in node.bound.items():
        result[name] = Typed("list(type)", dtypes) if isinstance(dtypes, tuple) else dtype_attribute(dtypes)
    for each in node.type.attributes:
        value = node.attrs.get(each.name)
        if (value is not None and each.name != GRADIENT_RULE) or each.type == "shape":
            result[each.name] = Typed(each.type, value)
    lists = [argument for argument in node.args if isinstance(argument, tuple)]
    if lists and node.type.name in _OF_MANY_DTYPES:
        result[_OF_MANY_DTYPES[node.type.name]] = Typed("list(type)", [each.dtype for each in lists[0]])
    elif lists and node.type.name not in SEVERAL_LISTS:
        result["N"] = Typed("int", len(lists[0]))
    if node.type.name in SEVERAL_LISTS:
        result.update(SEVERAL_LISTS[node.type.name](node))
    for name, other in _WRITTEN_OTHERWISE.get(node.type.name, {}).items():
        value = result.pop(name, None)
        if value is not None and other is not None:
            result.update(dict.fromkeys([other] if isinstance(other, str) else other, value))
    return result


def values_of(node: Node) -> list[Output]:
    """What a node reads the values of: all that comes to pins that take no reference."""
    outputs: list[Output] = []
    for pin, argument in zip(node.type.inputs, node.args, strict=True):
        is_handle = isinstance(argument, Output) and argument.op.type.name in _HANDLES
        if (pin.is_ref and not is_handle) or node.type.variable:
            continue
        outputs += argument if isinstance(argument, tuple) else [argument] if argument is not None else []
    return outputs


def upstream(nodes: Iterable[Node]) -> set[Node]:
    """Nodes and all that they need; a variable needs nothing, as it has its value."""
    result: set[Node] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node in result:
            continue
        result.add(node)
        if not node.type.variable:  # what it begins with is its value
            stack += [*(each.op for each in node.inputs), *node.controls]
    return result
