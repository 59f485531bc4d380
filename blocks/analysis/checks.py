"""Static checks of a diagram: its errors, the dtypes and shapes of its pins, and its gradient flow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from blocks.analysis.contracts import contract_faults
from blocks.analysis.gradient_flow import PageGradient
from blocks.analysis.output_names import summands
from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.document.data import Json, Page
from blocks.document.model import Diagram
from blocks.document.paths import SourceLines
from blocks.document.unknown_keys import unknown_in_diagram, unknown_in_page
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration, index_in
from blocks.graph.flow import AS_IT_IS, Changes, Cut, could_have_gradient, is_cut_inside, whole_cut
from blocks.graph.graph import Output
from blocks.library.similar import Suggestions

if TYPE_CHECKING:
    from blocks.elaborate.composites import Composites


class PinType(NamedTuple):
    dtype: DType
    shape: Shape


class CheckReport(NamedTuple):
    """The result of `check`.

    Attributes:
        errors: all errors: of the file, of composite definitions, then page by page in file order.
        pins: the type of each output tensor, by ``block.pin`` or ``block.pin[i]``; ``page/block.pin`` if the diagram
            has several pages.
        sources: the source lines of the blocks that have one, by the block part of those names.
    """

    errors: list[DiagramError]
    pins: dict[str, PinType]
    pages: dict[str, Elaboration]
    sources: dict[str, str]

    def prefix(self, page: str) -> str:
        return f"{page}/" if len(self.pages) > 1 else ""


class GradientCut(NamedTuple):
    """A block at which a gradient stops; ``pin`` is None if it stops at all inputs."""

    block: str
    pin: str | None
    reason: str
    source: str | None = None


class GradientReport(NamedTuple):
    """The extent of a gradient's flow.

    Attributes:
        cuts: the blocks where it ends although their inputs depend on a tensor that could have a gradient.
        weights: the weights of ``of``; empty for a plain sum.
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
    """Return a report of everything that is wrong with a diagram.

    Args:
        read_file: reads the array of a ``{"file": ...}`` value; None reports such values as errors.
        inner: other values for blocks inside instances, by path.
    """
    errors = unknown_in_diagram(diagram)
    report = CheckReport(errors, {}, {}, {})
    suggest = Suggestions()
    composites = composites_of(definitions_of(diagram))
    pages = [view.snapshot() for view in diagram.pages]
    lines = SourceLines((*pages, *definitions_of(diagram)), file=diagram.path)
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
                block = pin.partition(".")[0]
                if source := lines.at(name, block):
                    report.sources[prefix + block] = source
    for error in errors:
        lines.located(error)
    return report


def _definition_errors(
    composites: Composites, pages: Iterable[tuple[Page, Elaboration]], read_file: Callable[[str], Array] | None
) -> list[DiagramError]:
    from blocks.elaborate.composites import all_definition_faults  # only diagrams that have some pay for it

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
    """Report how far the gradient of a tensor flows back through a page, and where and why it stops.

    Args:
        name: the user's name of the tensors: a block, a pin, a sum of pins, or a gradient block.
        outputs: the tensors (`blocks.analysis.gradient_targets.differentiated`); their sum is differentiated.
    """
    gradient, asked = PageGradient(elaboration, None, outputs, changes), set(outputs)
    aside = gradient.aside(shared=False)
    block, own_pin, _ = name.partition(".")
    several = name in elaboration.gradients or len(summands(name)) > 1
    blocks = {output.op.block_name for output in outputs} if several else {block}
    names: list[str] = []
    own: list[str] = []
    for pin, output in _pins(elaboration):
        at = pin.partition(".")[0]
        if output in asked and at in blocks:
            own.append(pin)
        elif output in gradient.reached and (at not in aside or output in asked):
            names.append(pin)
    if elaboration.expansion is not None:
        from blocks.analysis.inner_values import reached_inside  # only pages with composites pay for it

        names += reached_inside(elaboration, gradient.reached, changes)
    of = " + ".join(own) if len(own) == 1 or (several and own) else (name if own_pin else block)
    return GradientReport(of, names, _cuts(elaboration, gradient.flow.cuts))


def _pins(elaboration: Elaboration) -> Iterator[tuple[str, Output]]:
    for block, pin, index, output in elaboration.outputs():
        yield f"{block}.{pin}" + ("" if index is None else f"[{index}]"), output


def _pins_with_inner(elaboration: Elaboration) -> Iterator[tuple[str, Output]]:
    if elaboration.expansion is None:
        return _pins(elaboration)
    from blocks.analysis.inner_values import pins_inside  # only pages with composites pay for it

    return chain(_pins(elaboration), pins_inside(elaboration))


def _cuts(elaboration: Elaboration, cuts: Sequence[Cut]) -> list[GradientCut]:
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
        # One of its pins lets no gradient through, or the whole block.
        is_pin = cut.pin and whole_cut(cut.node) is None and len(cut.node.type.inputs) > 1
        if not cut.pin or any(matters[value.op.number] for value in cut.stopped):
            result[GradientCut(cut.node.block_name, cut.pin if is_pin else None, cut.reason)] = None
    return sorted(result, key=lambda cut: index_in(order, cut.block))
