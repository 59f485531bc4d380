"""What must hold whatever goes wrong: a module for each section of the table of faults."""
