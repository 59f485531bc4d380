"""A parser for typed tensors (enuSpace braces, Python, NumPy or JSON) that returns JSON values.

The parser keeps its own stack instead of recursing, so that no input exceeds Python's recursion limit, and takes time
linear in the length of the input.

Numbers may be written as arithmetic: ``1/3``, ``-(1+2)*4``, ``2**10``. Operators and their precedence are Python's. A
result is an integer if Python's operator returns one. Its size is bounded before it is computed, so that no input takes
long.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from blocks.base.errors import DiagramError
from blocks.base.literal_show import JsonValue, bytes_value, show
from blocks.base.literals import MAX_DEPTH

# -- Arithmetic on numbers --------------------------------------------------------------------------------------------

MOST_BITS = 1024
"""Of an integer result; the largest double has as many, and no integer dtype more than 64."""


class OperatorToken(NamedTuple):
    symbol: str
    where: int
    is_sign: bool = False

    @property
    def binds(self) -> int:
        return 2 if self.is_sign else {"**": 3, "+": 0, "-": 0}.get(self.symbol, 1)

    def waits_for(self, following: OperatorToken) -> bool:
        """Return whether the following operator is applied first; powers associate to the right."""
        return self.binds < following.binds or self.symbol == following.symbol == "**"


_APPLY: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
}


def apply(op: OperatorToken, left: object, right: object) -> int | float:
    """Apply an operator; a sign has the left operand 0.

    Raises:
        DiagramError: an operand is not a finite real number, or the result does not fit in a tensor.
    """
    for each in (left, right):
        if type(each) not in (int, float):
            what = "a list" if isinstance(each, list) else show(each)
            raise DiagramError(f"{op.symbol!r} needs finite real numbers, got {what}")
    assert isinstance(left, int | float)
    assert isinstance(right, int | float)
    if op.is_sign:
        return -right if op.symbol == "-" else right
    if isinstance(left, int) and isinstance(right, int) and _bits(op.symbol, left, right) > MOST_BITS:
        raise DiagramError(f"the result of {op.symbol!r} is too large for any dtype")
    try:
        result = _APPLY[op.symbol](left, right)
    except ZeroDivisionError:
        raise DiagramError("division by zero") from None
    except OverflowError:
        raise DiagramError(f"the result of {op.symbol!r} is too large for any dtype") from None
    if isinstance(result, complex):
        raise DiagramError("a negative number raised to a fractional power has no real result")
    if not math.isfinite(result):
        raise DiagramError(f"the result of {op.symbol!r} is too large for any dtype")
    return result


def _bits(symbol: str, left: int, right: int) -> int:
    """Return an upper bound for the bits of an integer result."""
    if symbol == "**":
        return abs(left).bit_length() * abs(right) if abs(left) > 1 else 1
    more = max(left.bit_length(), right.bit_length()) + 1
    return left.bit_length() + right.bit_length() if symbol == "*" else more


# -- Texts ------------------------------------------------------------------------------------------------------------

MAX_CHARACTERS = 64 * 2**20
_MAX_NUMBER = 4300  # characters; as long as Python's own limit for integers, and more than any double needs

_NUM = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_WORD = r"(?:(?:np|numpy|math)\.)?(?:(?i:nan|inf(?:inity)?))"
_PART = rf"(?:{_NUM}|{_WORD})"
_SIGN = r"(?:[+-]\s*)?"
_END = r"(?![\w.])"
_TOKEN = rf"""\s*(?:
      (?P<end>\Z)
    | (?P<complex>{_SIGN}(?:{_PART}\s*[+-]\s*)?{_PART}[jJ]{_END})
    | (?P<number>{_SIGN}{_NUM}[fF]?{_END})
    | (?P<word>{_SIGN}{_WORD}{_END})
    | (?P<pi>{_SIGN}(?:(?:np|numpy|math)\.)?pi{_END})
    | (?P<sign>[+-](?=\s*\())
    | (?P<bool>(?:(?:np|numpy)\.)?(?i:true|false)_?{_END})
    | (?P<quote>[bB]?["'])
    | (?P<object>\{{\s*(?=["'](?:base64|file)["']\s*:))
    | (?P<wrap>(?:(?:np|numpy)\.)?(?:(?:as)?array|u?int(?:8|16|32|64)|b?float(?:16|32|64)|complex(?:64|128)|bool_?|str_
        |bytes_)\s*\()
    | (?P<open>[\[{{(])
    | (?P<close>[\]}})])
    | (?P<dtype>,\s*dtype\s*=\s*[\w.'"<>|=]+\s*(?=\)))
    | (?P<comma>,)
    )"""
_OPERATOR = re.compile(r"(\s*)(\*\*|//|[-+*/%])(\s?)")
_POWER = re.compile(r"\s*\*\*")
_RUN = re.compile(r"([-+0-9.eEfF,\s]*[0-9.fF,\s])(?=[\]})])")
_LOOSE_SUFFIX = re.compile(r"\s[fF]")
_BLANK = re.compile(r"\s*")
_JUNK = re.compile(r"[^\s,\[\]{}()]+|.", re.DOTALL)
_STRING_STOP = re.compile(r"[\"'\\]")
_ESCAPE = re.compile(r"x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|0(?![0-7])|[^xuU0]", re.DOTALL)
_SIMPLE = dict(zip("ntrbfav0\\'\"/", "\n\t\r\b\f\a\v\0\\'\"/", strict=True))
_CLOSER = {"[": "]", "{": "}", "(": ")"}


def parse_text(text: str) -> JsonValue:
    """Parse a tensor that a person typed.

    Accepted are enuSpace's braces (``{{1.0f, 2}, {3, 4}}``), lists, tuples, ``array([...])`` (ignoring a ``dtype=``),
    ``true``, quoted strings, ``b"..."``, complex numbers (``1+2j``), ``nan`` and ``inf`` in the usual spellings, the
    JSON forms ``{"base64": ...}`` and ``{"file": ...}``, and real arithmetic: ``1/3``, ``-(1+2)*pi``, ``2**10``.

    Returns:
        The JSON value, without promotion to a common type: ``1`` stays an integer; ``1.``, ``1e3`` and ``1f`` become
        floats, NaN and infinity ``"NaN"``, ``"Infinity"`` or ``"-Infinity"``, and a complex number a string.

    Raises:
        DiagramError: the text is not a tensor; the message names the column.
    """
    if len(text) > MAX_CHARACTERS:
        raise DiagramError(f"the text has {len(text)} characters; the limit for a tensor is {MAX_CHARACTERS}")
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        # compiled here, and kept by re, because a program that reads no typed text should not wait for it at its start
        self.token = re.compile(_TOKEN, re.VERBOSE).match
        self.at: int = 0
        self.items: list[JsonValue] = []  # of the innermost open list; of the whole text at the start
        self.operators: list[OperatorToken] = []  # of the innermost open list, that are not applied yet
        self.opened = ("", 0)  # how that list began, and where
        self.outer: list[tuple[list[JsonValue], list[OperatorToken], tuple[str, int]]] = []
        self.comma = True  # a value may follow: the list has just begun, a comma or an operator was read
        self.trailing = False  # the last thing read was a comma

    def read(self) -> JsonValue:
        while True:
            if not self.comma and self.operator():
                continue
            match = self.token(self.text, self.at)
            if match is None:
                self.junk()
            kind = str(match.lastgroup)
            start = match.start(kind)
            word = match[kind]
            self.at = match.end()
            if kind in ("end", "close", "comma", "dtype"):
                self.calculate()
            if kind == "end":
                return self.finish(start)
            if kind == "close":
                self.close(word, start)
            elif kind == "comma":
                if self.comma or not self.outer:
                    if not self.comma:
                        self.fail_for_more(start)
                    self.fail(start, "expected a value, got a comma")
                self.comma = self.trailing = True
            elif kind == "dtype":
                if "array" not in self.opened[0] or len(self.items) != 1 or self.comma:
                    self.fail(start, "'dtype=' is not allowed here")
            else:
                if not self.comma:
                    if not self.outer:
                        self.fail_for_more(start)
                    self.fail(start, "expected a comma between two values")
                if kind in ("open", "wrap"):
                    self.open(word, start)
                elif kind == "sign" or (word[0] in "+-" and _POWER.match(self.text, self.at)):
                    self.operators.append(OperatorToken(word[0], start, is_sign=True))
                    self.at = start + 1
                else:
                    self.items.append(self.leaf(kind, word, start))
                    self.comma = self.trailing = False

    def operator(self) -> bool:
        match = _OPERATOR.match(self.text, self.at)
        if match is None:
            return False
        before, symbol, after = match.groups()
        if symbol in "+-" and before and not after:  # NumPy prints vectors as [1. -2.]
            hint = f"between two numbers, write {symbol!r} with spaces on both sides or on neither side"
            self.fail(match.start(2), "expected a comma between two values", hint)
        self.at = match.end()
        result = OperatorToken(symbol, match.start(2))
        self.calculate(result)
        self.operators.append(result)
        self.comma, self.trailing = True, False
        return True

    def calculate(self, following: OperatorToken | None = None) -> None:
        if not self.operators:
            return
        if self.comma:
            last = self.operators[-1]
            self.fail(last.where, f"expected a number after {last.symbol!r}")
        while self.operators and (following is None or not self.operators[-1].waits_for(following)):
            op = self.operators.pop()
            right = self.items.pop()
            left = 0 if op.is_sign else self.items.pop()
            try:
                self.items.append(apply(op, left, right))
            except DiagramError as error:
                self.fail(op.where, error.message)

    def open(self, word: str, start: int) -> None:
        if len(self.outer) >= MAX_DEPTH:
            self.fail(start, f"lists are nested more than {MAX_DEPTH} levels deep")
        self.outer.append((self.items, self.operators, self.opened))
        self.items, self.operators, self.opened = [], [], (word, start)
        self.comma, self.trailing = True, False
        run = _RUN.match(self.text, self.at)
        numbers = _plain_numbers(run[1]) if run else None
        if run and numbers:
            self.items = numbers
            self.at = run.end()
            self.trailing = run[1].rstrip().endswith(",")
            self.comma = self.trailing

    def close(self, word: str, start: int) -> None:
        opener, where = self.opened
        if not opener:
            self.fail(start, f"{word!r} has no opening bracket")
        if _CLOSER[opener[-1]] != word:
            line, column = self.line_and_column(where)
            there = f"line {line}, column {column}" if line > 1 else f"column {column}"
            self.fail(start, f"{word!r} does not close the {opener[-1]!r} at {there}")
        items, single = self.items, len(self.items) == 1 and not self.trailing
        if len(opener) > 1 and not single:
            self.fail(where, f"{opener}...) needs exactly one value")
        self.items, self.operators, self.opened = self.outer.pop()
        # in Python (1) is a number and (1,) a tuple
        self.items.append(items[0] if opener[-1] == "(" and single else items)
        self.comma = self.trailing = False

    def finish(self, start: int) -> JsonValue:
        if self.outer:
            opener, where = self.opened
            self.fail(where, f"{opener[-1]!r} is never closed")
        if not self.items:
            self.fail(start, "expected a value")
        return self.items[0]

    def leaf(self, kind: str, word: str, start: int) -> JsonValue:
        if kind == "quote":
            return self.string(word, start)
        if kind == "object":
            return self.object(start)
        if kind == "bool":
            return word.lower().rpartition(".")[2].startswith("t")
        if kind == "pi":
            return -math.pi if word[0] == "-" else math.pi
        word = "".join(word.split())
        if len(word) > _MAX_NUMBER:
            self.fail(start, f"the number has {len(word)} characters; the limit is {_MAX_NUMBER}")
        if kind == "word":
            return "NaN" if word[-1] in "nN" else "-Infinity" if word.startswith("-") else "Infinity"
        if kind == "complex":
            return re.sub(r"np\.|numpy\.|math\.", "", word).replace("J", "j")
        if word[-1] in "fF" or not word.lstrip("+-").isdigit():
            value = float(word.rstrip("fF"))
            if value in (float("inf"), float("-inf")):
                self.fail(start, f"{word[:40]} is too large for any dtype")
            return value
        try:
            return int(word)
        except ValueError:  # more digits than this Python is set to read
            self.fail(start, f"an integer of {len(word)} digits is too large for any dtype")

    def object(self, start: int) -> JsonValue:
        quote = self.text[self.at]
        self.at += 1
        key = self.string(quote, start)
        self.at = self.text.index(":", self.at) + 1
        self.skip_blanks()
        quote = self.text[self.at : self.at + 1]
        if quote not in ("'", '"'):
            self.fail(self.at, f"expected a quoted string after {key!r}")
        self.at += 1
        value = self.string(quote, self.at - 1)
        self.skip_blanks()
        if self.text[self.at : self.at + 1] != "}":
            self.fail(self.at, f"'}}' must follow the value of {key!r}")
        self.at += 1
        return {key: value}

    def skip_blanks(self) -> None:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def string(self, quote: str, start: int) -> JsonValue:
        parts: list[str] = []
        while True:
            stop = _STRING_STOP.search(self.text, self.at)
            if stop is None:
                self.fail(start, "the quoted string that begins here has no closing quote")
            where = stop.start()
            part = self.text[self.at : where]
            if len(quote) == 2 and not part.isascii():
                self.fail(start, "a byte string (b'...') can contain only ASCII characters: write other bytes as \\xff")
            parts.append(part)
            self.at = where + 1
            if stop[0] == quote[-1]:
                break
            parts.append(self.escape(where) if stop[0] == "\\" else stop[0])
        joined = "".join(parts)
        try:
            if len(quote) == 2:
                return bytes_value(joined.encode("latin-1"))
            if not joined.isascii():
                # JSON writes a character beyond U+FFFF as two escapes; alone, neither half is a character
                return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeEncodeError:
            self.fail(start, "a byte string (b'...') cannot contain characters beyond \\xff")
        except UnicodeDecodeError:
            self.fail(start, "the string contains an incomplete character (a lone surrogate)")
        return joined

    def escape(self, where: int) -> str:
        match = _ESCAPE.match(self.text, self.at)
        code = match[0] if match else ""
        if len(code) > 1 and int(code[1:], 16) <= 0x10FFFF:
            self.at += len(code)
            return chr(int(code[1:], 16))
        if code not in _SIMPLE:
            shown = self.text[where + 1 : where + 2]
            self.fail(
                where,
                f"a backslash followed by {shown!r} is not a valid escape",
                hint="write a backslash as two backslashes",
            )
        self.at += 1
        return _SIMPLE[code]

    def junk(self) -> NoReturn:
        self.skip_blanks()
        match = _JUNK.match(self.text, self.at)
        word = match[0] if match else ""
        if word.lower() in ("null", "none"):
            self.fail(self.at, f"{word} is not a valid value: every element of a tensor needs a value")
        if word.startswith(";"):
            self.fail(self.at, "separate values with commas")
        if word.startswith(":"):
            self.fail(self.at, 'the only objects allowed as values are {"base64": "..."} and {"file": "..."}')
        self.fail(self.at, f"{show(word)} is not a valid value", hint="use a number, true, false or a quoted string")

    def fail(self, where: int, message: str, hint: str | None = None) -> NoReturn:
        line, column = self.line_and_column(where)
        if line > 1:
            raise DiagramError(f"line {line}, column {column}: {message}", hint=hint)
        raise DiagramError(f"column {column}: {message}", hint=hint)

    def fail_for_more(self, where: int) -> NoReturn:
        if _DECIMAL_COMMA.fullmatch(self.text):
            self.fail(where, "use a decimal point, as in 3.5: a comma separates values")
        self.fail(where, "unexpected text after the value: write several values in braces, {1, 2}")

    def line_and_column(self, where: int) -> tuple[int, int]:
        return self.text.count("\n", 0, where) + 1, where - self.text.rfind("\n", 0, where)


_DECIMAL_COMMA = re.compile(r"\s*[-+]?\d+,\d+\s*")


def _plain_numbers(run: str) -> list[JsonValue] | None:
    """Parse the innermost lists of large tensors at the speed of ``split``; return None if that fails."""
    pieces = run.split(",")
    if not pieces[-1].strip():
        pieces.pop()
    if not pieces or len(max(pieces, key=len)) > 400:
        return None
    try:
        if not any(c in run for c in ".eEfF"):
            return [int(piece) for piece in pieces]
        if "f" in run or "F" in run:
            if _LOOSE_SUFFIX.search(run):
                return None
            pieces = [p.rstrip().replace("F", "f") for p in pieces]
            pieces = [
                p[:-1] + ("" if "." in p or "e" in p or "E" in p else ".") if p[-1:] == "f" else p for p in pieces
            ]
        numbers = [float(p) if "." in p or "e" in p or "E" in p else int(p) for p in pieces]
    except ValueError:
        return None
    return None if float("inf") in numbers or float("-inf") in numbers else numbers
