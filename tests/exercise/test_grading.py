"""`grade`: what each check accepts, and attempts to cheat that it does not."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks.analysis.checks import check as check_diagram
from blocks.base.errors import DiagramError
from blocks.document.changes import SetExtra, SetField
from blocks.document.model import Diagram, PageView
from blocks.exercise.grading import verify
from blocks.exercise.model import answers_of, exercise_of, set_answer
from tests.exercise.pages import CHECKS, Edit, after, exercise, graded, other_solution, passed, raw, solution, start

RUN = {"value", "same_as", "gradient_of"}
ALL = set(CHECKS)


def answered(diagram: Diagram, answer: Any = "T") -> Diagram:
    diagram.apply(set_answer(diagram, "why", answer))
    return diagram


def constant(value: Any) -> Edit:
    return lambda page: page.add("Const", id="loss", val=value)


def instead(block: str, kind: str, **values: Any) -> Edit:
    """Another block with the id of one, without wires."""

    def edit(page: PageView) -> None:
        page.remove(block)
        page.add(kind, id=block, **values)

    return edit


def muted(block: str) -> Edit:
    return lambda page: page.apply(SetField("main", block, "muted", True))


def moved(block: str) -> Edit:
    return lambda page: page.apply(SetField("main", block, "at", (500, 7)))


def changed(block: str, **values: Any) -> Edit:
    return lambda page: page.set(block, **values)


def removed(block: str) -> Edit:
    return lambda page: page.remove(block)


def wired(source: str, target: str) -> Edit:
    return lambda page: page.wire(source, target)


def without_stop(page: PageView) -> None:
    solution(page, "Identity")


def prevented(page: PageView) -> None:
    solution(page, "PreventGradient")


def redirected(page: PageView) -> None:
    """The loss is computed from a copy of the result that does not depend on the variable."""
    solution(page)
    page.remove("sq")
    page.add("Const", id="sq", val=[[9.0625]])
    page.wire("sq", "loss.input")


@pytest.mark.parametrize(
    ("edits", "right"),
    [
        ((solution,), ALL),
        ((other_solution,), ALL),
        ((solution, moved("W"), moved("x")), ALL),
        ((prevented,), ALL - {"gradient_of", "uses"}),
        ((without_stop,), ALL - {"gradient", "uses"}),
        ((solution, muted("cut")), ALL - {"gradient", "uses"}),
        ((start, constant(9.0625)), {"value", "unchanged", "answers"}),
        ((redirected,), {"value", "uses", "unchanged", "answers"}),
        ((solution, changed("labels", val=[[1.0], [3.0]])), ALL - {"unchanged"}),
        ((solution, changed("labels", dtype="float64")), ALL - {"unchanged"}),
        ((solution, muted("labels")), ALL - {"unchanged"}),
        ((solution, instead("sq", "Abs"), wired("d", "sq.x"), wired("sq", "loss")),
         ALL - RUN),
        ((solution, changed("loss", keep_dims=True)), ALL - {"value", "same_as"}),
        ((solution, removed("W")), {"uses", "answers"}),
        ((solution, removed("T")), {"uses", "unchanged", "answers"}),
        ((start, constant("NaN")), {"unchanged", "answers"}),
        ((), {"answers"}),
    ],
)  # fmt: skip
def test_marks(edits: tuple[Edit, ...], right: set[str]) -> None:
    assert passed(answered(after(*edits))) == right


@pytest.mark.parametrize("answer", [None, "t", "W", ["T"], True, 1, {"T": "T"}, " T"])
def test_an_answer_has_the_type_and_value(answer: Any) -> None:
    assert ("answers" in passed(answered(after(solution), answer))) is (answer == " T")


@pytest.mark.parametrize(
    ("right", "answer", "holds"),
    [(3, 3.0, True), (3, " 3", True), (3, "3 W", False), (3, "nan", False), (1, True, False), (True, 1, False),
     (0.1, 0.1000001, True), (0.1, 0.11, False), ([1, 2], [2, 1], False), ([1, 2], [1, 2], True), (["a"], "a", False),
     ("NaN", "NaN", True)],
)  # fmt: skip
def test_typed_answers(right: Any, answer: Any, holds: bool) -> None:
    checks = {"typed": {"answers": "typed", "is": right}}
    diagram = after(start)
    diagram.apply(set_answer(diagram, "typed", answer))
    assert bool(passed(diagram, checks, questions=[{"id": "typed", "text": "?"}])) is holds


def test_answers_are_edits_that_are_kept() -> None:
    """They are undone, written and read like everything else, and `check` knows their key."""
    diagram = answered(after(solution))
    back = diagram.apply(set_answer(diagram, "why", "W"))
    again = blocks.loads(diagram.dumps())
    assert answers_of(again) == {"why": "W"}
    assert check_diagram(again).errors == []
    diagram.apply(back)
    assert answers_of(diagram) == {"why": "T"}
    diagram.apply(set_answer(diagram, "why", None))
    assert diagram.dumps() == after(solution).dumps()
    diagram.apply(SetExtra(None, None, {"answers": [1]}))
    assert answers_of(blocks.loads(diagram.dumps())) == {}


def composites(diagram: Diagram, page: PageView) -> None:
    """Two instances of a composite, one of them muted, and a loop that runs it."""
    cell = diagram.add_composite("Cell")
    for kind, name in (("InputPin", "h"), ("StopGradient", "stop"), ("Square", "sq")):
        cell.add(kind, id=name)
    cell.add("OutputPin", id="out", name="h")
    for source, target in (("h", "stop.input"), ("stop", "sq.x"), ("sq", "out.input")):
        cell.wire(source, target)
    page.add("Variable", id="w", initvalues=1.5)
    page.add(":Cell", id="one")
    page.add(":Cell", id="two")
    page.add("Repeat", id="loop", body=":Cell", times=3)
    page.add("Identity", id="loss")
    for source, target in (("w", "one.h"), ("one", "two.h"), ("two", "loop.h"), ("loop.h", "loss.input")):
        page.wire(source, target)
    page.apply(SetField("main", "two", "muted", True))


@pytest.mark.parametrize(
    ("check", "holds"),
    [
        ({"uses": {"StopGradient": [2, 2], "Square": 2}}, True),
        ({"uses": {"StopGradient": [3, 3]}}, False),
        ({"uses": {"Identity": [0, 1], "Repeat": [1, None]}}, True),
        ({"forbids": ["StopGradient"]}, False),
        ({"gradient": "loss", "not_reaches": ["w", "one/h"]}, True),
        ({"gradient": "loss", "reaches": ["loop/sq.y", "loop/sq", "Square"]}, True),
        ({"gradient": "loss", "reaches": ["loop/sq.x"]}, True),
        ({"gradient": "loss", "reaches": ["one"]}, False),
        ({"gradient": "loss", "not_reaches": ["nothing"]}, False),
        ({"gradient": "loss", "not_reaches": ["w", "Tanh"]}, False),
        ({"gradient": "loss", "not_reaches": ["Square"]}, False),
        ({"value": "one/sq", "equals": 2.25}, True),
        ({"value": "loop/sq", "equals": 2.25**8}, True),
        ({"value": "Repeat.h", "equals": 2.25**8}, True),
        ({"unchanged": ["one", "loop", "one/sq", "Variable"]}, True),
    ],
)
def test_composites_and_loops(check: dict[str, Any], holds: bool) -> None:
    diagram = Diagram()
    composites(diagram, diagram.add_page("main"))
    start_of = raw(diagram)
    assert bool(passed(diagram, {"one": check}, start=start_of)) is holds
    diagram.composite("Cell").set("h", default=1.0)
    assert passed(diagram, {"unchanged": {"unchanged": ["one", "loop", "one/h"]}}, start=start_of) == set()


def trained(loss: Edit | None = None) -> Diagram:
    def page(page: PageView) -> None:
        page.add("Variable", id="w", initvalues=3.0)
        page.add("Square", id="square")
        page.add("Identity", id="loss")
        page.wire("w", "square")
        if loss is None:
            page.wire("square", "loss")
            page.minimize("loss", learning_rate=0.25)
        else:
            loss(page)

    return after(page)


def of_its_own(page: PageView) -> None:
    """A variable beside that of the exercise, which starts near the minimum."""
    page.add("Variable", id="v", initvalues=0.1)
    page.add("Square", id="small")
    page.wire("v", "small")
    page.wire("small", "loss")
    page.minimize("loss", learning_rate=0.25)


def barely_moving(page: PageView) -> None:
    """A loss that depends on the variable by name only."""
    page.wire("square", "loss")
    page.remove("loss")
    page.add("Multiply", id="loss", y=0.0)
    page.wire("square", "loss.x")
    page.minimize("loss", learning_rate=0.25)


@pytest.mark.parametrize(
    ("loss", "steps", "holds"),
    [
        (None, 8, True),  # the variable is halved in each step, and the loss is of the step before: 9 / 4**7
        (None, 4, False),
        (instead("loss", "Const", val=0.0), 8, False),
        (instead("loss", "Const", val="-Infinity"), 8, False),
        (barely_moving, 8, False),
        (of_its_own, 8, False),
        (wired("square", "loss"), 8, False),
    ],
)
def test_training(loss: Edit | None, steps: int, holds: bool) -> None:
    check = {"trains": "loss", "below": 9 / 4**6, "steps": steps}
    assert bool(passed(trained(loss), {"trains": check}, start=raw(trained()))) is holds


def test_indices_are_fed_such_that_the_solution_works() -> None:
    """Only a small part of all integers are rows of the table, and only positive numbers have a root."""

    def lookup(page: PageView) -> None:
        page.add("Placeholder", id="ids", dtype="int32", shape=[None])
        page.add("Placeholder", id="scale", dtype="float32", shape=[])
        page.add("Variable", id="table", initvalues=[[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
        page.add("Gather", id="rows")
        page.add("Sqrt", id="root")
        page.add("Multiply", id="out")
        for source, target in (
            ("table", "rows.params"), ("ids", "rows.indices"), ("scale", "root.x"), ("rows", "out.x"), ("root", "out.y")
        ):  # fmt: skip
            page.wire(source, target)

    def wrong(page: PageView) -> None:
        lookup(page)
        page.set("table", initvalues=[[1.0, 2.0], [3.0, 4.0], [5.0, 7.5]])

    check = {"same_as": raw(after(lookup)), "of": ["out"]}
    given: dict[str, Any] = {"start": raw(after(lookup)), "questions": []}
    exercise_with = exercise_of(exercise(checks={"rows": check}, **given), "/nowhere")
    verify(exercise_with)
    assert [passed(after(edit), {"rows": check}, **given) for edit in (lookup, wrong)] == [{"rows"}, set()]


def test_numbers_for_one_seed_fail_with_another() -> None:
    """A hand-in that answers with the solution's results for the feeds of one seed."""
    check = {"same": {"same_as": raw(after(solution)), "of": ["loss.output"], "feeds": 1}}
    from blocks.exercise import grading

    kept = exercise_of(exercise(checks=check), "/nowhere")
    verify(kept, 5)
    found: list[Any] = [each[0][1] for each in kept.cache.values() if isinstance(each, list)]
    tuned = after(start, constant(found[0][0].item()))
    assert [grading.grade(kept, tuned, seed=seed).score for seed in (5, 6)] == [1, 0]


