"""Custom gradients in reports: how far they reach, where they differ, and what there would be without them.

Two: y = x w z with a variable w. Its gradient composite TwoG has grad_x = 2 grad_y only. So of sum(y), for
v = x = [1, 5], u = z = [0.5, 0.25] and w = [2, 3], the gradient with respect to v is [2, 2] and not w u = [1, 0.75];
u would get v w = [2, 15], and w would get v u = [0.5, 1.25].
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import blocks
from blocks.analysis.contracts import contract_faults
from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import differentiated
from blocks.analysis.lint import lint_page
from blocks.analysis.losses import find_losses, trainings
from blocks.base.errors import UsageError
from blocks.document.data import Document, Page
from blocks.document.model import Diagram
from blocks.elaborate.model import Elaboration
from blocks.graph.flow import cuts_between
from blocks.library.registry import find
from blocks.run.gradients.numeric import check_gradients
from tests.cli.conftest import Command
from tests.elaborate.composites import BlockText, block, composite, elaborated, faults, page
from tests.run.gradients.test_numeric import plant, tanh_times

V, U, W = np.array([1.0, 5.0]), np.array([0.5, 0.25]), np.array([2.0, 3.0])
START = [
    block("v", "Variable", initvalues=V.tolist()),
    block("u", "Variable", initvalues=U.tolist()),
    block("loss", "Sum", axis=[0]),
]
BODY = [
    block("x", "InputPin"), block("z", "InputPin"), block("w", "Variable", initvalues=W.tolist()),
    block("xw", "Multiply"), block("out", "Multiply"),
]  # fmt: skip
TIMES = "x.output>xw.x w.ref>xw.y xw.z>out.x z.output>out.y "


def with_gradient(definition: Page, name: str) -> Page:
    assert definition.composite is not None
    return definition._replace(composite=definition.composite._replace(gradient=name))


def twice(pin: str) -> list[BlockText]:
    return [block("i", "InputPin", name=f"grad_{pin}"), block("m", "Multiply", y=2.0), block("grad_x", "OutputPin")]


TWO = with_gradient(composite("Two", [*BODY, block("y", "OutputPin")], TIMES + "out.z>y.input"), ":TwoG")
TWO_G = composite("TwoG", twice("y"), "i.output>m.x m.z>grad_x.input")
CELL = with_gradient(
    composite("Cell", [*BODY, block("o", "OutputPin", name="x")], TIMES + "out.z>o.input"), ":CellG"
)  # fmt: skip
CELL_G = composite("CellG", twice("x"), "i.output>m.x m.z>grad_x.input")
OUTER = composite(
    "Outer",
    [block("a", "InputPin"), block("b", "InputPin"), block("h", ":Two"), block("r", "OutputPin")],
    "a.output>h.x b.output>h.z h.y>r.input",
)
STEP = composite(
    "Step",
    [block("x", "InputPin"), block("z", "InputPin"), block("h", ":Two"), block("o", "OutputPin", name="x")],
    "x.output>h.x z.output>h.z h.y>o.input",
)
ELSE = composite(
    "Else",
    [block("x", "InputPin"), block("z", "InputPin"), block("m", "Multiply"), block("y", "OutputPin")],
    "x.output>m.x z.output>m.y m.z>y.input",
)
BLOCKED = with_gradient(
    composite(
        "Blocked",
        [block("x", "InputPin"), block("w", "Variable", initvalues=W.tolist()), block("sg", "StopGradient"),
         block("m", "Multiply"), block("y", "OutputPin")],
        "x.output>sg.input sg.output>m.x w.ref>m.y m.z>y.input",
    ), ":TwoG",
)  # fmt: skip
ALL = (TWO, TWO_G, CELL, CELL_G, OUTER, STEP, ELSE, BLOCKED)


class Case(NamedTuple):
    """A page, and what is known of its gradient.

    Attributes:
        h: the path of the instance; of a loop or branch, of the composite that it runs.
        marks: the gradient composites by instance.
        cut: pins or variables where the gradient stops.
        now, lifted: the gradients of variables, with and without the custom gradient of ``h``.
        error: bounds of the relative error of the custom gradient: that of its elements.
    """

    blocks: list[BlockText]
    wires: str
    h: str
    marks: dict[str, str]
    cut: list[str]
    now: dict[str, Any]
    lifted: dict[str, Any]
    error: tuple[float, float] = (0.5, 0.625)


AT_H = "v.ref>h.x u.ref>h.z h.y>loss.input"
LIFTED = {"v.ref": W * U, "u.ref": V * W}
LOOPED = {"v.ref": (W * U) ** 2, "u.ref": 2 * V * W**2 * U}
CASES = {
    "instance": Case(
        [block("h", ":Two")], AT_H, "h", {"h": ":TwoG"}, ["h/w", "h.z"],
        {"v.ref": [2, 2]}, {**LIFTED, "h/w.ref": V * U},
    ),
    "nested": Case(
        [block("h", ":Outer")], "v.ref>h.a u.ref>h.b h.r>loss.input", "h/h", {"h/h": ":TwoG"}, ["h/h/w", "h/h.z"],
        {"v.ref": [2, 2]}, {**LIFTED, "h/h/w.ref": V * U},
    ),
    "shared": Case(
        [block("h", ":Two"), block("k", ":Two", shares="h"), block("s", "Add")],
        "v.ref>h.x u.ref>h.z v.ref>k.x u.ref>k.z h.y>s.x k.y>s.y s.z>loss.input", "h",
        {"h": ":TwoG", "k": ":TwoG"}, ["h/w", "h.z", "k.z"], {"v.ref": [4, 4]},
        {"v.ref": W * U + 2, "u.ref": V * W, "h/w.ref": V * U},
    ),
    "in a loop": Case(
        [block("loop", "Repeat", body=":Step", times=2, share=True)],
        "v.ref>loop.x u.ref>loop.z loop.x>loss.input", "loop/h", {"loop/h": ":TwoG"}, ["loop/h/w", "loop/h"],
        {"v.ref": [4, 4]}, {**LOOPED, "loop/h/w.ref": 2 * V * W * U**2},
    ),
    "body": Case(
        [block("loop", "Repeat", body=":Cell", times=2, share=True)],
        "v.ref>loop.x u.ref>loop.z loop.x>loss.input", "loop", {"loop": ":CellG"}, ["loop/w", "loop"],
        {"v.ref": [4, 4]}, {**LOOPED, "loop/w.ref": 2 * V * W * U**2}, (0.75, 0.86),
    ),
    "branch": Case(
        [block("h", "Cond", **{"then": ":Two", "else": ":Else"}), block("p", "Const", val=True)],
        f"{AT_H} p.output>h.predicate", "h/then", {"h": ":TwoG"}, ["h/then/w", "h/then"],
        {"v.ref": [2, 2], "u.ref": [0, 0]}, {**LIFTED, "h/then/w.ref": V * U},
    ),
}  # fmt: skip


def main_of(case: Case, **more: Any) -> Page:
    return page("main", [*START, *case.blocks], case.wires, **more)


def diagram_of(main: Page) -> Diagram:
    return Diagram(Document("", (main,), {}, ALL))


@pytest.mark.parametrize("name", CASES)
def test_how_far_it_reaches_and_would_reach(name: str, command: Command, tmp_path: Path) -> None:
    case, file = CASES[name], tmp_path / "page.gradblocks"
    diagram_of(main_of(case)).save(file)
    done = command("check", file, "--json", "--gradient", "loss", "--ignore-stop", case.h)
    report, what_if = done.json, done.json["what_if"]
    assert done.status == 0
    own, gradient = next(iter(case.marks.items()))
    cuts = report["gradient"]["cut"]
    assert sorted(".".join(filter(None, (each["block"], each.get("pin")))) for each in cuts) == sorted(case.cut)
    assert all(f"custom gradient {gradient[1:]}" in each["reason"] for each in cuts)
    marks = {path: each["custom_gradient"] for path, each in report["instances"].items() if "custom_gradient" in each}
    assert marks == case.marks
    at_own = [each["block"] for each in report["instances"][own]["cut"]]
    assert at_own == [each.partition(".")[0] for each in case.cut[:2]]
    assert set(case.now) == {each for each in report["gradient"]["reaches"] if each.endswith(".ref")}
    without = {each for each, fate in report["variables"].items() if not fate["reached"]}
    assert {f"{each}.ref" for each in without} == set(case.lifted) - set(case.now)
    for each in without:  # a variable inside is told of the cut at itself, also where a loop has several
        assert ("variables inside" in report["variables"][each]["reason"]) == each.endswith("/w")
    assert what_if["lifted"] == [case.h] and what_if["loses"] == [] and what_if["why"] is None
    assert set(case.lifted) - set(case.now) <= set(what_if["gains"])
    run = command("run", file, "--json", "--gradients", "loss", "--ignore-stop", case.h).json
    for variable, then in case.lifted.items():
        got = run["what_if"]["variables"][variable]
        assert got["is"] == pytest.approx(np.linalg.norm(case.now.get(variable, 0)), rel=1e-5)
        assert got["would_be"] == pytest.approx(np.linalg.norm(then), rel=1e-5)
    assert "Custom gradients:" in command("check", file, "--gradient", "loss").out


@pytest.mark.parametrize("name", CASES)
def test_finite_differences_call_it_custom(name: str, command: Command, tmp_path: Path) -> None:
    case, file = CASES[name], tmp_path / "page.gradblocks"
    diagram_of(main_of(case)).save(file)
    done = command("check", file, "--json", "--gradient", "loss", "--numeric")
    numeric = done.json["numeric"]
    assert done.status == 0 and numeric["wrong"] == []
    found = {each["block"]: each for each in numeric["blocks"]}
    assert found["loss"]["verdict"] == "right"
    assert found[case.h]["verdict"] == "custom" and case.error[0] <= found[case.h]["error"] <= case.error[1]
    assert {each["verdict"] for each in numeric["blocks"] if each["block"] != "s"} == {"right", "custom"}
    assert {each["verdict"] for each in numeric["inputs"]} == {"custom"}


def passed(kind: str, values: list[float], page_blocks: list[BlockText], wires: str) -> Diagram:
    """A page with F, one block of a type, whose gradient composite Pass has grad_x = grad_y."""
    spec = find(kind)
    assert spec is not None
    ends = f"x.output>f.{spec.inputs[0].name} f.{spec.outputs[0].name}>y.input"
    f = composite("F", [block("x", "InputPin"), block("f", kind), block("y", "OutputPin")], ends)
    g = composite("Pass", [block("grad_y", "InputPin"), block("grad_x", "OutputPin")], "grad_y.output>grad_x.input")
    main = page("main", [START[1], block("v", "Variable", initvalues=values), START[2], *page_blocks], wires)
    return Diagram(Document("", (main,), {}, (with_gradient(f, ":Pass"), g)))


@pytest.mark.parametrize(
    ("kind", "values", "verdict", "error"),
    [("Rint", [0.3, 1.6], "custom", 1.0), ("Rint", [0.5, 1.5], "custom", 1.0), ("Identity", [0.3, 1.6], "right", 0.0)],
)
def test_the_error_of_a_gradient_that_is_passed_on(kind: str, values: list[float], verdict: str, error: float) -> None:
    """It is 1 instead of 0 for a rounding, also at a tie, and right for the identity."""
    check = check_gradients(passed(kind, values, [block("h", ":F")], "v.ref>h.x h.y>loss.input"), "loss")
    assert [(each.block, each.verdict) for each in check.blocks] == [("loss", "right"), ("h", verdict)]
    assert check.blocks[1].error == pytest.approx(error, abs=1e-3) and not check.wrong
    assert [each.verdict for each in check.inputs] == [verdict]


@pytest.mark.parametrize(
    ("kind", "wires", "wrong", "inputs"),
    [
        ("Sin", "v.ref>h.x h.y>t.x t.y>m.x u.ref>m.y m.z>loss.input", ("t",), {"u": "right", "v": "wrong"}),
        ("Sin", "v.ref>h.x h.y>m.x u.ref>t.x t.y>m.y m.z>loss.input", ("t",), {"u": "wrong", "v": "custom"}),
        ("Tanh", "v.ref>h.x h.y>m.x u.ref>m.y m.z>loss.input", (), {"u": "right", "v": "custom"}),
    ],
)  # fmt: skip
def test_a_wrong_rule_outside_is_wrong_and_one_inside_is_not_used(
    monkeypatch: pytest.MonkeyPatch, kind: str, wires: str, wrong: tuple[str, ...], inputs: dict[str, str]
) -> None:
    plant(monkeypatch, "Tanh", tanh_times(2.0))
    blocks = [block("h", ":F"), block("t", "Tanh"), block("m", "Multiply")]
    check = check_gradients(passed(kind, [0.3, 0.8], blocks, wires), "loss")
    assert check.wrong == wrong and {each.name: each.verdict for each in check.inputs} == inputs
    assert "custom" in [each.verdict for each in check.blocks if each.block == "h"]


def test_a_branch_inside_that_is_not_taken_is_left_out() -> None:
    """y = 3 x has the gradient 3, of which 1 is 2 / 3 less."""
    f = composite(
        "F",
        [block("x", "InputPin"), block("i", "Cast", DstT="DT_INT32"), block("w", "Const", val=[2, 2]),
         block("p", "Const", val=False), block("sw", "Switch"), block("a", "Add", y=1), block("b", "Multiply"),
         block("m", "Merge"), block("k", "Cast", DstT="DT_FLOAT"), block("out", "Multiply"), block("y", "OutputPin")],
        "w.output>sw.data p.output>sw.pred x.output>i.x sw.output_false>a.x sw.output_true>b.x i.y>b.y a.z>m.inputs"
        " b.z>m.inputs m.output>k.x k.y>out.x x.output>out.y out.z>y.input",
    )  # fmt: skip
    main = page("main", [START[0], START[2], block("h", ":F")], "v.ref>h.x h.y>loss.input")
    g = composite("G", [block("grad_y", "InputPin"), block("grad_x", "OutputPin")], "grad_y.output>grad_x.input")
    check = check_gradients(Diagram(Document("", (main,), {}, (with_gradient(f, ":G"), g))), "loss")
    [h] = [each for each in check.blocks if each.block == "h"]
    assert h.verdict == "custom" and h.error == pytest.approx(2 / 3, rel=1e-3)


def test_what_only_the_custom_gradient_reaches_is_lost() -> None:
    main = page("main", [*START, block("h", ":Blocked")], "v.ref>h.x h.y>loss.input")
    change = blocks.what_if(blocks.Session(diagram_of(main)), "loss", ignore_stop=["h"])
    assert set(change.loses) >= {"v.ref", "h/x.output"} and set(change.gains) == {"h/w.ref", "h/m.z", "h/sg.output"}
    assert change.variables["v.ref"][:2] == pytest.approx((8**0.5, 0.0))


def test_what_is_muted_or_has_none_is_refused() -> None:
    case = CASES["instance"]
    muted = diagram_of(main_of(case, muted="h")).page("main")
    flow = blocks.gradient_flow(muted, "loss")
    assert flow.variables["v"].reached and not flow.cuts
    with pytest.raises(UsageError, match="muted"):
        blocks.what_if(muted, "loss", ignore_stop=["h"])
    other = diagram_of(main_of(CASES["nested"])).page("main")
    with pytest.raises(UsageError, match="custom gradient"):
        blocks.what_if(other, "loss", ignore_stop=["h"])
    inside = blocks.what_if(diagram_of(main_of(CASES["shared"])).page("main"), "loss", stop_at=["h/x.output"])
    assert inside.loses == ("h/x.output",)  # k still passes the gradient of v


def test_contracts_training_and_losses_name_it() -> None:
    def of(wires: str, *more: BlockText) -> Elaboration:
        return elaborated(page("main", [*START, block("h", ":Two"), *more], f"{AT_H} {wires}"), *ALL)

    contract = "loss.output>c.loss u.ref>c.reaches v.ref>c.must_not_reach"
    broken = [str(each) for each in contract_faults(of(contract, block("c", "GradientContract")))]
    assert "it stops at h (custom gradient TwoG has no grad_z)" in broken[0] and "loss -> h -> v" in broken[1]
    [training] = trainings(of("loss.output>m.loss", block("m", "Minimize", learning_rate=0.1))).values()
    assert training.variables == ("v",) and [name for name, _ in training.left] == ["u", "h/w"]
    assert all("custom gradient TwoG" in reason for _, reason in training.left)
    [text] = faults(of("loss.output>g.outputs u.ref>g.inputs", block("g", "AddSymbolicGradients")))
    assert "block 'g'" in text and "custom gradient TwoG has no grad_z" in text
    elaboration = of("")
    assert find_losses(elaboration) == ("loss.output",)  # and nothing inside h, which no block uses but its output
    flow = page_flow(elaboration, "loss", inside=True)
    [cut] = [each for each in flow.cuts if each.block == "h"]
    assert cut.pin == "z" and cut.wire in main_of(CASES["instance"]).wires  # as it is drawn
    inner = [output for at, pin, _, output in elaboration.outputs() if (at, pin) == ("h/xw", "z")]
    losses = differentiated(elaboration, "loss")
    assert [str(each.reason) for each in cuts_between(elaboration.graph, losses, inner[0])] == ["custom gradient TwoG"]


def test_lint_does_not_warn_of_gradients_that_are_replaced() -> None:
    """A Cast to integers and a root at 0 are what a custom gradient is for."""
    inside = [
        block("x", "InputPin"), block("c", "Cast", DstT="DT_INT32"), block("k", "Multiply", y=3), block("q", "Square"),
        block("f", "Cast", DstT="DT_FLOAT"), block("r", "Sqrt"), block("a", "Add"), block("y", "OutputPin"),
    ]  # fmt: skip
    wires = "x.output>c.x c.y>k.x k.z>f.x x.output>q.x q.y>r.x f.y>a.x r.y>a.y a.z>y.input"
    plain = composite("F", inside, wires)
    main = page("main", [START[0], START[2], block("h", ":F")], "v.ref>h.x h.y>loss.input")
    assert [each.rule for each in lint_page(elaborated(main, plain, TWO_G))] == ["integer", "edge"]
    assert lint_page(elaborated(main, with_gradient(plain, ":TwoG"), TWO_G)) == []
