"""Python calls during tracing: the nodes of each function and the names of its variables."""

from __future__ import annotations

import inspect
import sys
import sysconfig
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, cast

import numpy as np

from blocks.base.dtypes import dtype_of
from blocks.graph.graph import Graph, Node, Operand, Output
from blocks.graph.scope import Scope, traced_scope
from blocks.interchange.tracing import functions, ufuncs
from blocks.interchange.tracing.tracer import Tracer, make_constant
from blocks.library.declare import make


def _parts(value: Any) -> list[tuple[Any, Any]] | None:
    """Return the parts of a container with their keys; None for another value."""
    if isinstance(value, Mapping):
        return list(cast("Mapping[Any, Any]", value).items())
    if _is_tuple_with_names(value):
        return list(zip(value._fields, value, strict=True))
    return list(enumerate(cast("list[Any]", value))) if isinstance(value, (list, tuple)) else None


def leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the arrays in a value by a name made of keys and indices: ``params_w``, ``xs_0``."""
    parts = _parts(value)
    if parts is None:
        yield name, value
    for key, each in parts or ():
        yield from leaves(f"{name}_{key}", each)


def mapped(name: str, value: Any, change: Callable[[str, Any], Any]) -> Any:
    parts = _parts(value)
    if parts is None:
        return change(name, value)
    results = [mapped(f"{name}_{key}", each, change) for key, each in parts]
    if isinstance(value, Mapping):
        return dict(zip(cast("Mapping[Any, Any]", value), results, strict=True))
    if _is_tuple_with_names(value):
        return type(value)(*results)
    return tuple(results) if isinstance(value, tuple) else results


def _is_tuple_with_names(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(cast("Any", value), "_fields")


_STANDARD = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
# Also those of the user and of the system, which a virtual environment may share.
_INSTALLED = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
_LIBRARIES = tuple({str(Path(path).resolve()) for path in (*_STANDARD, *_INSTALLED, Path(__file__).parents[2])})
_INLINE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(eq=False)
class TracedCall:
    """A function call during tracing; ``function`` identifies the function and is None for the traced one.

    Attributes:
        begin, end: the indices of its nodes in the graph's list, including those of calls inside.
        names: the names of its variables for nodes, by node number.
        pins: the outputs that are used outside, by name; known when it is drawn.
        own: the numbers of its own nodes, if nodes of other calls may be among them.
        shares: the call whose variables its instance uses.
        alike: the calls with the same nodes, which get the same pins.
        source, remark: the line of the call, ``model.py:12``, and a note for its block; empty if there is none.
    """

    function: Any = None
    title: str = ""
    doc: str = ""
    parent: TracedCall | None = None
    begin: int = 0
    end: int = 0
    inside: list[TracedCall] = field(default_factory=list["TracedCall"])
    arguments: list[tuple[str, Output]] = field(default_factory=list[tuple[str, Output]])
    results: list[tuple[str, Output]] = field(default_factory=list[tuple[str, Output]])
    names: dict[int, str] = field(default_factory=dict[int, str])
    pins: dict[str, Output] = field(default_factory=dict[str, Output])
    name: str = ""
    own: list[int] | None = None
    shares: TracedCall | None = None
    alike: list[TracedCall] = field(default_factory=list["TracedCall"])
    first: str = ""
    source: str = ""
    remark: str = ""

    def numbers(self) -> Collection[int]:
        """Return the numbers of its nodes, including those of calls inside."""
        return range(self.begin, self.end) if self.own is None else {*self.all_own()}

    def all_own(self) -> Iterator[int]:
        yield from self.own or ()
        for each in self.inside:
            yield from each.all_own()


class Recording:
    """A graph that is recorded during tracing, and its calls, with source lines and remarks by node number."""

    ufunc = staticmethod(ufuncs.called)
    function = staticmethod(functions.called)
    traced = Tracer

    def __init__(self) -> None:
        self.scope = Scope.new_root_scope()
        self.root = TracedCall()
        self.sources: dict[int, str] = {}
        self.remarks: dict[int, str] = {}
        self._calls = [self.root]
        self._frames: list[FrameType] = []
        self._constants: dict[Any, tuple[Any, Output]] = {}
        self.scope.graph.array_calls = self

    def constant(self, value: Any, dtype: Any = None) -> Output:
        """Return a constant for a value that is not traced; there is one per array and call."""
        array = np.asarray(value, dtype)
        scope = traced_scope.get() or self.scope
        key = id(scope.graph), id(self._calls[-1]), id(value), array.dtype
        known = self._constants.get(key)
        if known is None or known[0] is not value:
            known = value, make("Const", scope, array, dtype=dtype_of(array))
            if isinstance(value, np.ndarray):
                self._constants[key] = known
                name = self._name_of(value)
                if name is not None and scope.graph is self.scope.graph:
                    self._calls[-1].names.setdefault(known[1].op.number, name)
        return known[1]

    def _name_of(self, value: Any) -> str | None:
        if not self._frames:
            return None
        frame = self._frames[-1]
        seen: dict[str, Any] = {**{each: frame.f_globals.get(each) for each in frame.f_code.co_names}, **frame.f_locals}
        for each in frame.f_locals.values():  # attributes of `self`, entries of `params`
            seen.update(cast("dict[str, Any]", each if isinstance(each, dict) else getattr(each, "__dict__", {})))
        return next((str(name) for name, each in seen.items() if each is value), None)

    def begin_call(self, function: Any, title: str, doc: str = "") -> TracedCall:
        parent = self._calls[-1]
        call = TracedCall(function, title, doc, parent, len(self.scope.graph.nodes))
        parent.inside.append(call)
        self._calls.append(call)
        return call

    def end_call(self, results: list[tuple[str, Output]]) -> None:
        call = self._calls.pop()
        call.end = len(self.scope.graph.nodes)
        call.results = results

    def forget(self, graph: Graph, first: int) -> None:
        """Forget the calls whose nodes were removed from a graph, those from a number on."""
        if graph is self.scope.graph:
            self._calls[-1].inside = [each for each in self._calls[-1].inside if each.begin < first]

    def _outputs(self, name: str, value: Any) -> list[tuple[str, Output]]:
        result = [(path, each.as_output()) for path, each in leaves(name, value) if isinstance(each, Operand)]
        return [(path, output) for path, output in result if output.graph is self.scope.graph]

    @contextmanager
    def running(self) -> Generator[None]:
        before = sys.gettrace()
        token = make_constant.set(self.constant)
        scope = traced_scope.set(self.scope)
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)
            traced_scope.reset(scope)
            make_constant.reset(token)
            self.root.end = len(self.scope.graph.nodes)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if event != "call" or code.co_flags & _INLINE or code.co_name.startswith("<") or not _is_users(code):
            return None
        if self._frames:
            call = self.begin_call(code, _title(code), _doc(code))
            count = code.co_argcount + code.co_kwonlyargcount
            for name in code.co_varnames[:count]:
                call.arguments += self._outputs(name, frame.f_locals.get(name))
        self._frames.append(frame)
        bound: dict[str, Any] = {}

        def inside(frame: FrameType, event: str, value: Any) -> Any:
            call = self._calls[-1]
            for name, each in frame.f_locals.items():
                if each is not bound.get(name) and isinstance(each, Operand):
                    bound[name] = each
                    node = each if isinstance(each, Node) else each.as_output().op
                    if node.graph is self.scope.graph:  # not that of a loop's body
                        call.names.setdefault(node.number, name)
            if event == "return":
                self._frames.pop()
                if len(self._calls) > 1 and self._frames:
                    self.end_call(self._outputs("output", value))
            return inside

        return inside


def _is_users(code: CodeType) -> bool:
    """Return whether a function is the user's: not a library's, ours, or generated by Python (named tuples)."""
    file = code.co_filename
    if file.startswith("<frozen ") or (file.startswith("<") and code.co_name.startswith("__")):
        return False
    return not str(Path(file).resolve()).startswith(_LIBRARIES)


def _title(code: CodeType) -> str:
    names = code.co_qualname.split(".")
    return names[-2] if code.co_name.startswith("__") and len(names) > 1 else code.co_name


def _doc(code: CodeType) -> str:
    first = code.co_consts[0] if code.co_consts else None
    return first.strip().partition("\n")[0] if isinstance(first, str) else ""
