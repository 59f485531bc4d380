"""Suggestions for misspelled names of block types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from blocks.base.errors import DiagramError
from blocks.library.registry import Registry, current

MOST = 100
"""Names that are compared with all others; a person reads no more suggestions."""
_LONGEST = 100


class Suggestions:
    """Suggestions for unknown block types, each name once, and limited in number, as each takes milliseconds."""

    def __init__(self, most: int = MOST, registry: Registry | None = None) -> None:
        self._most = most
        self._registry = registry
        self._known: dict[str, str | None] = {}

    def missing(self, name: str) -> DiagramError:
        if name.startswith(":"):
            return DiagramError(f"there is no composite {name[1:]!r}")
        result = (self._registry or current()).why_missing(name)
        return result or DiagramError(f"there is no block type {name!r}", hint=self(name))

    def __call__(self, name: str) -> str | None:
        if name not in self._known:
            if len(self._known) >= self._most or len(name) > _LONGEST:
                return None
            self._known[name] = did_you_mean(similar_names(name))
        return self._known[name]


_ELSEWHERE = {
    "addv2": "Add", "batchmatmulv2": "BatchMatMul", "concatv2": "Concat",
    "gradients": "AddSymbolicGradients", "mul": "Multiply", "neg": "Negate", "pack": "Stack",
    "readvariableop": "Variable",
    "reducemax": "Max", "reducemean": "Mean", "reducemin": "Min", "reduceprod": "Prod", "reducesum": "Sum",
    "select": "Where3", "selectv2": "Where3", "sub": "Subtract", "truediv": "RealDiv", "unpack": "Unstack",
    "varhandleop": "Variable", "variablev2": "Variable", "where": "Where3",
}  # fmt: skip
"""What block types are called in TensorFlow's Python functions and graphs, in small letters without underscores."""


def similar_names(name: str) -> list[str]:
    """Return public block types with a similar name, or with this name in TensorFlow, best first."""
    import difflib  # only where a name does not exist

    if len(name) > _LONGEST:
        return []
    types = {each.lower(): each for each in current().public_names()}
    plain = name.lower().replace("_", "")
    known = _ELSEWHERE.get(plain)
    close = [types[each] for each in difflib.get_close_matches(plain, list(types), 3, 0.7)]
    return [*([known] if known else []), *(each for each in close if each != known)][:3]


def closest(name: str, known: Sequence[str], what: str) -> str:
    """Return a hint for a wrong name: the similar names, or all of them if none is similar."""
    names = ", ".join(each for each in known[:MOST] if each[:1] != "/") or "none"
    return did_you_mean(_close(name, known)) or f"the {what} are: {names}"


def similar(name: str, known: Iterable[str]) -> str | None:
    """Return a hint with the similar names among the first ones, or None if none is similar."""
    return did_you_mean(_close(name, islice(known, MOST)))


def _close(name: str, known: Iterable[str]) -> list[str]:
    import difflib  # only where a name does not exist

    plain = {each.lower().replace("_", ""): each for each in known}
    return [plain[each] for each in difflib.get_close_matches(name[:_LONGEST].lower().replace("_", ""), plain, 3, 0.6)]


def did_you_mean(names: list[str]) -> str | None:
    return f"did you mean {' or '.join(names)}?" if names else None
