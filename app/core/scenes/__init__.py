"""Examples of block types that only work together with others, such as queues with producers and consumers."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.scenes import files, kept, page, tables
from app.core.scenes.scene import Scene
from app.language import mark

NO_EXAMPLE = {
    "Abort": mark("it only stops the run with an error"),
    "InputPin": mark("it is used only inside composites"),
    "LMDBReader": mark("it reads a file that another program writes"),
    "OutputPin": mark("it is used only inside composites"),
    **dict.fromkeys(("Repeat", "Scan", "Map", "While", "Cond"), mark("it runs a composite of its diagram")),
}
"""Block types without an example, and why."""


def _all() -> Mapping[str, Scene]:
    families = (
        page.core, page.displays, kept.queues, kept.staging, kept.barriers, kept.tensor_arrays, kept.accumulators,
        kept.kept, files.readers, files.files, files.datasets,
        tables.tables,
    )  # fmt: skip
    return {name: scene for family in families for names, scene in family().items() for name in names.split()}


SCENES = _all()
"""By block type."""
