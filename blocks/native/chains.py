"""Machine code for expressions: chains of elementwise functions with sums and extremes of rows and columns.

An array is a matrix of m rows and n columns. A value is ``full``, has one element for each ``row`` or ``column``, or is
``one``. Tasks are runs of rows; a row passes through stages that are divided by its reductions. What later stages need
again, and is expensive to compute, is stored in scratch memory that stays in the cache. Without rows and columns, a
chain is ``flat``: n is 0, and tasks are pieces of fixed size.

Sums of columns and of everything are finished after all tasks, in their order. Each reduction is computed in an order
that its shape alone determines. So all results have the same bits for any number of threads, and in any expression.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.native.builder import BYTES, LINE, Builder, Whole, constant
from blocks.native.functions import Functions
from blocks.native.machine import kernel, processor
from blocks.native.tasks import Tasks, address, sums
from blocks.native.terms import REDUCED, Term

FULL, ROW, COLUMN, ONE = "full", "row", "column", "one"
TOTAL = "total"
"""The reduction of a whole array, which only a flat chain has."""

PIECE = 1 << 15
"""Elements of a task of a flat chain."""
RUNS = 32
"""Tasks of a chain with rows."""
NARROWEST, WIDEST = 16, 1 << 16
"""Columns: narrower rows take longer than in NumPy, and sums of wider ones would be less exact."""
AROUND = 1 << 22
"""Bytes from which on a result is stored past the caches."""
FEW = 4
"""Lanes for the values of rows."""
_CHEAP = 5
_COST = {"exp": 12, "expm1": 14, "log": 20, "log1p": 30, "tanh": 20, "sigmoid": 18, "erf": 24, "sin": 24, "cos": 24,
         "divide": 6, "reciprocal": 6, "sqrt": 6, "maximum": 2, "minimum": 2, "clip": 4}  # fmt: skip
_NEUTRAL = {"sum": -0.0, "largest": -math.inf, "smallest": math.inf}
_KINDS = {"f4": "float", "f8": "double", "b1": "i1", "i1": "i8", "u1": "i8", "i2": "i16", "i4": "i32", "i8": "i64"}


def kind_of(term: Term) -> str:
    return _KINDS[term.dtype.str[1:]]


def cost_of(term: Term) -> int:
    return 0 if term.kind in ("input", "constant", "index", "view") else _COST.get(term.kind, 1)


def in_order(outputs: Sequence[Term]) -> list[Term]:
    """Return all terms of an expression, operands first."""
    order: dict[Term, None] = {}
    pending = [(each, False) for each in reversed(outputs)]
    while pending:
        term, entered = pending.pop()
        if term in order:
            continue
        if entered:
            order[term] = None
        else:
            pending.append((term, True))
            pending += [(each, False) for each in reversed(term.args)]
    return list(order)


def widths(shape: Sequence[int]) -> set[int]:
    """Return the possible numbers of columns of an array; 0 is a flat chain."""
    sizes = {math.prod(shape[i:]) for i in range(1, len(shape))}
    whole = math.prod(shape)
    return {0, *(n for n in sizes if NARROWEST <= n <= whole // 2)}


class Layout:
    """The spans of all terms of an expression for a number of columns.

    Attributes:
        spans: the span of each term; None if the expression does not fit.
    """

    def __init__(self, order: Sequence[Term], size: int, n: int) -> None:
        self.order = order
        self.size = size
        self.n = n
        self.m = size // n if n else 1
        self._spans: dict[Term, str] = {}
        fits = all(map(self._forward, order)) and all(map(self._backward, reversed(order)))
        if fits and n and self.m != n:
            for each in order:  # terms that meet no rows
                self._spans.setdefault(each, COLUMN if each.size == n else ROW)
        self.spans = self._spans if fits and all(each in self._spans for each in order) else None

    def reduces(self, term: Term) -> str | None:
        """Return the kind of the result of a reduction: a row's value, a column's, or the total."""
        shape, n = term.args[0].shape, self.n
        axes: tuple[int, ...] = term.value
        left = [i for i, size in enumerate(shape) if size != 1 and i not in axes]
        if not left:
            return None if n else TOTAL
        if not n:
            return None
        if min(axes) > max(left) and math.prod(shape[i] for i in axes) == n:
            return ROW
        if max(axes) < min(left) and math.prod(shape[i] for i in left) == n and term.kind == "sum":
            return COLUMN
        return None

    def _put(self, term: Term, span: str) -> bool:
        if term.size == 1:
            return True
        if term.size != {ROW: self.m, COLUMN: self.n}.get(span):
            return False
        return self._spans.setdefault(term, span) == span

    def _forward(self, term: Term) -> bool:
        size, n = self.size, self.n
        if term.size == 1:
            self._spans[term] = ONE
        elif term.size == size:
            self._spans[term] = FULL
            if n and n not in widths(term.shape):
                return False
        elif term.size not in (self.m, n):
            return False
        if term.kind in REDUCED:
            span = self.reduces(term) if term.args[0].size == size else None
            if span is None or (term.kind == "sum" and span == ROW and n > WIDEST):
                return False
            return self._put(term, span)
        if term.kind == "view" and term.size == term.args[0].size:
            return term.size in (1, size) or term.args[0] not in self._spans or self._put(
                term, self._spans[term.args[0]])  # fmt: skip
        if term.size in (1, size):
            return all(self._meets(each, term) for each in term.args)
        spans = {self._spans[each] for each in term.args if each.size != 1 and each in self._spans}
        return all(each.size in (1, term.size) for each in term.args) and all(self._put(term, each) for each in spans)

    def _meets(self, arg: Term, whole: Term) -> bool:
        """Find the span of an operand of a full term from how it is broadcast."""
        if arg.size in (1, whole.size):
            return True
        if not self.n:
            return False
        shape = (1,) * (len(whole.shape) - len(arg.shape)) + arg.shape
        split = next(i for i in range(1, len(shape)) if math.prod(whole.shape[i:]) == self.n)
        if shape[:split] == whole.shape[:split] and set(shape[split:]) <= {1}:
            return self._put(arg, ROW)
        return shape[split:] == whole.shape[split:] and set(shape[:split]) <= {1} and self._put(arg, COLUMN)

    def _backward(self, term: Term) -> bool:
        span = self._spans.get(term)
        if span in (FULL, None) or term.kind in REDUCED:
            return True
        return all(each.size == 1 or self._put(each, str(span)) for each in term.args)


class Phases:
    """The kernels of an expression, in order: terms that need the sum of all rows come after it, from the inputs.

    Attributes:
        late: the terms that are known after all tasks of a phase.
    """

    def __init__(self, inputs: Sequence[Term], outputs: Sequence[Term], size: int, n: int) -> None:
        layout = Layout(in_order(outputs), size, n)
        assert layout.spans is not None
        phases: dict[Term, int] = {}
        self.late: set[Term] = set()
        for term in layout.order:
            phase = max([phases[each] for each in term.args], default=0)
            waits = any(phases[each] == phase and each in self.late for each in term.args)
            small = term.kind not in REDUCED and layout.spans[term] in (COLUMN, ONE)
            phases[term] = phase + (waits and not small)
            if (waits and small) or (term.kind in REDUCED and layout.reduces(term) in (COLUMN, TOTAL)):
                self.late.add(term)
        used = {each for term in layout.order for each in term.args if phases[each] < phases[term]}
        known = {each: each for each in inputs}
        wanted = [each for each in layout.order if each in self.late and each in used and each not in outputs]
        self.held = [*outputs, *wanted]
        self.chains: list[tuple[Chain, list[Term], list[Term]]] = []
        for phase in range(max(phases.values(), default=0) + 1):
            results = [each for each in self.held if phases[each] == phase]
            memo = dict(known)
            for term in in_order(results):
                if term not in memo:
                    args = tuple([memo[each] for each in term.args])
                    memo[term] = term if args == term.args else Term(
                        term.kind, args, term.shape, term.dtype, term.value)  # fmt: skip
            needed = {*in_order([memo[each] for each in results])}
            given = [each for each in known if known[each] in needed]
            if results:
                chain = Chain([known[each] for each in given], [memo[each] for each in results], size, n)
                self.chains.append((chain, given, results))
            for each in results:
                if each in self.late:
                    known[each] = Term("input", (), each.shape, each.dtype)

    def prepare(self) -> None:
        for chain, _, _ in self.chains:
            chain.kernel.prepare()

    def __call__(self, inputs: Mapping[Term, Array], outputs: dict[Term, Array]) -> None:
        """Fill the outputs; terms that only later phases need are added to them."""
        for each in self.held:
            if each not in outputs:
                outputs[each] = np.empty(each.shape, each.dtype)
        for chain, given, results in self.chains:
            chain([inputs[each] if each in inputs else outputs[each] for each in given], [outputs[r] for r in results])


class Chain:
    """The kernel of an expression.

    Args:
        inputs: the terms of kind ``input``, in the order of a call's arguments.
        outputs: the results; a call fills one array for each.
    """

    def __init__(self, inputs: Sequence[Term], outputs: Sequence[Term], size: int, n: int) -> None:
        self._memo: dict[Any, Term] = {}
        known: dict[Term, Term] = {}
        for each in in_order(outputs):
            known[each] = self._same(each, tuple([known[arg] for arg in each.args]))
        self.inputs = [known[each] for each in inputs]
        self.outputs = [known[each] for each in outputs]
        self.order = [each for each in in_order(self.outputs)]
        layout = Layout(self.order, size, n)
        assert layout.spans is not None
        self.spans, self.reduces = layout.spans, layout.reduces
        self.late: set[Term] = set()
        for each in self.order:
            if (each.kind in REDUCED and layout.reduces(each) in (COLUMN, TOTAL)) or self.late.intersection(each.args):
                self.late.add(each)
        self.size, self.m, self.n, self.flat = size, layout.m, n, not n
        self._stages()
        self._lanes()
        self.around = {
            each for each in self.outputs
            if each.size * each.dtype.itemsize >= AROUND and each.size == size and each not in self.inputs
        }  # fmt: skip
        self._write()

    def _same(self, term: Term, args: tuple[Term, ...]) -> Term:
        """Return one term for equal ones."""
        if term.kind == "input":
            return self._memo.setdefault(term, Term("input", (), term.shape, term.dtype))
        key = term.kind, args, term.shape, term.dtype, repr(term.value)
        return self._memo.setdefault(key, Term(term.kind, args, term.shape, term.dtype, term.value))

    def _stages(self) -> None:
        """Find the stage that computes each term, and the terms that it stores for later stages."""
        level: dict[Term, int] = {}
        self.rows = [each for each in self.order if each.kind in REDUCED and self.reduces(each) != COLUMN]
        self.columns = [each for each in self.order if each.kind in REDUCED and self.reduces(each) == COLUMN]
        self.totals = [each for each in self.rows if self.reduces(each) == TOTAL]
        for each in self.order:
            level[each] = max([level[arg] for arg in each.args], default=0) + (each in self.rows)
        self.level = level
        self.full = [each for each in self.outputs if each.size == self.size and each not in self.late]
        roots = [*((each.args[0], each) for each in self.rows + self.columns), *((each, each) for each in self.full)]
        self.count = 1 + max([level[each] for each, _ in roots], default=0)
        self.roots = [[each for each, _ in roots if level[each] == k] for k in range(self.count)]
        first: dict[Term, int] = {}
        self.held: dict[Term, int] = {}

        def cost(term: Term) -> int:
            if self.spans[term] in (ROW, ONE):
                return 0
            return 1 if term.kind == "input" or term in self.held else cost_of(term) + sum(map(cost, term.args))

        for k, terms in enumerate(self.roots):
            pending = list(reversed(terms))
            while pending:
                term = pending.pop()
                if self.spans[term] != FULL or term.kind in ("input", "constant") or term in self.held:
                    continue
                before = first.setdefault(term, k)
                if before < k and cost(term) > _CHEAP and term.kind != "view":
                    self.held[term] = len(self.held)
                elif before == k or cost(term) <= _CHEAP or term.kind == "view":
                    pending += reversed(term.args)
        self.first = first
        used = {arg for each in self.order if self.spans[each] == FULL for arg in each.args}
        self.ready = [each for each in self.order if self.spans[each] == COLUMN and each in used
                      and each not in self.late and each.kind != "input" and cost(each) > 1]  # fmt: skip

    def _lanes(self) -> None:
        width = processor().lanes
        if self.flat and not self.totals:
            heavy = sum(map(cost_of, self.order)) > 12
            wide = all(each.dtype.itemsize < 8 for each in self.order)
            self.lanes = width * (4 if heavy and wide and width == 16 else 2)
        else:
            self.lanes = min(2 * max(width, 16), max(16, 1 << (self.n.bit_length() - 1))) if self.n else 32

    # -- Writing -------------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        pointers = [f"a{i}" for i in range(len(self.inputs) + len(self.outputs))]
        kinds = {**dict.fromkeys(pointers, "ptr"), **dict.fromkeys(("m", "n", "rows", "total"), "i64")}
        kinds |= {"partials": "ptr", "tasks": "i64", "scratch": "ptr", "counter": "ptr"}
        e = self.e = Builder(self.lanes, kinds)
        self.pointer = {each: f"%a{i}" for i, each in enumerate(self.inputs)}
        self.targets = [(each, f"%a{len(self.inputs) + i}") for i, each in enumerate(self.outputs)]
        self.functions = {kind: Functions(e, kind) for kind in ("float", "double")}
        self.ragged = self.flat or bool(self.n % self.lanes)
        self.pad = e.whole("and", e.whole("add", "%n", self.lanes - 1), -self.lanes)
        self.slot = e.whole("add", self.pad, self.lanes)
        self._numbers()
        self._ready_columns()
        room = self._room()
        final = any(self.spans[each] in (COLUMN, ONE) for each in self.outputs)
        with e.tasks("%tasks", last=final) as task:
            self.sums = e.at("%partials", e.whole("mul", task, room), "i8") if room else ""
            if self.columns:
                e.clear(self.sums, room)
            start = e.whole("mul", task, "%rows")
            with e.loop(e.least(e.whole("add", start, "%rows"), "%m"), 1, start) as (row, _):
                self._row(row)
        if self.around:
            e.do("fence seq_cst")
        if final:
            self._finish(room)
        self.text = e.text()
        self.kernel = kernel(self.text, kinds)
        tasks, rows = self._split()
        pad = -(-(self.n or PIECE) // self.lanes) * self.lanes + self.lanes
        scratch = (len(self.held) + len(self.ready)) * pad * 8 + 2 * LINE
        self.tasks, self.per_task = tasks, rows
        self.partials = tasks * (len(self.columns) * pad * 8 + len(self.totals) * LINE)
        self.run = Tasks([self.kernel], self.size, scratch)

    def _split(self) -> tuple[int, int]:
        """Return the number of tasks and the rows of one: a function of the shape alone."""
        if self.flat:
            return -(-self.size // PIECE), 1
        rows = -(-self.m // RUNS)
        return -(-self.m // rows), rows

    def _room(self) -> Whole:
        """Return the bytes of partial sums of a task."""
        e = self.e
        return e.total((self.pad, 8 * len(self.columns)), LINE * len(self.totals)) if self.columns or self.totals else 0

    def _numbers(self) -> None:
        """Compute the values of no axes once, for vectors and for the values of rows."""
        e = self.e
        self.ones: dict[int, dict[Term, str]] = {}
        for lanes in {self.lanes, FEW}:
            ones = self.ones[lanes] = {}
            with e.narrow(lanes):
                for each in self.order:
                    if each.size == 1 and each not in self.late:
                        ones[each] = self._one(each, ones)

    def _one(self, term: Term, known: Mapping[Term, str]) -> str:
        if term.kind == "input":
            return self._spread(self.pointer[term], 0, term)
        return self._emit(term, [known[each] for each in term.args])

    def _spread(self, pointer: str, index: Whole, term: Term) -> str:
        e, kind = self.e, kind_of(term)
        one = e.load_one(pointer, index, "i8" if kind == "i1" else kind)
        return e.spread(e(f"icmp ne i8 {one}, 0") if kind == "i1" else one, kind)

    def _load(self, pointer: str, index: Whole, term: Term, mask: str | None) -> str:
        e, kind = self.e, kind_of(term)
        value = e.load(pointer, index, mask, "i8" if kind == "i1" else kind)
        return e.compare("ne", value, constant(0, "i8"), "i8") if kind == "i1" else value

    def _store(
        self, value: str, pointer: str, index: Whole, term: Term, mask: str | None, around: bool = False
    ) -> None:
        e, kind = self.e, kind_of(term)
        if kind == "i1":
            value, kind = e.convert("zext", value, "i1", "i8"), "i8"
        e.store(value, pointer, index, mask, kind, around=around)

    def _place(self, slot: int) -> str:
        return self.e.at("%scratch", self.e.total((self.slot, slot), self.lanes), "i64")

    def _ready_columns(self) -> None:
        """Compute the terms of columns that all rows need, once for each thread."""
        if not self.ready:
            return
        e = self.e
        with e.loop(self.pad, self.lanes) as (j, _):
            memo: dict[Term, str] = {}
            mask = e.below("%n", j) if self.ragged else None
            for i, each in enumerate(self.ready):
                value = self._value(each, memo, 0, j, mask, {}, {})
                self._store(value, self._place(len(self.held) + i), j, each, None)

    def _row(self, row: Whole) -> None:
        e = self.e
        at = e.whole("mul", row, "%n")
        length = e.least("%n", e.whole("sub", "%total", at)) if self.flat else "%n"
        rows: dict[Term, str] = {}
        wide: dict[Term, str] = {}
        for k in range(self.count):
            self._row_values(k, row, rows, wide)
            sums = [each for each in self.rows if self.level[each.args[0]] == k]
            totals = [self._neutral(each) for each in sums]
            kinds = [kind_of(each) for each in sums]
            start: Whole = 0
            stores = [each for each in self.full if self.level[each] == k and each in self.around]
            apart = self.ragged and not self.flat and stores and not sums
            if apart:  # a masked vector up to the first place that starts a cache line
                before = e.whole("and", at, LINE // min(each.dtype.itemsize for each in stores) - 1)
                start = e.whole("sub", 0, before)
                end = e(f"select i1 {e.test('eq', before, 0)}, i64 0, i64 {e.whole('add', start, self.lanes)}")
                with e.loop(end, self.lanes, start) as (j, totals):
                    self._body(k, at, j, e.below("%n", j, 0), rows, wide, sums, totals, False)
                start = e.index
            around = bool(apart) or not self.ragged or self.flat
            with e.loop(length, self.lanes, start, totals, kinds) as (j, totals):
                self._body(k, at, j, None, rows, wide, sums, totals, around)
            if self.ragged:
                with e.loop(e.whole("add", length, self.lanes - 1), self.lanes, e.index, totals, kinds) as (j, totals):
                    self._body(k, at, j, e.below(length, j), rows, wide, sums, totals, False)
            for each, value in zip(sums, totals, strict=True):
                rows[each] = self._across(each, value)
        self._row_values(self.count, row, rows, wide)
        for each, pointer in self.targets:
            if self.spans[each] == ROW:
                self._store_first(rows[each], pointer, row, each)
        for i, each in enumerate(self.totals):
            place = e.at(self.sums, e.total((self.pad, 8 * len(self.columns)), LINE * i), "i8")
            self._store_first(rows[each], place, 0, each)

    def _store_first(self, value: str, pointer: str, index: Whole, term: Term) -> None:
        e, kind = self.e, kind_of(term)
        one = e(f"extractelement <{FEW} x {kind}> {value}, i64 0")
        if kind == "i1":
            one, kind = e(f"zext i1 {one} to i8"), "i8"
        e.store_one(one, pointer, index, kind)

    def _row_values(self, k: int, row: Whole, rows: dict[Term, str], wide: dict[Term, str]) -> None:
        """Compute the values of a row that stage k may use; those that meet the whole row fill all lanes."""
        e = self.e
        for each in self.order:
            if self.spans[each] == ROW and self.level[each] <= k and each not in self.rows and each not in rows:
                with e.narrow(FEW):
                    if each.kind == "input":
                        rows[each] = self._spread(self.pointer[each], row, each)
                    else:
                        known = self.ones[FEW]
                        rows[each] = self._emit(each, [known.get(arg) or rows[arg] for arg in each.args])
        used = {arg for each in self.order if self.spans[each] == FULL for arg in each.args}
        for each, value in rows.items():
            if each not in wide and (each in used or each in self.outputs):
                wide[each] = e.shuffle(value, "poison", FEW, [0] * self.lanes, kind_of(each))

    def _neutral(self, term: Term) -> str:
        return constant(_NEUTRAL[term.kind], kind_of(term))

    def _join(self, term: Term, a: str, b: str) -> str:
        functions = self.functions[kind_of(term)]
        if term.kind == "sum":
            return functions.op("fadd", a, b)
        return functions.larger(a, b) if term.kind == "largest" else functions.smaller(a, b)

    def _across(self, term: Term, value: str) -> str:
        """Reduce the lanes of a vector to four that have the same bits."""
        e, half, kind = self.e, self.lanes // 2, kind_of(term)
        while half >= FEW:
            low, high = (e.shuffle(value, "poison", 2 * half, range(i, i + half), kind) for i in (0, half))
            with e.narrow(half):
                value = self._join(term, low, high)
            half //= 2
        with e.narrow(FEW):
            for step in (2, 1):
                turned = e.shuffle(value, "poison", FEW, [(i + step) % FEW for i in range(FEW)], kind)
                value = self._join(term, value, turned)
        return value

    def _body(
        self, k: int, at: Whole, j: Whole, mask: str | None, rows: Mapping[Term, str], wide: Mapping[Term, str],
        sums: Sequence[Term], totals: list[str], around: bool,
    ) -> None:  # fmt: skip
        e, memo = self.e, dict[Term, str]()

        def value(term: Term) -> str:
            return self._value(term, memo, k, j, mask, wide, {FULL: at})

        for each in self.roots[k]:
            value(each)
        for each in self.held:
            if self.first[each] == k:
                self._store(value(each), self._place(self.held[each]), j, each, None)
        for i, each in enumerate(sums):
            given = value(each.args[0])
            if mask is not None:
                given = e.pick(mask, given, self._neutral(each), kind_of(each))
            totals[i] = self._join(each, totals[i], given)
        for each, pointer in self.targets:
            if each in self.full and self.level[each] == k:
                place = e.at(pointer, at, "i8" if kind_of(each) == "i1" else kind_of(each))
                self._store(value(each), place, j, each, mask, around and mask is None and each in self.around)
        for i, each in enumerate(self.columns):
            if self.level[each.args[0]] == k:
                place = e.at(self.sums, e.total((self.pad, 8 * i)), "i8")
                sum = self._load(place, j, each, None)
                given = value(each.args[0])
                if mask is not None:
                    given = e.pick(mask, given, self._neutral(each), kind_of(each))
                self._store(self._join(each, sum, given), place, j, each, None)
        if k == (0 if self.flat else min(1, self.count - 1)) and mask is None:
            self._prefetch(at, j)

    def _prefetch(self, at: Whole, j: Whole) -> None:
        """Prefetch the next row: it arrives while the later stages of this one compute."""
        e = self.e
        for each in self.inputs:
            if self.spans.get(each) == FULL and not (self.flat and self.size * each.dtype.itemsize < AROUND):
                kind = "i8" if kind_of(each) == "i1" else kind_of(each)
                next = e.total(at, j, 256 if self.flat else "%n")
                for line in range(0, self.lanes * BYTES[kind], LINE):
                    e.prefetch(e.at(e.at(self.pointer[each], next, kind), line, "i8"))

    def _value(
        self, term: Term, memo: dict[Term, str], k: int, j: Whole, mask: str | None, wide: Mapping[Term, str],
        places: Mapping[str, Whole],
    ) -> str:  # fmt: skip
        """Return a vector of a term's values at columns from j on."""
        e = self.e
        span = self.spans[term]
        if term in self.ones[self.lanes]:
            return self.ones[self.lanes][term]
        if span == ROW:
            return wide[term]
        known = memo.get(term)
        if known is None:
            if term in self.held and self.first[term] < k:
                known = self._load(self._place(self.held[term]), j, term, None)
            elif term in self.ready and places:
                known = self._load(self._place(len(self.held) + self.ready.index(term)), j, term, None)
            elif term.kind == "index":
                kind = kind_of(term)
                first = e.spread(j if kind == "i64" else e(f"trunc i64 {j} to {kind}"), kind)
                known = e.op("add", first, f"<{', '.join(f'{kind} {i}' for i in range(self.lanes))}>", kind)
            elif term.kind == "input":
                kind = "i8" if kind_of(term) == "i1" else kind_of(term)
                pointer = self.pointer[term]
                known = self._load(e.at(pointer, places[FULL], kind) if span == FULL else pointer, j, term, mask)
            else:
                args = [self._value(each, memo, k, j, mask, wide, places) for each in term.args]
                known = self._emit(term, args)
            memo[term] = known
        return known

    def _finish(self, room: Whole) -> None:
        """Add the sums of all tasks in order, and compute the terms that follow from them."""
        e = self.e
        late: dict[Term, str] = {}
        with e.narrow(FEW):
            for i, each in enumerate(self.totals):
                place = e.at("%partials", e.total((self.pad, 8 * len(self.columns)), LINE * i), "i8")
                late[each] = self._added(each, place, 0, room)
            for each in self.order:
                if each.size == 1 and each in self.late and each not in late:
                    late[each] = self._emit(each, [late.get(arg) or self.ones[FEW][arg] for arg in each.args])
            for each, pointer in self.targets:
                if self.spans[each] == ONE:
                    self._store_first(late.get(each) or self.ones[FEW][each], pointer, 0, each)
        if any(self.spans[each] == COLUMN for each in self.outputs):
            with e.loop(self.pad, self.lanes) as (j, _):
                memo: dict[Term, str] = {}
                mask = e.below("%n", j) if self.ragged else None
                for i, each in enumerate(self.columns):
                    memo[each] = self._added(each, e.at("%partials", e.total((self.pad, 8 * i)), "i8"), j, room)
                for each, pointer in self.targets:
                    if self.spans[each] == COLUMN:
                        self._store(self._value(each, memo, 0, j, mask, {}, {}), pointer, j, each, mask)

    def _added(self, term: Term, place: str, j: Whole, room: Whole) -> str:
        e, kind = self.e, kind_of(term)
        with e.loop("%tasks", carried=[self._neutral(term)], kinds=[kind]) as (task, total):
            there = e.at(place, e.whole("mul", task, room), "i8")
            value = self._load(there, j, term, None) if j != 0 or self.columns else e.load_spread(there, 0, kind)
            total[0] = self._join(term, total[0], value)
        return total[0]

    # -- Functions -----------------------------------------------------------------------------------------------------

    def _emit(self, term: Term, args: Sequence[str]) -> str:
        if term.kind == "constant":
            kind = kind_of(term)
            return f"splat (i1 {str(bool(term.value)).lower()})" if kind == "i1" else constant(term.value, kind)
        if term.kind == "view":
            return args[0]
        if term.kind == "convert":
            return self._converted(term, args[0])
        given = term.args[-1]
        kind = kind_of(given)
        if kind in self.functions:
            return self._float(term, kind, args)
        return self._integer(term, kind, given.dtype.kind == "u", args)

    def _converted(self, term: Term, value: str) -> str:
        e, given, kind, to = self.e, term.args[0], kind_of(term.args[0]), kind_of(term)
        unsigned = given.dtype.kind in "ub"
        if kind == to:
            return value
        if to == "i1":
            return e.compare("une" if kind in self.functions else "ne", value, constant(0, kind), kind)
        if to in self.functions:
            if kind in self.functions:
                return e.convert("fpext" if to == "double" else "fptrunc", value, kind, to)
            return e.convert("uitofp" if unsigned else "sitofp", value, kind, to)
        if BYTES[kind] < BYTES[to] or kind == "i1":
            return e.convert("zext" if unsigned else "sext", value, kind, to)
        return e.convert("trunc", value, kind, to)

    def _float(self, term: Term, kind: str, args: Sequence[str]) -> str:
        e, f, name, x = self.e, self.functions[kind], term.kind, args[0]
        if name in _FLOAT_OPERATIONS:
            return f.op(_FLOAT_OPERATIONS[name], *args)
        if name in _COMPARISONS:
            return f.test("une" if name == "not_equal" else f"o{_COMPARISONS[name]}", *args)
        if name in _INTRINSICS:
            return e.intrinsic(_INTRINSICS[name], *args, kind=kind)
        if name == "where":
            return e.pick(*args, kind=kind)
        zero, one, infinity = [constant(each, kind) for each in (0.0, 1.0, math.inf)]

        def sign() -> str:
            down = f.pick(f.test("olt", x, zero), constant(-1.0, kind), x)
            return f.pick(f.test("oeq", x, zero), zero, f.pick(f.test("ogt", x, zero), one, down))

        own: dict[str, Callable[..., str]] = {
            "negative": lambda: e.negate(x, kind),
            "positive": lambda: x,
            "square": lambda: f.op("fmul", x, x),
            "reciprocal": lambda: f.op("fdiv", one, x),
            "maximum": lambda: f.larger(*args),
            "minimum": lambda: f.smaller(*args),
            "clip": lambda: f.smaller(f.larger(x, args[1]), args[2]),
            "sign": sign,
            "isnan": lambda: f.test("uno", x, x),
            "isinf": lambda: f.test("oeq", f.fabs(x), infinity),
            "isfinite": lambda: f.test("one", f.fabs(x), infinity),
        }
        return own[name]() if name in own else getattr(f, name)(x)

    def _integer(self, term: Term, kind: str, unsigned: bool, args: Sequence[str]) -> str:
        e, name, x = self.e, term.kind.removeprefix("logical_"), args[0]
        sign = "u" if unsigned or kind == "i1" else "s"
        if name in _COMPARISONS:
            how = _COMPARISONS[name]
            return e.compare(how if how in ("eq", "ne") else sign + how, *args, kind=kind)
        if name in ("maximum", "minimum"):
            return e.pick(e.compare(f"{sign}{'gt' if name == 'maximum' else 'lt'}", *args, kind=kind), *args, kind=kind)
        if name == "where":
            return e.pick(*args, kind=kind)
        if name in ("negative", "not", "square"):
            args = {"negative": (constant(0, kind), x), "not": (x, "splat (i1 true)"), "square": (x, x)}[name]
        operation = (_BOOLEAN_OPERATIONS if kind == "i1" else _INTEGER_OPERATIONS).get(name, name)
        return x if name == "positive" else e.op(operation, *args, kind=kind)

    # -- Calls ---------------------------------------------------------------------------------------------------------

    def __call__(self, arrays: Sequence[Array], results: Sequence[Array]) -> None:
        n, m = (PIECE, self.tasks) if self.flat else (self.n, self.m)
        places = [address(each) for each in (*arrays, *results)]
        self.run((*places, m, n, self.per_task, self.size, sums.address(self.partials), self.tasks))


_FLOAT_OPERATIONS = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
_INTEGER_OPERATIONS = {"subtract": "sub", "multiply": "mul", "negative": "sub", "square": "mul"}
_BOOLEAN_OPERATIONS = {"add": "or", "multiply": "and", "not": "xor"}
_INTRINSICS = {"absolute": "fabs", "sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "trunc": "trunc",
               "rint": "roundeven", "copysign": "copysign"}  # fmt: skip
_COMPARISONS = {"less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge", "equal": "eq",
                "not_equal": "ne"}  # fmt: skip


def supported(terms: Collection[Term]) -> bool:
    """Return whether machine code has all functions for the dtypes of an expression."""
    for each in terms:
        kinds = {arg.dtype.kind for arg in each.args}
        if each.kind in ("logical_and", "logical_or", "logical_xor", "logical_not") and kinds != {"b"}:
            return False
        if "b" in kinds and each.kind in ("negative", "subtract", "maximum", "minimum", "square", "positive"):
            return False
        if each.kind == "clip" and kinds != {"f"}:
            return False
    return True
