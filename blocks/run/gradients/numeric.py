"""Numeric gradient checks of each block and of whole paths, in double precision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base import renames
from blocks.base.dtypes import COMPLEX64, COMPLEX128, DOUBLE, FLOAT, DType
from blocks.base.errors import DiagramError
from blocks.base.threads import single_blas
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.compile.dispatch import quiet
from blocks.document.model import Diagram, PageView
from blocks.graph.build import construct
from blocks.graph.flow import depends_on
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Graph, Node, Operand, Output
from blocks.graph.scope import Scope
from blocks.library.array.identity import Placeholder
from blocks.library.control_flow.body_calls import bodies_of
from blocks.library.core.constants import Const
from blocks.library.state.variables import ENDS
from blocks.run.client import ClientSession
from blocks.run.gradients.finite_differences import (
    COARSE,
    FINE,
    Comparison,
    Numbers,
    Precision,
    Verdict,
    compare,
    random_numbers,
)
from blocks.run.gradients.float64_gradients import RebuiltNode, Refined
from blocks.run.session import Session

_ROUNDS = 2
"""How many nodes of one block are checked, where a loop or a gradient makes many of it."""


class PinCheck(NamedTuple):
    """The check of the gradient with respect to an input pin: the worst relative error and its verdict."""

    pin: str
    error: float
    verdict: Verdict


class BlockCheck(NamedTuple):
    """The check of a block's gradient rule at the run's values; in loops, those of the last iteration.

    Attributes:
        type: the block type that was checked: for a gradient, that of the node with the worst error.
        pins: the check of each input pin that has a gradient.
        note: the reason why it was not checked.
    """

    block: str
    type: str
    verdict: Verdict
    error: float
    precision: str
    pins: tuple[PinCheck, ...]
    note: str = ""


class InputCheck(NamedTuple):
    """The check of the path from an input (a variable or a feed) to the differentiated target."""

    name: str
    verdict: Verdict
    error: float
    precision: str
    note: str = ""


class GradientCheck(NamedTuple):
    """The result of `check_gradients`, with blocks and inputs in file order."""

    of: str
    blocks: tuple[BlockCheck, ...]
    inputs: tuple[InputCheck, ...]

    @property
    def wrong(self) -> tuple[str, ...]:
        """The blocks with a wrong gradient rule."""
        return tuple(each.block for each in self.blocks if each.verdict == "wrong")

    @property
    def compared(self) -> bool:
        """Whether anything was compared. Integers have no gradient, and a lone variable has no gradient rule."""
        return any(each.verdict != "not checked" for each in (*self.blocks, *self.inputs))


@renames.parameters(of="loss")
def check_gradients(
    source: Diagram | PageView | Session,
    loss: str,
    feed: Mapping[str, Any] | None = None,
    seed: int = 0,
    backend: Backend | None = None,
) -> GradientCheck:
    """Compare the gradient rules of a page with finite differences along random directions, in float64.

    Args:
        source: a page, a diagram with one page, or a session whose current variables are used.
        loss: the name of the tensor to differentiate, as in `gradient_flow`.
        feed: values for Placeholders, as in `Session.run`.
        seed: the seed of random blocks and directions.
        backend: the backend that runs the programs; None: NumPy.

    Returns:
        The verdict and the relative error for each block and for each input of the page.

    Raises:
        UsageError: a name does not exist.
        RunError: the page fails before ``loss`` is computed.
        DiagramError: a block on the path to ``loss`` has no gradient rule.

    Example:
        check = blocks.check_gradients(blocks.load("gradient_descent.gradblocks"), "loss")
        assert not check.wrong
    """
    session = source if isinstance(source, Session) else Session(source, seed=seed)
    with quiet(), single_blas():
        return _Checking(Refined(session, loss, feed or {}, backend or Backend()), loss, seed).run()


class _Checking:
    def __init__(self, refined: Refined, of: str, seed: int) -> None:
        self.refined = refined
        self.of = of
        self.seed = seed
        self.inside = {id(each): list(refined.calls_inside(each)) for each in refined.calls if each.node.type.nested}
        self.checks: dict[int, BlockCheck] = {}

    def run(self) -> GradientCheck:
        return GradientCheck(self.of, tuple(self.block_checks()), tuple(self.input_checks()))

    def block_checks(self) -> Iterator[BlockCheck]:
        checks: dict[str, list[BlockCheck]] = {}
        counts: dict[tuple[str, str], int] = {}
        for each in self.calls(self.refined.calls):
            key = (each.path, each.kind)
            counts[key] = counts.get(key, 0) + 1
            if counts[key] <= _ROUNDS:
                checks.setdefault(each.path, []).append(self.check_of(each))
        position = self.refined.elaboration.position
        for block in sorted(checks, key=lambda block: position.get(_on_page(block, position), -1)):
            yield max(checks[block], key=lambda check: (_WORST.index(check.verdict), np.nan_to_num(check.error)))

    def check_of(self, call: RebuiltNode) -> BlockCheck:
        return self.checks.get(id(call)) or self.checks.setdefault(id(call), self.block_check(call))

    def block_check(self, of: RebuiltNode) -> BlockCheck:
        spec = of.node.type
        if spec.surrogate_gradient is not None:
            return BlockCheck(of.path, spec.name, "not checked", np.nan, of.precision.name, (), spec.surrogate_gradient)
        scope = Scope(Graph(), owner=of.node.owner)
        leaves: dict[str, list[tuple[Output, Array]]] = {}
        args: list[Any] = []
        for pin, arrays, passing in zip(spec.inputs, of.arrays, of.passing, strict=True):
            outputs: list[Output | None] = []
            pairs = zip(arrays, passing, strict=True) if pin.is_list else ((arrays, passing),)
            for i, (array, goes) in enumerate(pairs):
                if array is None:
                    outputs.append(None)
                    continue
                dtype = self.dtype_at(of, pin.name, array, i)
                if goes:
                    leaf: Output = Placeholder(scope, dtype=dtype, shape=list(array.shape)).as_output()
                    name = of.attrs["program"].inputs[i] if spec.custom_gradient else pin.name
                    leaves.setdefault(name, []).append((leaf, array))
                    outputs.append(leaf)
                else:
                    outputs.append(Const(scope, val=array, dtype=dtype).as_output())
            args.append(outputs if pin.is_list else outputs[0])
        try:
            if of.forward is not None:
                args[1] = of.forward(scope, args[0])
            node: Node = construct(spec, scope, args, dict(of.attrs))
            pins = self.pin_checks(of, scope, node, leaves)
        except DiagramError as error:
            raise error.located(block=of.path, page=self.refined.elaboration.page.name) from None
        worst = max(pins, key=lambda pin: (_WORST.index(pin.verdict), np.nan_to_num(pin.error)), default=None)
        verdict: Verdict = worst.verdict if worst is not None else "not checked"
        error = worst.error if worst is not None else np.nan
        note = "it has no element that can be varied"
        if worst is not None:
            limit = spec.gradient_limits.get(worst.pin)
            note = limit.why if limit is not None and verdict == "not checked" else ""
        if verdict in _DIFFERS:
            before = verdict
            verdict, note = self.judged(verdict, self.inside.get(id(of), ()), _written_inside(of.node))
            if verdict == "custom":
                pins = [pin._replace(verdict=verdict if pin.verdict == before else pin.verdict) for pin in pins]
        return BlockCheck(of.path, of.kind, verdict, error, of.precision.name, tuple(pins), note)

    def dtype_at(self, of: RebuiltNode, pin: str, array: Array, index: int) -> DType:
        arg = of.node.argument(pin)
        first = arg[index] if isinstance(arg, tuple) else of.node.input(pin)
        wide = {DOUBLE.numpy: DOUBLE, FLOAT.numpy: FLOAT, COMPLEX128.numpy: COMPLEX128, COMPLEX64.numpy: COMPLEX64}
        return wide.get(array.dtype, first.dtype) if first.dtype.is_differentiable else first.dtype

    def pin_checks(
        self, of: RebuiltNode, scope: Scope, node: Node, leaves: Mapping[str, list[tuple[Output, Array]]]
    ) -> list[PinCheck]:
        rng = np.random.default_rng(self.seed)
        outputs = [
            new
            for old, new in zip(of.node.outputs, node.outputs, strict=False)  # a loop gives more for its gradient
            if old.index in of.reached and new.dtype.is_differentiable and not _limits_of(new)
        ]
        xs = [leaf for pairs in leaves.values() for leaf, _ in pairs]
        if not outputs or not xs:
            return []
        session = self.client(scope)
        feed: dict[Operand, Array] = {leaf: array for pairs in leaves.values() for leaf, array in pairs}
        weights = [random_numbers(rng, value).astype(value.dtype) for value in session.run(outputs, feed)]
        seeds = _constants(scope, weights, outputs)
        result = dict(zip(xs, try_gradients(scope, outputs, xs, seeds), strict=True))
        checks: list[PinCheck] = []
        for pin, pairs in leaves.items():
            if _is_by_design(of, pin):
                checks.append(PinCheck(pin, np.nan, "not checked"))
                continue
            gradients = [result[leaf] for leaf, _ in pairs]
            check = PinCheck(pin, *_compared(session, outputs, feed, pairs, gradients, weights, of.precision, rng))
            meant = of.forward is not None and check.verdict in _DIFFERS and check.error > of.precision.tolerance
            checks.append(check._replace(verdict="custom") if meant else check)
        return checks

    def input_checks(self) -> Iterator[InputCheck]:
        """Check the whole path for each variable and placeholder (for each constant if there are none)."""
        new = self.refined
        ys = [new.live[y] for y in new.ys if y in new.live and new.value_of(y) is not None]
        ends = [leaf for leaf in new.leaves if leaf.op.type.variable or leaf.op.type.fed]
        ends = ends or [leaf for leaf in new.leaves if leaf.op.owner is not None]
        if not ys or not ends:
            return
        precision = COARSE if new.coarse else FINE
        session = self.client(new.scope)
        feed: dict[Operand, Array] = {leaf: new.values[old] for old, leaf in new.leaves.items()}
        rng = np.random.default_rng(self.seed)
        magnitude = max((_largest(value) for value in new.values.values()), default=0.0)
        weights = [random_numbers(rng, value).astype(value.dtype) for value in session.run(ys, feed)]
        seeds = _constants(new.scope, weights, ys)
        xs = [new.leaves[end] for end in ends]
        for end, x, gradient in zip(ends, xs, try_gradients(new.scope, ys, xs, seeds), strict=True):
            pairs = [(x, new.values[end])]
            error, verdict = _compared(session, ys, feed, pairs, [gradient], weights, precision, rng, magnitude)
            note = ""
            if verdict in _DIFFERS:
                depends = depends_on(new.scope.graph, x.op)
                onward = [each for each in new.calls if depends[new.live[each.node.outputs[0]].op.number]]
                verdict, note = self.judged(verdict, self.calls(onward))
            yield InputCheck(_name_of(end), verdict, error, precision.name, note)

    def client(self, scope: Scope) -> ClientSession:
        client = ClientSession(scope)
        client.backend = self.refined.backend
        return client

    def calls(self, outside: Iterable[RebuiltNode]) -> Iterator[RebuiltNode]:
        for each in outside:
            yield each
            yield from self.inside.get(id(each), ())

    def judged(self, verdict: Verdict, calls: Iterable[RebuiltNode], meant: Iterable[str] = ()) -> tuple[Verdict, str]:
        """Return the final verdict on a gradient with the reason, if a difference may come from some nodes alone."""
        calls = [*calls]
        meant = [*meant, *self.by_design(calls)] if verdict == "wrong" else []
        if meant:
            return "not checked", "; ".join(dict.fromkeys(meant))
        verdicts = [self.check_of(each).verdict for each in calls] if any(each.forward for each in calls) else []
        if "custom" not in verdicts or verdict in verdicts:
            return verdict, ""
        customs = [f"custom gradient {each.kind}" for each in calls if each.forward is not None]
        return "custom", "; ".join(dict.fromkeys(customs))

    def by_design(self, calls: Iterable[RebuiltNode]) -> Iterator[str]:
        for each in calls:
            if each.node.type.surrogate_gradient is not None:
                yield each.node.type.surrogate_gradient
            yield from _written_inside(each.node)
            for output in each.node.outputs:
                if output.index in each.reached:
                    yield from _limits_of(output)
            for pin, passing in zip(each.node.type.inputs, each.passing, strict=True):
                if passing and _is_by_design(each, pin.name):
                    yield each.node.type.gradient_limits[pin.name].why


def _on_page(block: str, position: Mapping[str, int]) -> str:
    while block not in position and "/" in block:
        block = block.rpartition("/")[0]
    return block


def _is_by_design(of: RebuiltNode, pin: str) -> bool:
    spec = of.node.type
    limit = spec.gradient_limits.get(pin) if spec.rule_for(of.attrs) is spec.rule else None
    return limit is not None and limit.holds(of.arrays)


def _constants(scope: Scope, arrays: Sequence[Array], like: Sequence[Output]) -> list[Output]:
    return [Const(scope, val=w, dtype=y.dtype).as_output() for w, y in zip(arrays, like, strict=True)]


def _written_inside(node: Node) -> Iterator[str]:
    for body in bodies_of(node.attrs["program"]) if node.type.nested else ():
        outputs = (output for each in body.graph.nodes for output in each.outputs)
        yield from (why for output in outputs for why in _limits_of(output) if why == ENDS)


def _limits_of(output: Output) -> list[str]:
    limits = output.op.type.gradient_limits
    limit = limits.get(output.op.pin_of(output.index)[0]) if limits else None
    return [] if limit is None else [limit.why]


_DIFFERS: tuple[Verdict, ...] = ("wrong", "not smooth here")
_WORST: tuple[Verdict, ...] = ("not checked", "right", "not smooth here", "custom", "wrong")


def _compared(
    session: ClientSession,
    outputs: Sequence[Output],
    feed: Mapping[Operand, Array],
    pairs: Sequence[tuple[Output, Array]],
    gradients: Sequence[Any],
    weights: Numbers,
    precision: Precision,
    rng: Any,
    magnitude: float = 0.0,
) -> Comparison:
    """Compare gradients with respect to fed values; a missing gradient counts as zero."""
    reached = [gradient for gradient in gradients if isinstance(gradient, Output)]
    values = iter(session.run(reached, feed) if reached else [])
    numbers = [
        next(values) if isinstance(gradient, Output) else np.zeros_like(array)
        for gradient, (_, array) in zip(gradients, pairs, strict=True)
    ]

    def function(where: Numbers) -> Numbers:
        return session.run(outputs, {**feed, **dict(zip((leaf for leaf, _ in pairs), where, strict=True))})

    return compare(function, [array for _, array in pairs], numbers, weights, precision, rng, magnitude)


def _name_of(output: Output) -> str:
    node = output.op
    pin, index = node.pin_of(output.index)
    one = len(node.outputs) == 1
    return node.block_name if one else f"{node.block_name}.{pin}" + ("" if index is None else f"[{index}]")


def _largest(value: Any) -> float:
    array = np.asarray(value)
    if array.dtype.kind not in "fc" or not array.size:
        return 0.0
    return float(np.max(np.abs(array), where=np.isfinite(array), initial=0.0))
