"""A product of matrices, and its gradient."""

from __future__ import annotations

import numpy as np

from tests.examples.shared import close, session_of, slopes, typed

NAME = "basic"
A, B = typed(NAME, "A"), typed(NAME, "b")


def test_the_product_and_both_gradients() -> None:
    results = session_of(NAME).run()
    close(results["v.result_product"], [[19], [-3]])
    by_a, by_b = [[3, 5], [3, 5]], [[2, 2]]
    close(by_a, slopes(lambda a: (a @ B.T).sum(), A), atol=1e-6)
    close(by_b, slopes(lambda b: (A @ b.T).sum(), B), atol=1e-6)
    for pin, expected in (
        ("grad.result_grad_outputs[0]", by_a),
        ("grad.result_grad_outputs[1]", by_b),
        ("hand_A.result_product", by_a),
        ("hand_b.result_product", by_b),
    ):
        np.testing.assert_array_equal(results[pin], expected, err_msg=pin)
