"""Parsers of enuSpace values: literals, flat arrays, attribute strings, shapes and dtype names.

All functions turn text into the JSON form of a diagram file, and raise `ValueError` with a sentence for the user if the
text is not valid.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from blocks.base import dtypes
from blocks.document.data import Json

PIN_DTYPES = {"double": "DT_DOUBLE", "float": "DT_FLOAT", "int": "DT_INT32", "bool": "DT_BOOL", "string": "DT_STRING"}

_OTHER_NAMES = {**PIN_DTYPES, "int32": "DT_INT32", "int64": "DT_INT64", "half": "DT_HALF", "uint8": "DT_UINT8"}
_MAX_DEPTH = 32
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_TOKENS = re.compile(r"[{}]|[,;]|[^{},;]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_NOT_FINITE = re.compile(
    r"(?P<sign>[+-]?)(?:1\.#)?(?:(?P<inf>inf|infinity)|(?P<nan>nan|qnan|snan|ind))(?:\([a-z]*\))?0*"
)


def dtype_name(text: str) -> str | None:
    name = text.strip()
    name = _OTHER_NAMES.get(name, name.removesuffix("_REF"))
    return name if name in dtypes.BY_NAME else None


def scalar(text: str, dtype: str) -> Json:
    """Parse an element: numbers may end in ``f``, booleans mean 1 and 0; raise ValueError if it is invalid."""
    kind = dtypes.BY_NAME[dtype].kind
    if kind == "string":
        return text.replace("\r", "").replace("\n", "")
    word = "".join(text.split())
    if word.lower() in ("true", "false"):
        word = "1" if word.lower() == "true" else "0"
    if kind == "complex":
        return _complex(word)
    number = _number(word)
    if kind == "float":
        return number if math.isfinite(number) else _not_finite(number)
    if kind == "bool":
        return number != 0
    if kind == "handle":
        raise ValueError(f"a value of type {dtype} cannot be written as text")
    if re.fullmatch(r"[+-]?\d{1,20}", word):
        return int(word)
    if abs(number) >= 2.0**64:
        raise ValueError(f"{text.strip()!r} is too large for an integer")
    if not number.is_integer():
        raise ValueError(f"{text.strip()!r} is not an integer")
    return int(number)


def _number(word: str) -> float:
    match = _NOT_FINITE.fullmatch(word.lower())
    if match:
        return math.copysign(math.inf, -1 if match["sign"] == "-" else 1) if match["inf"] else math.nan
    if word[-1:] in ("f", "F"):
        word = word[:-1]
    if not _NUMBER.fullmatch(word):
        raise ValueError(f"{word!r} is not a number")
    value = float(word)
    if math.isinf(value):
        raise ValueError(f"{word!r} is too large for a float64 number")
    return value


def _not_finite(number: float) -> str:
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def _complex(word: str) -> str:
    try:
        value = complex(word.replace("J", "j"))
    except ValueError:
        raise ValueError(f"{word!r} is not a complex number") from None
    return str(value).strip("()")


def flat_elements(text: str, count: int | None, dtype: str) -> list[Json]:
    """Return the elements of an array pin: ``1;2;3``, ``{1,2,3}`` or ``1,2,3``; strings split at ``;`` first."""
    body = text.strip()
    braced = body.startswith("{") and body.endswith("}")
    is_string = dtypes.BY_NAME[dtype].kind == "string"
    if is_string:
        body = body[1:-1] if braced else text
        parts = [body] if count == 1 else body.split(";")
        if len(parts) != count and count != 1:
            parts = body.split(",")
    else:
        parts = re.split("[;,]", body.replace("{", "").replace("}", ""))
    if parts and not parts[-1].strip() and len(parts) - 1 == count:
        parts.pop()
    if count is not None and len(parts) != count:
        raise ValueError(f"the value has {len(parts)} elements, but the shape needs {count}")
    return [scalar(part, dtype) for part in parts]


def nest(elements: Sequence[Json], shape: Sequence[int]) -> Json:
    if not shape:
        return elements[0]
    level: list[Json] = list(elements)
    for size in reversed(shape[1:]):
        level = [level[i : i + size] for i in range(0, len(level), size)] if size else []
    return level


def literal(text: str, dtype: str) -> Json:
    """Parse ``1``, ``1.0f``, ``{{1,2},{3,4}}``; values without braces are a row. Raise ValueError on errors."""
    if "{" not in text and "}" not in text:
        is_string = dtypes.BY_NAME[dtype].kind == "string"
        parts = [text] if is_string else re.split("[;,]", text)
        values = [scalar(part, dtype) for part in parts]
        return values[0] if len(values) == 1 else values
    value = _braces(text, dtype)
    shape_of(value)
    return value


def _braces(text: str, dtype: str) -> Json:
    root: list[Json] = []
    stack: list[list[Json]] = [root]
    after_value = False
    for token in _TOKENS.findall(text.strip()):
        if token == "{":
            if after_value or len(stack) > _MAX_DEPTH or (len(stack) == 1 and root):
                raise ValueError("the value must be one list in braces, with commas between its elements")
            inner: list[Json] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif token == "}":
            if len(stack) == 1:
                raise ValueError("a closing brace has no opening brace")
            stack.pop()
            after_value = True
        elif token in (",", ";"):
            if not after_value:
                raise ValueError("a value is missing before a comma")
            after_value = False
        elif token.strip():
            if after_value or len(stack) == 1:
                raise ValueError("the value must be one list in braces, with commas between its elements")
            stack[-1].append(scalar(token, dtype))
            after_value = True
    if len(stack) > 1 or not root:
        raise ValueError("a brace is not closed")
    return root[0]


def shape_of(value: Json) -> list[int]:
    shape: list[int] = []
    level: list[Json] = [value]
    while level and all(isinstance(item, list) for item in level):
        sizes = {len(item) for item in level}
        if len(sizes) > 1:
            raise ValueError("the rows of the value have different lengths")
        shape.append(sizes.pop())
        level = [item for row in level for item in row]
    if any(isinstance(item, list) for item in level):
        raise ValueError("the rows of the value have different lengths")
    return shape


def split_list(text: str) -> list[str]:
    """Split the literal of a list of inputs at each ``,`` and ``;`` outside braces."""
    parts, depth, current = list[str](), 0, ""
    for char in text:
        depth += (char == "{") - (char == "}")
        if char in ",;" and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
    return [part for part in [*parts, current] if part.strip()]


def inferred_dtype(text: str) -> str:
    if '"' in text:
        return "DT_STRING"
    if "j" in text or "J" in text:
        return "DT_COMPLEX128"
    if "f" in text:
        return "DT_FLOAT"
    return "DT_DOUBLE" if any(char in text for char in ".eE") else "DT_INT32"


def attribute_pairs(text: str) -> dict[str, str]:
    """Parse ``key_ = value;key2_=value;``: keys lose the underscore, and the first of equal keys wins."""
    pairs: dict[str, str] = {}
    depth, start = 0, 0
    joined = "".join(text.split())
    for i, char in enumerate(joined + ";"):
        depth += (char == "{") - (char == "}")
        if char == ";" and (depth <= 0 or i == len(joined)):
            key, equals, value = joined[start:i].partition("=")
            start = i + 1
            if key:
                pairs.setdefault(key.removesuffix("_"), value if equals else "")
    return pairs


def shape_value(text: str) -> list[int | None]:
    """Parse ``{2,3}``, ``[2][3]``, ``[2,3]`` or ``2,3``; nothing or ``{}`` is a scalar, -1 an unknown size."""
    body = text.strip()
    result = _BRACKETS.findall(body)
    if result and not _BRACKETS.sub("", body).strip(" {},;"):
        parts = [part for inner in result for part in re.split("[,;]", inner)]
    else:
        parts = re.split("[,;]", body.removeprefix("{").removesuffix("}"))
    if not any(part.strip() for part in parts):
        return []
    sizes = [scalar(part, "DT_INT64") for part in parts]
    if min(sizes) < -1:
        raise ValueError(f"the sizes of a shape must be -1 (unknown), 0 or more, got {body!r}")
    return [None if size == -1 else size for size in sizes]


def _shape_list(text: str) -> list[list[int | None]]:
    body = text.strip()
    inner = body[1:-1] if body.startswith("{") and body.endswith("}") else body
    if not inner.strip():
        return []
    if "{" in inner:
        return [shape_value(part) for part in split_list(inner)]
    parts = re.split(r"[,;](?![^\[]*\])", inner) if "[" in inner else [inner]
    return [shape_value(part) for part in parts]


def attribute_value(text: str, code: str) -> Json:
    """Parse an attribute; ``code`` is as in `blocks.interchange.enuspace.table`. Raise ValueError on errors."""
    if code == "H":
        return _shape_list(text)
    if code.isupper():
        parts = re.split("[,;]", text.replace("{", "").replace("}", ""))
        return [attribute_value(part.strip(), code.lower()) for part in parts if part.strip()]
    word = text.strip()
    if code == "b":
        return word in ("true", "TRUE", "1")
    if code == "y":
        name = dtype_name(word)
        if name is None:
            raise ValueError(f"{word!r} is not a dtype")
        return name
    if code == "h":
        return shape_value(word)
    return scalar(word, {"i": "DT_INT64", "f": "DT_DOUBLE", "s": "DT_STRING"}[code])
