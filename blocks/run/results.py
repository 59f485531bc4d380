"""What a run hands out: values by the names of their result pins."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.types import Array, is_array
from blocks.run.profile import Profile


class Results(dict[str, Array]):
    """Values by the names of their result pins (``"v.result_product"``), and their dtypes.

    Attributes:
        dtypes: the dtypes, by the same names.
        gradients: what `Session.watch` asked for: the gradient at each output pin, by its name (``"v.product"``).
        profile: where the time went, if a session was to measure it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.dtypes: dict[str, DType] = {}
        self.gradients: dict[str, Array] = {}
        self.profile: Profile | None = None

    def put(self, name: str, value: Any, dtype: DType) -> None:
        """Add a result."""
        self[name] = np.asarray(value) if dtype.kind != "string" else _strings(value)
        self.dtypes[name] = dtype


def _strings(value: Any) -> Array:
    if is_array(value):
        return value
    array = np.empty((), object)
    array[()] = value
    return array
