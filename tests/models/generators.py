"""Models that generate: VAE, WGAN-GP, VQ-VAE, a normalising flow, a neural ODE."""

from __future__ import annotations

from tests.models.pen import Pen, Ref


def vae(p: Pen) -> None:
    """Kingma and Welling 2013; the noise is what TensorFlow draws, run by run, in double precision."""
    x = p.given("x")
    hidden = p("Tanh", p("MatMul", x, p.variable("w")))
    mean, log = (p("MatMul", hidden, p.variable(name)) for name in ("mean", "deviation"))
    noise = p("Cast", p("RandomNormal", [4, 2], dtype="DT_DOUBLE", seed=3, seed2=5), DstT=p.dtype)
    z = p("Add", mean, p("Multiply", noise, p("Exp", log)))
    said = p("MatMul", p("Tanh", p("MatMul", z, p.variable("v"))), p.variable("out"))
    away = p("Sum", p("SquaredDifference", said, x), [1])
    size = p("Add", p("Square", mean), p("Exp", p("Multiply", log, 2.0)))
    divergence = p("Sum", p("Subtract", p("Multiply", size, 0.5), log), [1])
    p.minimize(p.mean(p("Add", away, divergence), 0, id="loss"))


def neural_ode(p: Pen) -> None:
    """Chen et al. 2018: a field whose flow by Runge and Kutta's method takes points to others."""
    field = p.on("Field")
    x = field.input("x")
    hidden = field("Tanh", field("BiasAdd", field("MatMul", x, field.variable("ode/k1/w")), field.variable("ode/k1/b")))
    field.output("dx", field("MatMul", hidden, field.variable("ode/k1/v")))
    step, h = p.on("RungeKutta"), 0.125
    x = step.input("x")
    k = [step(":Field", id="k1", x=x).pin("dx")]
    for i, part in enumerate((0.5, 0.5, 1.0), 2):
        at = step("Add", x, step("Multiply", k[-1], part * h))
        k.append(step(":Field", id=f"k{i}", shares="k1", x=at).pin("dx"))
    middle = step("Multiply", step("Add", k[1], k[2]), 2.0)
    total = step("AddN", [k[0], middle, k[3]])
    step.output("x", step("Add", x, step("Multiply", total, h / 6)))
    x = p("Repeat", id="ode", body=":RungeKutta", times=8, share=True, x=p.given("x")).pin("x")
    p.minimize(p.mean(p("SquaredDifference", x, p.given("wanted")), 0, 1, id="loss"))


def wgan_gp(p: Pen) -> None:
    """Gulrajani et al. 2017: the critic's loss has its gradient by what it is shown; both train at once."""
    critic = p.on("Critic")
    x, w, b, v = (critic.input(name) for name in "xwbv")
    critic.output("y", critic("MatMul", critic("Tanh", critic("BiasAdd", critic("MatMul", x, w), b)), v))
    weights = {name: p.variable(name) for name in "wbv"}

    def judged(name: str, x: Ref) -> Ref:
        return p(":Critic", id=name, x=x, **weights).pin("y")

    real, mix = p.given("real"), p.given("mix")
    g = p.variable("g")
    fake = p("MatMul", p.given("noise"), g)
    between = p("Add", real, p("Multiply", mix, p("Subtract", fake, real)))
    slope = p("AddSymbolicGradients", [judged("of_mix", between)], [between], id="slope").at(0)
    norm = p("Sqrt", p("Sum", p("Square", slope), [1]))
    penalty = p("Multiply", p.mean(p("SquaredDifference", norm, 1.0), 0), 10.0)
    of_fake = p.mean(judged("of_fake", fake), 0, 1)
    loss = p("Add", p("Subtract", of_fake, p.mean(judged("of_real", real), 0, 1)), penalty, id="loss")
    p.minimize(loss, variables=list(weights.values()))
    p.minimize(p("Negate", of_fake), "train_g", variables=[g])


def vq_vae(p: Pen) -> None:
    """Van den Oord et al. 2017: the nearest of a few codes, with a straight-through gradient."""
    x, codes = p.given("x"), p.variable("codes")
    z = p("MatMul", x, p.variable("w"))
    distance = p("Sum", p("SquaredDifference", p("ExpandDims", z, 1), codes), [2])
    nearest = p("Gather", codes, p("ArgMin", distance, 1))
    through = p("Add", z, p("StopGradient", p("Subtract", nearest, z)))
    said = p("MatMul", through, p.variable("v"))
    pulled = p.mean(p("SquaredDifference", nearest, p("StopGradient", z)), 0, 1)
    bound = p.mean(p("SquaredDifference", z, p("StopGradient", nearest)), 0, 1)
    away = p.mean(p("SquaredDifference", said, x), 0, 1)
    p.minimize(p("AddN", [away, pulled, p("Multiply", bound, 0.25)], id="loss"))


def flow(p: Pen) -> None:
    """Dinh et al. 2016: four coupling layers, the density by the determinants."""
    layer = p.on("Coupling")
    x, log = layer.input("x"), layer.input("log")
    halves = layer("Split", 1, x, num_split=2)
    one, two = halves.at(0), halves.at(1)
    wide = layer("BiasAdd", layer("MatMul", one, layer.variable("flow/0/w")), layer.variable("flow/0/b"))
    hidden = layer("Tanh", wide)
    s, t = (layer("MatMul", hidden, layer.variable(f"flow/0/{name}")) for name in "st")
    moved = layer("Add", layer("Multiply", two, layer("Exp", s)), t)
    layer.output("x", layer("Concat", [moved, one], 1))
    layer.output("log", layer("Add", log, s))
    zero = p("ZerosLike", p("Slice", p.given("x"), [0, 0], [6, 1]))
    flow = p("Repeat", id="flow", body=":Coupling", times=4, x=Ref("x.output"), log=zero)
    far = p("Sum", p("Multiply", p("Square", flow.pin("x")), 0.5), [1])
    p.minimize(p.mean(p("Subtract", far, p("Sum", flow.pin("log"), [1])), 0, id="loss"))
