"""Packages of composites: diagram files whose definitions other diagrams copy. Nothing of them is run as code."""
