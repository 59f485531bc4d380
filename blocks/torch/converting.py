"""Conversion of an exported PyTorch module to a recording: modules become calls, ATen operations become nodes."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.dtypes import DType, dtype
from blocks.base.errors import DiagramError
from blocks.base.names import claim_name
from blocks.base.reachable import reachable
from blocks.base.types import is_list
from blocks.graph.graph import Output
from blocks.graph.scope import traced_scope
from blocks.interchange.tracing.calls import Recording
from blocks.interchange.tracing.diagram import identifier
from blocks.library.control_flow.custom_gradients import with_backward
from blocks.library.declare import make
from blocks.torch import gradients
from blocks.torch.exporting import REASON, Exported, line_of, named_leaves, place_text, refuse
from blocks.torch.functions import ARRIVING, BEGIN, OWN, THROUGH, is_smooth
from blocks.torch.missing import missing
from blocks.torch.modules import ModuleCall, ModuleCalls
from blocks.torch.recorder import torch
from blocks.torch.rules import rule_of
from blocks.torch.rules.call import Call, Result

_PASSED = {getattr(torch.ops.aten, name).default for name in ("detach", "alias", "clone", "lift_fresh_copy")}
_CHANGES = ("BUFFER_MUTATION", "PARAMETER_MUTATION")
_LEAKS = dict.fromkeys(
    (torch.ops.aten.item.default, torch.ops.aten._local_scalar_dense.default), "leaves torch through .item()"
)


class Converter:
    """The conversion of a functional graph.

    Attributes:
        missing: the operations without a block, each with the reason and its first source line.
        is_random: whether the graph draws random values.
    """

    def __init__(self, module: Any, exported: Exported) -> None:
        self.recording = Recording()
        self.recording.scope.graph.array_calls = None  # nothing of NumPy's is called
        self.missing: dict[str, str] = {}
        self.is_random = False
        self._module, self._exported, self._program = module, exported, exported.program
        self._nodes = [*self._program.graph.nodes]
        self._index = {node: i for i, node in enumerate(self._nodes)}
        self._tensors = {**self._program.state_dict, **self._program.constants}
        self._parameters = gradients.first_names(module)
        self._values: dict[Any, Any] = {}
        self._owned: set[int] = set()
        self._remark = ""
        self._stored: dict[tuple[ModuleCall, str], Output] = {}

    def run(self) -> Recording:
        recording, signature = self.recording, self._program.graph_signature
        leaves = [node for node in self._nodes if node.op == "placeholder"]
        self._specs = dict(zip(leaves, signature.input_specs, strict=True))
        results = [*zip(signature.output_specs, self._nodes[-1].args[0], strict=True)]
        changes: list[tuple[str, Any]] = [(spec.target, node) for spec, node in results if spec.kind.name in _CHANGES]
        self._written: dict[str, Any] = {self._parameters.get(target, target): node for target, node in changes}
        self._carries = gradients.carrying(self._nodes, self._is_trained)
        wanted = [node for spec, node in results if hasattr(node, "op") and spec.kind.name != "USER_INPUT_MUTATION"]
        live = reachable(
            wanted, lambda node: node.all_input_nodes if node.target is not OWN else [*node.args[0], *node.args[1]]
        )
        nodes = [node for node in self._nodes if node in live and node.op not in ("placeholder", "output")]
        self.is_random = any(map(_is_random, nodes))
        self._calls = ModuleCalls(self._module, nodes)
        token = traced_scope.set(recording.scope)
        try:
            self._add_inputs()
            for node in nodes:
                with self._at(self._calls.of[node], node):
                    self._values[node] = self._node(node, partial(self._read, call=self._calls.of[node]))
            self._add_updates()
            recording.root.results = [
                *self._outputs([node for spec, node in results if spec.kind.name == "USER_OUTPUT"])
            ]
        finally:
            traced_scope.reset(token)
        if not recording.root.results:
            raise DiagramError("the module returns no tensor")
        self._calls.root.results = recording.root.results
        recording.root = self._calls.root
        self._calls.finish(recording.scope.graph)
        return recording

    # -- inputs and results -------------------------------------------------------------------------------------------

    def _is_trained(self, node: Any) -> bool:
        """Return whether a leaf of the graph gets a gradient."""
        spec = self._specs[node]
        if spec.kind.name == "USER_INPUT":
            return True
        return spec.kind.name == "PARAMETER" and self._exported.trained[spec.target]

    def _stored_at(self, node: Any) -> str | None:
        """Return the path of the parameter or buffer that a node reads; None for another node."""
        spec = self._specs.get(node)
        if spec is None or spec.kind.name not in ("PARAMETER", "BUFFER"):
            return None
        return self._parameters.get(spec.target, spec.target)

    def _add_inputs(self) -> None:
        root = self._calls.root
        taken = {*root.children, *(name.partition(".")[0] for name in self._parameters.values())}
        nodes = [node for node, spec in self._specs.items() if spec.kind.name == "USER_INPUT"]
        for node, name in zip(nodes, self._exported.arguments, strict=True):
            value = node.meta.get("val")
            if isinstance(value, torch.Tensor):
                with self._at(root, node):
                    output = make("Placeholder", self.recording.scope, dtype=dtype_of(value), shape=sizes(value, node))
                root.names[output.op.number] = claim_name(identifier(name), taken, first=1)
                self._values[node] = output
            else:
                self._values[node] = self._specs[node].arg.value

    def _outputs(self, nodes: Sequence[Any]) -> Iterator[tuple[str, Output]]:
        program = self._program
        tree = torch.utils._pytree.tree_unflatten([*nodes], program.call_spec.out_spec)
        root = self._calls.root
        for name, node in named_leaves("output", tree):
            if isinstance(node, (bool, int, float)):
                with self._at(root):
                    yield name, make("Const", self.recording.scope, np.asarray(node))
            elif node is not None and not isinstance(node, str):
                value = self._read(node, root)
                if isinstance(value, Output):
                    yield name, value

    def _add_updates(self) -> None:
        """Add the blocks that update buffers and parameters after a step."""
        for path, node in self._written.items():
            call = self._calls.owner(path)
            name = path.rpartition(".")[2]
            value = self._read(node, self._calls.root)
            self._variable(path, call)
            with self._at(call, node):
                update = make("Assign", self._calls.stored[call, path], value)
            call.names[update.op.number] = f"{name}_update"

    # -- nodes --------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _at(self, call: ModuleCall, node: Any = None) -> Generator[None]:
        """Note the nodes that are made for a node of the exported graph: their call, source line and remark."""
        nodes = self.recording.scope.graph.nodes
        first, before, self._remark = len(nodes), self._remark, ""
        yield
        made = [number for number in range(first, len(nodes)) if number not in self._owned]
        self._owned.update(made)
        call.own = [*(call.own or ()), *made]
        if node is not None and (place := line_of(node)):
            self.recording.sources.update(dict.fromkeys(made, place_text(place)))
        if self._remark and made:
            self.recording.remarks[made[-1]] = self._remark
        self._remark = before

    def _node(self, node: Any, read: Callable[[Any], Any]) -> Any:
        """Return the result of a node, for the results of others."""
        target, value = node.target, node.meta.get("val")
        if node.op == "get_attr":
            value = getattr(self._program.graph_module, target)
            return self._constant(value) if isinstance(value, torch.Tensor) else value
        if target is OWN:
            return self._own(node, read)
        args, kwargs = torch.fx.map_arg((node.args, node.kwargs), read)
        if target in (BEGIN, ARRIVING):
            return args[0]
        if target is THROUGH:
            return self._through(node, *args)
        if target is operator.getitem:
            is_read = any(user.op != "output" for user in node.users)
            if is_read and is_smooth(value) and node.args[0].target not in (BEGIN, ARRIVING, OWN):
                return self._held(args[0][args[1]], node.args[0], node, "not differentiable")
            return args[0][args[1]]
        if target in _PASSED or target in _LEAKS:
            reason = node.meta.get("custom", {}).get(REASON, _LEAKS.get(target, "detach"))
            return self._held(args[0], node.args[0], node, reason)
        if target is torch.ops.aten._to_copy.default and node.args[0] in self._carries and not is_smooth(value):
            self._remark = "integer result"
        return self._operation(node, args, kwargs)

    def _held(self, value: Output, source: Any, node: Any, reason: str) -> Output:
        """Return a value, without a gradient if that of its source ends at a node."""
        if source not in self._carries or node in self._carries:
            return value
        self._remark = reason
        return make("StopGradient", value)

    def _through(self, node: Any, old: Output, new: Output) -> Output:
        """Return a value that was assigned without autograd: its gradient is that of the former value."""
        if node.args[0] not in self._carries:
            return self._held(new, node.args[1], node, "no_grad")

        def in_place_gradient(_xs: Any, _ys: Any, dys: Sequence[Output]) -> list[Output | None]:
            return [dys[0], None]

        self._remark = "in-place operation without a gradient"
        scope, named = self.recording.scope.with_op_name("in_place"), {"old": old, "new": make("Identity", new)}
        return with_backward(scope, lambda *_: make("Identity", named["new"]), in_place_gradient, named, "in_place")

    def _own(self, node: Any, read: Callable[[Any], Any]) -> list[Output]:
        """Return the results of an autograd Function, whose backward function becomes a gradient composite."""
        inputs, outputs, arriving, gradients, label = node.args
        depending, given = {*inputs, *arriving}, {*inputs, *outputs, *arriving}
        for each in self._nodes[: self._index[node]]:
            depending.update([each] if depending.intersection(each.all_input_nodes) else ())

        def is_outside(each: Any) -> bool:
            return each not in depending and (each.op == "placeholder" or each in self._values)

        needed = _upstream([each for each in gradients if each], lambda each: each in given or is_outside(each))
        captured = {each: read(each) for each in needed if is_outside(each)}
        order = sorted(needed.difference(captured, given), key=self._index.__getitem__)
        drawn = [each for each in order if each in self._values and _is_random(each)]
        title, *names = label.split()
        taken: set[str] = set()
        xs = {claim_name(name, taken): read(each) for name, each in zip(names, inputs, strict=True)}
        ys = [read(each) for each in (*outputs, *drawn)]

        def backward(xs: Sequence[Output], made: Sequence[Output], dys: Sequence[Output | None]) -> list[Any]:
            values = {
                **captured,
                **dict(zip(inputs, xs, strict=True)),
                **dict(zip((*outputs, *drawn), made, strict=True)),
            }
            for each, like, dy in zip(arriving, ys, dys, strict=False):
                values[each] = make("ZerosLike", like) if dy is None else dy
            for each in order:
                if each not in values:
                    values[each] = self._node(each, values.__getitem__)
            return [values.get(each) for each in gradients]

        backward.__name__ = f"{title}_gradient"
        scope = self.recording.scope.with_op_name(title)
        results = with_backward(scope, lambda *_: ys, backward, xs, node)
        self._remark = ""
        return results[: len(outputs)]

    def _operation(self, node: Any, args: Any, kwargs: Any) -> Any:
        target, values = node.target, node.meta.get("val")
        args, kwargs, many = _plain(args), _plain(kwargs), isinstance(values, (list, tuple))
        tensors: list[Any] = list(values) if many else [values]
        if not all(isinstance(each, torch.Tensor) or each is None for each in tensors):
            refuse(line_of(node), "a value of a tensor is used as a Python number", "use tensors instead")
        results = tuple([Result(dtype_of(each), sizes(each, node)) for each in tensors if each is not None])
        name, scope = str(target).split("."), traced_scope.get() or self.recording.scope
        rule = rule_of(*name[1:]) if name[0] == "aten" else None
        call = Call(str(target), results)
        graph, first, names = scope.graph, len(scope.graph.nodes), dict(scope.graph.names)
        try:
            if rule is None:
                raise DiagramError("no block supports it")
            found: Any = rule(call, *args, **kwargs)
        except Exception as error:
            del graph.nodes[first:]
            graph.names = names
            why = error.message if isinstance(error, DiagramError) else f"{type(error).__name__}: {error}"
            where = line_of(node)
            self.missing.setdefault(call.target, f"{why}{f' ({place_text(where)})' if where else ''}")
            found = missing(scope, call, (args, kwargs))
        found = [found] if isinstance(found, Output) else list(found)
        return found if many else found[0]

    # -- values -------------------------------------------------------------------------------------------------------

    def _read(self, node: Any, call: ModuleCall) -> Any:
        path = self._stored_at(node)
        if path is not None:
            return self._variable(path, self._calls.owner(path, call))
        if node in self._values:
            return self._values[node]
        spec = self._specs[node]
        if spec.kind.name != "CONSTANT_TENSOR":
            refuse(None, f"inputs of the kind {spec.kind.name} are not supported")
        key = call, spec.target
        if key not in self._stored:
            with self._at(call):
                self._stored[key] = self._constant(self._tensors[spec.target])
        return self._stored[key]

    def _variable(self, path: str, call: ModuleCall) -> Output:
        """Return a parameter, or a buffer, in the call of the module that has it."""
        key = call, path
        if key not in self._stored:
            tensor, trained = gradients.tensor_at(self._module, path), self._exported.trained.get(path)
            with self._at(call):
                is_constant = trained is None and path not in self._written
                output = self._constant(tensor) if is_constant else self._new_variable(tensor, trained is True)
                call.names[output.op.number] = identifier(path.rpartition(".")[2])
                self._stored[key] = output
                if output.op.type.variable:
                    self._calls.stored[key] = output
                if trained is False and output.dtype.is_differentiable:
                    self._remark = "requires_grad is False"
                    self._stored[key] = make("StopGradient", output)
        return self._stored[key]

    def _new_variable(self, tensor: Any, trainable: bool) -> Output:
        array = array_of(tensor)
        shape = None if array.size else array.shape  # the literal of an empty array does not show its shape
        return make("Variable", self.recording.scope, array, dtype=dtype_of(tensor), shape=shape, trainable=trainable)

    def _constant(self, tensor: Any) -> Output:
        return make("Const", self.recording.scope, array_of(tensor), dtype=dtype_of(tensor))


def _plain(value: Any) -> Any:
    """Return arguments of an operation, with our dtypes in the place of PyTorch's."""
    if isinstance(value, torch.dtype):
        return dtype(str(value).removeprefix("torch."))
    if isinstance(value, dict):
        items: Any = value.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        return {key: _plain(each) for key, each in items}
    parts = [_plain(each) for each in value] if is_list(value) else []
    return tuple(parts) if isinstance(value, tuple) else parts if is_list(value) else value


def _is_random(node: Any) -> bool:
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def _upstream(nodes: Iterable[Any], is_end: Callable[[Any], bool]) -> set[Any]:
    """Return nodes and those that they depend on, as far as some ends."""
    return reachable(nodes, lambda node: () if is_end(node) else node.all_input_nodes)


def dtype_of(tensor: Any) -> DType:
    return dtype(str(tensor.dtype).removeprefix("torch."))


def sizes(tensor: Any, node: Any) -> tuple[int, ...]:
    if not all(isinstance(size, int) for size in tensor.shape):
        refuse(line_of(node), "a shape depends on the value of a tensor", "use a mask and torch.where")
    return tuple(tensor.shape)


def array_of(tensor: Any) -> Any:
    tensor = tensor.detach().cpu().resolve_conj().resolve_neg()
    if tensor.dtype == torch.bfloat16:
        return tensor.float().numpy().astype(dtype("bfloat16").numpy)
    return tensor.contiguous().numpy().copy()
