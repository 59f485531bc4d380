"""Library functions as source text, for programs that run without the library.

A function is copied with everything that it uses: other functions, closures, classes, constants. Objects outside this
package are imported by the name of their module.
"""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import importlib
import inspect
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from blocks.base.types import is_array
from blocks.interchange.python.text import function as written
from blocks.interchange.python.text import tuple_of

_OTHERS = frozenset(("jax", "jaxlib", "numpy", *sys.stdlib_module_names))
"""Packages that a program imports, or does without."""
_LARGEST = 4096
"""Elements: no constant of a function is larger."""


class NotCarried(Exception):
    """Code that cannot be copied into a program, with a reason that names it."""


class Carried:
    """The library code that a program uses, as source code: definitions in order of dependency, and their modules."""

    def __init__(
        self,
        new_name: Callable[[str], str],
        modules: Mapping[str, str],
        stand_ins: Mapping[Any, Any],
        absent: Iterable[Any] = (),
    ) -> None:
        """Begin with no code, the modules in which names are looked up, and replacements of objects of the library.

        ``new_name`` returns an unused identifier. A program has no instances of ``absent`` classes.
        """
        self.texts: list[str] = []
        self.modules: set[str] = set()
        self._new_name = new_name
        self._known: dict[str, ModuleType] = {}
        for name, module in modules.items():
            with suppress(ImportError):
                self._known[name] = importlib.import_module(module)
        self._stand_ins = stand_ins
        self._absent = tuple(absent)
        self._names: dict[int, str] = {}
        self._asked: dict[str, set[str]] = {}
        self._within: list[set[str]] = []
        self._factories: dict[Any, str] = {}
        self._kept: list[Any] = []  # so that ids stay those of these objects
        self._failed: dict[int, str] = {}

    def expression(self, value: Any, name: str = "") -> str:
        """Return an expression for an object, and add the definitions it needs; ``name`` is for nameless functions."""
        if id(value) in self._failed:
            raise NotCarried(self._failed[id(value)])
        state = len(self.texts), dict(self._names), dict(self._factories)
        outermost = not self._within
        self._within.append(set())
        try:
            return self._expression(value, name)
        except NotCarried as error:
            if outermost:  # nothing stays of what was begun
                del self.texts[state[0] :]
                self._names, self._factories = state[1:]
                self._failed[id(value)] = str(error)
                self._kept.append(value)
            raise
        finally:
            used = self._within.pop()
            if self._within:
                self._within[-1] |= used

    def asked_of(self, expression: str) -> set[str]:
        """Return the names that a copied function asks for, directly or not.

        These are names of attributes of objects, and strings, which may be keys of a mapping; ``**`` if a whole mapping
        becomes keywords.
        """
        return self._asked.get(expression, set())

    def _expression(self, value: Any, name: str) -> str:
        if isinstance(value, (FunctionType, type)):
            value = self._stand_ins.get(value, value)
        entry = self._names.get(id(value))
        if entry is not None:
            self.asks_for(*self._asked.get(entry, ()))
            return entry
        if isinstance(value, str):
            self.asks_for(value)
        if isinstance(value, float) and not isinstance(value, np.generic):
            return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
        if value is None or value is Ellipsis or type(value) in (bool, int, str, bytes, complex):
            return repr(value)
        if isinstance(value, ModuleType):
            return self._module(value)
        of_module = self._in_module(value)
        if of_module is not None:
            return of_module
        if isinstance(value, FunctionType):
            return self._function(value, name)
        if isinstance(value, type):
            return self._class(value)
        return self._data(value, type(value))

    # -- What is looked up --------------------------------------------------------------------------------------------

    def _module(self, module: ModuleType) -> str:
        for name, each in self._known.items():
            if each is module:
                self.modules.add(name)
                return name
        raise NotCarried(f"the module {module.__name__}")

    def _in_module(self, value: Any) -> str | None:
        name = getattr(value, "__name__", None)
        if not isinstance(name, str):
            return None
        if getattr(builtins, name, None) is value:
            return name
        for module_name, module in self._known.items():
            if getattr(module, name, None) is value:
                self.modules.add(module_name)
                return f"{module_name}.{name}"
        owner = getattr(value, "__self__", getattr(value, "__objclass__", None))
        if isinstance(owner, (np.ufunc, type)) and getattr(owner, name, None) == value:
            return f"{self.expression(owner)}.{name}"
        return None

    # -- Values -------------------------------------------------------------------------------------------------------

    def _data(self, value: Any, kind: Any) -> str:
        if issubclass(kind, np.dtype):
            return f"np.dtype({value.name!r})"
        if issubclass(kind, np.generic):
            return f"np.{value.dtype.name}({self.expression(value.item())})"
        if is_array(value):
            if value.size > _LARGEST or value.dtype.hasobject:
                raise NotCarried("a large table")
            return f"np.array({value.tolist()!r}, {value.dtype.name!r})"
        if issubclass(kind, re.Pattern):
            return f"{self._module(re)}.compile({value.pattern!r}, {value.flags})"
        if issubclass(kind, functools.partial):
            keywords = [f"{key}={self.expression(each)}" for key, each in value.keywords.items()]
            parts = [self.expression(each) for each in (value.func, *value.args)]
            text = f"{self._module(functools)}.partial({', '.join([*parts, *keywords])})"
            self._asked[text] = self._within[-1]
            return text
        if issubclass(kind, Mapping):
            pairs = [f"{self.expression(key)}: {self.expression(each)}" for key, each in value.items()]
            return f"{{{', '.join(pairs)}}}"
        if hasattr(value, "_fields"):
            return f"{self.expression(kind)}({', '.join(map(self.expression, value))})"
        if issubclass(kind, (tuple, list, set, frozenset)):
            return self._sequence(value, kind)
        if hasattr(value, "__wrapped__"):  # a cached function
            return self.expression(value.__wrapped__)
        if _is_ours(kind.__module__):
            return self._instance(value, kind)
        raise NotCarried(f"a {kind.__name__}")

    def _sequence(self, value: Any, kind: Any) -> str:
        is_set = issubclass(kind, (set, frozenset))
        ordered: list[Any] = sorted(value, key=repr) if is_set else [*value]
        parts = [self.expression(each) for each in ordered]
        shown = f"[{', '.join(parts)}]"
        return f"{kind.__name__}({shown})" if is_set else shown if issubclass(kind, list) else tuple_of(parts)

    def _instance(self, value: Any, kind: Any) -> str:
        """Return a constructor call for a library object; its attributes must be the arguments."""
        names, given = [*inspect.signature(kind).parameters], dict[str, Any](getattr(value, "__dict__", {}))
        if any(name not in given and f"_{name}" not in given for name in names):
            raise NotCarried(f"a {kind.__name__}")
        parts = [self.expression(given.get(name, given.get(f"_{name}"))) for name in names]
        result = self._new_name(getattr(value, "name", kind.__name__.upper()))
        self._define(value, result, f"{result} = {self.expression(kind)}({', '.join(parts)})")
        return result

    # -- Functions and classes ----------------------------------------------------------------------------------------

    def _function(self, function: FunctionType, name: str) -> str:
        node = deepcopy(_source(function))
        code = function.__code__
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        unnamed = cells or isinstance(node, ast.Lambda) or code.co_name == "_"
        own = name if name and unnamed else code.co_name.strip("<>") or "function"
        result = self._new_name(own)
        self._names[id(function)] = result
        self._kept.append(function)
        inner = result
        if cells:
            inner = next(each for each in ("lower", "function", "inner", "it") if each not in code.co_freevars)
        if isinstance(node, ast.Lambda):
            node = ast.FunctionDef(inner, node.args, [ast.Return(node.body)], [])
        node.name, node.decorator_list = inner, []
        space = function.__globals__
        self._set_defaults(node.args, function)
        rewritten = _Rewriter(self, space, code, self._absent).visit(node)
        text = _unparsed(rewritten)
        if cells:
            text = self._closed(function, result, inner, text, cells)
        self._define(function, result, text)
        return result

    def _closed(self, function: FunctionType, name: str, inner: str, text: str, cells: Sequence[Any]) -> str:
        free = function.__code__.co_freevars
        values = [self.expression(each, f"{name}_{at}") for at, each in zip(free, cells, strict=True)]
        factory = self._factories.get(text)
        if factory is None:
            outer = function.__qualname__.split(".<locals>")[0].rpartition(".")[2]
            factory = self._factories[text] = self._new_name(outer if outer != name else f"make_{name}")
            lines = [*text.splitlines(), "", f"return {inner}"]
            self.texts.append("\n".join(written(f"{factory}({', '.join(free)})", lines)))
        return f"{name} = {factory}({', '.join(values)})"

    def _set_defaults(self, arguments: ast.arguments, function: FunctionType) -> None:
        defaults, by_keyword = function.__defaults__ or (), function.__kwdefaults__ or {}
        arguments.defaults = [_parsed(self.expression(each)) for each in defaults]
        arguments.kw_defaults = [
            _parsed(self.expression(by_keyword[each.arg])) if each.arg in by_keyword else None
            for each in arguments.kwonlyargs
        ]

    def _class(self, kind: type) -> str:
        if not _is_ours(kind.__module__):
            raise NotCarried(f"the class {kind.__name__}")
        module = sys.modules[kind.__module__]
        found = [each for each in _tree(module).body if isinstance(each, ast.ClassDef) and each.name == kind.__name__]
        if len(found) != 1:
            raise NotCarried(f"the class {kind.__name__}")
        node = deepcopy(found[0])
        name = self._new_name(kind.__name__)
        self._names[id(kind)] = name
        node.name, node.decorator_list = name, []
        space = vars(module)
        node.bases = [_parsed(self._base(space, each)) for each in node.bases]
        body = [each for statement in node.body for each in self._member(kind, space, statement)]
        node.body = body or [ast.Pass()]
        self._define(kind, name, _unparsed(node))
        return name

    def _base(self, space: Mapping[str, Any], base: ast.expr) -> str:
        if not isinstance(base, ast.Name):
            raise NotCarried(f"a class of {ast.unparse(base)}")
        if base.id == "NamedTuple":
            self.modules.add("NamedTuple")
            return base.id
        return self.expression(space.get(base.id, getattr(builtins, base.id, None)))

    def _member(self, kind: type, space: dict[str, Any], statement: ast.stmt) -> Iterator[ast.stmt]:
        if isinstance(statement, ast.Expr):
            yield from _summary([statement])
            return
        if isinstance(statement, ast.AnnAssign):
            statement.annotation = ast.Name("object")
        if isinstance(statement, ast.FunctionDef):
            value = vars(kind)[statement.name]
            function = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", value)
            if len(statement.decorator_list) > 1 or not isinstance(function, FunctionType):
                raise NotCarried(f"the method {statement.name} of the class {kind.__name__}")
            decorators = [_parsed(self._decorator(space, each)) for each in statement.decorator_list]
            statement.decorator_list = []
            statement = _Rewriter(self, space, function.__code__, self._absent).visit(statement)
            assert isinstance(statement, ast.FunctionDef)
            statement.decorator_list = decorators
        yield statement

    def _decorator(self, space: Mapping[str, Any], node: ast.expr) -> str:
        if not isinstance(node, ast.Name):
            raise NotCarried(f"the decorator {ast.unparse(node)}")
        value = space.get(node.id, getattr(builtins, node.id, None))
        return self._in_module(value) or self.expression(value)

    def _define(self, value: Any, name: str, text: str) -> None:
        self._names[id(value)] = name
        self._kept.append(value)
        self.texts.append(text)
        self._asked[name] = set(self._within[-1]) if self._within else set()

    def asks_for(self, *what: str) -> None:
        """Record the names that the code being copied asks for; see `asked_of`."""
        if self._within:
            self._within[-1].update(what)


