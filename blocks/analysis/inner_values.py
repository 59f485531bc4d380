"""Values inside loops and branches, by path: ``cell/h`` is the block ``h`` of the composite that ``cell`` runs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import is_list
from blocks.document.data import Endpoint
from blocks.document.definitions import OUTPUT_PIN
from blocks.elaborate.expand import GIVEN
from blocks.elaborate.model import RAN, Elaboration
from blocks.graph.flow import AS_IT_IS, Changes
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.control_flow.bodies import Body, Choice, Loop, Port
from blocks.library.control_flow.body_calls import extend, more_outputs
from blocks.library.control_flow.gradient_records import Look
from blocks.library.control_flow.inner_flow import inner_flows
from blocks.library.core.values import OperationRef

CONDITION = -1


class Looked(NamedTuple):
    """The observed values in one body of a node."""

    node: Node
    path: str
    look: Look


class InnerGraph(NamedTuple):
    """A part of a block's inner graph.

    Attributes:
        part: the part of paths between that of the block and those inside: ``""``, ``condition/``, ``then/``.
        side: the index of a branch; None for the body of a loop, and `CONDITION` for its condition.
    """

    node: Node
    part: str
    body: Body
    elaboration: Elaboration
    side: int | None


def inside_of(elaboration: Elaboration, block: str) -> Iterator[InnerGraph]:
    ran = elaboration.values.get(block, {}).get(RAN)
    if not isinstance(ran, OperationRef):
        return
    program = ran.op.attrs["program"]
    if isinstance(program, Choice):
        for side, part in enumerate(("then/", "else/")):
            yield InnerGraph(ran.op, part, program.bodies[side], program.bodies[side].elaboration, side)
    elif isinstance(program, Loop):
        if program.test is not None:
            yield InnerGraph(ran.op, "condition/", program.test.body, program.test.body.elaboration, CONDITION)
        yield InnerGraph(ran.op, "", program.body, program.body.elaboration, None)


def find_inside(elaboration: Elaboration, path: str) -> tuple[str, InnerGraph, str] | None:
    """Return the page's block on a path, the part of it, and the rest of the path; None if not inside a block."""
    block = path.rpartition("/")[0]
    while block:
        for each in inside_of(elaboration, block):
            begin = f"{block}/{each.part}"
            rest = path.removeprefix(begin)
            if path.startswith(begin) and (
                rest in each.elaboration.position or find_inside(each.elaboration, rest) is not None
            ):
                return block, each, rest
        block = block.rpartition("/")[0]
    return None


def spec_at(elaboration: Elaboration, path: str) -> BlockSpec | None:
    result = find_inside(elaboration, path)
    if result is None:
        return elaboration.specs.get(path)
    return spec_at(result[1].elaboration, result[2])


def values_at(elaboration: Elaboration, path: str, *, rounds: bool) -> list[tuple[str, int | None, Output]]:
    """Return a block's outputs in loops and branches as outputs of the page's graph, with pins and list indices.

    Args:
        rounds: return the stacked values of all iterations instead of the last value.
    """
    result = find_inside(elaboration, path)
    if result is None:
        given = elaboration.values.get(path, {})
        return [(pin, i, each) for pin, value in given.items() for i, each in _tensors(value)]
    _, inside, rest = result
    inner = values_at(inside.elaboration, rest, rounds=rounds)
    if not inner:
        return []
    values = [each for _, _, each in inner]
    if inside.side in (None, CONDITION):
        kind = "stacked" if rounds else "last"
        asked = inside.side == CONDITION
        outputs = more_outputs(inside.node, [Port(kind, each, asked=asked) for each in values])
    else:
        outputs = _of_branch(inside.node, inside.side, values)
    return [(pin, i, each) for (pin, i, _), each in zip(inner, outputs, strict=True)]


def seen_within(elaboration: Elaboration, path: str) -> list[tuple[str, Output]]:
    """Return the result pins of blocks directly inside an instance, a loop or a branch, with outputs that record them.

    Outside of loops and branches, the outputs are the tensors themselves.
    """
    way = path + "/" if path else ""
    for block in elaboration.running if path else ():
        for inside in inside_of(elaboration, block):
            begin = f"{block}/{inside.part}"
            if not way.startswith(begin) or (inside.side is None and _is_part(inside.node, way[len(begin) :])):
                continue
            inner = seen_within(inside.elaboration, way[len(begin) :].removesuffix("/"))
            if not inner:
                return []
            values = [each for _, each in inner]
            if inside.side in (None, CONDITION):
                asked = inside.side == CONDITION
                outputs = more_outputs(inside.node, [Port("seen", each, asked=asked) for each in values])
            else:
                outputs = _of_branch(inside.node, inside.side, values, seen=True)
            return [(name, each) for (name, _), each in zip(inner, outputs, strict=True)]
    results: list[tuple[str, Output]] = []
    for block, pin, index, output in elaboration.outputs():
        name = block.removeprefix(way)
        at = elaboration.specs[block].output(pin)
        if block.startswith(way) and "/" not in name and at is not None:
            ending = "" if index is None else f"[{index}]"
            results += [(f"{name}.{result}{ending}", output) for result in at.result_pins]
    return results


