"""The comparison of a step with saved values, another diagram or a PyTorch module."""

from __future__ import annotations

import copy
import inspect
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from blocks.analysis.gradient_targets import spelled_out
from blocks.analysis.inner_values import find_inside, spec_at
from blocks.analysis.losses import find_losses
from blocks.analysis.output_names import factors, parse_name, pin_of, summands
from blocks.base.budget import Memory
from blocks.base.dtypes import DOUBLE, DType, dtype_of
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.literals import from_array, to_array
from blocks.base.shapes import shape_text
from blocks.base.types import Array, array_of
from blocks.document.data import Endpoint, listed
from blocks.document.file import load
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.run import archives
from blocks.run.batches import as_array
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.steps.feeds import fed_output, fed_value

GRADIENT = "grad/"


class Difference(NamedTuple):
    """A value or a gradient that differs from the reference.

    Attributes:
        block, pin: the path of the block, and its output pin.
        kind: ``"value"`` or ``"gradient"``.
        difference: the largest absolute difference; infinite if the shapes or dtypes differ or only one side is NaN.
        message: the difference in words.
    """

    block: str
    pin: str
    kind: str
    difference: float
    message: str


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison, which is true if nothing differs.

    Attributes:
        differences: the differences in the order in which a step computes: the values from the inputs to the outputs,
            then the gradients from the loss back.
        compared: the compared names of the reference, with the names of their pins in the diagram.
        unmatched: the names without a counterpart, with the reasons.
        loss: the names of the differentiated pins, or None if no gradients were compared.
    """

    differences: tuple[Difference, ...]
    compared: Mapping[str, str]
    unmatched: Mapping[str, str]
    loss: str | None = None

    @property
    def equal(self) -> bool:
        """Whether no compared value and no compared gradient differs."""
        return not self.differences

    @property
    def first(self) -> Difference | None:
        """The first difference, or None."""
        return self.differences[0] if self.differences else None

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        what = "" if self.loss is None else f", with gradients of {self.loss}"
        result = f"{len(self.differences):,} differ" if self.differences else "all are equal"
        lines = [f"{len(self.compared):,} compared{what}: {result}"]
        for block, pin, kind, _, message in self.differences[:1]:
            lines.append(f"first difference: block {block!r}, pin {pin!r}: the {kind} differs: {message}")
        return "\n".join([*lines, *(f"not compared: {name}: {why}" for name, why in self.unmatched.items())])

    def as_json(self) -> dict[str, Any]:
        found = [
            {**each._asdict(), "difference": from_array(np.asarray(each.difference), DOUBLE)}
            for each in self.differences
        ]
        return {**vars(self), "equal": self.equal, "first": next(iter(found), None), "differences": found}


class Pair(NamedTuple):
    """A tensor of a diagram, with its name and value in the reference.

    Attributes:
        result: the name of its result pin; empty for a gradient.
        expected: an array or a literal. None is a gradient that does not exist.
    """

    name: str
    at: Endpoint
    result: str
    expected: Any


def pair(elaboration: Elaboration, name: str, expected: Any = None) -> Pair:
    """Return the pair for the name of a value; raise UsageError if it does not refer to exactly one output pin."""
    block, pin, index = parse_name(elaboration, name)
    spec = spec_at(elaboration, block)
    pins = [] if spec is None else [each for each in spec.outputs if each.result_pins]
    if spec is not None and pin is not None:
        pins = [each for each in spec.outputs if each.name == pin_of(spec, pin, name)]
    if len(pins) != 1:
        raise UsageError(f"{name!r} does not refer to exactly one output pin")
    shown = [*pins[0].result_pins, pins[0].name][0]
    return Pair(name, Endpoint(block, pins[0].name, index), str(Endpoint(block, shown, index)), expected)


def pairs_of(
    elaboration: Elaboration, reference: Mapping[str, Any], lacking: dict[str, str] | None = None
) -> list[Pair]:
    """Return the pairs of a reference; names that the diagram does not have are put into ``lacking``, or an error."""
    results: list[Pair] = []
    errors: dict[str, str] = {}
    for name, expected in reference.items():
        rest = name.removeprefix(GRADIENT)
        is_gradient = rest != name and spec_at(elaboration, name.partition(".")[0]) is None
        try:
            one = pair(elaboration, rest if is_gradient else name, expected)
            results.append(one._replace(name=name, result="") if is_gradient else one)
        except UsageError as error:
            errors[name] = error.message
    if lacking is not None:
        lacking.update(errors)
    elif errors:
        text = f"the diagram does not have {listed(errors)} of the reference"
        raise UsageError(f"{text}: {next(iter(errors.values()))}", page=elaboration.page.name)
    if not results:
        raise UsageError("the reference contains no values of the diagram, so there is nothing to compare")
    return results


class StepComparison:
    """The comparison of a session's step, which must compute ``fetch``, with reference values."""

    def __init__(
        self, session: Session, pairs: Sequence[Pair], tolerance: float, loss: str | None, unmatched: Mapping[str, str]
    ) -> None:
        if not tolerance >= 0:
            raise UsageError(f"expected a tolerance of at least 0, got {tolerance}")
        elaboration = session.elaboration
        self._tolerance, self._unmatched = tolerance, unmatched
        # The order of a step: values from the inputs to the outputs, then gradients from the loss back.
        ordered = sorted(pairs, key=lambda each: position_of(elaboration, each.at))
        values, gradients = [each for each in ordered if each.result], [each for each in ordered if not each.result]
        self._pairs = [*values, *reversed(gradients)]
        self.fetch = [each.result for each in values]
        self.loss = None if not gradients else loss or next(iter(find_losses(elaboration)), None)
        if self.loss is not None:
            session.watch(self.loss, iterations=any(each.at.block not in elaboration.values for each in pairs))
            whole = spelled_out(elaboration, self.loss) if self.loss in elaboration.gradients else self.loss
            self.fetch += [name for each in summands(whole) for name in factors(each) if name]
        elif gradients:
            raise UsageError("the page has no loss, so it has no gradients to compare. Name the loss.")

    def result(self, results: Results) -> Comparison:
        found: list[Difference] = []
        for each in self._pairs:
            try:
                difference = self._difference(each, results)
            except DiagramError as error:
                raise UsageError(f"the reference value of {each.name!r}: {error.message}", hint=error.hint) from None
            if difference is not None:
                pin = str(each.at).removeprefix(f"{each.at.block}.")
                found.append(Difference(each.at.block, pin, "value" if each.result else "gradient", *difference))
        compared = {each.name: str(each.at) for each in self._pairs}
        return Comparison(tuple(found), compared, dict(self._unmatched), self.loss)

    def _difference(self, pair: Pair, results: Results) -> tuple[float, str] | None:
        value = results.get(pair.result) if pair.result else results.gradients.get(str(pair.at))
        expected = as_array(pair.expected)
        if value is not None and expected is not None:
            dtype = results.dtypes[pair.result] if pair.result else dtype_of(value)
            return difference(np.asarray(value), dtype, expected, self._tolerance)
        if pair.result:
            return math.inf, "it has no value in this step"
        if not np.any(expected if value is None else value):  # a gradient that does not exist is zero
            return None
        return math.inf, f"no gradient reaches the pin in the {'diagram' if value is None else 'reference'}"


