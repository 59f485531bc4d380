"""A writer of LLVM IR: vectors, loops and tasks of one function.

Values are names of the function, or integers that are known while it is written. A kind is a scalar type of LLVM, such
as ``"float"``. Vectors may be longer than a register: LLVM splits them, which hides the latency of instructions.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

Whole: TypeAlias = int | str
"""An integer of 64 bits: known while the function is written, or a name."""

FLOAT, DOUBLE = "float", "double"
SHORT = {"float": "f32", "double": "f64", "i1": "i1", "i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64"}
BYTES = {"float": 4, "double": 8, "i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8}

LINE = 64
"""Bytes of a line of the cache."""


def constant(value: float, kind: str = FLOAT) -> str:
    """Return a constant in all lanes."""
    return f"splat ({kind} {scalar(value, kind)})"


def scalar(value: float, kind: str = FLOAT) -> str:
    if kind not in (FLOAT, DOUBLE):
        return str(int(value))
    if kind == FLOAT:
        value = struct.unpack("f", struct.pack("f", value))[0]
    return f"0x{struct.unpack('Q', struct.pack('d', value))[0]:016X}"


class Builder:
    """The text of one function.

    Args:
        lanes: the number of elements of a vector.
        arguments: the names of the function's arguments, with their types, ``"ptr"`` or ``"i64"``.
    """

    def __init__(self, lanes: int, arguments: Mapping[str, str]) -> None:
        self.lanes = lanes
        self.arguments = arguments
        self.lines = ["entry:"]
        self.block = "entry"
        self._count = 0
        self._declared: dict[str, str] = {}

    def name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def __call__(self, text: str) -> str:
        """Add an instruction with a result, and return the result's name."""
        name = self.name()
        self.lines.append(f" {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append(f" {text}")

    def begin(self, block: str) -> None:
        self.lines.append(f"{block}:")
        self.block = block

    @contextmanager
    def narrow(self, lanes: int) -> Generator[None]:
        """Write with vectors of another length for a while."""
        before, self.lanes = self.lanes, lanes
        yield
        self.lanes = before

    def vector(self, kind: str = FLOAT) -> str:
        return f"<{self.lanes} x {kind}>"

    # Integers.

    def whole(self, operation: str, a: Whole, b: Whole) -> Whole:
        if isinstance(a, int) and isinstance(b, int) and operation in ("add", "sub", "mul"):
            return {"add": a + b, "sub": a - b, "mul": a * b}[operation]
        if (operation in ("add", "sub") and b == 0) or (operation in ("mul", "sdiv") and b == 1):
            return a
        if operation == "mul" and 0 in (a, b):
            return 0
        return self(f"{operation} i64 {a}, {b}")

    def total(self, *terms: Whole | tuple[Whole, Whole]) -> Whole:
        """Add up integers, and products of pairs of them."""
        result: Whole = 0
        for term in terms:
            each = self.whole("mul", *term) if isinstance(term, tuple) else term
            result = each if result == 0 else self.whole("add", result, each)
        return result

    def least(self, a: Whole, b: Whole) -> str:
        return self.call("llvm.smin.i64", "i64", ("i64", a), ("i64", b))

    def test(self, how: str, a: Whole, b: Whole) -> str:
        return self(f"icmp {how} i64 {a}, {b}")

    def branch(self, test: str, then: str, otherwise: str) -> None:
        self.do(f"br i1 {test}, label %{then}, label %{otherwise}")

    # Vectors.

    def call(self, function: str, gives: str, *args: tuple[str, Whole]) -> str:
        """Call a function; the type of an argument may have an alignment, which its declaration leaves out."""
        kinds = ", ".join(kind.partition(" align")[0] for kind, _ in args)
        self._declared[function] = f"declare {gives} @{function}({kinds})"
        text = f"call {gives} @{function}({', '.join(f'{kind} {value}' for kind, value in args)})"
        if gives != "void":
            return self(text)
        self.do(text)
        return ""

    def intrinsic(self, function: str, *args: str, kind: str = FLOAT) -> str:
        """Call a function of LLVM on vectors of one kind, such as ``sqrt``."""
        vector = self.vector(kind)
        return self.call(f"llvm.{function}.v{self.lanes}{SHORT[kind]}", vector, *((vector, each) for each in args))

    def fma(self, a: str, b: str, c: str, kind: str = FLOAT) -> str:
        return self.intrinsic("fma", a, b, c, kind=kind)

    def op(self, operation: str, a: str, b: str, kind: str = FLOAT) -> str:
        return self(f"{operation} {self.vector(kind)} {a}, {b}")

    def negate(self, a: str, kind: str = FLOAT) -> str:
        return self(f"fneg {self.vector(kind)} {a}")

    def compare(self, how: str, a: str, b: str, kind: str = FLOAT) -> str:
        return self(f"{'fcmp' if kind in (FLOAT, DOUBLE) else 'icmp'} {how} {self.vector(kind)} {a}, {b}")

    def pick(self, mask: str, a: str, b: str, kind: str = FLOAT) -> str:
        vector = self.vector(kind)
        return self(f"select {self.vector('i1')} {mask}, {vector} {a}, {vector} {b}")

    def convert(self, how: str, a: str, kind: str, to: str) -> str:
        return self(f"{how} {self.vector(kind)} {a} to {self.vector(to)}")

    def spread(self, value: Whole, kind: str = FLOAT) -> str:
        """Put one value into all lanes."""
        vector = self.vector(kind)
        first = self(f"insertelement {vector} poison, {kind} {value}, i64 0")
        return self(f"shufflevector {vector} {first}, {vector} poison, <{self.lanes} x i32> zeroinitializer")

    def shuffle(self, a: str, b: str, size: int, lanes: Sequence[int], kind: str = FLOAT) -> str:
        """Return the lanes of two vectors of ``size`` elements, ``b`` after ``a``."""
        given = f"<{size} x {kind}>"
        wanted = ", ".join(f"i32 {lane}" for lane in lanes)
        return self(f"shufflevector {given} {a}, {given} {b}, <{len(lanes)} x i32> <{wanted}>")

    def numbers(self, first: int = 0) -> str:
        return f"<{', '.join(f'i32 {first + i}' for i in range(self.lanes))}>"

    def below(self, stop: Whole, at: Whole, first: Whole | None = None, offset: int = 0) -> str:
        """Return a mask of the lanes from index ``at`` on that are below ``stop``, and not below ``first``."""
        vector = self.vector("i32")

        def limit(end: Whole) -> str:
            left = self.whole("sub", end, at)
            return self.spread(left if isinstance(left, int) else self(f"trunc i64 {left} to i32"), "i32")

        mask = self(f"icmp slt {vector} {self.numbers(offset)}, {limit(stop)}")
        if first is None:
            return mask
        other = self(f"icmp sge {vector} {self.numbers(offset)}, {limit(first)}")
        return self(f"and {self.vector('i1')} {mask}, {other}")

    # Memory.

    def at(self, pointer: str, index: Whole, kind: str = FLOAT) -> str:
        return pointer if index == 0 else self(f"getelementptr {kind}, ptr {pointer}, i64 {index}")

    def load(self, pointer: str, index: Whole = 0, mask: str | None = None, kind: str = FLOAT) -> str:
        place, vector = self.at(pointer, index, kind), self.vector(kind)
        if mask is None:
            return self(f"load {vector}, ptr {place}, align {BYTES[kind]}")
        return self.call(
            f"llvm.masked.load.v{self.lanes}{SHORT[kind]}.p0", vector, (f"ptr align {BYTES[kind]}", place),
            (self.vector("i1"), mask), (vector, "zeroinitializer"),
        )  # fmt: skip

    def store(
        self, value: str, pointer: str, index: Whole = 0, mask: str | None = None, kind: str = FLOAT, *,
        around: bool = False,
    ) -> None:  # fmt: skip
        """Store a vector; ``around``: past the caches, to a place that is a multiple of a cache line."""
        place, vector = self.at(pointer, index, kind), self.vector(kind)
        if mask is not None:
            self.call(
                f"llvm.masked.store.v{self.lanes}{SHORT[kind]}.p0", "void", (vector, value),
                (f"ptr align {BYTES[kind]}", place), (self.vector("i1"), mask),
            )  # fmt: skip
            return
        align = f"{min(LINE, self.lanes * BYTES[kind])}, !nontemporal !0" if around else str(BYTES[kind])
        self.do(f"store {vector} {value}, ptr {place}, align {align}")

    def load_one(self, pointer: str, index: Whole = 0, kind: str = FLOAT) -> str:
        return self(f"load {kind}, ptr {self.at(pointer, index, kind)}, align {BYTES[kind]}")

    def load_spread(self, pointer: str, index: Whole = 0, kind: str = FLOAT) -> str:
        return self.spread(self.load_one(pointer, index, kind), kind)

    def store_one(self, value: str, pointer: str, index: Whole = 0, kind: str = FLOAT) -> None:
        self.do(f"store {kind} {value}, ptr {self.at(pointer, index, kind)}, align {BYTES[kind]}")

    def prefetch(self, pointer: str, locality: int = 2) -> None:
        kinds = ("i32", 0), ("i32", locality), ("i32", 1)
        self.call("llvm.prefetch.p0", "void", ("ptr", pointer), *kinds)

    def copy(self, target: str, source: str, size: Whole) -> None:
        """Copy bytes."""
        args = ("ptr", target), ("ptr", source), ("i64", size), ("i1", 0)
        self.call("llvm.memcpy.p0.p0.i64", "void", *args)

    def clear(self, target: str, size: Whole) -> None:
        """Set bytes to 0."""
        self.call("llvm.memset.p0.i64", "void", ("ptr", target), ("i8", 0), ("i64", size), ("i1", 0))

    def hidden(self, pointer: str) -> str:
        """Return a pointer that LLVM takes for another one: it then loads again instead of keeping values in
        registers that it lacks.
        """
        return self(f'call ptr asm "", "=r,0"(ptr {pointer})')

    # Control flow.

    @contextmanager
    def loop(
        self, stop: Whole, step: int = 1, start: Whole = 0, carried: Sequence[str] = (), kinds: Sequence[str] = ()
    ) -> Generator[tuple[Whole, list[str]]]:
        """Loop while ``start + step <= stop``.

        Args:
            carried: vectors that the body replaces in place; after the loop, the list has the last ones.
            kinds: their kinds; all float by default.

        Yields:
            The index, which is `index` after the loop, and the list of carried vectors.
        """
        values = list(carried)
        if isinstance(stop, int) and isinstance(start, int) and step <= stop - start < 2 * step:
            yield start, values
            self.index: Whole = start + step
            return
        index, before = self.name(), self.block
        head = f"b{index[1:]}"
        phis, given = [self.name() for _ in values], list(values)
        self.do(f"br label %{head}")
        self.begin(head)
        hole = len(self.lines)
        self.branch(self.test("sle", self.whole("add", index, step), stop), f"{head}w", f"{head}e")
        self.begin(f"{head}w")
        values[:] = phis
        yield index, values
        after, end = self.whole("add", index, step), self.block
        self.do(f"br label %{head}")
        merged = [f" {index} = phi i64 [{start}, %{before}], [{after}, %{end}]"]
        for phi, kind, old, new in zip(phis, kinds or [FLOAT] * len(phis), given, values, strict=True):
            merged.append(f" {phi} = phi {self.vector(kind)} [{old}, %{before}], [{new}, %{end}]")
        self.lines[hole:hole] = merged
        self.begin(f"{head}e")
        values[:] = phis
        self.index = index

    @contextmanager
    def tasks(self, count: Whole, last: bool = False) -> Generator[str]:
        """Take tasks from the counter that all threads share, so that a thread that is held up takes fewer.

        The function needs the argument ``counter``. With ``last``, what is written after it runs once, in the thread
        that ends the last task.
        """
        self.do("br label %take")
        self.begin("take")
        task = self("atomicrmw add ptr %counter, i64 1 monotonic")
        self.branch(self.test("slt", task, count), "work", "done")
        self.begin("work")
        yield task
        if last:
            done = self(f"atomicrmw add ptr {self.at('%counter', 2 * LINE // 8, 'i64')}, i64 1 acq_rel")
            self.branch(self.test("eq", done, self.whole("sub", count, 1)), "finish", "take")
            self.begin("done")
            self.do("ret void")
            self.begin("finish")
        else:
            self.do("br label %take")
            self.begin("done")

    def text(self) -> str:
        given = ", ".join(f"{kind} %{name}" for name, kind in self.arguments.items())
        head = [*self._declared.values(), f"define void @f({given}) nounwind {{"]
        return "\n".join([*head, *self.lines, " ret void", "}", "!0 = !{i32 1}", ""])
