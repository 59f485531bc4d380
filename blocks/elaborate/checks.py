"""Static checks of a diagram: its errors, the dtypes and shapes of its pins, and its gradient flow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.document.data import Json, Page
from blocks.document.model import Diagram
from blocks.document.unknown_keys import unknown_in_diagram, unknown_in_page
from blocks.elaborate.contracts import contract_faults
from blocks.elaborate.elaborate import Elaboration, composites_of, definitions_of, elaborate
from blocks.elaborate.elaboration import index_in
from blocks.elaborate.output_names import summands
from blocks.graph.flow import AS_IT_IS, Changes, Cut, could_have_gradient, gradient_flow, is_cut_inside, whole_cut
from blocks.graph.graph import Output
from blocks.library.similar import Suggestions

if TYPE_CHECKING:
    from blocks.elaborate.composites.expansion import Composites


class PinType(NamedTuple):
    """The dtype and shape of an output pin, as far as they are known without a run."""

    dtype: DType
    shape: Shape


class CheckReport(NamedTuple):
    """The result of `check`.

    Attributes:
        errors: all faults: of the file, of the definitions of composites, then page by page in file order.
        pins: for each tensor that a block gives, ``block.pin`` or ``block.pin[i]``; ``page/block.pin`` if the diagram
            has several pages.
        pages: each page as a graph.
    """

    errors: list[DiagramError]
    pins: dict[str, PinType]
    pages: dict[str, Elaboration]

    def prefix(self, page: str) -> str:
        """What stands before the names of a page's blocks."""
        return f"{page}/" if len(self.pages) > 1 else ""


class GradientCut(NamedTuple):
    """A block at which a gradient stops; ``pin`` is None if it stops at all inputs."""

    block: str
    pin: str | None
    reason: str


class GradientReport(NamedTuple):
    """The extent of a gradient's flow.

    Attributes:
        of: what is differentiated.
        reaches: the output pins that it reaches, in file order.
        cuts: where it ends although what comes in there depends on something that could have a gradient.
        weights: what ``of`` is weighted by; none if that is plainly added up.
    """

    of: str
    reaches: list[str]
    cuts: list[GradientCut]
    weights: Sequence[str] = ()


def check(
    diagram: Diagram,
    read_file: Callable[[str], Array] | None = None,
    inner: Mapping[str, Mapping[str, Json]] | None = None,
) -> CheckReport:
    """Everything that is wrong with a diagram.

    Args:
        diagram: the diagram.
        read_file: reads the array of a ``{"file": ...}`` value; None reports such values as faults.
        inner: other values for blocks inside of instances, by path.
    """
    errors = unknown_in_diagram(diagram)
    report = CheckReport(errors, {}, {})
    suggest = Suggestions()
    composites = composites_of(definitions_of(diagram))
    pages = [view.snapshot() for view in diagram.pages]
    elaborations: list[Elaboration] = []
    for page in pages:
        with paused_collection():
            elaborations.append(elaborate(page, read_file, suggest=suggest, composites=composites, inner=inner))
        report.pages[page.name] = elaborations[-1]
    told = set[tuple[str | None, ...]]()
    if composites is not None:
        errors += _definition_errors(composites, zip(pages, elaborations, strict=True), read_file)
        told.update(map(_key, errors))
    for page, elaboration in zip(pages, elaborations, strict=True):
        own = [error for error in elaboration.problems if error.composite is None or _key(error) not in told]
        own += [*unknown_in_page(page), *contract_faults(elaboration)]
        once = {_key(error): error for error in own}  # of three wires at one pin two are too many: one error
        errors += sorted(once.values(), key=elaboration.index_of)
    with paused_collection():
        for name, elaboration in report.pages.items():
            prefix = report.prefix(name)
            types: dict[tuple[DType, Shape], PinType] = {}  # there are few of them
            for pin, o in _pins_with_inner(elaboration):
                kind = o.dtype, o.shape
                report.pins[prefix + pin] = types.get(kind) or types.setdefault(kind, PinType(*kind))
    for error in errors:
        error.located(file=diagram.path)
    return report


