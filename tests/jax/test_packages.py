"""A block type from outside brings its rule for JAX with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import blocks
from blocks.document.file import loads
from tests import packages
from tests.library.distribution import PAGE, write

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


def test_a_type_of_a_package_runs_on_jax(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from blocks.interchange.export_jax import to_jax

    with packages.place(tmp_path, monkeypatch) as site:
        write(site)
        packages.anew()
        blocks.use_packages("triangles")
        page = loads(PAGE)
        session = blocks.Session(page, backend="jax", strict=True)
        np.testing.assert_array_equal(session.run(feed={"A": [3.0, 0.0]})["h.result_z"], [10, 8])
        assert not session.backend.notes
        program = to_jax(page, tmp_path / "program.py")
        assert not program.report
        namespace = {"__name__": "program", "__file__": str(tmp_path / "program.py")}
        exec(compile(program.text, "program", "exec"), namespace)
        results = namespace["main"](feed={"A": np.array([3.0, 0.0], np.float32)})  # pyright: ignore
        np.testing.assert_allclose(results["h.result_z"], [10, 8])  # pyright: ignore
