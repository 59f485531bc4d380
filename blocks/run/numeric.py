"""Checking gradients against differences: of each block alone, and of the whole way from an input to the end.

The page is run once, without writing a file. What the gradient passes is then built anew in double precision at the
values of that run; what it does not pass (`blocks.graph.flow`) stays as it is, so that differences see no more than the
gradient may.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import COMPLEX64, COMPLEX128, DOUBLE, FLOAT, DType
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.compile.calling import call, quiet
from blocks.compile.passes import Fed, Goal
from blocks.compile.plan import make_plan
from blocks.compile.rewrite import place
from blocks.diagram.gradient_flow import differentiated
from blocks.diagram.model import Diagram, PageView
from blocks.graph.build import construct
from blocks.graph.flow import gradient_flow, pin_cut, whole_cut
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.scope import Scope
from blocks.graph.unrolling import unroll
from blocks.library.index import find
from blocks.run.client import ClientSession
from blocks.run.differences import COARSE, FINE, Comparison, Numbers, Precision, Verdict, compare, random_numbers
from blocks.run.session import Session
from blocks.run.streams import StepStreams

BY_DESIGN: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "QuantizeAndDequantizeV2",
            "FakeQuantWithMinMaxArgs",
            "FakeQuantWithMinMaxVars",
            "FakeQuantWithMinMaxVarsPerChannel",
        ),
        "its results are steps, its gradient is that of a line",
    ),
    **dict.fromkeys(
        ("MaxPoolGradGrad", "MaxPool3DGrad", "MaxPool3DGradGrad"),
        "what was pooled and the result must go on belonging together",
    ),
    "FusedBatchNormGrad": "the statistics count as functions of x",
    "SoftmaxCrossEntropyWithLogits.labels": "the rows of labels must go on adding up to 1",
    "SoftmaxCrossEntropyWithLogits.features": "the gradient takes for granted that the rows of labels add up to 1",
}
"""Block types, or pins of them, whose gradient is meant to be another one than the derivative, and why."""

_DROPPED_BY_DESIGN = ("FusedBatchNorm",)
"""Types of whose outputs only the first has a gradient, as in TensorFlow."""

_FINE = (DOUBLE, COMPLEX128)
_SWITCHES = ("Switch", "RefSwitch")
_HANDED_ON = (*_SWITCHES, "Merge", "NextIteration", "RefNextIteration")
_ROUNDS = 2
"""How many nodes of one block are checked, where a loop or a gradient makes many of it."""


class PinCheck(NamedTuple):
    """The gradient by one input pin of a block: the worst relative error, and what that means."""

    pin: str
    error: float
    verdict: Verdict


class BlockCheck(NamedTuple):
    """The gradient rule of one block, at the values of the run.

    Attributes:
        block: the block.
        type: the block type that was checked: for a gradient, that of the node with the worst error.
        verdict: the worst of its pins'.
        error: the worst relative error; NaN where there is none.
        precision: what it was computed in.
        pins: what was found at each of the input pins that have a gradient.
        note: why it was not checked.
    """

    block: str
    type: str
    verdict: Verdict
    error: float
    precision: str
    pins: tuple[PinCheck, ...]
    note: str = ""


class InputCheck(NamedTuple):
    """The whole way from an input (a variable, or what is fed) to what is differentiated."""

    name: str
    verdict: Verdict
    error: float
    precision: str
    note: str = ""


class GradientCheck(NamedTuple):
    """What `check_gradients` finds, in file order."""

    of: str
    blocks: tuple[BlockCheck, ...]
    inputs: tuple[InputCheck, ...]

    @property
    def wrong(self) -> tuple[str, ...]:
        """The blocks with a wrong gradient rule."""
        return tuple(each.block for each in self.blocks if each.verdict == "wrong")


def check_gradients(
    source: Diagram | PageView | Session,
    of: str,
    feed: Mapping[str, Any] | None = None,
    seed: int = 0,
    backend: Backend | None = None,
) -> GradientCheck:
    """Compare gradients with differences along random directions.

    Args:
        source: a page, or a session, whose variables are then taken as they are now.
        of: the name of what is differentiated, as for `blocks.diagram.gradient_flow.page_flow`.
        feed: values for placeholders, as for `Session.run`.
        seed: what random blocks, and the directions, start from.
        backend: makes the programs; NumPy's unless given.

    Raises:
        UsageError: a name does not exist.
        RunError: the page does not run as far as ``of``.
        DiagramError: a block in between has no gradient rule.
    """
    session = source if isinstance(source, Session) else Session(source, seed=seed)
    with quiet():
        return _Checking(session, of, feed or {}, seed, backend or Backend()).run()


class _Call(NamedTuple):
    """A node as it was built anew: its type, and what it gets.

    Attributes:
        node: the node of the page's graph.
        arrays: what each input pin gets, in the precision that it is computed in.
        attrs: its attributes.
        passing: for each input pin, whether the gradient passes (a list for a list pin).
        precision: what it is computed in.
    """

    node: Node
    arrays: tuple[Any, ...]
    attrs: dict[str, Any]
    passing: tuple[Any, ...]
    precision: Precision


class _Checking:
    def __init__(self, session: Session, of: str, feed: Mapping[str, Any], seed: int, backend: Backend) -> None:
        self.session = session
        self.backend = backend
        self.made = session.made
        self.of = of
        self.seed = seed
        self.feeds = session.feeds(feed)
        ys = differentiated(session.made, of)
        unrolled = unroll(Scope(self.made.graph).new_sub_scope("checked"), ys)
        self.ys = [y for y in (unrolled.get(y, y) for y in ys) if y.dtype.is_differentiable]
        self.reached = {place(output): output for output in gradient_flow(self.made.graph, self.ys).reached}
        self.scope = Scope.new_root_scope()
        self.live: dict[Output, Output] = {}
        self.values: dict[Output, Any] = {}
        self.leaves: dict[Output, Output] = {}
        self.calls: list[_Call] = []
        self.coarse = False

    def run(self) -> GradientCheck:
        """All of it."""
        numbers = sorted({number for number, _ in self.reached})
        nodes = [self.made.graph.nodes[number] for number in numbers]
        inner = [node for node in nodes if self.is_inner(node)]
        self.values.update(self.run_page(inner))
        for node in inner:
            self.rebuild(node)
        return GradientCheck(self.of, tuple(self.block_checks()), tuple(self.input_checks()))

    def is_inner(self, node: Node) -> bool:
        """Whether a node is built anew; all others give the values of the run."""
        spec = node.type
        drawn = spec.variable or spec.random or spec.context or (spec.has_refs and spec.name not in _HANDED_ON)
        fed = any(place(output) in self.feeds for output in node.outputs)
        return bool(node.inputs) and not drawn and not fed and whole_cut(node) is None

    def run_page(self, inner: Sequence[Node]) -> dict[Output, Any]:
        """The values of a step at everything that the inner nodes get from elsewhere, and that decides what runs."""
        inside = {node.number for node in inner}
        wanted: dict[Output, None] = {}
        for node in inner:
            for value in node.inputs:
                if value.op.number not in inside:
                    wanted[value] = None
        wanted.update((y, None) for y in self.ys)
        session = self.session
        session.initialise(self.feeds)
        fed = {at: Fed(self.made.graph.nodes[at[0]].outputs[at[1]].dtype, np.shape(v)) for at, v in self.feeds.items()}
        shapes = session.state.shapes(self.made.graph)
        goal = Goal(list(wanted))
        if session.has_effects:  # a queue is filled by blocks that are not on the way
            whole = session.wanted(()).goal
            goal = Goal([*wanted, *whole.outputs], whole.targets, whole.turns)
        plan = make_plan(
            self.made.graph, goal, fed, shapes, memory=session.memory, passes=session.passes, form=self.backend.plan
        )
        streams = StepStreams(
            session.seed, session.steps, session.resources, session.files.for_reading(), session.memory
        )
        result = plan.run(session.state.values, list(self.feeds.values()), streams)
        faults = [*result.errors, *session.state.faults.values()]
        if any(result.outputs[i] is None and i not in result.dead for i in range(len(wanted))):
            faults = faults or session.problems()
            raise RunError([fault.located(page=session.page.name) for fault in faults], {})
        return dict(zip(wanted, result.outputs, strict=False))

    def rebuild(self, node: Node) -> None:
        """Build a node anew, in double precision if its type takes that, and compute it."""
        if node.type.name in _HANDED_ON:
            self.hand_on(node)
            return
        if any(self.value_of(value) is None for value in node.inputs):
            self.values.update(dict.fromkeys(node.outputs))  # on a branch that was not taken
            return
        fault: DiagramError | None = None
        for level in (DOUBLE, FLOAT, None):
            try:
                self.calls.append(self.rebuilt(node, level))
            except DiagramError as error:
                fault = error
            else:
                return
        assert fault is not None
        raise fault.located(block=node.block_name)

    def rebuilt(self, node: Node, level: DType | None) -> _Call:
        attrs = {name: _widened(value, level) for name, value in node.attrs.items()}
        args: list[Any] = []
        arrays: list[Any] = []
        passing: list[Any] = []
        for pin, arg in zip(node.type.inputs, node.args, strict=True):
            values = arg if isinstance(arg, tuple) else (arg,)
            goes = [value is not None and place(value) in self.reached and pin_cut(node, pin.name, value) is None
                    for value in values]  # fmt: skip
            found = [
                self.at_level(v, level, live) if v is not None else None for v, live in zip(values, goes, strict=True)
            ]
            base = [self.array_at(v, level) if v is not None else None for v in values]
            args.append(found if pin.is_list else found[0])
            arrays.append(tuple(base) if pin.is_list else base[0])
            passing.append(goes if pin.is_list else goes[0])
        made: Node = construct(node.type, self.scope.with_owner(node.owner), args, attrs)
        results = call(made, arrays, self.session.streams(self.session.steps), self.session.memory)
        fine = level is DOUBLE and all(o.dtype in _FINE for o in made.outputs if o.dtype.is_differentiable)
        self.coarse = self.coarse or not fine
        for old, new, value in zip(node.outputs, made.outputs, results, strict=True):
            self.values[old] = np.asarray(value)
            self.live[old] = new
        return _Call(node, tuple(arrays), dict(made.attrs), tuple(passing), FINE if fine else COARSE)

    def hand_on(self, node: Node) -> None:
        """A branch: what was taken is handed on, the rest has no value."""
        outputs = node.outputs
        sources: list[Output | None]
        if node.type.name == "Merge":
            alive = next((v for v in node.input_list("inputs") if self.value_of(v) is not None), None)
            sources = [alive, None]
        elif node.type.name not in _SWITCHES:
            sources = [node.input("data")]
        else:
            data = node.input("data")
            taken = bool(np.asarray(self.value_of(node.input("pred"))).item())
            sources = [None if taken else data, data if taken else None]
        for output, source in zip(outputs, sources, strict=True):
            self.values[output] = None if source is None else self.value_of(source)
            if source is not None and self.values[output] is not None:
                self.live[output] = self.at_level(source, DOUBLE, True)

    def value_of(self, output: Output) -> Any:
        """The value of an output in the run, or as it was computed anew; None on a branch that was not taken."""
        return self.values.get(output)

    def array_at(self, output: Output, level: DType | None) -> Array:
        """The value of an output in the precision that it is wanted in."""
        value = self.value_of(output)
        to = _widened(output.dtype, level)
        return value if to.kind in ("string", "handle") else np.asarray(value).astype(to.numpy, copy=False)

    def at_level(self, output: Output, level: DType | None, live: bool) -> Output:
        """An output in the new graph, in the precision that it is wanted in; a constant where no gradient passes."""
        dtype = _widened(output.dtype, level)
        array = self.array_at(output, level)
        if not live:
            return _make("Const", self.scope, val=array, dtype=dtype)
        if output not in self.live:
            wide = _widened(output.dtype, DOUBLE)
            self.values[output] = self.array_at(output, DOUBLE)
            leaf = _make("Placeholder", self.scope, dtype=wide, shape=list(np.shape(array)))
            self.live[output] = self.leaves[output] = leaf
        found = self.live[output]
        return found if found.dtype is dtype else _make("Cast", self.scope, found, DstT=dtype)

    def block_checks(self) -> Iterator[BlockCheck]:
        """The checks of all blocks that the gradient passes."""
        found: dict[str, list[BlockCheck]] = {}
        counts: dict[tuple[str, str], int] = {}
        for each in self.calls:
            key = (each.node.block_name, each.node.type.name)
            counts[key] = counts.get(key, 0) + 1
            if counts[key] <= _ROUNDS:
                found.setdefault(each.node.block_name, []).append(self.block_check(each))
        position = self.made.position
        for block in sorted(found, key=lambda block: position.get(block, -1)):
            yield max(found[block], key=lambda check: (_WORST.index(check.verdict), np.nan_to_num(check.error)))

    def block_check(self, of: _Call) -> BlockCheck:
        """One block alone, in a graph of its own."""
        spec = of.node.type
        if spec.name in BY_DESIGN:
            return BlockCheck(
                of.node.block_name, spec.name, "not checked", np.nan, of.precision.name, (), BY_DESIGN[spec.name]
            )
        scope = Scope.new_root_scope().with_owner(of.node.owner)
        leaves: dict[str, list[tuple[Output, Array]]] = {}
        args: list[Any] = []
        for pin, arrays, passing in zip(spec.inputs, of.arrays, of.passing, strict=True):
            made: list[Output | None] = []
            for array, goes in zip(arrays, passing, strict=True) if pin.is_list else ((arrays, passing),):
                if array is None:
                    made.append(None)
                    continue
                dtype = self.dtype_at(of, pin.name, array)
                if goes:
                    leaf = _make("Placeholder", scope, dtype=dtype, shape=list(array.shape))
                    leaves.setdefault(pin.name, []).append((leaf, array))
                    made.append(leaf)
                else:
                    made.append(_make("Const", scope, val=array, dtype=dtype))
            args.append(made if pin.is_list else made[0])
        try:
            node: Node = construct(spec, scope, args, dict(of.attrs))
            pins = self.pin_checks(of, scope, node, leaves)
        except DiagramError as error:
            raise error.located(block=of.node.block_name, page=self.made.page.name) from None
        worst = max(pins, key=lambda pin: (_WORST.index(pin.verdict), np.nan_to_num(pin.error)), default=None)
        verdict: Verdict = worst.verdict if worst is not None else "not checked"
        error = worst.error if worst is not None else np.nan
        note = "nothing of it can be varied"
        if worst is not None:
            note = BY_DESIGN.get(f"{spec.name}.{worst.pin}", "") if verdict == "not checked" else ""
        return BlockCheck(of.node.block_name, spec.name, verdict, error, of.precision.name, tuple(pins), note)

    def dtype_at(self, of: _Call, pin: str, array: Array) -> DType:
        """The dtype of what a rebuilt node gets at a pin."""
        arg = of.node.argument(pin)
        first = arg[0] if isinstance(arg, tuple) else of.node.input(pin)
        wide = {DOUBLE.numpy: DOUBLE, FLOAT.numpy: FLOAT, COMPLEX128.numpy: COMPLEX128, COMPLEX64.numpy: COMPLEX64}
        return wide.get(array.dtype, first.dtype) if first.dtype.is_differentiable else first.dtype

    def pin_checks(
        self, of: _Call, scope: Scope, node: Node, leaves: Mapping[str, list[tuple[Output, Array]]]
    ) -> list[PinCheck]:
        """The gradient of one node by each of its pins, those in turn."""
        rng = np.random.default_rng(self.seed)
        dropped = 1 if node.type.name in _DROPPED_BY_DESIGN else len(node.outputs)
        outputs = [
            new
            for old, new in zip(of.node.outputs[:dropped], node.outputs, strict=False)
            if place(old) in self.reached and new.dtype.is_differentiable
        ]
        xs = [leaf for pairs in leaves.values() for leaf, _ in pairs]
        if not outputs or not xs:
            return []
        session = self.client(scope)
        feed: dict[Operand, Array] = {leaf: array for pairs in leaves.values() for leaf, array in pairs}
        weights = [random_numbers(rng, value).astype(value.dtype) for value in session.run(outputs, feed)]
        seeds = [_make("Const", scope, val=w, dtype=y.dtype) for w, y in zip(weights, outputs, strict=True)]
        found = dict(zip(xs, try_gradients(scope, outputs, xs, seeds), strict=True))
        checks: list[PinCheck] = []
        for pin, pairs in leaves.items():
            if _is_by_design(of, pin):
                checks.append(PinCheck(pin, np.nan, "not checked"))
                continue
            gradients = [found[leaf] for leaf, _ in pairs]
            checks.append(
                PinCheck(pin, *_compared(session, outputs, feed, pairs, gradients, weights, of.precision, rng))
            )
        return checks

    def input_checks(self) -> Iterator[InputCheck]:
        """The whole way, for each variable and placeholder (for each constant, if there are none)."""
        ys = [self.live[y] for y in self.ys if y in self.live and self.value_of(y) is not None]
        ends = [leaf for leaf in self.leaves if leaf.op.type.variable or leaf.op.type.name.startswith("Placeholder")]
        ends = ends or [leaf for leaf in self.leaves if leaf.op.owner is not None]
        if not ys or not ends:
            return
        precision = COARSE if self.coarse else FINE
        note = "; ".join(dict.fromkeys(BY_DESIGN[name] for name in self.by_design()))
        session = self.client(self.scope)
        feed: dict[Operand, Array] = {new: self.values[old] for old, new in self.leaves.items()}
        rng = np.random.default_rng(self.seed)
        magnitude = max((_largest(value) for value in self.values.values()), default=0.0)
        weights = [random_numbers(rng, value).astype(value.dtype) for value in session.run(ys, feed)]
        seeds = [_make("Const", self.scope, val=w, dtype=y.dtype) for w, y in zip(weights, ys, strict=True)]
        xs = [self.leaves[end] for end in ends]
        for end, x, gradient in zip(ends, xs, try_gradients(self.scope, ys, xs, seeds), strict=True):
            pairs = [(x, self.values[end])]
            error, verdict = _compared(session, ys, feed, pairs, [gradient], weights, precision, rng, magnitude)
            by_design = verdict == "wrong" and bool(note)
            told: Verdict = "not checked" if by_design else verdict
            yield InputCheck(end.op.block_name, told, error, precision.name, note if by_design else "")

    def client(self, scope: Scope) -> ClientSession:
        """What runs a graph that was built anew."""
        client = ClientSession(scope)
        client.backend = self.backend
        return client

    def by_design(self) -> Iterator[str]:
        """What lies on the way whose gradient is not meant to be the derivative."""
        for each in self.calls:
            if each.node.type.name in BY_DESIGN:
                yield each.node.type.name
            for pin, passing in zip(each.node.type.inputs, each.passing, strict=True):
                if passing and _is_by_design(each, pin.name):
                    yield f"{each.node.type.name}.{pin.name}"


def _is_by_design(of: _Call, pin: str) -> bool:
    """Whether the gradient by a pin is meant to be another one than the derivative, at these values."""
    name = f"{of.node.type.name}.{pin}"
    if name == "SoftmaxCrossEntropyWithLogits.features":
        return not np.allclose(np.sum(of.arrays[1], axis=-1), 1.0, atol=1e-3)
    return name in BY_DESIGN


_WORST: tuple[Verdict, ...] = ("not checked", "right", "not smooth here", "wrong")


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
    """Compare gradients by some of what is fed; those that there are none of count as zero."""
    reached = [gradient for gradient in gradients if isinstance(gradient, Output)]
    values = iter(session.run(reached, feed) if reached else [])
    numbers = [
        next(values) if isinstance(gradient, Output) else np.zeros_like(array)
        for gradient, (_, array) in zip(gradients, pairs, strict=True)
    ]

    def function(where: Numbers) -> Numbers:
        return session.run(outputs, {**feed, **dict(zip((leaf for leaf, _ in pairs), where, strict=True))})

    return compare(function, [array for _, array in pairs], numbers, weights, precision, rng, magnitude)


def _largest(value: Any) -> float:
    """The largest finite number of a value."""
    array = np.asarray(value)
    if array.dtype.kind not in "fc" or not array.size:
        return 0.0
    return float(np.max(np.abs(array), where=np.isfinite(array), initial=0.0))


def _widened(value: Any, level: DType | None) -> Any:
    """A dtype (or anything else, which stays) in another precision; None leaves all as it is."""
    if level is None or not isinstance(value, DType) or not value.is_differentiable:
        return value
    if value.is_complex:
        return COMPLEX128 if level is DOUBLE else COMPLEX64
    return level


def _make(name: str, *args: Any, **attributes: Any) -> Output:
    maker = find(name)
    assert maker is not None
    return maker(*args, **attributes).as_output()