def _definition_errors(
    composites: Composites, pages: Iterable[tuple[Page, Elaboration]], read_file: Callable[[str], Array] | None
) -> list[DiagramError]:
    """What is wrong with the definitions of a diagram, be they used or not, each fault once."""
    from blocks.elaborate.composites.faults import all_definition_faults  # only diagrams that have some pay for it

    errors: dict[tuple[str | None, ...], DiagramError] = {}
    for definition, faults in all_definition_faults(composites, pages, read_file):
        for error in [*faults, *unknown_in_page(definition)]:
            errors.setdefault(_key(error.within(composites.pages)), error)
    return list(errors.values())


def _key(error: DiagramError) -> tuple[str | None, ...]:
    return error.composite, error.block, error.pin, error.message


def gradient_report(
    elaboration: Elaboration, name: str, outputs: Sequence[Output], changes: Changes = AS_IT_IS
) -> GradientReport:
    """How far the gradient of a tensor flows back through a page, and where and why it is cut.

    Args:
        elaboration: the page.
        name: what a person calls the tensors: a block, a pin, a sum of pins; a gradient block.
        outputs: the tensors (`blocks.elaborate.gradient_targets.differentiated`); their sum is differentiated.
        changes: stops that are lifted, and tensors at which it ends.
    """
    flow = gradient_flow(elaboration.graph, outputs, changes)
    reached = {(output.op.number, output.index) for output in flow.reached}
    asked = {(output.op.number, output.index) for output in outputs}
    block, own_pin, _ = name.partition(".")
    several = name in elaboration.gradients or len(summands(name)) > 1
    blocks = {output.op.block_name for output in outputs} if several else {block}
    aside = _passed_by(elaboration, outputs, changes)
    names: list[str] = []
    own: list[str] = []
    for pin, output in _pins(elaboration):
        index = (output.op.number, output.index)
        if index in asked and pin.partition(".")[0] in blocks:
            own.append(pin)
        elif index in reached and pin not in aside:
            names.append(pin)
    if elaboration.expansion is not None:
        from blocks.elaborate.composites.inner_values import reached_inside  # only pages with composites pay for it

        names += reached_inside(elaboration, set(flow.reached), changes)
    of = " + ".join(own) if len(own) == 1 or (several and own) else (name if own_pin else block)
    return GradientReport(of, names, _cuts(elaboration, flow.cuts))


def _passed_by(elaboration: Elaboration, outputs: Sequence[Output], changes: Changes) -> set[str]:
    """The input pins of instances that are given a tensor which the gradient reaches, but that it does not come by."""
    if elaboration.expansion is None:
        return set()
    from blocks.elaborate.gradient_flow import page_flow  # which elaborates pages itself

    given = [pin for each in elaboration.expansion.instances.values() for pin in each.inputs.values()]
    comes_by = page_flow(elaboration, outputs, changes).blocks
    return {f"{pin}.output" for pin in given if pin not in comes_by}


def _pins(elaboration: Elaboration) -> Iterator[tuple[str, Output]]:
    for block, pin, index, output in elaboration.outputs():
        yield f"{block}.{pin}" + ("" if index is None else f"[{index}]"), output


def _pins_with_inner(elaboration: Elaboration) -> Iterator[tuple[str, Output]]:
    if elaboration.expansion is None:
        return _pins(elaboration)
    from blocks.elaborate.composites.inner_values import pins_inside  # only pages with composites pay for it

    return chain(_pins(elaboration), pins_inside(elaboration))


def _cuts(elaboration: Elaboration, cuts: Sequence[Cut]) -> list[GradientCut]:
    """The cuts that matter to a person, each once, in file order."""
    matters = could_have_gradient(elaboration.graph)
    result: dict[GradientCut, None] = {}
    order = elaboration.position
    for cut in cuts:
        if cut.within is not None:
            if elaboration.specs.get(cut.within.block_name) is not None and is_cut_inside(cut):
                result[GradientCut(cut.block, None, cut.reason)] = None
            continue
        if not elaboration.is_block(cut.node):
            continue  # inside a gradient: its nodes are no blocks
        pin, values = None, cut.node.inputs
        if cut.pin and whole_cut(cut.node) is None:  # one of its pins lets no gradient through, not the whole block
            arg = cut.node.argument(cut.pin)
            values = arg if isinstance(arg, tuple) else (arg,)
            pin = cut.pin if len(cut.node.type.inputs) > 1 else None
        if not cut.pin or any(value is not None and matters[value.op.number] for value in values):
            result[GradientCut(cut.node.block_name, pin, cut.reason)] = None
    return sorted(result, key=lambda cut: index_in(order, cut.block))
