"""What the Gradient menu does beside the view itself: what is tried, contracts, advice."""
