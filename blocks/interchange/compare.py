"""The comparison of a diagram with saved values, another diagram or a PyTorch module."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import numpy as np

from blocks.analysis.losses import find_losses
from blocks.base.budget import Memory
from blocks.base.dtypes import dtype_of
from blocks.base.errors import RunError, UsageError
from blocks.base.types import Array
from blocks.document.data import Endpoint
from blocks.document.file import load
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.run import archives
from blocks.run.debugging.comparison import (
    GRADIENT,
    Comparison,
    Pair,
    StepComparison,
    array_from,
    difference,
    pair,
    pairs_of,
    position_of,
)
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.steps.feeds import fed_output, fed_value


def compare(
    diagram: Diagram | PageView,
    reference: Any,
    feed: Mapping[str, Any] | None = None,
    tolerance: float = 1e-5,
    *,
    loss: str | None = None,
) -> Comparison:
    """Compare one step of a page with a reference, and return the first block whose value or gradient differs.

    Two floats are equal if their absolute difference is at most ``tolerance * (1 + abs(expected))``. NaN equals NaN.
    Other elements, shapes and dtypes must be the same.

    Args:
        diagram: a page, or a diagram with exactly one page.
        reference: one of

            - the path of a ``.npz`` file, or a mapping, with the names that ``gradblocks run --out`` writes. A name
              such as ``grad/w`` is the gradient of the loss with respect to ``w``.
            - another page or diagram, or the path of its file. All results and gradients of equal names are compared.
            - a PyTorch module, whose inputs are in ``feed``, by name or in order. Its outputs, parameters and
              submodules are matched by name (``layers.0.weight`` is ``layers/0/weight``), other outputs and parameters
              by value or shape. Gradients are those of the sum of the outputs with respect to the parameters.
        feed: values for the step, as in `Session.run`.
        tolerance: the largest absolute and relative difference.
        loss: the tensor to differentiate, as in `Session.watch`. None: the tensor that the page trains or
            differentiates, or the likeliest loss.

    Returns:
        The comparison. ``equal`` and ``first`` are its result, and ``unmatched`` lists what was not compared.

    Raises:
        UsageError: a name of the reference does not exist in the diagram, or nothing can be compared.
        RunError: the step fails.

    Example:
        page = blocks.Diagram().add_page("main")
        page.add("Variable", id="w", initvalues=[3.0, 4.0])
        page.add("L2Loss", id="loss")
        page.wire("w", "loss.t")
        result = blocks.compare(page, {"loss": np.float32(12.5), "grad/w": np.float32([3, 5])})
        print(result.equal, result.first)
    """
    given = {name: array_from(value) for name, value in (feed or {}).items()}
    if isinstance(reference, (str, Path)):
        path = str(reference)
        reference = archives.load(path, Memory.of(None)) if path.endswith(".npz") else load(path)
    torch: Any = sys.modules.get("torch")  # a module comes from there, so it is imported already
    session = Session(diagram, inside=True)
    elaboration, unmatched = session.elaboration, dict[str, str]()
    if isinstance(reference, (Diagram, PageView)):
        values, loss = _of_diagram(elaboration, Session(reference, inside=True), given, loss)
        pairs = pairs_of(elaboration, values, unmatched)
        mine = {str(Endpoint(*each[:3])) for each in elaboration.outputs()} - {str(each.at) for each in pairs}
        unmatched |= dict.fromkeys(sorted(mine), "the reference does not have it")
    elif torch is not None and isinstance(reference, torch.nn.Module):
        pairs, loss = _of_module(torch, reference, session, given, tolerance, loss, unmatched)
        session = Session(diagram, inside=True)
    elif isinstance(reference, Mapping):
        pairs = pairs_of(elaboration, cast("Mapping[str, Any]", reference))
    else:
        kinds = "a .npz file, a mapping, a diagram or a PyTorch module"
        raise UsageError(f"expected {kinds} as the reference, got {type(reference).__name__}")
    step = StepComparison(session, pairs, tolerance, loss, unmatched)
    return step.result(session.run(step.fetch, given))


def _of_diagram(
    elaboration: Elaboration, other: Session, feed: Mapping[str, Any], loss: str | None
) -> tuple[dict[str, Any], str | None]:
    """Return the values and gradients of another page, and the likeliest loss: the later one, if the pages differ."""
    found = [next(iter(find_losses(each)), "") for each in (elaboration, other.elaboration)]
    common = [name for name in found if _block(name) in elaboration.values and _block(name) in other.elaboration.values]
    loss = loss or max(common, key=lambda name: position_of(elaboration, pair(elaboration, name).at), default=None)
    other.watch(loss)
    results = other.run(None, feed)
    pins = [str(Endpoint(*each[:3])) for each in other.elaboration.outputs()] if results.gradients else ()
    return {**results, **{GRADIENT + name: results.gradients.get(name) for name in pins}}, loss


# -- PyTorch

_MOST_AXES = 5
"""Axes whose orders are tried."""


def _of_module(
    torch: Any,
    module: Any,
    session: Session,
    feed: Mapping[str, Any],
    tolerance: float,
    loss: str | None,
    unmatched: dict[str, str],
) -> tuple[list[Pair], str]:
    """Return the pairs of a page and a module, and the differentiated outputs; note what cannot be matched."""
    try:
        results = session.run(None, feed)
    except RunError as error:  # a block that does not matter here may have failed
        results = cast("Results", error.results)
    outputs = {name: output for name in feed if (output := fed_output(session.elaboration, name)) is not None}
    call = _Call(torch, module, {name: fed_value(name, output, feed[name]) for name, output in outputs.items()})
    unmatched.update((name, "it is not an input of the module") for name in outputs if name not in call.used)
    match = _Match(session.elaboration, results, {*map(_block, call.used)}, tolerance)
    wanted = None if loss is None else pair(session.elaboration, loss).at
    found_outputs: dict[Endpoint, Any] = {}
    for name, tensor in {**call.inner, **call.outputs}.items():
        value = array_from(tensor)
        found = match.named(name, match.computed) or (match.alike(value) if name in call.outputs else None)
        if found is None:
            unmatched[name] = "no block has this name and one output"
            continue
        match.pairs.append(found._replace(name=name, expected=value))
        if name in call.outputs and wanted in (None, found.at):
            found_outputs.setdefault(found.at, tensor)
    if not found_outputs:
        shapes = ", ".join(str([*each.shape]) for each in call.outputs.values()) or "none"
        text = f"no result corresponds to the module's outputs, which have the shapes {shapes}"
        text = text if loss is None else f"{loss!r} does not correspond to an output of the module"
        raise UsageError(text, hint="pass a mapping of names to arrays as the reference")
    axes = match.parameters({name: array_from(each) for name, each in call.parameters.items()}, unmatched)
    summed = {at: tensor for at, tensor in found_outputs.items() if tensor.requires_grad}
    total: Any = sum(tensor.sum() for tensor in summed.values())
    by = [name for name in axes if call.parameters[name].requires_grad] if summed else []
    if not by:
        unmatched["gradients"] = "no matched output depends on a matched parameter that requires a gradient"
    gradients = torch.autograd.grad(total, [call.parameters[name] for name in by], allow_unused=True) if by else ()
    for name, gradient in zip(by, gradients, strict=True):
        one, order = axes[name]
        match.pairs.append(one._replace(expected=None if gradient is None else gradient.permute(order)).as_gradient())
    return match.pairs, " + ".join(map(str, summed))


def _block(name: str) -> str:
    return name.partition(".")[0]


def _canonical(name: str) -> str:
    return re.sub("[^0-9a-z]+", "_", name.lower()).strip("_")


class _Call:
    """One call of a PyTorch module, which changes neither its parameters nor its buffers.

    Attributes:
        used: the names of the feeds that are its arguments.
        outputs: its outputs: ``output``, ``output[0]``, or the keys of a dictionary.
        inner: the outputs of its submodules; those of later calls have other names.
    """

    def __init__(self, torch: Any, module: Any, feed: Mapping[str, Array]) -> None:
        def copied(named: Any) -> dict[str, Any]:
            return {name: each.detach().clone().requires_grad_(each.requires_grad) for name, each in named}

        def noted(name: str) -> Any:
            def note(_module: Any, _given: Any, result: Any) -> None:
                for at, each in _tensors(torch, result, name):
                    self.inner[f"{at} (again)" if at in self.inner else at] = each.detach().clone()

            return note

        self.inner: dict[str, Any] = {}
        self.parameters = copied(module.named_parameters())
        try:
            taken = inspect.signature(module.forward).parameters
        except (TypeError, ValueError) as error:
            raise UsageError(f"the inputs of the PyTorch module are not known: {error}") from None
        by_name = {_block(name): name for name in feed if _block(name) in taken}
        rest = any(each.kind is each.VAR_POSITIONAL for each in taken.values())
        self.used = [*by_name.values()] or [*feed][: None if rest else len(taken)]
        device = next((each.device for each in self.parameters.values()), "cpu")
        given = [torch.from_numpy(np.array(feed[name])).to(device) for name in self.used]
        keywords = dict(zip(by_name, given, strict=False))
        hooks = [each.register_forward_hook(noted(name)) for name, each in module.named_modules() if name]
        try:
            with torch.enable_grad(), torch.random.fork_rng():
                state = {**self.parameters, **copied(module.named_buffers())}
                result = torch.func.functional_call(module, state, () if keywords else tuple(given), keywords)
        except Exception as error:
            raise UsageError(f"the PyTorch module failed: {type(error).__name__}: {error}") from error
        finally:
            for hook in hooks:
                hook.remove()
        self.outputs: dict[str, Any] = dict(_tensors(torch, result, "output"))


def _tensors(torch: Any, value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in cast("Mapping[Any, Any]", value).items():
            yield from _tensors(torch, each, str(key))
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(cast("Sequence[Any]", value)):
            yield from _tensors(torch, each, f"{name}[{index}]")


class _Match:
    """The results of a page that may correspond to the tensors of a PyTorch module.

    Args:
        used: the fed blocks that are inputs of the module.

    Attributes:
        computed: the results that depend on no other inputs.
        pairs: the tensors with a counterpart, with their values.
    """

    def __init__(self, elaboration: Elaboration, results: Results, used: set[str], tolerance: float) -> None:
        self._results, self._tolerance = results, tolerance
        self.pairs: list[Pair] = []
        pins = sorted([pair(elaboration, name) for name in results], key=lambda each: position_of(elaboration, each.at))
        inputs = {node.block_name for node in elaboration.graph.nodes if node.type.fed} | used
        needs = {each.at.block: elaboration.upstream({each.at.block}) for each in pins}
        self._sources = [each for each in pins if len(needs[each.at.block]) == 1 and each.at.block not in inputs]
        self.computed = [each for each in pins if each not in self._sources and needs[each.at.block] & inputs <= used]
        self._by_name: dict[str, list[Pair]] = {}
        for each in pins:
            self._by_name.setdefault(_canonical(each.at.block), []).append(each)

    def named(self, name: str, among: Sequence[Pair]) -> Pair | None:
        found = self._by_name.get(_canonical(name), [])
        return found[0] if len({each.at for each in found}) == 1 and found[0] in among else None

    def alike(self, value: Array) -> Pair | None:
        """Return the last computed result with a value, or else with its shape and dtype."""
        like = [each for each in self.computed if self._kind(each) == (value.shape, value.dtype)]
        return ([each for each in like if self._is_same(each, value)] or like or [None])[-1]

    def parameters(
        self, values: Mapping[str, Array], unmatched: dict[str, str]
    ) -> dict[str, tuple[Pair, Sequence[int]]]:
        """Match parameters with variables and constants: by name, else the only one of a value, else of a shape.

        Returns:
            the pairs by name, and the orders of the axes on the page.
        """
        matched = {name: each for name in values if (each := self.named(name, self._sources)) is not None}
        for equal in (True, False):
            free = [each for each in self._sources if each not in matched.values()]
            like = {
                name: [each for each in free if self._axes(value, each, equal=equal) is not None]
                for name, value in values.items()
                if name not in matched
            }
            for name, found in like.items():
                if len(found) == 1 and sum(found[0] in each for each in like.values()) == 1:
                    matched[name] = found[0]
        results: dict[str, tuple[Pair, Sequence[int]]] = {}
        for name, value in values.items():
            axes = self._axes(value, matched[name]) if name in matched else None
            if axes is None:
                unmatched[name] = "no variable or constant corresponds to it by name, value or shape"
            else:
                results[name] = matched[name]._replace(name=name, expected=value.transpose(axes)), axes
                self.pairs.append(results[name][0])
        return results

    def _axes(self, value: Array, at: Pair, *, equal: bool = False) -> Sequence[int] | None:
        """Return the order of axes that turns a parameter into a value of the page, or None.

        The matrix of a dense layer may be transposed, and a filter may have its channels last.
        """
        orders = permutations(range(value.ndim)) if value.ndim <= _MOST_AXES else ()
        fit = [axes for axes in orders if (np.shape(value.transpose(axes)), value.dtype) == self._kind(at)]
        same = [axes for axes in fit if self._is_same(at, value.transpose(axes))]
        return next(iter(same if equal else [*same, *fit]), None)

    def _kind(self, at: Pair) -> tuple[tuple[int, ...], Any]:
        return self._results[at.result].shape, self._results[at.result].dtype

    def _is_same(self, at: Pair, value: Array) -> bool:
        ours = self._results[at.result]
        return difference(ours, dtype_of(ours), value, self._tolerance) is None
