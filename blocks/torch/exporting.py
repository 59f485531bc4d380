"""PyTorch modules as functional graphs: `torch.export`, changed so that the graph keeps the module's gradients.

A result that PyTorch computes without a gradient passes an ``aten.detach`` in the graph, with the reason in its
metadata. `THROUGH` marks a value that was replaced without autograd, whose gradient is that of the former value.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import logging
import operator
import re
import traceback
import warnings
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn, cast

from blocks.analysis.explanation import Place
from blocks.base.errors import DiagramError, UsageError
from blocks.torch.explaining import restored
from blocks.torch.functions import THROUGH, is_smooth, traced
from blocks.torch.recorder import is_user, torch, user_line
from blocks.torch.rules import decompositions

_HOOKS = ("_backward_hooks", "_backward_pre_hooks")
_TENSOR_HOOKS = ("_backward_hooks", "_post_accumulate_grad_hooks")
REASON = "gradblocks_reason"


class Exported(NamedTuple):
    """A module as a functional graph.

    Attributes:
        program: a `torch.export.ExportedProgram`.
        arguments: the names of the leaves of the inputs, in the order of the program.
        trained: whether parameters require a gradient, by all of their names.
    """

    program: Any
    arguments: Sequence[tuple[str, Any]]
    trained: Mapping[str, bool]


def exported(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any], train: bool) -> Exported:
    """Export what a module computes in one of its modes, and leave it as it is."""
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
    """Restore what a module has, its gradients and random states."""
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


def _is_users(file: str) -> bool:
    return file != "<string>" and is_user(file)  # the export calls the module from generated code


def line_of(node: Any) -> tuple[str, int] | None:
    """Return the user's innermost file and line of a node."""
    frames = re.findall(r'File "(.+?)", line (\d+)', node.meta.get("stack_trace") or "")
    users = [(file, int(line)) for file, line in frames if _is_users(file)]
    return users[-1] if users else None


def refuse(place: tuple[str, int] | None, text: str, hint: str | None = None) -> NoReturn:
    raise DiagramError(f"{place_text(place)}: {text}" if place else text, hint=hint)


def place_text(place: tuple[str, int]) -> str:
    return Place.of("", *place).where


