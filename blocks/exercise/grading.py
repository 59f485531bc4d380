"""The grading of a hand-in: each check of an exercise holds, or fails with a reason that a student understands.

Nothing here limits time: `blocks.exercise.workers` does. Reasons never contain expected values, blocks of a solution or
right answers.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from blocks.analysis.gradient_flow import PageFlow, page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.analysis.inner_values import inside_of, spec_at
from blocks.analysis.output_names import asked_by, factors, summands
from blocks.base.budget import HINT
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.document.canonical import Defaults
from blocks.document.data import LOOP_BODIES, Block, Json, Page, is_list, is_object, same, uses_of
from blocks.document.definitions import is_instance
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.exercise.model import Check, Exercise, answers_of, graded_pages
from blocks.graph.graph import Node, Output
from blocks.library.control_flow.bodies import upstream
from blocks.run.debugging.comparison import pair
from blocks.run.files import Folders
from blocks.run.session import Session

_ORDER = ("uses", "forbids", "unchanged", "answers", "gradient", "value", "trains", "same_as", "gradient_of")
"""The kinds of checks in the order of grading: first those that need no run, which a run must not prevent."""
_TRIES = 90
_LARGEST = 0.1
"""Results whose elements are all smaller are compared as if one was as large as this, because of rounding."""


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


class Failed(Exception):
    """The reason why a check failed."""


def grade(
    exercise: Exercise,
    hand_in: Diagram,
    *,
    seed: int = 0,
    memory: int | None = None,
    report: Callable[[int, CheckResult], object] = lambda _index, _result: None,
) -> Grade:
    """Return the grade of a hand-in.

    Args:
        seed: the seed of random feeds and of the runs. The same seed gives the same grade.
        memory: the largest number of bytes of all tensors of a run.
        report: called with each result and its index, first for the checks that run nothing.

    Raises:
        DiagramError: the exercise is broken: a solution cannot be run. The error names the check and the key.
    """
    copy = Diagram(hand_in.document)
    copy.path = os.path.join(exercise.folder, "hand-in.gradblocks")  # the files of the exercise are there
    work = _Work(exercise, copy, seed, memory, is_hand_in=True)
    results: dict[int, CheckResult] = {}
    for index, check in sorted(enumerate(exercise.checks), key=lambda each: _ORDER.index(each[1].key)):
        reason = ""
        try:
            _CHECKS[check.key](work, check)
        except Failed as failed:
            reason = str(failed)
        except BrokenExercise as error:
            raise DiagramError(f"check {check.name!r}: 'same_as': {error}") from None
        except DiagramError as error:
            reason = _sentence(error)
        except RecursionError:
            reason = "The diagram is nested too deeply to be graded."
        except MemoryError:
            reason = TOO_LARGE
        except Exception as error:  # an error of the program, which must not cost the points of the other checks
            reason = f"This check failed with an internal error ({type(error).__name__})."
        results[index] = result_of(check, reason)
        report(index, results[index])
    return graded([results[index] for index in range(len(results))])


def verify(exercise: Exercise, seed: int = 0) -> None:
    """Raise DiagramError if a solution does not pass its own check, or the start diagram lacks what must not change.

    The results of the solutions are kept for the grading.
    """
    for check in exercise.checks:
        solution: Diagram = check.data.get("same_as", exercise.start)
        if check.key in ("same_as", "gradient_of", "unchanged"):
            key = "unchanged" if check.key == "unchanged" else "same_as"
            try:
                _CHECKS[check.key](_Work(exercise, solution, seed), check)
            except (Failed, BrokenExercise) as error:
                raise DiagramError(f"check {check.name!r}: {key!r}: {error}") from None
            except DiagramError as error:
                raise DiagramError(f"check {check.name!r}: {key!r}: {_sentence(error)}") from None


TOO_LARGE = "The run needs more memory than the grader allows."


class BrokenExercise(Exception):
    """An error of the exercise itself, found while grading."""


def result_of(check: Check, reason: str) -> CheckResult:
    passed = not reason
    points = check.points if passed else 0
    return CheckResult(check.name, points, check.points, passed, reason, "" if passed else check.hint, check.hidden)


def graded(results: Sequence[CheckResult]) -> Grade:
    """Return the grade of results; sums of decimal points such as 0.1 are rounded to what a person expects."""
    sums = [round(sum(points), 9) for points in ([r.points for r in results], [r.max_points for r in results])]
    return Grade(sums[0], sums[1], tuple(results))


def failed_grade(exercise: Exercise, reason: str) -> Grade:
    """Return the grade of a hand-in that cannot be read."""
    return graded([result_of(check, reason) for check in exercise.checks])


def _sentence(error: DiagramError) -> str:
    """Return an error of the hand-in without the name of its file."""
    if error.hint == HINT:
        return TOO_LARGE
    where = error.location()
    return f"{where}: {error.sentence()}" if where else error.sentence()


class _GradedPage:
    """A page with its elaboration, and names of its blocks."""

    def __init__(self, work: _Work, view: PageView) -> None:
        self.work = work
        self.view = view
        self.session = work.session(view)

    @property
    def elaboration(self) -> Elaboration:
        return self.session.elaboration

    @cached_property
    def types(self) -> dict[str, str]:
        """The types of all blocks by path, with those inside instances, loops and branches, without muted ones."""
        return dict(_types_in(self.elaboration, ""))

    def matches(self, name: str) -> list[str]:
        """Return the names on this page for a name: of one block or pin, or of all blocks of a type."""
        parts = [part for each in summands(name) for part in factors(each) if part]
        if len(parts) > 1:
            return [name] if all(part.partition(".")[0] in self.elaboration.position for part in parts) else []
        block, dot, pin = name.partition(".")
        if block in self.elaboration.position or block in self.types:
            return [name]
        return [f"{each}{dot}{pin}" for each, kind in self.types.items() if kind == block]

    def run(self, names: Sequence[str], feed: Mapping[str, Any], steps: int = 1) -> list[Array]:
        """Return the results of the last of some steps from the beginning."""
        session = self.work.session(self.view)
        return _values(session.run(list(names), self.fitting(feed), steps), names)

    def evaluate(self, names: Sequence[str], feed: Mapping[str, Any]) -> list[Array]:
        self.session.watch(None)
        try:
            return _values(self.session.evaluate(list(names), self.fitting(feed)), names)
        except DiagramError as error:
            if isinstance(error, UsageError) or self.session.has_effects:  # only a step changes variables and queues
                return self.run(names, feed)
            raise

    def gradient(self, loss: str, wrt: str, feed: Mapping[str, Any]) -> Array | None:
        """Return the gradient of a value with respect to another, or None if it does not get there."""
        flow, at = page_flow(self.elaboration, loss), str(pair(self.elaboration, wrt).at)
        fetch = [*dict.fromkeys(map(str, [*flow.of, *flow.weights]))]
        session, given = self.session, self.fitting(feed)
        session.watch(loss)
        try:
            result = session.evaluate(fetch, given)
        except UsageError:
            session = self.work.session(self.view)
            session.watch(loss)
            result = session.run(fetch, given)
        return result.gradients.get(at)

    def fitting(self, feed: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the feed; raise Failed if the page lacks a block that it names."""
        for name in feed:
            if name.partition(".")[0] not in self.elaboration.position:
                raise Failed(f"The page has no block {name.partition('.')[0]!r}, which this check needs.")
        return feed


