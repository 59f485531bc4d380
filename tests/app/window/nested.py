"""A diagram with composites in composites, that tests of the window open."""

from __future__ import annotations

from pathlib import Path

NESTED = """{
  "format": "gradblocks/2",
  "composites": [
    {
      "name": "Twice",
      "blocks": [
        {"id": "x", "type": "InputPin", "at": [0, 0]},
        {"id": "double", "type": "Add", "at": [200, 0]},
        {"id": "y", "type": "OutputPin", "at": [420, 0]}
      ],
      "wires": [["x.output", "double.x"], ["x.output", "double.y"], ["double.z", "y.input"]]
    },
    {
      "name": "Outer",
      "doc": "Four times its input.",
      "blocks": [
        {"id": "a", "type": "InputPin", "at": [0, 0]},
        {"id": "first", "type": ":Twice", "at": [200, 0]},
        {"id": "second", "type": ":Twice", "at": [420, 0]},
        {"id": "b", "type": "OutputPin", "at": [640, 0]}
      ],
      "wires": [["a.output", "first.x"], ["first.y", "second.x"], ["second.y", "b.input"]]
    }
  ],
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "c", "type": "Const", "at": [0, 0], "values": {"val": [1.0, 2.0]}},
        {"id": "outer", "type": ":Outer", "at": [220, 0]},
        {"id": "plain", "type": ":Twice", "at": [440, 0]}
      ],
      "wires": [["c.output", "outer.a"], ["outer.b", "plain.x"]]
    },
    {
      "name": "other",
      "blocks": [{"id": "alone", "type": ":Twice", "at": [0, 0]}],
      "wires": []
    }
  ]
}
"""


def nested_file(folder: Path) -> Path:
    """The diagram in a file."""
    path = folder / "nested.gradblocks"
    path.write_text(NESTED)
    return path
