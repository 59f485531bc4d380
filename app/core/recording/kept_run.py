"""A recorded run: the pages that it ran, its seed, its duration, the curves of its scalars."""

from __future__ import annotations

import platform
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import metadata
from typing import Literal, NamedTuple

import numpy as np

from blocks.base.language import tr
from blocks.base.types import Array
from blocks.document.canonical import short
from blocks.document.data import INSTANCE, Document, Json, Page
from blocks.native.machine import installed
from blocks.run.monitoring.curves import Points
from blocks.worker.state import PageSource, SavedState

State = Literal["running", "finished", "stopped", "failed"]

MOST_STRETCHES = 1000
"""Edits of a run that are kept; one that has more can not be run again."""
_MOST_VALUES = 20_000
_TEXT = 60


class Segment(NamedTuple):
    """Consecutive steps of a run that ran the same page.

    Attributes:
        after: the number of earlier steps.
        fetch: the requested blocks; empty: all that the page asks for.
        begun: whether variables keep their values even if their initial values were edited.
    """

    after: int
    source: PageSource
    fetch: tuple[str, ...] = ()
    begun: bool = False


class RunContent(NamedTuple):
    stretches: list[Segment]
    curves: CurveSet


class KeptRun:
    """A recorded run.

    Attributes:
        began: the start time, in seconds since 1970.
        seconds: the duration, without pauses.
        state: how it ended; ``running`` also if it can continue.
        origin: where it comes from if Run did not start it: ``sweep 2``, or ``rerun 3`` of the third run.
        caveats: the reasons why a rerun may give other values, one sentence each.
        verdict: of a rerun: whether its values equal those of the original run.
        finals: the latest value of each scalar.
        values: the attributes and input values of the blocks, as strings by ``block.value``.
        digest: a digest of the final variables; empty if unknown.
        read: reads the content when it is needed first; None once it was read.
        kept: the session's final state; it exists only while the window is open and memory allows.
        saved: whether a file has that state.
        last: the number of the last step; None if the run has no end.
        rate: steps per second.
        diagram: the title of the diagram of a run in the background.
    """

    def __init__(self, page: str, number: int, seed: int, content: RunContent | None = None) -> None:
        self.key = uuid.uuid4().hex
        self.number = number
        self.page = page
        self.seed = seed
        self.began = time.time()
        self.seconds = 0.0
        self.steps = 0
        self.state: State = "running"
        self.error = ""
        self.origin = ""
        self.settings: dict[str, str] = {}
        self.caveats: list[str] = []
        self.versions: dict[str, str] = dict(versions())
        self.verdict = ""
        self.finals: dict[str, float] = {}
        self.digest = ""
        self.kept: SavedState | None = None
        self.saved = False
        self.last: int | None = None
        self.rate = 0.0
        self.diagram = ""
        self._values: dict[str, str] | None = None
        self._content = content if content is not None else RunContent([], CurveSet())
        self.read: Callable[[], RunContent] | None = None

    @property
    def name(self) -> str:
        return tr("Run {number}", number=self.number)

    @property
    def origin_text(self) -> str:
        kind, _, number = self.origin.partition(" ")
        if kind == "rerun":
            return tr("rerun of {number}", number=number)
        return tr("sweep {number}", number=number) if kind == "sweep" else ""

    @property
    def stretches(self) -> list[Segment]:
        return self.load().stretches

    @property
    def curves(self) -> CurveSet:
        return self.load().curves

    def hold(self, content: RunContent) -> None:
        self._content, self.read = content, None

    def load(self) -> RunContent:
        if self.read is not None:
            read, self.read = self.read, None
            self._content = read()
        return self._content

    def cut(self, steps: int) -> None:
        self.curves.cut(steps)
        self.stretches[:] = [each for each in self.stretches if each.after < steps] or self.stretches[:1]
        self.steps = steps
        self.forget_values()

    @property
    def source(self) -> PageSource | None:
        return self.stretches[-1].source if self.stretches else None

    @property
    def document(self) -> Document | None:
        source = self.source
        return None if source is None else Document("", (source.page,), source.extra, tuple(source.composites))

    @property
    def values(self) -> Mapping[str, str]:
        """Return values by ``block.value``; for one edited during the run, its first and last value."""
        if self._values is not None:
            return self._values
        stretches = self.stretches
        if not stretches:
            return {}
        first, last = values_of(stretches[0].source), values_of(stretches[-1].source)
        values = dict(last)
        if first is not last:
            values |= {
                n: f"{first[n]} \N{RIGHTWARDS ARROW} {last[n]}" for n in last if n in first and first[n] != last[n]
            }
        self._values = {**values, **self.settings}
        return self._values

    def set_values(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)

    def forget_values(self) -> None:
        self._values = None


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    known = {"gradblocks": "", "NumPy": np.__version__, "Python": platform.python_version()}
    try:
        known["gradblocks"] = metadata.version("gradblocks")
    except metadata.PackageNotFoundError:
        del known["gradblocks"]
    known["engine"] = installed()
    return {**known, "system": f"{sys.platform} {platform.machine()}"}


