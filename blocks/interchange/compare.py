"""The comparison of a diagram with saved values, another diagram or a PyTorch module."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple, cast

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
              submodules are matched by name (``layers.0.weight`` is ``layers/0/weight``). Other outputs and parameters
              are matched by value, or by shape if that is unique. The gradients are those of the sum of the outputs
              with respect to the parameters.
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
    if isinstance(reference, (Diagram, PageView)):
        return _with_diagram(session, Session(reference, inside=True), given, tolerance, loss)
    unmatched: dict[str, str] = {}
    if torch is not None and isinstance(reference, torch.nn.Module):
        pairs, loss = _of_module(torch, reference, session, given, tolerance, loss, unmatched)
        session = Session(diagram, inside=True)
    elif isinstance(reference, Mapping):
        pairs = pairs_of(session.elaboration, cast("Mapping[str, Any]", reference))
    else:
        kinds = "a .npz file, a mapping, a diagram or a PyTorch module"
        raise UsageError(f"expected {kinds} as the reference, got {type(reference).__name__}")
    step = StepComparison(session, pairs, tolerance, loss, unmatched)
    return step.result(session.run(step.fetch, given))


def _with_diagram(
    session: Session, other: Session, feed: Mapping[str, Any], tolerance: float, loss: str | None
) -> Comparison:
    elaboration, unmatched = session.elaboration, dict[str, str]()
    watched = loss or _common_loss(session, other)
    try:
        for each in (session, other):
            each.watch(watched)
    except DiagramError as error:
        if loss is not None:
            raise
        unmatched["gradients"] = error.message
        session.watch(None)
    ours, theirs = session.run(None, feed), other.run(None, feed)
    pairs = [pair(elaboration, name, value) for name, value in theirs.items() if name in ours]
    unmatched |= {name: "only one of the diagrams has this result" for name in ours.keys() ^ theirs.keys()}
    here, there = ({str(Endpoint(*each[:3])) for each in side.elaboration.outputs()} for side in (session, other))
    common = [name for name in {**ours.gradients, **theirs.gradients} if name in here and name in there]
    pairs += [pair(elaboration, name, theirs.gradients.get(name)).as_gradient() for name in common]
    if not pairs:
        raise UsageError("the diagrams have no results with equal names, so there is nothing to compare")
    return StepComparison(session, pairs, tolerance, watched, unmatched).result(ours)


def _common_loss(session: Session, other: Session) -> str | None:
    """Return the likeliest loss of two pages: the later one, if they differ."""
    sides = [each.elaboration for each in (session, other)]
    found = {name for each in sides if (name := loss_of(each)) is not None}
    common = [name for name in found if all(_block(name) in each.values for each in sides)]
    return max(common, key=lambda name: position_of(sides[0], pair(sides[0], name).at), default=None)


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
    elaboration = session.elaboration
    try:
        results = session.run(None, feed)
    except RunError as error:  # a block that does not matter here may have failed
        results = error.results
    fed = {name: fed_value(name, output, feed[name]) for name in feed if (output := fed_output(elaboration, name))}
    call = _called(torch, module, fed)
    unmatched.update((name, "it is not an input of the module") for name in fed if name not in call.used)
    match = _Match(elaboration, results, {*map(_block, call.used)}, {*map(_block, feed)}, tolerance, unmatched)
    outputs = {name: found for name, value in call.outputs.items() if (found := match.output(name, value))}
    if not outputs:
        shapes = ", ".join(str([*each.shape]) for each in call.outputs.values()) or "none"
        text = f"no result of the page corresponds to the module's outputs, which have the shapes {shapes}"
        raise UsageError(text, hint="pass a mapping of names to arrays as the reference")
    for name, tensors in call.inner.items():
        match.submodule(name, tensors)
    match.parameters({name: array_from(each) for name, each in call.parameters.items()})
    at = None if loss is None else pair(elaboration, loss).at
    outputs = {name: each for name, each in outputs.items() if at in (None, each)}
    if not outputs:
        raise UsageError(f"{loss!r} does not correspond to an output of the module, so its gradient is not known")
    sums = [call.outputs[name].sum() for name in outputs if call.outputs[name].requires_grad]
    wanted = {name: each for name, each in call.parameters.items() if each.requires_grad and name in match.axes}
    if not sums or not wanted:
        unmatched["gradients"] = "the outputs do not depend on a matched parameter that requires a gradient"
        wanted.clear()
    gradients = torch.autograd.grad(sum(sums), [*wanted.values()], allow_unused=True) if wanted else ()
    for name, gradient in zip(wanted, gradients, strict=True):
        one, axes = match.axes[name]
        match.pairs.append(one._replace(expected=None if gradient is None else gradient.permute(axes)).as_gradient())
    return match.pairs, " + ".join(dict.fromkeys(map(str, outputs.values())))


def _block(name: str) -> str:
    return name.partition(".")[0]


def _canonical(name: str) -> str:
    return re.sub("[^0-9a-z]+", "_", name.lower()).strip("_")


class _Call(NamedTuple):
    """One call of a PyTorch module.

    Attributes:
        used: the names of the feeds that are arguments of the module.
        outputs: ``output``, ``output[0]``, or the keys of a dictionary.
        inner: the outputs of each submodule in all its calls.
    """

    used: Sequence[str]
    parameters: Mapping[str, Any]
    outputs: Mapping[str, Any]
    inner: Mapping[str, list[Any]]


def _called(torch: Any, module: Any, feed: Mapping[str, Array]) -> _Call:
    """Call a module without changing its parameters and buffers; raise UsageError if it fails."""
    parameters: dict[str, Any] = {
        name: each.detach().clone().requires_grad_(each.requires_grad) for name, each in module.named_parameters()
    }
    buffers = {name: each.detach().clone() for name, each in module.named_buffers()}
    inner: dict[str, list[Any]] = {name: [] for name, _ in module.named_modules() if name}

    def noted(name: str) -> Any:
        def note(_module: Any, _arguments: Any, result: Any) -> None:
            inner[name] += [each.detach().clone() for _, each in _tensors(torch, result, name)]

        return note

    device = next((each.device for each in parameters.values()), "cpu")
    used, by_name = _arguments(module, feed)
    given = {name: torch.from_numpy(np.array(feed[name])).to(device) for name in used}
    keywords = {_block(name): each for name, each in given.items()} if by_name else {}
    hooks = [each.register_forward_hook(noted(name)) for name, each in module.named_modules() if name]
    try:
        with torch.enable_grad(), torch.random.fork_rng():
            positional = () if by_name else tuple(given.values())
            result = torch.func.functional_call(module, {**parameters, **buffers}, positional, keywords)
    except Exception as error:
        raise UsageError(f"the PyTorch module failed: {type(error).__name__}: {error}") from error
    finally:
        for hook in hooks:
            hook.remove()
    return _Call(used, parameters, dict(_tensors(torch, result, "output")), inner)


def _tensors(torch: Any, value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in cast("Mapping[Any, Any]", value).items():
            yield from _tensors(torch, each, str(key))
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(cast("Sequence[Any]", value)):
            yield from _tensors(torch, each, f"{name}[{index}]")


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
        axes: the pairs of parameters, and the orders of their axes on the page.
    """

    def __init__(
        self,
        elaboration: Elaboration,
        results: Mapping[str, Any],
        used: set[str],
        fed: set[str],
        tolerance: float,
        unmatched: dict[str, str],
    ) -> None:
        self._results, self._tolerance, self._unmatched = results, tolerance, unmatched
        self.pairs: list[Pair] = []
        self.axes: dict[str, tuple[Pair, Sequence[int]]] = {}
        pins = sorted([pair(elaboration, name) for name in results], key=lambda each: position_of(elaboration, each.at))
        inputs = {node.block_name for node in elaboration.graph.nodes if node.type.fed} | fed
        needs = {each.at.block: elaboration.upstream({each.at.block}) for each in pins}
        self._sources = [each for each in pins if len(needs[each.at.block]) == 1 and each.at.block not in inputs]
        self._computed = [each for each in pins if each not in self._sources and needs[each.at.block] & inputs <= used]
        self._by_name: dict[str, list[Pair]] = {}
        for each in pins:
            self._by_name.setdefault(_canonical(each.at.block), []).append(each)

    def _named(self, name: str, among: Sequence[Pair]) -> Pair | None:
        found = self._by_name.get(_canonical(name), [])
        return found[0] if len({each.at for each in found}) == 1 and found[0] in among else None

    def output(self, name: str, tensor: Any) -> Endpoint | None:
        """Match an output by its name, else by its value, else with the last result of its shape."""
        value = array_from(tensor)
        found = self._named(name, self._computed)
        if found is None:
            kind = value.shape, value.dtype
            like = [each for each in self._computed if self._kind(each) == kind]
            found = ([each for each in like if self._is_same(each, value)] or like or [None])[-1]
        if found is None:
            self._unmatched[name] = "no result of the page has this name, or this shape and dtype"
            return None
        self.pairs.append(found._replace(name=name, expected=value))
        return found.at

    def submodule(self, name: str, tensors: Sequence[Any]) -> None:
        found = self._named(name, self._computed)
        if found is None or len(tensors) != 1:
            why = "no block has this name and one output"
            self._unmatched[name] = why if found is None else f"the submodule gave {len(tensors)} tensors"
        else:
            self.pairs.append(found._replace(name=name, expected=array_from(tensors[0])))

    def parameters(self, values: Mapping[str, Array]) -> None:
        """Match parameters with variables and constants: by name, else the only one of a value, else of a shape."""
        matched = {name: each for name in values if (each := self._named(name, self._sources)) is not None}
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
        for name, value in values.items():
            axes = self._axes(value, matched[name]) if name in matched else None
            if axes is None:
                self._unmatched[name] = "no variable or constant corresponds to it by name, value or shape"
                continue
            one = matched[name]._replace(name=name, expected=value.transpose(axes))
            self.axes[name] = one, axes
            self.pairs.append(one)

    def _axes(self, value: Array, at: Pair, *, equal: bool = False) -> Sequence[int] | None:
        """Return the order of axes that turns a parameter into a value of the page, or None.

        The matrix of a dense layer may be transposed, and a filter may have its channels last.
        """
        kind = self._kind(at)
        if value.ndim != len(kind[0]) or value.ndim > _MOST_AXES:
            return None
        turned = {axes: value.transpose(axes) for axes in permutations(range(value.ndim))}
        orders = [axes for axes, each in turned.items() if (each.shape, each.dtype) == kind]
        same = [axes for axes in orders if self._is_same(at, turned[axes])]
        return next(iter(same if equal else [*same, *orders]), None)

    def _kind(self, at: Pair) -> tuple[tuple[int, ...], Any]:
        return self._results[at.result].shape, self._results[at.result].dtype

    def _is_same(self, at: Pair, value: Array) -> bool:
        ours = self._results[at.result]
        return difference(ours, dtype_of(ours), value, self._tolerance) is None
