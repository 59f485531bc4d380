"""PyTorch modules as functional graphs: `torch.export`, changed so that the graph keeps the module's gradients.

A result that PyTorch computes without a gradient passes an ``aten.detach`` in the graph, with the reason in its
metadata. `THROUGH` marks a value that was replaced without autograd, whose gradient is that of the former value.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import logging
import operator
import re
import traceback
import warnings
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn
from unittest import mock

from blocks.analysis.explanation import Place
from blocks.base.errors import DiagramError, UsageError
from blocks.torch.explaining import restored
from blocks.torch.functions import OWN, THROUGH, is_smooth, traced
from blocks.torch.recorder import is_user, torch, user_line
from blocks.torch.rules import decompositions

_HOOKS = (
    "_backward_hooks", "_backward_pre_hooks", "_post_accumulate_grad_hooks", "_global_backward_hooks",
    "_global_backward_pre_hooks",
)  # fmt: skip
"""The attributes of modules, of parameters and of `torch.nn.modules.module` with hooks that an export drops."""
_NO_HOOKS = "remove the hook, or use an autograd Function instead"
REASON = "gradblocks_reason"


class Exported(NamedTuple):
    """A module as a functional graph.

    Attributes:
        program: a `torch.export.ExportedProgram`.
        arguments: the names of the leaves of the inputs, in the order of the program.
        trained: whether parameters require a gradient, by all of their names.
    """

    program: Any
    arguments: Sequence[str]
    trained: Mapping[str, bool]


def exported(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any], train: bool) -> Exported:
    """Export the computation of a module in one of its modes, and leave the module as it is."""
    _check(module)
    names = _leaf_names(module, args, kwargs)
    # Tensors that are given twice, or that are parameters, would be one input of the graph.
    given = torch.utils._pytree.tree_map_only(torch.Tensor, _copied, (args, kwargs))
    switches, error = _Switches(module), None
    with _as_found(module), warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        logging.disable()
        try:
            module.train(train)
            with switches.active():
                program = torch.export.export(module, *given, strict=False)
            _check(module)
            _Marking(program.graph_module, switches.reasons).run()
            trained = {name: each.requires_grad for name, each in module.named_parameters(remove_duplicate=False)}
            return Exported(program.run_decompositions(decompositions()), names, {**trained, **switches.trained})
        except DiagramError:
            raise
        except Exception as caught:
            error = caught
        finally:
            logging.disable(logging.NOTSET)
    raise _in_words(error) from error


def _copied(tensor: Any) -> Any:
    return tensor.detach().clone()


@contextlib.contextmanager
def _as_found(module: Any) -> Generator[None]:
    """Restore the attributes of a module, its gradients and the random states."""
    attributes: list[dict[str, Any]] = [vars(each) for each in module.modules()]
    # The dictionaries among them hold parameters, buffers, modules and hooks.
    attributes += [kept for found in attributes for kept in found.values() if isinstance(kept, dict)]
    state = [(each, dict(each)) for each in attributes]
    try:
        with restored(module, [*module.parameters()]):
            yield
    finally:
        for found, values in state:
            found.clear()
            found.update(values)


def line_of(node: Any) -> tuple[str, int] | None:
    """Return the user's innermost file and line of a node."""
    frames = re.findall(r'File "(.+?)", line (\d+)', node.meta.get("stack_trace") or "")
    return _innermost([(file, int(line)) for file, line in frames])


def _innermost(frames: Iterable[tuple[str, int]]) -> tuple[str, int] | None:
    users = [each for each in frames if each[0] != "<string>" and is_user(each[0])]  # the export generates code
    return users[-1] if users else None


def refuse(place: tuple[str, int] | None, text: str, hint: str | None = None) -> NoReturn:
    raise DiagramError(f"{place_text(place)}: {text}" if place else text, hint=hint)


def place_text(place: tuple[str, int]) -> str:
    return Place.of("", *place).where


