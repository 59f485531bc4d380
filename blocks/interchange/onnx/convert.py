"""Import of an ONNX model as one page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from blocks.base.budget import UNPACKED
from blocks.base.dtypes import FLOAT
from blocks.base.errors import FileError
from blocks.base.messages import read_message_file
from blocks.document.data import listed, shortened
from blocks.graph.spec import GRADIENT_RULE
from blocks.interchange.importing.build import Imported, build
from blocks.interchange.importing.canvases import page_name
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode
from blocks.interchange.onnx import schema
from blocks.interchange.onnx.loops import LOOPS
from blocks.interchange.onnx.operators import OPERATORS
from blocks.interchange.onnx.parameters import Parameters
from blocks.interchange.onnx.schema import DTYPES, text
from blocks.interchange.onnx.tensors import OnnxTensors
from blocks.interchange.onnx.translation import NodeFrame, OnnxTranslation, Shared, ValueNames, shape_of
from blocks.interchange.onnx.values import Val, output_of, stand_in
from blocks.library.math.shared import PYTORCH

_INPUTS_ALONE = 4
"""The version of ONNX's files since which a tensor that is an input too may be given another value."""
_SMALLEST_OPSET = 7
_FORWARD = "gradients are those of the forward graph only"
_NOT_IN_FILES = (
    "an ONNX file of PyTorch does not contain detach, no_grad, frozen parameters and autograd.Function. To keep the"
    " gradients of the model, use `blocks.from_torch` in Python"
)


class OnnxImporter:
    def __init__(self, path: str, *, trainable: bool, memory: int = UNPACKED) -> None:
        self.data = read_message_file(path)
        self.model = model = schema.read(self.data, path)
        self.path = path
        self.tensors = OnnxTensors(path, memory)
        self.parameters = Parameters(model, lambda each: self.tensors.read(each, text(each.name)).array)
        self._shared = Shared(model, {**OPERATORS, **LOOPS}, self.tensors, self.parameters, trainable, path)
        self._names = ValueNames()
        self._notes: list[str] = []

    def node_of(self, tensor: bytes) -> ModelNode | None:
        """Return the node of a tensor after `build`; None if nothing reads the tensor."""
        result = self._names.find(tensor)
        return None if result is None or not result.is_placed else result.ref.node

    def build(self, stem: str, *, gathered: bool = False, variables: Sequence[str] = ()) -> Imported:
        message = self.model.graph
        version = self._shared.opsets.get("", _SMALLEST_OPSET)
        if version < _SMALLEST_OPSET:
            self._notes.append(f"it uses version {version} of the ONNX operators, most of which have changed since")
        graph = ModelGraph(page_name(text(message.name).strip() or "main", set()))
        translation = OnnxTranslation(self._shared, graph)
        names = self._names
        self._inputs(message, graph, names)
        results = [(each, graph.add((text(each.name),), "Identity")) for each in message.output]
        translation.add(message, names, NodeFrame((), self._shared.opsets))
        for each, node in results:
            value = translation.value(each.name, names, f"the output {text(each.name)}")
            if value is None:
                raise FileError(f"the model has no output {shortened(text(each.name))}")
            if value.is_sequence:
                self._notes.append(f"left out: the output {text(each.name)!r}, which is a sequence")
                graph.nodes.remove(node)
                continue
            node.inputs.append(("input", value.ref))
            graph.outputs.append(node.out("output"))
        graph.drop_unread()
        if not graph.nodes:
            raise FileError("the model contains no operators", file=self.path)
        title = Path(os.path.abspath(self.path)).stem.encode(errors="replace").decode()
        is_torch = self._shared.framework == PYTORCH
        forward = f"{_FORWARD}: {_NOT_IN_FILES}" if is_torch else _FORWARD
        notes = [*self._notes, *self.parameters.notes, forward, *_about_rules(graph, self._shared)]
        unusual = self.parameters.unusual() if self._shared.trainable else []
        if unusual:
            text_ = "the file does not mark buffers, so these count as parameters:"
            notes.append(f"{text_} {listed(unusual)}. Use --variables to choose others")
        return build([graph], stem, title, notes, gathered=gathered, variables=variables)

    def _inputs(self, message: Any, graph: ModelGraph, names: ValueNames) -> None:
        tensors = {each.name for each in [*message.initializer]}
        tensors |= {each.values.name for each in message.sparse_initializer}
        # Programs of old list all weights as inputs too.
        fixed = self.model.ir_version < _INPUTS_ALONE or tensors <= {each.name for each in message.input}
        for each in message.input:
            if each.name in tensors and fixed:
                continue
            shown = text(each.name)
            said = each.type.tensor_type
            dtype = DTYPES.get(said.elem_type)
            if not each.type.HasField("tensor_type") or dtype is None:
                node = graph.add((shown,), "Input of ONNX", source="input")
                node.known, node.why = False, "the type of the input is not a tensor that a diagram supports"
                names.put(each.name, output_of(stand_in(self._shared.scope, FLOAT, None), node.out("output")))
                continue
            names.put(each.name, self._placeholder(graph, shown, dtype, said))

    def _placeholder(self, graph: ModelGraph, name: str, dtype: Any, said: Any) -> Val:
        shape = shape_of(said)
        values: dict[str, Any] = {"dtype": dtype.name}
        if shape is not None:
            values["shape"] = list(shape)
        node: ModelNode = graph.add((name,), "Placeholder", values, source="input")
        return output_of(stand_in(self._shared.scope, dtype, shape), node.out("output"))


def _about_rules(graph: ModelGraph, shared: Shared) -> list[str]:
    graphs, count = [graph], 0
    while graphs:
        for node in graphs.pop().nodes:
            graphs += node.bodies.values()
            count += GRADIENT_RULE in node.values
    lines = [f"{count:,} blocks use PyTorch's gradient where it differs from TensorFlow's: gradient_rule is {PYTORCH}"]
    if shared.unsure:
        lines.append(
            f"the file does not name the functions behind {listed(shared.unsure)}: they get the gradient of clamp, amax"
            " and amin. Export with dynamo=True to distinguish these from hardtanh, max(dim) and min(dim)"
        )
    return lines if count or shared.unsure else []
