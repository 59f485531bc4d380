"""The results of runs, page by page, with small previews, and those shown on the canvas inside an instance."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.core.instance_steps import step_of
from app.core.instances import InstancePath
from app.core.outdated import StateComparison
from app.core.renaming import rename_key
from app.face.face import Preview
from blocks.base.dtypes import STRING, DType
from blocks.base.types import Array
from blocks.compile.recording import Record
from blocks.document.data import Page
from blocks.run.monitoring.curves import Curves, Points
from blocks.run.monitoring.previews import Shown, Summary, show

HISTORY = 20_000
"""Points of a scalar that are remembered; when there are more, every other one goes."""
_ALL_POINTS = 2_000_000


class Result(NamedTuple):
    value: Array
    summary: Summary
    preview: Preview


def result_of(shown: Shown) -> Result:
    picture = None if shown.pixels is None else _image(shown.pixels)
    return Result(shown.value, shown.summary, Preview(shown.lines, picture, shown.caption))


def summarise(value: Array, dtype: DType) -> Result:
    """Summarize all elements of a value and build its preview. Thread-safe."""
    return result_of(show(value, dtype))


UNKNOWN = Result(np.array("?", object), Summary(STRING, ()), Preview(("?",), None, "?"))
"""Stands for a result that an exercise hides."""


def _image(pixels: Array) -> QImage:
    height, width = pixels.shape[:2]
    pixels = np.ascontiguousarray(pixels)
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()


class Past(NamedTuple):
    """A scalar of an earlier run, drawn beside the current run's; ``points`` are steps and values [n, 2]."""

    run: str
    color: int
    points: Array


class PastRun(NamedTuple):
    """An earlier run whose curves are drawn; ``color`` is an index in the palette of run colors."""

    name: str
    color: int
    names: Sequence[str]
    curve: Callable[[str], Array]


_Version = tuple[Page, tuple[Page, ...]]
"""A page, and the composites that it uses."""


@dataclass
class _PageResults:
    """The results of a page.

    Attributes:
        computed: the version that they are of; None if unknown.
        old: the blocks whose results an edit since may have changed, by the instances around them.
        now: the current version.
        past: the earlier runs that are drawn, and their curves by name.
        seen: the results with those that are hidden, and their sources.
    """

    results: dict[str, Result] = field(default_factory=dict[str, Result])
    history: dict[str, list[tuple[int, float]]] = field(default_factory=dict[str, "list[tuple[int, float]]"])
    rounds: Mapping[str, Record] = field(default_factory=dict[str, Record])
    step: int | None = None
    computed: _Version | None = None
    old: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict["tuple[str, ...]", "frozenset[str]"])
    now: _Version | None = None
    past: Sequence[PastRun] = ()
    past_curves: dict[str, tuple[Past, ...]] = field(default_factory=dict[str, "tuple[Past, ...]"])
    seen: tuple[Mapping[str, Result], frozenset[str], Mapping[str, Result]] | None = None

    def compare(self) -> None:
        """Find the outdated results again wherever they were asked for."""
        comparison = self._comparison()
        inner = {path: comparison.inside(path) for path in self.old if path}
        self.old = {**inner, (): comparison.outdated()}

    def is_old(self, block: str, path: tuple[str, ...]) -> bool:
        if self.computed is None:
            return False
        if path not in self.old:
            self.old[path] = self._comparison().inside(path)
        return block in self.old[path]

    def _comparison(self) -> StateComparison:
        assert self.computed is not None
        now = self.now or self.computed
        return StateComparison(self.computed[0], now[0], self.computed[1], now[1])


