"""The command ``gradblocks sweep``, which runs a page with many settings and seeds and collects the results."""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import RunLock
from blocks.base.literals import from_array
from blocks.base.terminal import columns, printable
from blocks.base.threads import thread_count
from blocks.base.types import Array
from blocks.cli import arguments, output
from blocks.cli.input_files import can_hold, choose_page, errors_in, open_diagram
from blocks.cli.output import json_text
from blocks.cli.overrides import read_feeds
from blocks.cli.supervision.interruptible import Ended, watched
from blocks.cli.supervision.supervise import TIME_LIMIT
from blocks.cli.sweep.settings import Grid, grid_of, grouped, seeds_of
from blocks.compile.backends import BACKENDS, backend
from blocks.document.data import Document
from blocks.document.model import Diagram
from blocks.library.registry import use_packages
from blocks.run import archives
from blocks.run.checkpoints import make_folder
from blocks.run.files import Folders
from blocks.run.session import Session
from blocks.run.steps.environment import feeds_of
from blocks.run.steps.fetches import result_pin
from blocks.worker.sweep import Outcome, Sweep, SweepJob, weights_file

FORMAT = "gradblocks-sweep/1"
RESERVED = ("format", "names", "settings", "best", "errors")
"""Keys that are not available as names of recorded scalars."""

_WIDEST = 40


def table(grid: Grid, arrays: Mapping[str, Array], good: Collection[int], failed: Collection[int]) -> str:
    """Return a table with a line for each combination of settings: counts of runs, and statistics of the last step.

    The arrays have [runs, steps] each. Runs that are neither ``good`` nor ``failed`` did not finish.
    """
    heads = [[name, "mean", "spread", "min", "max"] for name in arrays]
    rows = [[*grid.names[:-1], "runs", "failed", *(text for head in heads for text in head)]]
    for texts, indices in grouped(grid).items():
        ended = [index for index in indices if index in good]
        row = [*map(_cell, texts), str(len(indices)), str(sum(index in failed for index in indices))]
        for values in arrays.values():
            row += ["", *_summary(values[ended, -1])]
        rows.append(row)
    return (
        "\n".join(columns(rows, range(len(rows[0]))))
        + "\n\nThe columns mean, spread (standard deviation over seeds), min and max refer to the last step.\n"
    )


