"""The dispatch of one call: checks, the kernel, and errors that name the block."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from blocks.base.budget import COUNTED, Memory
from blocks.base.context import Context
from blocks.base.dtypes import STRING
from blocks.base.errors import DiagramError
from blocks.base.shapes import room, shape_text
from blocks.base.types import Shape
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import ActualCall, run_kernel
from blocks.graph.graph import Node


class Seeds(NamedTuple):
    """The seeds of a block that counts its runs, and the node that draws with them."""

    seed: int
    seed2: int
    node: str


class Streams(Protocol):
    """The surroundings of the nodes of one step."""

    def __call__(self, name: str, alone: bool, seeds: Seeds | None = None) -> Any:
        """The random stream of a node, by its `stream_of`."""
        ...

    def context(self, name: str) -> Context:
        """What a kernel with an effect may reach, by its node's name."""
        ...

    def runner(self, node: Node, memory: Memory, streams: Streams | None = None) -> Callable[..., Any]:
        """What runs the graph inside of a node, a `blocks.compile.nested.Runner`; ``streams``: in place of these."""
        ...


def call(node: Node, args: Sequence[Any], streams: Streams, memory: Memory) -> tuple[Any, ...]:
    """Run one node on actual arrays, with every check."""
    spec = node.type
    if not node.certain and not spec.takes_dead:
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
    """What tells a node's random stream from others, whether that stands for itself, and seeds if it counts its runs.

    As in TensorFlow, seeds of the block's own decide alone: two blocks with the same ones draw the same numbers,
    whatever the session's seed. Without, it is the block's name that the session's seed is combined with.
    """
    seed, seed2 = (node.attrs.get(key, 0) for key in ("seed", "seed2"))
    name = _path(node) or node.name
    if not (seed or seed2):
        return name, False, None
    return (name, True, Seeds(seed, seed2, node.name)) if node.type.counted else (f"seed {seed} {seed2}", True, None)


def kept_as(node: Node) -> str:
    """The name by which a node keeps things from step to step."""
    path = _path(node)
    return node.name if path is None else f"/{path}"  # no node is called so


def _path(node: Node) -> str | None:
    """The path of a block in an instance of a composite, for its own node."""
    owner = node.home.owner
    return owner.path if owner is not None and node.source is None else None


def check(node: Node, args: Sequence[Any], memory: Memory) -> None:
    """Run the shape rule on actual arrays, and see that the result fits into memory.

    Raises:
        DiagramError: it does not fit together, or is too large.
    """
    shapes = infer_shapes(node.type, ActualCall(node, args))
    if shapes is not None:
        check_memory(node, shapes, memory)


def check_memory(node: Node, shapes: Sequence[Shape], memory: Memory) -> None:
    """See that results of these shapes fit into memory.

    Raises:
        DiagramError: they do not; both figures are named.
    """
    size = sum([_bytes(shape, output.dtype.size) for output, shape in zip(node.outputs, shapes, strict=False)])
    spec = node.type
    if spec.view or spec.nested or (spec.writes and spec.in_place is None):
        memory = memory.alone  # a result lies where an operand does, or is counted where it is made
    if size >= memory.small:
        aside = " (sizes of 0 aside)" if any(0 in (s or ()) for s in shapes) else ""
        memory.require(size, f"the result {', '.join(map(shape_text, shapes))}{aside}")


def hold(results: Any, memory: Memory) -> None:
    """Count the results of a call.

    Raises:
        DiagramError: how large they are was not known before, and they do not fit into memory.
    """
    for each in results if isinstance(results, (tuple, list)) else (results,):  # pyright: ignore[reportUnknownVariableType]
        if isinstance(each, np.ndarray):
            memory.hold(each)


def counted(node: Node, function: Callable[..., Any], memory: Memory) -> Callable[..., Any]:
    """Return a function that computes what a node does, with its result counted."""
    shapes = [o.shape for o in node.outputs]

    def made(*args: Any, **context: Any) -> Any:
        check_memory(node, shapes, memory)
        result = function(*args, **context)
        hold(result, memory)
        return result

    return made


def is_counted(node: Node) -> bool:
    """Return whether results of a node may be large: one of strings may be, whatever its shape is."""
    return result_bytes(node) >= COUNTED or any([output.dtype is STRING for output in node.outputs])


def result_bytes(node: Node) -> int:
    """How many bytes the results of a node take, as far as their sizes are known."""
    if len(node.outputs) == 1:
        [output] = node.outputs
        return _bytes(output.shape, output.dtype.size)
    return sum([_bytes(output.shape, output.dtype.size) for output in node.outputs])


@functools.lru_cache(maxsize=4096)
def _bytes(shape: Shape, size: int) -> int:
    return room(shape) * size


def guarded(node: Node, memory: Memory, too_large: bool) -> Callable[..., Any]:
    """A node's kernel, with the checks that could not be made ahead of the run."""
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
    """Any failure of a node as an error that names its block."""
    if not isinstance(error, DiagramError):
        if isinstance(error, MemoryError):
            error = DiagramError(f"{node.type.name} ran out of memory")
        else:
            text = str(error) or type(error).__name__
            error = DiagramError(f"{node.type.name} failed: {text}")
    if node.source is not None:  # its own pins are on no page
        text = f"in the gradient of '{node.source.block_name}': {error.message}"
        error = DiagramError(text, hint=error.hint)
    return error.located(block=node.block_name).without_frames()


def faults(node: Node, error: Exception) -> list[DiagramError]:
    """A failure of a node as an error of its block, and of the blocks whose equal calls it stands for."""
    first = located(node, error)
    others = [name for name in dict.fromkeys(node.twins) if name != first.block]
    return [first, *(DiagramError(first.message, pin=first.pin, block=name, hint=first.hint) for name in others)]


def quiet() -> Any:
    """A context in which NumPy says nothing about overflow, division by zero and the like: results say it."""
    return np.errstate(all="ignore")
