"""What is painted again after a change, and when."""