def _cell(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."


def _summary(values: Array) -> Sequence[str]:
    if not len(values):
        return ["-"] * 4
    with np.errstate(all="ignore"):
        spread = f"{values.std(ddof=1):.3g}" if len(values) > 1 else "-"
        return [f"{values.mean():.6g}", spread, f"{values.min():.6g}", f"{values.max():.6g}"]


def json_of(
    grid: Grid, arrays: Mapping[str, Array], errors: Mapping[int, Sequence[DiagramError]], *best: Any
) -> Iterator[str]:
    yield f'{{\n  "format": "{FORMAT}",\n  "names": {json_text(grid.names)},\n  "settings": ['
    yield ",".join(f"\n    {json_text(each)}" for each in grid.settings) + "\n  ]"
    for name, values in arrays.items():
        yield f",\n  {json_text(name)}: ["
        for index, row in enumerate(values):
            yield f"{',' if index else ''}\n    {json_text(from_array(row, DOUBLE))}"
        yield "\n  ]"
    yield from (f',\n  "best": {json_text(each)}' for each in best)
    result = [{"run": index, **error.as_json()} for index, each in sorted(errors.items()) for error in each]
    yield ',\n  "errors": [' + ",".join(f"\n    {json_text(each)}" for each in result)
    yield ("\n  ]" if result else "]") + "\n}\n"


_KEPT_EVERY = 60.0
"""Seconds after which the results so far are written to the output file."""


def sweep(given: list[str]) -> int:
    started = time.monotonic()
    options = _parser().parse_args(given)
    if options.out is not None:
        if not options.out.endswith(".npz"):
            raise UsageError(f"--out: expected the name of a .npz file, got {arguments.shown(options.out)}")
        can_hold(options.out, later=True)
    best = _best_name(options)
    if best and best not in options.metric:
        options.metric.append(best)
    if not options.metric:
        raise UsageError("no scalar is recorded", hint="name one with --metric or --best")
    if best:
        can_hold(_best_file(options), later=True)
        if options.out and os.path.basename(options.out) == BEST:
            raise UsageError(f"--out: --best writes {BEST}. Choose another name.")
    backend(options.backend)
    for name in options.metric:
        if name in RESERVED or options.metric.count(name) > 1:
            what = "is given twice" if options.metric.count(name) > 1 else "is a reserved name"
            raise UsageError(f"--metric {arguments.shown(name)} {what}")
    use_packages(*options.packages)
    home = Path(options.file).parent
    with errors_in(options.file):
        page = choose_page(open_diagram(options.file), options.page)
        grid = grid_of(page, options.set, options.seeds, home)
        folders = Folders(home, [Path(each) for each in options.allow_read], memory=Memory.of(options.max_mem))
        feeds = read_feeds(page, options.feed, folders, home)
        session = Session(page, allow_read=options.allow_read)
        feeds_of(session, feeds)
        for name in options.metric:
            result_pin(session.elaboration, name)
    size = 8 * len(grid.runs) * options.steps * len(options.metric)
    try:
        Memory.of(options.max_mem).require(size, f"the results of {len(grid.runs):,} runs of {options.steps:,} steps")
    except DiagramError as error:
        raise UsageError(error.message, hint=error.hint) from None
    arrays: dict[str, Array] = {name: each for name, each in feeds.items() if isinstance(each, np.ndarray)}
    literals = {name: each for name, each in feeds.items() if name not in arrays}
    folders_read = [*map(str, options.allow_read)]
    job = SweepJob(options.steps, options.metric, literals, arrays, options.max_mem, folders_read, options.backend)
    if not options.quiet:
        output.print_some((f"note: {note}" for note in grid.notes), len(grid.notes), "notes")
    _lock = None if options.checkpoint is None else _claimed(options.checkpoint, grid, job, options)
    if not best:
        return _Runs(grid, job, options).run(started)
    temporary = partial(TemporaryDirectory, prefix=".gradblocks-", dir=os.path.dirname(_best_file(options)) or ".")
    with temporary() if options.checkpoint is None else nullcontext(options.checkpoint) as folder:
        job = job._replace(weights=folder, lowest=options.metric.index(best) if options.best != best else None)
        return _Runs(grid, job, options).run(started)


BEST = "best.npz"


def _best_name(options: Any) -> str:
    return (options.best or "").removesuffix(":min")


def _best_file(options: Any) -> str:
    return os.path.join(os.path.dirname(options.out or ""), BEST)


def _claimed(folder: str, grid: Grid, job: SweepJob, options: Any) -> RunLock:
    """Lock a folder of finished runs, and record their sweep; raise UsageError if the runs belong to another one."""
    make_folder(folder)
    lock = RunLock(os.path.join(folder, ".lock"))
    sources = [source for source, _ in grid.runs[:: len(options.seeds)]]
    pages = [(Diagram(Document("", (each.page,), {}, each.composites)).dumps(), each.inner) for each in sources]
    feeds = [(name, each.dtype.name, each.shape, each.tolist() if each.dtype == object else each.tobytes())
             for name, each in job.arrays.items()]  # fmt: skip
    whole = {"--set or --seeds": (grid.names, grid.settings), "--feed": (job.literals, feeds), "--steps": job.steps,
             "--metric": job.of, "--best": options.best, "--backend": job.backend, "page": pages}  # fmt: skip
    digests = {name: np.array(sha256(repr(each).encode()).hexdigest()) for name, each in whole.items()}
    path = os.path.join(folder, "sweep.npz")
    if not os.path.exists(path):
        archives.write(path, digests)
    elif not options.resume:
        hint = "use --resume to continue that sweep, or choose another folder for a new one"
        raise UsageError(f"{folder} contains the runs of another sweep", hint=hint)
    else:
        kept = archives.load(path, Memory.of(None))
        for name, digest in digests.items():
            if kept.get(name) != digest:
                text = f"--resume: {folder} contains the runs of a sweep with a different {name}"
                raise UsageError(text, hint="continue with the same page and options, or choose another folder")
    return lock


def _parser() -> arguments.Parser:
    parser = arguments.Parser(
        "sweep",
        "Run a page with every combination of the --set values and the seeds, several runs in parallel, and print a"
        " table of the results.",
    )
    parser.add_argument("file", metavar="FILE", help="the diagram to run")
    add = partial(parser.add_argument, group="input")
    add("--page", metavar="NAME", help="the page to run; required if the diagram has several pages")
    add("--set", metavar="BLOCK.NAME=A,B,...", action="append", default=[], type=arguments.assignment,
        help="the values of an attribute or an unwired input, separated by commas (repeatable). Put a value that"
             " contains commas in brackets or quotes.")  # fmt: skip
    add("--seeds", metavar="N", type=seeds_of, default=[0],
        help="the random seeds: 5 means the seeds 1 to 5, and 3,7 means the seeds 3 and 7 (default: 0)")  # fmt: skip
    add("--steps", metavar="N", type=arguments.count, default=1, help="the number of steps of each run (default: 1)")
    add("--feed", metavar="NAME=VALUE", action="append", default=[], type=arguments.assignment,
        help="set the value of a Placeholder or of an output pin (repeatable)")  # fmt: skip
    add = partial(parser.add_argument, group="output")
    add("--metric", metavar="NAME", action="append", default=[], before="--of",
        help="a scalar to record in each step: block, block.pin or block.pin[0] (repeatable)")  # fmt: skip
    add("--best", metavar="NAME",
        help="name the run in which this scalar ends lowest (NAME:min: is lowest in any step), and write its variables"
             f" to {BEST} in the folder of --out")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object")
    add("--out", metavar="FILE.npz", used=[arguments.excludes("json")],
        help="write a NumPy archive with the arrays `names` and `settings` (shape [runs, names]), and one array of"
             " shape [runs, steps] for each --metric")  # fmt: skip
    add("--quiet", action="store_true", help="print no progress and no notes, only results and errors")
    add = partial(parser.add_argument, group="resources and safety")
    add("--backend", choices=BACKENDS, default="numpy", help="the library to compute with (default: numpy)")
    add("--checkpoint", metavar="DIR",
        help="keep the values of each finished run in DIR; --resume does not run these again")  # fmt: skip
    add("--resume", action="store_true", used=[arguments.needs("checkpoint")],
        help="continue the sweep in DIR, if there is one: its page and options must be the same")  # fmt: skip
    add("--jobs", metavar="N", type=arguments.count, default=thread_count(),
        help="the number of parallel processes (default: one per core)")  # fmt: skip
    add("--timeout", metavar="SECONDS", type=arguments.seconds, help="stop after this time, with exit status 124")
    add("--max-mem", metavar="BYTES", type=arguments.size,
        help="the maximum memory for all tensors in each process, such as 500M or 2Gi")  # fmt: skip
    add("--allow-read", metavar="DIR", action="append", default=[], type=arguments.folder,
        help="let the diagram read files in DIR, in addition to its own folder (repeatable)")  # fmt: skip
    arguments.add_packages(parser, "resources and safety")
    return parser


class _Runs:
    def __init__(self, grid: Grid, job: SweepJob, options: Any) -> None:
        self._grid = grid
        self._job = job
        self._options = options
        self._values = np.full((len(job.of), len(grid.runs), job.steps), np.nan)
        self._arrays: dict[str, Array] = dict(zip(job.of, self._values, strict=True))
        self._errors: dict[int, Sequence[DiagramError]] = {}
        self._ended: set[int] = set()
        self._best = math.inf, -1
        self._lock = threading.Lock()
        quiet = options.quiet or sys.stderr is None or not sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison]
        self._shows_progress = not quiet
        self._begun = self._kept = time.monotonic()
        self._resumed = 0

    def run(self, started: float) -> int:
        options, status = self._options, 0
        until = None if options.timeout is None else started + options.timeout
        if options.resume:
            for index in range(len(self._grid.runs)):
                with contextlib.suppress(DiagramError, KeyError, ValueError):  # it did not finish
                    kept = archives.load(self._kept_file(index), Memory.of(None))
                    self._note(index, Outcome(kept["values"], ()))
        done = frozenset(self._ended)
        self._resumed = len(done)
        sweep = Sweep(self._grid.runs, self._job, options.jobs, self._ran, done=done)

        def work() -> None:
            sweep.start()
            while not sweep.wait(1):
                pass

        try:
            watched(work, until=until, tick=self._tick, leaves=False)
        except Ended as ended:
            sweep.stop()
            sweep.wait(1)
            status = ended.status
            what = f"the time limit of {options.timeout:g} s was reached" if status == TIME_LIMIT else ended.what
            left = len(self._grid.runs) - len(self._ended)
            output.print_line(f"gradblocks sweep: {what}. {left:,} of {len(self._grid.runs):,} runs did not finish")
        if self._shows_progress:
            sys.stderr.write("\r\x1b[K")
        lines = [f"{self._title(i)}: {error}" for i, errors in sorted(self._errors.items()) for error in errors]
        output.print_some(lines, len(lines), "errors")
        self._write()
        return status or (1 if self._errors else 0)

    def _kept_file(self, index: int) -> str:
        return os.path.join(self._options.checkpoint, f"run-{index + 1}.npz")

    def _ran(self, index: int, outcome: Outcome) -> None:
        with self._lock:
            if self._options.checkpoint is not None and not outcome.errors:
                try:
                    archives.write(self._kept_file(index), {"values": outcome.values})
                except FileError as error:
                    output.print_errors([error])
            self._note(index, outcome)

    def _note(self, index: int, outcome: Outcome) -> None:
        self._values[:, index] = outcome.values
        if outcome.errors:
            self._errors[index] = outcome.errors
        self._ended.add(index)
        if self._job.weights and not outcome.errors:
            curve = outcome.values[self._job.of.index(_best_name(self._options))]
            values = curve if self._job.lowest is not None else curve[-1:]
            loss = float(values.min(initial=np.inf, where=np.isfinite(values)))
            worse = index
            if (loss, index) < self._best:
                worse, self._best = self._best[1], (loss, index)
            with contextlib.suppress(FileNotFoundError):
                os.remove(weights_file(self._job.weights, worse))

    def _tick(self) -> None:
        if self._shows_progress:
            self._progress()
        if self._options.out is not None and time.monotonic() > self._kept + _KEPT_EVERY and self._ended:
            with contextlib.suppress(FileError):  # reported at the end, if the file still cannot be written
                self._write_out()
            self._kept = time.monotonic()

    def _progress(self) -> None:
        done, count, elapsed = len(self._ended), len(self._grid.runs), time.monotonic() - self._begun
        ran = done - self._resumed
        left = f", {elapsed / ran * (count - done):.0f} s left" if ran else ""
        sys.stderr.write(f"\r\x1b[K{done:,} of {count:,} runs{left}")
        sys.stderr.flush()

    def _write_out(self) -> None:
        settings = np.array(self._grid.settings).reshape(len(self._grid.runs), len(self._grid.names))
        archives.write(self._options.out, {"names": np.array(self._grid.names), "settings": settings, **self._arrays})

    def _title(self, index: int) -> str:
        texts = zip(self._grid.names, self._grid.settings[index], strict=True)
        return f"run {index + 1} ({', '.join(f'{name} {text}' for name, text in texts)})"

    def _best_run(self) -> list[Mapping[str, Any] | None]:
        """Write the weights of the best run; return the entry of the JSON, and nothing if it was not asked for."""
        loss, index = self._best
        if index < 0:
            if self._job.weights:
                output.print_line("note: no run is the best, because no run ended with a finite value")
            return [None] if self._job.weights else []
        path = _best_file(self._options)
        archives.write(path, archives.load(weights_file(self._job.weights, index), Memory.of(None)))
        if not self._options.quiet:
            output.print_line(output.printable(f"{path}: the variables of {self._title(index)}, {loss:.6g}"))
        *texts, seed = self._grid.settings[index]
        given = dict(zip(self._grid.names, texts, strict=False))
        return [{"run": index, "set": given, "seed": int(seed), "loss": loss, "weights": path}]

    def _write(self) -> None:
        best = self._best_run()
        if self._options.json:
            output.write_pieces(json_of(self._grid, self._arrays, self._errors, *best))
        elif self._options.out is None:
            output.write_text(table(self._grid, self._arrays, self._ended - {*self._errors}, self._errors))
        else:
            try:
                self._write_out()
            except FileError:  # the results may have taken hours
                output.write_pieces(json_of(self._grid, self._arrays, self._errors, *best))
                raise
            if not self._options.quiet:
                output.print_line(output.printable(f"{self._options.out}: wrote {len(self._grid.runs):,} runs"))
