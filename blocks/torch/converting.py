"""Conversion of an exported PyTorch module to a recording: modules become calls, ATen operations become nodes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType, dtype
from blocks.base.errors import DiagramError
from blocks.base.names import claim_name
from blocks.base.types import is_list
from blocks.graph.graph import Output
from blocks.graph.scope import traced_scope
from blocks.interchange.tracing.calls import Recording
from blocks.interchange.tracing.diagram import identifier
from blocks.library.control_flow.custom_gradients import with_backward
from blocks.library.declare import make
from blocks.torch import gradients
from blocks.torch.exporting import REASON, Exported, line_of, named_leaves, place_text, refuse
from blocks.torch.functions import BEGIN, OWN, THROUGH, is_smooth
from blocks.torch.missing import missing
from blocks.torch.modules import ModuleCall, ModuleCalls, Sharing
from blocks.torch.recorder import torch
from blocks.torch.rules import rule_of
from blocks.torch.rules.call import Call, Result

_ALIASES = {getattr(torch.ops.aten, name).default for name in ("detach", "alias", "clone", "lift_fresh_copy")}
_CHANGES = ("BUFFER_MUTATION", "PARAMETER_MUTATION")
_CASTS = {torch.ops.aten._to_copy.default}
_LEAKS = dict.fromkeys(
    (torch.ops.aten.item.default, torch.ops.aten._local_scalar_dense.default), "leaves torch through .item()"
)


class Converter:
    """The conversion of a functional graph.

    Attributes:
        missing: the operations without a block, each with the reason and its first source line.
        is_random: whether the graph draws random values.
    """

    def __init__(self, module: Any, exported: Exported, sharing: Sharing) -> None:
        self.recording = Recording()
        self.recording.scope.graph.array_calls = None  # nothing of NumPy's is called
        self.missing: dict[str, str] = {}
        self.is_random = False
        self._module, self._exported, self._program = module, exported, exported.program
        self._sharing: Sharing = sharing
        self._nodes = [*self._program.graph.nodes]
        self._index = {node: i for i, node in enumerate(self._nodes)}
        self._tensors = {**self._program.state_dict, **self._program.constants}
        self._parameters = gradients.first_names(module)
        self._values: dict[Any, Any] = {}
        self._stored: dict[tuple[ModuleCall, str], Output] = {}
        self._references: dict[tuple[ModuleCall, str], Output] = {}

    def run(self) -> Recording:
        recording, signature = self.recording, self._program.graph_signature
        leaves = [node for node in self._nodes if node.op == "placeholder"]
        self._specs = dict(zip(leaves, signature.input_specs, strict=True))
        results = [*zip(signature.output_specs, self._nodes[-1].args[0], strict=True)]
        changes: list[tuple[str, Any]] = [(spec.target, node) for spec, node in results if spec.kind.name in _CHANGES]
        self._written: dict[str, Any] = {self._parameters.get(target, target): node for target, node in changes}
        self._carries = gradients.carrying(self._nodes, self._is_trained)
        wanted = [node for spec, node in results if hasattr(node, "op") and spec.kind.name != "USER_INPUT_MUTATION"]
        live = _upstream(wanted)
        nodes = [node for node in self._nodes if node in live and node.op not in ("placeholder", "output")]
        self.is_random = any(map(_is_random, nodes))
        self._calls = ModuleCalls(self._module, nodes, self._stored_at, self._exported.trained, self._sharing)
        token = traced_scope.set(recording.scope)
        try:
            self._add_inputs()
            for node in nodes:
                self._convert(node, self._calls.of[node])
            self._add_updates()
            recording.root.results = [
                *self._outputs([node for spec, node in results if spec.kind.name == "USER_OUTPUT"])
            ]
        finally:
            traced_scope.reset(token)
        if not recording.root.results:
            raise DiagramError("the module returns no tensor")
        root = self._calls.root
        root.results = recording.root.results
        recording.root = root
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
        taken = {*self._calls.names(), *(name for name in self._parameters.values() if "." not in name)}
        nodes = [node for node, spec in self._specs.items() if spec.kind.name == "USER_INPUT"]
        for node, (name, _) in zip(nodes, self._exported.arguments, strict=True):
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
                with self._at(root, None):
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
                update = make("Assign", self._references[call, path], value)
            call.names[update.op.number] = f"{name}_update"

    # -- nodes --------------------------------------------------------------------------------------------------------

    def _at(self, call: ModuleCall, node: Any) -> _Noting:
        return _Noting(self.recording, call, node)

    def _convert(self, node: Any, call: ModuleCall) -> None:
        def read(each: Any) -> Any:
            return self._read(each, call)

        own = self._own_gradient(node, read) if node.target is OWN else None
        args = node.args[:2] if node.target is OWN else node.args
        args, kwargs = torch.fx.map_arg((args, node.kwargs), read)
        with self._at(call, node) as noting:
            self._values[node] = self._result(node, noting, args, kwargs, own)

    def _result(self, node: Any, noting: _Noting, args: Any, kwargs: Any, own: _OwnGradient | None = None) -> Any:
        target = node.target
        if node.op == "get_attr":
            value = getattr(self._program.graph_module, target)
            return self._constant(value) if isinstance(value, torch.Tensor) else value
        if target is operator.getitem:
            is_read = any(user.op != "output" for user in node.users) and is_smooth(node.meta.get("val"))
            is_cut = is_read and node.args[0] in self._carries and node.args[0].target not in (BEGIN, OWN)
            return self._held(args[0][args[1]], node.args[0], node, noting) if is_cut else args[0][args[1]]
        if target is torch.ops.aten.copy.default and args[0].shape == args[1].shape and args[0].dtype is args[1].dtype:
            return args[1]
        if target in _ALIASES or target in _LEAKS:
            return self._held(args[0], node.args[0], node, noting)
        if target is THROUGH:
            return self._through(node, noting, *args)
        if target is BEGIN:
            return args[0]
        if own is not None:
            return self._own(node, own, *args)
        is_cast = (
            target in _CASTS
            and not is_smooth(node.meta.get("val"))
            and self._carries.intersection(node.all_input_nodes)
        )
        noting.remark = "integer result" if is_cast else ""
        return self._operation(node, args, kwargs)

    def _held(self, value: Output, source: Any, node: Any, noting: _Noting) -> Output:
        if source not in self._carries or node in self._carries:
            return value
        is_result = node.target is operator.getitem or (
            source.target is operator.getitem and source.args[0].target is OWN
        )
        reason = node.meta.get("custom", {}).get(REASON, _LEAKS.get(node.target, "detach"))
        noting.remark = "not differentiable" if is_result else reason
        return make("StopGradient", value)

    def _through(self, node: Any, noting: _Noting, old: Output, new: Output) -> Output:
        """Return a value that was assigned without autograd: its gradient is that of the former value."""
        if node.args[0] not in self._carries:
            return self._held(new, node.args[1], node, noting)
        noting.remark = "in-place operation without a gradient"
        scope = self.recording.scope.with_op_name("in_place")

        def in_place_gradient(_xs: Any, _ys: Any, dys: Sequence[Output]) -> list[Output | None]:
            return [dys[0], None]

        named = {"old": old, "new": make("Identity", new)}
        return with_backward(scope, lambda *_: make("Identity", named["new"]), in_place_gradient, named, "in_place")

    # -- autograd Functions -------------------------------------------------------------------------------------------

    def _own_gradient(self, node: Any, read: Callable[[Any], Any]) -> _OwnGradient:
        """Return the part of the graph that computes the gradient of a Function, after reading what it captures."""
        inputs, results, arriving, gradients, _ = node.args
        given = {*inputs, *results, *arriving}
        depending = {*inputs, *arriving}
        for each in self._nodes[: self._index[node]]:
            if each not in depending and any(arg in depending for arg in each.all_input_nodes):
                depending.add(each)
        found, captured, pending = set[Any](), dict[Any, Any](), [each for each in gradients if each is not None]
        while pending:
            each = pending.pop()
            if each in given or each in found or each in captured:
                continue
            if each not in depending and (each.op == "placeholder" or each in self._values):
                captured[each] = read(each)
                continue
            found.add(each)
            pending += each.all_input_nodes
        ordered = sorted(found, key=self._index.__getitem__)
        drawn = [each for each in ordered if each in self._values and _is_random(each)]
        return _OwnGradient(ordered, captured, drawn)

    def _own(self, node: Any, own: _OwnGradient, inputs: Sequence[Output], results: Sequence[Output]) -> list[Output]:
        """Return the results of an autograd Function, whose backward function becomes a gradient composite."""
        title, *names = node.args[4].split()
        taken: set[str] = set()
        named = {claim_name(name, taken): each for name, each in zip(names, inputs, strict=True)}
        kept = [self._values[each] for each in own.drawn]
        positions = list(node.args[0]), [*node.args[1], *own.drawn]

        def backward(given: Sequence[Output], made: Sequence[Output], dys: Sequence[Output | None]) -> list[Any]:
            values = {**own.captured, **dict(zip(positions[0], given, strict=True))}
            values |= dict(zip(positions[1], made, strict=True))
            for each, like, dy in zip(node.args[2], results, dys, strict=False):
                values[each] = make("ZerosLike", like) if dy is None else dy
            for each in own.nodes:
                if each not in values:
                    values[each] = self._inside(each, values)
            return [None if each is None else values[each] for each in node.args[3]]

        backward.__name__ = f"{title}_gradient"
        scope = self.recording.scope.with_op_name(title)
        return with_backward(scope, lambda *_: [*results, *kept], backward, named, node)[: len(results)]

    def _inside(self, node: Any, values: dict[Any, Any]) -> Any:
        """Return the result of a node in the graph of a gradient."""
        own = self._own_gradient(node, values.__getitem__) if node.target is OWN else None
        args = node.args[:2] if node.target is OWN else node.args
        args, kwargs = torch.fx.map_arg((args, node.kwargs), values.__getitem__)
        return self._result(node, _Noting(self.recording, self._calls.root, node), args, kwargs, own)

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
            with self._at(call, None):
                self._stored[key] = self._constant(self._tensors[spec.target])
        return self._stored[key]

    def _variable(self, path: str, call: ModuleCall) -> Output:
        """Return a parameter, or a buffer, in the call of the module that has it."""
        key = call, path
        if key not in self._stored:
            tensor, trained = gradients.tensor_at(self._module, path), self._exported.trained.get(path)
            with self._at(call, None) as noting:
                is_constant = trained is None and path not in self._written
                output = self._constant(tensor) if is_constant else self._new_variable(tensor, trained is True)
                call.names[output.op.number] = identifier(path.rpartition(".")[2])
                self._stored[key] = self._references[key] = output
                if trained is False and output.dtype.is_differentiable:
                    noting.remark = "requires_grad is False"
                    self._stored[key] = make("StopGradient", output)
        return self._stored[key]

    def _new_variable(self, tensor: Any, trainable: bool) -> Output:
        array = array_of(tensor)
        shape = None if array.size else array.shape  # the literal of an empty array does not show its shape
        return make("Variable", self.recording.scope, array, dtype=dtype_of(tensor), shape=shape, trainable=trainable)

    def _constant(self, tensor: Any) -> Output:
        return make("Const", self.recording.scope, array_of(tensor), dtype=dtype_of(tensor))


class _OwnGradient(NamedTuple):
    """The gradient of an autograd Function in an exported graph.

    Attributes:
        nodes: what it computes, in order.
        captured: the values from outside that it uses.
        drawn: random values of the forward function that it uses.
    """

    nodes: Sequence[Any]
    captured: Mapping[Any, Any]
    drawn: Sequence[Any]


class _Noting:
    """Notes the nodes that are made for a node of the graph: their call, and the source line."""

    def __init__(self, recording: Recording, call: ModuleCall, node: Any) -> None:
        self._recording, self._call, self._node = recording, call, node
        self._begin = len(recording.scope.graph.nodes)
        self.remark = ""

    def __enter__(self) -> _Noting:
        return self

    def __exit__(self, *_: object) -> None:
        made = range(self._begin, len(self._recording.scope.graph.nodes))
        assert self._call.own is not None
        self._call.own += made
        line = None if self._node is None else line_of(self._node)
        if line is not None:
            self._recording.sources.update(dict.fromkeys(made, place_text(line)))
        if self.remark and made:
            self._recording.remarks[made[-1]] = self.remark


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


def _upstream(nodes: Sequence[Any]) -> set[Any]:
    """Return the nodes that results depend on, without the backward functions of autograd Functions."""
    found: set[Any] = set()
    pending = [*nodes]
    while pending:
        node = pending.pop()
        if node in found:
            continue
        found.add(node)
        args = node.args[:2] if node.target is OWN else (node.args, node.kwargs)
        torch.fx.map_arg(args, pending.append)
    return found


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
