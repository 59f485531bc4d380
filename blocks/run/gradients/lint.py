"""Lint warnings that need a run: conditions that held in all observed steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from blocks.analysis.lint import PageAdvice
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.lint.running import DEAD, DeadGradient
from blocks.run.session import Session
from blocks.run.steps.watching import Watching

_BEGIN = "lint "
"""What stands before the names of what is looked at."""


class Lint:
    def __init__(self, session: Session) -> None:
        """Make the steps of a session return the observed values, in addition to watched gradients."""
        looked = list(_looked_at(session.elaboration))
        self._kinds = {_BEGIN + block: kind for block, kind, _ in looked}
        self._left = list(self._kinds)
        self._sizes: dict[str, int] = {}
        self._steps = 0
        if looked:
            watching = session.watching or Watching(session.elaboration, ())
            watching.beside = {**watching.beside, **{_BEGIN + block: output for block, _, output in looked}}
            session.watching = watching

    def note(self, results: Any) -> None:
        """Check a step's results and restore its watched gradients; stop observing blocks that did not run."""
        self._steps += 1
        gradients: dict[str, Any] = getattr(results, "gradients", {})
        given = {name: gradients.pop(name) for name in self._kinds if name in gradients}
        for name in self._left.copy():
            value = given.get(name)
            if value is None or not np.size(value) or not np.all(self._kinds[name].flat(np.asarray(value))):
                self._left.remove(name)
            else:
                self._sizes[name] = int(np.size(value))

    def result(self) -> list[PageAdvice]:
        """Return the warnings that held in all steps, in file order; those inside loops come last."""
        steps = "the step" if self._steps == 1 else f"all {self._steps:,} steps"
        results: list[PageAdvice] = []
        for name in self._left if self._steps else ():
            kind = self._kinds[name]
            text = f"{kind.message.format(count=self._sizes[name])} in {steps}: no gradient passes through it"
            results.append(PageAdvice("dead", name.removeprefix(_BEGIN), kind.pin, text, kind.mend))
        return results


def _looked_at(elaboration: Elaboration) -> Iterator[tuple[str, DeadGradient, Output]]:
    for block, spec in elaboration.specs.items():
        kind = DEAD.get(spec.name)
        given = elaboration.values.get(block, {}).get(spec.outputs[0].name) if kind is not None else None
        if kind is not None and isinstance(given, Output):
            yield block, kind, given
    if elaboration.expansion is None:
        return
    from blocks.analysis.inner_values import blocks_inside, values_at  # only pages with composites pay

    for path, spec in blocks_inside(elaboration):
        kind = DEAD.get(spec.name)
        for _, _, output in values_at(elaboration, path, rounds=True) if kind is not None else ():
            yield path, DEAD[spec.name], output
