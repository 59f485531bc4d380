"""The loops of a graph: the nodes of each loop, and how loops are nested."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from blocks.base.errors import DiagramError
from blocks.graph.graph import Graph

DEEPEST = 100
"""So many loops may lie in each other; each is looked for among all that is in the one around it."""

T = TypeVar("T", bound=Hashable)


class Cycle(NamedTuple):
    """A loop, as node numbers.

    Attributes:
        values: its LoopValue nodes, each with the node that computes its next value.
        inner: the LoopValue nodes of loops inside it, which restart in each of its iterations.
    """

    values: tuple[tuple[int, int], ...]
    heads: frozenset[int]
    inner: frozenset[int]


def cycles(graph: Graph) -> list[Cycle]:
    """Return the loops of a graph, inner ones before those that contain them.

    A loop is entered at a Merge that also takes a value from outside; the cycles that remain without its own edges are
    loops inside it (P. Havlak, "Nesting of reducible and irreducible loops", 1997). A LoopCond whose decision depends
    on the body of another loop is inside that loop, wherever it begins.

    Raises:
        DiagramError: Loops are nested too deeply.
    """
    users = _users(graph)
    # What one LoopCond decides about goes round together, even where nothing else ties it.
    tied = {
        node.number: {n for n in users.get(node.number, ()) if graph.nodes[n].type.control == "switch"}
        for node in graph.nodes
        if node.type.loop == "condition"
    }
    return _Search(graph, users, tied).run()


class _Search(NamedTuple):
    """The search for loops; ``tied`` has the Switch nodes that each LoopCond controls."""

    graph: Graph
    users: Mapping[int, set[int]]
    tied: Mapping[int, set[int]]

    def run(self) -> list[Cycle]:
        cycles: list[Cycle] = []
        every: Mapping[int, int] = dict(self.graph.loops)
        pending = [(each, every, 0) for each in self._components(set(range(len(self.graph.nodes))), every)]
        while pending:
            component, back, depth = pending.pop()
            inside = {value: back[value] for value in sorted(component) if value in back and back[value] in component}
            if not inside:
                continue
            heads = {value: next(iter(self.users[value])) for value in inside if self.users.get(value)}
            entered = {value for value, head in heads.items() if _enters(self.graph, head, component)}
            begins = entered - self._deeper(component, heads) or entered
            own = {value: after for value, after in inside.items() if value in begins or not begins}
            rest = {value: after for value, after in inside.items() if value not in own}
            own_heads = frozenset(heads[value] for value in own if value in heads)
            cycles.append(Cycle(tuple(own.items()), own_heads, frozenset(rest)))
            if rest and depth == DEEPEST:
                raise DiagramError(f"loops are nested more than {DEEPEST} levels deep")
            if rest:
                pending += [(each, rest, depth + 1) for each in self._components(component - set(own), rest)]
        return cycles[::-1]

    def _components(self, nodes: set[int], back: Mapping[int, int]) -> list[set[int]]:
        graph, tied = self.graph, self.tied

        def sources(number: int) -> list[int]:
            results = [i.op.number for i in graph.nodes[number].inputs if i.op.number in nodes]
            if number in tied:
                results += tied[number] & nodes
            if back.get(number) in nodes:
                results.append(back[number])
            return results

        return [set(each) for each in components(sorted(nodes), sources) if len(each) > 1]

    def _deeper(self, component: set[int], heads: Mapping[int, int]) -> set[int]:
        """Return the values of loops that depend on the body of another one, not only on its results."""
        nodes = self.graph.nodes
        decides = {switch: each for each in component if each in self.tied for switch in self.tied[each]}
        head_of = {head: value for value, head in heads.items()}
        values: dict[int, list[int]] = {}
        gates: dict[int, list[int]] = {}  # what comes round to a head has passed the LoopCond
        for switch, each in decides.items():
            head = nodes[switch].inputs[0].op.number
            if head in head_of:
                values.setdefault(each, []).append(head_of[head])
                gates.setdefault(head, []).append(each)
        if len(values) < 2:
            return set()

        def sources(number: int) -> list[int]:
            result = [i.op.number for i in nodes[number].inputs]
            return [each for each in (*result, *self.tied.get(number, ()), *gates.get(number, ())) if each in component]

        def is_inside(number: int) -> bool:
            """Return whether a node depends on a loop's body; a loop's result counts as outside of it."""
            exits = (i.index == 0 and i.op.number in decides for i in nodes[number].inputs)
            return any(
                i.op.number in (deep if out else inside) for i, out in zip(nodes[number].inputs, exits, strict=True)
            )

        inside: set[int] = set()
        deep: set[int] = set()
        for part in components(sorted(component), sources):
            if any(map(is_inside, part)):
                deep.update(part)
                inside.update(part)
            elif any(each in values for each in part):
                inside.update(part)
        return {value for each, begun in values.items() if each in deep for value in begun}


def _enters(graph: Graph, head: int, component: set[int]) -> bool:
    return any(i.op.number not in component for i in graph.nodes[head].inputs)


def _users(graph: Graph) -> dict[int, set[int]]:
    users: dict[int, set[int]] = {}
    for node in graph.nodes:
        for i in node.inputs:
            users.setdefault(i.op.number, set()).add(node.number)
    return users


def components(nodes: Iterable[T], sources: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """Yield the strongly connected components upstream of nodes, by Tarjan's algorithm without recursion."""
    index: dict[T, int] = {}
    low: dict[T, int] = {}
    done: set[T] = set()
    stack: list[T] = []
    for start in nodes:
        if start in index:
            continue
        work = [(start, iter(sources(start)))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, pending = work[-1]
            for other in pending:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(sources(other))))
                    break
                if other not in done:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component: list[T] = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                    done.update(component)
                    yield component
