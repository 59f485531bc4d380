"""The Python reference of the manual as Markdown, from the docstrings of the public names of `blocks`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import Any

import blocks
from blocks.analysis.explanation import Explanation
from blocks.document.model import CompositeView, PageView
from blocks.run.results import Results

_TOPIC = "api-"
_SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises|Example):")
_ENTRY = re.compile(r" {4}([\w, ]+): (.*)")
_WIDE, _LONGEST_DEFAULT = 88, 40


def _returned() -> Iterator[type]:
    """Yield the classes of values that the public functions return and that have no public name."""
    for function in filter(inspect.isfunction, map(partial(getattr, blocks), blocks.__all__)):
        name = re.fullmatch(r"(?:list\[)?(\w+)\]?", str(inspect.signature(function).return_annotation))
        result = name and inspect.unwrap(function).__globals__.get(name[1])
        if isinstance(result, type) and result.__name__ not in blocks.__all__:
            yield result


_CLASSES = (CompositeView, PageView, Results, Explanation, *_returned())
_RETURNED: Mapping[str, Any] = {each.__name__: each for each in _CLASSES}


def topics() -> Mapping[str, Callable[[], str]]:
    return {f"{_TOPIC}{name}": partial(_symbol_text, name) for name in (*blocks.__all__, *_RETURNED)}


def _find(name: str) -> Any:
    return _RETURNED[name] if name in _RETURNED else getattr(blocks, name)


def index_text() -> str:
    errors = [name for name in blocks.__all__ if inspect.isclass(_find(name)) and issubclass(_find(name), Exception)]
    groups = {
        "Classes": [name for name in blocks.__all__ if isinstance(_find(name), type) and name not in errors],
        "Functions": [name for name in blocks.__all__ if inspect.isfunction(_find(name))],
        "Modules": [name for name in blocks.__all__ if inspect.ismodule(_find(name))],
        "Returned values": sorted(_RETURNED),
    }
    parts = [
        "# Python reference\n\nThe public names of the package `blocks`, and the classes of the values that they"
        " return. Print a page with `gradblocks manual api-NAME`, such as `gradblocks manual api-Session`.\n"
    ]
    for title, names in groups.items():
        lines = [f"- [{name}]({_TOPIC}{name}.md): {_inline(_first(_find(name)))}" for name in names]
        parts.append("\n".join([f"\n## {title}\n", *lines, ""]))
    parts.append("\n## Exceptions\n\n| exception | also caught as | meaning |\n| --- | --- | --- |\n")
    for name in errors:
        bases = ", ".join(f"`{each.__name__}`" for each in _find(name).__mro__[1:-2])
        parts.append(f"| [{name}]({_TOPIC}{name}.md) | {bases} | {_inline(_first(_find(name)))} |\n")
    return "".join(parts)


def _first(value: object) -> str:
    return (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")


def _symbol_text(name: str) -> str:
    value = _find(name)
    parts = [f"# {name}\n", *_described(name if name in _RETURNED else f"blocks.{name}", value)]
    if isinstance(value, (type, ModuleType)):
        parts += [text for member in _members(value) for text in _member_text(value, *member)]
    if isinstance(value, type):
        base = next((each.__name__ for each in value.__bases__ if f"{_TOPIC}{each.__name__}" in topics()), None)
        if base is not None:
            parts.append(f"`{name}` also has the members of [{base}]({_TOPIC}{base}.md).\n")
    return "\n".join(parts)


def _members(owner: type | ModuleType) -> Iterator[tuple[str, Any]]:
    for name, raw in sorted(vars(owner).items()):
        if isinstance(owner, ModuleType) and getattr(raw, "__module__", None) != owner.__name__:
            continue  # an import
        is_shown = inspect.getdoc(raw) and not name.startswith("_")
        if is_shown and (inspect.isfunction(raw) or isinstance(raw, (property, classmethod))):
            yield name, raw


def _member_text(owner: type | ModuleType, name: str, raw: Any) -> Iterator[str]:
    yield f"## {name}\n"
    if isinstance(raw, property):
        yield f"Property. {_body(inspect.getdoc(raw) or '')}"
    else:
        yield from _described(f"{owner.__name__}.{name}", getattr(owner, name))


def _described(name: str, value: Any) -> Iterator[str]:
    if not isinstance(value, ModuleType) and name not in _RETURNED:
        yield f"```python\n{signature_text(name, value)}\n```\n"
    yield _body(inspect.getdoc(value) or "")


def signature_text(name: str, value: Any) -> str:
    signature = inspect.signature(value)
    parameters = [each for each in signature.parameters.values() if each.name != "self"]
    shown = [
        each.replace(annotation=_plain_type(each.annotation), default=_plain_default(each.default))
        for each in parameters
    ]
    result = signature.empty if isinstance(value, type) else _plain_type(signature.return_annotation)
    signature = signature.replace(parameters=shown, return_annotation=result)
    text = f"{name}{signature}"
    if len(text) <= _WIDE:
        return text
    parts, depth = [""], 0
    inside, _, end = text.partition("(")[2].rpartition(")")
    for letter in inside:
        depth += (letter in "([") - (letter in ")]")
        parts = [*parts, ""] if letter == "," and not depth else [*parts[:-1], parts[-1] + letter]
    return "\n".join([f"{name}(", *(f"    {part.strip()}," for part in parts), f"){end}"])


class _Verbatim(str):
    __slots__ = ()
    __repr__ = str.__str__


def _plain_type(annotation: Any) -> Any:
    return _Verbatim(annotation) if isinstance(annotation, str) else annotation


def _plain_default(default: Any) -> Any:
    return default if len(repr(default)) < _LONGEST_DEFAULT else _Verbatim("...")


def _body(doc: str) -> str:
    parts: list[str] = []
    section = ""
    for line in doc.split("\n"):
        entry = _ENTRY.fullmatch(line)
        if (heading := _SECTION.fullmatch(line)) is not None:
            section = heading[1]
            parts.append("\n**Example**\n\n```python" if section == "Example" else f"\n**{section}**\n")
        elif section == "Example" and (line.startswith("    ") or not line):
            parts.append(line[4:])
        elif section in ("Args", "Attributes", "Raises") and entry is not None:
            parts.append(f"- `{entry[1]}`: {_inline(entry[2])}")
        else:
            parts.append(("  " if section in ("Args", "Attributes", "Raises") else "") + _inline(line.strip()))
    text = re.sub(r"\n\s*\n(?=\n)", "\n", "\n".join(parts)).rstrip("\n")
    return f"{text}\n```\n" if section == "Example" else f"{text}\n"


def _inline(text: str) -> str:
    pieces = text.replace("``", "`").split("`")
    return "`".join(each if i % 2 else re.sub(r"([*\[<])", r"\\\1", each) for i, each in enumerate(pieces))
