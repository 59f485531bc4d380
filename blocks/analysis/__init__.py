"""Questions about an elaborated page: its gradients, losses, contracts, warnings and inner values."""
