"""A page that walks at random, at a rate that can be turned."""

from __future__ import annotations

from pathlib import Path

from blocks.document.model import Diagram

SCALAR = "loss.result_output"


def random_walk(folder: Path, rate: float = 0.25) -> Path:
    """A saved diagram: three numbers to which noise times a rate is added in each step, and their mean in a trend."""
    diagram = Diagram()
    page = diagram.add_page("main")
    page.add("Control", id="rate", at=(0, 0), val=rate, minimum=0.0, maximum=1.0)
    page.add("RandomNormal", id="noise", at=(0, 120), shape=[3], dtype="DT_FLOAT")
    page.add("Multiply", id="move", at=(200, 0))
    page.add("Variable", id="v", at=(200, 160), initvalues=[1.0, 2.0, 3.0])
    page.add("AssignAdd", id="walk", at=(400, 0))
    page.add("Mean", id="loss", at=(600, 0), axis=[0])
    page.add("TrendDisplay", id="trend", at=(780, 0))
    for wire in ("rate.output move.x", "noise.output move.y", "v.ref walk.ref", "move.z walk.value",
                 "walk.output_ref loss.input", "loss.output trend.input"):  # fmt: skip
        page.wire(*wire.split())
    path = folder / "walk.gradblocks"
    diagram.save(path)
    return path
