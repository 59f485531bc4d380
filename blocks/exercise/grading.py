"""The grading of a hand-in: each check of an exercise holds, or fails with a reason that a student understands.

Nothing here limits time: `blocks.exercise.workers` does. Reasons never contain expected values, blocks of a solution or
right answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from blocks.analysis.gradient_flow import PageFlow, page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.analysis.inner_values import spec_at
from blocks.analysis.output_names import asked_by
from blocks.base.budget import HINT
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.data import Json, is_list, same
from blocks.document.definitions import closure
from blocks.document.model import Diagram
from blocks.exercise.model import Check, Exercise, answers_of
from blocks.exercise.work import Failed, GradedPage, Work
from blocks.graph.graph import Node, Output
from blocks.library.control_flow.bodies import upstream

_TRIES = 90
_LARGEST = 0.1
"""Results whose elements are all smaller are compared as if one were as large as this, because of rounding."""
TOO_LARGE = "The run needs more memory than the grader allows."


class BrokenExercise(DiagramError):
    """An error of the exercise itself. It names the check and the key."""


class CheckResult(NamedTuple):
    """The result of a check; ``reason`` and ``hint`` are empty if it passed."""

    name: str
    points: float
    max_points: float
    passed: bool
    reason: str
    hint: str
    hidden: bool


class Grade(NamedTuple):
    score: float
    max_score: float
    checks: tuple[CheckResult, ...]


def grade(
    exercise: Exercise,
    hand_in: Diagram,
    seed: int = 0,
    memory: int | None = None,
    report: Callable[[int, str], object] = lambda _index, _reason: None,
) -> Grade:
    """Return the grade of a hand-in.

    Args:
        seed: the seed of random feeds and of the runs. The same seed gives the same grade.
        memory: the largest number of bytes of all tensors of a run.
        report: called with the index of each check and the reason, first for the checks that run nothing.

    Raises:
        BrokenExercise: a solution cannot be run.
    """
    work = Work.handed_in(exercise, hand_in, seed, memory)
    reasons: dict[int, str] = {}
    order = [*_CHECKS]
    for index, check in sorted(enumerate(exercise.checks), key=lambda each: order.index(each[1].key)):
        reason = ""
        try:
            if check.data.get("same_as", work) is None:
                raise Failed("Your teacher checks this: the solution is not beside the exercise.")
            _CHECKS[check.key](work, check)
        except BrokenExercise:
            raise
        except Exception as error:  # one of the program must not cost the points of the other checks
            reason = _reason(error)
        reasons[index] = reason
        report(index, reason)
    return graded(exercise.checks, reasons)


def verify(exercise: Exercise, seed: int = 0) -> None:
    """Raise BrokenExercise if a solution fails its own check, or the start diagram lacks a block that must not change.

    The results of the solutions are kept for the grading.
    """
    for check in exercise.checks:
        try:
            solution = exercise.start if check.key == "unchanged" else check.data.get("same_as")
            if solution is not None:
                _CHECKS[check.key](Work(exercise, solution, seed), check)
        except (Failed, DiagramError) as error:
            raise _broken(check, error) from None


def graded(checks: Sequence[Check], reasons: Mapping[int, str], rest: str = "") -> Grade:
    """Return the grade for the reasons why checks failed, by index, empty if they passed; ``rest`` is that of others.

    Sums of decimal points such as 0.1 are rounded to the expected number.
    """
    results: list[CheckResult] = []
    for index, check in enumerate(checks):
        reason = reasons.get(index, rest)
        points, hint = (0, check.hint) if reason else (check.points, "")
        results.append(CheckResult(check.name, points, check.points, not reason, reason, hint, check.hidden))
    score, most = (round(sum(points), 9) for points in ([r.points for r in results], [r.max_points for r in results]))
    return Grade(score, most, tuple(results))


def _reason(error: Exception) -> str:
    """Return an error of a hand-in without the name of its file."""
    if isinstance(error, MemoryError) or getattr(error, "hint", None) == HINT:
        return TOO_LARGE
    if isinstance(error, DiagramError):
        return ": ".join(filter(None, (error.location(), error.sentence())))
    if isinstance(error, RecursionError):
        return "The diagram is nested too deeply."
    return str(error) if isinstance(error, Failed) else f"This check failed: {type(error).__name__}."


def _broken(check: Check, error: Exception | str) -> BrokenExercise:
    if isinstance(error, BrokenExercise):
        return error
    key = "same_as" if "same_as" in check.data else check.key
    return BrokenExercise(f"check {check.name!r}: {key!r}: {error if isinstance(error, str) else _reason(error)}")


# -- Checks that run nothing


def _unchanged(work: Work, check: Check) -> None:
    start = work.start
    for path in [name.partition(".")[0] for name in check.data["unchanged"]]:
        found = False
        for name, view in start.views.items():
            before, after = view.snapshot(), work.views.get(name)
            paths = [path] if start.signature(before, path) else [b.id for b in before.blocks if b.type == path]
            for each in paths:
                now, found = after and work.signature(after.snapshot(), each), True
                if not now:
                    raise Failed(f"The block {each!r} of the exercise is missing.")
                if not same(start.signature(before, each), now):
                    raise Failed(f"The block {each!r}, or a wire into it, is not as it was in the exercise.")
        if not found:
            raise Failed(f"The exercise has no block {path!r}.")


def _uses(work: Work, check: Check) -> None:
    work.require_pages()
    counts = sum([work.count(view.snapshot()) for view in work.views.values()], Counter[str]())
    for kind, (low, high) in check.data.get("uses", {}).items():
        if counts[kind] < low:
            raise Failed("The page does not have enough blocks of a type that the check asks for.")
        if high is not None and counts[kind] > high:
            raise Failed(f"The page has too many {kind} blocks.")
    for kind in check.data["forbids"]:
        if counts[kind]:
            raise Failed(f"The page has a {kind} block, which this exercise does not allow.")


def _answers(work: Work, check: Check) -> None:
    name = check.data["answers"]
    answers = answers_of(work.diagram)
    if name not in answers:
        raise Failed(f"The question {name!r} is not answered.")
    question = next(each for each in work.exercise.questions if each.id == name)
    given, right = answers[name], check.data["is"]
    if question.choices and is_list(given) and is_list(right):  # several choices, clicked in any order
        given, right = sorted(map(repr, given)), sorted(map(repr, right))
    if not _is_answer(given, right, check.data["tolerance"]):
        raise Failed(f"The answer to the question {name!r} is not right.")


def _is_answer(given: Json, right: Json, tolerance: float) -> bool:
    numbers = (int, float)
    if type(given) is str and type(right) in numbers:
        with suppress(ValueError):
            given = float(given)  # typed into a web page
    if type(given) in numbers and type(right) in numbers:
        return abs(given - right) <= tolerance
    if is_list(given) and is_list(right):
        return len(given) == len(right) and all(_is_answer(*pair, tolerance) for pair in zip(given, right, strict=True))
    return given.strip() == right.strip() if type(given) is str and type(right) is str else same(given, right)


def _gradient(work: Work, check: Check) -> None:
    loss = check.data["gradient"]
    page, [name] = work.find(loss)
    flow = page_flow(page.elaboration, name, inside=True)
    _require_loss(work, page, name)
    for key in ("reaches", "not_reaches"):
        for each in check.data[key]:
            if not any(here.matches(each) for here in work.pages):
                raise Failed(f"There is no {each!r} on the page.")
            if any(_is_reached(page, flow, name) for name in page.matches(each)) != (key == "reaches"):
                verb = "does not reach" if key == "reaches" else "reaches"
                raise Failed(f"The gradient of {loss!r} {verb} {each!r}.")


def _require_loss(work: Work, page: GradedPage, name: str) -> None:
    """Raise Failed if a loss depends on nothing of the exercise, or is a gradient block instead."""
    start = work.start
    if name in page.elaboration.gradients:
        pages = [each.elaboration for each in (page, *start.pages) if name in each.elaboration.gradients]
        now, *before = [[wire.source for wire in each.wires_to(name, "outputs")] for each in pages]
        if not before or before[0] not in ([], now):
            raise Failed(f"{name!r} is a gradient block that differentiates another value than it should.")
    try:
        there, [of] = start.find(name)
        before = _sources(there, of)
    except (Failed, DiagramError):  # the student has to build the loss
        before = _source_blocks([node for each in start.pages for node in each.elaboration.graph.nodes])
    sources = _sources(page, name)
    if not (sources & before if before else sources):
        raise Failed(f"{name!r} no longer depends on the variables and data of the exercise.")


def _sources(page: GradedPage, name: str) -> set[str]:
    """Return the blocks from which a value is computed in the end, without its own block."""
    outputs = differentiated(page.elaboration, name)
    return _source_blocks(upstream(outputs)) - {each.op.block_name for each in outputs}


def _source_blocks(nodes: Sequence[Node]) -> set[str]:
    """Return the ids of the blocks with the data and variables, which students may move into composites."""
    blocks = [node.block_name for node in nodes if not node.inputs or node.type.variable or node.type.fed]
    return {each.rpartition("/")[2] for each in blocks}


def _is_reached(page: GradedPage, flow: PageFlow, name: str) -> bool:
    """Return whether a gradient flow reaches a block, an output pin, or an input pin through its wires."""
    block, dot, pin = name.partition(".")
    if not dot:
        return block in flow.blocks
    plain, _, index = pin.partition("[")
    spec = spec_at(page.elaboration, block)
    shown = None if spec is None else spec.shown_by(plain)
    if shown is not None:
        ends = [str(each).partition("[")[2] for each in flow.outputs if each[:2] == (block, shown.name)]
        return bool(ends) if not index else index in ends
    if spec is None or spec.input(plain) is None:
        raise Failed(f"There is no pin {name!r} on the page.")
    return any(wire.target[:2] == (block, plain) for wire in flow.wires)


# -- Checks that run


def _value(work: Work, check: Check) -> None:
    page, [name] = work.find(check.data["value"])
    value = page.run([name], check.data["feed"], check.data["steps"])[0]
    _compare(repr(check.data["value"]), value, check.data["equals"], check.data["tolerance"], 0)


def _compare(name: str, value: Array, expected: Array, tolerance: float, least: float) -> None:
    """Raise Failed if a value differs; ``least`` is the smallest scale of the expected value as a whole, 0 for none."""
    if value.shape != expected.shape:
        raise Failed(f"{name} does not have the expected shape.")
    if not _equal(value, expected, tolerance, least):
        raise Failed(f"{name} does not have the expected value.")


def _equal(value: Array, expected: Array, tolerance: float, least: float) -> bool:
    kinds = value.dtype.kind + expected.dtype.kind
    if "O" in kinds or "b" in kinds:
        return kinds in ("OO", "bb") and bool(np.all(value == expected))
    if set(kinds) <= set("iu") and tolerance < 1:
        return bool(np.all(value == expected))
    kind = np.complex128 if "c" in kinds else np.float64
    with np.errstate(all="ignore"):
        size = np.abs(expected.astype(kind))
        bound = np.maximum(tolerance, min(tolerance, 1e-5) * size)
        if least:
            bound = tolerance * max(least, float(size.max(initial=0)))
        # A comparison with NaN is false, too.
        return bool(np.all((np.abs(value.astype(kind) - expected) <= bound) & (bound < np.inf)))


def _trains(work: Work, check: Check) -> None:
    loss, steps = check.data["trains"], check.data["steps"]
    page, [name] = work.find(loss)
    if not any(node.type.variable for node in upstream(asked_by(page.elaboration, name).outputs)):
        raise Failed(f"{loss!r} does not depend on a variable, so nothing is trained.")
    _require_loss(work, page, name)
    first, last = (page.run([name], check.data["feed"], number)[0] for number in (1, steps))
    if last.size != 1 or last.dtype.kind not in "iuf" or not np.isfinite(last).all():
        raise Failed(f"After {steps:,} steps, {loss!r} is not one finite number.")
    if steps > 1 and np.array_equal(first, last):
        raise Failed(f"{loss!r} is the same in the first and the last step, so nothing is trained.")
    if not last.item() < check.data["below"]:
        raise Failed(f"{loss!r} is not small enough after {steps:,} steps of training.")


def _same_as(work: Work, check: Check) -> None:
    page, names = work.find(*check.data["of"])
    for feed, expected in _expected(work, check, page, names):
        for name, value, right in zip(check.data["of"], page.evaluate(names, feed), expected, strict=True):
            _compare(f"For random inputs, {name!r}", value, right, check.data["tolerance"], _LARGEST)


def _gradient_of(work: Work, check: Check) -> None:
    loss, wrt = check.data["gradient_of"], check.data["wrt"]
    page, [of, by] = work.find(loss, wrt)
    for feed, (right,) in _expected(work, check, page, [of]):
        value = page.gradient(of, by, feed)
        if value is None:
            raise Failed(f"The gradient of {loss!r} does not reach {wrt!r}.")
        _compare(f"The gradient of {loss!r} with respect to {wrt!r}", value, right, check.data["tolerance"], _LARGEST)


_CHECKS: Mapping[str, Callable[[Work, Check], None]] = {
    "uses": _uses, "forbids": _uses, "unchanged": _unchanged, "answers": _answers, "gradient": _gradient,
    "value": _value, "trains": _trains, "same_as": _same_as, "gradient_of": _gradient_of,
}  # fmt: skip
"""The kinds of checks in the order of grading: first those that need no run, which a run must not prevent."""


# -- Random feeds, and the results of a solution for them


class _Source(NamedTuple):
    """A value that can be fed at random; its kind is "fed", "variable" or "constant"."""

    name: str
    output: Output
    kind: str


def _expected(work: Work, check: Check, page: GradedPage, names: Sequence[str]) -> list[tuple[Any, list[Array]]]:
    """Return random feeds with the results of the solution.

    Placeholders are fed, and the variables that the hand-in and the solution declare alike: then constants that were
    typed into the hand-in do not pass. If there are none, the constants that both share are fed.
    """
    key, cache = (id(check.data), work.seed), work.exercise.cache
    solution: Work = cache.setdefault(key, Work(work.exercise, check.data["same_as"], work.seed))
    wanted = check.data["of"] if check.key == "same_as" else (check.data["gradient_of"], check.data["wrt"])
    try:
        there, theirs = solution.find(*wanted)
        sources = [*_feedable(there, theirs[: len(names)])]
    except (Failed, DiagramError) as error:
        raise _broken(check, error) from None
    alike = [each for each in sources if each.kind == "fed" or _is_alike(work, page, solution, there, each)]
    fed = [each for each in alike if each.kind != "constant"]
    if not fed:
        used = {each.name for each in _feedable(page, names)}
        fed = [each for each in alike if each.name in used] or alike
    fed = [each for each in fed if each.name not in check.data["feed"]]
    result: Any = None
    for some in (fed, [each for each in fed if each.kind == "fed"]):
        at = key, tuple([each.name for each in some])
        result = cache.get(at) or cache.setdefault(at, _results(check, there, theirs, some))
        if not isinstance(result, str):
            return result
    raise _broken(check, f"no input was found for which the solution has finite results. {result}")


def _is_alike(work: Work, page: GradedPage, solution: Work, there: GradedPage, source: _Source) -> bool:
    """Return whether a block, and all blocks that it depends on, are the same in the hand-in and the solution."""
    mine, theirs = page.view.snapshot(), there.view.snapshot()
    name, _, inside = source.name.partition(".")[0].partition("/")
    if inside:  # in an instance: its inputs do not matter
        sides = work.signature(mine, name), solution.signature(theirs, name)
        return all(sides) and same(*[each[0][:4] for each in sides])
    sources: dict[str, list[str]] = {}
    for wire in theirs.wires:
        sources.setdefault(wire.target.block, []).append(wire.source.block)
    before = {name, *closure(sources, [name])}
    return all(same(work.signature(mine, each), solution.signature(theirs, each)) for each in before)


def _feedable(page: GradedPage, names: Sequence[str]) -> Iterator[_Source]:
    outputs = [each for name in names for each in differentiated(page.elaboration, name)]
    nodes = {node.number for node in upstream(outputs)}
    for block, pin, index, output in page.elaboration.outputs():
        node = output.op
        if node.number not in nodes or node.block_name != block or index is not None:
            continue
        if node.type.fed:
            yield _Source(block, output, "fed")
        elif output.dtype.is_differentiable and node.type.variable:
            yield _Source(f"{block}.{pin}", output, "variable")
        elif output.dtype.is_differentiable and not (node.inputs or node.type.stateful or "/" in block):
            yield _Source(f"{block}.{pin}", output, "constant")


def _results(
    check: Check, page: GradedPage, names: Sequence[str], fed: Sequence[_Source]
) -> list[tuple[dict[str, Any], list[Array]]] | str:
    """Return feeds for which the solution has finite results, with these; a reason if there are none."""
    results: list[tuple[dict[str, Any], list[Array]]] = []
    reason, seed = "The results are not finite, or the gradient does not get there.", page.work.seed
    for number in range(check.data["feeds"] if fed else 1):
        for attempt in range(_TRIES):
            random = np.random.default_rng([abs(seed), seed < 0, crc32(check.name.encode()), number, attempt])
            feed = {each.name: _random(random, each.output, number, attempt) for each in fed} | check.data["feed"]
            try:
                is_value = check.key == "same_as"
                values = page.evaluate(names, feed) if is_value else [page.gradient(names[0], names[1], feed)]
            except (DiagramError, Failed) as error:
                reason = _reason(error)
                continue
            finite = [each.copy() for each in values if each is not None and _equal(each, each, 0.0, 0.0)]
            if len(finite) == len(values):
                results.append((feed, finite))
                break
        else:
            return reason
    return results


_RANGES = (-5, 6), (0, 100), (0, 30), (0, 10), (0, 6), (0, 5), (0, 4), (0, 3), (0, 2), (0, 1)
"""The ranges of random integers, by attempt: the first are good for numbers, the others for indices and classes."""
_RANKS = 2, 1, 4
"""The ranks of tensors of unknown rank, by attempt."""


def _random(random: np.random.Generator, output: Output, number: int, attempt: int) -> Array:
    """Return a random value of an output's dtype and shape. Unknown dimensions of all values of a feed are equal."""
    length = 2 + number % 4
    known = (None,) * _RANKS[attempt // (3 * len(_RANGES)) % 3] if output.shape is None else output.shape
    shape = tuple([length if each is None else each for each in known])
    dtype, style = output.dtype.numpy, attempt // len(_RANGES) % 3
    low, high = _RANGES[attempt % len(_RANGES)]
    if dtype.kind == "b":
        return random.random(shape) < 0.5
    if dtype.kind in "iuO":
        drawn = random.integers(low if dtype.kind == "i" else 0, high, shape)
        texts = [str(each).encode() for each in drawn.flat] if dtype.kind == "O" else drawn
        return np.array(texts, dtype).reshape(shape)
    drawn = random.random(shape) * 0.9 + 0.05 if style == 1 else random.standard_normal(shape) * (1, 1, 0.1)[style]
    return (drawn + 1j * random.standard_normal(shape) if dtype.kind == "c" else drawn).astype(dtype)
