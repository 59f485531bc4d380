"""The goal of a step: the requested names, and the results that it computes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.output_names import asked_by, parse_name, pin_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes, output_key
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node, Output
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef, SessionRequest


class Wanted(NamedTuple):
    """The goal of a step.

    Attributes:
        elements: the requested blocks with list indices (None: the whole list).
        inside: whether results of all blocks inside instances are shown, or the path of one instance whose are.
        inner: requested result pins of blocks in loops and branches, with their outputs.
        seen: result pins of inspected blocks (``inside``), with outputs that return records of them.
        lazy: whether most results that were not requested by name are never read.
        needs: indices of goal outputs, of which at least one must be alive, with the requested names.
    """

    blocks: Set[str]
    goal: Goal
    everything: bool = False
    elements: frozenset[tuple[str, int | None]] = frozenset()
    needs: tuple[tuple[str, tuple[int, ...]], ...] = ()
    inside: bool | str = True
    shown: Goal | None = None
    inner: tuple[tuple[str, Output], ...] = ()
    seen: tuple[tuple[str, Output], ...] = ()
    lazy: bool = False


def wanted_by(
    elaboration: Elaboration,
    names: Sequence[str],
    *,
    inside: bool | str = True,
    fed: bool = True,
    beside: bool = False,
    step: int | None = None,
    rounds: bool = False,
) -> Wanted:
    """Return the goal for requested names; without names, the requests of the page itself.

    Args:
        inside: whether to show results of blocks inside instances; see `Wanted`.
        beside: also do the step without names, without showing its results.
        step: the number of the step, from 1, if sessions have intervals; None: all of them run.
    """
    if names:
        asked = [asked_by(elaboration, name, rounds=rounds) for name in names]
        outputs = [o for a in asked for o in a.outputs]
        targets = [t for a in asked for t in a.targets]
        elements = frozenset((a.block, a.element) for a in asked)
        needs = _groups(zip(names, (a.outputs for a in asked), strict=True))
        blocks = elaboration.upstream({a.block if a.within is None else a.within for a in asked})
        inner = tuple([each for a in asked for each in a.inner])
        wanted = Wanted(blocks, Goal(outputs, targets), elements=elements, needs=needs, inside=inside, inner=inner)
        if not beside:
            return wanted
        run = wanted_by(elaboration, (), step=step) if elaboration.sessions else _effects(elaboration)
        both = Goal([*outputs, *run.goal.outputs], [*targets, *run.goal.targets], run.goal.turns)
        return wanted._replace(blocks=blocks | run.blocks, goal=both, shown=wanted.goal)
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
    if wanted.shown is not None:
        shown = needed_nodes(elaboration.graph, wanted.shown.outputs, wanted.shown.targets, feeds)
    names: list[str] = []
    outputs: list[Output] = []
    pins: dict[tuple[BlockSpec, str], tuple[str, ...]] = {}
    specs = elaboration.specs
    hidden = wanted.inside is not True and (elaboration.expansion is not None or bool(elaboration.inner))
    asked = {block for block, _ in wanted.elements} if hidden else ()
    for block, pin, index, output in elaboration.outputs():
        if hidden and "/" in block and block not in asked and block.rpartition("/")[0] != wanted.inside:
            continue
        if shown[output.op.number] or (feeds and output_key(output) in feeds):
            at = (specs[block], pin)
            of_pin = pins.get(at)
            if of_pin is None:
                of_pin = pins[at] = result_pins(*at)
            for result_pin in of_pin:
                name = f"{block}.{result_pin}"
                names.append(name if index is None else f"{name}[{index}]")
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
