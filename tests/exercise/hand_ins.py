"""Hand-ins for the exercises that ship with Gradblocks: edits of the start diagram, and the points a teacher gives.

The points were decided by hand, with the reason beside them, and the values of training come from PyTorch. An edit is a
line of: ``answer`` (the right answer to the question), ``answer VALUE``, ``:Cell`` or ``main`` (the canvas of the edits
that follow), ``+ id Type {values}``, ``- id``, ``a.output>b.input`` (replaces the wire into the pin),
``&a.output>b.input`` (adds a wire to a list), ``b.name = value``, ``mute b``, ``pack Name: a b``, ``type b Type``,
``composite Name Gradient`` (also the canvas of the edits that follow). Semicolons separate edits as line breaks do.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import NamedTuple

from blocks.base.errors import DiagramError
from blocks.document.model import Diagram
from blocks.door.operations import Batch
from blocks.exercise.model import Exercise, set_answer


class HandIn(NamedTuple):
    """A hand-in: the points a teacher gives, its name, the edits of the start diagram, and why."""

    points: float
    name: str
    edits: str
    why: str


class HandIns(NamedTuple):
    right: tuple[HandIn, ...]
    wrong: tuple[HandIn, ...]
    cheating: tuple[HandIn, ...]


H = HandIn


def made(exercise: Exercise, edits: str) -> Diagram:
    """Return the start diagram of an exercise after some edits."""
    batch = Batch(exercise.start.document, exercise.folder)
    on = "main"
    for edit in filter(None, (each.strip() for each in edits.replace(";", "\n").splitlines())):
        word, _, rest = edit.partition(" ")
        if word == "answer":
            right = next(check.data["is"] for check in exercise.checks if check.key == "answers")
            batch.apply(set_answer(batch, exercise.questions[0].id, rest or right))
        elif word == "main" or word.startswith(":"):
            on = word
        elif word == "composite":
            on = batch.add_composite(*rest.split()[:1], gradient="".join(rest.split()[1:])).name
        elif word == "+":
            name, kind, values = f"{rest} {{}}".split(" ", 2)
            given = json.JSONDecoder().raw_decode(values)[0]
            batch.run({"op": "add_block", "on": on, "id": name, "type": kind, "values": given})
        elif word == "-":
            batch.run({"op": "remove_block", "on": on, "id": rest})
        elif word == "mute":
            batch.run({"op": "mute", "on": on, "block": rest, "to": True})
        elif word == "type":
            block, kind = rest.split()
            batch.run({"op": "replace", "on": on, "block": block, "type": kind})
        elif word == "pack":
            name, blocks = rest.split(": ")
            batch.run({"op": "make_composite", "on": on, "name": name, "blocks": blocks.split()})
        elif ">" in word:
            source, target = word.removeprefix("&").split(">")
            if not word.startswith("&"):
                with suppress(DiagramError):  # nothing may be wired to it
                    batch.run({"op": "unwire", "on": on, "to": target})
            batch.run({"op": "wire", "on": on, "from": source, "to": target})
        else:
            name, value = edit.split(" = ")
            block, pin = name.split(".")
            batch.run({"op": "set", "on": on, "block": block, "value": pin, "to": json.loads(value)})
    batch.finish()
    return Diagram(batch.document)


# -- Stable softmax ----------------------------------------------------------------------------------------------------

_SHIFT = """+ max Max {"axis": 1, "keep_dims": true}; + shifted Subtract; logits.z>max.input
    logits.z>shifted.x; max.output>shifted.y; shifted.z>exp.x"""
_STABLE_SOFTMAX = HandIns(
    (
        H(10, "row maximum subtracted", f"answer; {_SHIFT}", "all right"),
        H(10, "TopK and StopGradient in a composite",
          """answer; + top TopK {"k": 1}; + stop StopGradient; + less Subtract; logits.z>top.input
             top.values>stop.input; logits.z>less.x; stop.output>less.y; less.z>exp.x; pack Shift: top stop less""",
          "all right"),
        H(10, "the whole softmax in a composite",
          f"answer; {_SHIFT}; pack Softmax: max shifted exp total ratio", "all right"),
        H(10, "log-sum-exp, other ids",
          f"""answer; {_SHIFT}; - ratio; + ln Log; + lse Add; + log_p Subtract; + p Exp; total.output>ln.x
              ln.y>lse.x; max.output>lse.y; logits.z>log_p.x; lse.z>log_p.y; log_p.z>p.x; p.y>probabilities.input""",
          "all right"),
    ),
    (
        H(1, "only the question", "answer", "nothing was built"),
        H(4, "maximum of all rows", _SHIFT.replace('1, "keep', '[0, 1], "keep'),
          "no overflow, but rows with small logits are 0 / 0"),
        H(4, "maximum of each column", _SHIFT.replace('"axis": 1', '"axis": 0'),
          "no overflow, but the shift differs within a row"),
        H(4, "logits clipped at 80", '+ clip Minimum {"y": 80.0}; logits.z>clip.x; clip.z>exp.x',
          "no overflow, but large logits become equal"),
        H(4, "constant 1000 subtracted", '+ less Subtract {"y": 1000.0}; logits.z>less.x; less.z>exp.x',
          "no overflow for the given data, but small rows are 0 / 0"),
        H(5, "row mean subtracted", _SHIFT.replace("Max {", "Mean {"),
          "right for the given data, but a row far from its mean overflows"),
        H(4, "divided by the maximum", _SHIFT.replace("+ shifted Subtract", "+ shifted RealDiv"),
          "no overflow, but another function"),
        H(0, "subtracted after exp", """+ max Max {"axis": 1, "keep_dims": true}; + less Subtract; exp.y>max.input
          exp.y>less.x; max.output>less.y; less.z>total.input; less.z>ratio.x""", "exp overflows as before"),
        H(7, "the shifted logits are constants",
          f"{_SHIFT}; + stop StopGradient; shifted.z>stop.input; stop.output>exp.x",
          "the values are right, but the gradient is cut"),
        H(0, "small number added to the sum", '+ more Add {"y": 1e-9}; total.output>more.x; more.z>ratio.y',
          "infinity / infinity is still NaN"),
        H(9, "right, with a wrong answer", f"answer It is divided by 5.; {_SHIFT}", "only the question is wrong"),
    ),
    (
        H(6, "ready-made softmax", "answer; + ready Softmax; logits.z>ready.logits; ready.softmax>probabilities.input",
          "right results, but exp still overflows and the rule is broken"),
        H(1, "typed probabilities", """+ typed Const {"val": [[0.04201, 0.114195, 0.843795], [0.5, 0.0, 0.5], \
          [0.333333, 0.333333, 0.333333], [0.042011, 0.1142, 0.843789]]}; typed.output>probabilities.input""",
          "right for the given data only"),
        H(4, "logits reduced to nothing", "logits.y = 0.0", "no overflow, but other logits"),
        H(4, "exp muted", "mute exp", "no overflow, but no exponentials and other results"),
        H(4, "data made small",
          "x.input = [[0.01, 0.02, 0.04], [0.03, 0.01, 0.03], [0.02, 0.02, 0.02], [0.01, 0.02, 0.04]]",
          "no overflow for the changed data, and nothing else"),
    ),
)  # fmt: skip

# -- Target network ----------------------------------------------------------------------------------------------------

_STOP = "+ stop StopGradient; teacher.product>stop.input; stop.output>error.y"
_TARGET_NETWORK = HandIns(
    (
        H(10, "stop after the teacher", f"answer; {_STOP}", "all right"),
        H(10, "stops at both variables", """answer; + a StopGradient; + b StopGradient; T1.ref>a.input; T2.ref>b.input
          a.output>teacher_hidden.b; b.output>teacher.b""", "all right: each path to a variable is cut"),
        H(10, "teacher and stop in a composite",
          f"answer; {_STOP}; pack Teacher: teacher_hidden teacher_tanh teacher stop",
          "all right"),
        H(10, "teacher, variables and stop in a composite",
          f"answer; {_STOP}; pack Teacher: T1 T2 teacher_hidden teacher_tanh teacher stop", "all right"),
        H(10, "PreventGradient", "answer; + stop PreventGradient; teacher.product>stop.input; stop.output>error.y",
          "all right: it cuts, and reports an error if the teacher is trained later"),
    ),
    (
        H(1, "only the question", "answer", "nothing was cut"),
        H(0, "stop after the student", "+ stop StopGradient; student.product>stop.input; stop.output>error.x",
          "the wrong network learns"),
        H(0, "stop at the loss", "+ stop StopGradient; squared.y>stop.input; stop.output>loss.input", "nothing learns"),
        H(0, "stop at the error", "+ stop StopGradient; error.z>stop.input; stop.output>squared.x", "nothing learns"),
        H(2, "stop between the teacher's layers",
          "+ stop StopGradient; teacher_tanh.y>stop.input; stop.output>teacher.a",
          "half: only T1 gets no gradient"),
        H(0, "teacher in a composite", "pack Teacher: T1 T2 teacher_hidden teacher_tanh teacher",
          "a composite cuts nothing"),
        H(2, "stop at T2 only", "+ stop StopGradient; T2.ref>stop.input; stop.output>teacher.b",
          "half: only T2 gets no gradient"),
        H(5, "only S1 and S2 trained", "&S1.ref>train.variables; &S2.ref>train.variables",
          "the teacher stays as it is, but its gradient is not cut"),
        H(5, "teacher not trainable", "T1.trainable = false; T2.trainable = false",
          "the teacher stays as it is, but its gradient is not cut"),
        H(0, "stop without a use", "+ stop StopGradient; teacher.product>stop.input", "the stop is not on the path"),
        H(4, "target halved", f'{_STOP}; + half Multiply {{"y": 0.5}}; stop.output>half.x; half.z>error.y',
          "the cut is right, but the student learns something else"),
        H(4, "views exchanged", f"{_STOP}; other_view.output>student_hidden.a; image.output>teacher_hidden.a",
          "the cut is right, but the student sees the wrong view"),
    ),
    (
        H(0, "muted stop", f"{_STOP}; mute stop", "a muted stop cuts nothing"),
        H(4, "typed output of the teacher", """
          + typed Const {"val": [[-0.38170815, 0.01091827], [-0.702454, 1.2262737], \
          [1.1109867, -0.8673610], [0.46469247, 0.38780946]]}; typed.output>error.y""",
          "no gradient gets to the teacher, but it is not used at all"),
        H(0, "constant loss", '- loss; + loss Const {"val": 0.1601835}', "nothing is learned"),
        H(0, "learning rate tuned", "train.learning_rate = 0.05", "the teacher is still trained"),
        H(0, "teacher's variables set to those of the student", """
          T1.initvalues = [[0.3, -0.2, 0.5], [0.1, 0.4, -0.3], [-0.4, 0.2, 0.1]]
          T2.initvalues = [[0.2, -0.5], [0.4, 0.3], [-0.3, 0.1]]""", "nothing was cut, and the task was changed"),
    ),
)  # fmt: skip

# -- Straight-through estimator ----------------------------------------------------------------------------------------

_THROUGH = """+ rest Subtract; + stop StopGradient; + sum Add; rounded.y>rest.x; w.ref>rest.y; rest.z>stop.input
    w.ref>sum.x; stop.output>sum.y; sum.z>weights.input"""
_STRAIGHT_THROUGH = HandIns(
    (
        H(10, "w + stop(round(w) - w)", f"answer; {_THROUGH}", "all right"),
        H(10, "all of the weights in a composite",
          f"answer; {_THROUGH}; pack Weights: w rounded rest stop sum", "all right"),
        H(10, "floor, and two stops", """answer; - rounded; + half Add {"y": 0.5}; + floor Floor; + a StopGradient
          + b StopGradient; + zero Subtract; + sum Add; w.ref>half.x; half.z>floor.x; floor.y>a.input; w.ref>b.input
          w.ref>zero.x; b.output>zero.y; zero.z>sum.x; a.output>sum.y; sum.z>weights.input""", "all right"),
        H(10, "a custom gradient", """answer; - rounded
          composite Pass; + grad_y InputPin; + grad_x OutputPin; grad_y.output>grad_x.input
          composite Whole Pass; + x InputPin; + r Rint; + y OutputPin; x.output>r.x; r.y>y.input
          main; + whole :Whole; w.ref>whole.x; whole.y>weights.input""", "all right"),
        H(10, "fake quantization in steps of 1", """answer; - rounded
          + q FakeQuantWithMinMaxArgs {"min": -128.0, "max": 127.0}; w.ref>q.inputs; q.outputs>weights.input""",
          "all right: its gradient is a straight-through estimator"),
    ),
    (
        H(1, "only the question", "answer", "nothing was built"),
        H(2, "no rounding", "w.ref>weights.input", "the gradient passes, but the weights are not whole"),
        H(2, "no stop", _THROUGH.replace("rest.z>stop.input", "").replace("stop.output>sum.y", "rest.z>sum.y"),
          "a path to w exists, but its gradient cancels to 0"),
        H(2, "stop at the wrong term", """
          + rest Subtract; + stop StopGradient; + sum Add; rounded.y>rest.x; w.ref>rest.y
          w.ref>stop.input; stop.output>sum.x; rest.z>sum.y; sum.z>weights.input""",
          "a gradient gets to w, but with the wrong sign"),
        H(0, "stop after rounding", "+ stop StopGradient; rounded.y>stop.input; stop.output>weights.input",
          "no path to w was added"),
        H(0, "all inside the stop", f"{_THROUGH}; + all StopGradient; sum.z>all.input; all.output>weights.input",
          "the new path is cut, too"),
        H(7, "gradient doubled", """+ twice Multiply {"y": 2.0}; + rest Subtract; + stop StopGradient; + sum Add
          w.ref>twice.x; rounded.y>rest.x; twice.z>rest.y; rest.z>stop.input; twice.z>sum.x; stop.output>sum.y
          sum.z>weights.input""", "it learns, but the gradient is twice as large"),
        H(2, "rounding added to w", "+ sum Add; w.ref>sum.x; rounded.y>sum.y; sum.z>weights.input",
          "a gradient gets to w, but the weights are not whole"),
        H(0, "integers and back", """
          + whole Cast {"DstT": "DT_INT32"}; + back Cast {"DstT": "DT_FLOAT"}; rounded.y>whole.x
          whole.y>back.x; back.y>weights.input""", "an integer has no gradient"),
        H(2, "multiplied by the ratio", """+ ratio RealDiv; + stop StopGradient; + product Multiply; rounded.y>ratio.x
          w.ref>ratio.y; ratio.z>stop.input; w.ref>product.x; stop.output>product.y; product.z>weights.input""",
          "whole numbers and a gradient, but it is 0 while the weights round to 0"),
        H(9, "right, with a wrong answer", f"answer 1; {_THROUGH}", "only the question is wrong"),
    ),
    (
        H(0, "typed weights", '+ typed Const {"val": [[1.0], [-2.0], [2.0]]}; typed.output>weights.input',
          "nothing is learned"),
        H(2, "the solution as initial value, without rounding", """w.initvalues = [[2.0], [-1.0], [3.0]]
          train.learning_rate = 0.0; w.ref>weights.input""", "a gradient reaches w, but nothing is learned"),
        H(2, "rounding muted", "mute rounded", "the same as no rounding"),
        H(0, "constant loss", '- loss; + loss Const {"val": 0.0}', "nothing is learned"),
        H(0, "target changed", "target.val = [[0.0], [0.0], [0.0], [0.0], [0.0], [0.0]]", "nothing is learned"),
    ),
)  # fmt: skip

# -- Vanishing gradient ------------------------------------------------------------------------------------------------

_RESIDUAL = """:Cell; + small Multiply {"y": 0.05}; + kept Add; new.y>small.x; h.output>kept.x; small.z>kept.y
    kept.z>h_out.input; kept.z>states.input"""
_LINEAR = ":Cell; - new; product.product>h_out.input; product.product>states.input; main"
_EYE = "W.initvalues = [[{0}, 0.0, 0.0], [0.0, {0}, 0.0], [0.0, 0.0, {0}]]"
_VANISHING_GRADIENT = HandIns(
    (
        H(10, "residual iteration", f"answer; {_RESIDUAL}", "all right"),
        H(10, "leaky state in another composite", """answer
          composite Leaky; + h InputPin; + W InputPin; + a MatMul; + b Tanh; + old Multiply {"y": 0.98}; + s Add
          + more Multiply {"y": 0.02}; + o OutputPin {"name": "h"}; + states OutputPin; h.output>a.a; W.output>a.b
          a.product>b.x; h.output>old.x; b.y>more.x; old.z>s.x; more.z>s.y; s.z>o.input; s.z>states.input
          main; memory.body = ":Leaky" """, "all right: a gate that keeps 98 % of the state"),
        H(10, "identity weights and ReLU", f"answer; :Cell; type new Relu; main; {_EYE.format(1.0)}",
          "all right: the IRNN of Le and others"),
        H(10, "orthogonal weights, linear",
          f"answer; {_LINEAR}; W.initvalues = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]",
          "all right: a rotation keeps the size"),
    ),
    (
        H(1, "only the question", "answer", "nothing was changed"),
        H(0, "linear", _LINEAR, "W alone shrinks the state"),
        H(0, "linear, W too large", f"{_LINEAR}; {_EYE.format(2.0)}", "the gradient explodes"),
        H(0, "larger W with tanh", _EYE.format(1.5), "tanh saturates, so the gradient vanishes"),
        H(6, "identity weights with tanh", _EYE.format(1.0), "the gradient survives, but 1 and 0.5 become equal"),
        H(0, "ReLU only", ":Cell; type new Relu", "W still shrinks the state"),
        H(0, "Sigmoid", ":Cell; type new Sigmoid", "its derivative is at most 1 / 4"),
        H(0, "higher learning rate", "train.learning_rate = 10.0", "a gradient of 1e-14 has no effect"),
        H(6, "gradient scaled up", """:Cell; + up ScaleGradient {"factor": 1.7}; new.y>up.input; up.output>h_out.input
          up.output>states.input""", "the gradient survives, but the state still vanishes"),
        H(6, "whole change added", _RESIDUAL.replace("0.05", "1.0"),
          "the gradient survives, but the state becomes too large"),
        H(0, "half of the state kept", _RESIDUAL.replace('"y": 0.05', '"y": 0.5') + """; + half Multiply {"y": 0.5}
          h.output>half.x; half.z>kept.x""", "a factor near 0.75 still vanishes"),
        H(0, "state grows", _RESIDUAL + """; + grow Multiply {"y": 1.3}; h.output>grow.x; grow.z>kept.x""",
          "the gradient explodes"),
    ),
    (
        H(3, "fewer iterations", "memory.times = 5; last.indices = 4", "it learns, but it avoids the problem"),
        H(3, "path around the loop", "+ sum Add; last.output>sum.x; start.product>sum.y; sum.z>prediction.a",
          "it learns, but the gradient still vanishes in the loop"),
        H(0, "x as the prediction", """type prediction Identity; x.output>prediction.input
          prediction.output>error.x; prediction.output>grad_states.outputs""",
          "without a network, training fails"),
        H(3, "typed report", '- report; + report Const {"val": [60.0, 0.0]}', "the report is right without a cure"),
        H(0, "data changed", "x.val = [[0.0], [0.0], [0.0], [0.0]]", "no x, no task"),
    ),
)  # fmt: skip

# -- Repair training ---------------------------------------------------------------------------------------------------

_NO_STOP = "- stop; xW.product>prediction.x"
_DOWN = "new_W.alpha = 0.1"
_RUN_B = "&new_b.out>session.fetch_outputs"
_REPAIR_TRAINING = HandIns(
    (
        H(10, "three repairs", f"answer; {_NO_STOP}; {_DOWN}; {_RUN_B}", "all right"),
        H(10, "Minimize with Adam, stop muted", """answer; mute stop; - grad; - new_W; - new_b
          + train Minimize {"learning_rate": 0.1, "optimizer": "Adam"}; loss.output>train.loss
          &train.operation>session.run_outputs""", "all right: one block replaces the loop"),
        H(10, "gradients by hand", f"""answer; {_NO_STOP}; {_RUN_B}; - grad; {_DOWN}
          + gW MatMul {{"transpose_a": true}}; + sW Multiply {{"y": 0.3333333}}; + gb Mean {{"axis": 0}}
          + sb Multiply {{"y": 2.0}}; x.output>gW.a; error.z>gW.b
          gW.product>sW.x; error.z>gb.input; gb.output>sb.x; sW.z>new_W.delta; sb.z>new_b.delta""",
          "all right: the formulas are those of the gradient"),
    ),
    (
        H(1, "only the question", "answer", "nothing was repaired"),
        H(2, "only the stop removed", _NO_STOP, "one of three: the gradient arrives, and W goes uphill"),
        H(4, "b still not run", f"{_NO_STOP}; {_DOWN}", "two of three: b does not change"),
        H(4, "W still uphill", f"{_NO_STOP}; {_RUN_B}", "two of three: W goes uphill"),
        H(0, "stop still there", f"{_DOWN}; {_RUN_B}", "the gradient has an error, so nothing runs"),
        H(2, "both signs changed", f"{_NO_STOP}; {_DOWN}; {_RUN_B}; new_b.alpha = -0.1",
          "b goes uphill, and W follows"),
        H(2, "learning rate too high", f"{_NO_STOP}; {_RUN_B}; new_W.alpha = 1.5; new_b.alpha = 1.5", "it diverges"),
        H(2, "learning rate too low", f"{_NO_STOP}; {_RUN_B}; new_W.alpha = 0.001; new_b.alpha = 0.001",
          "300 steps are not enough"),
        H(2, "deltas exchanged", f"""{_NO_STOP}; {_DOWN}; {_RUN_B}; grad.grad_outputs[1]>new_W.delta
          grad.grad_outputs[0]>new_b.delta""", "the shapes do not fit"),
        H(3, "no square in the loss", f"{_NO_STOP}; {_DOWN}; {_RUN_B}; error.z>loss.input; - squared",
          "the gradient arrives, and the loss falls, but below 0 without end"),
        H(9, "right, with a wrong answer", f"answer It falls faster.; {_NO_STOP}; {_DOWN}; {_RUN_B}",
          "only the question is wrong"),
    ),
    (
        H(0, "typed W and b", "W.initvalues = [[2.0], [-1.0]]; b.initvalues = [0.5]", "nothing is learned"),
        H(0, "constant loss", '- loss; + loss Const {"val": 0.0}', "nothing is learned"),
        H(0, "labels as the prediction",
          "type prediction Identity; labels.output>prediction.input; prediction.output>error.x",
          "without W and b, training fails"),
        H(0, "labels changed", "labels.val = [[0.1], [0.2], [0.3], [0.0], [-0.25], [-0.35]]", "nothing is learned"),
        H(3, "W assigned in each step", f"""{_NO_STOP}; - new_W; - new_b; - grad; + a Assign
          + b2 Assign; W.ref>a.ref; b.ref>b2.ref
          + tW Const {{"val": [[2.0], [-1.0]]}}; + tb Const {{"val": [0.5]}}; tW.output>a.value; tb.output>b2.value
          &a.output_ref>session.fetch_outputs; &b2.output_ref>session.fetch_outputs""",
          "the stop is removed, and the loss is small, but the values are typed"),
    ),
)  # fmt: skip

# -- Residual block ----------------------------------------------------------------------------------------------------

_SKIP = ":Block; + skip Add; x.output>skip.x; back.product>skip.y; skip.z>y.input"
_ADDS = "; ".join(f"+ add{i} Add; {'x.output' if i == 1 else f'add{i - 1}.z'}>add{i}.x; block{i}.y>add{i}.y; "
                  f"add{i}.z>{'output.input' if i == 4 else f'block{i + 1}.x'}" for i in (1, 2, 3, 4))  # fmt: skip
_RESIDUAL_BLOCK = HandIns(
    (
        H(10, "skip in the composite", f"answer; {_SKIP}", "all right"),
        H(10, "four sums on the page", f"answer; {_ADDS}", "all right: the blocks stay as they were"),
        H(10, "a composite around the block, AddN", """answer
          composite Residual; + x InputPin; + f :Block; + s AddN; + y OutputPin; x.output>f.x; &f.y>s.inputs
          &x.output>s.inputs; s.sum>y.input; main
          type block1 :Residual; type block2 :Residual; type block3 :Residual; type block4 :Residual""", "all right"),
    ),
    (
        H(1, "only the question", "answer", "nothing was built"),
        H(0, "multiplied", _SKIP.replace("Add", "Multiply"), "x * F(x) is even smaller"),
        H(0, "skip around all four", "+ sum Add; x.output>sum.x; block4.y>sum.y; sum.z>output.input",
          "one skip is not four, and F still vanishes"),
        H(4, "stop on the skip",
          _SKIP.replace("x.output>skip.x", "+ s StopGradient; x.output>s.input; s.output>skip.x"),
          "the values are right, but the gradient is not"),
        H(0, "skip after relu", _SKIP.replace("x.output", "relu.activations"), "x itself is not added"),
        H(0, "relu after the sum", _SKIP + "; + last Relu; skip.z>last.features; last.activations>y.input",
          "a negative output is not possible"),
        H(0, "only the last block", "+ sum Add; block3.y>sum.x; block4.y>sum.y; sum.z>output.input", "one of four"),
        H(0, "only two blocks", "; ".join(_ADDS.split("; ")[:7]) + "; add2.z>block3.x", "two of four"),
        H(0, "x added twice", _SKIP + "; + more Add; skip.z>more.x; x.output>more.y; more.z>y.input",
          "2 x + F(x) explodes"),
        H(2, "subtracted", _SKIP.replace("skip Add", "skip Subtract"),
          "x - F(x) learns as well, but is not the formula"),
        H(7, "training block removed", _SKIP + "; main; - train", "the blocks are right, but nothing trains"),
        H(2, "F starts at 0", _SKIP + "; W2.initvalues = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]",
          "it learns, but the weights of the task were changed"),
    ),
    (
        H(2, "typed output", """
          + typed Const {"val": [[1.129304, 0.629304, -0.758608], [-1.236507, 0.588799, 1.147709], \
          [0.607753, -1.215506, 0.607753], [-0.5, -0.5, -1.0]]}; typed.output>output.input""",
          "right for the given data only"),
        H(0, "target as the output", "target.output>output.input", "nothing is learned"),
        H(0, "constant loss", '- loss; + loss Const {"val": 0.0}', "nothing is learned"),
        H(0, "target changed to the output",
          "target.val = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]", "nothing is learned"),
        H(0, "blocks muted", "mute block1; mute block2; mute block3; mute block4", "the network is empty"),
    ),
)  # fmt: skip

HAND_INS = {
    "stable_softmax": _STABLE_SOFTMAX,
    "target_network": _TARGET_NETWORK,
    "straight_through": _STRAIGHT_THROUGH,
    "vanishing_gradient": _VANISHING_GRADIENT,
    "repair_training": _REPAIR_TRAINING,
    "residual_block": _RESIDUAL_BLOCK,
}
"""The hand-ins of each exercise in ``assets/exercises``."""
