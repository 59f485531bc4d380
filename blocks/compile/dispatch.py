"""The dispatch of one call: checks, the kernel, and errors that name the block."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from blocks.base.budget import COUNTED, Memory
from blocks.base.context import Context
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError, without_frames
from blocks.base.shapes import room, shape_text
from blocks.base.types import Shape
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import ActualCall, run_kernel, run_simple
from blocks.graph.graph import Node


class Seeds(NamedTuple):
    seed: int
    seed2: int
    node: str


class Streams(Protocol):
    def __call__(self, name: str, alone: bool, seeds: Seeds | None = None) -> Any: ...

    def context(self, name: str) -> Context: ...

    def runner(self, node: Node, memory: Memory, streams: Streams | None = None) -> Callable[..., Any]: ...


def call(node: Node, args: Sequence[Any], streams: Streams, memory: Memory) -> tuple[Any, ...]:
    spec = node.type
    if spec.simple and node.certain and result_bytes(node) < memory.small and node.outputs[0].dtype is not STRING:
        return (run_simple(node, args),)
    if not node.certain and not spec.runs_on_dead:
        check(node, args, memory)
    elif result_bytes(node) >= memory.small:
        check_memory(node, [o.shape for o in node.outputs], memory)
    given: dict[str, Any] = {}
    if spec.nested:
        given["runner"] = streams.runner(node, memory)
    elif spec.random:
        given["rng"] = streams(*stream_of(node))
    if spec.context and not spec.nested:
        given["context"] = streams.context(kept_as(node))
    results = run_kernel(node, args, **given)
    hold(results, memory)
    return results


def stream_of(node: Node) -> tuple[str, bool, Seeds | None]:
    """Return a node's stream name, whether the name alone decides, and seeds if the block counts its runs.

    As in TensorFlow, a block's own seeds decide alone: two blocks with equal seeds draw the same numbers, whatever the
    session's seed is. Without seeds, the block's name is combined with the session's seed.
    """
    seed, seed2 = (node.attrs.get(key, 0) for key in ("seed", "seed2"))
    name = _path(node) or node.name
    if not (seed or seed2):
        return name, False, None
    return (name, True, Seeds(seed, seed2, node.name)) if node.type.counted else (f"seed {seed} {seed2}", True, None)


def kept_as(node: Node) -> str:
    path = _path(node)
    return node.name if path is None else f"/{path}"  # no node is called so


def _path(node: Node) -> str | None:
    owner = node.home.owner
    return owner.path if owner is not None and node.source is None else None


def check(node: Node, args: Sequence[Any], memory: Memory) -> None:
    """Run the shape rule on actual arrays; raise DiagramError for invalid shapes or a result that is too large."""
    shapes = infer_shapes(node.type, ActualCall(node, args))
    if shapes is not None:
        check_memory(node, shapes, memory)


def check_memory(node: Node, shapes: Sequence[Shape], memory: Memory) -> None:
    size = sum([_bytes(shape, output.dtype.size) for output, shape in zip(node.outputs, shapes, strict=False)])
    spec = node.type
    if spec.view or spec.nested or (spec.writes and spec.in_place is None):
        memory = memory.alone  # a result lies where an operand does, or is counted where it is made
    if size >= memory.small:
        aside = " (sizes of 0 aside)" if any(0 in (s or ()) for s in shapes) else ""
        memory.require(size, f"the result {', '.join(map(shape_text, shapes))}{aside}")


def hold(results: Any, memory: Memory) -> None:
    """Count results whose size was unknown before the call; raise DiagramError if they do not fit in memory."""
    for each in results if isinstance(results, (tuple, list)) else (results,):  # pyright: ignore[reportUnknownVariableType]
        if isinstance(each, np.ndarray):
            memory.hold(each)


def counted(node: Node, function: Callable[..., Any], memory: Memory) -> Callable[..., Any]:
    shapes = [o.shape for o in node.outputs]

    def made(*args: Any, **context: Any) -> Any:
        check_memory(node, shapes, memory)
        result = function(*args, **context)
        hold(result, memory)
        return result

    return made


def is_counted(node: Node) -> bool:
    """Return whether results may be large; a string tensor may be large regardless of its shape."""
    return result_bytes(node) >= COUNTED or any([output.dtype is STRING for output in node.outputs])


def result_bytes(node: Node) -> int:
    if len(node.outputs) == 1:
        [output] = node.outputs
        return _bytes(output.shape, output.dtype.size)
    return sum([_bytes(output.shape, output.dtype.size) for output in node.outputs])


@functools.lru_cache(maxsize=4096)
def _bytes(shape: Shape, size: int) -> int:
    return room(shape) * size


def guarded(node: Node, memory: Memory, too_large: bool) -> Callable[..., Any]:
    kernel = node.type.bind(node.attrs, node.bound)
    lists = node.type.list_outputs and (len(node.type.outputs) > 1 or bool(node.type.writes))
    if too_large:

        def refuse(*_args: Any, **_context: Any) -> Any:
            check_memory(node, [o.shape for o in node.outputs], memory)

        return refuse
    if node.certain and not lists:
        return kernel

    def checked(*args: Any, **context: Any) -> Any:
        if not node.certain:
            check(node, args, memory)
        result = kernel(*args, **context)
        hold(result, memory)
        return node.type.flat_results(result) if lists else result

    return checked


def located(node: Node, error: Exception) -> DiagramError:
    if not isinstance(error, DiagramError):
        if isinstance(error, MemoryError):
            error = DiagramError(f"{node.type.name} ran out of memory")
        else:
            text = str(error) or type(error).__name__
            error = DiagramError(f"{node.type.name} failed: {text}")
    if node.source is not None:  # its own pins are on no page
        text = f"in the gradient of '{node.source.block_name}': {error.message}"
        error = DiagramError(text, hint=error.hint)
    return without_frames(error.located(block=node.block_name))


def faults(node: Node, error: Exception) -> list[DiagramError]:
    """Convert an exception of a node to errors of its block and of the blocks whose equal calls it replaces."""
    first = located(node, error)
    others = [name for name in dict.fromkeys(node.twins) if name != first.block]
    return [first, *(DiagramError(first.message, pin=first.pin, block=name, hint=first.hint) for name in others)]


def quiet() -> Any:
    return np.errstate(all="ignore")
