"""Tests of models in the form of ONNX."""
