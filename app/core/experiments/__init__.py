"""What is done with kept runs: tables of them, curves over each other, running one again, sweeps."""
