"""A recorded run: the pages that it ran, its seed, its duration, the curves of its scalars."""

from __future__ import annotations

import platform
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import metadata
from typing import Literal, NamedTuple

import numpy as np

from app.core.recording.curve_set import CurveSet
from app.language import tr
from blocks.document.canonical import short
from blocks.document.data import INSTANCE, Document, Json, Page
from blocks.worker.state import Kept, Source

State = Literal["running", "finished", "stopped", "failed"]

MOST_STRETCHES = 1000
"""Edits of a run that are kept; one that has more can not be run again."""
_MOST_VALUES = 20_000
_TEXT = 60


class Stretch(NamedTuple):
    """Consecutive steps of a run that ran the same page.

    Attributes:
        after: how many steps came before.
        source: the page.
        fetch: the blocks that were wanted; empty: all that the page asks for.
        begun: whether variables kept their values also where they begin with another one now.
    """

    after: int
    source: Source
    fetch: tuple[str, ...] = ()
    begun: bool = False


class Content(NamedTuple):
    """The part of a recorded run that is loaded only when needed."""

    stretches: list[Stretch]
    curves: CurveSet


class KeptRun:
    """A run.

    Attributes:
        key: tells it from all others.
        number: which run of its page it is, from 1 on.
        page: the page's name.
        seed: what its random numbers started from.
        began: when, in seconds since 1970.
        seconds: how long it took, without pauses.
        steps: how many steps it ran.
        state: how it ended; ``running`` also while it may go on.
        error: why it failed.
        origin: what it comes from if it was not started by Run: ``sweep 2``, or ``rerun 3`` of the third run.
        settings: what a sweep gave it: values by the names of settings.
        caveats: why it may not run again to the same numbers, a sentence each.
        versions: what ran it, by name.
        verdict: of a rerun: whether its numbers are those of the run before.
        finals: the latest value of each scalar.
        values: what its page gives to each block, as texts by ``block.value``.
        digest: of what its variables held at the end; empty if that is not known.
        kept: where its session was at the end, as long as the window is open and there is memory for it.
    """

    def __init__(self, page: str, number: int, seed: int, content: Content | None = None) -> None:
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
        self.kept: Kept | None = None
        self._values: dict[str, str] | None = None
        self._content = content if content is not None else Content([], CurveSet())
        self._read: Callable[[], Content] | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return tr("Run {number}", number=self.number)

    @property
    def origin_text(self) -> str:
        """What it comes from, in words."""
        kind, _, number = self.origin.partition(" ")
        if kind == "rerun":
            return tr("rerun of {number}", number=number)
        return tr("sweep {number}", number=number) if kind == "sweep" else ""

    @property
    def stretches(self) -> list[Stretch]:
        """What it ran, one after the other."""
        return self._loaded().stretches

    @property
    def curves(self) -> CurveSet:
        """Its scalars."""
        return self._loaded().curves

    @property
    def is_unread(self) -> bool:
        """Whether what it ran and its curves are on the disk only."""
        return self._read is not None

    def load(self) -> None:
        """Read them, if they are on the disk only."""
        self._loaded()

    def hold(self, content: Content) -> None:
        """What it ran, and its curves."""
        self._content, self._read = content, None

    def read_as(self, other: KeptRun) -> None:
        """They are read from where they are read for another object of the same run."""
        self._read = other._read

    def read_with(self, read: Callable[[], Content]) -> None:
        """What it ran and its curves are read when somebody looks at them."""
        self._read = read

    def _loaded(self) -> Content:
        if self._read is not None:
            read, self._read = self._read, None
            self._content = read()
        return self._content

    def cut(self, steps: int) -> None:
        """Forget what came after so many steps."""
        self.curves.cut(steps)
        self.stretches[:] = [each for each in self.stretches if each.after < steps] or self.stretches[:1]
        self.steps = steps
        self.forget_values()

    @property
    def source(self) -> Source | None:
        """What it ran last."""
        return self.stretches[-1].source if self.stretches else None

    @property
    def document(self) -> Document | None:
        """The same as a diagram of one page."""
        return None if self.source is None else document_of(self.source)

    @property
    def values(self) -> Mapping[str, str]:
        """Values by ``block.value``; of one that was edited while it ran what it was first and last."""
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
        """Its values as they were read from the disk."""
        self._values = dict(values)

    def forget_values(self) -> None:
        """It ran something else since."""
        self._values = None


def document_of(source: Source) -> Document:
    """A page with all that it uses, as a diagram."""
    return Document("", (source.page,), source.extra, tuple(source.composites))


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    """What computes here."""
    known = {"gradblocks": "", "NumPy": np.__version__, "Python": platform.python_version()}
    try:
        known["gradblocks"] = metadata.version("gradblocks")
    except metadata.PackageNotFoundError:
        del known["gradblocks"]
    return {**known, "system": f"{sys.platform} {platform.machine()}"}


class _Known(NamedTuple):
    page: Page
    composites: Sequence[Page]
    inner: Mapping[str, Mapping[str, Json]]
    values: dict[str, str]


_known: list[_Known] = []


def values_of(source: Source) -> dict[str, str]:
    """What a page gives to each of its blocks, and composites to theirs, as short texts by ``block.value``."""
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
    """A value as a short text, which tells long ones apart too."""
    text = short(value, _TEXT)
    if len(text) < _TEXT:
        return text
    return f"{text} #{hash_text(repr(value))}"


def hash_text(text: str) -> str:
    """A few letters that tell texts apart."""
    import hashlib

    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()
