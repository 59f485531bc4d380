"""The command ``gradblocks run``."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blocks.analysis.contracts import contract_faults
from blocks.analysis.gradient_targets import terms
from blocks.base.collection import collect_what_comes
from blocks.base.errors import DiagramError, FileError, RunError, UsageError, without_frames
from blocks.base.terminal import printable_lines
from blocks.cli import arguments, output, run_data
from blocks.cli.gradient_reports import bad_text, lint_lines, run_json, stop_text, what_if_text
from blocks.cli.input_files import can_hold, choose_page, load_notes, must_exist, open_diagram
from blocks.cli.overrides import apply_settings, read_feeds
from blocks.cli.results import PrintedCurves, Watched, gradients_text, json_pieces, profile_text, save, text
from blocks.cli.supervision.interruptible import Ended, Progress, leave, watched
from blocks.cli.supervision.joining import Membership, add_options, check
from blocks.cli.supervision.supervise import TIME_LIMIT
from blocks.compile.backends import BACKENDS, backend
from blocks.compile.rewrite import needed_nodes
from blocks.document.file_kinds import kind_of
from blocks.library.registry import use_packages
from blocks.native.machine import ENGINES, NATIVE
from blocks.run.batches import stepping_over
from blocks.run.files import Folders
from blocks.run.monitoring.statistics import statistics
from blocks.run.profile import Profile
from blocks.run.results import Results
from blocks.run.session import Session
from blocks.run.steps.environment import wanted_of
from blocks.run.steps.feeds import fed_output, fed_value, warn_of_nan
from blocks.run.steps.fetches import FetchRequest, computed

if TYPE_CHECKING:
    from blocks.document.model import Diagram
    from blocks.run.checkpoints import Checkpoints
    from blocks.run.debugging.comparison import Comparison, StepComparison
    from blocks.run.debugging.timeline import Timeline
    from blocks.run.gradients.lint import Lint
    from blocks.run.gradients.what_if import WhatIfComparison
    from blocks.run.results import Stopped

_TO_WRITE = 0.25
"""Seconds that a time limit leaves to write files."""


def run(given: list[str]) -> int:
    started = time.monotonic()
    job = _Job()
    try:
        options = _parser().parse_args(given)
        _check(options)
    except UsageError as error:
        job.fail(error, None)
        if "--json" in given:
            output.write_pieces(job.json())
        output.print_errors(job.errors, ["run"])
        return job.status
    if options.processes > 1:
        job.peers = Membership(options)
        if not job.peers.is_first:
            options.quiet = True
    progress = Progress(lambda: options.steps, job.steps)
    until = started + options.timeout if options.timeout is not None else None
    quiet = options.quiet or sys.stderr is None or not sys.stderr.isatty()  # pyright: ignore[reportUnnecessaryComparison]
    job.until = until
    try:
        watched(lambda: job.work(options), until=until, tick=None if quiet else progress.tick)
        if job.is_late and not job.errors:
            raise Ended("", TIME_LIMIT)
    except Ended as ended:
        progress.clear()
        what = ended.what
        if ended.status == TIME_LIMIT:
            what = f"the time limit of {options.timeout:g} s was reached"
            if job.peers is not None and job.peers.where is not None:
                what += f" before all processes connected to {job.peers.where}"
        leave(ended.status, lambda: _last_words(options, job, what))
    progress.clear()
    if not options.quiet:
        notes = [*job.notes, *(job.session.backend.notes if job.session is not None else ())]
        output.print_some((f"note: {note}" for note in notes), len(notes), "notes")
        if not options.strict_gradients:
            output.print_some((f"warning: {each}" for each in job.broken), len(job.broken), "warnings")
    output.print_errors(job.errors, ["run"])
    if job.stopped is not None:
        output.print_line(output.printable(stop_text(options.file, job.page, job.stopped)))
    if options.json:
        output.write_pieces(job.pieces)
    else:
        output.write_text("".join(job.pieces))
    if options.json and job.table and not options.quiet:
        output.print_line(job.table.removesuffix("\n"))
    if options.out is not None and job.saved and not options.quiet:
        count = len(job.results)
        output.print_line(output.printable(f"{options.out}: {count} result{'' if count == 1 else 's'} written"))
    if job.peers is not None:
        job.peers.leave(job.status)
    return job.status


_NUMPY = arguments.Use("used only with --backend numpy", lambda options: options.backend == "numpy")
_JAX = arguments.Use("used only with --backend jax", lambda options: options.backend == "jax")


def _shows_results(options: Any) -> bool:
    return not (options.print or options.compare) or bool(options.fetch or options.trace or options.json or options.out)


_TRACED = arguments.Use("with --fetch, used only with --trace", lambda options: options.trace or not options.fetch)


_RESULTS = arguments.Use("not used with --print or --compare, which replace the results", _shows_results)


_BRIEF = (
    "file", "help", "help_all", "page", "set", "feed", "load", "data", "batch", "epochs", "shuffle", "seed", "fetch",
    "trace", "json", "out", "print", "steps", "evaluate", "save", "checkpoint", "resume",
)  # fmt: skip
"""The options that ``run --help`` lists on one screen."""


def _parser() -> arguments.Parser:
    needs, excludes = arguments.needs, arguments.excludes
    parser = arguments.Parser(
        "run",
        "Run a diagram and print its results. NAME is block, block.pin or block.pin[0]; VALUE is a literal such as"
        " [[1, 2], [3, 4]], or @file.npy.",
        _BRIEF,
    )
    parser.add_argument("file", metavar="FILE", help="the diagram or model to run")
    add = partial(parser.add_argument, group="input")
    add("--page", metavar="NAME", help="the page to run; required if the diagram has several pages")
    add("--set", metavar="BLOCK.NAME=VALUE", action="append", default=[], type=arguments.assignment,
        help="override an attribute or an unwired input; strings need no quotes (repeatable)")  # fmt: skip
    add("--feed", metavar="NAME=VALUE", action="append", default=[], type=arguments.assignment,
        help="set the value of a Placeholder or of an output pin (repeatable)")  # fmt: skip
    add("--load", metavar="FILE",
        help="start with the variables in FILE, a .npz file or a TensorFlow checkpoint")  # fmt: skip
    add("--seed", metavar="N", type=arguments.integer, default=0, help="the random seed (default: 0)")
    add = partial(parser.add_argument, group="output")
    add("--fetch", metavar="NAME", action="append", default=[], used=[excludes("csv")],
        help="print only this result, or the results of this block (repeatable; default: all results)")  # fmt: skip
    add("--trace", metavar="NAME", action="append", default=[], used=[excludes("csv")],
        help="print this result and the results that it depends on (repeatable)")  # fmt: skip
    add("--only", action="store_true", used=[needs("fetch")], help=argparse.SUPPRESS)
    add("--inside", action="store_true", used=[_TRACED, _RESULTS],
        help="also print the results of blocks inside composites, named by path")  # fmt: skip
    add("--iterations", action="store_true", used=[needs("fetch", "trace"), excludes("gradients")], before="--rounds",
        help="for fetched results inside a loop, print the values of all iterations instead of only the last"
             " one")  # fmt: skip
    add("--json", action="store_true", help="print one JSON object")
    add("--statistics", metavar="N", type=arguments.natural, used=[needs("json")],
        help="with --json: print min, max, mean and the numbers of NaN and infinite elements of each result, and the"
             " elements only of results that have at most N")  # fmt: skip
    add("--out", metavar="FILE.npz", used=[excludes("json")],
        help="write the results to a file instead of printing them")  # fmt: skip
    add("--print", metavar="NAME", action="append", default=[],
        help="print this scalar during the run (repeatable). Results are then printed only with --fetch.")  # fmt: skip
    add("--every", metavar="N", type=arguments.count, default=1, used=[needs("print", "checkpoint")],
        help="the number of steps between printed scalars (--print) and between checkpoints (--checkpoint); default:"
             " 1")  # fmt: skip
    add("--csv", action="store_true", used=[needs("print"), excludes("json")],
        help="print the scalars as CSV with a header line")  # fmt: skip
    add("--summaries", metavar="DIR", help="write the summaries of each step to DIR, for TensorBoard")
    add("--quiet", action="store_true", help="print no progress and no notes, only results and errors")
    add = partial(parser.add_argument, group="training")
    add("--steps", metavar="N", type=arguments.count, default=1, used=[excludes("data")],
        help="run N steps and print the last one (default: 1)")  # fmt: skip
    run_data.add_options(parser)
    add("--evaluate", action="store_true",
        used=[excludes("steps", "data", "print", "save", "checkpoint", "summaries", "first_bad", "profile")],
        help="print the results without a step, so that nothing is trained")  # fmt: skip
    add("--save", metavar="FILE",
        help="write the variables to FILE at the end: NumPy format for .npz, otherwise a TensorFlow"
             " checkpoint")  # fmt: skip
    add("--save-every", metavar="N", type=arguments.count, used=[needs("save")],
        help="with --save: also write the variables every N steps")  # fmt: skip
    add("--checkpoint", metavar="DIR",
        help="write a checkpoint to DIR every N steps (see --every); --resume continues from the"
             " latest one")  # fmt: skip
    add("--resume", action="store_true", used=[needs("checkpoint")],
        help="continue from the latest checkpoint in DIR, if there is one")  # fmt: skip
    add = partial(parser.add_argument, group="gradients")
    add("--gradients", metavar="NAME", used=[excludes("csv")],
        help="print the norm and range of this result's gradient at each pin that the gradient reaches")  # fmt: skip
    arguments.add_what_if(parser, "gradients")
    add("--compare", metavar="FILE.npz", used=[excludes("csv")],
        help="compare the last step with the results in FILE.npz and its gradients (grad/VARIABLE), print the first"
             " difference, and exit with status 1 if there is one")  # fmt: skip
    add("--tolerance", metavar="X", type=float, default=1e-5, used=[needs("compare")],
        help="the largest absolute and relative difference of --compare (default: 1e-5)")  # fmt: skip
    add("--lint", action="store_true", used=[excludes("csv")],
        help="warn about blocks that pass no gradient in any step")  # fmt: skip
    add("--strict-gradients", action="store_true",
        help="report a broken GradientContract as an error instead of a warning")  # fmt: skip
    add = partial(parser.add_argument, group="debugging")
    add("--break", metavar="PIN[: CONDITION]", action="append", default=[], dest="breaks", used=[excludes("evaluate")],
        help="stop when a condition holds at this pin, or at grad(LOSS, PIN) (repeatable). The condition is nonfinite,"
             " rises, or a comparison such as norm > 10. Without a condition, stop in every step.")  # fmt: skip
    add("--first-bad", metavar="NAME", used=[excludes("csv")],
        help="find the first step in which a value is not finite, this scalar jumps, or its"
             " gradient vanishes")  # fmt: skip
    add("--profile", action="store_true", used=[excludes("csv")],
        help="print the time and memory that each block used, slowest first")  # fmt: skip
    add = partial(parser.add_argument, group="backend and distributed")
    add("--backend", choices=BACKENDS, default="numpy",
        help="the library to compute with; jax compiles the blocks that it supports (default: numpy)")  # fmt: skip
    add("--engine", choices=ENGINES, used=[_NUMPY],
        help="with --backend numpy: compute large arrays with machine code (native) or with NumPy (default: the one"
             " that is faster for the page)")  # fmt: skip
    add("--strict", action="store_true", used=[_JAX],
        help="with --backend jax: report an error if a block has to run on NumPy")  # fmt: skip
    add("--devices", metavar="N", type=arguments.count, default=1, used=[_JAX],
        help="with --backend jax: split the fed values along their first axis over N devices")  # fmt: skip
    add_options(parser, _JAX)
    add = partial(parser.add_argument, group="safety")
    add("--timeout", metavar="SECONDS", type=arguments.seconds, help="stop after this time, with exit status 124")
    add("--max-mem", metavar="BYTES", type=arguments.size,
        help="the maximum memory for all tensors in the process, such as 500M or 2Gi (default: half of the"
             " machine's memory, and at most 4Gi for one result)")  # fmt: skip
    add("--allow-read", metavar="DIR", action="append", default=[], type=arguments.folder,
        help="let the diagram read files in DIR, in addition to its own folder (repeatable)")  # fmt: skip
    add("--allow-write", metavar="DIR", action="append", default=[], type=arguments.folder,
        help="let the diagram write files in DIR, in addition to its own folder (repeatable)")  # fmt: skip
    arguments.add_packages(parser, "safety")
    return parser


def _check(options: Any) -> None:
    check(options)
    # The devices of several processes are known when these have found each other.
    backend(options.backend, options.strict, options.devices if options.processes == 1 else 1)
    if options.out is not None:
        if not options.out.endswith(".npz"):
            raise UsageError(f"--out: expected the name of a .npz file, got {arguments.shown(options.out)}")
        can_hold(options.out, later=True)
    if options.print and options.every > options.steps and options.checkpoint is None and options.data is None:
        raise UsageError(f"--every {options.every}: the run has {options.steps:,} steps, so nothing would be printed")
    if options.save is not None:
        can_hold(options.save if options.save.endswith(".npz") else f"{options.save}.index", later=True)


class _Job:
    """One run and its state, which the main thread may read at any moment."""

    def __init__(self) -> None:
        self.file: str | None = None
        self.page: str | None = None
        self.session: Session | None = None
        self.results: Mapping[str, Any] = {}
        self.watched: Watched | None = None
        self.comparison: WhatIfComparison | None = None
        self.comparing: StepComparison | None = None
        self.compared: Comparison | None = None
        self.lint: Lint | None = None
        self.data: run_data.DataRun | None = None
        self.stopped: Stopped | None = None
        self.timeline: Timeline | None = None
        self.first_bad: Stopped | None = None
        self.errors: list[DiagramError] = []
        self.notes: list[str] = []
        self.broken: list[DiagramError] = []
        self.status = 0
        self.pieces: list[str] = []
        self.saved = False
        self.table = ""
        self.curves: PrintedCurves | None = None
        self.checkpoints: Checkpoints | None = None
        self.peers: Membership | None = None
        self.was_at_end = False
        self.is_late = False
        self.until: float | None = None
        self.step_ended = time.monotonic()
        self.largest: int | None = None

    def steps(self) -> int:
        return self.session.steps if self.session is not None else 0

    def json(self) -> list[str]:
        is_native = self.session is not None and self.session.engine == NATIVE
        more: dict[str, Any] = {"engine": NATIVE} if is_native else {}
        if self.comparison is not None:
            more["what_if"] = run_json(self.comparison.result(), self.steps())
        if self.compared is not None:
            more["comparison"] = self.compared.as_json()
        if self.lint is not None:
            more["lint"] = [each.as_json() for each in self.lint.result()]
        if self.data is not None:
            more |= self.data.json()
        if self.session is not None and self.session.breakpoints is not None:
            more["stopped"] = None if self.stopped is None else self.stopped._asdict()
        if self.timeline is not None:
            more["first_bad"] = None if self.first_bad is None else self.first_bad._asdict()
        common = self.page, self.steps(), self.results, self.errors, self.watched, self.profile(), self.curves
        return list(json_pieces(*common, more, self.largest))

    def profile(self) -> Profile | None:
        return self.session.profile() if self.session is not None else None

    def fail(self, error: DiagramError, file: str | None) -> None:
        for each in output.all_of(error):
            page = self.page if each.file in (None, file) else None  # another file is of no page
            self.errors.append(without_frames(each.located(page=page, file=file)))
        self.status = max(self.status, 2 if isinstance(error, UsageError) else 1)

    def work(self, options: Any) -> None:
        self.file, self.largest = options.file, options.statistics
        self._guarded(lambda: self._run(options))
        if options.print and (options.fetch or options.trace) and isinstance(self.results, Results) and self.session:
            asked = FetchRequest((*options.fetch,), trace=(*options.trace,))  # without what was printed during the run
            kept = {*computed(self.session.elaboration, wanted_of(self.session, asked), {}).names}
            for name in self.results.keys() - kept:
                del self.results[name]
        if options.strict_gradients:
            for each in self.broken:
                self.fail(each, self.file)
        if options.out is not None and (self.results or not (self.errors or self.was_at_end)):
            self._guarded(lambda: self._save(options.out))
        if options.json:
            self._guarded(lambda: self._render(self.json()))
            if not self.pieces:  # something in the results cannot be written
                self.results = {}
                self._render(self.json())
        result = self.profile()
        self.table = "" if result is None else profile_text(result)
        if not options.json and not options.csv:
            shown = [] if self.watched is None else ["\n", gradients_text(self.watched)]
            if self.compared is not None:
                shown += ["\n", printable_lines(str(self.compared)), "\n"]
            if self.comparison is not None:
                shown += ["\n", what_if_text(self.comparison.result())]
            if self.timeline is not None and self.timeline.last > self.timeline.first:
                shown += ["\n", bad_text(self.first_bad)]
            if self.lint is not None and self.page is not None:
                shown += lint_lines(options.file, [(self.page, each) for each in self.lint.result()])
            shown += ["\n", self.table] if self.table else []
            if options.out is None and _shows_results(options):
                self._guarded(lambda: self._render(["\n" * bool(options.print), text(self.results), *shown]))
            else:
                self._render(shown if options.print else ["".join(shown).removeprefix("\n")])

    def _guarded(self, work: Any) -> None:
        try:
            work()
        except DiagramError as error:
            self._stay_or_give_up(error)
            self.fail(error, self.file)
        except Exception as error:
            self._stay_or_give_up(error)
            self.fail(DiagramError(output.internal_error(error).removeprefix("gradblocks: ")), self.file)

    def _stay_or_give_up(self, error: Exception) -> None:
        if self.peers is not None and self.peers.is_lost(error):
            self.peers.give_up()

    def _run(self, options: Any) -> None:
        use_packages(*options.packages)
        if kind_of(options.file) != "model":
            self._run_diagram(options, open_diagram(options.file))
            return
        from blocks.cli.documents import open_model  # most runs do without

        must_exist(options.file)
        with open_model(options.file, quiet=options.quiet) as diagram:
            self._run_diagram(options, diagram)

    def _run_diagram(self, options: Any, diagram: Diagram) -> None:
        joined = None if self.peers is None else self.peers.join(diagram.dumps().encode())
        page = choose_page(diagram, options.page)
        self.page = page.name
        home = Path(options.file).parent
        settings = apply_settings(page, options.set, home)
        self.notes = settings.notes
        session = Session(
            page,
            seed=options.seed,
            memory=options.max_mem,
            allow_read=options.allow_read,
            allow_write=options.allow_write,
            summaries=options.summaries,
            profile=options.profile,
            backend=options.backend,
            engine=options.engine,
            strict=options.strict,
            devices=options.devices,
            inside=options.inside,
            iterations=options.iterations,
            inner=settings.inner,
        )
        self.session = session
        folders = Folders(home, [Path(each) for each in options.allow_read], memory=session.memory)
        feeds = read_feeds(page, options.feed, folders, home)
        if options.data is not None:
            self.data = run_data.DataRun(session, options)
            options.steps = self.data.steps
        data = None if self.data is None else self.data.data
        for name, value in feeds.items():
            if (fed := fed_output(session.elaboration, name)) is not None:
                warn_of_nan(name, fed_value(name, fed, value))
        if joined is not None and joined.process:
            session.resources.say = _ignore
        if options.shard:
            session.shard(dict(options.shard))
        if options.load is not None:
            self.notes += load_notes(options.load, session.variables.load(options.load))
        self.broken = [each.located(file=options.file) for each in contract_faults(session.elaboration)]
        session.break_at(options.breaks)
        if options.first_bad is not None:
            terms(session.elaboration, options.first_bad)
            from blocks.run.debugging.timeline import Timeline  # most runs do without

            self.timeline = Timeline(session)
        if options.ignore_stop or options.stop_at:
            from blocks.analysis.what_if import Question  # most runs do without, as without advice
            from blocks.run.gradients.what_if import WhatIfComparison

            question = Question(options.gradients, options.ignore_stop, options.stop_at)
            self.comparison = WhatIfComparison.begin(session, question)
        else:
            session.watch(options.gradients)
        if options.compare is not None:
            from blocks.run import archives
            from blocks.run.debugging.comparison import StepComparison, pairs_of

            pairs = pairs_of(session.elaboration, archives.load(options.compare, session.memory))
            self.comparing = StepComparison(session, pairs, options.tolerance, options.gradients, {})
        if options.lint:
            from blocks.run.gradients.lint import Lint

            self.lint = Lint(session)
        if not gc.isenabled():  # from now on there may be garbage, but not among what is there already
            collect_what_comes()
        if options.checkpoint is not None:
            from blocks.run.checkpoints import Checkpoints  # most runs keep none

            self.checkpoints = Checkpoints(
                session, options.checkpoint, options.every, resumes=options.resume, data=data
            )
            if options.resume:
                self.notes += self.checkpoints.resume(feeds, None if joined is None else joined.from_first)
                if options.load is not None and session.steps:
                    self.notes.append(
                        f"{options.load} is not used, because the run continues from {options.checkpoint}"
                    )
        try:
            self._steps(session, options, feeds)
            if self.comparing is not None and isinstance(self.results, Results) and self.stopped is None:
                self.compared = self.comparing.result(self.results)
                self.status = max(self.status, 0 if self.compared else 1)
        except RunError as error:
            self.results = error.results
            raise
        finally:
            self.notes += [] if self.data is None else self.data.notes()
            if session.events is not None and not session.events.has_written:
                self.notes.append(f"{options.summaries}: the run wrote no summaries")
            timeline = self.timeline
            if timeline is not None and options.first_bad is not None and timeline.last > timeline.first:
                result = timeline.first_trouble(options.first_bad)
                self.first_bad = None if result is None else result.stopped
            if options.gradients is not None:
                self.watched = Watched(options.gradients, statistics(getattr(self.results, "gradients", {})))

    def _steps(self, session: Session, options: Any, feeds: Mapping[str, Any]) -> None:
        fetch, trace, first, last = [*options.fetch], [*options.trace], session.steps + 1, options.steps
        if options.print:
            self.curves = PrintedCurves(session.elaboration, options.print, options.every, options.csv, options.json)
            if fetch or trace:
                fetch += options.print
            elif session.elaboration.sessions:
                trace = options.print
        if self.comparing is not None:
            fetch += self.comparing.fetch
        asked = FetchRequest((*fetch,), trace=(*trace,), evaluates=options.evaluate)
        curves, observing = self.curves, self.comparison is not None or self.lint is not None
        self._see_what_runs(session, options, asked)
        if options.evaluate:
            self.results = session.evaluate(fetch, feeds, trace)
            self._observe(1, self.results)
            return
        # Several processes have to end after the same step.
        until, self.step_ended = self.until if self.peers is None else None, time.monotonic()
        if first > last:
            self.was_at_end = True
            self.notes.append("the checkpoint is already at the last step, so there are no new results")
        data, check = (None, None) if self.data is None else (self.data.data, self.data.check)
        with stepping_over(data, session, fetch, feeds, trace=trace, check=check) as stepper:
            for number in range(first, last + 1):
                due = curves is not None and curves.due(number)
                try:
                    result = stepper.step(keep=due or observing or number == last)
                except DiagramError as error:
                    if isinstance(error, RunError):
                        self._observe(number, error.results)
                    elif options.save is not None:  # a loss that is not finite
                        self._keep_variables(session, options.save, is_end=True)
                    raise
                if result is not None:
                    self.results, self.stopped = result, result.stopped
                    if result.stopped is not None:
                        break
                    self._observe(number, result)
                if due and curves is not None:
                    curves.add(number, self.results)
                self.is_late = until is not None and number < last and self._is_late(until, options)
                end = number if self.is_late else last
                if options.save is not None and (number == end or number % (options.save_every or last) == 0):
                    self._keep_variables(session, options.save, is_end=number == end)
                if self.checkpoints is not None:
                    self.checkpoints.ran(number, end)
                if self.is_late:
                    break
            if options.save is not None and (self.stopped is not None or first > last):
                self._keep_variables(session, options.save, is_end=True)

    def _is_late(self, until: float, options: Any) -> bool:
        now, before = time.monotonic(), self.step_ended
        self.step_ended = now
        leaves = options.save is not None or options.checkpoint is not None
        return leaves and now + max(_TO_WRITE, 2 * (now - before)) > until

    def _keep_variables(self, session: Session, path: str, *, is_end: bool) -> None:
        """Write the variables. An error before the end becomes a note, because the last write may succeed.

        Raises:
            FileError: they cannot be written; the hint names the file that holds them instead.
        """
        if is_end:
            _save_somewhere(session.save, path, "the variables")
            return
        try:
            session.save(path)
        except FileError as error:
            if not any(str(error) in each for each in self.notes):
                self.notes.append(f"after step {session.steps:,}: {error}")

    def _see_what_runs(self, session: Session, options: Any, asked: FetchRequest) -> None:
        """Refuse to observe values that steps do not compute, and add a note if no step changes a variable."""
        looked_at = [each for each in (options.gradients, options.first_bad) if each is not None]
        if not looked_at and options.steps == 1:
            return
        graph, goal = session.elaboration.graph, wanted_of(session, asked).goal
        runs = needed_nodes(graph, goal.outputs, goal.targets)
        for name in looked_at:
            if not all(runs[term.output.op.number] for term in terms(session.elaboration, name)):
                text = f"the run does not compute {arguments.shown(name)}, so there is no gradient to show"
                raise UsageError(text, hint="add the name to --fetch")
        if options.steps > 1 and not any(runs[node.number] for node in graph.nodes if node.type.writes):
            self.notes.append("nothing on this page trains: no block that runs changes a variable")

    def _observe(self, step: int, results: Any) -> None:
        if self.comparison is not None:
            self.comparison.of_step(step, results)
        if self.lint is not None:
            self.lint.note(results)

    def _save(self, path: str) -> None:
        if self.peers is None or self.peers.is_first:
            if isinstance(self.results, Results) and self.session is not None and self.results.gradients:
                from blocks.run.debugging.comparison import put_gradients

                put_gradients(self.session.elaboration, self.results)
            _save_somewhere(lambda name: save(name, self.results), path, "the results")
            self.saved = True

    def _render(self, pieces: list[str]) -> None:
        self.pieces = pieces


def _save_somewhere(save: Callable[[str], object], path: str, what: str) -> None:
    """Write a file, or write it to the system's temporary folder if that fails.

    Raises:
        FileError: it cannot be written; the hint names the file that was written instead.
    """
    try:
        save(path)
    except FileError as error:
        with contextlib.suppress(DiagramError, OSError):
            instead = os.path.join(tempfile.mkdtemp(prefix="gradblocks-"), os.path.basename(path))
            save(instead)
            error.hint = f"{what} were written to {instead} instead"
        raise


def _ignore(_text: str) -> None:
    """Print nothing, because the first process prints it."""


def _last_words(options: Any, job: _Job, what: str) -> None:
    steps, done = options.steps, job.steps()
    where = f" in step {min(done + 1, steps):,} of {steps:,}" if job.session is not None else ""
    lost = options.save is not None and not job.is_late and done > 0
    hint = (
        "the variables were not saved. Use --save-every N or --checkpoint DIR to save them during the run"
        if lost
        else None
    )
    error = DiagramError(what + where, page=job.page, file=options.file, hint=hint)
    output.print_errors([error])
    if options.json:
        output.write_pieces(json_pieces(job.page, done, {}, [error]))
