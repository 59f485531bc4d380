"""The goal of a step: the requested names, and the results that it computes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.output_names import NamedTensors, asked_by, parse_name, pin_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes, output_key
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef, SessionRequest


class StepCheck(NamedTuple):
    """A check of each step, before its values are stored.

    Attributes:
        outputs: the tensors that the step computes for it, in addition to those of its goal.
        check: gets their values, None for one that failed. If it raises an exception, the step changes no variable.
    """

    outputs: Sequence[Output]
    check: Callable[[Sequence[Any]], None]


class FetchRequest(NamedTuple):
    """The request of a run.

    Attributes:
        names: the results to return; none: all of them.
        feeds: fed values by output.
        trace: names of results to return with those that they depend on, or whether to do so for ``names``.
        trains: whether the step also does what it does without names.
        evaluates: whether to return results without a step.
        lazy: whether most results that were not requested by name are never read.
        check: the check of each step.
    """

    names: tuple[str, ...] = ()
    feeds: Mapping[OutputKey, Any] = MappingProxyType({})
    trace: tuple[str, ...] | bool = False
    trains: bool = True
    evaluates: bool = False
    lazy: bool = False
    check: StepCheck | None = None


class Wanted(NamedTuple):
    """The goal of a step.

    Attributes:
        elements: the requested blocks with list indices (None: the whole list).
        inside: whether results of all blocks inside instances are shown, or the path of one instance whose are.
        shown: the part of the goal whose results are shown along with those that they depend on; None: all of it.
        only: the names of further shown results.
        inner: requested result pins of blocks in loops and branches, with their outputs.
        seen: result pins of inspected blocks (``inside``), with outputs that return records of them.
        lazy: whether most results that were not requested by name are never read.
        evaluates: whether this is not a step: nothing is committed.
        needs: indices of goal outputs, of which at least one must be alive, with the requested names.
    """

    blocks: Set[str]
    goal: Goal
    everything: bool = False
    elements: frozenset[tuple[str, int | None]] = frozenset()
    needs: tuple[tuple[str, tuple[int, ...]], ...] = ()
    inside: bool | str = True
    shown: Goal | None = None
    only: Sequence[str] = ()
    inner: tuple[tuple[str, Output], ...] = ()
    seen: tuple[tuple[str, Output], ...] = ()
    lazy: bool = False
    evaluates: bool = False

    @property
    def traces(self) -> bool:
        return self.shown is None or bool(self.shown.outputs or self.shown.targets)


def wanted_by(
    elaboration: Elaboration,
    asked: FetchRequest,
    *,
    inside: bool | str = True,
    fed: bool = True,
    step: int | None = None,
    rounds: bool = False,
) -> Wanted:
    """Return the goal for requested names; without names, the requests of the page itself.

    Args:
        inside: whether to show results of blocks inside instances; see `Wanted`.
        step: the number of the step, from 1, if sessions have intervals; None: all of them run.
    """
    traced = () if isinstance(asked.trace, bool) else asked.trace
    names = (*asked.names, *traced)
    if names:
        targets_of = [asked_by(elaboration, name, rounds=rounds) for name in names]
        goal = _goal(targets_of)
        shown = goal if asked.trace is True else _goal(targets_of[len(asked.names) :])
        wanted = Wanted(
            elaboration.upstream({a.block if a.within is None else a.within for a in targets_of}),
            goal,
            elements=frozenset((a.block, a.element) for a in targets_of),
            needs=_groups(zip(names, (a.outputs for a in targets_of), strict=True)),
            inside=inside,
            shown=shown,
            only=tuple(dict.fromkeys(each for name in asked.names for each in result_names(elaboration, name))),
            inner=tuple([each for a in targets_of for each in a.inner]),
        )
        if asked.evaluates or not asked.trains:
            return wanted
        run = wanted_by(elaboration, FetchRequest(), step=step) if elaboration.sessions else _effects(elaboration)
        both = Goal([*goal.outputs, *run.goal.outputs], [*goal.targets, *run.goal.targets], run.goal.turns)
        return wanted._replace(blocks=wanted.blocks | run.blocks, goal=both)
    if elaboration.sessions:
        idle = [block for block, every in intervals(elaboration).items() if step is not None and step % every]
        requests = [request for block, request in elaboration.requests if block not in idle]
        outputs = [o for request in requests for o in request.fetches]
        targets = [t for request in requests for t in request.targets]
        needs = _groups((o.op.block_name, [o]) for o in outputs)
        blocks = elaboration.upstream({*elaboration.sessions - set(idle), *elaboration.trainers})
        return Wanted(blocks, Goal(outputs, targets, _turns(elaboration)), needs=needs, inside=inside)
    has_inside = elaboration.expansion is not None or bool(elaboration.inner)
    outputs = [each[3] for each in elaboration.outputs()]
    targets: list[Node] = []
    if any(map(_gives_operations, set(elaboration.specs.values()))):
        targets = [
            v.op for values in elaboration.values.values() for v in values.values() if isinstance(v, OperationRef)
        ]
    if has_inside and inside is not True and not fed:
        outputs = [each[3] for each in elaboration.outputs() if "/" not in each[0]]
        targets += _last(elaboration, outputs, targets)
    return Wanted(elaboration.position.keys(), Goal(outputs, targets), True, inside=inside)


def without_writes(elaboration: Elaboration, wanted: Wanted, feeds: Mapping[OutputKey, Any]) -> Wanted:
    """Return a goal without blocks that change variables.

    Raises:
        UsageError: a requested result depends on one.
    """
    nodes, loops, goal = elaboration.graph.nodes, elaboration.graph.loops, wanted.goal
    writer: dict[Node, Node] = {}
    while True:
        found = len(writer)
        for node in nodes:
            before = [i.op for i in node.inputs if output_key(i) not in feeds] if not node.type.variable else []
            result = node if node.type.writes else next(filter(None, map(writer.get, (*before, *node.controls))), None)
            if result is not None:
                writer[node] = result
        if not loops or len(writer) == found:  # in a loop, an input may come later
            break
    outputs = [each for each in goal.outputs if each.op not in writer or output_key(each) in feeds]
    if wanted.shown is None:
        targets = [node for node in goal.targets if not (node in writer or node.type.context)]
        return wanted._replace(goal=Goal(outputs, targets, goal.turns), needs=(), evaluates=True)
    for node in (*[each.op for each in goal.outputs if each not in outputs], *goal.targets):
        if node in writer:
            text = f"{node.block_name!r} cannot be evaluated, because {writer[node].block_name!r} changes variables"
            raise UsageError(text, page=elaboration.page.name, hint="run a step instead, which changes them")
    return wanted._replace(evaluates=True)


def _goal(asked: Sequence[NamedTensors]) -> Goal:
    return Goal([o for each in asked for o in each.outputs], [t for each in asked for t in each.targets])


def _effects(elaboration: Elaboration) -> Wanted:
    nodes = [node for node in elaboration.graph.nodes if node.type.writes or node.type.context]
    changing = {block for block, spec in elaboration.specs.items() if spec.writes or spec.trains or spec.context}
    return Wanted(elaboration.upstream(changing | {node.block_name for node in nodes}), Goal([], nodes))


def looked_at(elaboration: Elaboration, inside: bool | str) -> tuple[tuple[str, Output], ...]:
    """Return inspected result pins in loops and branches, and outputs that return records of them.

    Args:
        elaboration: the page; its graph may get more outputs.
    """
    if (
        not isinstance(inside, str)
        or not inside
        or elaboration.expansion is None
        or inside in elaboration.expansion.instances
    ):
        return ()
    from blocks.analysis.inner_values import seen_within

    return tuple([(f"{inside}/{name}", output) for name, output in seen_within(elaboration, inside)])


def intervals(elaboration: Elaboration) -> dict[str, int]:
    """Return the ClientSession blocks that do not run in each step, with their intervals in steps.

    Blocks with errors are included: they make a step fail in which they would run.
    """
    result: dict[str, int] = {}
    for block in elaboration.page.blocks if elaboration.sessions else ():
        every = block.values.get("every") if block.id in elaboration.sessions else None
        if isinstance(every, int) and every > 1:
            result[block.id] = every
    return result


def _last(elaboration: Elaboration, outputs: Sequence[Output], targets: Sequence[Node]) -> list[Node]:
    """Return the nodes that no other needs, to run all blocks inside instances in addition to the goals."""
    marked = needed_nodes(elaboration.graph, outputs, targets)
    left = {o.op: None for block, _, _, o in elaboration.outputs() if "/" in block and not marked[o.op.number]}
    marked = needed_nodes(elaboration.graph, outputs, [*targets, *left])
    read = {
        i.op for node in elaboration.graph.nodes if marked[node.number] and not node.type.variable for i in node.inputs
    }
    return [node for node in left if node not in read]


def _gives_operations(spec: BlockSpec) -> bool:
    return spec.kind == "helper" or any(pin.kind != "tensor" for pin in spec.outputs)


def _turns(elaboration: Elaboration) -> dict[str, int]:
    turns: dict[str, int] = {}
    graph = elaboration.graph
    has_effects = any(node.type.context for node in graph.nodes)
    for turn, (_, request) in enumerate(elaboration.requests if has_effects else ()):
        marked = needed_nodes(graph, request.fetches, request.targets)
        for node in graph.nodes:
            if node.type.context and marked[node.number]:
                turns.setdefault(node.block_name, turn)
    return turns


class Computed(NamedTuple):
    """The results that a step computes."""

    needed: bytearray
    names: list[str]
    outputs: list[Output]
    seen: Sequence[tuple[str, Output]] = ()


def computed(elaboration: Elaboration, wanted: Wanted, feeds: Mapping[OutputKey, Any]) -> Computed:
    needed = shown = needed_nodes(elaboration.graph, wanted.goal.outputs, wanted.goal.targets, feeds)
    traces, only = wanted.traces, set(wanted.only)
    if wanted.shown is not None:
        shown = needed_nodes(elaboration.graph, wanted.shown.outputs, wanted.shown.targets, feeds)
    names: list[str] = []
    outputs: list[Output] = []
    pins: dict[tuple[BlockSpec, str], tuple[str, ...]] = {}
    specs = elaboration.specs
    hidden = wanted.inside is not True and (elaboration.expansion is not None or bool(elaboration.inner))
    asked = {block for block, _ in wanted.elements} if hidden else ()
    blocks = None if traces else dict.fromkeys([each.partition(".")[0] for each in wanted.only])
    for block, pin, index, output in elaboration.outputs(blocks):
        seen = traces and (shown[output.op.number] or (feeds and output_key(output) in feeds))
        if seen and hidden and "/" in block and block not in asked and block.rpartition("/")[0] != wanted.inside:
            seen = False
        if seen or only:
            at = (specs[block], pin)
            of_pin = pins.get(at)
            if of_pin is None:
                of_pin = pins[at] = result_pins(*at)
            for result_pin in of_pin:
                whole = f"{block}.{result_pin}"
                name = whole if index is None else f"{whole}[{index}]"
                if seen or name in only or whole in only:
                    names.append(name)
                    outputs.append(output)
    names += [name for name, _ in wanted.inner]
    outputs += [output for _, output in wanted.inner]
    return Computed(needed, names, outputs, [each for each in wanted.seen if shown[each[1].op.number]])


def statuses(elaboration: Elaboration) -> list[str]:
    return [
        f"{block}.{name}"
        for block, values in elaboration.values.items()
        for pin, value in values.items()
        if isinstance(value, SessionRequest)
        for name in result_pins(elaboration.specs[block], pin)
    ]


def result_names(elaboration: Elaboration, name: str) -> Iterator[str]:
    """Yield the names of the results that a name fetches; those that a ClientSession block fetches for its name."""
    block, pin, index = parse_name(elaboration, name)
    spec = elaboration.specs.get(block)
    if spec is not None:
        pin = pin and pin_of(spec, pin, name)
        end = "" if index is None else f"[{index}]"
        yield from (f"{block}.{r}{end}" for each in spec.outputs if pin in (None, each.name) for r in each.result_pins)
    if block in elaboration.sessions:
        for wire in elaboration.page.wires:
            if wire.target.block == block and wire.target.pin == "fetch_outputs":
                yield from result_names(elaboration, str(wire.source))


def result_pins(spec: BlockSpec, pin: str) -> tuple[str, ...]:
    declared = spec.output(pin)
    return declared.result_pins if declared is not None else ()


def _groups(asked: Iterable[tuple[str, Sequence[Output]]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    results: list[tuple[str, tuple[int, ...]]] = []
    start = 0
    for name, outputs in asked:
        results.append((name, tuple(range(start, start + len(outputs)))))
        start += len(outputs)
    return tuple(results)


def result_pin(elaboration: Elaboration, name: str) -> str:
    block, pin, index = parse_name(elaboration, name)
    spec = elaboration.specs.get(block)
    if spec is None:
        raise UsageError(f"{name!r} has no result", page=elaboration.page.name)
    if pin is not None:
        pins = [each for each in spec.outputs if each.name == pin_of(spec, pin, name)]
    else:
        pins = [each for each in spec.outputs if each.result_pins]
    shown = [each.result_pins[0] for each in pins if each.result_pins]
    if len(shown) != 1 or len(asked_by(elaboration, name).outputs) > 1:
        hint = f"write {block}.{shown[0]}" if len(shown) > 1 else None
        raise UsageError(f"{name!r} does not refer to exactly one tensor", page=elaboration.page.name, hint=hint)
    return f"{block}.{shown[0]}" + ("" if index is None else f"[{index}]")


def single_number(name: str, value: Any) -> Array:
    """Return the only element of a result in shape []; raise DiagramError if it is missing or not the only one."""
    if value is None:
        raise DiagramError(f"{name} has no value in this step")
    array = np.asarray(value)
    if array.size != 1:
        text = f"{name} has the shape {list(array.shape)}: only single numbers can be printed"
        raise DiagramError(text, hint="use a Mean or Sum block to reduce the tensor to one number")
    return array.reshape(())