def _leaf_names(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[str]:
    """Return the names of the leaves of arguments, made of parameters, keys and indices."""
    parameters = inspect.signature(module.forward).parameters.values()
    names = [each.name for each in parameters if each.kind < each.VAR_POSITIONAL][: len(args)]
    rest = next((each.name for each in parameters if each.kind is each.VAR_POSITIONAL), "")
    names += [f"{rest}_{i}" for i in range(len(args) - len(names))]
    named = [*zip(names, args, strict=True), *kwargs.items()]
    return [leaf for name, value in named for leaf, _ in named_leaves(name, value)]


def named_leaves(name: str, tree: Any) -> list[tuple[str, Any]]:
    """Return the leaves of a value with names made of keys and indices: ``x_0``, ``output_hidden``."""
    result: list[tuple[str, Any]] = []
    for path, leaf in torch.utils._pytree.tree_flatten_with_path(tree)[0]:
        keys = [getattr(each, "key", getattr(each, "idx", getattr(each, "name", each))) for each in path]
        result.append(("_".join([name, *map(str, keys)]), leaf))
    return result


# -- what is refused --------------------------------------------------------------------------------------------------


def _check(module: Any) -> None:
    """Raise an error if a module cannot be exported, or has hooks that the export would drop."""
    owners = [("torch.nn.Module", torch.nn.modules.module)]
    for name, each in module.named_modules():
        owners.append((f"{name or 'the module'} ({type(each).__name__})", each))
        if isinstance(each, torch.jit.ScriptModule):
            text = f"from_torch: {owners[-1][0]} is a ScriptModule"
            raise UsageError(text, hint="convert the module before it is scripted")
    for name, each in module.named_parameters():
        owners.append((name, each))
        if torch.nn.parameter.is_lazy(each):
            raise UsageError(f"from_torch: {name} has no shape yet", hint="call the module once before")
    for owner, each in owners:
        found: list[dict[int, Any]] = [getattr(each, kind, None) or {} for kind in _HOOKS]
        for hook in (hook for hooks in found for hook in hooks.values()):
            code = getattr(inspect.unwrap(hook), "__code__", None)
            place = (code.co_filename, code.co_firstlineno) if code is not None else None
            refuse(place, f"{owner} has a backward hook, which a diagram cannot have", _NO_HOOKS)


def _in_words(error: Exception) -> DiagramError:
    """Return the error of an export as one sentence with the user's line."""
    frames = traceback.walk_tb(error.__traceback__)
    place = _innermost([(frame.f_code.co_filename, line) for frame, line in frames])
    name, text = type(error).__name__, str(error).strip().partition("\n")[0]
    text, hint = f"torch.export cannot convert the module: {name}: {text}", None
    if "DataDependent" in name or "Could not guard on data-dependent" in str(error):
        text = "Python code depends on the value of a tensor: a branch, a loop, an index or a shape"
        hint = "use torch.where, or pass the value as a Python number"
    return DiagramError(f"{place_text(place)}: {text}" if place else text, hint=hint)


# -- during the export ------------------------------------------------------------------------------------------------


class _Switches(torch.overrides.TorchFunctionMode):
    """Replacements of functions that `torch.export` drops or does not see.

    Attributes:
        reasons: why the results of a line have no gradient, if it is not what the graph shows.
        trained: the parameters that the module froze or unfroze.
    """

    def __init__(self, module: Any) -> None:
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self._module = module
        self.trained: dict[str, bool] = {}
        self.reasons: dict[tuple[str, int], str] = {}
        self._in_inference = 0

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "")
        if func == torch.Tensor.data.__get__:
            self._note(".data")
            return args[0].detach()
        if func == torch.Tensor.data.__set__:
            self._note(".data")
            return args[0].detach().copy_(args[1])
        if name in ("register_hook", "register_post_accumulate_grad_hook"):
            refuse(user_line(), f"Tensor.{name} adds a backward hook, which a diagram cannot have", _NO_HOOKS)
        if self._in_inference:
            self._note("inference_mode")
        result = func(*args, **(kwargs or {}))
        if name == "requires_grad_" or func == torch.Tensor.requires_grad.__set__:
            named = self._module.named_parameters(remove_duplicate=False)
            self.trained |= {name: each.requires_grad for name, each in named if each is args[0]}
        return result

    def _note(self, reason: str) -> None:
        place = user_line()
        if place is not None:
            self.reasons[place] = reason

    @contextlib.contextmanager
    def active(self) -> Generator[None]:
        switches, mode = self, torch.autograd.grad_mode.inference_mode

        def enter(region: Any) -> None:
            region._former = torch.is_grad_enabled()
            torch._C._set_grad_enabled(not region.mode)
            switches._in_inference += region.mode

        def leave(region: Any, *_: Any) -> None:
            switches._in_inference -= region.mode
            torch._C._set_grad_enabled(region._former)

        tracer = torch.fx.proxy.TracerBase, "_filter_traceback_frames", _user_frames
        new: list[tuple[Any, str, Any]] = [(mode, "__enter__", enter), (mode, "__exit__", leave), tracer]
        new.append((torch.autograd.function._SingleLevelFunction, "apply", classmethod(traced)))
        with contextlib.ExitStack() as stack:
            for owner, name, value in new:
                stack.enter_context(mock.patch.object(owner, name, value))
            stack.enter_context(self)
            yield


def _user_frames(_: Any, frames: Any) -> traceback.StackSummary:
    """Return the user's frames inside the export, where PyTorch would keep only functions called ``forward``."""
    files = [each.filename for each in frames]
    frames = frames[files.index(__file__) :] if __file__ in files else ()
    return traceback.StackSummary.from_list([each for each in frames if is_user(each.filename)])


# -- after the export -------------------------------------------------------------------------------------------------


