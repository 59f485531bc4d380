"""The command line, from outside: arguments, output, exit status, signals."""
