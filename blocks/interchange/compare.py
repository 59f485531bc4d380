"""The comparison of a diagram with saved values, another diagram or a PyTorch module."""

from __future__ import annotations

import copy
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from typing import Any, cast

import numpy as np

from blocks.analysis.losses import find_losses
from blocks.base.budget import Memory
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
              by shape. Gradients are those of the sum of the outputs with respect to the parameters.
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
        pairs, loss = _of_module(torch, reference, session, given, loss, unmatched)
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
    """Return the values and gradients of another page, and the later one of both pages' likeliest losses."""
    found = [next(iter(find_losses(each)), "") for each in (elaboration, other.elaboration)]
    common = [name for name in found if _block(name) in elaboration.values and _block(name) in other.elaboration.values]
    loss = loss or max(common, key=lambda name: position_of(elaboration, pair(elaboration, name).at), default=None)
    other.watch(loss)
    results = other.run(None, feed)
    pins = [str(Endpoint(*each[:3])) for each in other.elaboration.outputs()] if results.gradients else ()
    return {**results, **{GRADIENT + name: results.gradients.get(name) for name in pins}}, loss


# -- PyTorch


def _of_module(
    torch: Any,
    module: Any,
    session: Session,
    feed: Mapping[str, Any],
    loss: str | None,
    unmatched: dict[str, str],
) -> tuple[list[Pair], str]:
    """Return the pairs of a page and a module, and the differentiated outputs; note what cannot be matched."""
    elaboration = session.elaboration
    try:
        results = session.run(None, feed)
    except RunError as error:  # a block that does not matter here may have failed
        results = cast("Results", error.results)
    fed = {name: output for name in feed if (output := fed_output(elaboration, name)) is not None}
    call = _Call(torch, module, {name: fed_value(name, output, feed[name]) for name, output in fed.items()})
    unmatched.update((name, "it is not an input of the module") for name in fed if name not in call.used)
    used = {*map(_block, call.used)}
    inputs = {node.block_name for node in elaboration.graph.nodes if node.type.fed} | used
    pins = [*{(one := pair(elaboration, name)).at: one for name in results}.values()]
    pins.sort(key=lambda each: position_of(elaboration, each.at))
    needs = {each.at.block: elaboration.upstream({each.at.block}) for each in pins}
    sources = [each for each in pins if len(needs[each.at.block]) == 1 and each.at.block not in inputs]
    computed = [each for each in pins if each not in sources and needs[each.at.block] & inputs <= used]

    pairs: list[Pair] = []
    outputs: dict[Endpoint, Any] = {}
    wanted = None if loss is None else pair(elaboration, loss).at
    by_name = _unique((_canonical(each.at.block), each) for each in computed)
    for name, tensor in {**call.inner, **call.outputs}.items():
        value = array_from(tensor)
        found = by_name.get(_canonical(name))
        if found is None and name in call.outputs:
            like = [each for each in reversed(computed) if _is_like(value, results[each.result])]
            found = max(like, key=lambda each: _equal_elements(value, results[each.result]), default=None)
        if found is None:
            unmatched[name] = "no block has this name and one output"
            continue
        pairs.append(found._replace(name=name, expected=value))
        if name in call.outputs and wanted in (None, found.at):
            outputs.setdefault(found.at, tensor)
    if not outputs:
        shapes = ", ".join(str([*each.shape]) for each in call.outputs.values()) or "none"
        text = f"no result corresponds to the module's outputs, which have the shapes {shapes}"
        text = text if loss is None else f"{loss!r} does not correspond to an output of the module"
        raise UsageError(text, hint="pass a mapping of names to arrays as the reference")

    values = {name: array_from(each) for name, each in call.parameters.items()}
    by_name = _unique((_canonical(each.at.block), each) for each in sources)
    matched = {name: by_name[_canonical(name)] for name in values if _canonical(name) in by_name}
    by_shape = _unique((_kind(results[each.result]), each) for each in sources if each not in matched.values())
    rest = _unique((_kind(value), name) for name, value in values.items() if name not in matched)
    matched |= {name: by_shape[kind] for kind, name in rest.items() if kind in by_shape}
    trained: dict[str, Pair] = {}
    orders: dict[str, Sequence[int]] = {}
    for name, value in values.items():
        axes = _axes(value, results[matched[name].result]) if name in matched else None
        if axes is None:
            unmatched[name] = "no variable or constant corresponds to it by name or shape"
            continue
        pairs.append(matched[name]._replace(name=name, expected=value.transpose(axes)))
        if call.parameters[name].requires_grad:
            trained[name], orders[name] = pairs[-1], axes
    summed = {at: tensor for at, tensor in outputs.items() if tensor.requires_grad}
    if not summed or not trained:
        unmatched["gradients"] = "no matched output depends on a matched parameter that requires a gradient"
        return pairs, " + ".join(map(str, summed))
    total: Any = sum(tensor.sum() for tensor in summed.values())
    gradients = torch.autograd.grad(total, [call.parameters[name] for name in trained], allow_unused=True)
    for (name, one), gradient in zip(trained.items(), gradients, strict=True):
        expected = None if gradient is None else gradient.permute(orders[name])
        pairs.append(one._replace(expected=expected).as_gradient())
    return pairs, " + ".join(map(str, summed))


