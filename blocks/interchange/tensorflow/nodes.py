"""Export of graph nodes as TensorFlow operators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from blocks import ops
from blocks.base.dtypes import INT32
from blocks.base.errors import DiagramError
from blocks.base.reachable import reachable
from blocks.graph.call_info import known_value
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import GRADIENT_RULE
from blocks.interchange.tensorflow.forms.gradient_helpers import FORMS, OtherOperator
from blocks.interchange.tensorflow.operators import MAPPED
from blocks.interchange.tensorflow.writing import TensorFlowWriter, Typed, dtype_attribute, output_index, tensor

_IMAGES = frozenset(
    ("input", "value", "x", "out_backprop", "grad", "orig_input", "orig_output", "y_backprop", "output", "y",
     "x_backprop")
)  # fmt: skip
_SIZES = frozenset(("input_sizes", "orig_input_shape", "ksize", "strides"))
"""Pins of vectors that have an element for each axis of the images."""
_WITHOUT_IMAGES = ("BackpropFilter", "BackpropFilterV2", "BiasAddGrad")
"""Ends of the names of types whose output is not images."""


# -- TensorFlow's CPU kernels need channels last, so image operators with channels first get other forms --------------


def axes_of(node: Node) -> int | None:
    form = node.attrs.get("data_format")
    if form not in ("NCHW", "NCDHW"):
        return None
    if not node.type.name.startswith("BiasAdd"):
        return len(form)
    shape = node.inputs[0].shape  # a bias is added to images of any number of axes
    return None if shape is None else len(shape)


def order_of(axes: int, *, back: bool = False) -> list[int]:
    return [0, axes - 1, *range(1, axes - 1)] if back else [0, *range(2, axes), 1]


def pins_of(node: Node, axes: int) -> tuple[list[str], Sequence[Output]]:
    """Return the role of each input (``images``, ``sizes`` or empty), and the outputs that are images."""
    inputs = [
        "images" if pin.name in _IMAGES else "sizes" if pin.name in _SIZES and given.shape != (axes - 2,) else ""
        for pin, given in zip(node.type.inputs, node.inputs, strict=True)
    ]
    if node.type.name.endswith(_WITHOUT_IMAGES):
        return inputs, ()
    return inputs, [o for o in node.outputs if node.type.outputs[o.index].name in _IMAGES]


def follows(node: Node) -> list[str]:
    """Return the role of each input of a node that also works with channels last; empty for other nodes.

    A role is ``images``, ``sizes``, ``axis``, or empty if the input does not depend on the order of axes.
    """
    kind, inputs = node.type.name, node.inputs
    if kind in ("Pad", "PadV2", "MirrorPad"):
        return ["images", "sizes", ""][: len(inputs)]
    if kind == "Concat" and known_value(inputs[-1]) is not None:
        return ["images"] * (len(inputs) - 1) + ["axis"]
    if node.type.fusion in ("elementwise", "same_shape") and len(node.outputs) == 1:
        return ["" if each.shape == () else "images" for each in inputs]
    return []


def last_attributes(attrs: dict[str, Any], axes: int) -> dict[str, Any]:
    order, result = order_of(axes), dict(attrs)
    for key in ("ksize", "strides", "dilations"):
        if len(attrs.get(key) or ()) == axes:
            result[key] = [attrs[key][i] for i in order]
    pads = attrs.get("explicit_paddings")
    if pads:
        result["explicit_paddings"] = [pads[2 * i + side] for i in order for side in (0, 1)]
    result["data_format"] = "NHWC" if attrs["data_format"] == "NCHW" else "NDHWC"
    return result


_OPERATORS = {
    kind.type: op
    for op, kind in reversed(MAPPED.items())
    if op not in ("AssignVariableOp",) and kind.type not in ("Assign", "Identity", "AddN", "GatherNd", "Shape")
}
_OPERATORS.update({"GatherV2": "GatherV2", "Where3": "Select", "Merge": "Merge", "Reciprocal": "Reciprocal"})
_OPERATORS.update({"ScaleGradient": "Identity", "ClipGradient": "Identity", "ReciprocalGrad": "ReciprocalGrad"})
_OPERATORS.update({"Placeholder": "Placeholder", "Const_ex": "Const", "RandomPoisson": "RandomPoissonV2"})
_OPERATORS.update({"CropGrad": "CropAndResizeGradImage", "RandomNormal_ex": "RandomStandardNormal"})
_OF_ARRAYS = ("", "Close", "Concat", "Gather", "Grad", "Read", "Scatter", "Size", "Split", "Write")
_OPERATORS.update({f"TensorArray{each}": f"TensorArray{each}V3" for each in _OF_ARRAYS})
_INTERNAL = (
    "ReluGrad", "Relu6Grad", "LeakyReluGrad", "BlockLSTMGrad", "CropGrad",
)  # fmt: skip
"""Types of ours that are operators of TensorFlow although no page is made of them."""
_CHOICES = ("Switch", "Merge")
_WRITTEN_OTHERWISE: Mapping[str, Mapping[str, str | tuple[str, ...] | None]] = {
    "InitializeTable": {"Tin": "Tkey", "Tout": "Tval"}, "InitializeTableV2": {"Tin": "Tkey", "Tout": "Tval"},
    "DecodeCSV": {"N": None}, "FixedLengthRecordReader": {"encoding": None}, "QuantizedBiasAdd": {"T": ("T1", "T2")},
    "RaggedGather": {"N": "PARAMS_RAGGED_RANK"}, "RaggedTensorToSparse": {"N": "RAGGED_RANK"},
    "RaggedTensorToTensor": {"N": "num_row_partition_tensors"}, "LogicalNot": {"T": None},
    "BroadcastTo": {"Tshape": "Tidx"}, "PlaceholderWithDefault": {"T": "dtype"}, "ScaleGradient": {"factor": None},
    "ClipGradient": {"clip_norm": None, "clip_value": None},
}  # fmt: skip
"""Attributes that TensorFlow calls otherwise, or does not have."""
_HANDLES = ("Barrier", "ConditionalAccumulator", "SparseConditionalAccumulator")
"""Types whose references are no variables."""
_WITHOUT_OPERATOR = ("CSVFileDataset", "ImageFolderDataset", "MatrixExponential", "NpzDataset")
_OF_MANY_DTYPES = {
    "DecodeCSV": "OUT_TYPE", "MapStage": "fake_dtypes", "OrderedMapStage": "fake_dtypes",
    "IdentityN": "T", "Print": "U", "Assert": "T", "StringFormat": "T", "Save": "T", "SaveSlices": "T",
    "SaveV2": "dtypes",
    "QueueEnqueue": "Tcomponents", "QueueEnqueueMany": "Tcomponents", "Stage": "dtypes",
}  # fmt: skip
"""Operators that take a list of tensors of several dtypes, and the attributes with these."""


class NodeWriter:
    """The writer of nodes that do not involve variables; ``write_program`` writes those that run their own graph.

    ``values`` are the references to outputs, a variable's handle, and ``reads`` those to the values of variables.
    """

    def __init__(
        self, writer: TensorFlowWriter, library: Any, write_program: Callable[[NodeWriter, Node], None]
    ) -> None:
        self.writer = writer
        self.library = library
        self.write_program = write_program
        self.values: dict[Output, str] = {}
        self.reads: dict[Output, str] = {}
        self.names: dict[Node, str] = {}
        self._last: dict[Output, tuple[str, int]] = {}  # with channels last, and how many axes there are
        self._later: dict[Output, Callable[[], object]] = {}  # what writes an output when it is read

    def controls(self, node: Node) -> list[str]:
        return [self.names[each] for each in node.controls if each in self.names]

    def node(self, node: Node) -> None:
        if node.type.constant:
            dtype = node.outputs[0].dtype
            self._add(node, "Const", [], {"dtype": dtype_attribute(dtype), "value": tensor(node.attrs["val"], dtype)})
        elif node.type.name in FORMS and self._expand(node):
            pass
        elif node.type.nested or node.type.custom_gradient:
            self.write_program(self, node)
        else:
            self._plain(node)

    def has(self, output: Output) -> bool:
        return output in self.values or output in self._later

    def ref(self, output: Output) -> str:
        while output in self._later:
            self._later.pop(output)()
        return self.reads.get(output) or self.values[output]

    def new_name(self, node: Node) -> str:
        self.names[node] = self.writer.name(node.name)
        return self.names[node]

    def _add(self, node: Node, op: str, inputs: Sequence[str], attributes: Mapping[str, Typed]) -> None:
        name = self.writer.add(op, self.new_name(node), inputs, attributes, self.controls(node))
        for output in node.outputs:
            pin, index = output_index(node, output.index)
            self.values[output] = self.writer.output(name, pin, index, output.index)

    def _plain(self, node: Node) -> None:
        kind = node.type.name
        is_choice = kind in _CHOICES and not self.writer.in_function  # functions of TensorFlow have none
        if kind == "Concat" and len(_list(node, "values")) == 1:  # TensorFlow's has at least two
            values = [self.ref(each) for each in _list(node, "values")]
            self._add(node, "Identity", values, {"T": dtype_attribute(node.outputs[0].dtype)})
            return
        if (
            kind in _WITHOUT_OPERATOR
            or ":" in kind
            or (node.type.internal and kind not in _INTERNAL)
            or (node.type.control and not is_choice)
            or node.type.loop
        ):
            raise DiagramError(f"{node.type.display_name} cannot be exported to TensorFlow")
        op = _OPERATORS.get(kind, kind)
        axes = axes_of(node)
        if axes is not None:
            self._channels_last(node, op, axes)
            return
        kinds = follows(node)
        axes = self._axes_so_far(node, kinds)
        given = values_of(node)
        if axes is None:
            inputs = [self.ref(each) for each in given]
        else:
            inputs = [self._reordered(each, kind, axes) for each, kind in zip(given, kinds, strict=True)]
        order = MAPPED[op].order if kind in _OPERATORS and op in MAPPED else None
        inputs = [inputs[i] for i in order] if order else inputs
        self._add(node, op, inputs, attributes_of(node))
        if axes is not None:
            self._give_back(node.outputs[0], axes)

    def _expand(self, node: Node) -> bool:
        """Write a call as calls of types that TensorFlow has; return False if that is not necessary."""
        scope = Scope(Graph(), node.name)

        def given(output: Output) -> Output:
            known = known_value(output)
            if known is None:
                inner = ops.Placeholder(scope, dtype=output.dtype, shape=output.shape).as_output()
            else:
                inner = ops.Const(scope, val=known, dtype=output.dtype).as_output()
            if output.is_ref:  # a node that comes later may see another value of a variable
                self.values[inner] = self.ref(output)
            else:
                self._let(inner, output)
            return inner

        args = [tuple(map(given, each)) if isinstance(each, tuple) else each and given(each) for each in node.args]
        form = FORMS[node.type.name](node, *args)
        if form is None:
            return False
        for each in scope.graph.nodes:
            self._later.update({o: partial(self._inner, o) for o in each.outputs if o not in self._later})
        if isinstance(form, OtherOperator):
            name = self.new_name(node)
            self.writer.add(form.op, name, [self.ref(each) for each in form.inputs], form.attributes)
            self.values[node.outputs[0]] = self.writer.output(name, form.pin)
            return True
        results = [form] if isinstance(form, Output) else form
        if len(results) == 1:
            results[0].op.name = node.name
        for outer, inner in zip(node.outputs, results, strict=True):
            self._let(outer, inner)
        return True

    def _let(self, output: Output, other: Output) -> None:
        self._resolve(other)
        if other in self._last:
            self._last[output] = self._last[other]

        def write() -> None:
            self.values[output] = self.ref(other)

        self._later[output] = write

    def _resolve(self, output: Output) -> None:
        while output in self._later and output not in self._last:
            self._later.pop(output)()

    def _inner(self, output: Output) -> None:
        known = known_value(output)
        if known is not None:
            self.values[output] = self.writer.constant(known, output.dtype, output.op.name)
        elif output not in self.values:  # another output of the node may have been asked for before
            self.node(output.op)

    def _channels_last(self, node: Node, op: str, axes: int) -> None:
        kinds, images = pins_of(node, axes)
        inputs = [self._reordered(each, kind, axes) for each, kind in zip(node.inputs, kinds, strict=True)]
        self._add(node, op, inputs, attributes_of(node.with_attributes(last_attributes(node.attrs, axes))))
        for each in images:
            self._give_back(each, axes)

    def _reordered(self, output: Output, kind: str, axes: int) -> str:
        order, name = order_of(axes), output.op.name
        self._resolve(output)
        known = known_value(output) if kind in ("sizes", "axis") else None
        if known is not None:
            value = known[order] if kind == "sizes" else order.index(int(known) % axes)
            return self.writer.constant(value, output.dtype, f"{name}/{kind}")
        if kind == "sizes":
            indices = self.writer.constant(order, INT32, f"{name}/order")
            types = {"Tparams": dtype_attribute(output.dtype), "Tindices": dtype_attribute(INT32)}
            return self.writer.call("Gather", "output", [self.ref(output), indices], f"{name}/sizes", **types)
        if kind != "images":
            return self.ref(output)
        if output in self._last:
            return self._last[output][0]
        text = self._transposed(output, self.ref(output), order, "last")
        if not output.is_ref:
            self._last[output] = text, axes
        return text

    def _transposed(self, output: Output, text: str, order: Sequence[int], end: str) -> str:
        name = f"{output.op.name}/channels_{end}"
        types = {"T": dtype_attribute(output.dtype), "Tperm": dtype_attribute(INT32)}
        order_text = self.writer.constant(order, INT32, f"{name}/order")
        return self.writer.call("Transpose", "y", [text, order_text], name, **types)

    def _axes_so_far(self, node: Node, kinds: Sequence[str]) -> int | None:
        images = [each for each, kind in zip(node.inputs, kinds, strict=False) if kind == "images"]
        for each in images:
            self._resolve(each)
        axes = {self._last[each][1] if each in self._last else None for each in images}
        is_pending = any(each in self._later for each in images)
        return axes.pop() if len(axes) == 1 and is_pending else None

    def _give_back(self, output: Output, axes: int) -> None:
        """Mark images as written with channels last; they are transposed for other readers."""
        last = self.values.pop(output)
        self._last[output] = last, axes

        def transpose() -> None:
            self.values[output] = self._transposed(output, last, order_of(axes, back=True), "second")

        self._later[output] = transpose


def _about(node: Node, name: str, pin: str) -> Typed:
    given = node.argument(pin)
    if isinstance(given, Output):
        return dtype_attribute(given.dtype)
    outputs = _list(node, pin)
    return Typed("int", len(outputs)) if name.startswith("N") else Typed("list(type)", [each.dtype for each in outputs])


def _list(node: Node, pin: str) -> Sequence[Output]:
    given = node.argument(pin)
    return given if isinstance(given, tuple) else ()


SEVERAL_LISTS: Mapping[str, Mapping[str, str]] = {
    "SparseCross": {"N": "indices", "sparse_types": "values", "dense_types": "dense_inputs"},
    "ParseExample": {"Nsparse": "sparse_keys", "Ndense": "dense_keys", "Tdense": "dense_defaults"},
    "ParseSingleSequenceExample": {
        "Ncontext_sparse": "context_sparse_keys", "Ncontext_dense": "context_dense_keys",
        "Nfeature_list_sparse": "feature_list_sparse_keys", "Nfeature_list_dense": "feature_list_dense_keys",
        "Tcontext_dense": "context_dense_defaults",
    },
    "RandomPoisson": {"R": "rate"},
}  # fmt: skip
"""Attributes that say what comes to several lists of pins (``N``: how many), or to a pin of its own dtype."""


def attributes_of(node: Node) -> dict[str, Typed]:
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
        result.update({name: _about(node, name, pin) for name, pin in SEVERAL_LISTS[node.type.name].items()})
    for name, other in _WRITTEN_OTHERWISE.get(node.type.name, {}).items():
        value = result.pop(name, None)
        if value is not None and other is not None:
            result.update(dict.fromkeys([other] if isinstance(other, str) else other, value))
    return result


def values_of(node: Node) -> list[Output]:
    """Return the outputs whose values a node reads: those at pins that take no reference."""
    outputs: list[Output] = []
    for pin, argument in zip(node.type.inputs, node.args, strict=True):
        is_handle = isinstance(argument, Output) and argument.op.type.name in _HANDLES
        if (pin.is_ref and not is_handle) or node.type.variable:
            continue
        outputs += argument if isinstance(argument, tuple) else [argument] if argument is not None else []
    return outputs


def upstream(nodes: Iterable[Node]) -> set[Node]:
    """Return nodes and all that they need; a variable needs nothing, because it has its value."""
    return reachable(
        nodes, lambda node: () if node.type.variable else [*(each.op for each in node.inputs), *node.controls]
    )
