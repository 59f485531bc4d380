"""What the benchmarks share: ways of doing one thing that take turns, their rows, tables and JSON.

Times are medians with the minimum beside them; ratios are of minima, since a busy machine only ever adds to a time.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import Pipe, get_context
from pathlib import Path
from typing import Any

import numpy as np

THREADS = 2
MIB = 1 << 20

Way = Callable[[], Sequence[Any]]
"""Does the work once, and gives what is compared with the other ways."""


@dataclass
class Row:
    """What one way of doing a workload took.

    Attributes:
        workload: which budget it belongs to, and what is done.
        way: ours, by hand, or a peer.
        median, minimum: in the unit.
        unit: of these two: ``ms``, or ``us/block``.
        ratio: of the minimum to that of the reference way, if there is one.
        note: what the budget says, and what else was measured.
        table: the table that it belongs to, if several were measured.
    """

    workload: str
    way: str
    median: float
    minimum: float
    unit: str = "ms"
    ratio: float | None = None
    note: str = ""
    table: str = ""


@dataclass
class Report:
    """All rows of a run, printed as they come."""

    rows: list[Row] = field(default_factory=lambda: [])
    shown: str = ""
    to: str | None = None
    """The file that has all rows as JSON, whatever happens later."""
    left_out: list[str] = field(default_factory=lambda: [])
    """Tables that could not be measured."""

    def add(self, row: Row) -> None:
        """Note a row, and print it."""
        self.rows.append(row)
        if row.workload != self.shown:
            print(f"\n{row.workload}")
            self.shown = row.workload
        ratio = f"{row.ratio:6.2f} x" if row.ratio is not None else " " * 8
        print(f"  {row.way:34} {row.median:10.3f} ({row.minimum:.3f}) {row.unit:9} {ratio}  {row.note}".rstrip())
        self.save()

    def save(self) -> None:
        """Write all rows as JSON."""
        if self.to is not None:
            report = {"threads": THREADS, "cores": os.cpu_count(), "rows": [asdict(row) for row in self.rows]}
            Path(self.to).write_text(json.dumps(report, indent=1) + "\n")


class Apart:
    """A way in a process of its own: the idle threads of one library would slow the others.

    Args:
        name: the library.
        make: makes the way from the library, or None without what it needs.

    Attributes:
        is_there: whether the library can be imported and the way did not fail yet.
    """

    def __init__(self, name: str, make: Callable[[Any], Way | None]) -> None:
        self._pipe, theirs = Pipe()
        self._process = get_context("fork").Process(target=_serve, args=(self._pipe, theirs, name, make), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self.is_there: bool = self._pipe.recv()
        except EOFError:
            self.is_there = False

    def __call__(self) -> Sequence[Any]:
        """Do the work once."""
        return self._asked("results")

    def seconds(self) -> float:
        """Return what the work takes there; see `seconds`."""
        return self._asked("seconds")

    def _asked(self, what: str) -> Any:
        try:
            self._pipe.send(what)
            return self._pipe.recv()
        except (EOFError, BrokenPipeError):
            self.is_there = False
            raise

    def close(self) -> None:
        """End the process."""
        self._process.kill()


def apart(name: str, library: str, make: Callable[[Any], Way | None]) -> dict[str, Way]:
    """Return a way of a library in a process of its own by its name; nothing where it cannot be had."""
    way = Apart(library, make)
    if way.is_there:
        return {name: way}
    print(f"  {name}: not there, left out")
    return {}


def _serve(parent: Any, pipe: Any, name: str, make: Callable[[Any], Way | None]) -> None:
    parent.close()  # else this process would not end with its parent
    library = module(name)
    way = None if library is None else make(library)
    pipe.send(way is not None)
    with suppress(EOFError):
        while way is not None:
            pipe.send(seconds(way) if pipe.recv() == "seconds" else [np.asarray(each) for each in way()])


def seconds(way: Callable[[], object]) -> float:
    """Return what a way takes once it has caches, threads and clocks to itself."""
    way()
    before = time.perf_counter()
    way()
    return time.perf_counter() - before


def compare(ways: Mapping[str, Way], rtol: float = 2e-4) -> None:
    """Assert that all ways give the numbers of the first."""
    names = iter(ways)
    expected = [np.asarray(each) for each in ways[next(names)]()]
    for name in names:
        try:
            results = ways[name]()
        except (EOFError, BrokenPipeError):
            print(f"  {name}: its process ended, left out")
            continue
        for want, got in zip(expected, results, strict=True):
            scale = float(np.abs(want).max()) or 1.0
            np.testing.assert_allclose(np.asarray(got), want, rtol=rtol, atol=rtol * scale, err_msg=name)


def take_turns(
    ways: Mapping[str, Callable[[], object]], longest: float = 2.0, least: int = 5
) -> dict[str, list[float]]:
    """The times of some ways: rounds in which each has its turn, for so long or so often."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    gc.collect()
    gc.disable()
    try:
        until = time.perf_counter() + longest * len(ways)
        count = 0
        while count < least or (time.perf_counter() < until and count < 400):
            count += 1
            for name, way in ways.items():
                taken[name].append(way.seconds() if isinstance(way, Apart) else seconds(way))
    finally:
        gc.enable()
    return taken


def measured(
    report: Report,
    workload: str,
    ways: Mapping[str, Way],
    reference: str,
    *,
    per: int = 0,
    notes: Mapping[str, str] | None = None,
    seconds: float = 2.0,
    rtol: float = 2e-4,
) -> None:
    """Compare some ways, measure them, and report them.

    Args:
        report: takes the rows.
        workload: what is done.
        ways: how, by name.
        reference: the way that the others are compared with.
        per: of how many blocks a time is shared; 0 for milliseconds in all.
        notes: what is to be said about a way.
        seconds: how long each is measured.
        rtol: how close results must be, of the largest number.
    """
    compare(ways, rtol)
    timed(report, workload, ways, reference, per=per, notes=notes, seconds=seconds)


def timed(
    report: Report,
    workload: str,
    ways: Mapping[str, Callable[[], object]],
    reference: str,
    *,
    per: int = 0,
    notes: Mapping[str, str] | None = None,
    seconds: float = 2.0,
) -> None:
    """Measure some ways, and report them; as `measured`, for ways whose results are compared otherwise."""
    taken = take_turns({name: way for name, way in ways.items() if getattr(way, "is_there", True)}, seconds)
    base = min(taken[reference])
    scale, unit = (1e6 / per, "us/block") if per else (1e3, "ms")
    for name, times in taken.items():
        note = (notes or {}).get(name, "")
        row = Row(workload, name, statistics.median(times) * scale, min(times) * scale, unit, min(times) / base, note)
        report.add(row)
    for way in ways.values():
        if isinstance(way, Apart):
            way.close()


def peak(work: Way) -> int:
    """Bytes that a first call takes at most, beyond what was there before; NumPy tells its arrays to tracemalloc."""
    gc.collect()
    tracemalloc.start()
    try:
        kept = work()
        assert kept is not None
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def resident() -> int:
    """Bytes of memory that this process has, as Linux tells, when garbage is gone."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def module(name: str) -> Any:
    """A peer, or None where it is not installed."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    try:
        library: Any = importlib.import_module(name)
    except ImportError:
        return None
    if name == "torch":
        library.set_num_threads(THREADS)
    if name == "tensorflow":
        library.config.threading.set_intra_op_parallelism_threads(THREADS)
    return library
