"""Export of a graph as an ONNX model."""