class _Rewriter(ast.NodeTransformer):
    """A source transformer that renames module names and drops annotations."""

    def __init__(self, carried: Carried, space: Mapping[str, Any], code: CodeType, absent: tuple[Any, ...]) -> None:
        self._carried, self._space, self._absent = carried, space, absent
        self._globals, self._own = _names_of(code)
        if self._globals & self._own:
            raise NotCarried(f"the name {min(self._globals & self._own)}, which has two meanings")

    def _value(self, node: ast.AST) -> Any:
        """Return the library object of an expression; None if it is not known in advance."""
        if isinstance(node, ast.Name) and node.id in self._globals:
            return self._space.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self._value(node.value)
            if isinstance(owner, ModuleType) and _is_ours(owner.__name__):
                return getattr(owner, node.attr)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            owner = self._value(node.value)
            if isinstance(owner, dict) and "__name__" in owner:  # the names of a module
                return owner[node.slice.value]  # pyright: ignore[reportUnknownVariableType]
        return None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Copy what the function itself imports from the library, as if its module had imported it."""
        if node.level == 0 and not _is_ours(node.module or ""):
            return node
        try:
            module = importlib.import_module("." * node.level + (node.module or ""), self._space.get("__package__"))
            found = {each.asname or each.name: getattr(module, each.name) for each in node.names}
        except (ImportError, AttributeError) as error:
            raise NotCarried(f"an import: {error}") from None
        self._space = {**self._space, **found}
        self._globals, self._own = self._globals | found.keys(), self._own - found.keys()
        return None

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or node.id not in self._globals:
            return node
        if node.id in self._space:
            expression = self._carried.expression(self._space[node.id])
            if expression.partition(".")[0] in self._own:
                raise NotCarried(f"the name {expression}, which has two meanings")
            return _parsed(expression)
        if not hasattr(builtins, node.id):
            raise NotCarried(f"the name {node.id}")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self._value(node)
        if value is not None:
            return _parsed(self._carried.expression(value))
        self._carried.asks_for(node.attr)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str):
            self._carried.asks_for(node.value)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        if node.arg is None:
            self._carried.asks_for("**")
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        value = self._value(node)
        return self.generic_visit(node) if value is None else _parsed(self._carried.expression(value))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        if isinstance(called, ast.Subscript) and isinstance(getattr(builtins, ast.unparse(called.value), None), type):
            node.func = called.value  # list[int]()
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        """Omit a branch for instances of an absent class."""
        test = node.test
        if isinstance(test, ast.Call) and ast.unparse(test.func) == isinstance.__name__:
            kind = self._value(test.args[1])
            if any(kind is each for each in self._absent):
                return [self.visit(each) for each in node.orelse]
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return None if node.value is None else self.visit(ast.Assign([node.target], node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        summary: list[ast.stmt] = []
        if ast.get_docstring(node) is not None:
            summary, node.body = _summary(node.body), node.body[1:]
        self.generic_visit(node)
        node.body = summary + node.body
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node


def _summary(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    text = ast.get_docstring(ast.Module([*body], []))
    return [] if text is None else [ast.Expr(ast.Constant(text.split("\n\n")[0].replace("\n", " ")))]


def _names_of(code: CodeType) -> tuple[set[str], set[str]]:
    used = {each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    own = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            inner, inner_own = _names_of(each)
            used |= inner
            own |= inner_own
    return used, own


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] not in _OTHERS


def _source(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    code = function.__code__
    module = sys.modules.get(function.__module__)
    if module is None or not _is_ours(function.__module__):
        raise NotCarried(f"the function {function.__qualname__}")
    found: list[ast.FunctionDef | ast.Lambda] = []
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            if min([node.lineno, *[each.lineno for each in node.decorator_list]]) == code.co_firstlineno:
                found.append(node)
        elif isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and _is_of(node, code):
            found.append(node)
    if len(found) != 1:
        raise NotCarried(f"the function {function.__qualname__}")
    return found[0]


def _is_of(node: ast.Lambda, code: CodeType) -> bool:
    begin, end = (node.body.lineno, node.body.col_offset), (node.body.end_lineno, node.body.end_col_offset)
    places = [(line, column) for line, _, column, _ in code.co_positions() if line and column is not None]
    inside = [place for place in places if place > (code.co_firstlineno, 0)]
    return node.lineno == code.co_firstlineno and bool(inside) and all(begin <= each <= end for each in inside)


@functools.cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _parsed(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _unparsed(node: ast.AST) -> str:
    try:
        return ast.unparse(ast.fix_missing_locations(node))
    except ValueError as error:  # an older Python cannot write every text within a text
        raise NotCarried("an f-string inside an f-string") from error
