"""The calls of modules in an exported graph: which nodes belong to which, and where its variables are."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast

from blocks.base.names import free_name
from blocks.base.reachable import reachable
from blocks.graph.graph import Graph, Node, Output
from blocks.interchange.tracing.calls import TracedCall
from blocks.interchange.tracing.diagram import identifier
from blocks.torch.recorder import torch

Sharing = Literal["any shapes", "equal shapes", "nothing"]
"""Which calls of a module share its variables: those of equal structure, with inputs of any shapes or of equal ones."""
_Crossing: TypeAlias = "dict[ModuleCall, dict[Output, None]]"


@dataclass(eq=False)
class ModuleCall(TracedCall):
    """A call of a module, or a group of calls for a module that is not called itself, such as a list.

    Attributes:
        path: the path of the module, as the code reaches it.
        children: the calls inside, by the names of their instances.
        items: the nodes of the exported graph and the calls inside, in their order; without those of groups.
    """

    path: str = ""
    children: dict[str, ModuleCall] = field(default_factory=dict[str, "ModuleCall"])
    items: list[Any] = field(default_factory=list[Any])
    key: Any = None

    def around(self) -> Iterator[ModuleCall]:
        """Yield the call and those around it, the innermost first."""
        call: Any = self
        while call is not None:
            yield call
            call = call.parent

    def nodes(self) -> Iterator[Any]:
        for each in self.items:
            if isinstance(each, ModuleCall):
                yield from each.nodes()
            else:
                yield each

    @property
    def names_inside(self) -> list[str]:
        return [each.name for each in self.around()][-2::-1]


class ModuleCalls:
    """The calls of a graph.

    Attributes:
        of: the call of each node.
    """

    def __init__(
        self,
        module: Any,
        nodes: Sequence[Any],
        stored: Callable[[Any], str | None],
        trained: Mapping[str, bool],
        sharing: Sharing,
    ) -> None:
        self._module, self._stored, self._trained, self._sharing = module, stored, trained, sharing
        self.root = ModuleCall(own=[])
        self.of: dict[Any, ModuleCall] = {}
        self._first: dict[int, str] = {}
        for name, each in module.named_modules(remove_duplicate=False):
            self._first.setdefault(id(each), name)
        known: dict[tuple[ModuleCall, str], ModuleCall] = {}
        for node in nodes:
            call = self.root
            stack: dict[str, tuple[str, Any]] = node.meta.get("nn_module_stack") or {}
            for key, (path, _) in stack.items():
                if path:
                    if (call, key) not in known:
                        known[call, key] = ModuleCall(own=[], path=path, parent=call)
                        call.items.append(known[call, key])
                    call = known[call, key]
            call.items.append(node)
        self._place(self.root)
        for call in self._all(self.root):
            for each in call.items:
                if not isinstance(each, ModuleCall):
                    self.of[each] = call
        self._find_shared(self.root)

    def names(self) -> Iterable[str]:
        """Return the names of the instances on the page, and of modules that may become instances later."""
        return {*self.root.children, *(name for name, _ in self._module.named_children())}

    def owner(self, path: str, call: ModuleCall | None = None) -> ModuleCall:
        """Return the call that has a parameter or a buffer, for a reader in another call."""
        parts = path.split(".")[:-1]
        owner = self._at(self.root, parts)
        for each in [*(call.around() if call is not None else ())][::-1]:
            if isinstance(each.shares, ModuleCall):
                inside, around = owner.names_inside, each.shares.names_inside
                if inside[: len(around)] == around:
                    owner = self._at(each, inside[len(around) :])
        return owner

    def _at(self, call: ModuleCall, parts: Iterable[str]) -> ModuleCall:
        for name in parts:
            call = call.children.get(name) or self._group(call, name)
        return call

    def _group(self, call: ModuleCall, name: str) -> ModuleCall:
        path = f"{call.path}.{name}" if call.path else name
        group = ModuleCall(own=[], path=path, parent=call, name=name)
        self._describe(group)
        call.children[name] = group
        call.inside.append(group)
        return group

    def _describe(self, call: ModuleCall) -> None:
        module = _submodule(self._module, call.path)
        kind = cast("type[Any]", type(module))
        call.title = kind.__name__
        call.doc = ""
        own = [] if module is None else [*module.named_parameters(recurse=False), *module.named_buffers(recurse=False)]
        call.function = "module", f"{kind.__module__}.{kind.__qualname__}", str([(n, t.shape) for n, t in own])

    def _place(self, call: ModuleCall) -> None:
        """Give each call inside its name, and make groups for modules on its path that are not called."""
        calls = [each for each in call.items if isinstance(each, ModuleCall)]
        module = _submodule(self._module, call.path)
        taken: set[str] = set() if module is None else {name for name, _ in module.named_children()}
        groups: list[ModuleCall] = []
        for each in calls:
            first = self._first.get(id(_submodule(self._module, each.path)), each.path)
            path = first if _is_inside(first, call.path) else each.path
            parts = (
                path[len(call.path) :].strip(".").split(".")
                if _is_inside(path, call.path)
                else [path.rpartition(".")[2]]
            )
            around = call
            for name in parts[:-1]:
                if name not in around.children:
                    groups.append(self._group(around, name))
                around = around.children[name]
            name = identifier(parts[-1])
            known = around.children.get(name)
            if known is not None and known in groups:  # a group so far, whose module is called after calls inside
                groups.remove(known)
                around.inside.remove(known)
                each.children, each.inside = known.children, known.inside
                for inner in known.inside:
                    inner.parent = each
            elif known is not None:
                name = free_name(name, {*around.children, *taken})
            each.name, each.parent = name, around
            around.children[name] = each
            around.inside.append(each)
            self._describe(each)
        self._fill(call, groups)
        for each in calls:
            self._place(each)

    def _fill(self, call: ModuleCall, groups: Sequence[ModuleCall]) -> None:
        """Put the calls of a group into it, and the nodes between them if there is nothing else."""
        for group in groups:
            positions = [
                i for i, each in enumerate(call.items) if isinstance(each, ModuleCall) and group in each.around()
            ]
            if not positions:
                continue
            low, high = positions[0], positions[-1] + 1
            between = call.items[low:high]
            is_alone = all(not isinstance(each, ModuleCall) or group in each.around() for each in between)
            moved = between if is_alone else [call.items[i] for i in positions]
            group.items += moved
            rest = [each for each in call.items if each not in moved]
            call.items[:] = rest
            call.items.insert(low, group)

    def _all(self, call: ModuleCall) -> Iterator[ModuleCall]:
        yield call
        for each in call.inside:
            if isinstance(each, ModuleCall):
                yield from self._all(each)

    # -- calls of one module ------------------------------------------------------------------------------------------

    def _find_shared(self, call: ModuleCall) -> None:
        """Let a further call of a module share the variables of the first one if it does the same."""
        first: dict[Any, ModuleCall] = {}
        for each in call.inside:
            assert isinstance(each, ModuleCall)
            each.key = self._structure(each)
            key = self._first.get(id(_submodule(self._module, each.path))), each.key
            known = first.setdefault(key, each)
            if known is not each and self._sharing != "nothing" and self._has_variables(each):
                each.shares = known
            self._find_shared(each)

    def _has_variables(self, call: ModuleCall) -> bool:
        around = self._home(call.path)
        paths: list[str] = []
        for node in call.nodes():
            for arg in _arguments(node):
                path = self._stored(arg)
                if path is not None and _is_inside(path, around):
                    paths.append(path)
        return bool(paths)

    def _home(self, path: str) -> str:
        return self._first.get(id(_submodule(self._module, path)), path)

    def _structure(self, call: ModuleCall) -> str:
        """Return a text that is equal for calls that compute the same from their inputs and parameters."""
        home = self._home(call.path)
        names: dict[Any, str] = {}
        rows: list[str] = []

        def name(node: Any) -> Any:
            if node not in names:
                path = self._stored(node)
                if path is not None and _is_inside(path, home):
                    names[node] = f"module{path[len(home) :]} {self._trained.get(path)}"
                else:
                    names[node] = f"input {len(names)} {_form(node, self._sharing != 'any shapes')}"
            return _Named(names[node])

        for i, node in enumerate(call.nodes()):
            args = torch.fx.map_arg((node.args, node.kwargs), name)
            names[node] = f"node {i}"
            rows.append(f"{node.target} {args} {_form(node, self._sharing != 'any shapes')}")
        return "\n".join(rows)

    # -- results ------------------------------------------------------------------------------------------------------

    def finish(self, graph: Graph) -> None:
        """Drop the blocks that nothing reads, and name the inputs and results of all calls, alike for equal calls."""
        made = {number: call for call in self._all(self.root) for number in call.own or ()}
        ends = [node for node in graph.nodes if node.type.writes or not (node.inputs or node.type.constant)]
        ends += [output.op for _, output in self.root.results]
        leaving, _ = self._crossing(ends, made)
        alike: dict[Any, list[ModuleCall]] = {}
        for call in self._all(self.root):
            alike.setdefault((self._home(call.path), call.key) if call.key else call, []).append(call)
        for calls in alike.values():
            self._unite(calls, leaving, graph)
        ends += [output.op for outputs in leaving.values() for output in outputs]
        further, coming = self._crossing(ends, made)
        live = {node.number for node in _live(ends)}
        for call in self._all(self.root):
            call.own = [number for number in call.own or () if number in live]
            if call is not self.root:
                results = {**leaving.get(call, {}), **further.get(call, {})}
                self._name(call, [*results], [*coming.get(call, ())], made)

    def _crossing(self, ends: Sequence[Node], made: Mapping[int, ModuleCall]) -> tuple[_Crossing, _Crossing]:
        """Return the outputs of each call that nodes outside read, and the outputs from outside that its nodes read."""
        nodes = sorted(_live(ends), key=lambda each: each.number)
        uses = [(made[node.number], output) for node in nodes if node.number in made for output in node.inputs]
        uses += [(self.root, node.outputs[0]) for node in nodes if node.type.writes and node.number in made]
        uses += [(self.root, output) for _, output in self.root.results]
        leaving: _Crossing = {}
        coming: _Crossing = {}
        for user, output in uses:
            around, inside = [*user.around()], [*made[output.op.number].around()]
            for each in inside:
                if each in around:
                    break
                leaving.setdefault(each, {})[output] = None
            for each in around:
                if each in inside:
                    break
                coming.setdefault(each, {})[output] = None
        return leaving, coming

    def _unite(self, calls: list[ModuleCall], leaving: _Crossing, graph: Graph) -> None:
        numbers = [sorted(call.all_own()) for call in calls]
        if len({len(each) for each in numbers}) > 1:
            return
        at = [{number: i for i, number in enumerate(each)} for each in numbers]
        found = {(at[k][o.op.number], o.index) for k, call in enumerate(calls) for o in leaving.get(call, ())}
        for call, own in zip(calls, numbers, strict=True) if found else ():
            leaving[call] = {graph.nodes[own[i]].outputs[index]: None for i, index in sorted(found)}

    def _name(self, call: ModuleCall, leaving: list[Output], coming: list[Output], made: dict[int, ModuleCall]) -> None:
        taken = {*call.names.values(), *call.children}

        def stored(output: Output) -> str | None:
            maker = made.get(output.op.number)
            kept = output.op.type.variable or output.op.type.constant or output.op.type.writes
            return maker.names.get(output.op.number) if maker is not None and kept else None

        named = {output: name for output in leaving if (name := stored(output)) is not None}
        others = [output for output in leaving if output not in named]
        outputs: set[str] = set()
        call.results = []
        for i, output in enumerate(others):
            call.results.append((free_name("output" if len(others) == 1 else f"output_{i}", outputs), output))
            outputs.add(call.results[-1][0])
        for output, name in named.items():
            call.results.append((free_name(name, outputs), output))
            outputs.add(call.results[-1][0])
        module = _submodule(self._module, call.path)
        values = [output for output in coming if stored(output) is None]
        first = [*inspect.signature(module.forward).parameters][:1] if hasattr(module, "forward") and call.items else []
        for i, output in enumerate(coming):
            name = stored(output) or (first[0] if len(values) == 1 and first else f"x_{i}" if len(values) > 1 else "x")
            name = free_name(identifier(name), taken, first=1)
            taken.add(name)
            call.arguments.append((name, output))


def _live(ends: Iterable[Node]) -> set[Node]:
    return reachable(ends, lambda node: [each.op for each in node.inputs])


class _Named(str):
    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _submodule(module: Any, path: str) -> Any:
    try:
        return module.get_submodule(path)
    except AttributeError:
        return None


def _is_inside(path: str, around: str) -> bool:
    return not around or path == around or path.startswith(f"{around}.")


def _form(node: Any, by_shape: bool = True) -> str:
    value = node.meta.get("val")
    values: Any = value if isinstance(value, (list, tuple)) else [value]  # pyright: ignore[reportUnknownVariableType]
    return str(
        [
            (str(each.dtype), *(each.shape if by_shape else ())) if isinstance(each, torch.Tensor) else each
            for each in values
        ]
    )


def _arguments(node: Any) -> list[Any]:
    result: list[Any] = []
    torch.fx.map_arg((node.args, node.kwargs), result.append)
    return result
