"""Export of a diagram as a JAX program with compiled steps and one line per block.

If ClientSession blocks do not run in each step, a page has several step functions: one for each set of blocks that run
together. They take and return the variables. The gradients of the page are ordinary lines. Each loss of the page is
also a pure function of its parameters. `jax.grad` of it is the gradient of the page, because a block keeps its own
gradient if JAX would derive a different one (`blocks.interchange.jax_lines`). Library functions that blocks need
are copied into the program.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

import numpy as np

from blocks.base.errors import DiagramError, RunError
from blocks.base.files import write_atomically
from blocks.base.types import Array
from blocks.document.model import Diagram, PageView
from blocks.interchange.optional import require
from blocks.interchange.python.text import inside_docstring
from blocks.run.session import Session

_HEAD = '''"""{title}

Written by `gradblocks convert --style jax`; it needs JAX (0.4.34 or newer) and NumPy.

{functions}
"""

{imports}

{wide}jax.config.update("jax_default_matmul_precision", "highest")
'''
_WIDE = 'jax.config.update("jax_enable_x64", True)\n'
_WIDE_DTYPE = re.compile(r"\bj?np\.(u?int64|float64|complex128)\b")
_DATA = '\nwith np.load(Path(__file__).with_suffix(".npz"), allow_pickle=False) as file:\n    data = dict(file)\n'
_END = """

if __name__ == "__main__":
    {show}({first}(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
"""


class JaxProgram(NamedTuple):
    """An exported program; ``report`` has problems of the diagram that do not belong to a block.

    ``data`` is the content of the ``.npz`` file that must be beside it, with its name; None if it needs none.
    """

    text: str
    data: bytes | None
    report: list[str]

    def write(self, path: Path) -> None:
        if self.data is not None:
            write_atomically(path.with_suffix(".npz"), self.data)
        write_atomically(path, self.text.encode())


def to_jax(
    diagram: Diagram, path: str | os.PathLike[str], session_of: Callable[[PageView], Session] = Session
) -> JaxProgram:
    """Return the JAX program of a diagram; sessions of pages have the initial values of variables.

    Raise a DiagramError if a block has an error or cannot be written, or a RunError with all of them.
    """
    require("jax")
    from blocks.interchange import jax_helpers
    from blocks.interchange.jax_common import Common
    from blocks.interchange.jax_pages import PageFunctions

    if not diagram.pages:
        raise DiagramError("the diagram has no pages")
    sessions = [session_of(page) for page in diagram.pages]
    faults = [error for session in sessions for error in session.problems()]
    refused = [error for error in faults if error.block is not None]
    if refused:
        raise RunError(refused, {})
    common = Common()
    own = ("loss", "init_params")  # a page may be traced from a function of this name
    names = [common.name(f"{page.name}_page" if page.name in own else page.name) for page in diagram.pages]
    pages: list[PageFunctions] = []
    for session, name in zip(sessions, names, strict=True):
        pages.append(PageFunctions(common, session, name, f"{name}_" if any(page.losses for page in pages) else ""))
    lines = [line for page in pages for line in page.written()]
    show = common.helper(jax_helpers.show)
    if common.errors:
        errors = {(error.page, error.block, error.message): error for error in common.errors}
        raise RunError(list(errors.values()), {})
    source = "\n\n\n".join([*common.carried.texts, *common.rules, "\n".join(lines)])
    dtypes = [f"np.{array.dtype.name}" for array in common.arrays.values()]
    is_wide = _WIDE_DTYPE.search("\n".join([source, *dtypes]))
    head = _HEAD.format(
        title=inside_docstring(diagram.title) or "A diagram",
        functions="\n".join(line for page in pages for line in page.summary()),
        wide=_WIDE if is_wide else "",
        imports=_imports(common.carried.modules, "lax." in source, bool(common.arrays)),
    )
    if common.arrays:
        head += _DATA
    text = f"{head}\n\n{source}\n{_END.format(show=show, first=pages[0].name)}"
    report = [f"{error.location()}: {error.sentence()}" for error in faults]
    return JaxProgram(text, _packed(common.arrays) if common.arrays else None, report)


def _imports(modules: Collection[str], lax: bool, data: bool) -> str:
    plain = {"sys", *(name for name in modules if not name.startswith("jax") and name not in ("np", "jnp", "lax"))}
    plain.discard("NamedTuple")
    lines = [f"import {name}" for name in sorted(plain)]
    lines += ["from collections import OrderedDict", *(["from pathlib import Path"] if data else [])]
    lines += ["from typing import NamedTuple"] if "NamedTuple" in modules else []
    lines += ["", "import jax", "import jax.numpy as jnp"]
    lines += [f"import {name}" for name in sorted(modules) if name.startswith("jax.")]
    lines += ["import numpy as np"]
    return "\n".join([*lines, *(["from jax import lax"] if lax or "lax" in modules else [])])


def _packed(arrays: dict[str, Array]) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()
