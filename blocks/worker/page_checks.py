"""Page checks: the dtypes and shapes of pins, all problems, and the gradient flow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import NamedTuple

from blocks.analysis.contracts import contract_faults
from blocks.analysis.gradient_flow import FlowCut, PageFlow, Reachability, page_flow
from blocks.analysis.lint import PageAdvice, lint_page
from blocks.analysis.losses import Training, find_losses, trainings
from blocks.analysis.pins import Pins, PinsOf, pins_of
from blocks.base.collection import paused_collection
from blocks.base.dtypes import dtype
from blocks.base.errors import DiagramError
from blocks.document.data import Endpoint, Json, Page, Wire
from blocks.document.paths import SourceLines
from blocks.document.unknown_keys import unknown_in_page
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.run.files import Folders
from blocks.worker.results import error_of, packed_error


class PageInfo(NamedTuple):
    """The result of a page check.

    Attributes:
        pins: dtype and shape of each output (block, pin, index in a list), and of the inputs wired to it.
        asked: the differentiated tensor; empty: chosen from the page; None: none.
        flow: its gradient flow; None if nothing is differentiated, or if that fails.
        may_change: whether another check of the same page may differ, because it reads files or failed.
        trainings: the variables that blocks train, and those left out, by block.
    """

    page: Page
    pins: Pins
    problems: tuple[DiagramError, ...]
    warnings: tuple[DiagramError, ...] = ()
    asked: str | None = None
    flow: PageFlow | None = None
    losses: tuple[str, ...] = ()
    may_change: bool = False
    composites: tuple[Page, ...] = ()
    trainings: Mapping[str, Training] = MappingProxyType({})
    advice: tuple[PageAdvice, ...] = ()


def examine(page: Page, folder: str | None, asked: str | None = None, composites: Sequence[Page] = ()) -> PageInfo:
    """Check a page; ``asked`` is the tensor to differentiate, as in `PageInfo`."""
    with paused_collection():
        elaboration = elaborate(page, Folders(folder).load, composites=composites_of(composites))
        result = (*elaboration.problems, *unknown_in_page(page), *contract_faults(elaboration))
        problems = list(map(SourceLines((page, *composites), page.name).located, result))
        losses = () if asked is None else find_losses(elaboration)
        flow = None if asked is None else _flow(elaboration, asked or next(iter(losses), ""))
        pins, trained = Pins(pins_of(elaboration)), trainings(elaboration)
        return PageInfo(
            page, pins, tuple(problems), (), asked, flow, losses, elaboration.reads_files, tuple(composites), trained,
            tuple(lint_page(elaboration)),
        )  # fmt: skip


def _flow(elaboration: Elaboration, of: str) -> PageFlow | None:
    try:
        return page_flow(elaboration, of, inside=True) if of else None
    except DiagramError:
        return None


def packed(info: PageInfo, last: PageInfo | None) -> Json:
    """Return a check's result as JSON, limited to its differences from the last one."""
    old, now = (Pins() if last is None else last.pins).blocks, info.pins.blocks
    kinds: dict[int, int] = {}
    table: list[Json] = []
    changed: list[Json] = []
    for block, pins in now.items():
        if old.get(block) == pins:
            continue
        kind = kinds.setdefault(id(pins), len(table))
        if kind == len(table):
            table.append([[pin, kind_.name, shape] for pin, (kind_, shape) in pins.items()])
        changed.append([block, kind])
    return {
        "pins": [table, changed, [block for block in old if block not in now]],
        "problems": list(map(packed_error, info.problems)),
        "flow": packed_flow(info, last),
        "losses": info.losses,
        "may_change": info.may_change,
        "trainings": [[block, *training] for block, training in info.trainings.items()],
        "advice": info.advice,
    }


def packed_flow(info: PageInfo, last: PageInfo | None) -> Json:
    flow, old = info.flow, _NO_FLOW if last is None or last.flow is None else last.flow
    if flow is None:
        return None
    if flow == old:
        return []
    lost, new = old.wires - flow.wires, flow.wires - old.wires
    return [
        flow.of,
        [list(old.outputs - flow.outputs), list(flow.outputs - old.outputs)],
        [_indices(lost, last), _indices(new, info), _inside(lost, last), _inside(new, info)],
        [[cut.block, cut.pin, None if cut.wire is None else [*cut.wire.source, *cut.wire.target], *cut[3:]]
         for cut in flow.cuts],
        list(flow.variables.values()),
        flow.weights,
    ]  # fmt: skip


def _indices(wires: AbstractSet[Wire], info: PageInfo | None) -> list[int]:
    return [i for i, wire in enumerate(info.page.wires) if wire in wires] if info is not None and wires else []


def _inside(wires: AbstractSet[Wire], info: PageInfo | None) -> list[Json]:
    own = set[Wire]() if info is None else set(info.page.wires)
    return [[*wire.source, *wire.target] for wire in wires - own]


def unpacked(value: Json, page: Page, asked: str | None, last: PageInfo | None) -> PageInfo:
    table, changed, gone = value["pins"]
    pins = Pins() if last is None else last.pins
    if changed or gone:
        kinds = list(map(_kind, table))
        blocks = dict(pins.blocks)
        for block, kind in changed:
            blocks[block] = kinds[kind]
        for block in gone:
            del blocks[block]
        pins = Pins(blocks)
    problems, advice = tuple(map(error_of, value["problems"])), tuple([PageAdvice(*each) for each in value["advice"]])
    trained = {
        block: Training(tuple(variables), tuple((name, reason) for name, reason in left))
        for block, variables, left in value["trainings"]
    }
    flow, losses, may_change = unpacked_flow(value["flow"], page, last), tuple(value["losses"]), value["may_change"]
    return PageInfo(page, pins, problems, (), asked, flow, losses, may_change, (), trained, advice)


def unpacked_flow(value: Json, page: Page, last: PageInfo | None) -> PageFlow | None:
    old = _NO_FLOW if last is None or last.flow is None else last.flow
    if not value:
        return None if value is None else old
    of, outputs, (lost, new, *inside), cuts, variables, weights = value
    lost_inside, new_inside = (list(map(_wire, each)) for each in inside)
    gone, come = (list(map(Endpoint._make, each)) for each in outputs)
    before: Sequence[Wire] = () if last is None else last.page.wires
    return PageFlow(
        tuple(map(Endpoint._make, of)),
        old.outputs.difference(gone).union(come),
        old.wires.difference(map(before.__getitem__, lost), lost_inside).union(
            map(page.wires.__getitem__, new), new_inside
        ),
        tuple([FlowCut(block, pin, wire and _wire(wire), kind, reason) for block, pin, wire, kind, reason in cuts]),
        {
            block: Reachability(block, reached, kind, reason, tuple(path))
            for block, reached, kind, reason, path in variables
        },
        tuple(map(Endpoint._make, weights)),
    )


def _kind(packed: Json) -> PinsOf:
    return {
        pin if isinstance(pin, str) else (pin[0], pin[1]): (dtype(name), None if shape is None else tuple(shape))
        for pin, name, shape in packed
    }


def _wire(packed: Json) -> Wire:
    return Wire(Endpoint(*packed[:3]), Endpoint(*packed[3:]))


_NO_FLOW = PageFlow((), frozenset(), frozenset(), (), {})
