"""What ``open`` of the MCP server says: the diagrams below a folder, or the pages and problems of one."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any

from blocks.document.definitions import canvases
from blocks.door.diagrams import SUFFIX, home_of, opened, revision
from blocks.door.problems import Checked

_MOST = 1000


def open_folder() -> dict[str, Any]:
    """Return the diagrams below the working folder, without hidden folders and links."""
    names: list[str] = []
    for folder, folders, files in os.walk("."):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        names += [os.path.relpath(os.path.join(folder, each)) for each in sorted(files) if each.endswith(SUFFIX)]
        if len(names) > _MOST:
            break
    return {"diagrams": names[:_MOST], "more": len(names) > _MOST}


def open_diagram(file: str) -> dict[str, Any]:
    """Return the pages, composites, counts, revision and problems of a diagram."""
    diagram = opened(file)
    checked = Checked(diagram.document, home_of(file))
    document = diagram.document
    counts = {each.name: {"blocks": len(each.blocks), "wires": len(each.wires)} for each in canvases(document)}
    problems = [each.as_json(name, checked.fixes(each)) for name, each in islice(checked.problems.items(), _MOST)]
    return {
        "revision": revision(diagram.dumps()),
        "pages": [page.name for page in document.pages],
        "composites": [page.name for page in document.composites],
        "counts": counts,
        "problems": problems,
        "more": len(checked.problems) > _MOST,
    }
