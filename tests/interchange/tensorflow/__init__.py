"""Tests of blocks.interchange.tensorflow; `make_models` says how its models and numbers were made."""