def _leaf_names(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the leaves of the arguments with names made of parameters, keys and indices."""
    bound = inspect.signature(module.forward).bind(*args, **kwargs)
    kinds = {name: each.kind for name, each in bound.signature.parameters.items()}
    names: list[str] = []
    for name, value in bound.arguments.items():
        if kinds[name] is inspect.Parameter.VAR_POSITIONAL:
            names += [f"{name}_{i}" for i in range(len(value))]
        elif kinds[name] is not inspect.Parameter.VAR_KEYWORD and name not in kwargs:
            names.append(name)
    names += kwargs
    result: list[tuple[str, Any]] = []
    for name, value in zip(names, (*args, *kwargs.values()), strict=True):
        result += named_leaves(name, value)
    return result


def named_leaves(name: str, tree: Any) -> list[tuple[str, Any]]:
    """Return the leaves of a value with names made of keys and indices: ``x_0``, ``output_hidden``."""
    pytree: Any = importlib.import_module("torch.utils._pytree")
    leaves, _ = pytree.tree_flatten_with_path(tree)
    result: list[tuple[str, Any]] = []
    for path, leaf in leaves:
        keys = [getattr(each, "key", getattr(each, "idx", getattr(each, "name", each))) for each in path]
        result.append(("_".join([name, *map(str, keys)]), leaf))
    return result


# -- what is refused --------------------------------------------------------------------------------------------------


def _check(module: Any) -> None:
    """Raise an error if a module cannot be exported, or has hooks that the export would drop."""
    for name, each in module.named_modules():
        at = f"{name or 'the module'} ({type(each).__name__})"
        if isinstance(each, torch.jit.ScriptModule):
            raise UsageError(f"from_torch: {at} is a ScriptModule", hint="convert the module before it is scripted")
        for kind in _HOOKS:
            _check_hooks(at, getattr(each, kind, None))
    for kind in ("_global_backward_hooks", "_global_backward_pre_hooks"):
        _check_hooks("torch.nn.Module", getattr(torch.nn.modules.module, kind, None))
    for name, each in module.named_parameters():
        if torch.nn.parameter.is_lazy(each):
            raise UsageError(f"from_torch: {name} has no shape yet", hint="call the module once before")
        for kind in _TENSOR_HOOKS:
            _check_hooks(name, getattr(each, kind, None))


def _check_hooks(owner: str, hooks: Any) -> None:
    for hook in cast("dict[int, Any]", hooks or {}).values():
        code = getattr(inspect.unwrap(hook), "__code__", None)
        place = (code.co_filename, code.co_firstlineno) if code is not None else None
        refuse(place, f"{owner} has a backward hook, which a diagram cannot have", _NO_HOOKS)


_NO_HOOKS = "remove the hook, or use an autograd Function instead"


def _in_words(error: Exception) -> DiagramError:
    """Return the error of an export as one sentence with the user's line."""
    place, at = None, error.__traceback__
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        place = (file, at.tb_lineno) if _is_users(file) else place
        at = at.tb_next
    name, text = type(error).__name__, str(error).strip().partition("\n")[0]
    if "DataDependent" in name or "Could not guard on data-dependent" in str(error):
        text = "Python code depends on the value of a tensor: a branch, a loop, an index or a shape"
        hint: str | None = "use torch.where, or pass the value as a Python number"
    else:
        text, hint = f"torch.export cannot convert the module: {name}: {text}", None
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
        switches, mode, function = self, torch.autograd.grad_mode.inference_mode, torch.autograd.function
        single = function._SingleLevelFunction

        def enter(region: Any) -> None:
            region._former = torch.is_grad_enabled()
            torch._C._set_grad_enabled(not region.mode)
            switches._in_inference += region.mode

        def leave(region: Any, *_: Any) -> None:
            switches._in_inference -= region.mode
            torch._C._set_grad_enabled(region._former)

        tracer = torch.fx.proxy.TracerBase, "_filter_traceback_frames", _user_frames
        new: list[tuple[Any, str, Any]] = [(mode, "__enter__", enter), (mode, "__exit__", leave), tracer]
        new.append((single, "apply", classmethod(traced)))
        old = [(owner, name, cast("Any", vars(owner)).get(name)) for owner, name, _ in new]
        for owner, name, value in new:
            setattr(owner, name, value)
        try:
            with self:
                yield
        finally:
            for owner, name, value in old:
                if value is None:
                    delattr(owner, name)
                else:
                    setattr(owner, name, value)


def _user_frames(_: Any, frames: Any) -> traceback.StackSummary:
    """Return the user's frames inside the export, where PyTorch would keep only functions called ``forward``."""
    files = [each.filename for each in frames]
    frames = frames[files.index(__file__) :] if __file__ in files else ()
    return traceback.StackSummary.from_list([each for each in frames if is_user(each.filename)])


# -- after the export -------------------------------------------------------------------------------------------------


class _Marking:
    """Marks in the graph of an export for what happens without autograd, with its regions inlined."""

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
        if node.target is torch.ops.aten.detach_.default:
            node.target = torch.ops.aten.detach.default
        if node.target is torch.ops.aten.detach.default:
            self._note(node, self._reasons.get(line_of(node) or ("", 0), "detach"))
        elif node.target._schema.is_mutable:
            self._mark_change(graph, node, enabled)
        elif not enabled:
            reason = self._reasons.get(line_of(node) or ("", 0), "no_grad")
            value = node.meta.get("val")
            for each in [node] if isinstance(value, torch.Tensor) else [*node.users]:
                value = each.meta.get("val")
                if isinstance(value, torch.Tensor) and is_smooth(value):
                    cut = _after(graph, each, torch.ops.aten.detach.default, each)
                    each.replace_all_uses_with(cut, delete_user_cb=partial(operator.is_not, cut))
                    self._note(cut, reason)

    def _mark_change(self, graph: Any, node: Any, enabled: bool) -> None:
        """Mark an in-place operation on a tensor whose gradient it does not change."""
        target, aten = node.args[0], torch.ops.aten
        detach = aten.detach.default
        value = getattr(target, "meta", {}).get("val")
        if not isinstance(value, torch.Tensor) or not is_smooth(value):
            return
        own = next((each for each in _aliases(target) if each in self._sources or each.target is detach), None)
        if own is not None and own not in self._sources:
            cut, own = own, _after(graph, own, aten.clone.default, own)
            cut.replace_all_uses_with(own, delete_user_cb=partial(operator.is_not, own))
            self._sources[own] = cut.args[0]
        if own is not None:  # the detached tensor gets a gradient of its own, the other one only the value
            source = self._sources[own]
            with graph.inserting_before(node):
                old = _copy_of(graph, node, aten.clone.default, source)
            latest = _after(graph, node, detach, own)
            through = _after(graph, latest, THROUGH, old, latest)
            _after(graph, through, aten.copy_.default, source, through)
        if not enabled:
            target = node.args[0]
            with graph.inserting_before(node):
                old = _copy_of(graph, node, aten.clone.default, target)
            through = _after(graph, node, THROUGH, old, target)
            _after(graph, through, aten.copy_.default, target, through)

    @staticmethod
    def _note(node: Any, reason: str) -> None:
        node.meta["custom"] = {**node.meta.get("custom", {}), REASON: reason}


def _aliases(node: Any) -> Iterable[Any]:
    """Yield a node and the nodes that it is a view of."""
    while True:
        yield node
        if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
            if node.target is not operator.getitem:
                return
            node = node.args[0]
            continue
        shared = [i for i, each in enumerate(node.target._schema.arguments) if each.alias_info is not None]
        if not shared or shared[0] >= len(node.args) or not hasattr(node.args[shared[0]], "meta"):
            return
        node = node.args[shared[0]]


def _copy_of(graph: Any, like: Any, target: Any, *args: Any) -> Any:
    node = graph.call_function(target, args)
    node.meta = {key: value for key, value in like.meta.items() if key != "custom"}
    node.meta["val"] = args[0].meta.get("val")
    return node


def _after(graph: Any, node: Any, target: Any, *args: Any) -> Any:
    with graph.inserting_after(node):
        return _copy_of(graph, node, target, *args)


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