def position_of(elaboration: Elaboration, at: Endpoint) -> tuple[float, ...]:
    """Return a sort key that places a pin after all pins from which it is computed."""
    result = find_inside(elaboration, at.block) if at.block not in elaboration.position else None
    if result is not None:
        return (result[1].node.number, *position_of(result[1].elaboration, at._replace(block=result[2])))
    numbers = [output.op.number for _, pin, i, output in elaboration.outputs_of(at.block) if (pin, i) == at[1:]]
    # A loop comes after the blocks inside it. So does an instance, whose output is that of a block inside.
    return (*(numbers or [len(elaboration.graph)]), math.inf, -at.block.count("/"))


def put_gradients(elaboration: Elaboration, results: Results) -> None:
    for block, pin, index, output in elaboration.outputs():
        gradient = results.gradients.get(str(Endpoint(block, pin, index)))
        if output.op.type.variable and gradient is not None:
            results.put(GRADIENT + block, gradient, output.dtype)


def difference(value: Array, dtype: DType, expected: Any, tolerance: float) -> tuple[float, str] | None:
    """Return the largest difference between a value and its reference, and the difference in words; None if equal."""
    if dtype.kind == "handle":  # of a queue or a reader, which has no value
        return None
    given = array_of(expected)
    wanted = to_array(expected, dtype)[0] if given is None else given
    if value.shape != wanted.shape:
        return math.inf, f"the shape is {shape_text(value.shape)}, expected {shape_text(wanted.shape)}"
    kinds = "OSU" if dtype.kind == "string" else value.dtype.kind + archives.plain(value).dtype.kind
    if wanted.dtype.kind not in kinds:  # a float64 reference is fine for all floats
        return math.inf, f"the dtype is {value.dtype.name}, expected {wanted.dtype.name}"
    if dtype.kind == "string":
        wanted = np.array(np.char.encode(wanted) if wanted.dtype.kind == "U" else wanted, object)
        same = np.asarray(value == wanted, bool)
        apart = np.where(same, 0.0, math.inf)
    else:
        limit = tolerance if dtype.is_differentiable else 0.0
        wide = np.complex128 if value.dtype.kind == "c" else np.longdouble
        with np.errstate(all="ignore"):
            value, wanted = value.astype(wide), wanted.astype(wide)
            same = np.isclose(value, wanted, rtol=limit, atol=limit, equal_nan=True)
            apart = np.where(same, 0.0, np.nan_to_num(np.abs(value - wanted), nan=math.inf, posinf=math.inf))
    if same.all():
        return None
    worst = np.unravel_index(int(np.argmax(apart)), apart.shape)
    count = f"{np.count_nonzero(~same):,} of {same.size:,} elements, most at {[*map(int, worst)]}: "
    shown = [each if isinstance(each, bytes) else f"{each:.9g}" for each in (value[worst], wanted[worst])]
    return float(apart[worst]), f"{count if worst else ''}got {shown[0]}, expected {shown[1]}"


