"""Safe Python source for strings of a diagram: file contents never become code.

Names become identifiers, and strings become comments or ``repr``. Characters that are not printable (line ends, control
characters, changes of text direction) are always escaped.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable, Sequence

from blocks.base.names import claim_name

_NO_WORD = re.compile(r"\W")
_BUILT_IN = frozenset(dir(builtins))


class Identifiers:
    """Unique identifiers for the objects of one function; none is in ``taken``."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._names: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        entry = self._names.get(name)
        if entry is None:
            entry = self._names[name] = self._free(identifier(name))
        return entry

    def new(self, name: str) -> str:
        return self._free(identifier(name))

    def _free(self, wanted: str) -> str:
        return claim_name(wanted, self._taken)


def identifier(name: str) -> str:
    """Return a similar Python identifier that is not a keyword or built-in name."""
    # Python takes identifiers that are the same in this form for the same one.
    word = unicodedata.normalize("NFKC", _NO_WORD.sub("_", unicodedata.normalize("NFKC", name)))
    if not word.strip("_") and "_" in word:
        word = "block"
    if not word.isidentifier():
        word = f"_{word}"
    if not word.isidentifier():
        word = "block"
    return f"{word}_" if keyword.iskeyword(word) or word in _BUILT_IN or word.startswith("__") else word


def comment(text: str, indent: str = "") -> list[str]:
    return [f"{indent}# {one_line(line)}".rstrip() for line in text.splitlines()]


def indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" if line else "" for line in lines]


def function(head: str, lines: Iterable[str], doc: str = "") -> list[str]:
    """Return the lines of a function, given its name and parameters: ``loss(x, y)``."""
    return [f"def {head}:", *indented([*([f'"""{doc}"""'] if doc else []), *lines])]


def tuple_of(texts: Sequence[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def one_line(text: str) -> str:
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def inside_docstring(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', "'").strip()
