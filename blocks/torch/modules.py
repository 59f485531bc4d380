"""The calls of modules in an exported graph: which nodes belong to which, and where its variables are."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from blocks.base.names import free_name
from blocks.base.reachable import reachable
from blocks.base.types import is_array
from blocks.graph.graph import Graph, Node, Output, flatten
from blocks.interchange.tracing.calls import TracedCall


@dataclass(eq=False)
class ModuleCall(TracedCall):
    """A call of a module, or a group of calls for a module that is not called itself, such as a list.

    Attributes:
        path: the path of the module.
        is_group: whether it is only a group so far.
        former: the first call of the same module in the same place; None for that itself.
        children: the calls inside, by the names of their instances.
    """

    path: str = ""
    is_group: bool = True
    former: ModuleCall | None = None
    children: dict[str, ModuleCall] = field(default_factory=dict[str, "ModuleCall"])

    def around(self) -> Iterator[ModuleCall]:
        """Yield the call and those around it, the innermost first."""
        call: Any = self
        while call is not None:
            yield call
            call = call.parent

    def all(self) -> Iterator[ModuleCall]:
        """Yield the call and those inside, outer ones first."""
        yield self
        for each in self.children.values():
            yield from each.all()

    def names_in(self, outer: ModuleCall) -> list[str]:
        names = [each.name for each in self.around()]
        return names[: len(names) - len([*outer.around()])][::-1]


class ModuleCalls:
    """The calls of a graph.

    Attributes:
        root: the call of the whole module.
        of: the call of each node.
        stored: the variables and constants for parameters and buffers, by the call that has them and their paths.
    """

    def __init__(self, module: Any, nodes: Sequence[Any]) -> None:
        self._module = module
        self.root = ModuleCall(own=[])
        self.of: dict[Any, ModuleCall] = {}
        self.stored: dict[tuple[ModuleCall, str], Output] = {}
        self._first: dict[int, str] = {}
        for name, each in module.named_modules(remove_duplicate=False):
            self._first.setdefault(id(each), name)
        known: dict[tuple[ModuleCall, str], ModuleCall] = {}
        for node in nodes:
            call = self.root
            stack: dict[str, tuple[str, Any]] = node.meta.get("nn_module_stack") or {}
            for key, (path, _) in stack.items():
                if path and (call, key) not in known:
                    known[call, key] = self._enter(call, path)
                call = known[call, key] if path else call
            self.of[node] = call
        for group in [each for each in self.root.all() if each.is_group and each is not self.root]:
            self._fill(group, nodes)

    def _enter(self, call: ModuleCall, path: str) -> ModuleCall:
        first = self._first.get(id(_submodule(self._module, path)), path)
        path = first if _is_inside(first, call.path) else path
        inner = path[len(call.path) :].strip(".") if _is_inside(path, call.path) else path.rpartition(".")[2]
        *groups, name = inner.split(".")
        around = self._at(call, groups)
        known = self._at(around, [name]) if name not in around.children else around.children[name]
        if not known.is_group:
            taken = {*around.children, *(name for name, _ in _submodule(self._module, around.path).named_children())}
            former, known = known, self._new(around, free_name(name, taken), path)
            known.former = former
        known.is_group = False
        return known

    def _at(self, call: ModuleCall, names: Iterable[str]) -> ModuleCall:
        for name in names:
            path = f"{call.path}.{name}" if call.path else name
            call = call.children.get(name) or self._new(call, name, path)
        return call

    def _new(self, around: ModuleCall, name: str, path: str) -> ModuleCall:
        module = _submodule(self._module, path)
        kind = cast("type[Any]", type(module))
        own = [] if module is None else [*module.named_parameters(recurse=False), *module.named_buffers(recurse=False)]
        function = f"{kind.__module__}.{kind.__qualname__}", str([(each, tensor.shape) for each, tensor in own])
        call = ModuleCall(function, kind.__name__, parent=around, name=name, path=path, own=[])
        around.children[name] = call
        around.inside.append(call)
        return call

    def _fill(self, group: ModuleCall, nodes: Sequence[Any]) -> None:
        """Put the nodes between the calls of a group into it, if there are no other calls between them."""
        inside = [i for i, node in enumerate(nodes) if group in self.of[node].around()]
        between = nodes[inside[0] : inside[-1]] if inside else ()
        others = [node for node in between if group not in self.of[node].around()]
        if all(self.of[node] is group.parent for node in others):
            self.of.update(dict.fromkeys(others, group))

    def owner(self, path: str, reader: ModuleCall | None = None) -> ModuleCall:
        """Return the call that has a parameter or a buffer; each call of a module has those that it reads itself."""
        owner = self._at(self.root, path.split(".")[:-1])
        for each in [*(reader.around() if reader is not None else ())][::-1]:
            if each.former is not None and each.former in owner.around():
                owner = self._at(each, owner.names_in(each.former))
        return owner

    # -- after the conversion -----------------------------------------------------------------------------------------

    def finish(self, graph: Graph) -> None:
        """Let equal calls of a module share its variables, drop blocks that nothing reads, and name the inputs."""
        for call in self.root.all():
            if call.former is not None and self._structure(call, graph) == self._structure(call.former, graph):
                has_variables = any(graph.nodes[number].type.variable for number in call.all_own())
                call.shares = call.former if has_variables else None
                former = {str(each.names_in(call.former)): each for each in call.former.all()}
                for each in call.all():
                    other = former.get(str(each.names_in(call)), each)
                    other.alike = other.alike or [other]
                    other.alike.append(each)
                    each.alike = other.alike
            elif call.former is not None:
                self._give_back(call, graph)
        ends = [node for node in graph.nodes if node.type.writes or not (node.inputs or node.type.constant)]
        ends += [output.op for _, output in self.root.results]
        live = _live(ends)
        for call in self.root.all():
            for other in call.alike:
                ends += [graph.nodes[b] for a, b in zip(_own(call), _own(other), strict=True) if graph.nodes[a] in live]
        live = _live(ends)
        for call in self.root.all():
            call.own = [number for number in call.own or () if graph.nodes[number] in live]
        for call in self.root.all():
            module = _submodule(self._module, call.path)
            if hasattr(module, "forward"):
                call.first = next(iter(inspect.signature(module.forward).parameters), "")

    def _give_back(self, call: ModuleCall, graph: Graph) -> None:
        """Let a call that cannot share the variables of the first one read them through pins."""
        call.former = None
        for (reader, path), old in [*self.stored.items()]:
            owner = self.owner(path, reader)
            if call in reader.around() and owner is not reader:
                new = self.stored.setdefault((owner, path), old)
                del self.stored[reader, path]
                if new is old:
                    reader.own, owner.own = [n for n in reader.own or () if n != old.op.number], [*(owner.own or ())]
                    owner.own.append(old.op.number)
                    owner.names[old.op.number] = reader.names.pop(old.op.number)
                for node in [each for each in graph.nodes if old in each.inputs]:
                    lists = [[new if each is old else each for each in flatten((arg,))] for arg in node.args]
                    pairs = zip(lists, node.args, strict=True)
                    node.rewire(
                        tuple([tuple(each) if isinstance(arg, tuple) else (*each, None)[0] for each, arg in pairs])
                    )

    def _structure(self, call: ModuleCall, graph: Graph) -> list[Any]:
        """Return a value that is equal for calls with the same blocks, apart from the shapes of tensors."""
        made = {number: each.names_in(call) for each in call.all() for number in each.own or ()}
        at: dict[int, int] = {}
        rows: list[Any] = []
        for number in sorted(made):
            node, at[number] = graph.nodes[number], len(at)
            inputs = [(at.setdefault(each.op.number, -len(at)), each.index) for each in node.inputs]
            values = [value.tobytes() if is_array(value) else str(value) for value in node.attrs.values()]
            rows.append((node.type.name, values, inputs, made[number]))
        return rows


def _own(call: TracedCall) -> list[int]:
    return sorted(call.all_own())


def _live(ends: Iterable[Node]) -> set[Node]:
    return reachable(ends, lambda node: [each.op for each in node.inputs])


def _submodule(module: Any, path: str) -> Any:
    try:
        return module.get_submodule(path)
    except AttributeError:
        return None


def _is_inside(path: str, around: str) -> bool:
    return not around or path == around or path.startswith(f"{around}.")
