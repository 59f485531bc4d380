"""The language of the window: every visible text there goes through `tr`.

The English text itself is the key. This module does not need Qt, so that code without a screen can use it; the window
installs the translations with `use` (`app.window.language`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

_REMEMBERED = 20_000
"""How many texts are remembered by what they were made of; the oldest are forgotten."""

Lookup = Callable[[str, int | None], str]
"""Gives the translation of a text, or the text itself; with a number, of its form for that many."""


class TranslatedText(NamedTuple):
    """The parts of a translated text.

    Attributes:
        source: the English text (plural for a count).
        values: the placeholder values.
        one: the English singular, for a count.
        dress: the function applied to the translation, such as line breaking.
    """

    source: str
    values: Mapping[str, object] = MappingProxyType({})
    one: str | None = None
    dress: Callable[[str], str] | None = None


class _LanguageState:
    lookup: Lookup | None = None
    sources: OrderedDict[str, TranslatedText] = OrderedDict()  # noqa: RUF012


def mark(text: str, /) -> str:
    """Return the text itself; this marks a table entry that `tr` translates when it is shown."""
    return text


def tr(text: str, /, **values: object) -> str:
    """Return the text in the language of the window: ``tr("Saved {name}", name=path.name)``."""
    return _made(TranslatedText(text, values))


def plural(number: int, one: str, many: str, /, **values: object) -> str:
    """Return the singular or plural text: ``plural(n, "{n} block", "{n:,} blocks")``; ``n`` is the number."""
    return _made(TranslatedText(many, {"n": number, **values}, one))


def dressed(text: str, dress: Callable[[str], str]) -> str:
    """Apply a function to a text from `tr` so that `retranslated` can repeat it in another language."""
    shown = dress(text)
    source = _LanguageState.sources.get(text)
    if source is not None and source.dress is None:
        _remember(shown, source._replace(dress=dress))
    return shown


def source_of(text: str) -> TranslatedText | None:
    return _LanguageState.sources.get(text)


def retranslated(text: TranslatedText) -> str:
    """Return the text in the current language, including texts in its placeholders."""
    known = {name: source_of(value) for name, value in text.values.items() if isinstance(value, str) and value}
    values = {name: retranslated(value) for name, value in known.items() if value is not None}
    return _made(text._replace(values={**text.values, **values}) if values else text)


def same(text: str, other: str) -> bool:
    """Return whether two texts are equal, even if they were translated into different languages."""
    return text == other or (source_of(text) is not None and source_of(text) == source_of(other))


def is_english() -> bool:
    return _LanguageState.lookup is None


def use(lookup: Lookup | None) -> None:
    _LanguageState.lookup = lookup


def _made(text: TranslatedText) -> str:
    number = text.values["n"] if text.one is not None else None
    if _LanguageState.lookup is None:
        translated = text.one if text.one is not None and number == 1 else text.source
    else:
        translated = _LanguageState.lookup(text.source, number if isinstance(number, int) else None)
        if translated == text.source and text.one is not None and number == 1:  # not translated
            translated = text.one
    if text.values:
        translated = translated.format(**text.values)
    if text.dress is not None:
        translated = text.dress(translated)
    _remember(translated, text)
    return translated


def _remember(translated: str, text: TranslatedText) -> None:
    sources = _LanguageState.sources
    sources[translated] = text
    sources.move_to_end(translated)
    if len(sources) > _REMEMBERED:
        sources.popitem(last=False)
