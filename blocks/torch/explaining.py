"""One step and its backward pass under a recorder, and the conclusions about each parameter."""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from blocks.analysis.explanation import Explanation, ParameterGradient, Place, measured
from blocks.base.errors import UsageError
from blocks.torch.paths import Paths, is_leaf
from blocks.torch.recorder import Operation, Recorder, line_number, name_of, torch

_MODULE_HOOK = torch.nn.modules._functions.BackwardHookFunction


def explain_step(step: Callable[[], Any], model: Any) -> Explanation:
    names = _names(model)
    with restored(model, [tensor for tensor, _ in names]):
        return _Explainer(names).run(step)


class _Explainer:
    def __init__(self, names: list[tuple[Any, list[str]]]) -> None:
        self._tensors = [tensor for tensor, _ in names]
        self._results = {each[0]: ParameterGradient("none", also=each[1:]) for _, each in names}
        self._recorder = Recorder(self._tensors)
        for tensor in self._tensors:
            for kind in ("_backward_hooks", "_post_accumulate_grad_hooks"):
                hooks: Any = getattr(tensor, kind, None) or {}
                for code in (getattr(each, "__code__", None) for each in hooks.values()):  # from before the step
                    operation = Operation(torch.Tensor.register_hook, [], None if code is None else (code, 0))
                    self._recorder.hooks[id(self._recorder.value(tensor).node), 0] = operation

    def run(self, step: Callable[[], Any]) -> Explanation:
        recorder, tensors = self._recorder, self._tensors
        with recorder.recording():
            loss = step()
        if recorder.error is not None:  # the step caught it
            raise recorder.error
        value, paths = _number_of(loss), Paths(recorder, tensors)
        try:
            has_gradient = isinstance(loss, torch.Tensor) and loss.requires_grad
            gradients = self._backward(loss, paths) if has_gradient else [None] * len(tensors)
            used = self._find_cuts(loss, paths, gradients)
            for number, result in enumerate(self._results.values()):
                gradient, result.reached = gradients[number], gradients[number] is not None
                if not tensors[number].requires_grad or not (result.reached or used >> number & 1):
                    result.status, result.cuts = "unused" if tensors[number].requires_grad else "frozen", []
                elif result.reached:
                    result.status, result.norm = _measured(gradient)
            if self._mask("zero", "nonfinite"):
                self._search(loss, paths)
        finally:
            for handle in recorder.handles:
                handle.remove()
        return Explanation(value, self._results)

    def _mask(self, *statuses: str) -> int:
        return sum(1 << number for number, each in enumerate(self._results.values()) if each.status in statuses)

    def _backward(self, loss: Any, paths: Paths) -> list[Any]:
        """Run the backward pass, restore the gradients of all leaves, and return those of the parameters."""
        nodes = paths.onward(each.node for each in [*self._recorder.leaves.values(), self._recorder.value(loss)])
        leaves = [node.variable for node in nodes if is_leaf(node)]
        saved = [(leaf, leaf.grad) for leaf in leaves]
        inner: dict[int, Any] = {}
        hooked = [each for each in self._tensors if each.requires_grad and not each.is_leaf]
        handles = [each.register_hook(partial(inner.__setitem__, id(each))) for each in hooked]
        try:
            for leaf in leaves:
                leaf.grad = None
            loss.backward(retain_graph=True)
            return [each.grad if each.is_leaf else inner.get(id(each)) for each in self._tensors]
        finally:
            for leaf, gradient in saved:
                leaf.grad = gradient
            for handle in handles:
                handle.remove()

    def _find_cuts(self, loss: Any, paths: Paths, gradients: list[Any]) -> int:
        """Note all cuts but those of zero gradients. Return the parameters that the loss depends on."""
        leads = paths.to_loss(loss)
        used, cuts = paths.judge(leads)
        if isinstance(loss, torch.Tensor):
            value = self._recorder.value(loss)
            reached = paths.reached(value.node, value.number)
            used |= reached | paths.parameter(loss)
            # An own Function may run a backward pass of its own for other parameters.
            inside = sum(1 << at for at, each in enumerate(gradients) if each is not None) & ~reached
            cuts = [(each, reason, mask & ~inside if reason.startswith("own") else mask) for each, reason, mask in cuts]
        for (_, number), (node, operation) in self._recorder.missing.items():
            cuts.append((operation, "own Function gives None", paths.reached(*node.next_functions[number])))
        self._add(sorted(cuts, key=lambda each: paths.positions[id(each[0])]))
        last = max((at for at, each in enumerate(leads) if any(each)), default=len(leads))
        left = [at for at, each in enumerate(paths.operations[:last]) if each.leak and not any(leads[at])]
        assumed, cuts = paths.judge(paths.to_leaks(left)) if left else (0, [])
        self._add([(operation, reason, mask & assumed & ~used) for operation, reason, mask in cuts], certain=False)
        return used | assumed

    def _add(self, cuts: Iterable[tuple[Operation, str, int]], certain: bool = True) -> None:
        for operation, reason, mask in cuts:
            place = _place(operation)
            for number, result in enumerate(self._results.values()):
                if mask >> number & 1:
                    result.add(place, reason, certain)

    def _search(self, loss: Any, paths: Paths) -> None:
        """Run a second backward pass, and note the operations behind zero and non-finite gradients of parameters."""
        start, seen = self._recorder.value(loss), list[tuple[Any, list[tuple[bool, bool]], list[tuple[bool, bool]]]]()

        def observe(node: Any, sent: Any, arrived: Any) -> None:
            seen.append((node, [*map(_state, arrived)], [*map(_state, sent)]))

        zero, nonfinite = self._mask("zero"), self._mask("nonfinite")
        for node in paths.onward([start.node]):
            if not is_leaf(node) and paths.reached(node) & (zero | nonfinite):
                self._recorder.handles.append(node.register_hook(partial(observe, node)))
        with contextlib.suppress(Exception):  # an own Function may not allow a second pass
            self._backward(loss, paths)
        leaves = [(self._recorder.value(each).node, paths.parameter(each)) for each in self._tensors]
        totals = {(id(node), 0): (bool(mask & zero), not mask & nonfinite) for node, mask in leaves}
        totals |= {(id(node), at): state for node, arrived, _ in seen for at, state in enumerate(arrived)}
        if totals.get((id(start.node), start.number), (False, True))[0]:
            self._add((each, "gradient is zero", zero) for each in self._hooks_at(paths, start.node, start.number))
        for node, arrived, sent in seen:
            for number, (_, is_finite) in enumerate(arrived):
                if not is_finite:
                    self._note_first(self._hooks_at(paths, node, number), paths.reached(node, number))
            maker = [paths.makers[id(node)]] if id(node) in paths.makers else []
            for (child, number), (is_zero, is_finite) in zip(node.next_functions, sent, strict=False):
                mask = paths.reached(child, number) if child is not None else 0
                if not is_finite:
                    self._note_first(maker, mask)
                if (is_zero or totals.get((id(child), number), (False,))[0]) and not all(each for each, _ in arrived):
                    changed = maker if is_zero else self._hooks_at(paths, child, number) or maker
                    self._add((each, "gradient is zero", mask & zero) for each in changed)
        for node, mask in leaves:
            self._note_first(self._hooks_at(paths, node, 0), mask)

    def _hooks_at(self, paths: Paths, node: Any, number: int) -> list[Operation]:
        """Return the operation that registered a hook, which changes the gradient before it arrives at a node."""
        hook, maker = self._recorder.hooks.get((id(node), number)), paths.makers.get(id(node))
        hook = maker if hook is None and maker is not None and maker.function is _MODULE_HOOK else hook
        return [] if hook is None else [hook]

    def _note_first(self, operations: list[Operation], mask: int) -> None:
        for number, result in enumerate(self._results.values()):
            if operations and result.status == "nonfinite" and mask >> number & 1:
                result.first_nonfinite = result.first_nonfinite or _place(operations[0])


