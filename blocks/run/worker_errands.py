"""What is asked of a worker about a page beside its runs: where its time goes, whether its gradients are right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple

from blocks.compile.backends import Backend
from blocks.diagram.data import Json, Page
from blocks.run.numeric import BlockCheck, GradientCheck, InputCheck, PinCheck, check_gradients
from blocks.run.profile import Cost
from blocks.run.session import Session
from blocks.run.timings import Measured, measure
from blocks.run.worker_results import error_of, packed_error
from blocks.run.worker_state import Source


def _measure(source: Source, base: Session | None, backend: Backend, data: Mapping[str, Json]) -> Json:
    session = _session(source, base, profile=True)
    session.backend = backend
    found = measure(session, data["steps"], data["seconds"])
    return [found.steps, found.seconds, list(map(astuple, found.costs)), list(map(packed_error, found.errors))]


def measured_of(packed: Json, page: Page) -> Measured:
    """What ``measure`` found, of its JSON, and the page that was measured."""
    steps, seconds, costs, errors = packed
    return Measured(page, steps, seconds, [Cost(*each) for each in costs], [error_of(each) for each in errors])


def _check(source: Source, base: Session | None, backend: Backend, data: Mapping[str, Json]) -> Json:
    return check_gradients(_session(source, base), data["of"], backend=backend)


def check_of(packed: Json) -> GradientCheck:
    """What ``check`` found, of its JSON."""
    of, blocks, inputs = packed
    checks = [BlockCheck(*each)._replace(pins=tuple(PinCheck(*pin) for pin in each[5])) for each in blocks]
    return GradientCheck(of, tuple(checks), tuple(InputCheck(*each) for each in inputs))


def _session(source: Source, base: Session | None, *, profile: bool = False) -> Session:
    """A session of its own, whose variables go on from what they hold."""
    session = source.session(profile=profile)
    if base is not None:
        session.adopt(base)
    return session


ERRANDS: Mapping[str, Callable[[Source, Session | None, Backend, Mapping[str, Json]], Json]] = {
    "measure": _measure,
    "check": _check,
}
"""Given a page, the session that ran it, what makes plans, and the message: what is found, as JSON."""
