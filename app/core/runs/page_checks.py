"""What a check finds of states of a page, one after the other: dtypes, shapes, all problems, where a gradient goes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from app.core.pins import Pins, PinsOf, PinType
from app.core.runs.losses import Losses
from blocks.base.collection import paused_collection
from blocks.base.errors import DiagramError
from blocks.base.sequence_diff import identical
from blocks.base.types import is_list
from blocks.document.data import Page
from blocks.document.unknown_keys import unknown_in_page
from blocks.elaborate.elaborate import Elaboration
from blocks.elaborate.equivalence import made_alike
from blocks.elaborate.gradient_edges import FED
from blocks.elaborate.gradient_flow import PageFlow, PageFlows
from blocks.elaborate.incremental import Elaborated, Elaborator
from blocks.elaborate.output_names import summands
from blocks.graph.graph import Output
from blocks.run.files import Folders

_MOST_SEEN = 8
"""States of a page of which is kept what was found."""


class PageInfo(NamedTuple):
    """What a check of a page found.

    Attributes:
        page: the page as it was checked.
        pins: dtype and shape at each output pin (block, pin, place in a list) and at the input pins wired to it.
        problems: all faults of the page, in file order.
        warnings: what runs found that is no fault; a check finds none.
        asked: what was to be differentiated, empty for what the page itself differentiates; None: nothing.
        flow: where its gradient goes; None if nothing was to be differentiated, or it cannot be.
        losses: what can be differentiated, what is likely first; see `app.core.runs.losses`.
        composites: those that the page uses, as they were.
        whole: False while there is more to be found out: what else can be differentiated, and what is said of gradients
            that are still to be built, is as before.
    """

    page: Page
    pins: Pins
    problems: tuple[DiagramError, ...]
    warnings: tuple[DiagramError, ...] = ()
    asked: str | None = None
    flow: PageFlow | None = None
    losses: tuple[str, ...] = ()
    whole: bool = True
    composites: tuple[Page, ...] = ()


def examine(page: Page, folder: str | None, asked: str | None = None) -> PageInfo:
    """Check a page; see `Examiner.examine`."""
    return Examiner().examine(page, folder, asked)


class _Seen(NamedTuple):
    """A state of a page that was checked, in a folder."""

    folder: str | None
    info: PageInfo

    def holds(self, page: Page, folder: str | None, asked: str | None, composites: tuple[Page, ...]) -> bool:
        """Whether a check would find the same again."""
        old = self.info.page
        return (
            self.folder == folder
            and self.info.composites == composites
            and self.info.asked == asked
            and old.name == page.name
            and old.composite == page.composite
            and len(old.blocks) == len(page.blocks)
            and (identical(old.wires, page.wires) or old.wires == page.wires)
            and all(
                a.id == b.id and made_alike(a, b) for a, b in zip(old.blocks, page.blocks, strict=True) if a is not b
            )
        )


class Examiner:
    """Checks states of a page one after the other; what an edit does not touch is not looked at again.

    What was found last is kept, so that undoing and redoing need no check; but for pages that read files.
    """

    def __init__(self) -> None:
        self._elaborator = Elaborator()
        self._losses = Losses()
        self._flows = PageFlows()
        self._last: PageInfo | None = None
        self._composites: tuple[Page, ...] = ()
        self._seen: deque[_Seen] = deque(maxlen=_MOST_SEEN)

    def examine(self, page: Page, folder: str | None, asked: str | None = None) -> PageInfo:
        """Check a page; see `look`."""
        *_, info = self.look(page, folder, asked)
        return info

    def look(
        self, page: Page, folder: str | None, asked: str | None = None, composites: tuple[Page, ...] = ()
    ) -> Iterator[PageInfo]:
        """Check a page.

        Args:
            page: the page.
            folder: where the files lie that its values name; None if the diagram was never saved.
            asked: what is to be differentiated; see `PageInfo`.
            composites: those that the page uses.

        Yields:
            What was found; if a gradient is shown, first where it goes, which is known soonest.
        """
        known = self.recall(page, folder, asked, composites)
        if known is not None:
            yield known
            return
        self._composites = composites
        if asked is not None and self._last is not None and self._last.asked == asked:
            info = self._check(page, folder, asked, quick=True)
            if info.whole or info.flow is not None:
                yield info
            if info.whole:
                return
        yield self._check(page, folder, asked)

    def recall(
        self, page: Page, folder: str | None, asked: str | None = None, composites: tuple[Page, ...] = ()
    ) -> PageInfo | None:
        """What a check would find, if that is known; see `look`."""
        seen = next((each for each in self._seen if each.holds(page, folder, asked, composites)), None)
        if seen is None:
            return None
        self._seen.remove(seen)
        self._seen.append(seen)
        return seen.info._replace(page=page, composites=composites)

    def prepare(
        self, page: Page, folder: str | None, asked: str | None = None, composites: tuple[Page, ...] = ()
    ) -> None:
        """Get ready to check what comes next after a page of which is known what a check would find; see `recall`."""
        known = self.recall(page, folder, asked, composites)
        self._composites = composites
        if known is not None and (self._last is None or self._last.page is not page):
            self._last = None  # nothing is left of it if something goes wrong
            with paused_collection():
                made = self._elaborate(page, folder).made
                if known.flow is not None:
                    self._flows.find(made, _differentiated(known))
            self._last = known

    def _check(self, page: Page, folder: str | None, asked: str | None, *, quick: bool = False) -> PageInfo:
        last, self._last = self._last, None  # nothing is left of it if something goes wrong
        with paused_collection():
            found = self._elaborate(page, folder, quick=quick)
            made = found.made
            pins = Pins(_pins(made, made.position)) if last is None else _renewed(last.pins, made, found.touched)
            found_here = [each for each in made.problems if each.composite is None or page.composite is not None]
            problems = [error.located(page=page.name) for error in (*found_here, *unknown_in_page(page))]
            if found.left and last is not None:
                problems = _with_kept(problems, last.problems, found)
            info = PageInfo(page, pins, tuple(problems), asked=asked, composites=self._composites)
            if asked is not None:
                same = last is not None and last.asked == asked
                info = self._with_flow(info, found, last if same else None, quick=quick)
        self._last = info
        if info.whole and not made.reading:
            self._seen.append(_Seen(folder, info))
        return info

    def _elaborate(self, page: Page, folder: str | None, *, quick: bool = False) -> Elaborated:
        found = self._elaborator.elaborate(
            page, Folders(folder).load, leave_gradients=quick, composites=self._composites
        )
        self._flows.note(found.anew, found.fell)
        return found

    def _with_flow(self, info: PageInfo, found: Elaborated, last: PageInfo | None, *, quick: bool) -> PageInfo:
        """What a check found, with what can be differentiated and where its gradient goes.

        Args:
            info: what else was found.
            found: the page.
            last: what was found of it the last time, if the same was asked then.
            quick: what can be differentiated is taken to be as it was.
        """
        made = found.made
        if last is not None and last.whole and found.same_work:
            return info._replace(flow=last.flow, losses=last.losses)
        kept = last.losses if quick and last is not None and _gradients_stay(found, last.losses) else None
        if kept is None and found.left:
            return info._replace(whole=False)
        first = self._losses.first(made) if quick and kept is None else None
        if first is not None and last is not None:
            kept = (first, *[name for name in last.losses if name != first and _is_there(made, name)])
        losses = self._losses.find(made) if kept is None else kept
        of = _differentiated(info._replace(losses=losses))
        flow = None
        same = last is not None and of == _differentiated(last)
        if last is not None and same and _stays(found, of, last):
            flow = last.flow
        elif of and _lies_apart(made, of, found.left):
            try:
                flow = self._flows.find(made, of)
            except DiagramError:  # it is gone, or gives nothing while something before it is wrong
                flow = None
            if last is not None and flow == last.flow:
                flow = last.flow
        return info._replace(flow=flow, losses=losses, whole=kept is None)


def _differentiated(info: PageInfo) -> str:
    """What is differentiated on a page where something is; empty if there is nothing."""
    return info.asked or (info.losses[0] if info.losses else "")


def _pins(made: Elaboration, blocks: Iterable[str]) -> dict[str, PinsOf]:
    """Dtype and shape at the pins of some blocks; many have the same, and share it."""
    found: dict[str, PinsOf] = {}
    alike: dict[tuple[tuple[tuple[str, int | None], PinType], ...], PinsOf] = {}
    values = made.values
    for block in blocks:
        pins: dict[tuple[str, int | None], PinType] = {}
        for _, pin, place, output in made.outputs_of(block) if block in values else ():
            if not output.op.type.temporary:
                pins[pin, place] = (output.dtype, output.shape)
        for source, target in made.wires.get(block, ()):
            given = values.get(source.block)
            if given is None:
                continue
            value = given.get(source.pin)
            if source.index is not None:
                value = value[source.index] if is_list(value) and source.index < len(value) else None
            if isinstance(value, Output) and not value.op.type.temporary:
                pins.setdefault((target.pin, None), (value.dtype, value.shape))
        if pins:
            found[block] = alike.setdefault(tuple(pins.items()), pins)
    return found


def _renewed(last: Pins, made: Elaboration, touched: set[str] | None) -> Pins:
    """The pins after an edit; the same object if nothing is different."""
    old = last.blocks
    now = _pins(made, made.position if touched is None else touched & made.position.keys())
    gone = (old.keys() if touched is None else touched & old.keys()) - now.keys()
    now = {block: pins for block, pins in now.items() if old.get(block) != pins}
    if not now and not gone:
        return last
    found = {**old, **now}
    for block in gone:
        del found[block]
    return Pins(found)


def _with_kept(problems: Sequence[DiagramError], old: Sequence[DiagramError], found: Elaborated) -> list[DiagramError]:
    """The faults of a page of which some blocks were left, with those that they had before."""
    there = {(error.block, error.message) for error in problems}
    kept = [error for error in old if error.block in found.left and (error.block, error.message) not in there]
    position = found.made.position
    return sorted([*problems, *kept], key=lambda error: position.get(error.block or "", -1))


def _gradients_stay(found: Elaborated, losses: Sequence[str]) -> bool:
    """Whether the page still has the gradient blocks that stand at the head of what can be differentiated."""
    made = found.made
    there = [each for each in made.position if each in made.gradients and (each in made.values or each in found.left)]
    return there == [name for name in losses if "." not in name]


def _is_there(made: Elaboration, name: str) -> bool:
    """Whether the page still has an output that could be differentiated."""
    return "." in name and _blocks_of(name) <= made.values.keys()


def _stays(found: Elaborated, of: str, last: PageInfo) -> bool:
    """Whether a gradient goes where it went: nothing was made anew on its way, nor any variable, nor what hands on."""
    made, anew, flow = found.made, found.anew, last.flow
    if anew is None or flow is None or not anew.isdisjoint(flow.variables.keys() | flow.blocks):
        return False
    if any(output.op.block_name != block for block in anew for *_, output in made.outputs_of(block)):
        return False
    return made.upstream(_blocks_of(of)).isdisjoint(anew) and not _any_source(made, anew)


def _blocks_of(name: str) -> set[str]:
    """The blocks that are differentiated."""
    return {each.partition(".")[0] for each in summands(name)}


def _any_source(made: Elaboration, blocks: Collection[str]) -> bool:
    """Whether one of some blocks is something that a gradient is wanted of."""
    specs = (made.specs[block] for block in blocks if block in made.specs)
    return any(spec.variable or spec.name in FED for spec in specs)


def _lies_apart(made: Elaboration, of: str, left: Collection[str]) -> bool:
    """Whether a gradient has nothing to do with blocks that were left, nor with any that comes after them."""
    if not left:
        return True
    before = _blocks_of(of)
    if of in made.gradients:
        before = {wire.source.block for wire in made.wires_into.get(of, ()) if wire.target.pin == "outputs"}
    return before.isdisjoint(left) and not _any_source(made, left)