def _state(gradient: Any) -> tuple[bool, bool]:
    """Return whether a gradient is zero everywhere, and whether it is finite everywhere."""
    if gradient is None:
        return True, True
    values = gradient.coalesce().values() if gradient.is_sparse else gradient
    return not bool(torch.count_nonzero(values)), bool(torch.isfinite(values).all())


def _place(operation: Operation) -> Place:
    line = operation.line
    return Place.of(name_of(operation.function), "" if line is None else line[0].co_filename, line_number(line))


def _measured(gradient: Any) -> tuple[str, float]:
    values = gradient.coalesce().values() if gradient.is_sparse else gradient
    norm = float(torch.linalg.vector_norm(values.abs() if values.is_complex() else values, dtype=torch.float64))
    if norm and math.isfinite(norm):
        return "ok", norm
    return measured(values.detach().cpu().to(torch.promote_types(values.dtype, torch.float64)).numpy())


def _number_of(loss: Any) -> float:
    found = f"a value of type {type(loss).__name__}"
    if isinstance(loss, torch.Tensor):
        if loss.numel() == 1 and not loss.is_complex():
            return float(loss.detach())
        found = f"a tensor of shape {list(loss.shape)} and dtype {str(loss.dtype).removeprefix('torch.')}"
    elif isinstance(loss, (int, float, np.number)):
        return float(loss)  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]
    raise UsageError(f"explain: expected one real number as the loss of the step, got {found}")