class _Known(NamedTuple):
    page: Page
    composites: Sequence[Page]
    inner: Mapping[str, Mapping[str, Json]]
    values: dict[str, str]


_known: list[_Known] = []


def values_of(source: PageSource) -> dict[str, str]:
    """Return the values of all blocks, including those in composites, as short strings by ``block.value``."""
    for each in _known:
        if each.page is source.page and each.composites is source.composites and each.inner is source.inner:
            return each.values
    texts: dict[str, str] = {}
    for canvas in (source.page, *source.composites):
        inside = f"{canvas.name.removeprefix(INSTANCE)}/" if canvas is not source.page else ""
        for block in canvas.blocks:
            if len(texts) > _MOST_VALUES:
                break
            for name, value in block.values.items():
                texts[f"{inside}{block.id}.{name}"] = _text(value)
            if block.muted:
                texts[f"{inside}{block.id} muted"] = "yes"
    for path, values in source.inner.items():
        texts |= {f"{path}.{name}": _text(value) for name, value in values.items()}
    _known.insert(0, _Known(source.page, source.composites, source.inner, texts))
    del _known[16:]
    return texts


def _text(value: Json) -> str:
    """Return a value as a short string; a digest keeps long values distinguishable."""
    text = short(value, _TEXT)
    if len(text) < _TEXT:
        return text
    return f"{text} #{hash_text(repr(value))}"


def hash_text(text: str) -> str:
    import hashlib

    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()


MOST = 1 << 19
"""Numbers that are kept of a run; when there are more, every other step goes."""
_CHUNKS = 64


class CurveGroup(NamedTuple):
    """Steps that have the same scalars: their names, the step numbers [n], and a row of values per step [n, names]."""

    names: Sequence[str]
    steps: Array
    values: Array


class CurveSet:
    """Steps and values of scalars. Steps may have different scalars."""

    def __init__(self, groups: Iterable[CurveGroup] = ()) -> None:
        self._groups = list(groups)
        self._merged = len(self._groups)

    def add(self, points: Sequence[Points]) -> None:
        """Append the points of further steps. Called for each frame, so it is cheap and merges rarely."""
        self._groups += [CurveGroup(each.names, np.asarray(each.steps, np.int64), each.values) for each in points]
        if len(self._groups) - self._merged > _CHUNKS:
            self._merge()

    def cut(self, last: int) -> None:
        kept = [(each, each.steps <= last) for each in self.groups]
        self._groups = [
            CurveGroup(each.names, each.steps[keep], each.values[keep]) for each, keep in kept if keep.any()
        ]
        self._merged = len(self._groups)

    @property
    def groups(self) -> list[CurveGroup]:
        if len(self._groups) != self._merged:
            self._merge()
        return list(self._groups)

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(name for each in self._groups for name in each.names))

    def curve(self, name: str) -> Array:
        """Return the steps and values of a scalar [n, 2]; empty if there is no such curve."""
        parts = [
            np.stack([each.steps.astype(np.float64), each.values[:, list(each.names).index(name)]], axis=1)
            for each in self.groups
            if name in each.names
        ]
        points = np.concatenate(parts) if parts else np.zeros((0, 2))
        return points[np.argsort(points[:, 0], kind="stable")]

    @property
    def size(self) -> int:
        return sum(each.values.size for each in self._groups)

    def last(self) -> dict[str, float]:
        values: dict[str, float] = {}
        for each in sorted(self._groups, key=_last_step):
            if len(each.values):
                values.update(zip(each.names, each.values[-1].tolist(), strict=True))
        return values

    def _merge(self) -> None:
        alike: dict[tuple[str, ...], list[CurveGroup]] = {}
        for each in self._groups:
            alike.setdefault(tuple(each.names), []).append(each)
        self._groups = [
            CurveGroup(
                names, np.concatenate([each.steps for each in some]), np.concatenate([each.values for each in some])
            )
            for names, some in alike.items()
        ]
        while self.size > MOST and any(len(each.steps) > 1 for each in self._groups):
            self._groups = [_halved(each) for each in self._groups]
        self._groups.sort(key=_last_step)
        while self.size > MOST and len(self._groups) > 1:  # a step each, of pages with other scalars
            del self._groups[0]
        self._merged = len(self._groups)


def _last_step(group: CurveGroup) -> int:
    return int(group.steps[-1]) if len(group.steps) else 0


def _halved(group: CurveGroup) -> CurveGroup:
    """Return every other step, counted back from the last one, which stays."""
    keep = slice(len(group.steps) - 1 & 1, None, 2)
    return CurveGroup(group.names, group.steps[keep], group.values[keep])
