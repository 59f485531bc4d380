"""A recorder of the torch operations of a step: what each one reads and writes, and the line that called it."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import sys
from collections.abc import Generator, Sequence
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast

import numpy as np

from blocks.analysis.explanation import is_user_file
from blocks.base.errors import UsageError

torch: Any = importlib.import_module("torch")
_CHECKPOINT: Any = importlib.import_module("torch.utils.checkpoint").CheckpointFunction
_APPLY = cast("Any", vars(torch._C._FunctionBase)["apply"])
_FUNCTION = torch.autograd.function._SingleLevelFunction  # below `Function`, whose bound `apply` users may have stored

_LEAKS = {
    "item": ".item()", "tolist": ".tolist()", "numpy": ".numpy()", "__array__": ".numpy()", "__float__": "float()",
    "__int__": "int()", "__index__": "int()", "__complex__": "complex()", "__dlpack__": "DLPack",
}  # fmt: skip
_KINDS = {
    "backward": "backward",
    "hook": "register_hook",
    "leak": " ".join(_LEAKS),
    "metadata": "size dim stride numel is_floating_point __bool__ __len__ _set_grad_enabled",
    # The former value of the first argument does not matter.
    "overwrites": "copy_ fill_ zero_ constant_ normal_ uniform_ random_ bernoulli_ exponential_ cauchy_ geometric_"
    " log_normal_ __setitem__",
    # Each tensor has a result of its own.
    "elementwise": "broadcast_tensors meshgrid atleast_1d atleast_2d atleast_3d _pack_padded_sequence"
    " _pad_packed_sequence",
}
_KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names.split()}
_PROPERTIES = {
    ("__set__", "data"): "overwrites",
    ("__set__", "requires_grad"): "changes",
    **{("__get__", name): "" for name in ("data", "T", "mT", "H", "mH", "real", "imag")},
}


class Value(NamedTuple):
    """A tensor and its place in autograd's graph at the time of an operation. Without gradient, ``node`` is None."""

    tensor: Any
    node: Any
    number: int


Line = tuple[CodeType, int] | None  # the code and the instruction of a frame


class Operation:
    """A recorded call.

    Attributes:
        reads: the tensors that it takes.
        results: the tensors that it makes (the first ``made``), and those that it changes.
        sources: the operations whose Python results it takes.
        mode: ``no_grad``, ``inference_mode`` or ``checkpoint``, if it keeps gradients away.
        leak: how a value leaves torch there.
        index: the part of a tensor that ``tensor[index] = value`` changes.
        passes_all: whether its results carry all gradients in another way.
    """

    results: Sequence[Value] = ()
    made = 0
    leak = ""
    index: Any = None
    passes_all = False

    def __init__(self, function: Any, reads: list[Value], line: Line, sources: Sequence[Operation] = ()) -> None:
        self.function = function
        self.reads = reads
        self.line = line
        self.sources = sources
        is_inference = torch.is_inference_mode_enabled()
        self.mode = "inference_mode" if is_inference else "" if torch.is_grad_enabled() else "no_grad"


