"""Import and export: enuSpace pages, Python and JAX programs, and ONNX and TensorFlow models."""