def _values(results: Mapping[str, Array], names: Sequence[str]) -> list[Array]:
    for name in names:
        if name not in results:
            raise Failed(f"{name!r} is not the name of exactly one result.")
    return [np.asarray(results[name]) for name in names]


def _types_in(elaboration: Elaboration, begin: str) -> Iterator[tuple[str, str]]:
    """Yield the paths and types of the blocks that are not muted, of loops those of each body."""
    for block in elaboration.page.blocks:
        kind = block.type.removeprefix("shared/").removeprefix("gradient/")
        if kind.startswith("loop/"):
            kind = kind.split("/")[1]
        if not block.muted and "/" not in kind:
            yield begin + block.id, kind
    for block in elaboration.running:
        for inside in inside_of(elaboration, block):
            yield from _types_in(inside.elaboration, f"{begin}{block}/{inside.part}")


class _Work:
    """A diagram under the checks of an exercise: a hand-in or a solution."""

    def __init__(
        self, exercise: Exercise, diagram: Diagram, seed: int = 0, memory: int | None = None, is_hand_in: bool = False
    ) -> None:
        self.exercise = exercise
        self.diagram = diagram
        self.seed, self.memory = seed, memory
        self.is_hand_in = is_hand_in
        self._pages: dict[str, _GradedPage] = {}
        self._signatures: dict[str, Json] = {}

    def session(self, view: PageView) -> Session:
        """Return a new session, which writes no file, and reads files only if the start diagram does."""
        self._check_files()
        session = Session(view, seed=self.seed, memory=self.memory, engine="numpy", inside=True)
        session.resources.say = _ignore
        session.files = session.files.for_reading() if self._reads_files else Folders(None)
        return session

    def _check_files(self) -> None:
        """Raise Failed if the hand-in has a value from a file that the start diagram does not have."""
        if self.is_hand_in:
            for name in _files_in(self.diagram) - _files_in(self.exercise.start):
                raise Failed(f"The diagram reads the file {name!r}, which is not part of the exercise.")

    @cached_property
    def _reads_files(self) -> bool:
        cache, start = self.exercise.cache, self.exercise.start
        if "reads files" not in cache:
            sessions = [Session(page) for page in start.pages]
            cache["reads files"] = any(session.has_effects for session in sessions)
        return cache["reads files"]

    @cached_property
    def views(self) -> dict[str, PageView]:
        return graded_pages(self.exercise.start, self.diagram)

    def page(self, name: str) -> _GradedPage:
        if name not in self._pages:
            self._pages[name] = _GradedPage(self, self.views[name])
        return self._pages[name]

    def one(self, *names: str) -> tuple[_GradedPage, list[str]]:
        """Return the first graded page that has some names, and what they mean there: one block or pin each."""
        missing = ""
        for page in self.all_pages():
            found = [page.matches(name) for name in names]
            if all(found):
                for name, each in zip(names, found, strict=True):
                    if len(each) > 1:
                        raise Failed(f"{name!r} can mean {len(each)} blocks of the page.")
                return page, [each[0] for each in found]
            missing = missing or names[found.index([])]
        raise Failed(f"There is no {missing.partition('.')[0]!r} on the page.")

    def all_pages(self) -> list[_GradedPage]:
        """Return the graded pages; raise Failed if there are none."""
        if not self.views:
            names = " or ".join([repr(page.name) for page in self.exercise.start.pages])
            raise Failed(f"The diagram has no page {names}." if names else "The diagram has no pages.")
        return [self.page(name) for name in self.views]

    def signature(self, page: Page, block: Block) -> Json:
        """Return all of a block that `unchanged` compares: not its position, but the composites that it uses."""
        wires: dict[str, list[str]] = {}
        for wire in page.wires:
            if wire.target.block == block.id:
                wires.setdefault(str(wire.target), []).append(str(wire.source))
        values = dict(self._defaults.kept(block))
        return [block.type, values, block.muted, wires, [self._definition(name) for name in uses_of(block)]]

    def signature_at(self, page: Page, path: str) -> Json:
        """Return the signature of a block by its path from a page; None if there is none."""
        results: list[Json] = []
        for name in path.split("/"):
            block = next((each for each in page.blocks if each.id == name), None)
            if block is None:
                return None
            results.append(self.signature(page, block))
            page = self.composites.get(next(iter(uses_of(block)), ""), Page(""))
        return [*[each[:3] for each in results[:-1]], results[-1]]

    @cached_property
    def _defaults(self) -> Defaults:
        return Defaults(page.snapshot() for page in self.diagram.composites)

    @cached_property
    def composites(self) -> dict[str, Page]:
        return {page.name: page.snapshot() for page in self.diagram.composites}

    def _definition(self, name: str) -> Json:
        page = self.composites.get(name)
        if page is None or page.composite is None:
            return None
        if name not in self._signatures:
            self._signatures[name] = None  # a composite inside itself is an error of the page
            promoted = [[each.name, each.default, [*each.sets]] for each in page.composite.values]
            blocks = {each.id: self.signature(page, each) for each in page.blocks}
            self._signatures[name] = [promoted, blocks, page.gradient and self._definition(page.gradient)]
        return self._signatures[name]


