"""Files of other kinds, cut off and with flipped bits: refused in words, or read as they were."""

from __future__ import annotations

import pytest

from tests.deep import media

SEED = 11
ROUNDS = (*range(25), 30, 64)
"""Of 100, the first ones, and those that reach an error which no other does."""
LONGER = ("graph_def", "saved_model")
"""Kinds that take long: of each a few rounds are enough here."""


@pytest.mark.parametrize("name", media.kinds())
def test_whole_files_and_those_cut_off_at_every_byte(name: str) -> None:
    files = media.kinds()[name].files
    with media.judge_of(name) as judge:
        assert judge(files, True) == []
        cases = [
            (file, size, each)
            for file, data in files.items()
            for size in range(0, len(data), 1 + len(data) // 100)
            for each in judge({**files, file: data[:size]}, size % 7 == 0)
        ]
    assert cases == []


@pytest.mark.parametrize("number", range(len(media.kinds())), ids=media.kinds())
def test_mutants_are_refused_in_words_or_read(number: int) -> None:
    count = len(media.kinds())
    rounds = ROUNDS[:3] if list(media.kinds())[number] in LONGER else ROUNDS
    assert [finding for each in rounds for finding in media.run(SEED, each * count + number)] == []
