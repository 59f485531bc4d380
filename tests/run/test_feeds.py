"""Values that are fed keep their shape and dtype."""

from __future__ import annotations

import numpy as np

import blocks


def test_an_empty_array_of_texts_keeps_its_shape() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Placeholder", id="p", dtype="DT_STRING")
    page.add("Identity", id="i")
    page.wire("p.output", "i.input")
    results = blocks.Session(page).run(feed={"p": np.empty((0, 3), object)})
    assert results["i.result_output"].shape == (0, 3)