def test_a_gradient_block_is_not_taken_for_the_loss() -> None:
    """A gradient block called like the loss means the tensors at its ``outputs``."""

    def spoofed(page: PageView) -> None:
        start(page)
        page.add("Sum", id="other", axis=[0, 1])
        page.add("AddSymbolicGradients", id="loss")
        for source, target in (("y", "other.input"), ("other", "loss.outputs"), ("W", "loss.inputs")):
            page.wire(source, target)

    def redirected(page: PageView) -> None:
        spoofed(page)
        page.remove("other")
        page.add("Mean", id="mean", axis=[0, 1])
        page.wire("y", "mean.input")
        page.wire("mean", "loss.outputs")

    check = {"gradient": CHECKS["gradient"]}
    assert passed(after(spoofed), check) == set()
    given = {"start": raw(after(spoofed))}
    assert [passed(after(edit), check, **given) for edit in (spoofed, redirected)] == [{"gradient"}, set()]


def test_reasons_do_not_tell_the_solution() -> None:
    texts = [f"{each.reason}" for page in (start, redirected) for each in graded(after(page)).checks]
    assert all(secret not in " ".join(texts) for secret in ("9.06", "StopGradient", "cut", "'T'", "'sq'", "/nowhere"))
    assert all(text == "" or text.endswith((".", "?")) for text in texts)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"valeu": "x"}, ["'c'", "valeu"]),
        ({"value": "x", "equals": 1, "tolerence": 1}, ["'c'", "tolerence", "id you mean tolerance"]),
        ({"value": "x"}, ["'c'", "equals"]),
        ({"value": "x", "equals": [[1], [1, 2]]}, ["'c'", "equals"]),
        ({"value": "x", "equals": 1, "points": -1}, ["'c'", "points"]),
        ({"value": "x", "equals": 1, "points": True}, ["'c'", "points"]),
        ({"value": "x", "equals": 1, "hidden": 1}, ["'c'", "hidden"]),
        ({"value": "x", "equals": 1, "steps": 0}, ["'c'", "steps"]),
        ({"uses": {"StopGradeint": [1, 1]}}, ["'c'", "uses", "StopGradient"]),
        ({"uses": {"StopGradient": [2, 1]}}, ["'c'", "uses"]),
        ({"forbids": ["Nonsense"]}, ["'c'", "forbids", "Nonsense"]),
        ({"answers": "nobody", "is": 1}, ["'c'", "answers"]),
        ({"answers": "why", "is": "X"}, ["'c'", "is"]),
        ({"same_as": "missing.gradblocks", "of": ["x"]}, ["'c'", "same_as"]),
        ({"same_as": {"format": "gradblocks/1"}, "of": ["loss"]}, ["'c'", "same_as"]),
        ({"same_as": raw(after(solution)), "of": ["lost"]}, ["'c'", "same_as", "lost"]),
        ({"same_as": raw(after(solution)), "of": []}, ["'c'", "of"]),
        ({"gradient_of": "loss", "wrt": "labels", "same_as": raw(after(solution))}, ["'c'", "same_as"]),
        ({"gradient": "loss"}, ["'c'", "reaches"]),
        ({"trains": "loss", "below": "1"}, ["'c'", "below"]),
        ({"unchanged": ["gone"]}, ["'c'", "unchanged", "gone"]),
    ],
)
def test_broken_exercises_are_named(change: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(DiagramError) as caught:
        verify(exercise_of(exercise(checks={"c": change}), "/nowhere"))
    assert [word for word in words if word not in caught.value.sentence()] == []


def test_a_lesson_is_an_exercise_with_steps() -> None:
    question = {"ask": "Which?", "of": "loss", "among": ["W", "T"]}
    steps = [{"text": "Look.", "look": ["W"], "run": 3}, {"text": "Answer.", "question": question},
             {"text": "Do.", "task": {"say": "Add it", "wire": ["MatMul", "Sum"]}}]  # fmt: skip
    first, second, third = exercise_of(exercise(steps=steps), "/nowhere").steps
    assert (first.look, first.run, second.question and second.question.among) == (("W",), 3, ("W", "T"))
    assert third.task is not None and third.task.wire == ("MatMul", "Sum")
    others: list[tuple[Any, str]] = [({"text": 1}, "text"), ({"look": []}, "text"), ({"questoin": {}}, "question")]
    for wrong, word in others:
        with pytest.raises(DiagramError) as caught:
            exercise_of(exercise(steps=[*steps, wrong]), "/nowhere")
        assert "step number 4" in caught.value.message and word in caught.value.sentence()
