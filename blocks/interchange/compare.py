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

from blocks.base.budget import Memory
from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.types import Array
from blocks.document.data import Endpoint, listed
from blocks.document.file import load
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.run import archives
from blocks.run.debugging.comparison import (
    GRADIENT_KIND,
    VALUE_KIND,
    Comparison,
    Pair,
    StepComparison,
    array_from,
    difference,
    loss_of,
    pair,
    pairs_of,
    position_of,
)
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
            - a PyTorch module, which runs with the inputs in ``feed``, by name or in order. Its outputs, parameters and
              submodules are matched by name (``layers.0.weight`` is ``layers/0/weight``).
              Others are matched by value, or by shape if that is unique. The gradients are those of the sum of the
              outputs with respect to the parameters.
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
    if isinstance(reference, (Diagram, PageView)):
        return _with_diagram(diagram, reference, given, tolerance, loss)
    if torch is not None and isinstance(reference, torch.nn.Module):
        return _with_module(torch, reference, diagram, given, tolerance, loss)
    if not isinstance(reference, Mapping):
        kinds = "a .npz file, a mapping, a diagram or a PyTorch module"
        raise UsageError(f"expected {kinds} as the reference, got {type(reference).__name__}")
    session = Session(diagram, inside=True)
    pairs = pairs_of(session.elaboration, cast("Mapping[str, Any]", reference))
    step = StepComparison(session, pairs, tolerance, loss)
    return step.result(session.run(step.fetch, given))


def _with_diagram(
    diagram: Diagram | PageView, other: Diagram | PageView, feed: Mapping[str, Any], tolerance: float, loss: str | None
) -> Comparison:
    sides = [Session(diagram, inside=True), Session(other, inside=True)]
    elaboration = sides[0].elaboration
    unmatched: dict[str, str] = {}
    watched = loss or _common_loss(sides)
    try:
        for each in sides:
            each.watch(watched)
    except DiagramError as error:
        if loss is not None:
            raise
        unmatched["gradients"], watched = error.message, None
        sides[0].watch(None)
    ours, theirs = [each.run(None, feed) for each in sides]
    pairs = [pair(elaboration, name, value, VALUE_KIND) for name, value in theirs.items() if name in ours]
    for has, name in [("reference", name) for name in theirs if name not in ours] + [
        ("diagram", name) for name in ours if name not in theirs
    ]:
        unmatched[name] = f"only the {has} has this result"
    here, there = ({str(Endpoint(*each[:3])) for each in side.elaboration.outputs()} for side in sides)
    for name in dict.fromkeys([*ours.gradients, *theirs.gradients]):
        if name in here and name in there:
            one = pair(elaboration, name, theirs.gradients.get(name), GRADIENT_KIND)
            pairs.append(one._replace(name=f"grad/{name}"))
    if not pairs:
        raise UsageError("the diagrams have no results with equal names, so there is nothing to compare")
    return StepComparison(sides[0], pairs, tolerance, watched, unmatched).result(ours)


def _common_loss(sides: Sequence[Session]) -> str | None:
    """Return the likeliest loss of two pages: the later one, if they differ."""
    elaboration = sides[0].elaboration
    found = {name for each in sides if (name := loss_of(each.elaboration)) is not None}
    common = [name for name in found if all(_block(name) in each.elaboration.values for each in sides)]
    return max(common, key=lambda name: position_of(elaboration, pair(elaboration, name, None).at), default=None)


# -- PyTorch


def _with_module(
    torch: Any, module: Any, diagram: Diagram | PageView, feed: Mapping[str, Any], tolerance: float, loss: str | None
) -> Comparison:
    session = Session(diagram, inside=True)
    try:
        results = session.run(None, feed)
    except RunError as error:  # a block that does not matter here may have failed
        results = error.results
    fed = {
        name: fed_value(name, output, feed[name]) for name in feed if (output := fed_output(session.elaboration, name))
    }
    run = _ModuleRun(torch, module, fed)
    match = _Match(session.elaboration, results, {*map(_block, run.used)}, {*map(_block, feed)}, tolerance)
    match.unmatched.update((name, "it is not an input of the module") for name in fed if name not in run.used)
    outputs = {name: found for name, value in run.outputs.items() if (found := match.output(name, value))}
    if not outputs:
        shapes = ", ".join(str([*each.shape]) for each in run.outputs.values()) or "none"
        text = f"no result of the page corresponds to the module's outputs, which have the shapes {shapes}"
        raise UsageError(text, hint="pass a mapping of names to arrays as the reference")
    for name, calls in run.calls.items():
        match.submodule(name, calls)
    match.parameters(run.parameters)
    if loss is not None:
        at = pair(session.elaboration, loss, None, VALUE_KIND).at
        outputs = {name: each for name, each in outputs.items() if each == at}
        if not outputs:
            raise UsageError(f"{loss!r} does not correspond to an output of the module, so its gradient is not known")
    gradients = run.gradients([run.outputs[name] for name in outputs])
    if gradients is None:
        match.unmatched["gradients"] = "the outputs do not depend on a parameter that requires a gradient"
    for name, value in (gradients or {}).items():
        if name in match.found:
            at, axes = match.found[name]
            value = None if value is None else value.transpose(axes)
            match.pairs.append(pair(session.elaboration, str(at), value, GRADIENT_KIND)._replace(name=f"grad/{name}"))
    session = Session(diagram, inside=True)
    differentiated = " + ".join(dict.fromkeys(map(str, outputs.values())))
    step = StepComparison(session, match.pairs, tolerance, differentiated, match.unmatched)
    return step.result(session.run(step.fetch, feed))


