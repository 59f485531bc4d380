"""Search for blocks of a diagram: the query syntax, and the matching. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from app.language import mark
from blocks.base.literal_show import text_of
from blocks.document.data import Block, Page, pins_type
from blocks.graph.spec import BlockSpec

Find = Callable[[str], BlockSpec | None]
STATES = {
    "error": mark("Blocks with a problem"),
    "unused": mark("Blocks with unused outputs"),
    "unwired": mark("Blocks without wires"),
    "muted": mark("Muted blocks"),
    "collapsed": mark("Collapsed blocks"),
    "unknown": mark("Blocks of an unknown type"),
    "stateful": mark("Variables and blocks that change them"),
}
_WORD = re.compile(r'(-?)(?:(\w+):)?(?:"([^"]*)"?|(\S+))')
_KEYS = ("id", "type", "value", "is", "note")


class Term(NamedTuple):
    """One word of a query: ``type:Const``, ``-is:muted``."""

    key: str
    text: str
    negated: bool = False


class Match(NamedTuple):
    page: str
    block: str


def terms(query: str) -> list[Term]:
    """Split a query into words that must all match; a ``-`` before a word negates it."""
    parsed: list[Term] = []
    for sign, key, quoted, plain in _WORD.findall(query):
        text = quoted or plain
        if not text:
            continue
        if key and key.casefold() not in _KEYS:
            text, key = f"{key}:{text}", ""
        parsed.append(Term(key.casefold(), text.casefold(), bool(sign)))
    return parsed


def matches(query: str, pages: Sequence[Page], faulty: Mapping[str, Collection[str]], find: Find) -> list[Match]:
    """Return the blocks that match a query, page by page in file order; none for an empty query.

    Args:
        query: words that occur in id, type or a value; ``id:``, ``type:``, ``value:`` search one of these, and ``is:``
            asks for one of `STATES`.
        faulty: the blocks with problems, by page.
    """
    wanted = terms(query)
    if not wanted:
        return []
    hits: list[Match] = []
    for page in pages:
        sources = {wire.source.block for wire in page.wires}
        ends = sources | {wire.target.block for wire in page.wires}
        state = _State(frozenset(sources), frozenset(ends), faulty.get(page.name, ()), find)
        hits += [Match(page.name, block.id) for block in page.blocks if all(_fits(t, block, state) for t in wanted)]
    return hits


class _State(NamedTuple):
    sources: frozenset[str]
    ends: frozenset[str]
    faulty: Collection[str]
    find: Find


def _fits(term: Term, block: Block, state: _State) -> bool:
    return _has(term, block, state) != term.negated


def _has(term: Term, block: Block, state: _State) -> bool:
    key, text = term.key, term.text
    if key == "is":
        return _is(text, block, state)
    if key == "id":
        return text in block.id.casefold()
    if key == "type":
        return text in block.type.casefold()
    if key == "value":
        return _in_values(text, block)
    return text in block.id.casefold() or text in block.type.casefold() or _in_values(text, block)


def _in_values(text: str, block: Block) -> bool:
    for name, value in block.values.items():
        shown = text_of(value, 2000).casefold().removeprefix("'").removesuffix("'")
        if text in shown or text == name.casefold() or text in f"{name.casefold()}={shown}":
            return True
    return False


def _is(state_name: str, block: Block, state: _State) -> bool:
    if state_name.startswith("err"):
        return block.id in state.faulty
    if state_name == "muted":
        return block.muted
    if state_name == "collapsed":
        return block.collapsed
    if state_name == "unwired":
        return block.id not in state.ends
    spec = state.find(pins_type(block))
    if state_name == "unknown":
        return spec is None
    if state_name == "unused":
        # What ends a page is there for its own sake: a session, what changes a variable.
        ending = spec is not None and (not spec.outputs or spec.stateful or spec.name == "ClientSession")
        return block.id not in state.sources and not ending
    if state_name == "stateful":
        return spec is not None and (spec.stateful or spec.variable)
    return False