class _Marking:
    """Marks in the graph of an export for operations without autograd, whose regions are inlined."""

    def __init__(self, module: Any, reasons: Mapping[tuple[str, int], str]) -> None:
        self._module, self._reasons = module, reasons
        self._sources: dict[Any, Any] = {}  # of copies of detached tensors

    def run(self) -> None:
        self._mark(self._module, True)
        self._module.recompile()

    def _mark(self, module: Any, enabled: bool) -> None:
        graph = module.graph
        for node in list(graph.nodes):
            if node.op != "call_function":
                continue
            if node.target is torch.ops.higher_order.wrap_with_set_grad_enabled:
                inner = getattr(module, node.args[1].target)
                self._mark(inner, node.args[0])
                _inline(module, node, inner, node.args[2:])
            elif node.target is getattr(torch.ops.higher_order, "wrap_with_autocast", None):
                inner = getattr(module, node.args[4].target)
                self._mark(inner, enabled)
                inner.recompile()
            elif isinstance(node.target, torch._ops.OpOverload):
                self._mark_call(graph, node, enabled)

    def _mark_call(self, graph: Any, node: Any, enabled: bool) -> None:
        aten = torch.ops.aten
        if node.target is aten.detach_.default:
            node.target = aten.detach.default
        if node.target is aten.detach.default:
            is_result = any(each.target is OWN for each in node.args[0].all_input_nodes)
            self._note(node, "not differentiable" if is_result else "detach")
        elif node.target._schema.is_mutable:
            self._mark_change(graph, node, enabled)
        elif not enabled:
            is_one = isinstance(node.meta.get("val"), torch.Tensor)
            for each in [node] if is_one else [*node.users]:
                if is_smooth(each.meta.get("val")):
                    self._note(_in_its_place(graph, each, aten.detach.default), "no_grad")

    def _mark_change(self, graph: Any, node: Any, enabled: bool) -> None:
        """Mark an in-place operation on a tensor whose gradient it does not change."""
        target, detach = node.args[0], torch.ops.aten.detach.default
        if not is_smooth(getattr(target, "meta", {}).get("val")):
            return
        own = next((each for each in _aliases(target) if each in self._sources or each.target is detach), None)
        if own is not None and own not in self._sources:
            source, own = own.args[0], _in_its_place(graph, own, torch.ops.aten.clone.default)
            self._sources[own] = source
        if own is not None:  # the detached tensor gets a gradient of its own, the other one only the value
            self._assign(graph, node, self._sources[own], _insert(graph, node, detach, own))
        if not enabled:
            self._assign(graph, node, node.args[0], node.args[0])

    @staticmethod
    def _assign(graph: Any, node: Any, target: Any, value: Any) -> None:
        """Assign a value to a tensor after an in-place operation. Its gradient stays that of the value before."""
        old = _insert(graph, node, torch.ops.aten.clone.default, target, before=True)
        through = _insert(graph, node if value is target else value, THROUGH, old, value)
        _insert(graph, through, torch.ops.aten.copy_.default, target, through)

    def _note(self, node: Any, reason: str) -> None:
        reason = self._reasons.get(line_of(node) or ("", 0), reason)
        node.meta["custom"] = {**node.meta.get("custom", {}), REASON: reason}


def _aliases(node: Any) -> Iterable[Any]:
    """Yield a node and the nodes that it is a view of."""
    while isinstance(node, torch.fx.Node):
        yield node
        arguments = getattr(getattr(node.target, "_schema", None), "arguments", ())
        shared = [i for i, each in enumerate(arguments) if each.alias_info is not None]
        at = 0 if node.target is operator.getitem else shared[0] if shared else len(node.args)
        node = node.args[at] if at < len(node.args) else None


def _insert(graph: Any, at: Any, target: Any, *args: Any, before: bool = False) -> Any:
    with (graph.inserting_before if before else graph.inserting_after)(at):
        node = graph.call_function(target, args)
    node.meta = {**at.meta, "val": args[0].meta.get("val"), "custom": {}}
    return node


def _in_its_place(graph: Any, node: Any, target: Any) -> Any:
    """Let the users of a node use the result of a function of it."""
    new = _insert(graph, node, target, node)
    node.replace_all_uses_with(new, delete_user_cb=partial(operator.is_not, new))
    return new


def _inline(module: Any, call: Any, region: Any, args: Sequence[Any]) -> None:
    """Replace the call of a region by its nodes."""
    graph, given = module.graph, iter(args)
    known: dict[Any, Any] = {}
    outputs: Sequence[Any] = ()
    with graph.inserting_before(call):
        for each in region.graph.nodes:
            if each.op == "placeholder":
                known[each] = next(given)
            elif each.op == "output":
                outputs = each.args[0]
            else:
                known[each] = graph.node_copy(each, known.__getitem__)
                if each.op == "get_attr":  # a region inside
                    known[each].target = f"{call.name}_{each.target}"
                    setattr(module, known[each].target, getattr(region, each.target))
    for user in list(call.users):
        user.replace_all_uses_with(known[outputs[user.args[1]]])
        graph.erase_node(user)
    graph.erase_node(call)
