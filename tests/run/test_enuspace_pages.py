"""Pages that enuSpace saved give the results that it recorded.

The pages are not part of the project: the tests skip where they are missing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from blocks.diagram.importers.enuspace import import_file, recorded_results
from blocks.run.session import Session

PAGES = Path(__file__).parents[3] / "shared" / "enuspace" / "pages"

pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the pages that enuSpace saved are not on this machine")


@pytest.mark.parametrize(
    ("name", "steps", "count"),
    [
        ("basic", 1, 3),
        ("one_hot", 1, 2),
        ("gradient_descent_xw_sub", 28, 12),
        ("gradient_descent_xw_apply", 22312, 11),
    ],
)
def test_recorded_results(name: str, steps: int, count: int) -> None:
    imported = import_file(PAGES / f"{name}.svg")
    results = Session(imported.diagram).run(steps=steps)
    recorded = recorded_results(PAGES / f"{name}.svg")
    assert len(recorded) == count
    for pin, expected in recorded.items():
        found = np.asarray(results[pin], np.float64).ravel()
        np.testing.assert_allclose(found, np.ravel(expected.values), rtol=0, atol=1e-6, err_msg=pin)


def test_the_task_export_of_a_page_gives_the_same() -> None:
    results = Session(import_file(PAGES / "basic.json").diagram).run()
    [product] = [value for name, value in results.items() if name.endswith(".result_product")]
    assert product.tolist() == [[19.0], [-3.0]]