_MOST_AXES = 5
"""Axes whose orders are tried."""


def _block(name: str) -> str:
    return name.partition(".")[0]


def _canonical(name: str) -> str:
    return re.sub("[^0-9a-z]+", "_", name.lower()).strip("_")


class _ModuleRun:
    """One call of a PyTorch module, which changes neither its parameters nor its buffers.

    Attributes:
        used: the names of the feeds that are arguments of the module.
        parameters: copies of its parameters.
        outputs: its outputs: ``output``, ``output[0]``, or the keys of a dictionary.
        calls: the outputs of each call of each submodule.
    """

    def __init__(self, torch: Any, module: Any, feed: Mapping[str, Array]) -> None:
        self._torch = torch
        self.parameters: dict[str, Any] = {
            name: each.detach().clone().requires_grad_(each.requires_grad) for name, each in module.named_parameters()
        }
        buffers = {name: each.detach().clone() for name, each in module.named_buffers()}
        self.calls: dict[str, list[Any]] = {name: [] for name, _ in module.named_modules() if name}
        hooks = [each.register_forward_hook(self._note(name)) for name, each in module.named_modules() if name]
        device = next((each.device for each in self.parameters.values()), "cpu")
        names, by_name = _arguments(module, feed)
        self.used = names
        given = {name: torch.from_numpy(np.array(feed[name])).to(device) for name in names}
        state = {**self.parameters, **buffers}
        positional: tuple[Any, ...] = () if by_name else tuple(given.values())
        keywords = {_block(name): each for name, each in given.items()} if by_name else {}
        try:
            with torch.enable_grad(), torch.random.fork_rng():
                result = torch.func.functional_call(module, state, positional, keywords)
        except Exception as error:
            raise UsageError(f"the PyTorch module failed: {type(error).__name__}: {error}") from error
        finally:
            for hook in hooks:
                hook.remove()
        self.outputs = dict(self._tensors(result, "output"))

    def _note(self, name: str) -> Any:
        def note(_module: Any, _arguments: Any, result: Any) -> None:
            self.calls[name].append([each.detach().clone() for _, each in self._tensors(result, "")])

        return note

    def _tensors(self, value: Any, name: str) -> Iterator[tuple[str, Any]]:
        if isinstance(value, self._torch.Tensor):
            yield name, value
        elif isinstance(value, Mapping):
            for key, each in cast("Mapping[Any, Any]", value).items():
                yield from self._tensors(each, str(key))
        elif isinstance(value, (list, tuple)):
            for index, each in enumerate(cast("Sequence[Any]", value)):
                yield from self._tensors(each, f"{name}[{index}]")

    def gradients(self, outputs: Sequence[Any]) -> dict[str, Array | None] | None:
        """Return the gradients of the sum of outputs with respect to the parameters, or None if there are none."""
        sums = [each.sum() for each in outputs if each.requires_grad]
        wanted = {name: each for name, each in self.parameters.items() if each.requires_grad}
        if not sums or not wanted:
            return None
        found = self._torch.autograd.grad(sum(sums), [*wanted.values()], allow_unused=True)
        return {name: None if each is None else array_from(each) for name, each in zip(wanted, found, strict=True)}


