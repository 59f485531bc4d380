"""Statistics of layers and units over the steps of a run."""

from __future__ import annotations

import numpy as np

from blocks.base.terminal import columns
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
    bound: no gradient passes through it. The units are the last axis. With ``Session(inside=True)``, blocks inside
    composites are included. Blocks inside loops are not.

    Args:
        session: the session whose steps are added.

    Example:
        session = blocks.Session(blocks.load("gradient_descent.gradblocks"))
        session.watch("loss")
        statistics = blocks.LayerStatistics(session)
        for _ in range(10):
            statistics.add(session.run())
        print(statistics)
        statistics.save("statistics.npz")
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._steps: list[int] = []
        self._rows: dict[str, dict[int, Array]] = {}

    def add(self, results: Results) -> None:
        """Add the results of the session's last step."""
        here, specs = len(self._steps), self._session.elaboration.specs
        self._steps.append(self._session.steps)
        values = {name: value for name, value in results.items() if results.dtypes[name].is_differentiable}
        measured = HistoryBuffer().measure(here, results.gradients, values)
        rows = {f"value/{name}": measured.numbers[index] for name, index in measured.layout.values.items()}
        rows |= {f"grad/{name}": measured.numbers[index] for name, index in measured.layout.gradients.items()}
        for name, value in values.items():
            spec = specs.get(name.partition(".")[0])
            if spec is not None and spec.name in DEAD and value.ndim and value.size:
                rows[f"units/{name}"] = DEAD[spec.name].flat(value).reshape(-1, value.shape[-1]).mean(0)
        for name, row in rows.items():
            self._rows.setdefault(name, {})[here] = row

    def arrays(self) -> dict[str, Array]:
        """Return the statistics by name.

        Returns:
            ``steps`` [steps]; for each result and gradient, ``value/NAME`` and ``grad/PIN`` [steps, 6], whose columns
            ``columns`` names; and for each activation ``units/NAME`` [steps, units], the share of a unit's elements
            through which no gradient passes: 1 is a dead or saturated unit. NaN stands for a step without the result.
        """
        arrays = {"steps": np.array(self._steps, np.int64), "columns": np.array(COLUMNS)}
        for name, rows in self._rows.items():
            arrays[name] = np.full((len(self._steps), max(map(len, rows.values()))), np.nan)
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
                norms, nan = arrays[name][:, 0], np.nansum(arrays[name][:, 4])
                rows.append([name, f"{norms[0]:.4g}", f"{norms[-1]:.4g}", f"{nan:.0f}", "", "", ""])
                if (units := arrays.get("units/" + name.removeprefix("value/"))) is not None:
                    dead = units == 1
                    rows[-1][4:] = map(str, (dead.shape[1], dead[-1].sum(), dead.all(0).sum()))
        return "\n".join(columns(rows, [0]))