class ResultStore(QObject):
    """The latest results of each page, and the history of its scalars."""

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages: defaultdict[str, _PageResults] = defaultdict(_PageResults)
        self._hidden: dict[str, frozenset[str]] = {}

    def hide(self, page: str, names: frozenset[str]) -> None:
        """Show a question mark instead of these results of a page, and no curves of them."""
        if names != self._hidden.get(page, frozenset()):
            self._hidden[page] = names
            self.changed.emit(page)

    def is_hidden(self, page: str, name: str) -> bool:
        return name.partition("[")[0] in self._hidden.get(page, ())

    def put(
        self,
        page: str,
        step: int,
        results: Mapping[str, Result],
        points: Sequence[Points] | None = None,
        of: Page | None = None,
        composites: tuple[Page, ...] = (),
        rounds: Mapping[str, Record] = MappingProxyType({}),
    ) -> None:
        """Store the results of a step, replacing all earlier ones.

        Args:
            points: scalars of this and earlier steps; default: those of the results.
            of: the computed state of the page; None if unknown.
            composites: the composites of that state.
            rounds: values recorded inside loops and branches by iteration, by result name.
        """
        self._pages[page].step = step
        if points is None:
            curves = Curves()
            curves.add(step, {name: result.value for name, result in results.items()})
            points = curves.take()
        for each in points:
            self._remember(page, each)
        self.show(page, results, of, composites, rounds)

    def show(
        self,
        page: str,
        results: Mapping[str, Result],
        of: Page | None = None,
        composites: tuple[Page, ...] = (),
        rounds: Mapping[str, Record] = MappingProxyType({}),
    ) -> None:
        """Store results that do not belong to a step; histories stay unchanged. For the arguments see `put`."""
        state = self._pages[page]
        state.results, state.rounds = dict(results), rounds
        if of is None:
            state.computed, state.old = None, {}
        elif (of, composites) != state.computed:
            state.computed = of, composites
            state.compare()
        self.changed.emit(page)

    def follow(self, page: Page, composites: tuple[Page, ...] = ()) -> None:
        state = self._pages[page.name]
        if state.now is not None and page is state.now[0] and composites is state.now[1]:
            return
        state.now = page, composites
        if state.computed is not None:
            before = state.old
            state.compare()
            if before != state.old:
                self.changed.emit(page.name)

    def is_old(self, page: str, block: str, path: tuple[str, ...] = ()) -> bool:
        """Return whether an edit since may have changed a block's results; ``path``: instances, outermost first."""
        return self._pages[page].is_old(block, path)

    def _remember(self, page: str, points: Points) -> None:
        most = max(64, min(HISTORY, _ALL_POINTS // len(points.names)))
        steps, values = points.steps, points.values
        for name, column in zip(points.names, values.T.tolist(), strict=True):
            history = self._pages[page].history.setdefault(name, [])
            if history and history[-1][0] >= steps[0]:
                history.clear()
            history += zip(steps, column, strict=True)
            while len(history) > most:
                del history[-2::-2]

    def clear(self, page: str) -> None:
        state = self._pages[page]
        self._pages[page] = _PageResults(now=state.now, past=state.past, past_curves=state.past_curves)
        self.changed.emit(page)

    def forget(self, page: str, names: Sequence[str]) -> None:
        state = self._pages[page]
        state.results = {name: each for name, each in state.results.items() if name not in names}
        state.history = {name: each for name, each in state.history.items() if name not in names}
        state.past_curves.update(dict.fromkeys(names, ()))
        self.changed.emit(page)

    def rename(self, old: str, new: str) -> None:
        rename_key(self._pages, old, new)
        rename_key(self._hidden, old, new)
        self.changed.emit(new)

    @property
    def steps(self) -> Mapping[str, int]:
        return {name: state.step for name, state in self._pages.items() if state.step is not None}

    def results(self, page: str) -> Mapping[str, Result]:
        """Return the results of a page by ``block.result_pin``; the mapping never changes afterwards."""
        state, hidden = self._pages[page], self._hidden.get(page)
        if not hidden:
            return state.results
        if state.seen is None or state.seen[0] is not state.results or state.seen[1] is not hidden:
            shown = {name: UNKNOWN if self.is_hidden(page, name) else each for name, each in state.results.items()}
            state.seen = state.results, hidden, shown
        return state.seen[2]

    def rounds(self, page: str) -> Mapping[str, Record]:
        rounds, hidden = self._pages[page].rounds, self._hidden.get(page)
        return {name: each for name, each in rounds.items() if name not in hidden} if hidden else rounds

    def show_past(self, page: str, runs: Sequence[PastRun]) -> None:
        state = self._pages[page]
        state.past, state.past_curves = tuple(runs), {}
        self.changed.emit(page)

    def past(self, page: str, name: str) -> tuple[Past, ...]:
        """Return a scalar of the drawn earlier runs; the same object until the choice of runs changes."""
        state = self._pages[page]
        if self.is_hidden(page, name):
            return ()
        if name not in state.past_curves and state.past:
            curves = [Past(run.name, run.color, run.curve(name)) for run in state.past]
            state.past_curves[name] = tuple([each for each in curves if len(each.points)])
        return state.past_curves.get(name, ())

    def past_names(self, page: str) -> list[str]:
        return list(dict.fromkeys(name for run in self._pages[page].past for name in run.names))

    def names(self, page: str) -> list[str]:
        return list(self._pages[page].results)

    def get(self, page: str, name: str) -> Result | None:
        return self.results(page).get(name)

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        return [] if self.is_hidden(page, name) else list(self._pages[page].history.get(name, ()))


Rounds = tuple[int | None, ...]
"""For each loop around, from the outermost, the round that is looked at; None: the last one."""


class Level(NamedTuple):
    """The iterations of one enclosing loop. ``size`` is that of the records in bytes."""

    block: str
    total: int
    at: int
    recorded: Sequence[int]
    size: int = 0

    @property
    def every(self) -> int:
        """Return N if every Nth iteration was recorded."""
        return self.recorded[1] - self.recorded[0] if len(self.recorded) > 2 else 1


def value_in(record: Record, rounds: Rounds) -> Array | None:
    """Return the value in an iteration or the last one recorded before it; None if the block did not run there."""
    begin, end = 0, len(record.rounds)
    for depth, wanted in enumerate(rounds):
        numbers = _numbers(record, depth, begin, end)
        if not numbers:
            return None
        number = _nearest(numbers, wanted)
        begin, end = _range(record, depth, begin, end, number)
    return record.values[begin] if begin < end else None


def norms_in(record: Record, rounds: Rounds) -> Array:
    """Return the values recorded in an innermost loop's iterations, interpolated between them; may be empty."""
    begin, end = 0, len(record.rounds)
    inner = max([len(key) for key in record.rounds], default=1) - 1
    for depth in range(inner):
        numbers = _numbers(record, depth, begin, end)
        if not numbers:
            return np.zeros(0)
        wanted = rounds[depth] if depth < len(rounds) else None
        begin, end = _range(record, depth, begin, end, _nearest(numbers, wanted))
    pairs = zip(record.rounds[begin:end], record.values[begin:end], strict=True)
    measured = [(key[inner], float(value)) for key, value in pairs if value is not None]
    if not measured:
        return np.zeros(0)
    numbers, norms = zip(*measured, strict=True)
    return np.interp(range(numbers[-1] + 1), numbers, norms)


def levels_of(records: Iterable[Record], blocks: Sequence[str], rounds: Rounds) -> list[Level]:
    known = [*records]
    size = sum([each.size for each in known])
    record = max(known, key=lambda each: len(each.rounds), default=None)
    levels: list[Level] = []
    begin, end = 0, 0 if record is None else len(record.rounds)
    for depth, (block, wanted) in enumerate(zip(blocks, rounds, strict=True)):
        numbers = [] if record is None else _numbers(record, depth, begin, end)
        if not numbers or record is None:
            break
        at = _nearest(numbers, wanted)
        levels.append(Level(block, numbers[-1] + 1, at, numbers, size))
        begin, end = _range(record, depth, begin, end, at)
    return levels


def _numbers(record: Record, depth: int, begin: int, end: int) -> list[int]:
    return list(dict.fromkeys([key[depth] for key in record.rounds[begin:end] if len(key) > depth]))


def _nearest(numbers: Sequence[int], wanted: int | None) -> int:
    return numbers[-1] if wanted is None else numbers[max(0, bisect_right(numbers, wanted) - 1)]


def _range(record: Record, depth: int, begin: int, end: int, number: int) -> tuple[int, int]:
    def at(key: tuple[int, ...]) -> int:
        return key[depth] if len(key) > depth else -1

    keys = record.rounds
    return bisect_left(keys, number, begin, end, key=at), bisect_right(keys, number, begin, end, key=at)


class InstanceResults(QObject):
    """The results of a canvas, under the names of its blocks.

    On a composite's canvas they are those of the current instance, ``hidden/mm.result_product`` as
    ``mm.result_product``. Inside a loop they are those of the viewed iteration.
    """

    changed = Signal(str)

    def __init__(self, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.path = InstancePath("")
        self.canvas = ""
        self.loops: tuple[int, ...] = ()
        self._chosen: dict[InstancePath, int] = {}
        self._shown: dict[str, tuple[Array, Result]] = {}
        self._kept: tuple[Mapping[str, Result], tuple[str, Rounds], Mapping[str, Result]] = {}, ("", ()), {}
        store.changed.connect(self._changed)

    def look(self, path: InstancePath, canvas: str, loops: tuple[int, ...] = ()) -> None:
        self.path, self.canvas, self.loops = path, canvas, loops
        self._shown = {}
        self.changed.emit(canvas)

    @property
    def rounds(self) -> Rounds:
        return tuple([self._chosen.get(self._loop(each)) for each in self.loops])

    def _loop(self, step: int) -> InstancePath:
        return InstancePath(self.path.page, self.path.ids[: step + 1])

    @property
    def levels(self) -> list[Level]:
        blocks = [step_of(self.path.ids[each]).block for each in self.loops]
        return levels_of(self._records().values(), blocks, self.rounds)

    def look_at(self, level: int, number: int | None) -> None:
        """View an iteration of a surrounding loop, counted from the outermost; None: the last one."""
        loop = self._loop(self.loops[level])
        if number is None:
            self._chosen.pop(loop, None)
        else:
            self._chosen[loop] = number
        self.changed.emit(self.canvas)

    def _records(self) -> dict[str, Record]:
        prefix = self.prefix
        rounds = self._store.rounds(self.path.page).items() if self.loops or "/" in prefix[:-1] else ()
        return {name[len(prefix) :]: record for name, record in rounds if name.startswith(prefix)}

    def _in_round(self, results: Mapping[str, Result]) -> Mapping[str, Result]:
        merged = dict(results)
        for name, record in self._records().items():
            value = value_in(record, self.rounds)
            if value is None:
                merged.pop(name, None)
            elif name not in results or results[name].value is not value:
                known = self._shown.get(name)
                if known is None or known[0] is not value:
                    assert record.dtype is not None
                    known = self._shown[name] = (value, summarise(value, record.dtype))
                merged[name] = known[1]
        return merged

    @property
    def prefix(self) -> str:
        """Return the prefix of the canvas's block names on the page: ``outer/first/``."""
        return "".join(f"{each}/" for each in self.path.ids)

    @property
    def steps(self) -> Mapping[str, int]:
        steps = self._store.steps.get(self.path.page)
        return {} if steps is None else {self.canvas: steps}

    def results(self, page: str) -> Mapping[str, Result]:
        if page != self.canvas:
            return {}
        results, prefix, rounds = self._store.results(self.path.page), self.prefix, self.rounds
        if self._kept[0] is not results or self._kept[1] != (prefix, rounds):
            own = {
                name[len(prefix) :]: result
                for name, result in results.items()
                if name.startswith(prefix) and "/" not in name[len(prefix) :]
            }
            here = own if len(own) < len(results) or prefix else results
            self._kept = results, (prefix, rounds), self._in_round(here) if self._records() else here
        return self._kept[2]

    def names(self, page: str) -> list[str]:
        return list(self.results(page))

    def get(self, page: str, name: str) -> Result | None:
        return self.results(page).get(name)

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        """Return steps and values of a scalar, oldest first; in loops those of the last iteration only."""
        if page != self.canvas or any(each is not None for each in self.rounds):
            return []
        return self._store.history(self.path.page, self.prefix + name)

    def past(self, page: str, name: str) -> tuple[Past, ...]:
        return self._store.past(self.path.page, self.prefix + name) if page == self.canvas else ()

    def past_names(self, page: str) -> list[str]:
        prefix, names = self.prefix, self._store.past_names(self.path.page) if page == self.canvas else []
        return [name[len(prefix) :] for name in names if name.startswith(prefix)]

    def is_old(self, page: str, block: str) -> bool:
        return page == self.canvas and self._store.is_old(self.path.page, block, self.path.ids)

    def _changed(self, page: str) -> None:
        if page == self.path.page:
            self.changed.emit(self.canvas)