def _arguments(module: Any, feed: Mapping[str, Any]) -> tuple[list[str], bool]:
    """Return the feeds that are a module's arguments, and whether they are passed by name; else in order."""
    parameters = inspect.signature(module.forward).parameters.values()
    named = [each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    required = [each.name for each in named if each.default is each.empty]
    names = {_block(name): name for name in feed}
    if required and names.keys() >= {*required}:
        return [names[each.name] for each in named if each.name in names], True
    if len(feed) < len(required):
        raise UsageError(f"the PyTorch module takes the inputs {', '.join(required)}, got {listed(feed) or 'no feed'}")
    most = len(feed) if any(each.kind is each.VAR_POSITIONAL for each in parameters) else len(named)
    return [*feed][:most], False


class _Match:
    """The results of a page that correspond to the tensors of a PyTorch module.

    Args:
        used: the fed blocks that are inputs of the module.
        fed: all fed blocks.

    Attributes:
        pairs: the tensors with a counterpart, with their values.
        found: the parameters with a counterpart: the pin, and the order of the axes there.
        unmatched: the names without one, with the reasons.
    """

    def __init__(
        self, elaboration: Elaboration, results: Mapping[str, Any], used: set[str], fed: set[str], tolerance: float
    ) -> None:
        self._elaboration, self._results = elaboration, results
        self._tolerance = tolerance
        self.pairs: list[Pair] = []
        self.found: dict[str, tuple[Endpoint, Sequence[int]]] = {}
        self.unmatched: dict[str, str] = {}
        all_pins = [pair(elaboration, name, None, VALUE_KIND) for name in results]
        self._pins = sorted(all_pins, key=lambda each: position_of(elaboration, each.at))
        self._by_name: dict[str, list[Pair]] = {}
        for each in self._pins:
            self._by_name.setdefault(_canonical(each.at.block), []).append(each)
        inputs = {node.block_name for node in elaboration.graph.nodes if node.type.fed} | fed
        self._computed: dict[str, bool] = {}
        for each in self._pins:
            needs = elaboration.upstream({each.at.block}) & inputs
            self._computed[each.at.block] = needs <= used and (bool(needs) or not used)
        self._fed = inputs

    def _named(self, name: str) -> Pair | None:
        found = self._by_name.get(_canonical(name), [])
        return found[0] if len({each.at for each in found}) == 1 else None

    def output(self, name: str, tensor: Any) -> Endpoint | None:
        """Match an output by its name, else by its value, else with the last result of its shape."""
        value = array_from(tensor.detach())
        found = self._named(name)
        if found is None:
            like = [
                each
                for each in self._pins
                if self._computed[each.at.block]
                and np.shape(self._results[each.result]) == value.shape
                and self._results[each.result].dtype == value.dtype
            ]
            same = [each for each in like if self._difference(each, value) is None]
            found = (same or like or [None])[-1]
        if found is None:
            self.unmatched[name] = "no result of the page has this name, or this shape and dtype"
            return None
        self.pairs.append(found._replace(name=name, expected=value))
        return found.at

    def submodule(self, name: str, calls: Sequence[Sequence[Any]]) -> None:
        found = self._named(name)
        if found is None or not self._computed[found.at.block]:
            self.unmatched[name] = "no block has this name and one output"
        elif len(calls) != 1 or len(calls[0]) != 1:
            tensors = len(calls[0]) if calls else 0
            self.unmatched[name] = f"the submodule ran {len(calls)} times and returned {tensors} tensors"
        else:
            self.pairs.append(found._replace(name=name, expected=array_from(calls[0][0])))

    def parameters(self, parameters: Mapping[str, Any]) -> None:
        """Match parameters with variables and constants: by name, else the only one of a value, else of a shape."""
        sources = [
            each
            for each in self._pins
            if not self._elaboration.sources.get(each.at.block) and each.at.block not in self._fed
        ]
        values = {name: array_from(each.detach()) for name, each in parameters.items()}
        matched = {name: each for name in values if (each := self._named(name)) in sources and each is not None}
        for equal in (True, False):
            free = [each for each in sources if each not in matched.values()]
            like = {
                name: [each for each in free if self._axes(value, each, equal=equal) is not None]
                for name, value in values.items()
                if name not in matched
            }
            for name, [*found] in like.items():
                if len(found) == 1 and sum(found[0] in each for each in like.values()) == 1:
                    matched[name] = found[0]
        for name, value in values.items():
            found = matched.get(name)
            axes = None if found is None else self._axes(value, found)
            if found is None or axes is None:
                self.unmatched[name] = "no variable or constant corresponds to it by name, value or shape"
                continue
            self.found[name] = found.at, axes
            self.pairs.append(found._replace(name=name, expected=value.transpose(axes)))

    def _axes(self, value: Array, at: Pair, *, equal: bool = False) -> Sequence[int] | None:
        """Return the order of axes that turns a parameter into a value of the page, or None.

        The matrix of a dense layer may be transposed, and a filter may have its channels last.
        """
        other = np.asarray(self._results[at.result])
        if value.ndim != other.ndim or value.ndim > _MOST_AXES or value.dtype != other.dtype:
            return None
        orders = [axes for axes in permutations(range(value.ndim)) if value.transpose(axes).shape == other.shape]
        same = [axes for axes in orders if self._difference(at, value.transpose(axes)) is None]
        return next(iter(same if equal else [*same, *orders]), None)

    def _difference(self, at: Pair, value: Array) -> object:
        ours = self._results[at.result]
        return difference(ours, dtype_of(ours), value, self._tolerance)