# -- Checks that run nothing


def _unchanged(work: _Work, check: Check) -> None:
    start = _Work(work.exercise, work.exercise.start)
    for name in check.data["unchanged"]:
        path, found = name.partition(".")[0], False
        for page, view in start.views.items():
            before, after = view.snapshot(), work.views.get(page)
            paths = [each.id for each in before.blocks if each.type == path]
            for each in [path] if start.signature_at(before, path) is not None else paths:
                found, now = True, None if after is None else work.signature_at(after.snapshot(), each)
                if now is None:
                    raise Failed(f"The block {each!r} of the exercise is missing.")
                if not same(start.signature_at(before, each), now):
                    raise Failed(f"The block {each!r}, or what is wired into it, is not as it was in the exercise.")
        if not found:
            raise Failed(f"The exercise has no block {path!r}.")


def _uses(work: _Work, check: Check) -> None:
    counts = Counter[str]()
    known: dict[Any, Counter[str]] = {}
    for view in work.views.values():
        counts.update(_count(work, view.snapshot(), {}, known))
    work.all_pages()
    for kind, (low, high) in check.data.get("uses", {}).items():
        if counts[kind] < low:
            raise Failed("The page does not have enough blocks of a type that the check asks for.")
        if high is not None and counts[kind] > high:
            raise Failed(f"The page has too many {kind} blocks.")
    for kind in check.data["forbids"]:
        if counts[kind]:
            raise Failed(f"The page has a {kind} block, which this exercise does not allow.")


