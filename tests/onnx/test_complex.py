"""Complex numbers in models: transforms and what is made of their results, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.model import Diagram, PageView
from blocks.interchange.export_onnx import to_onnx
from blocks.run.session import Session

pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")

RNG = np.random.default_rng(0)
KERNEL = RNG.standard_normal(4) + 1j * RNG.standard_normal(4)
C128, F64 = {"Tcomplex": "DT_COMPLEX128"}, {"Treal": "DT_DOUBLE"}


def pen(page: PageView) -> Callable[..., str]:
    """Adds a block to a page, with wires into its pins; gives its name."""

    def add(kind: str, wires: str, **values: Any) -> str:
        block = page.add(kind, **values).id
        for wire in wires.split():
            source, _, pin = wire.partition(">")
            page.wire(source, f"{block}.{pin}")
        return block

    return add


def spectrum(add: Callable[..., str]) -> str:
    return add("ComplexAbs", f"{add('RFFT', 'x>input', fft_length=[6], **C128)}>x", Tout="DT_DOUBLE")


def filtered(add: Callable[..., str]) -> str:
    kernel = add("Const", "", val=KERNEL, dtype="DT_COMPLEX128")
    product = add("Multiply", f"{add('RFFT', 'x>input', fft_length=[7], **C128)}>x {kernel}>y")
    shifted = add("Subtract", f"{add('Add', f'{product}>x {product}>y')}>x {product}>y")
    return add("IRFFT", f"{shifted}>input", fft_length=[7], **F64)


def there_and_back(add: Callable[..., str]) -> str:
    return add("IRFFT2D", f"{add('RFFT2D', 'x>input', fft_length=[4, 6], **C128)}>input", fft_length=[4, 6], **F64)


def all_axes(add: Callable[..., str]) -> str:
    made = add("Complex", f"x>real {add('Cos', 'x>x')}>imag", Tout="DT_COMPLEX128")
    back = add("IFFT2D", f"{add('FFT3D', f'{made}>input')}>input")
    return add("Imag", f"{add('Conj', f'{back}>input')}>input", Tout="DT_DOUBLE")


CASES: dict[str, tuple[Callable[..., str], tuple[int, ...], Callable[[Array], Array]]] = {
    "spectrum": (spectrum, (3, 8), lambda x: np.abs(np.fft.rfft(x[:, :6]))),
    "filtered": (filtered, (2, 3, 7), lambda x: np.fft.irfft(np.fft.rfft(x) * KERNEL, 7)),
    "there and back": (there_and_back, (4, 6), lambda x: x),
    "all axes": (all_axes, (3, 4, 5), lambda x: np.fft.ifft2(np.fft.fftn(x + 1j * np.cos(x))).conj().imag),
}


@pytest.mark.parametrize("case", CASES)
def test_transforms(case: str) -> None:
    from tests.onnx.running import checked, run

    build, shape, wanted = CASES[case]
    page = Diagram().add_page("main")
    page.add("Placeholder", id="x", dtype="DT_DOUBLE", shape=list(shape))
    fetched = build(pen(page))
    exported = to_onnx(Session(page), [fetched], ["x"])
    checked(exported)
    x = RNG.standard_normal(shape)
    [found] = run(exported, {"x": x}).values()
    np.testing.assert_allclose(found, wanted(x), atol=1e-6)  # onnxruntime's angles are in single precision


def test_a_model_gives_no_complex_numbers() -> None:
    page = Diagram().add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[5])
    given = pen(page)("RFFT", "x>input", fft_length=[5])
    with pytest.raises(DiagramError, match="RFFT gives complex numbers"):
        to_onnx(Session(page), [given], ["x"])
