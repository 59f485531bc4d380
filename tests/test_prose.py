"""Sentences that people read follow the style guide of CONTRIBUTING, as far as patterns can tell."""

from __future__ import annotations

import json

import pytest

from tests import prose


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    return prose.found()


def test_no_odd_sentence_is_added(found: dict[str, list[str]]) -> None:
    """Rewrite the sentence. If a pattern is wrong there, run ``python -m tests.prose --write`` and justify it."""
    left = json.loads(prose.LEFT.read_text(encoding="utf-8"))
    added = {key: sorted({*each} - {*left.get(key, ())}) for key, each in found.items()}
    assert not {key: each for key, each in added.items() if each}


def test_the_list_of_odd_sentences_shrinks(found: dict[str, list[str]]) -> None:
    """Run ``python -m tests.prose --write`` after an odd sentence was rewritten."""
    left = json.loads(prose.LEFT.read_text(encoding="utf-8"))
    gone = {key: sorted({*each} - {*found.get(key, ())}) for key, each in left.items()}
    assert not {key: each for key, each in gone.items() if each}


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("'abc' is no number", "is no X"),
        ("write down what it gives", "noun clause with what"),
        ("Who never saw it begins here", "sentence that begins with who or what"),
        ("the gradient by W", "gradient by"),
        ("a text for the optimiser", "British spelling"),
        ("It lies in another folder", "stands, lies"),
    ],
)
def test_odd_sentences_are_found(sentence: str, name: str) -> None:
    assert prose.odd(name, sentence)


@pytest.mark.parametrize(
    "sentence",
    ["x is no longer a variable", "What is a gradient?", "raise an error", "promise"],
)
def test_plain_sentences_are_not_found(sentence: str) -> None:
    assert not [name for name in prose.PATTERNS if prose.odd(name, sentence)]