def _count(work: _Work, page: Page, given: Mapping[str, Json], known: dict[Any, Counter[str]]) -> Counter[str]:
    """Return the counts of block types as the page runs; ``given`` are values of a composite that name others."""
    key = page.name, *sorted(given.items())
    if key in known:
        return known[key]
    result = known[key] = Counter()  # a composite inside itself is an error of the page
    promoted = {each: given.get(value.name, value.default) for value in page.promoted for each in value.sets}
    total = Counter[str]()
    for block in page.blocks:
        if block.muted:
            continue
        total[block.type] += 1
        values = {
            **block.values,
            **{n: v for n in LOOP_BODIES.get(block.type, ()) if (v := promoted.get(f"{block.id}.{n}"))},
        }
        names = [block.type] if is_instance(block) else [values.get(name) for name in LOOP_BODIES.get(block.type, ())]
        inner = {name: value for name, value in values.items() if type(value) is str and value in work.composites}
        for name in names:
            if type(name) is str and name in work.composites:
                total[name] += not is_instance(block)
                total.update(_count(work, work.composites[name], inner, known))
    result.update(total)
    return result


def _answers(work: _Work, check: Check) -> None:
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
    if type(given) in numbers and type(right) in numbers:
        return abs(given - right) <= tolerance
    if is_list(given) and is_list(right):
        return len(given) == len(right) and all(_is_answer(*pair, tolerance) for pair in zip(given, right, strict=True))
    return given.strip() == right.strip() if type(given) is str and type(right) is str else same(given, right)


