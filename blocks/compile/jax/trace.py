"""Tracing of calls for JAX: by their lowering rule, or computed at once if everything is constant."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import BFLOAT16, BOOL, COMPLEX, DOUBLE, FLOAT, HALF, INTEGERS, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.compile.dispatch import check_memory, quiet, stream_of
from blocks.compile.jax.control_flow import TracedFlow, TracedValues, all_hold, argument
from blocks.compile.liveness import Region, UnsupportedLoopError
from blocks.compile.schedule import Instruction, values_in
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import ActualCall
from blocks.graph.graph import Node
from blocks.library.jax_rules.lowering import LoweringContext, NotLowered, is_known, jax, jnp
from blocks.library.jax_rules.missing import why_not
from blocks.library.rules import LoweringRule, rule_of

KNOWN_LIMIT = 1 << 16
"""Bytes: what is larger is no shape or axis, and computed where the step runs."""

DTYPES = frozenset((BOOL, FLOAT, DOUBLE, HALF, BFLOAT16, *INTEGERS, *COMPLEX))


def decides(constant: Array) -> bool:
    """Return whether programs are specialized to a constant: it may be a size or an axis, and is small."""
    return constant.nbytes <= KNOWN_LIMIT


def reason_against(node: Node) -> str | None:
    if node.type.context:
        return "reads or writes outside the step"
    for output in (*node.inputs, *node.outputs):
        if output.dtype not in DTYPES:
            return f"works on {output.dtype.short}"
    return None


_DEAD = np.array(False)
"""What stands for a value that is never live: it is never read."""


class CannotLower(Exception):
    """A failure to lower a call while its segment is traced.

    Attributes:
        reason: continues a message after the block type's name.
        whole: whether the failure concerns control flow, and so the whole segment.
    """

    def __init__(self, node: Node, reason: str, whole: bool = False) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason
        self.whole = whole


class Trace:
    def __init__(
        self,
        instructions: Sequence[Instruction],
        known: Mapping[int, Any],
        memory: Memory,
        inside: Callable[[LoweringContext, Sequence[Any], Memory], list[Any]],
        region: Region | None = None,
    ) -> None:
        self._inside = inside
        self.instructions = instructions
        self.region = region
        self.given = known
        self.memory = memory
        self.known: dict[int, Any] = {}
        self.checked = False
        self.reserved: dict[int, int] = {}

    def run(self, values: Mapping[int, Any], keys: Sequence[Any], wanted: Sequence[int]) -> tuple[list[Any], Any]:
        """Return the wanted values that are not known, and whether all conditions hold (None without conditions)."""
        moment = TracedValues({**self.given, **values}, [])
        random = [each.node for each in self.instructions if each.node.type.random]
        self._keys = {node.number: key for node, key in zip(random, keys, strict=True)}
        if self.region is None:
            for instruction in self.instructions:
                args = [argument(arg, moment.values.__getitem__) for arg in instruction.args]
                results = self._one(instruction.node, args, moment)
                moment.values.update(zip(instruction.results, results, strict=True))
        else:
            self._all(self.region, moment, wanted)
        result = moment.values
        self.known = {value: array for value, array in result.items() if is_known(array)}
        self.checked = bool(moment.checks)
        holds = all_hold(moment.checks) if self.checked else None
        return [result[value] for value in wanted if value not in self.known], holds

    def _all(self, region: Region, moment: TracedValues, wanted: Sequence[int]) -> None:
        try:
            TracedFlow(self._one).run(region, moment, wanted)
            for value in wanted:
                moment.values.setdefault(value, _DEAD)
        except UnsupportedLoopError as error:
            raise CannotLower(error.node, error.reason, whole=True) from None
        except CannotLower:
            raise
        except Exception as error:
            first = next(each.node for each in self.instructions if each.node.type.control)
            raise CannotLower(first, _why(error), whole=True) from error

    def _site(self, node: Node, moment: TracedValues) -> LoweringContext:
        """Return the site of a rule; a random call gets a stream position, or a key that differs in each iteration."""
        if not node.type.random:
            return LoweringContext(node)
        if stream_of(node)[2] is not None:
            if self.region is not None:
                raise NotLowered("cannot draw TensorFlow's random values in each iteration of a loop")
            return LoweringContext(node, stream=self._keys[node.number])
        key = jax.random.wrap_key_data(self._keys[node.number])
        for number in itertools.chain.from_iterable(moment.rounds):
            key = jax.random.fold_in(key, number)
        return LoweringContext(node, key)

    def _one(self, node: Node, args: list[Any], moment: TracedValues) -> Sequence[Any]:
        rule = rule_of(node.type, "jax")
        try:
            shapes = _shapes(node, args, rule, self.memory)
            results = _computed(node, args, shapes, rule)
            if results is not None:
                return results
            site = self._site(node, moment)
            if node.type.nested:
                given = self._inside(site, list(values_in(args)), self.memory)
                results = [*[given[i] for i in site.attrs["program"].written], *given]
            elif rule is None:
                raise NotLowered(why_not(node.type.name))
            else:
                results = node.type.flat_results(rule(site, *args))
            moment.checks.extend(site.checks)
            self.reserved[node.number] = site.reserved
            return [_settled(v, d, node) for v, d in zip(results, _dtypes(node), strict=True)]
        except NotLowered as reason:
            raise CannotLower(node, str(reason)) from None
        except DiagramError:
            raise CannotLower(node, "rejects its inputs") from None
        except Exception as error:
            raise CannotLower(node, _why(error)) from error


def _why(error: Exception) -> str:
    return f"cannot be compiled: {(str(error).splitlines() or [type(error).__name__])[0]}"


class _TracedCall(ActualCall):
    """A traced call as a shape rule sees it, with known shapes and partly known values.

    ``certain`` is True while every value that the rule asked for was known, or is checked at run time.
    """

    __slots__ = ("certain", "checked")

    def __init__(self, node: Node, arrays: Sequence[Any], rule: LoweringRule | None) -> None:
        super().__init__(node, arrays)
        self.certain = True
        self.checked = getattr(rule, "checks", frozenset[str]())

    def value(self, pin: str) -> Array | None:
        array = self._array(pin)
        if array is None or is_known(array):
            return array if array is None else np.asarray(array)
        self.certain = self.certain and pin in self.checked
        return None

    def values(self, pin: str) -> list[Array] | None:
        arrays = self._array(pin)
        if all(map(is_known, arrays)):
            return [np.asarray(array) for array in arrays]
        self.certain = self.certain and pin in self.checked
        return None


def _shapes(node: Node, args: Sequence[Any], rule: LoweringRule | None, memory: Memory) -> Sequence[Shape]:
    """Return the shapes of the results; raise NotLowered if the shape rule needs an unknown value."""
    shapes: Sequence[Shape] = [output.shape for output in node.outputs]
    if not node.certain:
        call = _TracedCall(node, args, rule)
        shapes = infer_shapes(node.type, call) or shapes
        if not call.certain:
            raise NotLowered("has a shape or input check that depends on values known only at run time")
    check_memory(node, shapes, memory)
    return shapes


def _computed(
    node: Node, args: Sequence[Any], shapes: Sequence[Shape], rule: LoweringRule | None
) -> list[Array] | None:
    spec = node.type
    if spec.stateful or spec.variable or spec.control or spec.context or spec.nested:
        return None
    if not spec.shape_only and not all(map(is_known, values_in(args))):
        return None
    size = sum(
        math.prod([each or 0 for each in shape or ()]) * output.dtype.size
        for shape, output in zip(shapes, node.outputs, strict=False)
    )
    if size > KNOWN_LIMIT and rule is not None:
        return None
    given = [argument(arg, _placeholder) for arg in args] if spec.shape_only else args
    with quiet():
        return [_kept(np.asarray(each)) for each in spec.run(given, node.attrs, node.bound)]


def _settled(value: Any, dtype: DType, node: Node) -> Any:
    """Convert a result to its dtype; it stays a known array if a rule asks for that, as for sparse indices."""
    if is_known(value) and not node.type.writes and value.nbytes <= KNOWN_LIMIT:
        return _kept(np.asarray(value, dtype.numpy))
    return jnp.asarray(value, dtype.numpy)


def _kept(array: Array) -> Array:
    """Return a known value as a read-only array, since all steps share it."""
    result = array.view()
    result.flags.writeable = False
    return result


def _placeholder(array: Any) -> Any:
    return None if array is None else np.broadcast_to(np.zeros((), array.dtype), array.shape)


def _dtypes(node: Node) -> list[DType]:
    """Return the dtypes of the kernel's results: the new values of variables, then the other outputs."""
    written = [node.input(name).dtype for name in node.type.writes]
    return [*written, *(output.dtype for output in node.outputs if not (written and output.is_ref))]