def _block(name: str) -> str:
    return name.partition(".")[0]


def _canonical(name: str) -> str:
    return re.sub("[^0-9a-z]+", "_", name.lower()).strip("_")


def _unique(items: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return the values whose key occurs once, by key."""
    items = [*items]
    counts = Counter(key for key, _ in items)
    return {key: value for key, value in items if counts[key] == 1}


def _kind(value: Array) -> Any:
    return tuple(sorted(value.shape)), value.dtype


def _is_like(value: Array, ours: Array) -> bool:
    return (value.shape, value.dtype) == (ours.shape, ours.dtype)


def _equal_elements(value: Array, ours: Array) -> int:
    return int(np.isclose(value, ours, equal_nan=True).sum())


def _axes(value: Array, ours: Array) -> Sequence[int] | None:
    """Return the order of axes that turns a parameter into a value of the page, or None.

    The matrix of a dense layer may be transposed, and a filter may have its channels last.
    """
    orders = islice(permutations(range(value.ndim)), 120)  # all orders of 5 axes
    fit = [axes for axes in orders if _is_like(value.transpose(axes), ours)]
    return max(fit, key=lambda axes: _equal_elements(value.transpose(axes), ours), default=None)


class _Call:
    """One call of a copy of a PyTorch module.

    Attributes:
        used: the names of the feeds that are its arguments.
        outputs: its outputs: ``output``, ``output[0]``, or the keys of a dictionary.
        inner: the outputs of the first calls of its submodules.
    """

    def __init__(self, torch: Any, module: Any, feed: Mapping[str, Array]) -> None:
        def note(name: str, _module: Any, _given: Any, result: Any) -> None:
            for at, each in _tensors(torch, result, name):
                self.inner.setdefault(at, each.detach().clone())

        self.inner: dict[str, Any] = {}
        try:
            module = copy.deepcopy(module)
            taken = inspect.signature(module.forward).parameters
            by_name = {_block(name): name for name in feed if _block(name) in taken}
            rest = any(each.kind is each.VAR_POSITIONAL for each in taken.values())
            self.used = [*by_name.values()] or [*feed][: None if rest else len(taken)]
            self.parameters: dict[str, Any] = dict(module.named_parameters())
            device = next((each.device for each in self.parameters.values()), "cpu")
            given = [torch.from_numpy(np.array(feed[name])).to(device) for name in self.used]
            for name, each in [*module.named_modules()][1:]:
                each.register_forward_hook(partial(note, name))
            with torch.enable_grad(), torch.random.fork_rng():
                result = module(**dict(zip(by_name, given, strict=True))) if by_name else module(*given)
        except Exception as error:
            raise UsageError(f"the PyTorch module failed: {type(error).__name__}: {error}") from error
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
