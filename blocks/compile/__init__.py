"""From a graph to a program: passes, order, generated source, and the interpreter that it must agree with."""