def look_at_gradients(elaboration: Elaboration, path: str | None, prefix: str = "") -> list[Looked]:
    """Make gradients of loops that are built from now on record their norms in each iteration.

    In one loop or branch, or in all, they also record the gradients at all output pins.

    Args:
        path: the path of that loop or branch, or of an instance in it; empty for none, None for all.
        prefix: the path of the canvas; with all loops and branches, the names of gradients are whole paths.
    """
    results: list[Looked] = []
    for block in elaboration.running:
        inner: list[Looked] = []
        for inside in inside_of(elaboration, block):
            if inside.side == CONDITION:
                continue
            begin, way = f"{block}/{inside.part}", f"{path}/" if path else ""
            if path is None:
                look = _look_into(inside, None, prefix + begin)
            elif way.startswith(begin) and not _is_part(inside.node, way[len(begin) :]):
                look = _look_into(inside, way[len(begin) :].removesuffix("/"))
            else:
                look = Look()
            inner.append(Looked(inside.node, begin.removesuffix("/"), look))
        for node, looks in ((each.node, [every.look for every in inner]) for each in inner[:1]):
            program = node.attrs["program"]
            of = {"looks": (looks[0], looks[1])} if isinstance(program, Choice) else {"look": looks[0]}
            node.attrs = {**node.attrs, "program": replace(program, **of)}
        results += inner
    return results


def _look_into(inside: InnerGraph, path: str | None, prefix: str = "") -> Look:
    elaboration, program = inside.elaboration, inside.node.attrs["program"]
    inner = {each.path: each.look for each in look_at_gradients(elaboration, path, prefix)}
    way = f"{path}/" if path else ""
    if any(way.startswith(f"{each}/") for each in inner):
        return Look({}, inner)
    same = {port.value for port in program.inputs if port.kind == "constant"} if inside.side is None else ()
    values = {
        prefix + str(Endpoint(block.removeprefix(way), pin, index)): output
        for block, pin, index, output in elaboration.outputs()
        if block.startswith(way) and (path is None or "/" not in block[len(way) :]) and output.dtype.is_differentiable
    }
    return Look({name: each for name, each in values.items() if each not in same}, inner)


def _is_part(node: Node, rest: str) -> bool:
    loop = node.attrs["program"]
    return isinstance(loop, Loop) and loop.test is not None and rest.startswith("condition/")


def _tensors(value: object) -> list[tuple[int | None, Output]]:
    if isinstance(value, Output):
        return [(None, value)]
    return [(i, each) for i, each in enumerate(value) if isinstance(each, Output)] if is_list(value) else []


def _of_branch(node: Node, side: int, values: list[Output], *, seen: bool = False) -> list[Output]:
    """Add outputs to a branch and return them, or records of them; an empty tensor if it does not run."""
    choice: Choice = node.attrs["program"]
    pairs = [(None, each) if side else (each, None) for each in values]
    known = {pair: i for i, pair in enumerate(choice.outputs) if (i in choice.seen) == seen}
    new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
    if new:
        dtypes = tuple([each.dtype for pair in new for each in pair if each is not None])
        outputs = (*choice.outputs, *new)
        marked = choice.seen.union(range(len(choice.outputs), len(outputs)) if seen else ())
        extend(
            node, replace(choice, outputs=outputs, dtypes=(*choice.dtypes, *dtypes), seen=marked, known={}, plans={})
        )
        known = {pair: i for i, pair in enumerate(outputs) if (i in marked) == seen}
    return [node.outputs[known[pair]] for pair in pairs]


def pins_inside(elaboration: Elaboration) -> Iterator[tuple[str, Output]]:
    for block in elaboration.running:
        for inside in inside_of(elaboration, block):
            yield from ((f"{block}/{inside.part}{name}", output) for name, output in _pins(inside.elaboration))
            yield from ((f"{block}/{inside.part}{name}", output) for name, output in pins_inside(inside.elaboration))


def blocks_inside(elaboration: Elaboration) -> Iterator[tuple[str, BlockSpec]]:
    """Yield the blocks in loops, by path, whose shapes are the same in all iterations; none inside branches."""
    for block in elaboration.running:
        for inside in inside_of(elaboration, block):
            program = inside.node.attrs["program"]
            if isinstance(program, Loop) and not program.varying:
                yield from ((f"{block}/{inside.part}{name}", spec) for name, spec in inside.elaboration.specs.items())
                yield from ((f"{block}/{inside.part}{name}", spec) for name, spec in blocks_inside(inside.elaboration))


