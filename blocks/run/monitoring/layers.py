"""Statistics of layers and units over the steps of a run."""

from __future__ import annotations

import numpy as np

from blocks.base.types import Array
from blocks.library.lint.running import DEAD
from blocks.run import archives
from blocks.run.monitoring.statistics import HistoryBuffer
from blocks.run.results import Results
from blocks.run.session import Session

COLUMNS = ("norm", "min", "max", "zeros", "nan", "infinite")


class LayerStatistics:
    """Statistics of the results and watched gradients of steps, and the dead or saturated units of activations.

    A unit of a Relu or Relu6 is dead if it is 0, and that of a Sigmoid or Tanh is saturated if it is within 1e-6 of a
    bound: no gradient passes through it. With ``Session(inside=True)``, blocks inside composites are included. Blocks
    inside loops are not.

    Args:
        session: the session whose steps are added.
        axis: the axis of the units: -1, or 1 for images [batch, channels, height, width].

    Attributes:
        steps: the numbers of the added steps.

    Example:
        session = blocks.Session(blocks.load("gradient_descent.gradblocks"))
        session.watch("loss")
        statistics = blocks.LayerStatistics(session)
        for _ in range(10):
            statistics.add(session.run())
        print(statistics)
        statistics.save("statistics.npz")
    """

    def __init__(self, session: Session, axis: int = -1) -> None:
        self._session, self._axis = session, axis
        self.steps: list[int] = []
        self._rows: dict[str, dict[int, Array]] = {}

    def add(self, results: Results) -> None:
        """Add the results of the session's last step."""
        if self.steps[-1:] != [self._session.steps]:
            self.steps.append(self._session.steps)
        here, specs = len(self.steps) - 1, self._session.elaboration.specs
        values = {name: value for name, value in results.items() if results.dtypes[name].is_differentiable}
        measured = HistoryBuffer().measure(here, results.gradients, values)
        layout = measured.layout
        for kind, indices in (("value", layout.values), ("grad", layout.gradients)):
            for name, index in indices.items():
                self._rows.setdefault(f"{kind}/{name}", {})[here] = measured.numbers[index]
        for name, value in values.items():
            spec = specs.get(name.partition(".")[0])
            kind = None if spec is None else DEAD.get(spec.name)
            if kind is not None and value.size and -value.ndim <= self._axis < value.ndim:
                units = np.moveaxis(kind.flat(value), self._axis, -1)
                self._rows.setdefault(f"units/{name}", {})[here] = units.reshape(-1, units.shape[-1]).mean(0)

    def arrays(self) -> dict[str, Array]:
        """Return the statistics by name.

        Returns:
            ``steps`` [steps]; for each result and gradient, ``value/NAME`` and ``grad/PIN`` [steps, 6], whose columns
            ``columns`` names; and for each activation ``units/NAME`` [steps, units], the share of a unit's elements
            through which no gradient passes: 1 is a dead or saturated unit. NaN stands for a step without the result.
        """
        arrays = {"steps": np.array(self.steps, np.int64), "columns": np.array(COLUMNS)}
        for name, rows in self._rows.items():
            arrays[name] = np.full((len(self.steps), max(map(len, rows.values()))), np.nan)
            for index, row in rows.items():
                arrays[name][index, : len(row)] = row
        return arrays

    def save(self, path: str) -> None:
        """Write `arrays` to a ``.npz`` file; raise FileError if that fails."""
        archives.write(path, self.arrays())

    def __str__(self) -> str:
        """Return a table: norms, counts of NaN, and units without a gradient in the last step and in all steps."""
        arrays, rows = self.arrays(), [["", "first norm", "last norm", "NaN", "units", "dead", "always dead"]]
        for name in self._rows:
            if not name.startswith("units/"):
                flat = arrays.get("units/" + name.removeprefix("value/"), np.zeros((1, 0))) == 1
                numbers = [f"{each:.4g}" for each in (*arrays[name][[0, -1], 0], np.nansum(arrays[name][:, 4]))]
                units = [flat.shape[1], flat[-1].sum(), flat.all(0).sum()] if flat.size else [""] * 3
                rows.append([name, *numbers, *map(str, units)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join([f"{row[0]:{widths[0]}}", *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
        return "\n".join(lines)
