"""Where the gradient of some tensors goes on a page: followed block by block, and brought up to date after edits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from blocks.document.data import Wire
from blocks.elaborate.elaboration import Elaboration, OutputName, Ties
from blocks.elaborate.gradient_edges import gives_others, ties_of
from blocks.graph.flow import Cut, onward
from blocks.graph.graph import Node, Output

_NO_NAMES: Mapping[Output, Sequence[OutputName]] = {}


_MOST_GONE = 1000
"""Blocks that are gone of which is known how a gradient goes on from them, for when they come back."""


class _Onward(NamedTuple):
    """How a gradient that reaches a node goes on, and what it is called there; wires are None if they lie apart."""

    values: Sequence[Output]
    cuts: Sequence[Cut]
    wires: Sequence[Wire] | None
    names: Mapping[Output, Sequence[OutputName]]


class Flowing:
    """Follows the gradient of some tensors through states of a page.

    It is counted how often each output is come to, so that what an edit takes away is found without another walk. Where
    a gradient goes round a loop this holds for one state only.

    Attributes:
        made: the page.
        ways: the outputs that it reaches; how often it comes to each.
        names: their names at the blocks that made them.
        wires: the wires that carry it to a pin that belongs to a block's one node.
        apart: nodes that it passes and whose wires are others.
        aliasing: blocks that may give what other blocks made.
        sources: the variables and placeholders.
    """

    def __init__(self, made: Elaboration) -> None:
        self.made = made
        self.ways: dict[Output, int] = {}
        self.names: set[OutputName] = set()
        self.wires: set[Wire] = set()
        self.apart: dict[Node, None] = {}
        self.aliasing: set[str] = set()
        self.sources: set[str] = set()
        self._ys: list[Output] = []
        self._own_cuts: list[Cut] = []
        self._entered: dict[Node, _Onward] = {}
        self._known: dict[str, dict[Node, _Onward]] = {}
        self._cutting: dict[Node, None] = {}
        self._look_at(made.position)

    def is_reached(self, node: Node) -> bool:
        """Whether the gradient reaches an output of a node."""
        return not self.ways.keys().isdisjoint(node.outputs)

    @property
    def cuts(self) -> list[Cut]:
        """Where it is cut: as in `blocks.graph.flow.Flow`."""
        cutting = sorted(self._cutting, key=lambda node: node.number, reverse=True)
        return [*self._own_cuts, *[cut for node in cutting for cut in self._entered[node].cuts]]

    def follow(self, ys: Iterable[Output], anew: Collection[str] = (), fell: Collection[str] = ()) -> None:
        """Follow the gradient of some tensors.

        Args:
            ys: the tensors.
            anew: the blocks that are gone, or were made or wired anew, since the last time; gradients count as such.
            fell: those that are wired and made as they were, but gave nothing at some time since, as one before them
                did not: what is known of them holds.
        """
        anew = {*anew, *self.made.gradients}
        gone, self._ys, self._own_cuts = self._ys, [], []
        known = [self._known.pop(block) for block in self._stale(anew)]
        stale = [node for each in known for node in each]
        left: list[Wire] = []
        for node in stale:
            if node in self._entered:
                gone += self._leave(node, left)
        self.wires.difference_update(left)
        names = [next(iter(each.values())).names for each in known]  # all nodes of a block have the same ones
        self.names.difference_update([name for each in names for called in each.values() for name in called])
        self._look_at({*anew, *fell})
        for y in ys:
            if y.dtype.is_differentiable:
                self._ys.append(y)
            else:
                self._own_cuts.append(Cut(y.op, "", f"{y.dtype.short} values have no gradient", "dtype"))
        self._reach(self._ys)
        for node in stale:
            if self._is_there(node) and node not in self._entered and self.is_reached(node):
                self._reach(self._enter(node))
        self._drop(gone)
        if len(self._known) > 2 * len(self.made.position) + _MOST_GONE:
            self._known = {block: each for block, each in self._known.items() if block in self.made.position}

    def _stale(self, blocks: Iterable[str]) -> list[str]:
        """Those of some blocks that were made anew, or are gone, of which what is known holds no longer.

        A block that is made as before has the same ties. One that gives nothing any more is left when all that led to
        it is, and may come back; but its nodes may have become those of a block with another name.
        """
        found: list[str] = []
        known_of, made = self._known, self.made
        values, nodes = made.values, made.graph.nodes
        count = len(nodes)
        for block in blocks:
            known = known_of.get(block)
            if known is None:
                continue
            if block in values:
                if next(iter(known.values())).names is not ties_of(made, block).names:
                    found.append(block)
                continue
            for node in known:  # very many: `_is_there` would be called for each
                number = node.number
                if (number < count and nodes[number] is node) or node.block_name != block:
                    found.append(block)
                    break
        return found

    def _is_there(self, node: Node) -> bool:
        """Whether a node is in the graph."""
        nodes = self.made.graph.nodes
        return node.number < len(nodes) and nodes[node.number] is node

    def _look_at(self, blocks: Collection[str]) -> None:
        """Note the blocks that give what others made, and those of which a gradient may be wanted."""
        made, values = self.made, self.made.values
        self.aliasing.difference_update(blocks)
        self.sources.difference_update(blocks)
        for block in blocks:
            if block in values:
                spec = made.specs[block]
                if gives_others(made, block):
                    self.aliasing.add(block)
                if spec.variable or spec.fed:
                    self.sources.add(block)

    def _reach(self, outputs: Iterable[Output]) -> None:
        """The gradient comes to some outputs, once more."""
        ways, entered = self.ways, self._entered
        pending = list(outputs)
        while pending:
            output = pending.pop()
            if output in ways:
                ways[output] += 1
                continue
            ways[output] = 1
            node = output.op
            if node in entered:
                self.names.update(entered[node].names.get(output, ()))
            else:
                pending += self._enter(node)

    def _drop(self, outputs: Iterable[Output]) -> None:
        """The gradient comes to some outputs once less."""
        ways, entered = self.ways, self._entered
        names: list[OutputName] = []
        wires: list[Wire] = []
        pending = list(outputs)
        while pending:
            output = pending.pop()
            left = ways[output] - 1
            if left:
                ways[output] = left
                continue
            del ways[output]
            node = output.op
            known = entered.get(node)
            if known is None:
                continue
            if output in known.names:
                names += known.names[output]
            if ways.keys().isdisjoint(node.outputs):
                pending += self._leave(node, wires)
        self.names.difference_update(names)
        self.wires.difference_update(wires)

    def _enter(self, node: Node) -> Sequence[Output]:
        """The gradient reaches a node; the values that it goes on to."""
        known_here = self._known.setdefault(node.block_name, {})
        known = known_here.get(node)
        if known is None:
            known = known_here[node] = self._look_up(node, alone=not known_here)
        self._entered[node] = known
        if known.wires is None:
            self.apart[node] = None
        else:
            self.wires.update(known.wires)
        if known.cuts:
            self._cutting[node] = None
        for output in node.outputs:
            if output in self.ways:
                self.names.update(known.names.get(output, ()))
        return known.values

    def _leave(self, node: Node, wires: list[Wire]) -> Sequence[Output]:
        """The gradient does not reach a node any more.

        Args:
            node: the node.
            wires: takes those that carry it no longer.

        Returns:
            The values that it went on to.
        """
        known = self._entered.pop(node)
        if known.wires is None:
            del self.apart[node]
        else:
            wires += known.wires
        if known.cuts:
            del self._cutting[node]
        return known.values

    def _look_up(self, node: Node, *, alone: bool) -> _Onward:
        """How a gradient goes on from a node, the first one of its block or not."""
        made, block = self.made, node.block_name
        ties = ties_of(made, block) if block in made.values else None
        values, cuts = onward(node)
        end = made.graph.loops.get(node.number)
        if end is not None:
            values = [*values, made.graph.nodes[end].outputs[0]]
        wires: Sequence[Wire] | None = ()
        if values:
            is_block = alone and made.specs.get(block) is node.type
            wires = _wires(ties, values) if is_block and ties is not None else None
        return _Onward(values, cuts, wires, ties.names if ties is not None else _NO_NAMES)


def _wires(ties: Ties, values: Sequence[Output]) -> list[Wire] | None:
    """The wires that carry a gradient to the values that it goes on to; None if they must be looked at one by one."""
    if ties.others:
        return None
    found: list[Wire] = []
    through = set(values)
    for wire, value in ties.plain:
        if value in through:
            found.append(wire)
        elif value.dtype.is_differentiable:
            return None
    return found