def reached_inside(elaboration: Elaboration, reached: Collection[Output], changes: Changes = AS_IT_IS) -> Iterator[str]:
    for begin, inside, there in reached_in(elaboration, reached, changes):
        yield from (begin + name for name, output in _pins(inside) if output in there)
        yield from (begin + name for name in reached_inside(inside, there, changes.within(begin)))


def reached_in(
    elaboration: Elaboration, reached: Collection[Output], changes: Changes = AS_IT_IS
) -> Iterator[tuple[str, Elaboration, Set[Output]]]:
    """Yield path prefixes, elaborations and reached tensors of the bodies of loops and branches."""
    for block in elaboration.running:
        node: Node = elaboration.values[block][RAN].op
        for inner in inner_flows(node, reached, changes):
            yield f"{block}/{inner.part}", inner.body.elaboration, frozenset(inner.flow.reached)


class Recorded(NamedTuple):
    """A value that a loop keeps for its backward pass.

    Attributes:
        rounds: the number of iterations; None if known only after a run.
        bytes: the bytes that an iteration records; None if shapes are unknown.
        checkpoint: only every n-th iteration records; None: all do.
    """

    rounds: int | None
    bytes: int | None
    checkpoint: int | None


def recorded_by_loops(elaboration: Elaboration, of: Sequence[Output] = ()) -> dict[str, Recorded]:
    """Return the records of each loop of a page, by path, for the gradients on the page and one more."""
    loops = elaboration.running
    nodes = [node for node in elaboration.graph.nodes if node.type.nested or (node.type.variable or node.type.fed)]
    by = [node.outputs[0] for node in nodes if node.outputs and not node.type.nested]
    by += [each for node in nodes if node.type.nested for each in node.inputs if not each.op.inputs]
    if loops and of and by:
        with suppress(DiagramError):  # it is told where the gradient is asked for
            try_gradients(Scope(elaboration.graph), of, list(dict.fromkeys(by)))
    result: dict[str, Recorded] = {}
    for block in loops:
        node: Node = elaboration.values[block][RAN].op
        loop = node.attrs["program"]
        if isinstance(loop, Loop):
            rounds = loop.rounds([each.shape for each in node.inputs]) if loop.test is None else None
            result[block] = Recorded(rounds, loop.recorded_in_a_round(), loop.checkpoint)
        for inside in inside_of(elaboration, block):
            inner = recorded_by_loops(inside.elaboration)
            result.update((f"{block}/{inside.part}{path}", each) for path, each in inner.items())
    return result


def _pins(elaboration: Elaboration) -> Iterator[tuple[str, Output]]:
    types = {block.id: block.type for block in elaboration.page.blocks}
    for block, pin, index, output in elaboration.outputs():
        if types[block] != OUTPUT_PIN and not types[block].startswith(GIVEN):
            yield f"{block}.{pin}" + ("" if index is None else f"[{index}]"), output


# -- Gradients with respect to values inside loops, for all iterations


def gradient_of_rounds(
    elaboration: Elaboration,
    path: str,
    location: tuple[str, int | None],
    ys: Sequence[Output],
    weights: Sequence[Output | None],
) -> Output | None:
    """Return the gradient with respect to an output in loops, [iterations of each loop ..., its shape], or None.

    Args:
        elaboration: the page; the gradient is added to its graph.

    Raises:
        UsageError: The block is in a branch.
        DiagramError: A block in between has no gradient rule.
    """
    changed: list[tuple[Node, Look | None]] = []
    try:
        loop, look = _look_at(elaboration, path, location, changed)
        by = [each for each in loop.inputs if each.dtype.is_differentiable]
        try_gradients(Scope(elaboration.graph).new_sub_scope("breakpoints"), ys, by, weights)
    finally:
        for node, before in changed:  # the loops may give more by now, for that gradient
            _set_look(node, before)
    return next(iter(look.gradients.values()), None)


def _look_at(
    elaboration: Elaboration, path: str, location: tuple[str, int | None], changed: list[tuple[Node, Look | None]]
) -> tuple[Node, Look]:
    """Make the loops on a path return the additional gradient, and record their previous state in ``changed``."""
    result = find_inside(elaboration, path)
    assert result is not None
    _, inside, rest = result
    program = inside.node.attrs["program"]
    if inside.side is not None:
        raise UsageError("the gradient inside a branch cannot be shown", hint="name a pin of the branch block itself")
    value = inside.elaboration.values.get(rest, {}).get(location[0])
    if location[1] is not None:
        value = value[location[1]] if is_list(value) else None
    if isinstance(value, Output):
        look = Look({"at": value}, stacked=True)
    else:
        look = Look(inner={"in": _look_at(inside.elaboration, rest, location, changed)[1]}, stacked=True)
    changed.append((inside.node, program.look))
    _set_look(inside.node, look)
    return inside.node, look


def _set_look(node: Node, look: Look | None) -> None:
    node.attrs = {**node.attrs, "program": replace(node.attrs["program"], look=look)}
