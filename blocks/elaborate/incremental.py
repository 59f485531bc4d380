"""A page elaborated again and again: only what an edit touches is made anew.

A block is made anew if it was edited, if its wires are others, or if what comes through them is. When what it gives
looks from outside as before (dtypes, shapes, and values as far as somebody asked for them), its old nodes stay and take
over what is new, so that nothing that is wired to it has to be made anew. A gradient is made anew if anything that it
may go through was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence, Set
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from blocks.document.data import Page
from blocks.elaborate.block_builder import make
from blocks.elaborate.elaborate import composites_of, elaborate, settle
from blocks.elaborate.elaboration import Elaboration, FileReader, Part
from blocks.elaborate.incremental_diff import Edited
from blocks.elaborate.incremental_rebuild import Renewal, tell_place, way_to
from blocks.elaborate.wiring import list_users
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find as find_in_library

if TYPE_CHECKING:
    from blocks.elaborate.expansion import Composites

_MOST_GONE = 1000
"""Blocks that are gone of which is known how they were made, for when they come back."""


class Elaborated(NamedTuple):
    """A state of a page as a graph.

    Attributes:
        made: the page; the next state uses it up.
        touched: the blocks at whose pins there may be something else than the last time, those that are gone included;
            None: at any of them.
        anew: the blocks that were made or wired anew, those that are gone included, gradients only if they were wired
            anew; None: others than these may have changed places in the order of the file.
        same_work: it computes the same as the last one, but for the values of constants.
        fell: blocks of ``anew`` that are wired and made as before, and give nothing, since one before them does not.
        left: the gradients that are still to be made, and what comes after them: they give nothing yet.
    """

    made: Elaboration
    touched: set[str] | None = None
    anew: set[str] | None = None
    same_work: bool = False
    fell: Set[str] = frozenset()
    left: frozenset[str] = frozenset()


class Elaborator:
    """Elaborates states of a page one after the other.

    Args:
        find: gives block types by name.
    """

    def __init__(self, find: Callable[[str], BlockSpec | None] = find_in_library) -> None:
        self._find = find
        self._made: Elaboration | None = None
        self._composites: Composites | None = None
        self._left: frozenset[str] = frozenset()
        self._good: dict[str, Part] = {}
        self._stamps = count(1)

    def elaborate(
        self,
        page: Page,
        read_file: FileReader | None = None,
        patched: Collection[str] = (),
        *,
        leave_gradients: bool = False,
        composites: Sequence[Page] = (),
    ) -> Elaborated:
        """As `blocks.elaborate.elaborate.elaborate`.

        Args:
            page, read_file: as there.
            patched: the blocks whose nodes somebody has changed since.
            leave_gradients: leave those that must be made anew, which takes long, to the next time.
            composites: the composites that the page uses; a page that has instances is made as a whole.
        """
        if composites:
            self._made = None
            if self._composites is None or [*self._composites.pages.values()] != [*composites]:
                self._composites = composites_of(composites, self._find)
            return self._begin(page, read_file, self._composites)
        for block in patched:
            self._good.pop(block, None)
        made, self._made = self._made, None  # nothing is left of it if something goes wrong
        found: Elaborated | None = None
        if made is not None:
            made.read_file = read_file
            renewal = Renewal(made, page, self._good, self._stamps, leave_gradients=leave_gradients)
            found = _updated(renewal, patched, self._left)
        if found is None:
            found = self._begin(page, read_file)
        elif len(self._good) > 2 * len(page.blocks) + _MOST_GONE:
            self._good = {block: part for block, part in self._good.items() if block in found.made.position}
        self._made, self._left = found.made, found.left
        return found

    def _begin(self, page: Page, read_file: FileReader | None, composites: Composites | None = None) -> Elaborated:
        """Elaborate a page of which nothing is known."""
        made = elaborate(page, read_file, self._find, make, composites=composites)
        made.list_all()
        list_users(made)
        for part in made.parts.values():
            part.stamp = next(self._stamps)
        self._good = {block: part for block, part in made.parts.items() if part.values is not None}
        for block in made.gradients & self._good.keys():
            self._good[block].way = way_to(made, block)
        return Elaborated(made)


def _updated(renewal: Renewal, patched: Collection[str], left: Collection[str]) -> Elaborated | None:
    """Bring an elaboration up to date; None if that is not possible.

    Args:
        renewal: makes it the page as it is now.
        patched: the blocks whose nodes somebody has changed since.
        left: those that were left the last time.
    """
    made, page = renewal.made, renewal.page
    old = made.page
    if page.name != old.name or made.back or made.tangled or made.graph.entangled:
        return None
    made.page = page
    edited = Edited(renewal, old)
    order = made.order
    in_order = edited.find()
    if in_order is None:
        return None
    renewal.dirty |= made.reading | made.position.keys() & {*patched, *left}
    if edited.rearranged or not renewal.make_few():
        renewal.make_all(order)
    if made.open_loops or made.graph.entangled:
        return None
    for place in edited.moved:
        tell_place(made.parts[page.blocks[place].id], place)
    settle(made)
    touched = renewal.changed | edited.rejoined | made.position.keys() & left
    for block in renewal.changed - renewal.fell:
        touched.update(made.users.get(block, ()))
    if renewal.fell:
        touched |= renewal.renewed  # all that come after those that fell are among them
    touched -= renewal.left
    same_work = not (edited.moved or renewal.rebuilt or touched or renewal.left)
    anew = (renewal.renewed - made.gradients) | edited.before.keys() | edited.retyped if in_order else None
    fell = renewal.fell - edited.before.keys() - edited.retyped
    return Elaborated(made, touched, anew, same_work, fell, frozenset(renewal.left))
