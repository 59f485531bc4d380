"""Selection of the stepper for a session: plain, with breakpoints, or with phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blocks.compile.rewrite import OutputKey
from blocks.run.steps.fetches import Wanted, intervals
from blocks.run.steps.stepper import Asked, Stepper

if TYPE_CHECKING:
    from blocks.run.session import Session


def stepper_for(session: Session, wanted: Wanted, feeds: dict[OutputKey, Any], whole: Wanted | None = None) -> Stepper:
    if session.breakpoints is None:
        return Stepper(session, wanted, feeds)
    from blocks.run.steps.guarded_stepper import GuardedStepper  # most runs have no breakpoints

    return GuardedStepper(session, session.breakpoints, wanted, feeds, whole or wanted)


def stepper_of(session: Session, asked: Asked) -> Stepper:
    names, feeds, beside, lazy = asked
    if (names and not beside) or not intervals(session.elaboration):
        whole = session.wanted(names, fed=bool(feeds), beside=beside)
        stepper = stepper_for(session, whole._replace(lazy=lazy and session.breakpoints is None), feeds)
    else:
        from blocks.run.steps.phases import PhasedStepper  # few pages need it

        def wanted(step: int | None) -> Wanted:
            return session.wanted(names, fed=bool(feeds), beside=beside, step=step)

        stepper = PhasedStepper(session, wanted, feeds, stepper_for)
    stepper.asked = asked
    return stepper