def _gradient(work: _Work, check: Check) -> None:
    loss = check.data["gradient"]
    page, [name] = work.one(loss)
    flow = page_flow(page.elaboration, name, inside=True)
    sources, start = _sources(page, name), _Work(work.exercise, work.exercise.start)
    if name in page.elaboration.gradients and not _differentiates_the_same(start, page, name):
        raise Failed(f"{loss!r} is a gradient block that does not differentiate what it should.")
    try:
        there, [of] = start.one(loss)
        before = _sources(there, of)
    except (Failed, DiagramError):  # the student has to build the loss
        nodes = [node for each in start.views for node in start.page(each).elaboration.graph.nodes]
        before = {node.block_name for node in nodes if _is_source(node)}
    if not (sources & before if before else sources):
        raise Failed(f"{loss!r} no longer depends on the variables and data of the exercise.")
    for key in ("reaches", "not_reaches"):
        for each in check.data[key]:
            if not any(here.matches(each) for here in work.all_pages()):
                raise Failed(f"There is no {each!r} on the page.")
            reached = any(_is_reached(page, flow, name) for name in page.matches(each))
            if reached != (key == "reaches"):
                verb = "does not reach" if key == "reaches" else "reaches"
                raise Failed(f"The gradient of {loss!r} {verb} {each!r}.")


def _differentiates_the_same(start: _Work, page: _GradedPage, name: str) -> bool:
    """Return whether a gradient block is in the start diagram, too, with the same wires if it has wires there."""
    of = [
        [wire.source for wire in each.elaboration.wires_to(name, "outputs")]
        for each in (page, *map(start.page, start.views))
        if name in each.elaboration.gradients
    ]
    return len(of) > 1 and of[1] in ([], of[0])


def _sources(page: _GradedPage, name: str) -> set[str]:
    """Return the blocks from which a value is computed in the end, without its own block."""
    outputs = differentiated(page.elaboration, name)
    found = {node.block_name for node in upstream(outputs) if _is_source(node)}
    return found - {each.op.block_name for each in outputs}


def _is_source(node: Node) -> bool:
    return not node.inputs or node.type.variable or node.type.fed


def _is_reached(page: _GradedPage, flow: PageFlow, name: str) -> bool:
    """Return whether a gradient flow reaches a block, an output pin, or an input pin through its wires."""
    block, dot, pin = name.partition(".")
    if not dot:
        return block in flow.blocks
    spec = spec_at(page.elaboration, block)
    plain = pin.partition("[")[0]
    if spec is None or (spec.shown_by(plain) is None and spec.input(plain) is None):
        raise Failed(f"There is no pin {name!r} on the page.")
    shown = spec.shown_by(plain)
    if shown is None:
        return any(f"{wire.target.block}.{wire.target.pin}" == f"{block}.{plain}" for wire in flow.wires)
    ends = [each for each in flow.outputs if each.block == block and each.pin == shown.name]
    return any("[" not in pin or str(each).partition("[")[2] == pin.partition("[")[2] for each in ends)


# -- Checks that run


def _value(work: _Work, check: Check) -> None:
    page, [name] = work.one(check.data["value"])
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
        value, expected = value.astype(kind), expected.astype(kind)
        size = np.abs(expected)
        bound = np.maximum(tolerance, min(tolerance, 1e-5) * size)
        if least:
            bound = tolerance * max(least, float(size.max(initial=0)))
        return bool(
            np.all(np.isfinite(value)) and np.all(np.isfinite(expected)) and np.all(np.abs(value - expected) <= bound)
        )


