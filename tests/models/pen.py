"""Writing diagrams as expressions: ``pen("MatMul", x, w)`` adds a block and gives its first output."""

from __future__ import annotations

from typing import Any, cast

from blocks.document.model import PageView
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find
from tests.models.setting import Array, Setting


class Ref(str):
    """An output pin, ``block.pin``."""

    __slots__ = ()

    def at(self, index: int) -> Ref:
        """One of a list."""
        return Ref(f"{self}[{index}]")

    def pin(self, name: str) -> Ref:
        """Another output of the same block."""
        return Ref(f"{self.partition('.')[0]}.{name}")


class Pen:
    """Adds blocks to a page or composite.

    Attributes:
        canvas: the page or composite.
        dtype: of its real numbers.
        setting: what the model begins with.
    """

    def __init__(self, canvas: PageView, dtype: str, setting: Setting) -> None:
        self.canvas = canvas
        self.dtype = dtype
        self.setting = setting

    def on(self, name: str) -> Pen:
        """A pen for a new composite of the diagram."""
        return Pen(self.canvas.diagram.add_composite(name), self.dtype, self.setting)

    def __call__(self, kind: str, *inputs: Any, id: str | None = None, **values: Any) -> Ref:
        """Add a block.

        Args:
            kind: its type.
            inputs: what goes into its pins, in their order: outputs, lists of outputs, or literals.
            id: its name.
            values: attributes, and what goes into pins by name.

        Returns:
            Its first output; of an instance, the one that `Ref.pin` names.
        """
        spec: BlockSpec | None = find(kind)
        given = {pin.name: value for pin, value in zip(spec.inputs if spec else (), inputs, strict=False)} | values
        wires: dict[str, list[Ref]] = {}
        for name, value in tuple(given.items()):
            several = cast("list[Any]", value if isinstance(value, list) else [value])
            if several and all(isinstance(each, Ref) for each in several):
                wires[name] = several
                del given[name]
        block = self.canvas.add(kind, id=id, **given)
        for name, sources in wires.items():
            for source in sources:
                self.canvas.wire(source, f"{block.id}.{name}")
        return Ref(f"{block.id}.{spec.outputs[0].name if spec and spec.outputs else 'output'}")

    def const(self, value: Array | float, id: str | None = None) -> Ref:
        """A constant; real ones in the dtype of the pen."""
        values = {"dtype": self.dtype} if not hasattr(value, "dtype") or value.dtype.kind == "f" else {}  # type: ignore[union-attr]
        return self("Const", id=id, val=value, **values)

    def given(self, name: str) -> Ref:
        """Data of the model as a constant of its name."""
        return self.const(self.setting.given()[name], id=name)

    def variable(self, path: str) -> Ref:
        """A variable of the path's last part, which begins with the numbers of its path."""
        return self(
            "Variable", id=path.rpartition("/")[2], initvalues=self.setting.weights()[path].tolist(), dtype=self.dtype
        )

    def input(self, name: str) -> Ref:
        """An input pin of a composite."""
        return self("InputPin", id=name, dtype=self.dtype)

    def output(self, name: str, source: Ref) -> None:
        """An output pin of a composite."""
        self("OutputPin", id=f"{name}_out", name=name, input=source)

    def mean(self, x: Ref, *axes: int, keep: bool = False, id: str | None = None) -> Ref:
        return self("Mean", x, list(axes), keep_dims=keep, id=id)

    def minimize(self, loss: Ref, id: str = "train", **values: Any) -> None:
        """Train as the setting says."""
        self("Minimize", loss, id=id, learning_rate=self.setting.rate, optimizer=self.setting.optimizer, **values)
