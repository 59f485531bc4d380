"""What the commands of the window do, by their menus."""