def _trains(work: _Work, check: Check) -> None:
    loss, steps = check.data["trains"], check.data["steps"]
    page, [name] = work.one(loss)
    if not any(node.type.variable for node in upstream(asked_by(page.elaboration, name).outputs)):
        raise Failed(f"{loss!r} does not depend on a variable, so nothing is trained.")
    feed, session = page.fitting(check.data["feed"]), work.session(page.view)
    first = _values(session.run([name], feed), [name])[0]
    last = _values(session.run([name], feed, steps - 1), [name])[0] if steps > 1 else first
    if last.size != 1 or last.dtype.kind not in "iuf" or not np.isfinite(last).all():
        raise Failed(f"After {steps:,} steps, {loss!r} is not one finite number.")
    if steps > 1 and np.array_equal(first, last):
        raise Failed(f"{loss!r} is the same in the first and the last step, so nothing is trained.")
    if not last.item() < check.data["below"]:
        raise Failed(f"{loss!r} is not small enough after {steps:,} steps of training.")


def _same_as(work: _Work, check: Check) -> None:
    page, names = work.one(*check.data["of"])
    for feed, expected in _expected(work, check, page, names):
        for name, value, right in zip(check.data["of"], page.evaluate(names, feed), expected, strict=True):
            _compare(f"For random inputs, {name!r}", value, right, check.data["tolerance"], _LARGEST)


def _gradient_of(work: _Work, check: Check) -> None:
    loss, wrt = check.data["gradient_of"], check.data["wrt"]
    page, [of, by] = work.one(loss, wrt)
    for feed, (right,) in _expected(work, check, page, [of]):
        value = page.gradient(of, by, feed)
        if value is None:
            raise Failed(f"The gradient of {loss!r} does not reach {wrt!r}.")
        _compare(f"The gradient of {loss!r} with respect to {wrt!r}", value, right, check.data["tolerance"], _LARGEST)


_CHECKS: Mapping[str, Callable[[_Work, Check], None]] = {
    "uses": _uses, "forbids": _uses, "unchanged": _unchanged, "answers": _answers, "gradient": _gradient,
    "value": _value, "trains": _trains, "same_as": _same_as, "gradient_of": _gradient_of,
}  # fmt: skip


# -- Random feeds, and the results of a solution for them


class _Source(NamedTuple):
    """A value that can be fed at random; its kind is "fed", "variable" or "constant"."""

    name: str
    output: Output
    kind: str


def _expected(work: _Work, check: Check, page: _GradedPage, names: Sequence[str]) -> list[tuple[Any, list[Array]]]:
    """Return random feeds with the results of the solution.

    Placeholders are fed, and the variables that the hand-in and the solution declare alike: then constants that were
    typed into the hand-in do not pass. If there are none, the constants that both share are fed.
    """
    key = id(check.data), work.seed
    cache = work.exercise.cache
    if key not in cache:
        cache[key] = _Work(work.exercise, check.data["same_as"], work.seed)
    solution: _Work = cache[key]
    try:
        wanted = check.data["of"] if check.key == "same_as" else (check.data["gradient_of"], check.data["wrt"])
        there, theirs = solution.one(*wanted)
        by = theirs.pop() if check.key == "gradient_of" else None
        sources = list(_feedable(there, theirs))
    except (Failed, DiagramError) as error:
        raise BrokenExercise(str(error)) from None
    alike = {each.name for each in sources if each.kind != "fed" and _is_alike(work, page, solution, there, each)}
    fed = [each for each in sources if each.kind == "fed" or (each.kind == "variable" and each.name in alike)]
    if not fed:
        used = {each.name for each in _feedable(page, names)}
        shared = [each for each in sources if each.name in alike]
        fed = [each for each in shared if each.name in used] or shared
    fed = [each for each in fed if each.name not in check.data["feed"]]
    result: Any = None
    for some in (fed, [each for each in fed if each.kind == "fed"]):
        at = key, tuple([each.name for each in some])
        result = cache.get(at)
        if result is None:
            result = cache[at] = _results(solution, check, there, theirs, by, some)
        if not isinstance(result, str):
            return result
    raise BrokenExercise(f"no input was found for which the solution has finite results. {result}")


