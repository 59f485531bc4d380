"""A distribution with a block type, as somebody else would write it: a folder on the path, with its ``.dist-info``."""

from __future__ import annotations

from pathlib import Path

TYPES = '''
import numpy as np

from blocks import block
from blocks.base.dtypes import DOUBLE, FLOAT

@block("x: T, y: T -> z: T", T=(FLOAT, DOUBLE), broadcasts=True, example={"x": [3.0], "y": [4.0], "z": [5.0]})
def Hypotenuse(x, y, *, scale: float = 1.0):
    """The longest side of a right triangle: z = scale * sqrt(x^2 + y^2).

    Args:
        x: a side.
        y: the other side; the shapes are spread to a common one.
        scale: what it is multiplied by.

    Returns:
        z: the longest side, element by element.
    """
    return np.asarray(np.hypot(x, y) * x.dtype.type(scale))

@Hypotenuse.gradient()
def _(call, dz):
    z = call.outputs[0]
    by = dz * float(call.attrs["scale"]) ** 2
    return by * call.input("x") / z, by * call.input("y") / z

Hypotenuse.formula("{scale} * sqrt({x}^2 + {y}^2)")

@Hypotenuse.jax
def _(site, x, y):
    import jax.numpy as jnp
    return jnp.hypot(x, y) * site.attrs["scale"]

@Hypotenuse.onnx
def _(site, x, y):
    from blocks.library.onnx_rules.values import op
    return op.Sqrt(x * x + y * y) * site.attrs["scale"]
'''
DIAGRAM = """\
{
  "format": "gradblocks/1",
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "A", "type": "Placeholder", "at": [0, 0], "values": {"dtype": "DT_FLOAT", "shape": [2]}},
        {"id": "h", "type": "triangles:Hypotenuse", "at": [300, 0], "values": {"odd": 7, "scale": 2.0, "y": 4.0}},
        {"id": "n", "type": "Negate", "at": [600, 0]}
      ],
      "wires": [
        ["A.output", "h.x"],
        ["A.output", "n.x"]
      ]
    }
  ]
}
"""
"""A page with a block of that type, which has a value that is unknown, too."""
PAGE = DIAGRAM.replace('"odd": 7, ', "")


def write(folder: Path, name: str = "triangles", text: str = TYPES, value: str | None = None, dist: str = "") -> None:
    """Install a package of one module into a folder."""
    module = f"{name}_of_a_stranger"
    (folder / f"{module}.py").write_text(text, "utf-8")
    info = folder / f"{dist or module}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist or module}\nVersion: 0.1\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[gradblocks.blocks]\n{name} = {value or module}\n", "utf-8")
