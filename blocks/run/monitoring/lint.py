"""Advice that needs a run: what was so in all steps that were looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks.elaborate.elaboration import Elaboration
from blocks.elaborate.lint import PageAdvice
from blocks.library.lint.running import DEAD


class Lint:
    """Looks at the results of steps, one after the other."""

    def __init__(self, elaboration: Elaboration) -> None:
        watched = {block: spec for block, spec in elaboration.specs.items() if spec.name in DEAD}
        self._kinds = {block: DEAD[spec.name] for block, spec in watched.items()}
        self._result_pins = {block: f"{block}.{spec.outputs[0].result_pins[0]}" for block, spec in watched.items()}
        self._sizes: dict[str, int] = {}
        self._steps = 0

    def note(self, results: Mapping[str, Any]) -> None:
        """Look at the results of a step; a block that did not run in it is no longer looked at."""
        self._steps += 1
        for block, name in list(self._result_pins.items()):
            value = results.get(name)
            if value is None or not np.size(value) or not self._kinds[block].holds(np.asarray(value)):
                del self._result_pins[block]
            else:
                self._sizes[block] = int(np.size(value))

    def result(self) -> list[PageAdvice]:
        """What held in all steps, in file order."""
        steps = "the step" if self._steps == 1 else f"all {self._steps:,} steps"
        results: list[PageAdvice] = []
        for block in self._result_pins if self._steps else ():
            kind = self._kinds[block]
            text = f"{kind.message.format(count=self._sizes[block])} in {steps}: no gradient passes it"
            results.append(PageAdvice("dead", block, kind.pin, text, kind.mend))
        return results