def _is_alike(work: _Work, page: _GradedPage, solution: _Work, there: _GradedPage, source: _Source) -> bool:
    """Return whether a block, and what it is computed from, is the same in the hand-in and the solution."""
    mine, theirs = page.view.snapshot(), there.view.snapshot()
    name, _, inside = source.name.partition(".")[0].partition("/")
    if inside:  # in an instance: what comes to it does not matter
        signatures = work.signature_at(mine, name), solution.signature_at(theirs, name)
        return all(signatures) and same(*[[*each[0][:3], each[0][4]] for each in signatures])
    pending, known = [name], set[str]()
    while pending:
        name = pending.pop()
        signature = solution.signature_at(theirs, name)
        if name not in known and not same(work.signature_at(mine, name), signature):
            return False
        pending += [] if name in known else [wire.source.block for wire in there.view.wires_into(name)]
        known.add(name)
    return True


def _feedable(page: _GradedPage, names: Sequence[str]) -> Iterator[_Source]:
    outputs = [each for name in names for each in differentiated(page.elaboration, name)]
    nodes = {node.number: node for node in upstream(outputs)}
    for block, pin, index, output in page.elaboration.outputs():
        node = nodes.get(output.op.number)
        if node is None or node.block_name != block or index is not None:
            continue
        if node.type.fed:
            yield _Source(block, output, "fed")
        elif output.dtype.is_differentiable and node.type.variable:
            yield _Source(f"{block}.{pin}", output, "variable")
        elif output.dtype.is_differentiable and not (node.inputs or node.type.stateful or "/" in block):
            yield _Source(f"{block}.{pin}", output, "constant")


def _results(
    solution: _Work, check: Check, page: _GradedPage, names: list[str], by: str | None, fed: Sequence[_Source]
) -> list[tuple[dict[str, Any], list[Array]]] | str:
    """Return feeds for which the solution has finite results, with these; a reason if there are none."""
    results: list[tuple[dict[str, Any], list[Array]]] = []
    reason = "The results are not finite."
    for number in range(check.data["feeds"] if fed else 1):
        for attempt in range(_TRIES):
            random = np.random.default_rng(
                [abs(solution.seed), solution.seed < 0, crc32(check.name.encode()), number, attempt]
            )
            feed = {each.name: _random(random, each.output, number, attempt) for each in fed} | check.data["feed"]
            try:
                if by is None:
                    values: list[Any] = page.evaluate(names, feed)
                else:
                    values = [page.gradient(names[0], by, feed)]
            except (DiagramError, Failed) as error:
                reason = _sentence(error) if isinstance(error, DiagramError) else str(error)
                continue
            if all(each is not None and _is_finite(each) for each in values):
                results.append((feed, [each.copy() for each in values]))
                break
        else:
            return reason
    return results


def _is_finite(value: Array) -> bool:
    return value.dtype.kind not in "fcV" or bool(np.isfinite(value.astype(np.complex128)).all())


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
        return (
            drawn.astype(dtype)
            if dtype.kind != "O"
            else np.array([str(each).encode() for each in drawn.flat], object).reshape(shape)
        )
    drawn = random.random(shape) * 0.9 + 0.05 if style == 1 else random.standard_normal(shape) * (1, 1, 0.1)[style]
    return (drawn + 1j * random.standard_normal(shape) if dtype.kind == "c" else drawn).astype(dtype)


def _files_in(diagram: Diagram) -> set[str]:
    """Return the names of the files that values of a diagram are read from."""
    canvases = [*diagram.document.pages, *diagram.document.composites]
    values = [each for page in canvases for block in page.blocks for each in block.values.values()]
    values += [each.default for page in canvases for each in page.promoted]
    return {str(each["file"]) for each in values if is_object(each) and "file" in each}


def _ignore(_text: str) -> None:
    """Print nothing of a hand-in."""