def compare(
    diagram: Diagram | PageView,
    reference: Any,
    feed: Any = None,
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
            - a PyTorch module, whose inputs are in ``feed``. Its outputs, parameters and submodules are matched by name
              (``layers.0.weight`` is ``layers/0/weight``), other outputs and parameters by shape. Gradients are those
              of the sum of the outputs with respect to the parameters. The module runs in its own mode, or in that of
              `from_torch` if the diagram comes from there.
        feed: values for the step, as in `Session.run`, or the arguments of the module: a tensor, or a tuple in the
            order of the Placeholder blocks. An argument may contain tuples, lists and dicts.
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
    if isinstance(reference, (str, Path)):
        path = str(reference)
        reference = archives.load(path, Memory.of(None)) if path.endswith(".npz") else load(path)
    torch: Any = sys.modules.get("torch")  # a module comes from there, so it is imported already
    session = Session(diagram, inside=True)
    elaboration, unmatched = session.elaboration, dict[str, str]()
    is_module = torch is not None and isinstance(reference, torch.nn.Module)
    arguments, given = _given(elaboration, feed, is_module)
    if isinstance(reference, (Diagram, PageView)):
        values, loss = _of_diagram(elaboration, Session(reference, inside=True), given, loss)
        pairs = pairs_of(elaboration, values, unmatched)
        mine = {str(Endpoint(*each[:3])) for each in elaboration.outputs()} - {str(each.at) for each in pairs}
        unmatched |= dict.fromkeys(sorted(mine), "the reference does not have it")
    elif is_module:
        mode = getattr(diagram, "training", None)
        call = partial(_call, torch, reference, mode, arguments)
        pairs, loss = _of_module(torch, call, session, given, loss, unmatched)
        session = Session(diagram, inside=True)
    elif isinstance(reference, Mapping):
        pairs = pairs_of(elaboration, cast("Mapping[str, Any]", reference))
    else:
        kinds = "a .npz file, a mapping, a diagram or a PyTorch module"
        raise UsageError(f"expected {kinds} as the reference, got {type(reference).__name__}")
    step = StepComparison(session, pairs, tolerance, loss, unmatched)
    return step.result(session.run(step.fetch, given))


def _given(elaboration: Elaboration, feed: Any, module: bool) -> tuple[Any, dict[str, Any]]:
    """Return the arguments of a module, if feeds by name are not all of them, and the values by name."""
    names = [node.block_name for node in elaboration.graph.nodes if node.type.fed and "/" not in node.block_name]
    names.sort(key=elaboration.position.__getitem__)
    if feed is None or isinstance(feed, Mapping):
        named, given = dict(cast("Mapping[str, Any]", feed or {})), dict[str, Any]()
        for at, each in (leaf for name, value in named.items() for leaf in _leaves(name, value)):
            is_input = not module or hasattr(each, "__array__") or at in names
            at = f"{at}_1" if at not in names and f"{at}_1" in names else at  # another block has the name
            given |= {at: as_array(each)} if is_input else {}
        return (None if given.keys() == named.keys() else named), given
    arguments = cast("Sequence[Any]", feed if isinstance(feed, (tuple, list)) else [feed])
    values = [as_array(each) for _, each in _leaves("", arguments) if hasattr(each, "__array__")]
    if len(values) != len(names):
        raise UsageError(f"feed: expected {len(names)} arrays for the inputs {listed(names)}, got {len(values)}")
    return arguments, dict(zip(names, values, strict=True))


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the arrays in an argument with the names that `from_torch` gives them: ``x_0``."""
    named, listed = (isinstance(value, kind) for kind in (Mapping, (list, tuple)))
    items: Any = value.items() if named else enumerate(value) if listed else ()
    found = [each for key, inner in items for each in _leaves(f"{name}_{key}", inner)]
    is_nested = any(hasattr(each, "__array__") for _, each in found)
    yield from found if is_nested else [(name, value)]


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
    call: Callable[..., Any],
    session: Session,
    feed: Mapping[str, Any],
    loss: str | None,
    unmatched: dict[str, str],
) -> tuple[list[Pair], str]:
    """Return the pairs of a page and a module, and the differentiated outputs; note what cannot be matched.

    Args:
        call: calls the module with the feeds, as `_call`.
    """
    elaboration = session.elaboration
    try:
        results = session.run(None, feed)
    except RunError as error:  # a block that does not matter here may have failed
        results = cast("Results", error.results)
    fed = {name: output for name in feed if (output := fed_output(elaboration, name)) is not None}
    arrays = {name: fed_value(name, output, feed[name]) for name, output in fed.items()}
    taken, parameters, module_outputs, inner = call(arrays)
    unmatched.update((name, "it is not an input of the module") for name in fed if name not in taken)
    used = {*map(_block, taken)}
    inputs = {node.block_name for node in elaboration.graph.nodes if node.type.fed} | used
    pins = [*{(one := pair(elaboration, name)).at: one for name in results}.values()]
    pins.sort(key=lambda each: position_of(elaboration, each.at))
    needs = {each.at.block: elaboration.upstream({each.at.block}) for each in pins}
    sources = [each for each in pins if len(needs[each.at.block]) == 1 and each.at.block not in inputs]
    computed = [each for each in pins if each not in sources and needs[each.at.block] & inputs <= used]

    pairs: list[Pair] = []
    outputs: dict[Endpoint, Any] = {}
    wanted = None if loss is None else pair(elaboration, loss).at
    counts = Counter(each.at.block for each in computed)
    only = [each for each in computed if counts[each.at.block] == 1 or each.at.pin == "output"]
    by_name = _unique((_canonical(each.at.block), each) for each in only)
    for name, tensor in {**inner, **module_outputs}.items():
        value = as_array(tensor)
        found = by_name.get(_canonical(name))
        if found is None and name in module_outputs:
            like = [each for each in reversed(computed) if _is_like(value, results[each.result])]
            found = max(like, key=lambda each: _equal_elements(value, results[each.result]), default=None)
        if found is None:
            unmatched[name] = "no block has this name and one output"
            continue
        pairs.append(found._replace(name=name, expected=value))
        if name in module_outputs and wanted in (None, found.at):
            outputs.setdefault(found.at, tensor)
    if not outputs:
        shapes = ", ".join(str([*each.shape]) for each in module_outputs.values()) or "none"
        text = f"no result corresponds to the module's outputs, which have the shapes {shapes}"
        text = text if loss is None else f"{loss!r} does not correspond to an output of the module"
        raise UsageError(text, hint="pass a mapping of names to arrays as the reference")

    values = {name: as_array(each) for name, each in parameters.items()}
    by_name = _unique((_canonical(each.at.block), each) for each in sources)
    matched = {name: by_name[_canonical(name)] for name in values if _canonical(name) in by_name}
    by_shape = _unique((_kind(results[each.result]), each) for each in sources if each not in matched.values())
    rest = _unique((_kind(value), name) for name, value in values.items() if name not in matched)
    matched |= {name: by_shape[kind] for kind, name in rest.items() if kind in by_shape}
    trained: dict[str, tuple[Pair, Sequence[int]]] = {}
    for name, value in values.items():
        axes = _axes(value, results[matched[name].result]) if name in matched else None
        if axes is None:
            unmatched[name] = "no variable or constant corresponds to it by name or shape"
            continue
        pairs.append(matched[name]._replace(name=name, expected=value.transpose(axes)))
        if parameters[name].requires_grad:
            trained[name] = pairs[-1], axes
    summed = {at: tensor for at, tensor in outputs.items() if tensor.requires_grad and not tensor.is_complex()}
    if not summed or not trained:
        unmatched["gradients"] = "no matched output depends on a matched parameter that requires a gradient"
        return pairs, " + ".join(map(str, summed))
    total: Any = sum(tensor.sum() for tensor in summed.values())
    gradients = torch.autograd.grad(total, [parameters[name] for name in trained], allow_unused=True)
    for (one, axes), gradient in zip(trained.values(), gradients, strict=True):
        expected = None if gradient is None else gradient.permute(axes)
        pairs.append(one._replace(name=GRADIENT + one.name, result="", expected=expected))
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


def _call(
    torch: Any, module: Any, mode: bool | None, arguments: Any, feed: Mapping[str, Array]
) -> tuple[list[str], Any, Any, Any]:
    """Call a copy of a PyTorch module.

    Args:
        mode: True for training, False for evaluation, None for the module's own mode.
        arguments: the arguments, by position or by name. None: the feeds are the arguments.

    Returns:
        the names of the feeds that it took, its parameters, its outputs, and those of the first calls of submodules.
    """
    inner: dict[str, Any] = {}

    def note(name: str, _module: Any, _given: Any, result: Any) -> None:
        for at, each in _tensors(torch, result, name):
            inner.setdefault(at, each.detach().clone())

    try:
        module = copy.deepcopy(module)
        if mode is not None:
            module.train(mode)
        parameters: dict[str, Any] = dict(module.named_parameters())
        taken = inspect.signature(module.forward).parameters
        by_name = {_block(name): name for name in feed if _block(name) in taken}
        rest = any(each.kind is each.VAR_POSITIONAL for each in taken.values())
        used = [*by_name.values()] or [*feed][: None if rest else len(taken)]
        device = next((each.device for each in parameters.values()), "cpu")
        for name, each in [*module.named_modules()][1:]:
            each.register_forward_hook(partial(note, name))
        with torch.enable_grad(), torch.random.fork_rng():
            if arguments is not None:
                used = [*feed]
                moved = torch.utils._pytree.tree_map(partial(_tensor, torch, device), arguments)
                result = module(**moved) if isinstance(moved, Mapping) else module(*moved)
            else:
                given = [_tensor(torch, device, feed[name]) for name in used]
                result = module(**dict(zip(by_name, given, strict=True))) if by_name else module(*given)
    except Exception as error:
        raise UsageError(f"the PyTorch module failed: {type(error).__name__}: {error}") from error
    return used, parameters, dict(_tensors(torch, result, "output")), inner


def _tensor(torch: Any, device: Any, value: Any) -> Any:
    """Return a copy of an array as a tensor; leave other values as they are."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().to(device)
    array = array_of(value)
    if array is not None and array.dtype.name == "bfloat16":
        return torch.from_numpy(array.astype(np.float32)).to(device, torch.bfloat16)
    return value if array is None else torch.from_numpy(np.array(array)).to(device)


def _tensors(torch: Any, value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in cast("Mapping[Any, Any]", value).items():
            yield from _tensors(torch, each, str(key))
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(cast("Sequence[Any]", value)):
            yield from _tensors(torch, each, f"{name}[{index}]")
