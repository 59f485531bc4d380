"""Queries to a worker about a page, such as timings and gradient checks.

Exports that compute something (initial values of variables, values that follow from constants) are also queries.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from blocks.analysis.what_if import Question
from blocks.base.context import Resources
from blocks.base.errors import DiagramError, RunError
from blocks.base.files import write_atomically
from blocks.base.threads import no_more_threads
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.document.data import Json, Page
from blocks.document.file import loads
from blocks.run.gradients.numeric import BlockCheck, GradientCheck, InputCheck, PinCheck, check_gradients
from blocks.run.monitoring.timings import BlockTimings, measure
from blocks.run.profile import Cost
from blocks.run.session import Session, stepping
from blocks.run.steps.fetches import result_pin, single_number
from blocks.worker.results import error_of, packed_error
from blocks.worker.state import PageSource
from blocks.worker.what_if import find_out


def _measure(source: PageSource, base: Session | None, backend: Backend, data: Mapping[str, Json]) -> Json:
    session = _session(source, base, profile=True)
    session.backend = backend
    result = measure(session, data["steps"], data["seconds"])
    return [result.steps, result.seconds, list(map(astuple, result.costs)), list(map(packed_error, result.errors))]


def measured_of(packed: Json, page: Page) -> BlockTimings:
    steps, seconds, costs, errors = packed
    return BlockTimings(page, steps, seconds, [Cost(*each) for each in costs], [error_of(each) for each in errors])


def _check(source: PageSource, base: Session | None, backend: Backend, data: Mapping[str, Json]) -> Json:
    return check_gradients(_session(source, base), data["of"], backend=backend)


def check_of(packed: Json) -> GradientCheck:
    of, blocks, inputs = packed
    checks = [BlockCheck(*each)._replace(pins=tuple(PinCheck(*pin) for pin in each[5])) for each in blocks]
    return GradientCheck(of, tuple(checks), tuple(InputCheck(*each) for each in inputs))


def _what_if(source: PageSource, base: Session | None, backend: Backend, data: Mapping[str, Json]) -> Json:
    session = _session(source, base)
    session.backend = backend
    return find_out(session, Question(data["of"], data["lift"], data["cut"]), numbers=data["numbers"])


def _write_onnx(source: PageSource, base: Session | None, _backend: Backend, data: Mapping[str, Json]) -> Json:
    from blocks.interchange.export_onnx import to_onnx

    def write() -> list[str]:
        session = _session(source, base)
        exported = to_onnx(session)
        write_atomically(Path(data["path"]), exported.data)
        learnt = f"variables have their values from after {session.steps:,} steps"
        return [*exported.report, learnt] if session.steps else exported.report

    return _reported(write)


def _write_jax(source: PageSource, _base: Session | None, _backend: Backend, data: Mapping[str, Json]) -> Json:
    from blocks.interchange.export_jax import to_jax

    def write() -> list[str]:
        diagram = loads(data["diagram"])
        diagram.path = source.file
        program = to_jax(diagram, path := Path(data["path"]))
        program.write(path)
        return program.report

    return _reported(write)


def _reported(write: Callable[[], list[str]]) -> Json:
    try:
        return write(), []
    except RunError as error:
        return [], list(map(packed_error, error.errors))


def report_of(packed: Json) -> list[str]:
    report, errors = packed
    if errors:
        raise RunError(list(map(error_of, errors)), {})
    return report


def _session(source: PageSource, base: Session | None, *, profile: bool = False) -> Session:
    """Return a new session that adopts the current values of the variables."""
    session = source.session(profile=profile)
    if base is not None:
        session.adopt(base)
    return session


def _sweep(source: PageSource, _base: Session | None, backend: Backend, data: Mapping[str, Json]) -> Json:
    rows: list[list[float]] = []
    with nullcontext() if data["alone"] else no_more_threads():
        try:
            _run(source, backend, data, rows)
        except RunError as error:
            return rows, list(map(packed_error, error.errors))
        except DiagramError as error:
            return rows, [packed_error(error.located(page=source.page.name, file=source.file))]
    return rows, []


def _run(source: PageSource, backend: Backend, data: Any, rows: list[list[float]]) -> None:
    session = _session_of(source, data["seed"], {each: data[each] for each in ("memory", "allow_read", "backend")})
    if data["backend"] == "numpy":
        session.backend = backend
    pins = {name: result_pin(session.elaboration, name) for name in data["of"]}
    feeds = {**data["literals"], **dict(zip(data["fed"], data["arrays"], strict=True))}
    at: int | None = data["lowest"]
    lowest, kept = math.inf, None
    with stepping(session, data["of"], feeds) as stepper:
        for _ in range(data["steps"]):
            results = stepper.step(keep=True)
            assert results is not None
            rows.append([_real(name, single_number(name, results.get(pin))) for name, pin in pins.items()])
            if at is not None and -math.inf < rows[-1][at] < lowest:
                lowest, kept = rows[-1][at], session.state.values.copy()
    if kept is not None:
        session.state.restore(kept)
    if data["weights"]:
        session.save(data["weights"])


_compiled: list[tuple[PageSource, Mapping[str, Json], Session]] = []
"""The session of the last run on a backend that compiles, because compiling takes longer than most runs."""


def _session_of(source: PageSource, seed: int, options: Mapping[str, Json]) -> Session:
    """Return a session that has run no step. On JAX, the seeds of one setting share a compiled program."""
    if not _compiled or _compiled[0][:2] != (source, options):
        session = source.session(seed=seed, **options)
        _compiled[:] = [(source, options, session)] if options["backend"] != "numpy" else []
        return session
    session = _compiled[0][2]
    session.state.restore({})
    session.state.forget_failures()
    session.initialised = False
    session.seed, session.steps, session.resources = seed, 0, Resources()
    return session


def _real(name: str, number: Array) -> float:
    try:
        if not np.iscomplexobj(number):
            return float(number)
    except (TypeError, ValueError):
        pass
    raise DiagramError(f"{name} is not a real number")


ERRANDS: Mapping[str, Callable[[PageSource, Session | None, Backend, Mapping[str, Json]], Json]] = {
    "measure": _measure, "check": _check, "what_if": _what_if, "onnx": _write_onnx, "jax": _write_jax, "sweep": _sweep,
}  # fmt: skip
"""Given a page, the session that ran it, what makes plans, and the message, its arrays too: what is found, as JSON."""