class Recorder(torch.overrides.TorchFunctionMode):
    """The operations of a step, in order.

    A re-entrant checkpoint whose input has a gradient runs its function once, and is not seen otherwise.

    Attributes:
        leaves: the leaves of the graph, by their ids.
        hooks: the registered hooks, by the id of the node and the number of its output.
        missing: the nodes of own Functions, and the inputs for which backward returned None.
    """

    def __init__(self, parameters: Sequence[Any]) -> None:
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self.operations: list[Operation] = []
        self.leaves: dict[int, Value] = {}
        self.hooks: dict[tuple[int, int], Operation] = {}
        self.missing: dict[tuple[int, int], tuple[Any, Operation]] = {}
        self.error: UsageError | None = None
        self.handles: list[Any] = []
        self._objects: dict[int, tuple[Any, Operation]] = {}
        self._arrays: list[tuple[Any, Operation]] = []
        self._made: set[int] = set()
        self._is_on = True
        self._is_in_checkpoint = False
        self._inner: list[Value] | None = None
        for each in parameters:  # their nodes cannot be found in inference mode
            self.value(each)

    @contextlib.contextmanager
    def recording(self) -> Generator[None]:
        """See calls of torch functions, of own Functions, and new parameters."""
        make = torch.Tensor._make_subclass
        _FUNCTION.apply = classmethod(lambda cls, *args, **kwargs: self._apply(cls, args, kwargs))
        torch.Tensor._make_subclass = staticmethod(
            lambda *args: self.__torch_function__(make, (), args) if self._is_on else make(*args)
        )
        try:
            with self:
                yield
        finally:
            del _FUNCTION.apply, torch.Tensor._make_subclass

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        kind = _kind(func)
        if kind == "metadata" or not self._is_on:
            return func(*args, **kwargs)
        if kind == "backward":
            line = self._line()
            place = f" at {line[0].co_filename}:{line_number(line)}" if line else ""
            hint = "return the loss from the step; explain runs the backward pass"
            self.error = UsageError(f"explain: the step calls backward{place}", hint=hint)
            raise self.error
        if kind == "hook":
            value = self.value(args[0])
            self.hooks[id(value.node), value.number] = Operation(func, [value], self._line())
            return func(*args, **kwargs)
        operation, before = self._begin(func, args, kwargs, sys._getframe(1))  # pyright: ignore[reportPrivateUsage]
        if self._inner is not None:  # a part of an own Function
            self._inner += operation.reads
            return func(*args, **kwargs)
        self._is_on = False
        try:
            result = func(*args, **kwargs)
        finally:
            self._is_on = True
        if kind == "leak":
            if type(result) is not bool:  # a bool is control flow
                operation.leak = _LEAKS[func.__name__]
                self._register(result, operation)
                self._end(operation, before, ())
        elif kind == "elementwise":
            results = tensors_of(result) or [each.tensor for each, _ in before]
            for at, each in enumerate(results):
                one = Operation(func, operation.reads[at :: len(results)], operation.line)
                self._end(one, before[at :: len(results)], each)
        else:
            self._end(operation, before, result)
        return result

    def _apply(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        apply = _APPLY.__get__(None, function)
        if not self._is_on or self._inner is not None:
            return apply(*args, **kwargs)
        if function is _CHECKPOINT:
            if any(each.requires_grad for each in args if isinstance(each, torch.Tensor)):
                return args[0](*args[2:])
            before, self._is_in_checkpoint = self._is_in_checkpoint, True
            try:
                return apply(*args, **kwargs)
            finally:
                self._is_in_checkpoint = before
        operation, versions = self._begin(function, args, kwargs, None)
        self._inner = []
        try:
            result = apply(*args, **kwargs)
        finally:
            inner, self._inner = self._inner, None
        known = {id(each.tensor) for each in operation.reads}
        operation.reads += [v for v in inner if id(v.tensor) not in known and (v.node or id(v.tensor) in self._made)]
        self._end(operation, versions, result)
        node: Any = next((each.node for each in operation.results if each.node is not None), None)

        def note_missing(gradients: Sequence[Any], incoming: Sequence[Any]) -> None:
            for number, gradient in enumerate(gradients):
                if gradient is None and any(each is not None for each in incoming):
                    self.missing[id(node), number] = node, operation

        if hasattr(node, "_forward_cls"):
            self.handles.append(node.register_hook(note_missing))
        return result

    def value(self, tensor: Any) -> Value:
        try:
            node = tensor.grad_fn
            if node is not None or not tensor.requires_grad:
                return Value(tensor, node, tensor.output_nr)
            if id(tensor) not in self.leaves:
                self.leaves[id(tensor)] = Value(tensor, torch.autograd.graph.get_gradient_edge(tensor).node, 0)
            return self.leaves[id(tensor)]
        except (AssertionError, AttributeError, RuntimeError, ValueError):  # a leaf in inference mode, for example
            return Value(tensor, None, 0)

    def _begin(self, function: Any, args: Any, kwargs: Any, caller: Any) -> tuple[Operation, list[tuple[Value, int]]]:
        """Return an operation, and the tensors before it with their versions."""
        others: list[Any] = []
        tensors = tensors_of((args, kwargs) if kwargs else args, others if self._objects else None)
        reads = [*map(self.value, tensors)]
        before = [(each, _version(each.tensor)) for each in reads]
        kind = _kind(function)
        if kind in ("overwrites", "shape") or "out" in kwargs:
            skipped = {id(each) for each in tensors_of(kwargs.get("out", args[:1]))}
            reads = [each for each in reads if id(each.tensor) not in skipped]
        reads = reads[:1] if kind == "like" else reads
        operation = Operation(function, reads, self._line(), self.sources(others, caller))
        if function == torch.Tensor.__setitem__:
            operation.index = args[1]
        if self._is_in_checkpoint:
            operation.mode = "checkpoint"
        operation.passes_all = bool(kwargs) and function is torch.autograd.grad and bool(kwargs.get("create_graph"))
        return operation, before

    def _end(self, operation: Operation, before: list[tuple[Value, int]], result: Any) -> None:
        returned = {id(each): each for each in tensors_of(result)}
        is_change = _kind(operation.function) in ("overwrites", "changes")
        changed: dict[int, Value] = {}
        for at, (value, version) in enumerate(before):
            if (is_change and not at) or version != _version(value.tensor):
                changed[id(value.tensor)] = self.value(value.tensor)
            returned.pop(id(value.tensor), None)
        operation.results = [*map(self.value, returned.values()), *changed.values()]
        operation.made = len(returned)
        if operation.results or operation.leak:
            self.operations.append(operation)
            self._made |= {id(each.tensor) for each in operation.results}

    def _register(self, result: Any, operation: Operation) -> None:
        """Remember Python objects that hold values of tensors."""
        self._objects[id(result)] = result, operation
        self._arrays += [(result, operation)] if type(result) is np.ndarray else []
        for each in result if type(result) is list else ():  # pyright: ignore[reportUnknownVariableType]
            self._register(each, operation)

    def sources(self, values: list[Any], caller: Any = None) -> list[Operation]:
        """Return the operations that gave these Python objects, or arrays that share memory with them."""
        result: list[Operation] = []
        for each in values:
            if type(each) is np.ndarray:
                result += [operation for array, operation in self._arrays if np.may_share_memory(each, array)]
            elif id(each) in self._objects and (type(each) is not int or _is_variable(each, caller)):
                result.append(self._objects[id(each)][1])
        return result

    def _line(self) -> Line:
        """Return the user's innermost frame."""
        frame = _user_frame()
        return None if frame is None else (frame.f_code, frame.f_lasti)


_LIBRARIES = ("<eval_with_key", *(os.path.dirname(str(each.__file__)) + os.sep for each in (torch, np)))


@functools.cache
def is_user(file: str) -> bool:
    return is_user_file(file, _LIBRARIES)


def _user_frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and not is_user(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def user_line() -> tuple[str, int] | None:
    """Return the file and the line of the user's innermost frame."""
    frame = _user_frame()
    return None if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _is_variable(number: int, caller: Any) -> bool:
    """Whether an integer is not a constant of the user's code. Equal small integers are the same object."""
    if caller is None or not -6 < number < 257:
        return not -6 < number < 257
    return is_user(caller.f_code.co_filename) and number not in caller.f_code.co_consts


def line_number(line: Line) -> int:
    return 0 if line is None else [*line[0].co_positions()][line[1] // 2][0] or 0


def tensors_of(value: Any, others: list[Any] | None = None, found: list[Any] | None = None) -> list[Any]:
    """Return the tensors in nested containers, and add what else is there to ``others``."""
    found = [] if found is None else found
    if isinstance(value, torch.Tensor):
        found.append(value)
        return found
    inner, kind = value, cast("type[Any]", type(value))
    if issubclass(kind, dict):
        inner = inner.values()
    elif kind is slice:
        inner = inner.start, inner.stop, inner.step
    elif not issubclass(kind, (list, tuple)):
        inner = ()
        if others is not None:
            others.append(value)
    for each in inner:
        tensors_of(each, others, found)
    return found


def _version(tensor: Any) -> int:
    return -1 if tensor.is_inference() else tensor._version


@functools.cache
def _kind(function: Any) -> str:
    """Return the kind of a function; ``shape`` and ``like`` read only the shapes of some arguments."""
    name = getattr(function, "__name__", "")
    if name in ("__get__", "__set__"):
        return _PROPERTIES.get((name, getattr(getattr(function, "__self__", None), "__name__", "")), "metadata")
    if name.startswith("new_") or name.endswith("_like"):
        return "shape"
    if name.endswith("_as") or name == "to":
        return "like"
    if name.startswith("_foreach"):
        return "elementwise"
    return _KIND_OF.get(name, "changes" if name.endswith("_") and not name.endswith("__") else "")


def name_of(function: Any) -> str:
    """Return the name of an operation as users know it: ``Tensor.detach``, ``torch.argmax``, ``Round.apply``."""
    name = getattr(function, "__name__", str(function))
    if isinstance(function, type):
        return "Module.register_full_backward_hook" if name == "BackwardHookFunction" else f"{name}.apply"
    if name in ("__get__", "__set__"):
        return f"Tensor.{function.__self__.__name__}"
    if name == "_make_subclass":
        return "torch.nn.Parameter"
    if hasattr(function, "__objclass__") or getattr(function, "__qualname__", "").startswith("Tensor."):
        return f"Tensor.{name}"
    module = getattr(function, "__module__", None) or "torch"
    if module == "torch.functional" or "._" in module or module[:1] == "_":
        module = "torch" if hasattr(torch, name) or not hasattr(torch.nn.functional, name) else "torch.nn.functional"
    return f"{module}.{name}"
