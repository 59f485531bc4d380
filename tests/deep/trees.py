"""Changes of JSON trees and texts that a hostile or broken program might make."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS: tuple[str, ...] = (
    "", " ", ".", "a.b", "a.b[0]", "a.b[1000000000]", "a.b[-1]", "\0", "\x1b[31m", "é漢字\U0001f600", "\u202e", "NaN",
    "x" * 3000, "../../etc/passwd", "file:///etc/passwd", "<img src='file:///x'>", "{0}%s%n", "__class__",
    "__import__('os')", "val", "main", "gradblocks/1", "gradblocks/2", "gradblocks/3", ":Dense", ":Net", ":", "Dense",
    "InputPin", "OutputPin", "Const", "MatMul", "AddSymbolicGradients", "ClientSession", "DT_FLOAT", "1.2.0", "0" * 64,
)  # fmt: skip
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 1.5, -0.0, 1e308, 5e-324, 2**31, 2**63, -(2**63), 10**400, [], {}, [[]], [1, 2],
    {"a": 1}, ["a.b", "c.d"], ["a.b"], {"file": "x.npy"}, {"base64": "AA=="}, {"base64": "!"}, {"id": "a"},
    {"id": "a", "type": "T"},
)  # fmt: skip
KEYS = (
    "format", "title", "pages", "name", "blocks", "wires", "notes", "frames", "id", "type", "at", "size", "values",
    "collapsed", "muted", "text", "color", "val", "dtype", "shape", "strings", "__proto__", "", "composites", "package",
    "doc", "default", "sets", "from", "shares", "list", "version", "licence", "sha256",
)  # fmt: skip
# Pieces of text that no tree has.
BYTES: tuple[bytes, ...] = (
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\0", b"\\ud800", b"\\udfff\\ud800", b"\\u0000",
    b"\\", b"\\x41", b"NaN", b"-Infinity", b"1e999", b"-1e999", b"9" * 5000, b"0123", b"+1", b"1.", b".5", b"//",
    b"/* */", b"'", b'"', b",", b",,", b":", b"[" * 70, b"]" * 70, b'{"a":' * 70,
    b"{", b"}", b"\xef\xbb\xbf", b"\n", b"\r", b"tru", b"nul", b"1e5",
)  # fmt: skip


def changed_tree(rng: random.Random, raw: Any, changes: int) -> Any:
    """A copy with some things in it replaced, removed, doubled, added or moved."""
    for _ in range(changes):
        raw = _changed(rng, raw)
    return raw


def _changed(rng: random.Random, raw: Any) -> Any:
    if isinstance(raw, list) and raw and rng.random() < 0.9:
        items: list[Any] = list(raw)  # pyright: ignore[reportUnknownArgumentType]
        i = rng.randrange(len(items))
        match rng.randrange(14):
            case 0:
                del items[i]
            case 1:
                items += [items[i]] * rng.choice([1, 2, 40])
            case 2:
                items.insert(i, junk(rng))
            case 3:
                rng.shuffle(items)
            case _:
                items[i] = _changed(rng, items[i])
        return items
    if isinstance(raw, dict) and raw and rng.random() < 0.9:
        entries: dict[str, Any] = dict(raw)  # pyright: ignore[reportUnknownArgumentType]
        key = rng.choice(list(entries))
        match rng.randrange(14):
            case 0:
                del entries[key]
            case 1:
                entries[rng.choice(KEYS)] = junk(rng)
            case 2:
                entries[rng.choice(KEYS)] = entries.pop(key)
            case _:
                entries[key] = _changed(rng, entries[key])
        return entries
    return junk(rng)


def junk(rng: random.Random) -> Any:
    """Anything."""
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(JUNK)
    if kind < 0.8:
        return rng.choice(WORDS)
    value: Any = rng.choice(JUNK)
    for _ in range(rng.choice([1, 3, 58, 66])):
        value = [value] if rng.random() < 0.5 else {rng.choice(WORDS): value}
    return value


def changed_text(rng: random.Random, data: bytes, changes: int) -> bytes:
    """A copy with some bytes flipped, cut out, doubled or put in."""
    for _ in range(changes):
        at, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + rng.choice([1, 1, 5, 100]))
        match rng.randrange(6):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:end] + data[at:]
            case 3 if data[at:]:
                data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case _:
                data = data[:at] + rng.choice(BYTES) + data[end:]
    return data


def hostile_json(rng: random.Random, raw: Any) -> bytes:
    """The text of a changed tree, sometimes changed itself."""
    tree = changed_tree(rng, raw, rng.choice([0, 1, 1, 1, 2, 4]))
    text = json.dumps(tree, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    return changed_text(rng, text, rng.choice([0, 0, 1, 1, 2, 5]))
