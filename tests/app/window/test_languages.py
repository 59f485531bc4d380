"""The languages of the window: what is translated, and what happens while another one is chosen."""

from __future__ import annotations

import string
import subprocess
import sys

import pytest

from app import language
from app.language import several, tr
from app.window.language import CONTEXT, load
from tests.translations import TRANSLATED, read, sources


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_files_hold_what_the_source_says(name: str) -> None:
    texts, translator = read(name), load(name)
    found = sources()
    assert set(texts) == set(found), "python -m tests.translations brings the files up to date"
    for text, translation in texts.items():
        if not translation.is_there:
            continue
        forms = [translator.translate(CONTEXT, text, None, n) for n in (2, 1)] if found[text].counted else [
            translator.translate(CONTEXT, text)
        ]  # fmt: skip
        assert set(forms) == set(translation.forms)
        for form in translation.forms:
            assert _fields(form) <= _fields(text), text
            assert found[text].counted or _fields(form) == _fields(text), text


def _fields(text: str) -> set[str | None]:
    """The placeholders of a text."""
    if "{{" in text or "{" not in text:
        return set()
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_texts_work_without_qt() -> None:
    code = "import sys; sys.modules['PySide6'] = None; import app.language as l; print(l.tr('a {b}', b=1))"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout == b"a 1\n"


def test_one_and_many() -> None:
    assert several(1, "{n} block", "{n:,} blocks") == "1 block"
    assert several(1234, "{n} block", "{n:,} blocks") == "1,234 blocks"
    assert tr("Saved {name}", name="a{b}") == "Saved a{b}"


def test_what_was_said_can_be_said_again() -> None:
    english = tr("Saved {name}", name="x")
    language.use(lambda text, _number: {"Saved {name}": "{name} gesichert"}.get(text, text))
    try:
        german = language.again(english)
        assert german == "x gesichert"
        assert language.again("what nobody said") == "what nobody said"
    finally:
        language.use(None)
    assert language.again(german) == english