def _names(model: Any) -> list[tuple[Any, list[str]]]:
    """Return each parameter with its names."""
    kind = type(model).__name__
    is_module = isinstance(model, torch.nn.Module)
    named: Any = [*model.named_parameters(remove_duplicate=False)] if is_module else ()
    if isinstance(model, Mapping):
        items: Any = model.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        named = items if all(isinstance(tensor, torch.Tensor) for _, tensor in items) else ()
    result: dict[int, tuple[Any, list[str]]] = {}
    for name, tensor in named:
        result.setdefault(id(tensor), (tensor, []))[1].append(name)
    if any(map(torch.nn.parameter.is_lazy, (tensor for _, tensor in named))):
        raise UsageError("explain: the model has parameters without a shape", hint="call it once before")
    if not result:
        text = "a module with parameters or a mapping of names to tensors as the model"
        raise UsageError(f"explain: expected {text}, got {kind}")
    return [*result.values()]


@contextlib.contextmanager
def restored(model: Any, tensors: list[Any]) -> Generator[None]:
    """Restore the gradients, flags, buffers and random states that a step changes."""
    modules = [*model.modules()] if isinstance(model, torch.nn.Module) else []
    training = [(each, each.training) for each in modules]
    buffers = [(each._buffers, name, buffer) for each in modules for name, buffer in each._buffers.items()]
    leaves = [(each, each.grad, each.requires_grad) for each in tensors if each.is_leaf]
    kept = [*(each for *_, each in buffers), *(each for _, each, _ in leaves)]
    kept += [] if modules else [each for each in tensors if not each.requires_grad]
    copies = [(each, each.detach().clone()) for each in kept if each is not None]
    states = torch.get_rng_state(), random.getstate(), np.random.get_state()  # noqa: NPY002
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    try:
        yield
    finally:
        for module, flag in training:
            if module.training != flag:
                module.training = flag
        for owner, name, buffer in buffers:
            owner[name] = buffer
        for tensor, gradient, flag in leaves:
            tensor.grad = gradient
            if tensor.requires_grad != flag:
                tensor.requires_grad_(flag)
        with torch.no_grad():
            for tensor, copy in copies:  # batch normalization changes its buffers without a new version
                if not torch.equal(tensor, copy):
                    tensor.detach().copy_(copy)
        torch.set_rng_state(states[0])
        random.setstate(states[1])
        np.random.set_state(states[2])  # noqa: NPY002
        if cuda is not None:
            torch.cuda.set_rng_state_all(cuda)
