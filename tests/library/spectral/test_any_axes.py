"""Fourier transforms along axes that are said, against NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession

RNG: Any = np.random.default_rng(0)
X: Any = RNG.normal(size=(2, 4, 3)) + 1j * RNG.normal(size=(2, 4, 3))
WAYS = [((0, 2), (2, 3)), ((-1,), (3,)), ((2, 0), (5, 1)), ((0, 1, 2), (2, 4, 3)), ((1,), (2,))]


def ints(values: Any) -> Any:
    return np.array(values, np.int32)


@pytest.mark.parametrize(("axes", "lengths"), WAYS)
@pytest.mark.parametrize("name", ["FFTND", "IFFTND", "RFFTND", "IRFFTND"])
def test_as_numpy(name: str, axes: tuple[int, ...], lengths: tuple[int, ...]) -> None:
    wanted = getattr(
        np.fft, {"F": "fftn", "I": "ifftn", "R": "rfftn"}.get(name[0] if name != "IRFFTND" else "", "irfftn")
    )
    x = X.real if name == "RFFTND" else X
    attrs = {"RFFTND": {"Tcomplex": "DT_COMPLEX128"}, "IRFFTND": {"Treal": "DT_DOUBLE"}}.get(name, {})
    root = Scope.new_root_scope()
    node = getattr(ops, name)(ops.Const(root, x), ints(lengths), ints(axes), **attrs).as_output()
    [result] = ClientSession(root).run([node])
    np.testing.assert_allclose(result, wanted(x, lengths, axes), atol=1e-12)
    assert node.shape == result.shape


@pytest.mark.parametrize(("axes", "lengths"), WAYS)
@pytest.mark.parametrize("name", ["FFTND", "IFFTND"])
def test_gradients_are_transposes(name: str, axes: tuple[int, ...], lengths: tuple[int, ...]) -> None:
    """<dy, F v> = <F* dy, v> for each v: TensorFlow's gradient by x is the conjugate transpose of the transform."""
    root = Scope.new_root_scope()
    x = ops.Placeholder(root, dtype="DT_COMPLEX128", shape=list(X.shape)).as_output()
    y = getattr(ops, name)(x, ints(lengths), ints(axes)).as_output()
    dy = ops.Placeholder(root, dtype="DT_COMPLEX128").as_output()
    [dx] = add_symbolic_gradients(root, [y], [x], [dy])
    session = ClientSession(root)
    spectrum: Any = session.run([y], {x: X})[0]
    arriving: Any = RNG.normal(size=spectrum.shape) + 1j * RNG.normal(size=spectrum.shape)
    gradient: Any = session.run([dx], {x: X, dy: arriving})[0]
    sides: Any = np.sum(np.conj(arriving) * spectrum), np.sum(np.conj(gradient) * X)
    np.testing.assert_allclose(*sides, atol=1e-10)


@pytest.mark.parametrize(
    ("lengths", "axes", "pin"),
    [((2,), (5,), "axes"), ((2, 2), (0, -3), "axes"), ((2, 2), (0,), "fft_length"), ((0,), (0,), "fft_length")],
)
def test_what_does_not_fit_is_refused(lengths: Any, axes: Any, pin: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError) as caught:
        ops.FFTND(ops.Const(root, X), ints(lengths), ints(axes))
    assert caught.value.pin == pin
