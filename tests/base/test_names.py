"""Names that are not taken."""

from __future__ import annotations

from blocks.base.names import numbered


def test_a_name_gets_the_lowest_number_and_few_look_ups() -> None:
    assert numbered("a", {"b"}.__contains__) == "a"
    assert numbered("a", {"a", "a_2", "a_4"}.__contains__) == "a_3"
    assert numbered("a", {"a"}.__contains__, "", first=1) == "a1"
    taken = {"a", *(f"a_{i}" for i in range(2, 5000))}
    asked: list[str] = []

    def is_taken(name: str) -> bool:
        asked.append(name)
        return name in taken

    for number in range(5000, 5100):
        name = numbered("a", is_taken)
        assert name == f"a_{number}"
        taken.add(name)
    assert len(asked) < 100 * 60
