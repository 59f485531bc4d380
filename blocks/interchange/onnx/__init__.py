"""Models in the form of ONNX, in: opset 7 and newer."""
