"""What is done to the body of a loop before its rounds run."""
