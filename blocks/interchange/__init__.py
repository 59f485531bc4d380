"""Other programs' formats, in and out: pages of enuSpace, programs in Python and JAX, models in ONNX."""
