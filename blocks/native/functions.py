"""Functions of vectors: polynomials with a stated error.

All functions are within 2 units in the last place over the whole range. NaN, infinity and signed zero give what NumPy
gives. `erf`, `sin` and `cos` exist for float32 only.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import NamedTuple

from blocks.native.builder import DOUBLE, FLOAT, Builder, constant


class _Format(NamedTuple):
    """A floating-point format.

    Attributes:
        magic: a number to which a small integer is added to round it: its last bits then hold the integer.
        halves: ln 2 as a sum of two numbers, the first with few bits.
        powers: the coefficients of (e^r - 1 - r) / r², highest first.
        least, most: the limits beyond which e^x is 0 or infinite.
    """

    bits: str
    mantissa: int
    bias: int
    magic: float
    halves: tuple[float, float]
    powers: tuple[float, ...]
    least: float
    most: float


_FORMATS = {
    FLOAT: _Format(
        "i32", 23, 127, 12582912.0, (0.693145751953125, 1.428606765330187e-06),
        (0.000198527617612853646, 0.00139304355252534151, 0.00833336077630519867, 0.0416664853692054749,
         0.166666671633720398, 0.5), -104.0, 89.0,
    ),
    DOUBLE: _Format(
        "i64", 52, 1023, 6755399441055744.0, (0.6931471803691238, 1.9082149292705877e-10),
        tuple([1 / math.factorial(k) for k in range(13, 1, -1)]), -746.0, 710.0,
    ),
}  # fmt: skip


class Functions:
    """The functions for vectors of one kind, ``float`` or ``double``."""

    def __init__(self, builder: Builder, kind: str = FLOAT) -> None:
        self.e = builder
        self.kind = kind
        self.format = _FORMATS[kind]

    # Short forms.

    def c(self, value: float) -> str:
        return constant(value, self.kind)

    def op(self, operation: str, a: str, b: str) -> str:
        return self.e.op(operation, a, b, self.kind)

    def fma(self, a: str, b: str, c: str) -> str:
        return self.e.fma(a, b, c, self.kind)

    def test(self, how: str, a: str, b: str) -> str:
        return self.e.compare(how, a, b, self.kind)

    def pick(self, mask: str, a: str, b: str) -> str:
        return self.e.pick(mask, a, b, self.kind)

    def bits(self, operation: str, a: str, b: str | int) -> str:
        other = b if isinstance(b, str) else constant(b, self.format.bits)
        return self.e.op(operation, a, other, self.format.bits)

    def as_bits(self, a: str) -> str:
        return self.e.convert("bitcast", a, self.kind, self.format.bits)

    def as_float(self, a: str) -> str:
        return self.e.convert("bitcast", a, self.format.bits, self.kind)

    def fabs(self, a: str) -> str:
        return self.e.intrinsic("fabs", a, kind=self.kind)

    def copysign(self, a: str, sign: str) -> str:
        return self.e.intrinsic("copysign", a, sign, kind=self.kind)

    def polynomial(self, x: str, coefficients: Sequence[float]) -> str:
        """Compute a polynomial, the coefficient of the highest power first."""
        total = self.c(coefficients[0])
        for each in coefficients[1:]:
            total = self.fma(total, x, self.c(each))
        return total

    def larger(self, a: str, b: str, how: str = "ogt") -> str:
        """Return the larger of two, or NaN if one is, as NumPy does."""
        most = self.pick(self.test(how, a, b), a, b)  # b where one is NaN
        return self.pick(self.test("uno", a, a), a, most)

    def smaller(self, a: str, b: str) -> str:
        return self.larger(a, b, "olt")

    def clamp(self, x: str, low: float | None = None, high: float | None = None) -> str:
        """Limit values; NaN stays."""
        if high is not None:
            x = self.pick(self.test("ogt", x, self.c(high)), self.c(high), x)
        return x if low is None else self.pick(self.test("olt", x, self.c(low)), self.c(low), x)

    # Exponentials.

    def split(self, x: str) -> tuple[str, str]:
        """Return e^r - 1 and an integer n as bits, for x = n ln 2 + r."""
        magic = self.c(self.format.magic)
        sum = self.fma(x, self.c(math.log2(math.e)), magic)
        n = self.op("fsub", sum, magic)
        high, low = self.format.halves
        r = self.fma(n, self.c(-low), self.fma(n, self.c(-high), x))
        p = self.fma(self.op("fmul", r, r), self.polynomial(r, self.format.powers), r)
        first = int.from_bytes(_packed(self.format.magic, self.kind), "little")
        return p, self.bits("sub", self.as_bits(sum), first)

    def power(self, n: str) -> str:
        """Return 2^n for integers as bits, if it is a normal number."""
        return self.as_float(self.bits("shl", self.bits("add", n, self.format.bias), self.format.mantissa))

    def scaled(self, p: str, n: str) -> str:
        """Return p 2^n with one rounding, also if the result is not a normal number."""
        half = self.bits("ashr", n, 1)
        return self.op("fmul", self.op("fmul", p, self.power(half)), self.power(self.bits("sub", n, half)))

    def exp(self, x: str) -> str:
        p, n = self.split(self.clamp(x, self.format.least, self.format.most))
        return self.scaled(self.op("fadd", p, self.c(1)), n)

    def expm1(self, x: str) -> str:
        p, n = self.split(self.clamp(x, -40.0, self.format.most))
        half = self.power(self.bits("sub", n, 1))  # 2^n may be infinite
        result = self.op("fmul", self.fma(half, p, self.op("fsub", half, self.c(0.5))), self.c(2))
        return self.pick(self.test("oeq", x, self.c(0)), x, result)

    def log(self, x: str) -> str:
        form, wide = self.format, self.kind == DOUBLE
        tiny, raised = 2.0 ** (1 - form.bias), form.mantissa + 1
        small = self.test("olt", x, self.c(tiny))
        first = int.from_bytes(_packed(math.sqrt(0.5), self.kind), "little")
        y = self.pick(small, self.op("fmul", x, self.c(2.0**raised)), x)
        bits = self.bits("sub", self.as_bits(y), first)
        n = self.e.convert("sitofp", self.bits("ashr", bits, form.mantissa), form.bits, self.kind)
        n = self.op("fadd", n, self.pick(small, self.c(-raised), self.c(0)))
        f = self.as_float(self.bits("add", self.bits("and", bits, (1 << form.mantissa) - 1), first))
        f = self.op("fsub", f, self.c(1))
        y = self._log_wide(f, n) if wide else self._log(f, n)
        y = self.pick(self.test("olt", x, self.c(0)), self.c(math.nan), y)
        y = self.pick(self.test("oeq", x, self.c(0)), self.c(-math.inf), y)
        return self.pick(self.test("ult", x, self.c(math.inf)), self.pick(self.test("uno", x, x), x, y), x)

    def _log(self, f: str, n: str) -> str:
        p = self.polynomial(f, (7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                                -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1))  # fmt: skip
        square = self.op("fmul", f, f)
        y = self.fma(n, self.c(-2.12194440e-4), self.op("fmul", self.op("fmul", square, f), p))
        return self.fma(n, self.c(0.693359375), self.op("fadd", f, self.fma(square, self.c(-0.5), y)))

    def _log_wide(self, f: str, n: str) -> str:
        s = self.op("fdiv", f, self.op("fadd", f, self.c(2)))
        z = self.op("fmul", s, s)
        r = self.op("fmul", z, self.polynomial(z, (
            1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01,
            2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01)))  # fmt: skip
        half = self.op("fmul", self.op("fmul", f, f), self.c(0.5))
        low = self.fma(n, self.c(1.90821492927058770002e-10), self.op("fmul", s, self.op("fadd", half, r)))
        rest = self.op("fsub", self.op("fsub", half, low), f)
        return self.op("fsub", self.op("fmul", n, self.c(6.93147180369123816490e-01)), rest)

    def log1p(self, x: str) -> str:
        """Return log(u) + (x - (u - 1)) / u with u = 1 + x."""
        u = self.op("fadd", x, self.c(1))
        lost = self.op("fdiv", self.op("fsub", x, self.op("fsub", u, self.c(1))), u)
        log = self.log(u)
        bad = self.e.op("or", self.test("oeq", u, self.c(0)), self.test("oeq", u, self.c(math.inf)), "i1")
        result = self.pick(bad, log, self.op("fadd", log, lost))
        return self.pick(self.test("oeq", u, self.c(1)), x, result)

    def tanh(self, x: str) -> str:
        """Return odd powers of x below 0.625, and 1 - 2 / (e^(2 |x|) + 1) with the sign of x elsewhere."""
        size = self.fabs(x)
        p, n = self.split(self.op("fmul", self.clamp(size, high=20.0), self.c(2)))
        power = self.power(n)
        sum = self.op("fadd", self.fma(power, p, power), self.c(1))
        far = self.op("fsub", self.c(1), self.op("fdiv", self.c(2), sum))
        z = self.op("fmul", x, x)
        if self.kind == FLOAT:
            slope = self.polynomial(z, (-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1,
                                        -3.33332819422e-1))  # fmt: skip
        else:
            above = (-9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3)
            below = (1, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3)
            slope = self.op("fdiv", self.polynomial(z, above), self.polynomial(z, below))
        near = self.fma(self.op("fmul", z, x), slope, x)
        return self.copysign(self.pick(self.test("olt", size, self.c(0.625)), near, far), x)

    def sigmoid(self, x: str) -> str:
        """Return (z or 1) / (1 + z) with z = e^-|x|, corrected by the rounding errors of the sum and the division."""
        z = self.exp(self.e.negate(self.fabs(x), self.kind))
        top, d = self.pick(self.test("olt", x, self.c(0)), z, self.c(1)), self.op("fadd", z, self.c(1))
        lost = self.op("fsub", z, self.op("fsub", d, self.c(1)))
        y = self.op("fdiv", top, d)
        minus = self.e.negate(y, self.kind)
        rest = self.fma(minus, lost, self.fma(minus, d, top))
        return self.fma(rest, self.fma(z, self.c(-0.5), self.c(1)), y)

    # In float32 only.

    def erf(self, x: str) -> str:
        size = self.fabs(x)
        near = self.op("fmul", x, x)
        t = self.clamp(size, high=4.0)
        far = self.polynomial(t, (-1.72853470e-5, 3.83197126e-4, -3.88396438e-3, 2.42546219e-2, -1.06777877e-1,
                                  -6.34846687e-1, -1.28717512e-1))  # fmt: skip
        far = self.op("fsub", self.c(1), self.exp(self.fma(far, t, self.e.negate(t))))
        slope = self.polynomial(near, (-5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1, -3.76125336e-1,
                                       1.28379166e-1))  # fmt: skip
        return self.pick(self.test("ogt", size, self.c(0.927734375)), self.copysign(far, x), self.fma(slope, x, x))

    def sin(self, x: str) -> str:
        return self._wave(x, 0)

    def cos(self, x: str) -> str:
        return self._wave(x, 1)

    def _wave(self, x: str, turns: int) -> str:
        """Reduce x to a quarter in float64; values of 2^30 and more go to the library one by one."""
        e, wide = self.e, Functions(self.e, DOUBLE)
        size = self.fabs(x)
        inside = self.pick(self.test("olt", size, self.c(2.0**30)), x, self.c(0))
        y = e.convert("fpext", inside, FLOAT, DOUBLE)
        magic = wide.c(wide.format.magic)
        sum = wide.fma(y, wide.c(2 / math.pi), magic)
        n = wide.op("fsub", sum, magic)
        r = wide.fma(n, wide.c(-6.123233995736766e-17), wide.fma(n, wide.c(-math.pi / 2), y))
        r = e.convert("fptrunc", r, DOUBLE, FLOAT)
        quarter = self.bits("add", e.convert("trunc", wide.as_bits(sum), "i64", "i32"), turns)
        z = self.op("fmul", r, r)
        sine = self.fma(self.op("fmul", z, r), self.polynomial(z, (
            2.718311493989822e-6, -1.9839334836096632e-4, 8.33332938588945e-3, -1.66666666416265e-1)), r)  # fmt: skip
        cosine = self.fma(self.op("fmul", z, z), self.polynomial(z, (
            2.44331571182e-5, -1.38873162549e-3, 4.16666456e-2)), self.fma(z, self.c(-0.5), self.c(1)))  # fmt: skip
        odd = e.compare("ne", self.bits("and", quarter, 1), constant(0, "i32"), "i32")
        sign = self.bits("shl", self.bits("and", quarter, 2), 30)
        result = self.as_float(self.bits("xor", self.as_bits(self.pick(odd, cosine, sine)), sign))
        if not turns:
            result = self.pick(self.test("oeq", x, self.c(0)), x, result)
        result = self.pick(self.test("ueq", size, self.c(math.inf)), self.c(math.nan), result)
        return self._one_by_one("cos" if turns else "sin", x, result, self.test("oge", size, self.c(2.0**30)))

    def _one_by_one(self, function: str, x: str, result: str, where: str) -> str:
        """Replace results where a mask is set by those of the library's function for one float64."""
        e = self.e
        name, before = e.name()[1:], e.block
        any_lane = e(f"bitcast {e.vector('i1')} {where} to i{e.lanes}")
        e.branch(e(f"icmp ne i{e.lanes} {any_lane}, 0"), f"{name}s", f"{name}e")
        e.begin(f"{name}s")
        with e.loop(f"{e.lanes}", carried=[result]) as (i, values):

            def lane(vector: str, kind: str = FLOAT) -> str:
                return e(f"extractelement {e.vector(kind)} {vector}, i64 {i}")

            value = e.call(function, "double", ("double", e(f"fpext float {lane(x)} to double")))
            value = e(f"fptrunc double {value} to float")
            value = e(f"select i1 {lane(where, 'i1')}, float {value}, float {lane(values[0])}")
            values[0] = e(f"insertelement {e.vector()} {values[0]}, float {value}, i64 {i}")
        end = e.block
        e.do(f"br label %{name}e")
        e.begin(f"{name}e")
        return e(f"phi {e.vector()} [{result}, %{before}], [{values[0]}, %{end}]")


def _packed(value: float, kind: str) -> bytes:
    return struct.pack("<f" if kind == FLOAT else "<d", value)
