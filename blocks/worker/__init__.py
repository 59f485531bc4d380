"""The process in which pages run for the editor: it can be stopped or crash without taking the editor along."""
