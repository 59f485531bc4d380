"""Import of ONNX models of opset 7 and newer."""
